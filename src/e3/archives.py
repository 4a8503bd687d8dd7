"""Archives of others: no more is unpacked than an honest one holds (zip bombs)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from e3.errors import BadInput

_MOST_AT_ONCE = 2**20
_PIECE = 2**16


def is_archive(file: BufferedReader) -> bool:
    """Whether a file that was just opened is an archive."""
    return file.peek(4).startswith(b"PK\x03\x04")


def read_member(
    file: BufferedReader, chosen: Callable[[list[str]], str], *, most: int
) -> tuple[str, bytes]:
    """The name of the file that is chosen by the names of all, and what is in it."""
    with _archive(file) as archive:
        member = archive.getinfo(chosen(archive.namelist()))
        _check([member], file.name, most)
        # What an archive says of its sizes need not be so.
        pieces, size = [], 0
        with archive.open(member) as unpacked:
            while piece := unpacked.read(_PIECE):
                pieces.append(piece)
                size += len(piece)
                if size > most:
                    raise _too_large(file.name, most)
        return member.filename, b"".join(pieces)


def check_archive(file: BufferedReader, *, most: int) -> None:
    """Refuses an archive whose files have more bytes together; for those who unpack it whole."""
    with _archive(file) as archive:
        _check(archive.infolist(), file.name, most)


def _check(members: Sequence[ZipInfo], source: str, most: int) -> None:
    if sum(member.file_size for member in members) > most:
        raise _too_large(source, most)
    # Other methods unpack a few bytes to gigabytes at once.
    if any(member.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for member in members):
        raise BadInput("the archive is not packed in the usual way (deflate)", source=str(source))


def _too_large(source: str, most: int) -> BadInput:
    why = f"what is wanted of the archive has more than {most // 10**6} MB unpacked"
    return BadInput(why, source=str(source))


@contextmanager
def _archive(file: BufferedReader) -> Iterator[ZipFile]:
    try:
        with _InPieces(file.raw) as pieces, ZipFile(pieces) as archive:
            yield archive
    except (
        BadZipFile,
        EOFError,
        OSError,
        OverflowError,
        RuntimeError,  # a password is needed, or it is compressed in a way that zipfile can't read
        ValueError,
        struct.error,
        zlib.error,
    ) as error:
        why = str(error) or "it ends too early"
        raise BadInput(f"the archive is broken: {why}", source=str(file.name)) from None


class _InPieces(BufferedReader):
    """A file of which little is read at once: a list of a million names would be."""

    def read(self, size: int | None = -1, /) -> bytes:
        place = self.tell()
        left = self.seek(0, 2) - place
        self.seek(place)
        wanted = left if size is None or size < 0 else min(size, left)
        if wanted > _MOST_AT_ONCE:
            raise BadInput("the archive has too many files", source=str(self.name))
        return super().read(wanted)
