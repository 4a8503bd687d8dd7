"""Documents that were made to be slow, or to take more room than there is."""

from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from tests.limited import ends, needs_limits

from e3.documents.formats import document_in
from e3.errors import BadInput

pytest.importorskip("lxml", reason="needs e3-reader[documents]")

SIZE = 1_000_000
_BEGIN, _END = '<w:document xmlns:w="http://x"><w:body>', "</w:body></w:document>"
_SAID = "<w:p><w:r><w:t>a</w:t></w:r></w:p>"


def docx(body: str) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", f"{_BEGIN}{body}{_END}")
    return packed.getvalue()


def within(begin: str, end: str, size: int, inside: str = "") -> str:
    """Elements within each other, as many as there is room for."""
    times = size // len(begin + end)
    return begin * times + inside + end * times


def again(unit: str, size: int = SIZE) -> str:
    return size // len(unit) * unit


DOCUMENTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a title of blanks": ("a.md", f"---\ntitle: x{again(' ')}y\n---\nhi".encode),
    "comments without an end": ("a.md", f"<!--{again('<!-- ')}".encode),
    "comments of a block": ("a.md", ("<div>\n" + again("<!-- a\n")).encode),
    "brackets": ("a.md", again("[").encode),
    "pictures": ("a.md", again("![").encode),
    "links": ("a.md", again("[a](").encode),
    "deep elements": ("a.html", f"<html>{'<div>' * 1900}{again('<p>a')}".encode),
    "deep items": ("a.html", f"<html>{'<div>' * 200}{again('<p>a')}".encode),
    "a long name": ("a.html", f"<html><{'a' * 1900}>{again('<p>a')}".encode),
    "runs within runs": (
        "a.docx",
        lambda: docx(f"<w:p>{within('<w:r><w:t>a</w:t>', '</w:r>', SIZE)}</w:p>"),
    ),
    "runs within runs that say nothing": (
        "a.docx",
        lambda: docx(f"<w:p>{within('<w:r>', '</w:r>', SIZE)}</w:p>"),
    ),
    "tables within tables": (
        "a.docx",
        lambda: docx(
            within(
                "<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", SIZE // 2, again("<w:p/>", SIZE)
            )
        ),
    ),
    "millions of elements": ("a.docx", lambda: docx(_SAID + again("<a/>", 49_000_000))),
}


def read(name: str) -> None:
    file, data = DOCUMENTS[name][0], DOCUMENTS[name][1]()
    try:
        document_in(data, name=file, source=file)
    except BadInput as error:
        print(error)


@needs_limits
@pytest.mark.parametrize("name", DOCUMENTS)
def test_hostile_documents_come_to_an_end(name: str) -> None:
    ends(read, name)


def named(join: str, size: int = 300_000) -> str:
    return join.join(f"a{number}" for number in range(size))


MANY = {
    "names": lambda: f"<p {named(' ')}>hi",
    "values": lambda: f"<p {named('=1 ')}>hi",
    "quoted values, with what ends a tag": lambda: "<p {}>hi".format(named('=">" ')),
    "no blanks": lambda: "<p {}>hi".format(named('="x"')),
    "slashes": lambda: f"<p/{named('/')}>hi",
    "a comment that opens a quote": lambda: f'<!-- <p x=" --><p {named(" ")}>hi"',
    "a name that is none": lambda: f"<p a== 'x b=\" ' > \" {named(' ')}>hi",
    "a value without a name": lambda: f'<p ="x y=" > " {named(" ")}>hi',
    "tags within tags": lambda: again('<a x="'),
}


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_elements_with_more_attributes_than_pages_have(name: str, encoding: str) -> None:
    """libxml2 takes minutes for them: each attribute is compared with all before it."""
    with pytest.raises(BadInput, match="more than 1,000 attributes"):
        document_in(MANY[name]().encode(encoding), name="a.html", source="a.html")


def test_elements_with_as_many_attributes_as_pages_have() -> None:
    data = "{&quot;a&quot;: 1, " * 5_000
    page = again(f"<p {named(' ', 900)} data-all='{data}' title=\"a > b\">Hi.</p>\n", 3_000_000)
    found = document_in(page.encode("utf-16"), name="a.html", source="a.html")
    assert set(found.text.split()) == {"Hi."}


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("title: Made", "Made"),
        ('title: "Made by us"  ', "Made by us"),
        ("title: 'Made'\r", "Made"),
        ("title: it's", "it's"),
        ("title: ", "a"),
        ("name: Made", "a"),
    ],
)
def test_the_title_of_front_matter(written: str, title: str) -> None:
    found = document_in(f"---\n{written}\n---\nText.".encode(), name="a.md", source="a.md")
    assert found.title == title


def test_comments_are_no_text_and_keep_the_lines() -> None:
    data = b"<div>\nOne <!-- not\nthis --> two.\n<!-- nor this --> <b>Three</b>\n</div>"
    found = document_in(data, name="a.md", source="a.md")
    assert found.text.split() == ["One", "two.", "Three"]
    assert [place.line for place in found.places(found.rule_text.blocks[-1].span)][-1] == 4


def test_links_are_read_where_there_are_no_more_than_people_write() -> None:
    text = "See [the rules](https://example.org) and [others](b). " * 100
    found = document_in(text.encode(), name="a.md", source="a.md")
    assert "[" not in found.text
    assert found.text.count("the rules") == 100


@pytest.mark.parametrize(
    ("runs", "is_title"),
    [
        ("<w:r><w:rPr><w:b/></w:rPr><w:t>Boats</w:t></w:r>", True),
        (
            "<w:r><w:rPr><w:b/></w:rPr><w:t>Boats</w:t></w:r><w:r><w:t> and oars</w:t></w:r>",
            False,
        ),
        ('<w:r><w:rPr><w:b w:val="false"/></w:rPr><w:t>Boats</w:t></w:r>', False),
        ("<w:hyperlink><w:r><w:rPr><w:b/></w:rPr><w:t>Boats</w:t></w:r></w:hyperlink>", True),
        ("<w:r><w:t> </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>Boats</w:t></w:r>", True),
        ("<w:t>Boats</w:t>", False),
    ],
)
def test_a_line_in_bold_type_is_a_title(runs: str, is_title: bool) -> None:
    found = document_in(docx(f"<w:p>{runs}</w:p>{_SAID}"), name="a.docx", source="a.docx")
    assert found.text.startswith("#") is is_title
