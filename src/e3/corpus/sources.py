"""Where data comes from: one way to name it in every command and recipe.

A source is a file in ShARC's format or in that of our policies, a part of ShARC's official archive
or its unpacked folder ("sharc1-official.zip:dev"), or one of our own corpora ("policies" and
"pages", "policies:train", "policies:evaluation" and so on). Some of ours are named as in Python:
"pages:train[2083:]" are those that came after the first 2,083, "policies[::4]" each fourth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from e3.corpus.corpus import Corpus
from e3.corpus.policies import (
    OUR_CORPORA,
    PARTS,
    corpus_policies,
    our_objects,
    part_of,
    policy_corpus,
    without_rows,
)
from e3.corpus.rows import Row
from e3.corpus.sharc import SPLITS, file_of, load_json, parse_rows
from e3.corpus.trees import build_trees
from e3.errors import BadInput
from e3.files import is_there
from e3.policy.policy import Policy

_SOME = re.compile(r"\[(-?\d+)?:(-?\d+)?(?::(\d+)?)?\]$")
"""Such as "[2083:]"."""


def read_corpus(source: str, *, longest: int = 0) -> Corpus:
    """The rows, trees and scenarios of a source; of policies those of at most `longest` words."""
    return _read(source, policy_corpus, longest)


def read_trees(source: str) -> Corpus:
    """Like `read_corpus`, but of policies without the rows that would be made of them."""
    return _read(source, without_rows)


def _read(source: str, made: Callable[[str, Sequence[Policy]], Corpus], longest: int = 0) -> Corpus:
    objects = _objects(source)
    if _are_policies(objects):
        policies = [policy for policy, _ in _policies(source, objects)]
        return made(source, [each for each in policies if _within(longest, each)])
    rows = parse_rows(objects, source=source)
    return Corpus(source, tuple(rows), tuple(build_trees(rows)))


def read_policies(source: str) -> list[tuple[Policy, Any]] | None:
    """The policies of a source, each with what it was parsed from; None where it holds rows."""
    objects = _objects(source)
    return _policies(source, objects) if _are_policies(objects) else None


def read_rows(source: str, *, gold: bool = True) -> list[Row]:
    """The rows of a source; with `gold`, each must have its answer."""
    if not _are_policies(objects := _objects(source)):
        return parse_rows(objects, source=source, gold=gold)
    return list(read_corpus(source).rows)


def our_corpus(source: str) -> str | None:
    """Which of our own corpora a source is, whole or some of it; None: it is none of them."""
    name, colon, part = _SOME.sub("", source).partition(":")
    if name not in OUR_CORPORA:
        return None
    if colon and part not in PARTS:
        raise BadInput(f"our {name} have the parts {' and '.join(PARTS)}", source=source)
    return name


def is_ours(source: str) -> bool:
    """Whether a source is one of our own corpora, or a part of one."""
    return our_corpus(source) is not None


def files_of(source: str) -> list[Path]:
    """The files that a source is read from; of our own corpora none that is anybody's."""
    return [] if is_ours(source) else [file_of(*_split(source))]


def _objects(source: str) -> Any:
    """What a source is parsed from; of a part of our own corpora the whole."""
    ours = our_corpus(source)
    return load_json(*_split(source)) if ours is None else our_objects(ours)


def _policies(source: str, objects: Any) -> list[tuple[Policy, Any]]:
    found = list(zip(corpus_policies(objects, source=source), objects, strict=True))
    if not is_ours(source):
        return found
    part = _SOME.sub("", source).partition(":")[2]
    return [each for each in found if part in ("", part_of(each[0]))][_some(source)]


def _some(source: str) -> slice:
    """Which of a corpus are meant, in its order."""
    if not (match := _SOME.search(source)):
        return slice(None)
    start, stop, step = (int(number) if number else None for number in match.groups())
    if step == 0:
        raise BadInput("each 0th is none: leave the last number out", source=source)
    return slice(start, stop, step)


def _within(longest: int, policy: Policy) -> bool:
    return not longest or len(policy.rule_text.text.split()) <= longest


def _split(source: str) -> tuple[Path, str | None]:
    """The path and the part that a source names."""
    name, colon, part = source.rpartition(":")
    if colon and part in SPLITS and not is_there(Path(source)):
        return Path(name), part
    return Path(source), None


def _are_policies(objects: object) -> bool:
    """Whether a parsed file holds policies rather than rows, by its first item."""
    first = objects[0] if isinstance(objects, list) and objects else None
    return isinstance(first, dict) and "rule_text" in first and "snippet" not in first
