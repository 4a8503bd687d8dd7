"""Long texts: a question finds its passages, and what bears on it is then read together.

What a reader takes at once is some 350 words. Of a longer document it reads the passages that are
nearest to the question one by one, and then together what bears on it; a reader that can't tell
what bears on a question is given whole passages, as many as it takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from e3.documents.document import Document
from e3.documents.excerpt import Excerpt
from e3.documents.passages import Passage
from e3.drafting.sifting import MOST_READ, sift
from e3.errors import TooLong
from e3.language.en.chunks import chunks
from e3.library.encoder import PassageEncoder
from e3.library.entries import Original
from e3.library.library import Library
from e3.library.word_pieces import most_word_pieces, word_pieces
from e3.policy.rule_text import RuleText
from e3.reading.drafts import SiftingSystem

_SENTINELS = 4


def fits(rule_text: RuleText, question: str) -> bool:
    """Whether a text can be read whole."""
    most = most_word_pieces() - word_pieces(question) - _SENTINELS
    # A word piece has at least a letter; some signs have several, but no text is made of them.
    if len(rule_text.text) > 20 * most:
        return False
    return word_pieces(rule_text.text) + len(chunks(rule_text)) <= most


def excerpt_of(
    document: Document,
    questions: Sequence[str],
    story: str = "",
    *,
    encoder: PassageEncoder | None = None,
    sieve: SiftingSystem | None = None,
) -> Excerpt:
    """What of a document is read for questions: all of it, or what bears on them."""
    if all(fits(document.rule_text, question) for question in questions):
        return Excerpt.whole(document.text)
    with Library(None, count=word_pieces, encoder=encoder, create=True) as library:
        entry = library.put("", document, Original(""))
        assert entry is not None
        near = nearest_in(library, entry.id, " ".join(questions), story)
    return put_together(document, questions, near, sieve=sieve)


def nearest_in(library: Library, id: int, question: str, story: str = "") -> list[Passage]:
    """The passages of a document that are nearest to a question; what is less near says little."""
    found = library.search(question, story, most=MOST_READ, within=id).found
    return [each.passage for each in found]


def put_together(
    document: Document,
    questions: Sequence[str],
    near: Sequence[Passage],
    *,
    sieve: SiftingSystem | None = None,
) -> Excerpt:
    """What of a document is read, where these passages of it are nearest to the questions."""
    if all(fits(document.rule_text, question) for question in questions):
        return Excerpt.whole(document.text)
    if sieve is not None:
        try:
            return sift(document.rule_text, questions, sieve, near)
        except TooLong:  # a question that leaves no room for passages
            pass
    chosen: list[Passage] = []
    for passage in near:
        together = Excerpt.of(document.text, [*chosen, passage]).rule_text
        if not chosen or all(fits(together, question) for question in questions):
            chosen.append(passage)
    return Excerpt.of(document.text, chosen)
