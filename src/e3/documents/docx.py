"""DOCX, read from its own XML.

Converters such as mammoth make a page of it and lose which paragraph of the original a word is
from; what a text needs of the format (paragraphs, headings, lists, tables, no deleted words) is
little, and the standard library unpacks and parses it with bounds of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BufferedReader, BytesIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from e3.archives import read_member
from e3.documents.document import Document, Place
from e3.documents.manuscript import BREAK, Manuscript, Run, is_short_title, row_of_cells, said
from e3.errors import BadInput

MOST_UNPACKED = 50_000_000
"""Bytes; the text of a book takes 5 MB of XML."""

MOST_ELEMENTS = 2_000_000
"""A file of some hundred bytes may unpack to millions that say nothing, and each takes room."""

_MAIN = re.compile(r"word/document\d*\.xml")
_HEADING = re.compile(r"heading (\d)")
_MOST_ANCESTORS = 20
_BOLD_TITLE = 6
_NOT_READ = ("moveFrom", "Fallback", "rPr")
"""Words that were moved away, copies for old programs, and how words look."""


def read_docx(data: bytes, *, title: str, source: str) -> Document:
    """The document in a DOCX file."""
    main = _part(data, source, lambda name: _MAIN.fullmatch(name) is not None)
    if main is None:
        raise BadInput("this is an archive and no DOCX: it has no word/document.xml", source=source)
    styles = _part(data, source, lambda name: name == "word/styles.xml")
    try:
        writing = _Writing(_styles(styles) if styles else {}, Manuscript(source))
        events = ElementTree.iterparse(BytesIO(main), events=("start", "end"))
        for number, (event, element) in enumerate(events):
            if number > 2 * MOST_ELEMENTS:
                raise BadInput(f"this has more than {MOST_ELEMENTS:,} elements", source=source)
            writing.take(event, element)
    except ElementTree.ParseError as error:
        raise BadInput(f"the DOCX is broken: {error}", source=source) from None
    return writing.manuscript.document(title=title, format="docx")


class _Archive(BytesIO):
    """A file in memory, with a name for sentences about it."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


def _part(data: bytes, source: str, wanted: Callable[[str], bool]) -> bytes | None:
    class NotThere(Exception):
        pass

    def chosen(names: list[str]) -> str:
        for name in names:
            if wanted(name):
                return name
        raise NotThere

    try:
        archive: BufferedReader = BufferedReader(_Archive(data, source))
        return read_member(archive, chosen, most=MOST_UNPACKED)[1]
    except NotThere:
        return None


@dataclass(frozen=True)
class _Style:
    """What a paragraph is by its style."""

    name: str = ""
    based_on: str = ""
    title: int = 0
    is_list: bool = False
    level: int = 1


@dataclass(frozen=True)
class _Paragraph:
    runs: tuple[Run, ...]
    title: int = 0
    bullet: int = 0
    """How deep in lists; 0 for none."""


@dataclass
class _Table:
    cells: list[list[_Paragraph]] = field(default_factory=list)


@dataclass
class _Writing:
    """Where in the document the elements have led to."""

    styles: Mapping[str, _Style]
    manuscript: Manuscript
    tables: list[_Table] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """Of the paragraphs that are open: a text box stands within another."""
    count: int = 0
    not_read: int = 0

    def take(self, event: str, element: Element) -> None:
        """One element, as it begins or as it ends."""
        name = _local(element.tag)
        if name in _NOT_READ[:2]:
            self.not_read += 1 if event == "start" else -1
        if event == "start":
            self._begin(name)
        else:
            self._end(name, element)

    def _begin(self, name: str) -> None:
        match name:
            case "p":
                self.count += 1
                self.numbers.append(self.count)
            case "tbl":
                self.tables.append(_Table())
            case "tc" if self.tables:
                self.tables[-1].cells.append([])

    def _end(self, name: str, element: Element) -> None:
        match name:
            case "p":
                number = self.numbers.pop()
                paragraph = self._paragraph(element, number)
                if not self.not_read and said(paragraph.runs):
                    self._put(paragraph)
                element.clear()
            case "tr" if self.tables:
                cells, self.tables[-1].cells = self.tables[-1].cells, []
                self._row(cells)
                element.clear()
            case "tbl":
                self.tables.pop()
                element.clear()

    def _paragraph(self, element: Element, number: int) -> _Paragraph:
        place = Place(element=f"paragraph {number}")
        runs = tuple(_runs(element, place))
        properties = _child(element, "pPr")
        style = self.styles.get(_value(properties, "pStyle"), _Style())
        if level := _outline(properties) or style.title:
            return _Paragraph(runs, title=level)
        listed = _child(properties, "numPr")
        if _value(listed, "numId") not in ("", "0"):
            return _Paragraph(runs, bullet=_number(_value(listed, "ilvl")) + 1)
        if style.is_list and listed is None:
            return _Paragraph(runs, bullet=style.level)
        if _is_bold(element) and is_short_title(said(runs)):
            return _Paragraph(runs, title=_BOLD_TITLE)
        return _Paragraph(runs)

    def _put(self, paragraph: _Paragraph) -> None:
        if self.tables and self.tables[-1].cells:
            self.tables[-1].cells[-1].append(paragraph)
        elif paragraph.title:
            self.manuscript.title(paragraph.title, paragraph.runs)
        elif paragraph.bullet:
            self.manuscript.bullet(paragraph.bullet, paragraph.runs)
        else:
            self.manuscript.paragraph(paragraph.runs)

    def _row(self, cells: list[list[_Paragraph]]) -> None:
        """A row of a table is an item; one that only lays out paragraphs is those."""
        if len(cells) < 2 or any(each.bullet for cell in cells for each in cell):
            for cell in cells:
                for paragraph in cell:
                    self._put(paragraph)
            return
        row = row_of_cells(
            [run for paragraph in cell for run in (*paragraph.runs, BREAK)] for cell in cells
        )
        self._put(_Paragraph(tuple((" ", None) if run is BREAK else run for run in row), bullet=1))


