"""What interviews quote stays as it was, whatever becomes of the document."""

import sqlite3
from pathlib import Path

from tests.library.making import open_library, write

from e3.drafting.form import FormDrafter
from e3.library.asking import draft_from
from e3.library.updating import add, update
from e3.library.uploads import put_file, put_text

TEXT = "# Cards\n\nYou can get a card if you live in Ashby."


def test_a_replaced_document_is_still_quoted(library_at: str, tmp_path: Path) -> None:
    with open_library(library_at) as library:
        (source,) = write(tmp_path / "texts", cards=TEXT)
        entry = add(library, source).document
        assert entry is not None
        drafted = draft_from(library, entry, "Can I get a card?", drafter=FormDrafter())
        library.cite(drafted.policy, drafted.citation)
        assert library.cited(drafted.policy) == drafted.citation
        write(tmp_path / "texts", cards="# Cards\n\nNobody gets a card any more, sorry.")
        list(update(library))
        cited = library.cited(drafted.policy)
        assert cited is not None
        assert (cited.document.text, cited.current) == (TEXT, None)
        (rule,) = drafted.policy.rules
        assert cited.quoted(rule.span) == rule.span.of(cited.excerpt.rule_text.text)
        assert [str(place) for place in cited.places(rule.span)] == ["line 3"]
        library.remove(entry.id)
        assert library.cited(drafted.policy) == cited


def test_what_was_sent_is_replaced_by_its_name_and_stays_when_files_are_updated(
    library_at: str,
    tmp_path: Path,
) -> None:
    with open_library(library_at) as library:
        one = put_text(library, "Cards", TEXT)
        other = put_file(library, "cards.md", TEXT.encode())
        assert (one.title, one.format, other.title, other.format) == (
            "Cards",
            "text",
            "Cards",
            "markdown",
        )
        assert put_text(library, "Cards", "Nobody gets a card.").id == one.id
        assert [each.outcome for each in update(library)] == ["unchanged"] * 2
        assert len(library.documents()) == 2


def test_a_library_of_the_version_before_is_taken_on(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with open_library(path) as library:
        put_text(library, "Cards", TEXT)
    connection = sqlite3.connect(path)
    connection.executescript("DROP TABLE citations; DROP TABLE editions; PRAGMA user_version = 1;")
    connection.close()
    with open_library(path, create=False) as library:
        (entry,) = library.documents()
        drafted = draft_from(library, entry, "Can I get a card?", drafter=FormDrafter())
        library.cite(drafted.policy, drafted.citation)
        assert library.cited(drafted.policy) is not None
