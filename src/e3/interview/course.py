"""The course of an interview (dialogue management): from all that was told to what comes next.

The reader is led through the conversation from its beginning. What it asks is answered from the
facts as long as they have the answer, whenever that was told: so a changed answer loses no later
one, and a reader only meets histories like those it learnt from. Where a person does not know, the
conversation goes on both ways: if all ways end alike, what is not known does not matter.

What a reader takes from the scenario is confirmed first. Then it stands in the history, and the
scenario is read no more: nothing counts that the person has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from e3.interview.facts import Fact
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.language.en.questions import question_about
from e3.language.en.rules import find_rules
from e3.policy.answers import Answer, State
from e3.reading.conversation import Conversation, Decision, Reply, Rule, Turn
from e3.reading.systems import ConversationReader

_MORE_TURNS = 3
"""Questions that may be asked beyond one for each rule, as readers find rules anew every turn."""
_MOST_WAYS = 16
"""Ways to go on that are looked at where a person does not know; beyond that it can't be told."""
_NOT_ANSWERED = 0.8
"""The confidence from which on a question is turned away; below it, the open rules are asked.

With the reader that ships none of 69 questions to ShARC's development trees and 6 of 223 to our
evaluation policies are turned away wrongly (without this bound 2 and 27); of those that the text
does not answer 90 and 85 of 100 are turned away (97 and 98).
"""

_CONCLUSIONS = (Decision.YES, Decision.NO)


@dataclass(frozen=True)
class Course:
    """What comes next, and what led there."""

    step: Step
    used: frozenset[int]
    """The places of the facts that count: those of the scenario, and those that were asked for."""
    rules: tuple[Rule, ...]
    """All that the reader found in the text."""
    read: Conversation
    """What the reader was given for that; where there are several ways, on the first that asks."""


@dataclass(frozen=True)
class _Way:
    """One way the conversation goes: facts by their places, each with an answer it may have."""

    taken: tuple[tuple[int, Answer], ...]
    conversation: Conversation
    reply: Reply
    inquiry: Ask | None
    """What the facts do not answer; None where the way ends."""


def follow(reader: ConversationReader, start: Conversation, facts: Sequence[Fact]) -> Course:
    """The course of the interview that began with `start` and in which `facts` were told."""
    first = reader.read(start)
    if first.decision is Decision.IRRELEVANT:
        may_ask = first.confidence < _NOT_ANSWERED and any(map(_is_open, first.rules))
        if not may_ask:
            return Course(NotAnswered(first.confidence), frozenset(), first.rules, start)
    if unconfirmed := _told_by_scenario(first, start, facts):
        return Course(Confirm(unconfirmed), frozenset(range(len(facts))), first.rules, start)
    of_scenario = {place for place, fact in enumerate(facts) if fact.words}
    if of_scenario:
        start = replace(start, scenario="")
    most = max(len(first.rules), len(find_rules(start.rule_text))) + _MORE_TURNS
    ways = list(islice(_ways(reader, start, facts, most), _MOST_WAYS + 1))
    asked = {place for way in ways for place, _ in way.taken if facts[place].words is None}
    rules = next((way.reply.rules for way in ways if way.inquiry is None), ways[0].reply.rules)
    late = (_told_by_scenario(way.reply, start, facts) for way in ways)
    if unconfirmed := next(filter(None, late), ()):
        step: Step = Confirm(unconfirmed)
    else:
        step = _step(ways, start, facts, may_ask=len(asked) < most)
    stands = next((way for way in ways if way.inquiry), ways[0])
    return Course(step, frozenset(asked | of_scenario), rules, stands.conversation)


