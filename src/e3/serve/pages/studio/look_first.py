"""What a reviewer looks at first: where the drafter is least sure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from e3.policy.policy import Policy
from e3.serve.refusals import sentence
from e3.studio.review import Unsure, unsure


@dataclass(frozen=True, slots=True)
class First:
    """Something to look at first."""

    sentence: str
    percent: int
    rule: str | None
    number: int | None
    question: int | None


def looked_at_first(policy: Policy) -> tuple[First, ...]:
    """Of each rule and each answer what is least sure, the least sure before others.

    Nothing of a policy that somebody has checked as a whole.
    """
    numbers = {rule.id: number for number, rule in enumerate(policy.rules, start=1)}
    return tuple(
        First(
            sentence(each.sentence(policy)),
            round(100 * each.sure),
            each.rule,
            numbers.get(each.rule or ""),
            each.question,
        )
        for each in ([] if policy.is_reviewed else _first_of_each(policy))
    )


def _first_of_each(policy: Policy) -> Iterator[Unsure]:
    seen: set[tuple[str | None, int | None]] = set()
    for each in unsure(policy):
        if (each.rule, each.question) not in seen:
            seen.add((each.rule, each.question))
            yield each
