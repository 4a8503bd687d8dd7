"""Where data comes from: one way to name it in every command and recipe.

A source is a file in ShARC's format or in that of our policies, a part of ShARC's official archive
or its unpacked folder ("sharc1-official.zip:dev"), or our own corpus ("policies",
"policies:train", "policies:evaluation").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from e3.corpus.corpus import Corpus
from e3.corpus.policies import PARTS, our_policies, policy_corpus, without_rows
from e3.corpus.rows import Row
from e3.corpus.sharc import SPLITS, file_of, load_json, parse_rows
from e3.corpus.trees import build_trees
from e3.errors import BadInput
from e3.files import is_there
from e3.policy.parsing import parse_policies
from e3.policy.policy import Policy


def read_corpus(source: str) -> Corpus:
    """The rows, trees and scenarios of a source."""
    return _read(source, policy_corpus)


def read_trees(source: str) -> Corpus:
    """Like `read_corpus`, but of policies without the rows that would be made of them."""
    return _read(source, without_rows)


def _read(source: str, made: Callable[[str, Sequence[Policy]], Corpus]) -> Corpus:
    path, part = _split(source)
    if path is None:
        return made(source, our_policies(part))
    objects = load_json(path, part)
    if _are_policies(objects):
        return made(source, parse_policies(objects, source=source))
    rows = parse_rows(objects, source=source)
    return Corpus(source, tuple(rows), tuple(build_trees(rows)))


def read_rows(source: str, *, gold: bool = True) -> list[Row]:
    """The rows of a source; with `gold`, each must have its answer."""
    path, part = _split(source)
    if path is not None and not _are_policies(objects := load_json(path, part)):
        return parse_rows(objects, source=source, gold=gold)
    return list(read_corpus(source).rows)


def is_ours(source: str) -> bool:
    """Whether a source is our own corpus, or a part of it."""
    return _split(source)[0] is None


def files_of(source: str) -> list[Path]:
    """The files that a source is read from; of our own corpus none that is anybody's."""
    path, part = _split(source)
    return [] if path is None else [file_of(path, part)]


def _split(source: str) -> tuple[Path | None, str | None]:
    """The path and the part that a source names; no path: our own corpus."""
    name, colon, part = source.rpartition(":")
    if source == "policies":
        return None, None
    if name == "policies":
        if part not in PARTS:
            parts = " and ".join(PARTS)
            raise BadInput(f"our policies have the parts {parts}", source=source)
        return None, part
    if colon and part in SPLITS and not is_there(Path(source)):
        return Path(name), part
    return Path(source), None


def _are_policies(objects: object) -> bool:
    """Whether a parsed file holds policies rather than rows, by its first item."""
    first = objects[0] if isinstance(objects, list) and objects else None
    return isinstance(first, dict) and "rule_text" in first and "snippet" not in first
