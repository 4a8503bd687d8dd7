"""What the studio says of drafts: where to look first, what was done, what differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from e3.harmless import one_line

_OF_A_RULE = {
    "rule": "whether it is one, and where it begins and ends",
    "question": "how it is asked",
    "polarity": "what a yes means, and which side it speaks for",
}
_OF_AN_ANSWER = {"answered": "whether the text answers it", "logic": "how the rules hang together"}

_DONE = {
    "add rule": "A rule was marked.",
    "move span": "Rule {rule} has another part of the text.",
    "split rule": "Rule {rule} was split.",
    "merge rules": "Rules {rules} were merged.",
    "delete rule": "Rule {rule} was deleted.",
    "reword rule": "Rule {rule} is asked in other words: “{question}”",
    "turn rule": "A yes to rule {rule} means the opposite.",
    "rename rule": "Rule {rule} is called {id}.",
    "compare": "What rule {rule} compares was changed.",
    "accept rule": "Rule {rule} was found right.",
    "put rule": "Rule {rule} was put into the logic.",
    "move node": "A part of the logic was moved.",
    "group nodes": "Parts of the logic were grouped: {group} of them.",
    "change group": "A group of the logic is now “{group} of”.",
    "deny node": "A part of the logic was turned.",
    "ungroup": "A group of the logic was dissolved.",
    "remove node": "A part was taken out of the logic.",
    "set formula": "The logic was written anew: {formula}",
    "accept logic": "The logic was found right.",
    "add question": "A question was added: “{question}”",
    "reword question": "A question has other words: “{question}”",
    "delete question": "A question was deleted.",
    "add irrelevant": "A question that it does not answer was added: “{question}”",
    "delete irrelevant": "A question that it does not answer was taken away.",
    "add case": "A case was added: {name}.",
    "change case": "A case was changed: {name}.",
    "delete case": "A case was deleted.",
    "describe": "The title or the source was changed.",
    "change text": "The text was changed.",
    "review": "{by} has checked it.",
}
_LONGEST = 200

BEGUN, COPIED, FROM_FILE = "It was begun.", "It was copied.", "It was read from its file."


def look_at_rule(number: int, part: str) -> str:
    """What to look at in a rule of a draft."""
    return f"rule {number}: {_OF_A_RULE[part]}"


def look_at_answer(question: str, part: str) -> str:
    """What to look at in an answer of a draft."""
    return f"“{one_line(question)}”: {_OF_AN_ANSWER[part]}"


def done(edit: Mapping[str, Any]) -> str:
    """What an edit has done, in one line."""
    fields = {
        name: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for name, value in edit.items()
    }
    line = one_line(_DONE[edit["kind"]].format_map(fields))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def taken_again(revision: int) -> str:
    """An older revision was restored."""
    return f"Revision {revision} was taken again."


def case_name(number: int) -> str:
    """What a made-up person is called."""
    return f"Person {number}"


OTHER_TEXT = "The text is another one."
OTHER_SOURCE = "Its source, its date or whom to ask is another."


def renamed(before: str, after: str) -> str:
    """Another title."""
    return f"It was called {_quoted(before)} and is called {_quoted(after)}."


def rule_new(id: str, clause: str, question: str) -> str:
    """A rule more."""
    return f"Rule {id} is new: {_quoted(clause)}, asked as {_quoted(question)}."


def rule_gone(id: str, clause: str) -> str:
    """A rule less."""
    return f"Rule {id} is gone: {_quoted(clause)}."


def rule_moved(id: str, before: str, after: str) -> str:
    """A rule with other words of the text."""
    return f"Rule {id} was {_quoted(before)} and is {_quoted(after)}."


def rule_asked(id: str, before: str, after: str) -> str:
    """A rule with another question."""
    return f"Rule {id} was asked as {_quoted(before)} and is asked as {_quoted(after)}."


def rule_means(id: str, means: str) -> str:
    """A rule whose question says the opposite of its clause."""
    return f"A yes to rule {id} now means that it is {means}."


def question_new(question: str, sentence: str) -> str:
    """A question more."""
    return f"It answers {_quoted(question)}: {sentence}"


def question_gone(question: str) -> str:
    """A question less."""
    return f"It does not answer {_quoted(question)} any more."


def question_decided(question: str, before: str, after: str) -> str:
    """Another logic."""
    return f"The answer to {_quoted(question)} was: {before} It is: {after}"


def other_cases(before: int, after: int) -> str:
    """Other example people."""
    return f"Its cases are others: {after}, before {before}."


def _quoted(text: str) -> str:
    line = one_line(text)
    return f"“{line if len(line) <= _LONGEST else f'{line[: _LONGEST - 1]}…'}”"
