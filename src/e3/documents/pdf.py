"""PDF, by PDFium (pypdfium2): the words of each page with their boxes, fast and without a network.

A page has no paragraphs, only words at places: `pdf_layout` finds lines, titles and lists in them.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import groupby, islice
from threading import Lock
from typing import Any

from e3.documents.document import Box, Document
from e3.errors import BadInput, MissingExtra

MOST_BYTES = 200_000_000
MOST_PAGES = 2_000

_ONE = Lock()
"""One is read at a time: each may take all the room that there is for one."""
_BOLD = 600
_LEAST_SIGN, _LARGEST_SIGN = 1.5, 8.0
"""Points."""
_MOST_DRAWN = 20_000
"""Of a page: what has more is a drawing."""
_HYPHENS = ("\x02", "\ufffe", "\u00ad")
"""What PDFium gives for a hyphen that parts a word at the end of a line; no other sign says that
the line ends there."""
_LINE_ENDS = ("\r", "\n", *_HYPHENS)
_ENDS = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class PdfWord:
    """A word of a page."""

    text: str
    box: Box
    size: float
    """Of its letters, in points."""
    is_bold: bool


@dataclass(frozen=True, slots=True)
class PdfLine:
    """Words that stand beside each other."""

    page: int
    words: tuple[PdfWord, ...]
    page_height: float
    mark: float | None = None
    """Where a bullet's sign begins that is drawn before the line, and not written."""

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def left(self) -> float:
        return self.words[0].box[0]

    @property
    def right(self) -> float:
        return self.words[-1].box[2]

    @property
    def bottom(self) -> float:
        return min(word.box[1] for word in self.words)

    @property
    def top(self) -> float:
        return max(word.box[3] for word in self.words)

    @property
    def size(self) -> float:
        """Of most of its letters."""
        return max(self.words, key=lambda word: len(word.text)).size

    @property
    def is_bold(self) -> bool:
        return all(word.is_bold for word in self.words)


Found = tuple[list[PdfLine], list[int], int]


class Refused(Exception):
    """Why a PDF can't be read."""


def read_pdf(data: bytes, *, title: str, source: str) -> Document:
    """The document in a PDF file."""
    from e3.documents.pdf_apart import lines_apart  # noqa: PLC0415 - these know this file
    from e3.documents.pdf_layout import written_down  # noqa: PLC0415

    if find_spec("pypdfium2") is None:
        raise MissingExtra("pypdfium2", "documents", "Reading PDF")
    with _ONE:
        lines, without_text, pages = lines_apart(data, source)
    if not lines:
        which = named(without_text or range(1, pages + 1))
        raise BadInput(
            f"there is no text on {which}: all are pictures, as of a scan; have the text"
            " recognised (OCR) first",
            source=source,
        )
    notes = []
    if without_text:
        has = "has" if len(without_text) == 1 else "have"
        note = f"{has} pictures and no text, as of a scan: nothing of it was read"
        notes.append(f"{named(without_text)} {note}")
    manuscript = written_down(lines, source)
    return manuscript.document(title=title, format="pdf", notes=notes)


def named(pages: Sequence[int]) -> str:
    """Pages as a person names them: pages 1, 3 to 5."""
    said = []
    for _, run in groupby(enumerate(pages), key=lambda each: each[1] - each[0]):
        of = [page for _, page in run]
        said.append(str(of[0]) if len(of) == 1 else f"{of[0]} to {of[-1]}")
    return f"page{'s' * (len(pages) > 1)} {', '.join(said)}"


def read_lines(data: bytes) -> Found:
    """All lines, the pages that have pictures and no text, and how many pages there are."""
    import pypdfium2  # noqa: PLC0415 - in an extra

    lines: list[PdfLine] = []
    without_text: list[int] = []
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "assword" in str(error)
        why = "locked with a password: save it without" if locked else "broken and can't be opened"
        raise Refused(f"this PDF is {why}") from None
    try:
        if not 0 < len(pdf) <= MOST_PAGES:
            raise Refused(f"this PDF has {len(pdf):,} pages, and at most {MOST_PAGES:,} are read")
        for number in range(len(pdf)):
            found = _of_page(pypdfium2, pdf, number)
            lines += found
            if not found and _has_pictures(pdf, number):
                without_text.append(number + 1)
        return lines, without_text, len(pdf)
    except pypdfium2.PdfiumError:
        raise Refused("a page of this PDF is broken and can't be read") from None
    finally:
        pdf.close()


