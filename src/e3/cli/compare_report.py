"""Two drafts of one text, as a person reads them side by side, and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from e3.harmless import one_line
from e3.language.en import comparing, wording
from e3.policy.policy import PolicyRule
from e3.policy.writing import as_json
from e3.studio.comparing import ComparedAnswer, ComparedDrafts

_MOST = 12
"""Things to look at first; who is told to look at everything looks at nothing."""


def compare_report(found: ComparedDrafts) -> str:
    """The report."""
    text = found.drafts[0].rule_text.text
    names = [draft.drafted_by for draft in found.drafts]
    parts = [f"Two drafts: {' and '.join(names)}.\n{wording.NOT_CHECKED}"]
    parts += [_answer(answer, names) for answer in found.answers]
    parts += [_rules("Both find", (rule for rule, _ in found.both), text)]
    parts += [
        _rules(f"Only {name} finds", rules, text)
        for name, rules in zip(names, found.only, strict=True)
    ]
    if found.look_first:
        lines = [f"  {line}" for line in found.look_first[:_MOST]]
        parts.append("\n".join(["Look at these first:", *lines]))
    return "\n\n".join(filter(None, parts))


def compare_json(found: ComparedDrafts) -> dict[str, Any]:
    """The same for programs."""
    return {
        "drafts": [json.loads(as_json(draft)) for draft in found.drafts],
        "both": [[one.id, other.id] for one, other in found.both],
        "only": [[rule.id for rule in rules] for rules in found.only],
        "answers": [
            {"question": each.question, "yes_if": list(each.sentences), "alike": each.alike}
            for each in found.answers
        ],
        "look_first": list(found.look_first),
    }


def _answer(answer: ComparedAnswer, names: list[str]) -> str:
    return "\n".join([one_line(answer.question), *(f"  {line}" for line in _lines(answer, names))])


def _lines(answer: ComparedAnswer, names: list[str]) -> Iterator[str]:
    if answer.alike is not None:
        yield comparing.SAME if answer.alike == 1 else comparing.agreement(answer.alike)
    for name, said in zip(names, answer.sentences, strict=True):
        yield f"{name}: {said or wording.NOT_ANSWERED}"


def _rules(heading: str, rules: Iterable[PolicyRule], text: str) -> str:
    lines = [f"  {wording.clause_line(rule.span.of(text))}" for rule in rules]
    return "\n".join([f"{heading}:", *lines]) if lines else ""
