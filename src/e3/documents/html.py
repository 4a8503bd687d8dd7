"""HTML, by lxml.

Extractors such as trafilatura give a text without places and drop what they take for noise, which
in a policy may be the list of exceptions. Pages say themselves what they are about (`main`), what
leads through the site (`nav`) and what is a list; that is followed here, and each word keeps the
XPath of its element.
"""

from __future__ import annotations

import codecs
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from e3.documents.document import Document, Place
from e3.documents.html_tags import MOST_ATTRIBUTES, has_usual_tags
from e3.documents.manuscript import BREAK, Manuscript, Run, is_short_title, row_of_cells, said
from e3.errors import BadInput, MissingExtra

MOST_BYTES = 10_000_000

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NOT_READ = frozenset(
    "script style template noscript nav button select textarea input svg math iframe"
    " object video audio canvas dialog head".split()
)
_AROUND = ("header", "footer", "aside")
"""What stands around the text, where it is not within it."""
_LISTED = ("li", "dd", "dt", "table", "td", "main", "article")
_LAID_OUT = ("ul", "ol", "dl", "table", *_HEADINGS)
_SITE_ROLES = frozenset("navigation banner contentinfo search complementary dialog menu".split())
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption"
    " figure footer form header hr html legend li main ol p pre section summary table tbody td"
    " tfoot th thead title tr ul".split()
) | set(_HEADINGS)
_BOLD_TITLE = 6
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LONGEST_PATH = 2_000
"""Characters that lead to an element: about 200 elements within each other; pages have 50."""


def read_html(data: bytes, *, title: str, source: str, encoding: str | None = None) -> Document:
    """The document in a page; `encoding` is what the server says of it."""
    root = _parsed(data, encoding, source)
    named = root.find(".//title")
    if named is not None and (words := " ".join(named.text_content().split())):
        title = words
    main = _main(root)
    top = root if main is None else main
    writing = _Writing(Manuscript(source), in_main=main is not None)
    writing.walk(top, root.getroottree().getpath(top))
    return writing.manuscript.document(title=title, format="html")


def _parsed(data: bytes, encoding: str | None, source: str) -> Any:
    try:
        from lxml import etree, html  # noqa: PLC0415 - in an extra
    except ModuleNotFoundError:
        raise MissingExtra("lxml", "documents", "Reading HTML") from None
    with suppress(LookupError, UnicodeDecodeError):
        # UTF-8 is no other encoding by chance, whatever the page says of itself.
        own = "utf-16" if data.startswith(_UTF_16) else "utf-8"
        data = data.decode(own if encoding is None else encoding).encode()
        encoding = "utf-8"
    if not has_usual_tags(data):
        why = f"an element of this page has more than {MOST_ATTRIBUTES:,} attributes"
        raise BadInput(why, source=source)
    try:
        known = encoding if encoding == "utf-8" else None
        parser = html.HTMLParser(encoding=known, huge_tree=True, remove_comments=True)
        root = html.document_fromstring(data, parser=parser)
    except (etree.LxmlError, LookupError, ValueError) as error:
        why = " ".join(str(error).split())[:100]
        raise BadInput(f"this is no page that can be read: {why}", source=source) from None
    if any("xcessive depth" in entry.message for entry in parser.error_log):
        raise _too_deep(source)
    return root


def _too_deep(source: str) -> BadInput:
    return BadInput("the elements of this page are nested too deeply", source=source)


def _main(root: Any) -> Any:
    """The element that the page says it is about."""
    for wanted in ("main", "article"):
        found = [
            each
            for each in root.iter()
            if isinstance(each.tag, str) and (each.tag == wanted or each.get("role") == wanted)
        ]
        if len(found) == 1 and found[0].text_content().strip():
            return found[0]
    return None


@dataclass
class _Open:
    """An element whose end has not come yet."""

    tag: str
    path: str
    place: Place
    """Of the nearest element that is a block."""
    listed: str = ""
    """The nearest element around it, itself included, that says whether it is an item of a list."""
    children: Counter[str] = field(default_factory=Counter)


