"""The quoted clause equals the original's words, in every format (property tests)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.documents.making import WRITERS, Made, contents, original_words, words_of

from e3.documents.formats import read_document
from e3.text import Span, words

pytest.importorskip("lxml", reason="needs e3-reader[documents]")
pytest.importorskip("pypdfium2", reason="needs e3-reader[documents]")
pytest.importorskip("fpdf", reason="needs e3-reader[test]")

formats = pytest.mark.parametrize("suffix", WRITERS)


@formats
@settings(max_examples=25)
@given(data=st.data(), blocks=contents)
def test_a_quoted_clause_is_the_originals(
    suffix: str, data: st.DataObject, blocks: list[Made]
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"made.{suffix}"
        WRITERS[suffix](path, blocks)
        document = read_document(path)
        block = data.draw(st.sampled_from(document.rule_text.blocks))
        inside = words(document.text, block.span)
        first = data.draw(st.integers(0, len(inside) - 1))
        last = data.draw(st.integers(first, len(inside) - 1))
        clause = Span(inside[first].span.start, inside[last].span.end)
        quoted = words_of(clause.of(document.text))
        assert words_of(document.quoted(clause)) == quoted
        there = original_words(path, document.places(clause))
        assert quoted == there if suffix == "pdf" else _within(quoted, there)


@pytest.mark.parametrize("suffix", [suffix for suffix in WRITERS if suffix != "pdf"])
@settings(max_examples=25)
@given(blocks=contents)
def test_every_block_is_read_as_what_it_is(suffix: str, blocks: list[Made]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"made.{suffix}"
        WRITERS[suffix](path, blocks)
        document = read_document(path)
    found = [(each.kind, each.span.of(document.text).split()) for each in document.rule_text.blocks]
    assert found == [(each.kind, list(each.words)) for each in blocks]


def _within(some: Sequence[str], every: Sequence[str]) -> bool:
    return any(
        list(every[at : at + len(some)]) == list(some) for at in range(len(every) - len(some) + 1)
    )
