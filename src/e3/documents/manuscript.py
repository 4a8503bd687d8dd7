"""How a document is written down: blocks in, one canonical text with places out.

White space becomes one blank, and what can't be seen is left out; no other character changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from e3.documents.document import Document, Piece, Place
from e3.errors import BadInput
from e3.text import Span

Run = tuple[str, Place | None]
"""Characters of the original, and where they stand; None for signs of our own."""

BREAK: Run = ("\n", None)
"""A new line in the same block."""

MOST_CHARACTERS = 3_000_000
"""Of a document: about a thousand pages."""

MOST_NAMED = 50_000_000
"""Characters of the names of all places in it: where each is long a small page has gigabytes."""

_DEEPEST_TITLE = 6
_DEEPEST_BULLET = 9
_WORDS = re.compile(r"\S+|\s+")
# Soft hyphens and spaces without width, what readers refuse, and halves of characters.
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff\ufffe\uffff\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_SHORT_TITLE = 100


@dataclass
class Manuscript:
    """A text that grows block by block."""

    source: str
    """What it is written from, for sentences about it."""
    _parts: list[str] = field(default_factory=list)
    _pieces: list[Piece] = field(default_factory=list)
    _length: int = 0
    _named: int = 0
    _in_list: bool = False

    def title(self, level: int, runs: Iterable[Run]) -> None:
        """A heading, of level 1 to 6."""
        in_one_line = ((" ", None) if run is BREAK else run for run in runs)
        sign = "#" * min(max(level, 1), _DEEPEST_TITLE) + " "
        self._block(sign, in_one_line, in_list=False)

    def paragraph(self, runs: Iterable[Run]) -> None:
        """A paragraph."""
        self._block("", runs, in_list=False)

    def bullet(self, level: int, runs: Iterable[Run], *, number: int | None = None) -> None:
        """An item of a list, of level 1 and deeper; one of the first level may have a number."""
        numbered = number is not None and level == 1 and 0 < number < 100
        sign = f"{number}." if numbered else "*" * min(max(level, 1), _DEEPEST_BULLET)
        self._block(f"{sign} ", runs, in_list=True)

    def more_of_bullet(self, runs: Iterable[Run]) -> None:
        """Another paragraph of the item before it."""
        self._block("  " if self._in_list else "", runs, in_list=self._in_list)

    def document(self, *, title: str, format: str, notes: Iterable[str] = ()) -> Document:
        """All that was written; a sentence where that is nothing."""
        text = "".join(self._parts)
        if not text:
            raise BadInput("there is no text in this", source=self.source)
        return Document(title, format, text, tuple(self._pieces), tuple(notes))

    def _block(self, sign: str, runs: Iterable[Run], *, in_list: bool) -> None:
        """Writes a block; one without a word leaves no trace."""
        begun, wanted = False, ""
        # A list stands directly under what leads into it.
        between = "" if not self._parts else "\n" if in_list else "\n\n"
        for run in runs:
            if run is BREAK:
                wanted = "\n  " if in_list else "\n"
                continue
            words, place = run
            for token in _WORDS.findall(_UNSEEN.sub("", words)):
                if token.isspace():
                    wanted = wanted or " "
                    continue
                if not begun:
                    self._own(between + sign)
                elif wanted:
                    self._own(wanted)
                begun, before, wanted = True, wanted, ""
                if place is None:
                    self._own(token)
                else:
                    self._copy(token, place, joins=before == " ")
        if begun:
            self._in_list = in_list

    def _own(self, signs: str) -> None:
        self._parts.append(signs)
        self._length += len(signs)

    def _copy(self, word: str, place: Place, *, joins: bool) -> None:
        if self._length + len(word) > MOST_CHARACTERS:
            raise too_long(self.source)
        start, end = self._length, self._length + len(word)
        last = self._pieces[-1] if self._pieces else None
        follows = last is not None and last.span.end == start - (1 if joins else 0)
        if last is not None and follows and last.place == place:
            self._pieces[-1] = Piece(Span(last.span.start, end), place)
        else:
            self._named += len(place.element)
            if self._named > MOST_NAMED:
                raise BadInput("the elements of this are nested too deeply", source=self.source)
            self._pieces.append(Piece(Span(start, end), place))
        self._parts.append(word)
        self._length = end


def too_long(source: str) -> BadInput:
    """A document that is none."""
    why = f"this has more than {MOST_CHARACTERS:,} characters: take a part of it"
    return BadInput(why, source=source)


def said(runs: Iterable[Run]) -> str:
    """The words of runs."""
    return "".join(text for text, _ in runs).strip()


def row_of_cells(cells: Iterable[Sequence[Run]]) -> list[Run]:
    """The cells of a table's row, one behind the other; empty ones are left out."""
    row: list[Run] = []
    for cell in filter(said, cells):
        row += [*([(" | ", None)] if row else []), *cell]
    return row


def is_short_title(words: str) -> bool:
    """Whether a line that stands out (in bold type) reads as a title, and not as a sentence."""
    return 0 < len(words) <= _SHORT_TITLE and not words.endswith((".", ";", ",", ":", "!"))