def _told_by_scenario(reply: Reply, start: Conversation, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """What the reader takes from the scenario and the person has not been asked to confirm."""
    found: list[Fact] = []
    for rule in reply.rules:
        words = rule.support.scenario if rule.support else None
        answer = rule.state.answer
        if words and answer:
            ask = _about(rule, start)
            if _place(ask, (*facts, *found), start) is None:
                found.append(Fact(ask.question, answer, rule.span, words, answer))
    return tuple(found)


def _about(rule: Rule, start: Conversation) -> Ask:
    """A question about a rule, in the reader's own words where it has some."""
    return Ask(rule.question or question_about(start.rule_text, rule.span), rule.span)


def _ways(
    reader: ConversationReader, start: Conversation, facts: Sequence[Fact], most: int
) -> Iterator[_Way]:
    """Every way the conversation goes with these facts, yes before no where one is not known."""
    # What the scenario tells is settled from the start, in the order of the text.
    of_scenario = sorted(
        (fact.rule, place, fact.answer)
        for place, fact in enumerate(facts)
        if fact.words and fact.rule and _is_known(fact.answer)
    )
    waiting = [tuple((place, answer) for _, place, answer in of_scenario)]
    while waiting:
        taken = waiting.pop()
        history = tuple(Turn(facts[place].question, answer) for place, answer in taken)
        conversation = replace(start, history=history)
        reply = reader.read(conversation)
        settled = [facts[place] for place, _ in taken]
        inquiry = next(_inquiries(reply, start, settled), None)
        if len(taken) - len(of_scenario) >= most:
            inquiry = None
        place = None if inquiry is None else _place(inquiry, facts, start)
        if place is None:
            yield _Way(taken, conversation, reply, inquiry)
        else:
            answer = facts[place].answer
            both = (Answer.NO, Answer.YES)  # the last is the next
            waiting += [(*taken, (place, a)) for a in ((answer,) if _is_known(answer) else both)]


def _inquiries(reply: Reply, start: Conversation, settled: Sequence[Fact]) -> Iterator[Ask]:
    """What of all that a reply can ask is not settled."""
    return (ask for ask in _asks(reply, start) if _place(ask, settled, start) is None)


def _asks(reply: Reply, start: Conversation) -> Iterator[Ask]:
    """What a reply asks, and then its other open rules, those it would ask first."""
    if reply.decision in _CONCLUSIONS:
        return
    asked = None if reply.asked is None else reply.rules[reply.asked]
    if reply.question and (asked is None or _is_open(asked)):
        yield Ask(reply.question, None if asked is None else asked.span)
    others = [rule for rule in reply.rules if rule is not asked and _is_open(rule)]
    others.sort(key=lambda rule: -rule.scores.inquiry if rule.scores else 0.0)
    yield from (_about(rule, start) for rule in others)


def _is_open(rule: Rule) -> bool:
    """Whether nothing that was said settles a rule; a state that rests on nothing is a guess."""
    guessed = rule.state.answer is not None and rule.support is None
    return rule.state is State.UNKNOWN or guessed


def _step(
    ways: Sequence[_Way], start: Conversation, facts: Sequence[Fact], *, may_ask: bool
) -> Step:
    """What all ways together come to."""
    ended = [way for way in ways if way.inquiry is None or not may_ask]
    conclusions = [_conclusion(way.reply) for way in ended]
    decisions = {conclusion and conclusion.decision for conclusion in conclusions}
    # Ways that have ended ask no more: where they differ, no further answer can help.
    if None in decisions or len(decisions) > 1 or len(ways) > _MOST_WAYS:
        return CannotTell(tuple(_still_open(ended, start, facts)))
    if asking := next((way.inquiry for way in ways if way.inquiry and may_ask), None):
        return asking
    return min((c for c in conclusions if c), key=lambda conclusion: conclusion.confidence)


def _conclusion(reply: Reply) -> Concluded | None:
    """The conclusion of a reply; of one that does not conclude, the likelier of yes and no."""
    if reply.decision in _CONCLUSIONS:
        return Concluded(reply.decision, reply.confidence)
    yes, no = (reply.probabilities.get(decision, 0.0) for decision in _CONCLUSIONS)
    if yes == no:
        return None
    return Concluded(Decision.YES if yes > no else Decision.NO, max(yes, no) / (yes + no))


def _still_open(ended: Sequence[_Way], start: Conversation, facts: Sequence[Fact]) -> Iterator[Ask]:
    """What the person did not know, and what a reader that did not conclude has left to ask."""
    places = sorted({place for way in ended for place, _ in way.taken})
    unknown = [facts[place] for place in places if not _is_known(facts[place].answer)]
    yield from (Ask(fact.question, fact.rule) for fact in unknown)
    settled = [*facts]
    for way in ended:
        if _conclusion(way.reply) is None:
            for ask in _inquiries(way.reply, start, settled):
                settled.append(Fact(ask.question, Answer.UNKNOWN, ask.rule))
                yield ask


def _place(ask: Ask, facts: Sequence[Fact], start: Conversation) -> int | None:
    """The first fact that answers a question."""
    text = start.rule_text.text
    about = (fact.is_about(ask.question, ask.rule, text) for fact in facts)
    return next((place for place, is_about in enumerate(about) if is_about), None)


def _is_known(answer: Answer) -> bool:
    return answer is not Answer.UNKNOWN
