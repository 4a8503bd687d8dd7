"""Forms with a file in them, as browsers send them (multipart/form-data)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from fastapi import Request

from e3.serve.refusals import Refusal
from e3.serve.settings import MOST_NAME

_BOUNDARY = re.compile(r'multipart/form-data;.*?boundary="?([^";]{1,70})"?', re.IGNORECASE)
_NAMED = re.compile(rb'\b(name|filename)="([^"]*)"', re.IGNORECASE)
_MOST_PARTS = 20
_LONGEST_HEAD = 4_000
"""Bytes of what is said of a part: its names are looked for before anything else can go on."""


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
    between_parts = b"\r\n--" + boundary[1].encode("latin-1")
    parts = (b"\r\n" + await request.body()).split(between_parts, _MOST_PARTS)
    if not 2 <= len(parts) <= _MOST_PARTS:
        raise _unreadable()
    form = SentForm({})
    for part in parts[1:-1]:
        end = part.find(b"\r\n\r\n", 0, _LONGEST_HEAD)
        names = _names(part[: max(0, end)])
        if b"name" not in names:
            raise _unreadable()
        content = part[end + 4 :]
        if b"filename" not in names:
            form.fields[_decoded(names[b"name"])] = _decoded(content).replace("\r\n", "\n")
        elif name := _file_name(names[b"filename"]):
            form = SentForm(form.fields, name, content)
    return form


def _names(head: bytes) -> dict[bytes, bytes]:
    """What a part is called, and the file in it."""
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-disposition:"):
            return {kind.lower(): name for kind, name in _NAMED.findall(line)}
    return {}


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
