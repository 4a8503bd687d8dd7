"""Texts that a person gives to a command: a file, an address, or standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from e3.cli.output import echo
from e3.documents.document import Document, where
from e3.documents.plain_text import decoded, read_plain_text
from e3.errors import BadInput
from e3.files import is_there, opened
from e3.harmless import one_line
from e3.policy.parsing import is_yaml

if TYPE_CHECKING:
    from e3.documents.excerpt import Excerpt

ENCODER = "E3_ENCODER"
"""Names the folder of the encoder that searches by meaning."""

_MOST_BYTES = 1_000_000


def read_text(name: str) -> str:
    """The text of a file or of standard input, or one sentence that says why there is none."""
    if name == "-":
        return _decoded(sys.stdin.buffer, called(name))
    with opened(Path(name)) as file:
        return _decoded(file, called(name))


def read_source(name: str) -> Document:
    """The document in a file, at an address or on standard input; its notes are told."""
    from e3.documents.address import is_address, read_address  # noqa: PLC0415 - slow to load
    from e3.documents.formats import read_document  # noqa: PLC0415

    if name == "-":
        text = _decoded(sys.stdin.buffer, called(name))
        return read_plain_text(text.encode(), title="", source=called(name))
    document = read_address(name) if is_address(name) else read_document(Path(name))
    for note in document.notes:
        echo(f"{one_line(name)}: {note}.", err=True)
    return document


def excerpt_for(
    document: Document, questions: Sequence[str], story: str = "", *, reader: object
) -> Excerpt:
    """What of a document is read for questions; where that is not all of it, it is said."""
    from e3.library.encoder import find_encoder  # noqa: PLC0415 - slow to load
    from e3.library.long_texts import excerpt_of  # noqa: PLC0415
    from e3.reading.drafts import sifting_of  # noqa: PLC0415

    encoder, sieve = find_encoder(os.environ.get(ENCODER)), sifting_of(reader)
    excerpt = excerpt_of(document, questions, story, encoder=encoder, sieve=sieve)
    if excerpt.rule_text.text != document.text:
        at = where(place for _, span in excerpt.parts for place in document.places(span)[:1])
        echo(f"This is long: what bears on the question is read, at {at}.", err=True)
    return excerpt


def is_policy_file(path: Path) -> bool:
    """Whether a file holds policies, by its name; any other holds a text."""
    return is_yaml(path) or path.suffix.casefold() == ".json"


def new_policy_file(path: Path) -> None:
    """Refuses to write a policy where something is, or under a name that is not one's."""
    if not is_policy_file(path):
        raise BadInput("the name should end in .yaml or .json", source=str(path))
    if is_there(path):
        raise BadInput("there is such a file: name another, or take it away", source=str(path))


def called(name: str) -> str:
    """The name as a person says it."""
    return "standard input" if name == "-" else name


def _decoded(file: BinaryIO, source: str) -> str:
    data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise BadInput("this has more than 1 MB, which is no policy", source=source)
    if not data.strip():
        raise BadInput("the file is empty", source=source)
    return decoded(data, source)
