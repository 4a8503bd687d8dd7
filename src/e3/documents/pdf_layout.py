"""From the lines of a PDF to titles, paragraphs and lists (lay-out analysis).

By size and weight of the letters, distance, indentation and bullet signs, written or drawn; and by
where a line ends: one that has room for the next word ends a block. Lines that stand at the edge of
several pages (running heads, page numbers) are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from e3.documents.document import Place
from e3.documents.manuscript import Manuscript, Run, is_short_title
from e3.documents.pdf import PdfLine, PdfWord

_EDGE = 0.1
"""The share of a page's height where running heads stand."""
_SIGN = re.compile(r"[•●○◦▪■□–‣·*✓✔➢\uf0b7\uf0a7o-]|\(?(\d{1,2}|[a-z]|[ivx]{2,4})[.)]")
_NUMBER = re.compile(r"(\d{1,2})[.)]")
_DRAWN = "•"
_PAGE_NUMBER = re.compile(r"(page )?\d{1,4}( (of|/) \d{1,4})?", re.IGNORECASE)
_SEVERAL = 3
"""Pages that have the same line at their edge."""
_LARGER = 1.12
_INDENT = 6.0
"""Points from which on a line stands further in."""
_BOLD_TITLE = 6


def written_down(lines: Sequence[PdfLine], source: str) -> Manuscript:
    """The text of a document, page after page."""
    manuscript = Manuscript(source)
    read = list(_without_edges(lines))
    page = _Typical.of(read)
    whole = {_bare(word.text) for line in read for word in line.words}
    for block in _blocks(read, page):
        runs = list(_runs(block, whole))
        if block.title:
            manuscript.title(block.title, runs)
        elif block.sign:
            number = _NUMBER.fullmatch(block.sign)
            manuscript.bullet(block.level, runs, number=int(number[1]) if number else None)
        else:
            manuscript.paragraph(runs)
    return manuscript


@dataclass(frozen=True)
class _Typical:
    """What most lines of a document are like."""

    size: float
    pitch: float
    """From a line to the next, in sizes of its letters."""
    titles: tuple[float, ...]
    """The sizes of titles, the largest first."""
    rights: Mapping[tuple[int, int], float]
    """Where the longest line ends of those that begin at the same place of a page."""

    @classmethod
    def of(cls, lines: Sequence[PdfLine]) -> _Typical:
        letters: Counter[float] = Counter()
        for line in lines:
            letters[line.size] += len(line.text)
        size = letters.most_common(1)[0][0] if letters else 10.0
        larger = sorted((each for each in letters if each >= size * _LARGER), reverse=True)
        steps = [
            (one.bottom - two.bottom) / size
            for one, two in pairwise(lines)
            if one.page == two.page and one.size == two.size == size
            if 0.5 * size < one.bottom - two.bottom < 2.5 * size
        ]
        rights: dict[tuple[int, int], float] = {}
        for line in lines:
            for column in _columns(line):
                rights[column] = max(rights.get(column, 0.0), line.right)
        return cls(size, median(steps) if steps else 1.2, tuple(larger), rights)

    def has_room(self, line: PdfLine, word: PdfWord) -> bool:
        """Whether a word would have stood in a line, had the line not been ended on purpose."""
        right = max(self.rights[column] for column in _columns(line))
        width = word.box[2] - word.box[0]
        return line.right + width + line.size < right

    def title(self, line: PdfLine) -> int:
        """The level of a line that is a title; 0 for others."""
        if line.size >= self.size * _LARGER and len(line.text) < 200:
            return min(self.titles.index(line.size) + 1, _BOLD_TITLE)
        if line.is_bold and is_short_title(line.text) and any(map(str.isalpha, line.text)):
            return min(len(self.titles) + 1, _BOLD_TITLE)
        return 0