def _runs(element: Element, place: Place) -> Iterator[Run]:
    """The words of a paragraph as they are printed."""
    waiting = [iter(element)]
    while waiting:
        child = next(waiting[-1], None)
        if child is None:
            waiting.pop()
            continue
        match _local(child.tag):
            case "t":
                yield child.text or "", place
            case "tab" | "ptab":
                yield " ", None
            case "br" | "cr":
                yield BREAK
            case "noBreakHyphen":
                yield "-", place
            case name if name not in _NOT_READ and not _is_hidden(child):
                waiting.append(iter(child))


def _is_hidden(run: Element) -> bool:
    vanish = _child(_child(run, "rPr"), "vanish")
    return vanish is not None and _attribute(vanish, "val") not in ("0", "false")


def _is_bold(paragraph: Element) -> bool:
    """Whether every word of a paragraph is in bold type."""
    found = False
    # Each element is looked at once, however deep they lie in each other.
    waiting: list[tuple[Element, bool | None]] = [(child, None) for child in paragraph]
    while waiting:
        element, bold = waiting.pop()
        name = _local(element.tag)
        if name == "t" and bold is not None and (element.text or "").strip():
            if not bold:
                return False
            found = True
        if name in _NOT_READ or _is_hidden(element):
            continue
        if name == "r":
            bold = bold is not False and _is_bold_run(element)
        waiting += [(child, bold) for child in element]
    return found


def _is_bold_run(run: Element) -> bool:
    bold = _child(_child(run, "rPr"), "b")
    return bold is not None and _attribute(bold, "val") not in ("0", "false")


def _styles(data: bytes) -> dict[str, _Style]:
    """The styles by their ids; each has what those it is based on say."""
    own: dict[str, _Style] = {}
    for element in ElementTree.fromstring(data):
        if _local(element.tag) != "style":
            continue
        name = _value(element, "name").casefold()
        properties = _child(element, "pPr")
        listed = _child(properties, "numPr")
        heading = _HEADING.fullmatch(name)
        title = int(heading[1]) if heading else 1 if name == "title" else _outline(properties)
        own[_attribute(element, "styleId")] = _Style(
            name,
            _value(element, "basedOn"),
            title,
            listed is not None or name.startswith(("list bullet", "list number")),
            _number(_value(listed, "ilvl") or name[-1:]) + (0 if name[-1:].isdecimal() else 1),
        )
    return {id: _inherited(style, own) for id, style in own.items()}


def _inherited(style: _Style, own: Mapping[str, _Style]) -> _Style:
    above = style
    for _ in range(_MOST_ANCESTORS):
        if style.title or style.is_list or above.based_on not in own:
            break
        above = own[above.based_on]
        style = _Style(style.name, style.based_on, above.title, above.is_list, above.level)
    return style


def _outline(properties: Element | None) -> int:
    """The level of a title; 9 in the file says that it is none."""
    said_level = _value(properties, "outlineLvl")
    return _number(said_level) + 1 if said_level and said_level != "9" else 0


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 3 else 0


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _child(element: Element | None, name: str) -> Element | None:
    if element is None:
        return None
    return next((child for child in element if _local(child.tag) == name), None)


def _value(element: Element | None, name: str) -> str:
    child = _child(element, name)
    return "" if child is None else _attribute(child, "val")


def _attribute(element: Element, name: str) -> str:
    return next((value for key, value in element.items() if _local(key) == name), "")