def _has_pictures(pdf: Any, number: int) -> bool:
    """Whether there is anything on a page; an empty one is no scan."""
    page = pdf[number]
    return next(iter(page.get_objects(max_depth=2)), None) is not None


def _of_page(pypdfium2: Any, pdf: Any, number: int) -> list[PdfLine]:
    page = pdf[number]
    text = page.get_textpage()
    try:
        height = page.get_height()
        lines = [
            PdfLine(number + 1, tuple(words), height)
            for words in _word_lines(_Characters(pypdfium2.raw, text.raw))
            if words
        ]
        return _marked(lines, _drawn_signs(pypdfium2, page))
    finally:
        text.close()
        page.close()


def _drawn_signs(pypdfium2: Any, page: Any) -> list[Box]:
    """What is drawn on a page as small as the sign of a bullet; browsers print theirs so."""
    paths = page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH], max_depth=3)
    found = []
    for path in islice(paths, _MOST_DRAWN):
        left, bottom, right, top = path.get_bounds()
        width, height = right - left, top - bottom
        if min(width, height) > _LEAST_SIGN and max(width, height) < _LARGEST_SIGN:
            found.append((left, bottom, right, top))
    return found


def _marked(lines: list[PdfLine], signs: Sequence[Box]) -> list[PdfLine]:
    """The lines; those that have a drawn sign before them know it."""
    signs = sorted(signs, key=lambda box: box[1])
    heights = [box[1] for box in signs]
    marked = []
    for line in lines:
        at = slice(bisect_left(heights, line.bottom - 2), bisect_right(heights, line.top))
        near = [box[0] for box in signs[at] if 0 <= line.left - box[2] < 2.5 * line.size]
        marked.append(replace(line, mark=max(near)) if near else line)
    return marked


class _Characters:
    """The characters of a page, as PDFium has them."""

    def __init__(self, raw: Any, page: Any) -> None:
        self.raw, self.page = raw, page
        self.count = raw.FPDFText_CountChars(page)
        self._edges = tuple(ctypes.c_double() for _ in range(4))

    def sign(self, place: int) -> str:
        code = self.raw.FPDFText_GetUnicode(self.page, place)
        return chr(code) if 0 < code < 0x110000 else " "

    def box(self, place: int) -> Box:
        left, right, bottom, top = self._edges
        self.raw.FPDFText_GetCharBox(self.page, place, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value

    def size(self, place: int) -> float:
        return float(self.raw.FPDFText_GetFontSize(self.page, place))

    def is_bold(self, place: int) -> bool:
        return bool(self.raw.FPDFText_GetFontWeight(self.page, place) >= _BOLD)


def _word_lines(characters: _Characters) -> Iterator[list[PdfWord]]:
    """The words of each line."""
    line: list[PdfWord] = []
    word: list[tuple[int, str]] = []

    def end_word() -> None:
        if word:
            line.append(_word(characters, word))
            word.clear()

    for place in range(characters.count):
        sign = characters.sign(place)
        if sign in _HYPHENS:
            word.append((place, "-"))
        elif not _ENDS.match(sign):
            word.append((place, sign))
            continue
        end_word()
        if sign in _LINE_ENDS and line:
            yield line
            line = []
    end_word()
    yield line


def _word(characters: _Characters, signs: Sequence[tuple[int, str]]) -> PdfWord:
    boxes = [characters.box(place) for place, _ in signs]
    box = (
        min(each[0] for each in boxes),
        min(each[1] for each in boxes),
        max(each[2] for each in boxes),
        max(each[3] for each in boxes),
    )
    first = signs[0][0]
    rounded = tuple(round(edge, 1) for edge in box)
    return PdfWord(
        "".join(sign for _, sign in signs),
        (rounded[0], rounded[1], rounded[2], rounded[3]),
        round(characters.size(first), 1),
        characters.is_bold(first),
    )
