"""PDFs that were damaged, or made to be what none is, end in a document or a sentence."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.documents.making import Made, write_pdf
from tests.limited import ends, needs_limits

from e3.documents.formats import document_in
from e3.errors import BadInput
from e3.policy.rule_text import BlockKind

pytest.importorskip("pypdfium2", reason="needs e3-reader[documents]")
pytest.importorskip("fpdf", reason="needs fpdf2")

_CONTENT = [
    Made(BlockKind.TITLE, ("Rowing",)),
    Made(BlockKind.PARAGRAPH, ("You", "may", "row", "if") * 20),
    Made(BlockKind.BULLET, ("you", "can", "swim")),
]


def made() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.pdf"
        write_pdf(path, _CONTENT * 5)
        return path.read_bytes()


def with_objects(*objects: bytes, root: int = 1) -> bytes:
    """A PDF of these objects, in their order; readers find them without a table."""
    written = [b"%d 0 obj\n%s\nendobj\n" % (n, each) for n, each in enumerate(objects, 1)]
    return b"%PDF-1.7\n" + b"".join(written) + b"trailer <</Root %d 0 R>>\n%%%%EOF" % root


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<</Length %d %s>>\nstream\n%s\nendstream" % (len(data), more, data)


_CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<>>>>"


def one_page(content: bytes, page: bytes = _PAGE, *more: bytes) -> bytes:
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    return with_objects(_CATALOG, pages, page, content, *more)


def packed(data: bytes, times: int) -> bytes:
    for _ in range(times):
        data = zlib.compress(data, 9)
    return stream(data, b"/Filter[%s]" % (b"/FlateDecode" * times))


def flipped(seed: int) -> bytes:
    data, chance = bytearray(made()), random.Random(seed)
    for _ in range(chance.choice((1, 10, 100))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def changed_numbers(seed: int) -> bytes:
    """With other sizes, counts and references: huge ones, none, and such as lead in circles."""
    chance = random.Random(seed)
    others = (b"0", b"-1", b"1", b"2", b"4294967295", b"99999999999999999999", b"2147483647")

    def other(found: re.Match[bytes]) -> bytes:
        return chance.choice(others) if chance.random() < 0.05 else found[0]

    return re.sub(rb"\d+", other, made())


def cut(seed: int) -> bytes:
    data, chance = made(), random.Random(seed)
    one, other = sorted(chance.randrange(len(data)) for _ in range(2))
    return chance.choice((data[:one], data[one:], data[:one] + data[other:], data[:other] * 2))


SHAPES: dict[str, Callable[[], bytes]] = {
    "a page that is its own": lambda: with_objects(
        _CATALOG, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"
    ),
    "pages without end": lambda: with_objects(
        _CATALOG, b"<</Type/Pages/Kids[3 0 R]/Count 2147483647>>", _PAGE, stream(b"")
    ),
    "the same page again and again": lambda: with_objects(
        _CATALOG, b"<</Type/Pages/Kids[%s]/Count 2000>>" % (b"3 0 R " * 2000), _PAGE, stream(b"BT")
    ),
    "pages within pages": lambda: with_objects(
        _CATALOG,
        *(b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % (n + 1) for n in range(2, 50_000)),
        _PAGE,
    ),
    "lists within lists": lambda: one_page(b"[" * 500_000),
    "lists within lists on a page": lambda: one_page(stream(b"[" * 500_000)),
    "states within states": lambda: one_page(stream(b"q " * 1_000_000)),
    "a stream that is its own length": lambda: one_page(b"<</Length 4 0 R>>\nstream\nx\nendstream"),
    "packed": lambda: one_page(packed(b" " * 100_000_000, 1)),
    "packed three times": lambda: one_page(packed(b" " * 100_000_000, 3)),
    "a form that draws itself": lambda: one_page(
        stream(b"/F Do"),
        _PAGE.replace(b"<<>>", b"<</XObject<</F 5 0 R>>>>"),
        stream(
            b"/F Do /F Do",
            b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>",
        ),
    ),
    "forms that draw forms twice": lambda: one_page(
        stream(b"/F Do"),
        _PAGE.replace(b"<<>>", b"<</XObject<</F 5 0 R>>>>"),
        *(
            stream(
                b"/F Do /F Do",
                b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
                b"/Resources<</XObject<</F %d 0 R>>>>" % (n + 1),
            )
            for n in range(5, 40)
        ),
    ),
    "streams of objects within each other": lambda: with_objects(
        _CATALOG,
        *(
            stream(b"%d 0 <</A 1>>" % (n + 1), b"/Type/ObjStm/N 1/First 4/Extends %d 0 R" % (n + 1))
            for n in range(2, 5_000)
        ),
    ),
    "a stream of millions of objects": lambda: with_objects(
        _CATALOG, stream(b"1 0 " * 10, b"/Type/ObjStm/N 2147483647/First 2147483647")
    ),
    "an endless number": lambda: one_page(stream(b"9" * 1_000_000 + b" 0 Td")),
}
KINDS: dict[str, Callable[[int], bytes]] = {
    "flipped": flipped,
    "numbers": changed_numbers,
    "cut": cut,
}
EACH = 34


def read(data: bytes) -> bool:
    try:
        document_in(data, name="a.pdf", source="a.pdf")
    except BadInput as error:
        assert "\n" not in str(error)
        return False
    return True


def read_shape(name: str) -> None:
    read(SHAPES[name]())


def read_all(name: str) -> None:
    found = {read(KINDS[name](seed)) for seed in range(EACH)}
    assert found == {True, False}, "all that was damaged is the same"


def test_what_is_damaged_here_can_be_read() -> None:
    assert read(made())


@needs_limits
@pytest.mark.parametrize("name", ["a form that draws itself", "forms that draw forms twice"])
def test_forms_that_would_take_all_memory(name: str) -> None:
    """PDFium draws them 2 ** 28 times, and ends the process that it is in."""
    with pytest.raises(BadInput, match="more room or time"):
        document_in(SHAPES[name](), name="a.pdf", source="a.pdf")


@needs_limits
@pytest.mark.parametrize("name", SHAPES)
def test_shapes_that_no_pdf_has(name: str) -> None:
    ends(read_shape, name)


@needs_limits
@pytest.mark.parametrize("name", KINDS)
def test_damages(name: str) -> None:
    ends(read_all, name)
