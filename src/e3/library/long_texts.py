"""Long texts: a question finds its passages, which are then read together.

What a reader takes at once is some 350 words. Of a longer document the passages that are nearest to
the question are put together, as many as it takes, in the order of the document.
"""

from __future__ import annotations

from collections.abc import Iterable

from e3.documents.document import Document
from e3.documents.excerpt import Excerpt
from e3.documents.passages import Passage
from e3.language.en.chunks import chunks
from e3.library.encoder import PassageEncoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.word_pieces import most_word_pieces, word_pieces
from e3.policy.rule_text import RuleText

_NEAREST = 10
"""Passages that are looked at; what is less near has little to do with the question."""
_SENTINELS = 4


def fits(rule_text: RuleText, question: str) -> bool:
    """Whether a text can be read whole."""
    most = most_word_pieces() - word_pieces(question) - _SENTINELS
    # A word piece has at least a letter; some signs have several, but no text is made of them.
    if len(rule_text.text) > 20 * most:
        return False
    return word_pieces(rule_text.text) + len(chunks(rule_text)) <= most


def excerpt_of(
    document: Document, question: str, story: str = "", *, encoder: PassageEncoder | None = None
) -> Excerpt:
    """What of a document is read for a question: all of it, or the passages nearest to it."""
    if fits(document.rule_text, question):
        return Excerpt.whole(document.text)
    with Library(None, count=word_pieces, encoder=encoder, create=True) as library:
        entry = library.put("", document, Original(""))
        assert entry is not None
        return excerpt_in(library, entry.id, document, question, story)


def excerpt_in(
    library: Library, id: int, document: Document, question: str, story: str = ""
) -> Excerpt:
    """The same of a document in a library."""
    if fits(document.rule_text, question):
        return Excerpt.whole(document.text)
    found = library.search(question, story, most=_NEAREST, within=id).found
    return _together(document.text, [each.passage for each in found], question)


def _together(text: str, nearest: Iterable[Passage], question: str) -> Excerpt:
    """As many passages as can be read at once, the nearest first; one at least."""
    chosen: list[Passage] = []
    for passage in nearest:
        if not chosen or fits(Excerpt.of(text, [*chosen, passage]).rule_text, question):
            chosen.append(passage)
    return Excerpt.of(text, chosen)
