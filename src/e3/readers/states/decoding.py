"""From the scores of E3 with states to a reply: apart from any network, and without torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from e3.language.en.edits import Edit, put_together, text_to_edit
from e3.language.en.grammar import with_article
from e3.language.en.likeness import overlap
from e3.language.en.questions import NOBODY, question_about
from e3.language.en.sentences import sentences
from e3.policy.answers import State
from e3.readers.states.units import UnitInput
from e3.reading.conversation import DECISIONS, Conversation, Decision, Reply, Rule, Support
from e3.text import Span

Scores = NDArray[np.float32]

STATES = (State.MET, State.NOT_MET, State.UNKNOWN)
"""The states that are learnt; behind them stands `NO_RULE`. What is not needed follows."""
NO_RULE = len(STATES)
_UNKNOWN = STATES.index(State.UNKNOWN)

_MOST_WORDS = 10
"""Of a question that is written by the rules of grammar: a longer one has swallowed too much."""

_LEAST_PIECES = 2
"""Of a part of a unit that is asked about: a single word piece of a longer one asks nothing."""


@dataclass(frozen=True)
class ReadScores:
    """Logits of one conversation: of decisions, items x states, items, positions x (start, end),
    and positions x openings."""

    decision: Scores
    states: Scores
    inquiry: Scores
    ends: Scores
    openings: Scores


SCORES = tuple(each.name for each in fields(ReadScores))
"""Their names, in the order in which networks give them."""
DRAFT_SCORES = ("tags", "pairs", "edges", "telling")
"""The names of what networks give beside these where they draft."""


def reply_of(
    conversation: Conversation,
    inputs: UnitInput,
    scores: ReadScores,
    *,
    openings: Sequence[str],
    temperature: float,
) -> Reply:
    """The likeliest decision, with the unit it asks about where it asks, and the state of each."""
    logits = scores.decision.astype(np.float64) / temperature
    probabilities = np.exp(logits - logits.max())
    of = dict(zip(DECISIONS, map(float, probabilities / probabilities.sum()), strict=True))
    rules = _found_rules(inputs, scores)
    # Without any rule there is nothing to ask about.
    decision = max((d for d in of if rules or d is not Decision.INQUIRE), key=lambda d: of[d])
    asked = _to_ask(inputs, scores) if decision is Decision.INQUIRE else None
    if asked is not None:
        rules[asked] = State.UNKNOWN
    questions = {u: _question(conversation, inputs, scores, u, openings) for u in rules}
    concluded = decision in (Decision.YES, Decision.NO)
    sure = _sure(inputs, scores)
    shown = sorted(rules)
    return Reply(
        decision=decision,
        confidence=of[decision],
        question=None if asked is None else questions[asked],
        rules=tuple(
            _settled(conversation, rule, concluded=concluded)
            for rule in (
                Rule(inputs.units[u], rules[u], question=questions[u], confidence=sure[u, rules[u]])
                for u in shown
            )
        ),
        asked=None if asked is None else shown.index(asked),
        probabilities=of,
    )


def _found_rules(inputs: UnitInput, scores: ReadScores) -> dict[int, State]:
    """The units that are rules, with their states; the likeliest one where none is likely."""
    of_units = scores.states[inputs.first_unit :]
    likeliest = of_units.argmax(axis=-1)
    found = {u: STATES[s] for u, s in enumerate(likeliest) if s != NO_RULE}
    if not found and len(of_units):
        best = int(scores.inquiry[inputs.first_unit :].argmax())
        found = {best: STATES[int(of_units[best, :NO_RULE].argmax())]}
    return found


def _to_ask(inputs: UnitInput, scores: ReadScores) -> int:
    """The unit whose question comes next; that it may be settled already counts half as much.

    To pass over all units whose likeliest state is settled costs a point of BLEU.
    """
    states = scores.states[inputs.first_unit :].astype(np.float64)
    unknown = states[:, _UNKNOWN] - np.logaddexp.reduce(states, axis=-1)
    return int((scores.inquiry[inputs.first_unit :] + unknown / 2).argmax())


def _question(
    conversation: Conversation,
    inputs: UnitInput,
    scores: ReadScores,
    unit: int,
    openings: Sequence[str],
) -> str:
    """By the rules of grammar where they know whom to ask and come out short, else as learnt."""
    by_grammar = question_about(conversation.rule_text, inputs.units[unit])
    if not by_grammar.startswith(NOBODY) and len(by_grammar.split()) <= _MOST_WORDS:
        return by_grammar
    return _learnt_question(conversation, inputs, scores, unit, openings)


def _learnt_question(
    conversation: Conversation,
    inputs: UnitInput,
    scores: ReadScores,
    unit: int,
    openings: Sequence[str],
) -> str:
    """The likeliest part of the unit, with the opening that goes with where it starts."""
    first, last = inputs.encoder.positions(inputs.units[unit]) or (0, 0)
    start, end = scores.ends[first : last + 1].T
    longer = min(_LEAST_PIECES, len(start)) - 1
    starts = np.maximum.accumulate(start)[: len(start) - longer]
    best = int(np.argmax(starts + end[longer:])) + longer
    begin = int(np.argmax(start[: best - longer + 1]))
    span = inputs.encoder.span(first + begin, first + best)
    opening = openings[int(scores.openings[first + begin].argmax())]
    kept = text_to_edit(conversation.rule_text, span)
    return put_together(Edit(with_article(opening.split(), kept), ("?",)), kept)


def _sure(inputs: UnitInput, scores: ReadScores) -> dict[tuple[int, State], float]:
    """How likely each state of each unit is."""
    logits = scores.states[inputs.first_unit :].astype(np.float64)
    likely = np.exp(logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True))
    return {
        (unit, state): float(likely[unit, place])
        for unit in range(len(likely))
        for place, state in enumerate(STATES)
    }


def _settled(conversation: Conversation, rule: Rule, *, concluded: bool) -> Rule:
    """A rule with what settles it, or not needed where nothing does and the reply concludes."""
    if rule.state is State.UNKNOWN:
        return replace(rule, state=State.NOT_NEEDED) if concluded else rule
    return replace(rule, support=_support(conversation, rule.span, rule.state))


def _support(conversation: Conversation, unit: Span, state: State) -> Support | None:
    """The turn or the sentence of the scenario that shares most words with a settled unit.

    A turn counts only if its answer agrees with the state.
    """
    rule = unit.of(conversation.rule_text.text)
    scenario = conversation.scenario
    told = [
        (overlap(rule, span.of(scenario)), Support(scenario=span))
        for span in sentences(scenario, Span(0, len(scenario)))
    ]
    said = [
        (overlap(rule, turn.question), Support(turn=place))
        for place, turn in enumerate(conversation.history)
        if turn.answer is state.answer
    ]
    return max([*said, *told], key=lambda found: found[0], default=(0.0, None))[1]
