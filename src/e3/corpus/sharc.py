"""Reads ShARC's official archive, its unpacked folder, or a single JSON file, with its traps."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

from e3.archives import is_archive, read_member
from e3.corpus.rows import Row
from e3.errors import BadInput
from e3.files import is_folder, opened, parse_json, read_bytes
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn
from e3.serialise import from_object

MAX_TEXT = 100_000
"""Characters of one field. ShARC's longest rule text has 936."""

MAX_TURNS = 100
"""Turns of one history. ShARC's longest has 6; trees are walked recursively."""

MAX_MEMBER = 64_000_000
"""Bytes of a file in an archive. ShARC's largest has fewer than 20 million."""

SPLITS = ("train", "dev", "test")


def _yes_or_no(value: Any) -> Any:
    """Answers as ShARC spells them: "Yes", "yes", "No", and once "Noe"."""
    if not isinstance(value, str):
        raise ValueError(f"should be yes or no, not {repr(value)[:40]}")
    answer = {"yes": Answer.YES, "no": Answer.NO, "noe": Answer.NO}.get(value.strip().lower())
    if answer is None:
        raise ValueError(f"should be yes or no, not {value[:40]!r}")
    return answer


_Text = Annotated[str, Field(max_length=MAX_TEXT)]
_Filled = Annotated[str, Field(pattern=r"\S", max_length=MAX_TEXT)]


class _TurnFields(BaseModel):
    # One piece of evidence in the official dev file is spelt without the second underscore.
    follow_up_question: _Filled = Field(
        validation_alias=AliasChoices("follow_up_question", "followup_question")
    )
    follow_up_answer: Annotated[Answer, BeforeValidator(_yes_or_no)] = Field(
        validation_alias=AliasChoices("follow_up_answer", "followup_answer")
    )

    def turn(self) -> Turn:
        return Turn(self.follow_up_question, self.follow_up_answer)


class _RowFields(BaseModel):
    utterance_id: _Filled
    tree_id: _Text = ""
    source_url: _Text = ""
    snippet: _Filled
    question: _Filled
    scenario: _Text = ""
    history: list[_TurnFields] = Field([], max_length=MAX_TURNS)
    evidence: list[_TurnFields] | None = Field(None, max_length=MAX_TURNS)
    answer: _Filled | None = None
    origin: _Text = "official"

    def row(self) -> Row:
        turns = tuple(fields.turn() for fields in self.history)
        return Row(
            utterance_id=self.utterance_id,
            tree_id=self.tree_id or _made_tree_id(self.snippet, self.question),
            conversation=Conversation(
                RuleText(self.snippet), self.question.strip(), self.scenario.strip(), turns
            ),
            answer=None if self.answer is None else self.answer.strip(),
            evidence=None if self.evidence is None else tuple(f.turn() for f in self.evidence),
            source_url=self.source_url,
            origin=self.origin,
        )


def _made_tree_id(snippet: str, question: str) -> str:
    """Rows that name no tree belong together when text and question are the same."""
    said = f"{snippet}\n{question}".encode()
    return hashlib.sha1(said, usedforsecurity=False).hexdigest()


def parse_rows(objects: Any, *, source: str, gold: bool = True) -> list[Row]:
    """The rows of a parsed JSON file; with `gold`, every row must have an answer."""
    if not isinstance(objects, list):
        kind = "an object" if isinstance(objects, dict) else f"a {type(objects).__name__}"
        raise BadInput(f"ShARC's format is a JSON list of rows, this is {kind}", source=source)
    return list(iterate_rows(objects, source=source, gold=gold))


def iterate_rows(objects: Iterable[Any], *, source: str, gold: bool = True) -> Iterator[Row]:
    """Like `parse_rows`, one row at a time."""
    number = 0
    for number, value in enumerate(objects, start=1):
        try:
            row = from_object(_RowFields, value).row()
        except BadInput as error:
            raise BadInput(str(error), source=source, row=number) from None
        if gold and row.answer is None:
            raise BadInput("answer: Field required", source=source, row=number)
        yield row
    if not number:
        raise BadInput("the list of rows is empty", source=source)


def load_json(path: Path, split: str | None = None) -> Any:
    """The JSON of a file, or of one split of the official archive or its unpacked folder."""
    if is_folder(path):
        found = file_of(path, split)
        return parse_json(read_bytes(found), source=str(found))
    with opened(path) as file:
        if not is_archive(file):
            if split is not None:
                raise BadInput(
                    f"this is a single file, it has no split {split!r}", source=str(path)
                )
            return parse_json(file.read(), source=str(path))
        member, data = read_member(file, lambda n: _member(n, path, split), most=MAX_MEMBER)
    return parse_json(data, source=f"{path}, {member}")


def file_of(path: Path, split: str | None) -> Path:
    """The file that is read: of an unpacked folder one in it, else the file or archive itself."""
    if not is_folder(path):
        return path
    names = [str(found.relative_to(path)) for found in path.rglob("*.json")]
    return path / _member(names, path, split)


def _member(names: list[str], where: Path, split: str | None) -> str:
    """The file of a split: the official archive has them as json/sharc_dev.json and so on."""
    found: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (name.count("/"), name)):
        stem = Path(name).stem.lower().removeprefix("sharc_")
        if name.endswith(".json") and stem in SPLITS and not name.startswith("__MACOSX"):
            found.setdefault(stem, name)
    if not found:
        raise BadInput("there is no sharc_train.json or sharc_dev.json in it", source=str(where))
    if split is None and len(found) == 1:
        return next(iter(found.values()))
    if split not in found:
        choices = " or ".join(f"{where}:{name}" for name in SPLITS if name in found)
        raise BadInput(f"say which part of it is meant: {choices}", source=str(where))
    return found[split]
