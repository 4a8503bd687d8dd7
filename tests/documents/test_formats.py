"""What documents of each format are read as, and one plain sentence for what is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from tests.documents.making import Made, write_docx, write_pdf

from e3.documents.folders import documents_in
from e3.documents.formats import read_document
from e3.errors import BadInput, MissingExtra
from e3.policy.rule_text import BlockKind

pytest.importorskip("lxml", reason="needs e3-reader[documents]")
pytest.importorskip("pypdfium2", reason="needs e3-reader[documents]")
fpdf = pytest.importorskip("fpdf", reason="needs e3-reader[test]")

TITLE, PARAGRAPH, BULLET = BlockKind.TITLE, BlockKind.PARAGRAPH, BlockKind.BULLET


def made(kind: BlockKind, text: str, level: int = 1) -> Made:
    return Made(kind, tuple(text.split()), level)


GUIDE = [
    made(TITLE, "Travel guide"),
    made(PARAGRAPH, "We pay for a journey that you make for us, whoever has asked you to. " * 4),
    made(TITLE, "Hotels", 2),
    made(PARAGRAPH, "We pay for a hotel if:"),
    made(
        BULLET, "you are away for a night, which is from ten in the evening to six in the morning"
    ),
    made(BULLET, "one of these holds:"),
    made(BULLET, "the last train has left", 2),
    made(BULLET, "you are ill", 2),
    made(BULLET, "you have told us before"),
    made(PARAGRAPH, "This does not apply to guests. " * 9),
]


def blocks(path: Path) -> list[tuple[BlockKind, int, str]]:
    document = read_document(path)
    return [
        (each.kind, each.level, " ".join(each.span.of(document.text).split()))
        for each in document.rule_text.blocks
    ]


def test_a_pdf_has_titles_lists_and_no_running_heads(tmp_path: Path) -> None:
    path = tmp_path / "guide.pdf"
    write_pdf(path, [*GUIDE, *GUIDE[3:] * 5])
    found = blocks(path)
    assert read_document(path).pieces[-1].place.page == 2
    assert found[: len(GUIDE)] == [
        (each.kind, each.level if each.kind is not PARAGRAPH else 0, each.text) for each in GUIDE
    ]
    assert not [said for _, _, said in found if "Page" in said or "Running" in said]


def test_a_word_that_is_parted_at_the_end_of_a_line_is_one(tmp_path: Path) -> None:
    pdf = fpdf.FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    for line in ("Only the bene-", "fits of a well-", "known person count, so benefits", "do."):
        pdf.cell(0, 5, line, new_x="LMARGIN", new_y="NEXT")
    pdf.cell(0, 5, "You are well-known.", new_x="LMARGIN", new_y="NEXT")
    pdf.output(str(path := tmp_path / "parted.pdf"))
    said = "Only the benefits of a well-known person count, so benefits do."
    assert blocks(path)[0] == (PARAGRAPH, 0, said)


def test_signs_of_bullets_may_be_drawn(tmp_path: Path) -> None:
    """As browsers print them."""
    pdf = fpdf.FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    pdf.cell(
        0, 5, "You pay nothing if all of these hold on the day:", new_x="LMARGIN", new_y="NEXT"
    )
    for level, said in ((1, "you are ill"), (1, "one of these holds:"), (2, "it is cold")):
        pdf.ellipse(4 + 8 * level, pdf.get_y() + 2, 1, 1, style="F")
        pdf.set_x(8 + 8 * level)
        pdf.cell(0, 5, said, new_x="LMARGIN", new_y="NEXT")
    pdf.output(str(path := tmp_path / "drawn.pdf"))
    assert blocks(path)[1:] == [
        (BULLET, 1, "you are ill"),
        (BULLET, 1, "one of these holds:"),
        (BULLET, 2, "it is cold"),
    ]


def test_pages_without_text_are_named(tmp_path: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - fpdf2 needs it

    pdf = fpdf.FPDF()
    pdf.set_font("Helvetica", size=11)
    for number in range(6):
        pdf.add_page()
        if number in (1, 3, 4):
            pdf.image(Image.new("L", (50, 50), 128))
        elif number != 5:
            pdf.cell(0, 5, f"You may enter by door {number}.")
    pdf.output(str(tmp_path / "some.pdf"))
    (note,) = read_document(tmp_path / "some.pdf").notes
    assert note.startswith("pages 2, 4 to 5 have pictures and no text")
    scan = fpdf.FPDF()
    scan.add_page()
    scan.image(Image.new("L", (50, 50), 128))
    scan.output(str(tmp_path / "scan.pdf"))
    with pytest.raises(BadInput, match="there is no text on page 1: all are pictures"):
        read_document(tmp_path / "scan.pdf")


def test_a_table_is_rows(tmp_path: Path) -> None:
    page = (
        "<table><tr><th>Age<th>Fee</tr><tr><td>under 5<td>none</tr>"
        "<tr><td><p>over 5</p><td>1 pound</table>"
    )
    markdown = "|Age|Fee|\n|---|---|\n|under 5|none|\n|over 5|1 pound|\n"
    (tmp_path / "fees.html").write_text(page, encoding="utf-8")
    (tmp_path / "fees.md").write_text(markdown, encoding="utf-8")
    wanted = "Age | Fee\n* under 5 | none\n* over 5 | 1 pound"
    assert read_document(tmp_path / "fees.html").text == wanted
    assert read_document(tmp_path / "fees.md").text == wanted
    table = "<w:tbl>" + "".join(
        f"<w:tr>{''.join(f'<w:tc><w:p><w:r><w:t>{c}</w:t></w:r></w:p></w:tc>' for c in row)}</w:tr>"
        for row in (("under 5", "none"), ("over 5", "1 pound"))
    )
    docx(tmp_path / "fees.docx", f"<w:p><w:r><w:t>Fees:</w:t></w:r></w:p>{table}</w:tbl>")
    assert read_document(tmp_path / "fees.docx").text == wanted.replace("Age | Fee", "Fees:")


def test_a_page_without_what_stands_around_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<title>Cards &amp; fees</title><header>Us</header><div><h1>Cards</h1><p>You may have one."
        "<br>* or two</p><p><b>Who pays</b></p><p hidden>No.</p><dl><dt>Fee<dd>None.</dl></div>"
        "<script>no()</script><aside>See also</aside><footer>Us</footer>",
        encoding="utf-8",
    )
    document = read_document(path)
    assert document.title == "Cards & fees"
    assert document.text == (
        "# Cards\n\nYou may have one.\n* or two\n\n###### Who pays\n\nFee\n* None."
    )


def test_a_page_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes("<meta charset=iso-8859-1><p>Café £5".encode("latin-1"))
    assert read_document(path).text == "Café £5"
    path.write_bytes("<p>Café £5".encode())
    assert read_document(path).text == "Café £5"


def test_a_docx_as_it_is_printed(tmp_path: Path) -> None:
    body = (
        '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>Fees</w:t></w:r></w:p>'
        "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Who pays</w:t></w:r></w:p>"
        '<w:p><w:r><w:t xml:space="preserve">All </w:t><w:tab/><w:t>pay</w:t></w:r>'
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>"
        "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>"
        "<w:ins><w:r><w:t>.</w:t></w:r></w:ins></w:p>"
    )
    docx(tmp_path / "fees.docx", body)
    assert read_document(tmp_path / "fees.docx").text == "## Fees\n\n###### Who pays\n\nAll pay."


def docx(path: Path, body: str) -> None:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        document = f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'
        archive.writestr("word/document.xml", document)


def encrypted(path: Path) -> None:
    pdf = fpdf.FPDF()
    pdf.add_page()
    pdf.set_encryption(owner_password="a", user_password="b")
    pdf.output(str(path))


def huge_docx(path: Path) -> None:
    with (
        ZipFile(path, "w", ZIP_DEFLATED) as archive,
        archive.open("word/document.xml", "w") as part,
    ):
        for _ in range(200):
            part.write(bytes(1_000_000))


def zipped(path: Path) -> None:
    with ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "a")


def broken_docx(path: Path) -> None:
    with ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<w:document")


def entities_docx(path: Path) -> None:
    lines = [f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(12)]
    with ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", f"<!DOCTYPE d [{''.join(lines)}]><d>&e11;</d>")


def half(path: Path) -> None:
    write_docx(path, GUIDE)
    path.write_bytes(path.read_bytes()[:500])


@pytest.mark.parametrize(
    ("name", "make", "sentence"),
    [
        ("locked.pdf", encrypted, "this PDF is locked with a password: save it without"),
        ("broken.pdf", lambda p: p.write_bytes(b"%PDF-1.7\nnothing"), "this PDF is broken"),
        ("huge.docx", huge_docx, "more than 50 MB unpacked"),
        ("zip.docx", zipped, "this is an archive and no DOCX"),
        ("broken.docx", broken_docx, "the DOCX is broken"),
        ("laughs.docx", entities_docx, "the DOCX is broken"),
        ("half.docx", half, "the archive is broken"),
        ("old.doc", lambda p: p.write_bytes(b"\xd0\xcf\x11\xe0" + b"a" * 9), "save it as .docx"),
        ("big.html", lambda p: p.write_bytes(b"<p>a" * 5_000_000), "more than 10 MB"),
        ("deep.html", lambda p: p.write_bytes(b"<div>" * 200_000 + b"a"), "nested too deeply"),
        ("empty.html", lambda p: p.write_bytes(b"<p> </p>"), "there is no text in this"),
        ("empty.md", lambda p: p.write_bytes(b" \n"), "the file is empty"),
        ("comment.md", lambda p: p.write_bytes(b"<!-- a -->"), "there is no text in this"),
        ("bytes.txt", lambda p: p.write_bytes(b"\x89PNG\r\n\0"), "not a text file in UTF-8"),
        ("none.pdf", Path.resolve, "there is no such file"),
        ("folder.pdf", lambda p: p.mkdir(), "this is a folder"),
    ],
)
def test_one_sentence_for_what_is_no_document(
    tmp_path: Path, name: str, make: Callable[[Path], object], sentence: str
) -> None:
    make(tmp_path / name)
    with pytest.raises(BadInput) as raised:
        read_document(tmp_path / name)
    assert (sentence in str(raised.value), name in str(raised.value)) == (True, True)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_in_circles(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name in ("2.md", "a/1.txt", "a/b/3.PDF", "a/.hidden.md", "a/picture.png"):
        (tmp_path / name).write_text("You may.", encoding="utf-8")
    (tmp_path / "a" / "b" / "up").symlink_to(tmp_path)
    (tmp_path / "a" / "again").symlink_to(tmp_path / "a" / "b")
    (tmp_path / "a" / "self.txt").symlink_to(tmp_path / "a" / "self.txt")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    names = [path.name for path in documents_in(tmp_path)]
    assert sorted(names) == ["1.txt", "2.md", "3.PDF"]


def test_documents_of_a_folder_that_can_not_be_read_are_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "old.DOC").write_bytes(b"\xd0\xcf\x11\xe0" + b"a" * 9)
    (tmp_path / "open.odt").write_bytes(b"PK\x03\x04")
    (tmp_path / "rich.rtf").write_bytes(b"{\\rtf1 You may.}")
    for path in documents_in(tmp_path):
        with pytest.raises(BadInput):
            read_document(path)
    assert len(list(documents_in(tmp_path))) == 3


@pytest.mark.parametrize(("name", "package"), [("a.pdf", "pypdfium2"), ("a.html", "lxml")])
def test_what_a_plain_install_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, package: str
) -> None:
    (tmp_path / name).write_bytes(b"%PDF-1.7" if name == "a.pdf" else b"<p>You may.")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"needs {package}, .*e3-reader\[documents\]"):
        read_document(tmp_path / name)
