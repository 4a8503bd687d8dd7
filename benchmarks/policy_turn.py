"""How long a turn of an interview by a policy takes, without a server: python policy_turn.py

Nothing is read, so this is what the logic costs: to begin, to answer a question and know what comes
next, and to explain how it ended with its proof and what would change it.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random
from typing import TypeVar

import click

from e3.cli.output import table
from e3.interview.interview import Interview
from e3.interview.steps import Ask
from e3.memory import forget_texts
from e3.policy.answers import Answer
from e3.policy.logic import And, Expression, Name, Or
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.policy.samples import samples
from e3.text import Span

T = TypeVar("T")
Seconds = dict[str, list[float]]

RULES, DEPTH = 40, 10


@click.command()
@click.option("--rounds", default=200, show_default=True, help="Interviews by each policy.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(rounds: int, as_json: bool) -> None:
    """Measure begin, answer and explain, in milliseconds."""
    chance = Random(0)
    of_samples: Seconds = defaultdict(list)
    for policy in samples():
        for place in range(rounds):
            answers = {rule.id: chance.choice((True, False)) for rule in policy.rules}
            _interview(policy, place % len(policy.questions), answers, of_samples)
    of_deep: Seconds = defaultdict(list)
    deep = deep_policy()
    for _ in range(rounds):
        _interview(deep, 0, longest(deep), of_deep)
    found = {
        f"{len(samples())} samples": _figures(of_samples),
        f"{RULES} rules, {DEPTH} deep": _figures(of_deep),
    }
    click.echo(json.dumps(found, indent=1) if as_json else _text(found))


def deep_policy() -> Policy:
    """All of four rules, or one of four others, or all of four others: so many levels deep."""
    parts = [f"condition {number} holds" for number in range(RULES)]
    text = f"You may go if {'; '.join(parts)}."
    rules = tuple(
        PolicyRule(f"r{number}", _span(text, part), f"Does condition {number} hold?")
        for number, part in enumerate(parts)
    )
    size = RULES // DEPTH
    logic: Expression | None = None
    for level in reversed(range(DEPTH)):
        here = [Name(rule.id) for rule in rules[level * size : (level + 1) * size]]
        kind = Or if level % 2 else And
        logic = kind((*here, *([logic] if logic else [])))
    assert logic is not None
    return Policy("Deep", "", RuleText(text), rules, (PolicyQuestion("May I go?", logic),))


def _span(text: str, part: str) -> Span:
    return Span(text.index(part), text.index(part) + len(part))


def longest(policy: Policy) -> dict[str, bool]:
    """Answers with which every rule of the deep policy has to be asked for."""
    size = RULES // DEPTH
    return {rule.id: place // size % 2 == 0 for place, rule in enumerate(policy.rules)}


def _interview(policy: Policy, place: int, answers: Mapping[str, bool], seconds: Seconds) -> None:
    question = policy.questions[place].question
    ids = {rule.question: rule.id for rule in policy.rules}

    def begun() -> Interview:
        return _stands(Interview.begin(policy, question))

    forget_texts()  # the first interview by a policy makes its diagram
    _timed(seconds["first begin"], begun)
    interview = _timed(seconds["begin"], begun)
    while isinstance(step := interview.step, Ask):
        said = Answer.YES if answers[ids[step.question]] else Answer.NO
        interview = _timed(seconds["answer"], lambda: _stands(interview.answer(said)))  # noqa: B023
    _timed(seconds["explain"], interview.explain)


def _stands(interview: Interview) -> Interview:
    """The interview, which knows what comes next."""
    assert interview.step
    return interview


def _timed(seconds: list[float], work: Callable[[], T]) -> T:
    began = time.perf_counter()
    result = work()
    seconds.append(time.perf_counter() - began)
    return result


def _figures(seconds: Seconds) -> dict[str, dict[str, float]]:
    return {
        what: {
            "times": len(each),
            "p50_ms": round(1e3 * _quantile(each, 0.5), 3),
            "p95_ms": round(1e3 * _quantile(each, 0.95), 3),
        }
        for what, each in seconds.items()
    }


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _text(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    rows = [["policy", "", "times", "p50, ms", "p95, ms"]]
    rows += [
        [policy, what, f"{f['times']:,}", f"{f['p50_ms']:.3f}", f"{f['p95_ms']:.3f}"]
        for policy, of in found.items()
        for what, f in of.items()
    ]
    return table(rows, right=[2, 3, 4])


if __name__ == "__main__":
    main()
