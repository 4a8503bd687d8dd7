"""PDFium in a process of its own, with limits.

It has none itself: a file of 433 bytes, a form that draws itself twice, takes all memory there is
and ends the process. So that is one that nobody else is in.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from typing import Any

from e3.documents.pdf import Found, PdfLine, PdfWord, Refused, read_lines
from e3.errors import BadInput

_ROOM, _TIMES = 10**9, 6
"""Bytes, and so many times the file's own beside: it is there three times, as is what is in it."""
_SECONDS = 120


def lines_apart(data: bytes, source: str) -> Found:
    """All lines of a PDF, as `read_lines` finds them."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=data,
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        why = "this PDF takes more room or time than there is for one, or is broken"
        raise BadInput(why, source=source) from None
    found = json.loads(done.stdout)
    if isinstance(found, str):
        raise BadInput(found, source=source)
    lines, without_text, pages = found
    return [_line(*each) for each in lines], without_text, pages


def _line(page: int, words: list[list[Any]], height: float, mark: float | None) -> PdfLine:
    return PdfLine(page, tuple(_word(*each) for each in words), height, mark)


def _word(text: str, box: list[float], size: float, is_bold: bool) -> PdfWord:
    left, bottom, right, top = box
    return PdfWord(text, (left, bottom, right, top), size, is_bold)


def _limited(room: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no limits
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (room, room))


def _work() -> None:
    data = sys.stdin.buffer.read()
    _limited(_ROOM + _TIMES * len(data))
    try:
        lines, without_text, pages = read_lines(data)
    except Refused as refused:
        json.dump(str(refused), sys.stdout)
        return
    told = [
        [
            line.page,
            [[word.text, word.box, word.size, word.is_bold] for word in line.words],
            line.page_height,
            line.mark,
        ]
        for line in lines
    ]
    json.dump([told, without_text, pages], sys.stdout)


if __name__ == "__main__":
    _work()
