"""Documents made on the spot: the same content in each format, and its words read back.

What is read back here uses nothing of `e3.documents`: it is the original that a place leads to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from hypothesis import strategies as st

from e3.documents.document import Place
from e3.policy.rule_text import BlockKind

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Made:
    """A block of a document."""

    kind: BlockKind
    words: tuple[str, ...]
    level: int = 1

    @property
    def text(self) -> str:
        return " ".join(self.words)


def words_of(text: str) -> list[str]:
    return _WORD.findall(text)


_words = st.lists(
    st.text("abcdefghijklmnopqrstuvwxyzäéßABC", min_size=3, max_size=12), min_size=1, max_size=25
).map(tuple)
_titles = st.builds(
    Made, st.just(BlockKind.TITLE), _words.map(lambda words: words[:6]), st.integers(1, 3)
)
_paragraphs = st.builds(Made, st.just(BlockKind.PARAGRAPH), _words)
_lists = st.lists(
    st.builds(Made, st.just(BlockKind.BULLET), _words, st.integers(1, 2)), min_size=1, max_size=4
).map(lambda bullets: [_top(bullets[0]), *bullets[1:]])


def _top(bullet: Made) -> Made:
    return Made(bullet.kind, bullet.words)


contents = st.lists(
    st.tuples(st.none() | _titles, _paragraphs, st.just([]) | _lists), min_size=1, max_size=5
).map(
    lambda parts: [
        block
        for title, paragraph, bullets in parts
        for block in (*([title] if title else []), paragraph, *bullets)
    ]
)
"""Titles, paragraphs and lists under them."""


def write_text(path: Path, blocks: Sequence[Made]) -> None:
    path.write_text(_lines(blocks, "#", "*"), encoding="utf-8")


def _lines(blocks: Sequence[Made], title: str, bullet: str) -> str:
    signs = {BlockKind.TITLE: title, BlockKind.BULLET: bullet, BlockKind.PARAGRAPH: ""}
    said = []
    for block in blocks:
        sign = signs[block.kind] * block.level
        said.append(f"{'' if block.kind is BlockKind.BULLET else chr(10)}{sign} {block.text}\n")
    return "".join(said).replace("\n ", "\n").lstrip()


def write_markdown(path: Path, blocks: Sequence[Made]) -> None:
    """With front matter, a link on every first word, wrapped lines and nested lists."""
    parts = ["---\ntitle: Made\n---\n"]
    for block in blocks:
        first, *others = block.words
        words = [f"[{first}](https://example.com/a_b 'c')", *others]
        if block.kind is BlockKind.TITLE:
            parts.append(f"\n{'#' * block.level} {' '.join(words)}\n\n")
        elif block.kind is BlockKind.BULLET:
            parts.append(f"{'    ' * (block.level - 1)}-   {' '.join(words)}\n")
        else:
            lines = [" ".join(words[at : at + 5]) for at in range(0, len(words), 5)]
            parts.append("\n<!-- -->\n\n" + "\n".join(lines) + "\n\n")
    path.write_text("".join(parts), encoding="utf-8")


def write_html(path: Path, blocks: Sequence[Made]) -> None:
    """A page with a menu and scripts around it; inline elements part words from words."""
    parts = [
        "<!doctype html><html><head><meta charset=utf-8><title>Made</title><script>var no=1;"
        "</script></head><body><nav><ul><li>Menu</ul></nav><main>"
    ]
    depth = 0
    for block in blocks:
        wanted = block.level if block.kind is BlockKind.BULLET else 0
        parts.append("<ul>" * (wanted - depth) + "</li></ul>" * (depth - wanted))
        depth = wanted
        first, *others = map(escape, block.words)
        said = f"<a href='#'>{first}</a>\n {'  '.join(others)}"
        if block.kind is BlockKind.TITLE:
            parts.append(f"<h{block.level}>{said}</h{block.level}>")
        else:
            parts.append(f"<li>{said}" if wanted else f"<p>{said}</p>")
    parts.append("</li></ul>" * depth + "</main><footer>Foot</footer></body></html>")
    path.write_text("".join(parts), encoding="utf-8")


def write_docx(path: Path, blocks: Sequence[Made]) -> None:
    """As a word processor would: runs cut anywhere, deleted words, styles that are based on others.

    Bullets are so by a number of their own.
    """
    paragraphs = []
    for block in blocks:
        match block.kind:
            case BlockKind.TITLE:
                properties = f'<w:pStyle w:val="H{block.level}"/>'
            case BlockKind.BULLET:
                level = f'<w:ilvl w:val="{block.level - 1}"/><w:numId w:val="1"/>'
                properties = f"<w:numPr>{level}</w:numPr>"
            case _:
                properties = ""
        half = len(block.text) // 2
        runs = "".join(
            f'<w:r><w:t xml:space="preserve">{escape(part)}</w:t></w:r>'
            for part in (block.text[:half], block.text[half:])
        )
        deleted = "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        paragraphs.append(f"<w:p><w:pPr>{properties}</w:pPr>{runs}{deleted}</w:p>")
    document = f'<w:document xmlns:w="{_W}"><w:body>{"".join(paragraphs)}</w:body></w:document>'
    styles = "".join(
        f'<w:style w:styleId="H{n}"><w:basedOn w:val="h{n}"/></w:style>'
        f'<w:style w:styleId="h{n}"><w:name w:val="heading {n}"/></w:style>'
        for n in range(1, 4)
    )
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", document)
        archive.writestr("word/styles.xml", f'<w:styles xmlns:w="{_W}">{styles}</w:styles>')


def write_pdf(path: Path, blocks: Sequence[Made]) -> None:
    """With a running head and a page number on each page; paragraphs wrap, items hang."""
    from fpdf import FPDF  # noqa: PLC0415 - slow to load

    class Page(FPDF):  # type: ignore[misc]
        def header(self) -> None:
            self.set_font("Helvetica", size=8)
            self.cell(0, 5, "Running head of all pages", new_x="LMARGIN", new_y="NEXT")
            self.ln(6)

        def footer(self) -> None:
            self.set_y(-12)
            self.set_font("Helvetica", size=8)
            self.cell(0, 5, f"Page {self.page_no()}", align="C")

    pdf = Page()
    pdf.add_page()
    for block in blocks:
        if block.kind is BlockKind.BULLET:
            pdf.set_font("Helvetica", size=11)
            pdf.set_left_margin(10 + 8 * block.level)
            pdf.set_x(10 + 8 * block.level)
            pdf.cell(5, 5, "-")
            pdf.set_left_margin(15 + 8 * block.level)
        else:
            pdf.ln(4)
            pdf.set_left_margin(10)
            pdf.set_x(10)
            title = block.kind is BlockKind.TITLE
            pdf.set_font("Helvetica", "B" if title else "", 20 - 2 * block.level if title else 11)
        height = 8 if block.kind is BlockKind.TITLE else 5
        pdf.multi_cell(0, height, block.text, align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.output(str(path))


def original_words(path: Path, places: Sequence[Place]) -> list[str]:
    """The words of the original where these places are."""
    match path.suffix:
        case ".txt" | ".md":
            lines = path.read_text(encoding="utf-8").split("\n")
            said = [lines[place.line - 1] for place in places if place.line is not None]
            return words_of(re.sub(r"\]\([^)]*\)", "]", " ".join(said)))
        case ".html":
            from lxml import html  # noqa: PLC0415 - in an extra

            page = html.parse(str(path))
            elements = [page.xpath(place.element)[0] for place in places]
            return words_of(" ".join(text for each in elements for text in each.itertext()))
        case ".docx":
            data = ZipFile(path).read("word/document.xml").decode()
            paragraphs = re.findall(r"<w:p>.*?</w:p>", data)
            numbers = [int(place.element.removeprefix("paragraph ")) for place in places]
            said = [
                "".join(re.findall(r"<w:t [^>]*>(.*?)</w:t>", paragraphs[n - 1])) for n in numbers
            ]
            return words_of(" ".join(said))
        case ".pdf":
            return words_of(" ".join(_bounded(path, places)))
    raise ValueError(path.suffix)


def _bounded(path: Path, places: Sequence[Place]) -> list[str]:
    import pypdfium2  # noqa: PLC0415 - in an extra

    said = []
    with pypdfium2.PdfDocument(path) as pdf:
        for place in places:
            assert place.page is not None
            assert place.box is not None
            said.append(pdf[place.page - 1].get_textpage().get_text_bounded(*place.box))
    return said


WRITERS = {
    "txt": write_text,
    "md": write_markdown,
    "html": write_html,
    "docx": write_docx,
    "pdf": write_pdf,
}
"""How a document is written in each format."""
