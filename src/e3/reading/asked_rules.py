"""Which rules turns have asked about, and which is next (dialogue state tracking)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from e3.language.en.content_words import stems
from e3.language.en.rules import RuleSpan
from e3.policy.answers import Answer, State
from e3.reading.conversation import Rule, Support, Turn
from e3.text import Span


def rule_about(question: str, text: str, rules: Sequence[RuleSpan]) -> int | None:
    """The rule that a question shares most words with; None if it shares none."""
    return _nearest(question, _words(text, rules))


def _words(text: str, rules: Sequence[RuleSpan]) -> list[frozenset[str]]:
    return [stems(rule.span.of(text)) for rule in rules]


def _nearest(question: str, rules: Sequence[frozenset[str]]) -> int | None:
    asked = stems(question)
    alike = [_alike(asked, words) for words in rules]
    return alike.index(max(alike)) if any(alike) else None


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """Dice's coefficient."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def turns_about(turns: Sequence[Turn], text: str, rules: Sequence[RuleSpan]) -> dict[int, int]:
    """The rules that turns have asked about, each with the place of the last such turn."""
    words = _words(text, rules) if turns else []
    places = (_nearest(turn.question, words) for turn in turns)
    return {rule: turn for turn, rule in enumerate(places) if rule is not None}


def answered(turns: Sequence[Turn], text: str, rules: Sequence[RuleSpan]) -> dict[int, Answer]:
    """The rules that turns have asked about and what was answered last."""
    return {rule: turns[turn].answer for rule, turn in turns_about(turns, text, rules).items()}


def settled_rules(
    rules: Sequence[RuleSpan],
    turns: Sequence[Turn],
    by_turn: Mapping[int, int],
    by_scenario: Mapping[int, tuple[Answer, Span]],
) -> tuple[Rule, ...]:
    """The rules of a reply; an answer counts for more than the scenario."""
    found = []
    for place, rule in enumerate(rules):
        state, support = State.UNKNOWN, None
        if place in by_turn:
            state = turns[by_turn[place]].answer.state
            support = Support(turn=by_turn[place])
        elif place in by_scenario:
            answer, words = by_scenario[place]
            state, support = answer.state, Support(scenario=words)
        found.append(Rule(rule.span, state, support=support))
    return tuple(found)


def rule_to_ask(count: int, *known: Container[int]) -> int:
    """The place of the first unknown rule behind the last known one, else of the first unknown one.

    Where every rule is known in one sense, the next sense of `known` is asked, and then the last
    rule is asked about again.
    """
    places = list(range(count))
    for each in known:
        last = max((place for place in places if place in each), default=-1)
        for place in places[last + 1 :] + places[: last + 1]:
            if place not in each:
                return place
    return count - 1