@dataclass
class _Writing:
    """Where in the page the elements have led to."""

    manuscript: Manuscript
    in_main: bool
    opened: list[_Open] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)
    """For each list that is open the number of its next item; None without numbers."""
    is_first: bool = False
    """Whether the next words are the first of their item."""
    title: int = 0
    cells: list[list[Run]] | None = None
    """Of the row of a table."""
    bold: int = 0
    is_plain: bool = False
    """Whether some words of the block are not in bold type."""

    def walk(self, top: Any, path: str) -> None:
        """Reads an element with all that is in it."""
        from lxml import etree  # noqa: PLC0415 - in an extra

        events = etree.iterwalk(top, events=("start", "end"))
        for event, element in events:
            if not isinstance(element.tag, str):  # an instruction to a program
                self._say(element.tail if event == "end" else None)
            elif event == "start":
                here = path if element is top else self._path(element.tag)
                is_block = element.tag in _BLOCKS or not self.opened
                place = Place(element=here) if is_block else self.opened[-1].place
                around = self.opened[-1].listed if self.opened else ""
                listed = element.tag if element.tag in _LISTED else around
                self.opened.append(_Open(element.tag, here, place, listed))
                if _is_left_out(element, in_main=self.in_main):
                    events.skip_subtree()
                else:
                    self._begin(element)
                    self._say(element.text)
            else:
                if not _is_left_out(element, in_main=self.in_main):
                    self._end(element)
                self.opened.pop()
                if element is not top:
                    self._say(element.tail)
        self._flush()

    def _path(self, tag: str) -> str:
        above = self.opened[-1]
        above.children[tag] += 1
        path = f"{above.path}/{tag}[{above.children[tag]}]"
        # Each block keeps its own: of deep ones a small page has gigabytes.
        if len(path) > _LONGEST_PATH:
            raise _too_deep(self.manuscript.source)
        return path

    def _say(self, text: str | None) -> None:
        if text:
            self.runs.append((text, self.opened[-1].place))
            self.is_plain |= not self.bold and not text.isspace()

    def _begin(self, element: Any) -> None:
        tag = element.tag
        if tag in _BLOCKS and self.cells is None:
            self._flush()
        match tag:
            case "br":
                self.runs.append(BREAK if self.cells is None else (" ", None))
            case "b" | "strong":
                self.bold += 1
            case "ul" | "dl":
                self.lists.append(None)
            case "ol":
                start = element.get("start", "1")
                self.lists.append(int(start) if start.isdecimal() and len(start) < 3 else 1)
            case "li" | "dd":
                self.is_first = True
            case "tr" if self.cells is None and not _lays_out(element):
                self.cells = []
            case "img":
                self.runs.append((" ", None))
        self.title = _HEADINGS.get(tag, self.title)

    def _end(self, element: Any) -> None:
        tag = element.tag
        if tag in ("td", "th") and self.cells is not None:
            self.cells.append(self.runs)
            self.runs = []
        elif tag == "tr" and self.cells is not None and not _lays_out(element):
            self._row(is_head=all(child.tag == "th" for child in element))
        elif tag in _BLOCKS and self.cells is None:
            self._flush()
        elif tag in _BLOCKS:
            self.runs.append((" ", None))
        if tag in ("b", "strong"):
            self.bold -= 1
        elif tag in ("ul", "ol", "dl"):
            self.lists.pop()
        elif tag in _HEADINGS:
            self.title = 0

    def _row(self, *, is_head: bool) -> None:
        row = row_of_cells(self.cells or [])
        self.cells, self.runs = None, []
        if is_head:
            self.manuscript.paragraph(row)
        else:
            self.manuscript.bullet(1, row)

    def _flush(self) -> None:
        """Writes the block that ends here."""
        runs, self.runs = self.runs, []
        is_bold, self.is_plain = not self.is_plain, False
        if not (words := said(runs)):
            return
        item = self.opened[-1].listed if self.opened else ""
        if self.title:
            self.manuscript.title(self.title, runs)
        elif item in ("li", "dd") and self.lists:
            self._item(runs)
        elif is_bold and is_short_title(words):
            self.manuscript.title(_BOLD_TITLE, runs)
        else:
            self.manuscript.paragraph(runs)

    def _item(self, runs: list[Run]) -> None:
        if not self.is_first:
            self.manuscript.more_of_bullet(runs)
            return
        number = self.lists[-1]
        self.manuscript.bullet(len(self.lists), runs, number=number)
        self.lists[-1] = None if number is None else number + 1
        self.is_first = False


def _is_left_out(element: Any, *, in_main: bool) -> bool:
    """Whether a person who reads the page's text does not see an element."""
    tag, role = element.tag, element.get("role", "")
    return (
        tag in _NOT_READ
        or (not in_main and tag in _AROUND)
        or role in _SITE_ROLES
        or element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or "display:none" in element.get("style", "").replace(" ", "").lower()
    )


def _lays_out(row: Any) -> bool:
    """Whether a row of a table only says where other blocks stand."""
    return len(row) < 2 or next(row.iter(*_LAID_OUT), None) is not None