def _columns(line: PdfLine) -> tuple[tuple[int, int], ...]:
    """Where a line begins, not to the point: two that are near share one of these."""
    at = int(line.left // _INDENT)
    return (line.page, at), (line.page, at + 1)


@dataclass
class _Block:
    lines: list[PdfLine]
    title: int = 0
    sign: str = ""
    level: int = 0

    @property
    def words_of_first(self) -> tuple[PdfWord, ...]:
        """The words of the first line behind the sign of a bullet."""
        first = self.lines[0]
        is_written = self.sign and first.mark is None
        return first.words[1:] if is_written else first.words

    @property
    def inside(self) -> float:
        """Where the words behind the sign begin."""
        return self.words_of_first[0].box[0]


def _without_edges(lines: Sequence[PdfLine]) -> Iterator[PdfLine]:
    pages = len({line.page for line in lines})
    at_edge = [line for line in lines if _is_at_edge(line)]
    on_pages: dict[str, set[int]] = {}
    for line in at_edge:
        on_pages.setdefault(_shape(line), set()).add(line.page)
    # What stands around nothing is the text itself.
    with_text = {line.page for line in lines if not _is_at_edge(line)}
    for line in lines:
        if pages > 1 and line.page in with_text and _is_at_edge(line):
            if _PAGE_NUMBER.fullmatch(line.text.strip("-–| ")):
                continue
            if len(on_pages[_shape(line)]) > min(pages / 2, _SEVERAL):
                continue
        yield line


def _is_at_edge(line: PdfLine) -> bool:
    edge = line.page_height * _EDGE
    return line.top < edge or line.bottom > line.page_height - edge


def _shape(line: PdfLine) -> str:
    return re.sub(r"\d+", "0", line.text.casefold())


def _blocks(lines: Iterable[PdfLine], page: _Typical) -> Iterator[_Block]:
    block: _Block | None = None
    indents: list[float] = []
    for line in lines:
        title, sign = page.title(line), _sign(line)
        if block is not None and _goes_on(block, line, page, title=title, sign=sign):
            block.lines.append(line)
            continue
        if block is not None:
            yield block
        if title:
            block = _Block([line], title=title)
        elif sign:
            if block is None or not block.sign:
                indents.clear()
            left = line.left if line.mark is None else line.mark
            while indents and left < indents[-1] - _INDENT:
                indents.pop()
            if not indents or left > indents[-1] + _INDENT:
                indents.append(left)
            block = _Block([line], sign=sign, level=len(indents))
        else:
            block = _Block([line])
    if block is not None:
        yield block


def _sign(line: PdfLine) -> str:
    """The sign of a line that begins an item."""
    if line.mark is not None:
        return _DRAWN
    first = line.words[0].text
    return first if len(line.words) > 1 and _SIGN.fullmatch(first) else ""


def _goes_on(block: _Block, line: PdfLine, page: _Typical, *, title: int, sign: str) -> bool:
    """Whether a line belongs to the block before it."""
    last = block.lines[-1]
    if sign or title != block.title or (title and line.size != last.size):
        return False
    if line.page != last.page:
        return not title and not _has_ended(last) and line.words[0].text[:1].islower()
    step = (last.bottom - line.bottom) / line.size
    is_near = -0.2 < step < page.pitch * (1.6 if title else 1.35)
    return is_near and (title > 0 or _runs_on(block, line, page))


def _has_ended(line: PdfLine) -> bool:
    return line.text.endswith((".", ":", ";", "!", "?"))


def _runs_on(block: _Block, line: PdfLine, page: _Typical) -> bool:
    """Whether the words of a paragraph or an item go on in a line that is near."""
    last = block.lines[-1]
    if not _is_parted(last.words[-1].text) and page.has_room(last, line.words[0]):
        return False
    if block.sign:
        in_sentence = line.words[0].text[:1].islower() and not _has_ended(last)
        return in_sentence or line.left > block.inside - _INDENT
    # A first line that stands further in begins a paragraph, behind one that has ended.
    stands_in = line.left > last.left + _INDENT and len(block.lines) > 1
    return not (stands_in and _has_ended(last))


def _runs(block: _Block, whole: set[str]) -> Iterator[Run]:
    """The words of a block; one that is parted at the end of a line is one again."""
    for number, line in enumerate(block.lines):
        words = block.words_of_first if number == 0 else line.words
        following = block.lines[number + 1] if number + 1 < len(block.lines) else None
        for place, word in enumerate(words):
            where = Place(page=line.page, box=word.box)
            is_last = place == len(words) - 1
            if is_last and following is not None and _is_parted(word.text):
                after = following.words[0].text
                yield (
                    (word.text if _keeps_hyphen(word.text, after, whole) else word.text[:-1]),
                    where,
                )
            else:
                yield word.text, where
                yield " ", None


def _bare(word: str) -> str:
    return word.casefold().strip(".,;:!?()“”\"'")


def _is_parted(word: str) -> bool:
    return len(word) > 2 and word.endswith(("-", "\u2010")) and word[-2].isalpha()


def _keeps_hyphen(word: str, after: str, whole: set[str]) -> bool:
    """Whether a hyphen at the end of a line is the word's own, by how it is written elsewhere."""
    rest = _bare(after)
    together = word[:-1].casefold() + rest
    if together in whole:
        return False
    return word.casefold() + rest in whole or not rest[:1].islower() or not rest.isalpha()
