"""A library in PostgreSQL: it ranks as in SQLite, and says in one sentence what is wrong."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text
from tests.library.making import TopicEncoder, open_library, write
from tests.postgresql import Server

from e3.documents.plain_text import read_plain_text
from e3.errors import BadInput, MissingExtra
from e3.library.entries import LibraryFailed, Original
from e3.library.library import Library
from e3.library.postgresql import SCHEMA
from e3.library.updating import add

WORDS = ("dog dogs dog's lead café cafe CAFÉ running ran parks 5 10am e-mail landlord/tenant 1,000"
         " https://example.org/a-b don't 2nd naïve driver's flies").split()  # fmt: skip
SAID = st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join)


def put(library: Library, texts: list[str]) -> None:
    for number, said in enumerate(texts):
        document = read_plain_text(said.encode(), title=f"t{number}", source="")
        assert library.put(str(number), document, Original(str(number))) is not None


def scored(library: Library, question: str, story: str = "") -> dict[str, float]:
    found = library.search(question, story, most=99).found
    return {each.document.title: each.score for each in found}


@pytest.mark.parametrize("pgvector", [False, True])
@given(texts=st.lists(SAID, min_size=1, max_size=8), question=SAID, story=st.just("") | SAID)
@settings(max_examples=15)
def test_it_ranks_as_in_sqlite(
    postgresql: Server, pgvector: bool, texts: list[str], question: str, story: str
) -> None:
    there = open_library(postgresql.fresh_library(pgvector=pgvector), TopicEncoder())
    with there, open_library(None, TopicEncoder()) as here:
        for library in (here, there):
            put(library, texts)
        expected = scored(here, question, story)
        assert scored(there, question, story) == pytest.approx(expected, abs=0.002)
        evidence = [each.nearest(question, story, most=3).evidence for each in (here, there)]
        first, second = (asdict(each) for each in evidence if each is not None)
        assert second == pytest.approx(first, abs=0.002)


def test_how_often_a_word_is_there_is_told_by_its_rank(postgresql: Server) -> None:
    """Of a count PostgreSQL tells only a rank."""
    texts = ["dog " * times + "cat " * (300 - times) for times in (1, 2, 3, 10, 60, 250)]
    url = postgresql.fresh_library(pgvector=False)
    with open_library(url) as there, open_library(None) as here:
        for library in (here, there):
            put(library, [*texts, *["cat"] * 20])
        assert scored(there, "dog") == pytest.approx(scored(here, "dog"), abs=0.002)


def test_nothing_of_a_removed_document_is_left(postgresql: Server, tmp_path: Path) -> None:
    url = postgresql.fresh_library(pgvector=False)
    with open_library(url, TopicEncoder()) as library:
        for source in write(tmp_path, dogs="You may bring a dog.", cars="A car pays."):
            add(library, source)
        library.remove(library.find("dogs").id)
    engine = create_engine(url)
    with engine.connect() as connection:
        for table in ("documents", "passages", "vectors"):
            assert connection.scalar(text(f"SELECT count(*) FROM {SCHEMA}.{table}")) == 1
    engine.dispose()


def test_a_server_that_was_away_is_found_again(postgresql: Server, tmp_path: Path) -> None:
    (source,) = write(tmp_path, dogs="You may bring a dog.")
    with open_library(postgresql.fresh_library(pgvector=False)) as library:
        add(library, source)
        postgresql.stop()
        try:
            with pytest.raises(LibraryFailed, match=r"^postgresql.*: can't be used: "):
                library.search("dog")
        finally:
            postgresql.start()
        assert library.search("dog").found[0].document.title == "dogs"


def test_what_is_no_library(postgresql: Server) -> None:
    url = postgresql.fresh_library(pgvector=False)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {SCHEMA}.version SET number = 99"))
    with pytest.raises(LibraryFailed, match="this is of a newer version of E3"):
        open_library(url)
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {SCHEMA} CASCADE"))
    with pytest.raises(BadInput, match="there is no library here: add documents first"):
        open_library(url, create=False)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(
            text("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        )
    engine.dispose()
    with pytest.raises(LibraryFailed, match="is in LATIN1: a library needs one in UTF8"):
        open_library(url.replace("/postgres?", "/latin?"))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://e3:secret@127.0.0.1:1/x", r"^postgresql.*://e3:\*\*\*@.* can't be used: "),
        ("postgresql://e3:secret@x:port/y", "^the library is neither a file nor the URL of a dat"),
        ("mysql://e3:secret@x/y", "^a library is in a file or in PostgreSQL .* not in 'mysql'$"),
        ("https://example.org", "^a library is in a file or in PostgreSQL .* not in 'https'$"),
    ],
)
def test_one_sentence(url: str, sentence: str) -> None:
    pytest.importorskip("psycopg", reason="the driver of PostgreSQL is not installed")
    with pytest.raises(BadInput, match=sentence) as raised:
        open_library(url)
    assert "secret" not in str(raised.value)


def test_the_driver_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(
        MissingExtra, match=r"a library in PostgreSQL needs psycopg.*\[postgres\]'$"
    ):
        open_library("postgresql://x")
