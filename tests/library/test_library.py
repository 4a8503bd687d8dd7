"""A library: documents in, the right passage out, and nothing that is gone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.library.making import TopicEncoder, open_library, write

from e3.documents.document import Document, Piece, Place
from e3.errors import BadInput
from e3.library.entries import LibraryFailed, Original
from e3.library.library import Library
from e3.library.packing import (
    packed_pieces,
    packed_vector,
    unpacked_pieces,
    unpacked_vectors,
)
from e3.library.updating import Outcome, add, sources_of, update
from e3.text import Span

DOGS = "# Dogs\n\nYou may bring a dog if it is on a lead."
CARS = "# Cars\n\nThe driver of a car pays a fee of 5 pounds."
DAYS = "# Days\n\nYou get two days off a month.\n\n# Rates\n\nWe pay the usual rate."


class Opens(Protocol):
    """Opens libraries that are closed behind the test."""

    def __call__(
        self, where: str | Path, encoder: Any = None, *, create: bool = True
    ) -> Library: ...


@pytest.fixture
def opens() -> Iterator[Opens]:
    with ExitStack() as stack:

        def open_one(where: str | Path, encoder: Any = None, *, create: bool = True) -> Library:
            return stack.enter_context(open_library(where, encoder, create=create))

        yield open_one


@pytest.fixture
def library(library_at: str, opens: Opens) -> Library:
    return opens(library_at)


def fill(library: Library, folder: Path) -> None:
    for source in write(folder, dogs=DOGS, cars=CARS, days=DAYS):
        assert add(library, source).outcome is Outcome.ADDED


def titles(library: Library, question: str, *, most: int = 5) -> list[str]:
    return [each.document.title for each in library.search(question, most=most).found]


def test_words_find_their_passage(library: Library, tmp_path: Path) -> None:
    fill(library, tmp_path / "texts")
    search = library.search("May I bring my dogs?")
    assert (search.found[0].document.title, search.by_meaning) == ("dogs", False)
    assert search.found[0].text == DOGS
    assert titles(library, "Who pays a fee?", most=1) == ["cars"]


def test_meaning_finds_what_has_other_words(opens: Opens, library_at: str, tmp_path: Path) -> None:
    encoder = TopicEncoder()
    library = opens(library_at, encoder)
    fill(library, tmp_path / "texts")
    search = library.search("Can my puppy come?")
    assert (search.found[0].document.title, search.by_meaning) == ("dogs", True)
    assert titles(library, "How much holiday is there?")[0] == "days"


def test_the_story_is_read_beside_the_question(
    opens: Opens, library_at: str, tmp_path: Path
) -> None:
    library = opens(library_at, TopicEncoder())
    fill(library, tmp_path / "texts")
    told = library.search("Is it allowed?", "I am the driver.")
    assert told.found[0].document.title == "cars"


def test_within_one_document(library: Library, tmp_path: Path) -> None:
    fill(library, tmp_path / "texts")
    days = library.find("days").id
    found = library.search("Who pays the driver?", within=days).found
    assert {each.document.id for each in found} == {days}
    assert found[0].passage.path == ("Rates",)


def test_what_is_replaced_or_removed_answers_no_more(
    opens: Opens, library: Library, library_at: str, tmp_path: Path
) -> None:
    fill(library, tmp_path / "texts")
    other = opens(library_at, create=False)
    assert titles(other, "dog")[0] == "dogs"
    before = library.find("dogs")
    write(tmp_path / "texts", dogs="# Cats\n\nYou may bring a cat.")
    (replaced,) = [each for each in update(library) if each.outcome is Outcome.REPLACED]
    assert replaced.document is not None
    assert replaced.document.id == before.id
    assert replaced.document.original.digest != before.original.digest
    assert not [each for each in other.search("dog").found if "dog" in each.text]
    assert other.search("cat").found[0].text.endswith("cat.")
    assert library.remove(before.id)
    assert not library.remove(before.id)
    assert "dogs" not in titles(other, "cat", most=100)
    with pytest.raises(BadInput, match="there is no such document"):
        library.document(before.id)


def test_nothing_of_a_removed_document_is_in_the_index(opens: Opens, tmp_path: Path) -> None:
    library = opens(tmp_path / "library.db")
    fill(library, tmp_path / "texts")
    library.remove(library.find("dogs").id)
    with closing(sqlite3.connect(tmp_path / "library.db")) as connection:
        query = "SELECT count(*) FROM words WHERE words MATCH 'dog'"
        assert connection.execute(query).fetchone() == (0,)
        connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (0,)


def test_unchanged_files_are_not_read_again(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(library, tmp_path / "texts")
    read: list[Path] = []
    opened = Path.open

    def counted(path: Path, *how: Any) -> Any:
        read.append(path)
        return opened(path, *how)

    monkeypatch.setattr(Path, "open", counted)
    assert [each.outcome for each in update(library)] == [Outcome.UNCHANGED] * 3
    assert read == []
    (tmp_path / "texts" / "dogs.txt").touch()
    assert [each.outcome for each in update(library)] == [Outcome.UNCHANGED] * 3
    assert len(read) == 1  # its bytes are the same
    assert [each.outcome for each in update(library)] == [Outcome.UNCHANGED] * 3
    assert len(read) == 1


def test_a_file_that_is_gone_is_removed(library: Library, tmp_path: Path) -> None:
    fill(library, tmp_path / "texts")
    (tmp_path / "texts" / "dogs.txt").unlink()
    assert [each.outcome for each in update(library)].count(Outcome.REMOVED) == 1
    assert [each.title for each in library.documents()] == ["cars", "days"]


def test_a_folder_that_is_not_there_takes_nothing_with_it(library: Library, tmp_path: Path) -> None:
    fill(library, tmp_path / "texts")
    (tmp_path / "texts").rename(tmp_path / "elsewhere")
    assert [each.outcome for each in update(library)] == [Outcome.FAILED] * 3
    assert titles(library, "dog")[0] == "dogs"


def test_one_bad_file_is_no_reason_to_leave_the_others(library: Library, tmp_path: Path) -> None:
    write(tmp_path, dogs=DOGS, empty=" ", cars=CARS)
    done = [add(library, source) for source in sources_of(str(tmp_path))]
    assert [each.outcome for each in done].count(Outcome.FAILED) == 1
    assert [each.why for each in done if each.why] == [f"{tmp_path}/empty.txt: the file is empty"]
    assert len(library.documents()) == 2


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without an end")
def test_a_device_is_no_document(library: Library) -> None:
    done = add(library, "/dev/zero")
    assert (done.outcome, "no file that can be read again" in done.why) == (Outcome.FAILED, True)


def test_an_original_that_changes_while_it_is_read(library: Library, tmp_path: Path) -> None:
    """Whoever comes second writes what is there then, and not what it has read before."""
    (source,) = write(tmp_path, dogs=DOGS)
    stale = Document("dogs", "text", "Old.", (Piece(Span(0, 4), Place(line=1)),))
    add(library, source)
    assert library.put(source, stale, Original("old"), is_current=lambda: False) is None
    assert library.document(1).document.text == DOGS


def test_documents_added_without_an_encoder_are_given_to_it_later(
    opens: Opens, library_at: str, tmp_path: Path
) -> None:
    fill(opens(library_at), tmp_path / "texts")
    encoder = TopicEncoder()
    library = opens(library_at, encoder)
    assert not library.search("puppy").by_meaning
    assert library.without_vectors() == 4
    assert library.encode_some() == 4
    assert (library.without_vectors(), library.encode_some()) == (0, 0)
    assert library.search("puppy").by_meaning
    another = opens(library_at, TopicEncoder("another"))
    assert not another.search("puppy").by_meaning
    another.encode_some()
    assert another.search("puppy").found[0].document.title == "dogs"


def test_an_empty_library_finds_nothing(library: Library) -> None:
    assert library.search("dog").found == ()
    assert library.documents() == []


@pytest.mark.parametrize("question", ['"', "NEAR(", "a OR", "*", "-", "dog\0", "ſ ﬁ", "AND " * 500])
def test_no_question_is_a_query(library: Library, tmp_path: Path, question: str) -> None:
    fill(library, tmp_path / "texts")
    assert len(library.search(question, most=9).found) == 4


def test_names(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(library, tmp_path / "texts")
    monkeypatch.chdir(tmp_path)
    for name in ("1", "dogs", str(tmp_path / "texts" / "dogs.txt"), "texts/dogs.txt"):
        assert library.find(name).title == "dogs"
    with pytest.raises(BadInput, match="there is no such document"):
        library.find("7")
    write(tmp_path / "more", dogs=DOGS)
    add(library, str(tmp_path / "more" / "dogs.txt"))
    with pytest.raises(BadInput, match="2 documents are called so"):
        library.find("dogs")


def test_what_is_no_library(opens: Opens, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no library here"):
        opens(tmp_path / "none.db", create=False)
    with pytest.raises(BadInput, match="this is a folder"):
        opens(tmp_path)
    (tmp_path / "text.db").write_text("no database " * 100, encoding="utf-8")
    with pytest.raises(LibraryFailed, match="can't be used: file is not a database"):
        opens(tmp_path / "text.db")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    with pytest.raises(LibraryFailed, match="a database of another program"):
        opens(tmp_path / "other.db")


def test_places_and_vectors_are_kept() -> None:
    pieces = (
        Piece(Span(2, 5), Place(page=3, box=(1.5, 2.0, 3.0, 4.0))),
        Piece(Span(6, 9), Place(line=7)),
        Piece(Span(9, 12), Place(element="/html/p[2]")),
    )
    assert unpacked_pieces(packed_pieces(pieces)) == pieces
    vectors = TopicEncoder().encode(["a dog", "a car and a dog"])
    kept = unpacked_vectors([packed_vector(each) for each in vectors])
    assert abs(kept - vectors).max() < 0.005
