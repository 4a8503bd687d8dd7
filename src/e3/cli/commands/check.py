"""`e3 check`: what is wrong with policies."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from e3.cli.output import echo, echo_json
from e3.corpus.contrasts import contrast_faults
from e3.corpus.policies import CONTRASTS, without_contrasts
from e3.errors import BadInput
from e3.files import read_bytes, write_whole
from e3.harmless import one_line
from e3.policy.checking import Checked, checked
from e3.policy.faults import Fault, Place
from e3.policy.parsing import is_yaml, parse_file
from e3.policy.policy import Policy, Review
from e3.policy.writing import policy_object
from e3.policy.yaml_files import lines_of, write_yaml


@dataclass(frozen=True)
class _Found:
    """A fault of a file; it has no line where the file can't be read."""

    file: str
    line: int | None
    sentence: str
    is_fatal: bool = True
    may_be_meant: bool = False

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {'' if self.is_fatal else 'warning: '}{one_line(self.sentence)}"


@dataclass(frozen=True)
class _File:
    """A file of policies, and what is wrong with it."""

    path: Path
    policies: tuple[Policy | None, ...] = ()
    """None where one has a fatal fault."""
    contrasts: Sequence[Any] = ()
    """Those that stand beside each policy in a list, as the file has them."""
    is_list: bool = False
    faults: tuple[_Found, ...] = ()
    may_be_reviewed: bool = False
    """Whether nothing is wrong but what may be meant, and that it was changed after a review."""


@click.command()
@click.argument("paths", metavar="POLICY...", nargs=-1, required=True, type=Path)
@click.option(
    "--reviewed-by",
    "reviewer",
    metavar="NAME",
    help="Write into each file without a fault that NAME has reviewed this version today. Comments"
    " of a YAML file are lost.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
def check(paths: tuple[Path, ...], reviewer: str | None, as_json: bool) -> None:
    """Say what is wrong with policies: YAML or JSON files, each with one policy or a list.

    Each fault is a line, with the file and the line it is in. With a warning a policy can be
    followed, but was hardly meant: a rule that no answer needs, an example person who gets another
    answer, “under 16” beside “over 16”. The last line has the version of each policy, which changes
    with all that people are shown and answers depend on.

    The exit code is 2 if a policy can't be followed, or can't be marked as reviewed.

    \b
    e3 check policy.yaml
    e3 check policy.yaml --reviewed-by "Ada Lovelace"
    e3 check policies/*.yaml --json
    """
    if reviewer is not None and not reviewer.strip():
        raise click.UsageError("--reviewed-by needs a name")
    files = [_checked(path) for path in paths]
    if reviewer is not None:
        files = [_reviewed(file, reviewer.strip()) for file in files]
    if as_json:
        echo_json(_object(files))
    else:
        for fault in (fault for file in files for fault in file.faults):
            echo(str(fault))
        echo(_summary(files))
    if any(fault.is_fatal for file in files for fault in file.faults):
        raise click.exceptions.Exit(2)


def _checked(path: Path) -> _File:
    try:
        data = read_bytes(path)
        value = parse_file(data, path=path)
    except BadInput as error:
        return _File(path, faults=(_unreadable(path, error),))
    values = value if isinstance(value, list) else [value]
    in_corpus = isinstance(value, list)
    looked_at = [_looked_at(each) if in_corpus else checked(each) for each in values]
    placed = [
        (replace(fault, place=(number, *fault.place)) if in_corpus else fault)
        for number, found in enumerate(looked_at)
        for fault in found.faults
    ]
    placed += _same_titles([found.policy for found in looked_at])
    if not values:
        placed.append(Fault((), "there is no policy in it"))
    lines = lines_of(data if placed else b"")  # they take long to find
    return _File(
        path,
        tuple(found.policy for found in looked_at),
        [each.get(CONTRASTS) if isinstance(each, dict) else None for each in values],
        in_corpus,
        tuple(
            _Found(str(path), lines.line(f.place), _said(f), f.is_fatal, f.may_be_meant)
            for f in placed
        ),
        all(
            fault.may_be_meant or (not fault.is_fatal and _fields(fault.place) == ["review"])
            for fault in placed
        ),
    )


def _looked_at(value: Any) -> Checked:
    """A policy of a corpus, where contrasts may stand beside it."""
    found = checked(without_contrasts(value))
    if found.policy is None:
        return found
    return Checked(found.policy, (*found.faults, *contrast_faults(found.policy, value)))


def _unreadable(path: Path, error: BadInput) -> _Found:
    """The error begins with the file, and perhaps the line."""
    name = " ".join(str(path).split())
    line, _, sentence = str(error).removeprefix(name).partition(": ")
    return _Found(str(path), int(line[1:]) if line else None, sentence)


def _said(fault: Fault) -> str:
    """The sentence after the field that it is about."""
    fields = _fields(fault.place)
    return f"{fields[-1]}: {fault.sentence}" if fields else fault.sentence


def _fields(place: Place) -> list[str]:
    return [part for part in place if isinstance(part, str)]


def _same_titles(policies: list[Policy | None]) -> list[Fault]:
    slugs = [policy and policy.slug for policy in policies]
    return [
        Fault((number, "title"), "another policy has this title already")
        for number, slug in enumerate(slugs)
        if slug is not None and slug in slugs[:number]
    ]


def _reviewed(file: _File, reviewer: str) -> _File:
    """The file after it was marked as reviewed; where it can't be, that is a fault."""
    if not file.may_be_reviewed:
        sentence = "it is not marked as reviewed: mend it first"
        return replace(file, faults=(*file.faults, _Found(str(file.path), None, sentence)))
    today = date.today().isoformat()
    policies = [
        replace(policy, review=Review(reviewer, today, policy.version))
        for policy in file.policies
        if policy is not None
    ]
    objects = [
        policy_object(policy) | ({CONTRASTS: beside} if beside else {})
        for policy, beside in zip(policies, file.contrasts, strict=True)
    ]
    value: Any = objects if file.is_list else objects[0]
    if is_yaml(file.path):
        write_whole(file.path, [write_yaml(value)])
    else:
        write_whole(file.path, [json.dumps(value, ensure_ascii=False, indent=1), "\n"])
    meant = tuple(fault for fault in file.faults if fault.may_be_meant)
    return replace(file, policies=tuple(policies), faults=meant)


def _summary(files: list[_File]) -> str:
    policies = [policy for file in files for policy in file.policies]
    count = f"{len(policies):,} {'policy' if len(policies) == 1 else 'policies'} checked"
    said = [_version(policy) for policy in policies if policy is not None]
    faulty = len(policies) - len(said)
    return "; ".join([count, *said, *([f"{faulty:,} can't be followed"] if faulty else [])])


def _version(policy: Policy) -> str:
    by = f", reviewed by {policy.review.by}" if policy.review and policy.is_reviewed else ""
    return one_line(f"{policy.title}: version {policy.version[:12]}{by}")


def _object(files: list[_File]) -> dict[str, Any]:
    return {
        "faults": [
            {
                "file": fault.file,
                "line": fault.line,
                "sentence": fault.sentence,
                "is_fatal": fault.is_fatal,
            }
            for file in files
            for fault in file.faults
        ],
        "policies": [
            {
                "file": str(file.path),
                "title": policy.title,
                "version": policy.version,
                "is_reviewed": policy.is_reviewed,
            }
            for file in files
            for policy in file.policies
            if policy is not None
        ],
    }
