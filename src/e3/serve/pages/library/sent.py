"""Forms with a file in them, as browsers send them (multipart/form-data)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from fastapi import Request

from e3.serve.refusals import Refusal
from e3.serve.settings import MOST_NAME

_BOUNDARY = re.compile(r'multipart/form-data;.*?boundary="?([^";]{1,70})"?', re.IGNORECASE)
_FIELD = re.compile(rb'content-disposition:[^\r\n]*?\bname="([^"]*)"', re.IGNORECASE)
_FILE = re.compile(rb'content-disposition:[^\r\n]*?\bfilename="([^"]*)"', re.IGNORECASE)
_MOST_PARTS = 20


@dataclass(frozen=True)
class SentForm:
    """The fields of a form, and the file that came with it."""

    fields: dict[str, str]
    name: str = ""
    data: bytes = b""


async def sent_form(request: Request) -> SentForm:
    """A form that a file may come with; without one its name is empty."""
    boundary = _BOUNDARY.match(request.headers.get("content-type", ""))
    if boundary is None:
        raise _unreadable()
    parts = (b"\r\n" + await request.body()).split(b"\r\n--" + boundary[1].encode("latin-1"))
    if not 2 <= len(parts) <= _MOST_PARTS:
        raise _unreadable()
    form = SentForm({})
    for part in parts[1:-1]:
        head, between, content = part.partition(b"\r\n\r\n")
        field, file = _FIELD.search(head), _FILE.search(head)
        if not between or field is None:
            raise _unreadable()
        if file is None:
            form.fields[_decoded(field[1])] = _decoded(content).replace("\r\n", "\n")
        elif name := _file_name(file[1]):
            form = SentForm(form.fields, name, content)
    return form


def _file_name(said: bytes) -> str:
    """The last part of what a browser calls a file: some tell its folders."""
    name = re.split(r"[/\\]", unquote(_decoded(said)))[-1]
    return "".join(sign for sign in name if sign.isprintable()).strip()[-MOST_NAME:]


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise _unreadable() from None


def _unreadable() -> Refusal:
    return Refusal(400, "The form can't be read: go back and send it again.")
