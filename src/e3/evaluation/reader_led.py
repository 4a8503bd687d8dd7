"""Interviews that a reader leads (end-to-end dialogue): it decides every turn, as in the paper.

For research alone: to compare readers by whole interviews. The product's follow a policy.

The reader is led through the conversation from its beginning. What it asks is answered from the
facts as long as they have the answer, whenever that was told, so a reader only meets histories like
those it learnt from. Where a person does not know, the conversation goes on both ways: if all ways
end alike, what is not known does not matter.

What a reader takes from the scenario is confirmed first. Then it stands in the history, and the
scenario is read no more: nothing counts that the person has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import islice

from e3.interview.facts import Fact, same_rule
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered, Step
from e3.language.en.likeness import same_part, same_question
from e3.language.en.questions import question_about
from e3.language.en.rules import find_rules
from e3.policy.answers import Answer, State
from e3.policy.facts import Value
from e3.reading.conversation import Conversation, Decision, Reply, Rule, Turn
from e3.reading.systems import ConversationReader
from e3.text import Span

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
class ReaderLedInterview:
    """An interview as a value: how it began, and what was told. Every move gives a new one."""

    reader: ConversationReader
    start: Conversation
    facts: tuple[Fact, ...] = ()

    @cached_property
    def step(self) -> Step:
        """What comes next: something to confirm, a question, or how it ended."""
        return follow(self.reader, self.start, self.facts)

    @property
    def today(self) -> date:
        """The day on which it is held; a reader compares nothing with it."""
        return date.today()

    def answer(self, answer: Answer | Value) -> ReaderLedInterview:
        """Answers the question that is asked."""
        assert isinstance(self.step, Ask)
        assert isinstance(answer, Answer)
        return self._with(Fact(self.step.question, answer, self.step.rule))

    def confirm(self, answer: Answer | Value) -> ReaderLedInterview:
        """Says of the first fact to confirm what is so; unknown leaves it out."""
        assert isinstance(self.step, Confirm)
        assert isinstance(answer, Answer)
        return self._with(replace(self.step.facts[0], answer=answer))

    def _with(self, fact: Fact) -> ReaderLedInterview:
        return replace(self, facts=(*self.facts, fact))


@dataclass(frozen=True)
class _Way:
    """One way the conversation goes: facts by their places, each with an answer it may have."""

    taken: tuple[tuple[int, Answer], ...]
    reply: Reply
    inquiry: Ask | None
    """What the facts do not answer; None where the way ends."""


def follow(reader: ConversationReader, start: Conversation, facts: Sequence[Fact]) -> Step:
    """Where the interview stands that began with `start` and in which `facts` were told."""
    first = reader.read(start)
    if first.decision is Decision.IRRELEVANT:
        may_ask = first.confidence < _NOT_ANSWERED and any(map(_is_open, first.rules))
        if not may_ask:
            return NotAnswered()
    if unconfirmed := _told_by_scenario(first, start, facts):
        return Confirm(unconfirmed)
    if any(fact.words for fact in facts):
        start = replace(start, scenario="")
    most = max(len(first.rules), len(find_rules(start.rule_text))) + _MORE_TURNS
    ways = list(islice(_ways(reader, start, facts, most), _MOST_WAYS + 1))
    late = (_told_by_scenario(way.reply, start, facts) for way in ways)
    if unconfirmed := next(filter(None, late), ()):
        return Confirm(unconfirmed)
    asked = {place for way in ways for place, _ in way.taken if facts[place].words is None}
    return _step(ways, start, facts, may_ask=len(asked) < most)


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
        reply = reader.read(replace(start, history=history))
        settled = [facts[place] for place, _ in taken]
        inquiry = next(_inquiries(reply, start, settled), None)
        if len(taken) - len(of_scenario) >= most:
            inquiry = None
        place = None if inquiry is None else _place(inquiry, facts, start)
        if place is None:
            yield _Way(taken, reply, inquiry)
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
    return min((c for c in conclusions if c), key=lambda c: c.confidence or 0.0)


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
    about = (_is_about(fact, ask, start.rule_text.text) for fact in facts)
    return next((place for place, is_about in enumerate(about) if is_about), None)


def _is_about(fact: Fact, ask: Ask, text: str) -> bool:
    """Whether a question would ask for a fact again."""
    if same_question(fact.question, ask.question):
        return True
    if fact.rule is None or ask.rule is None or not same_rule(fact.rule, ask.rule):
        return False
    both = Span(min(fact.rule.start, ask.rule.start), max(fact.rule.end, ask.rule.end))
    return same_part(fact.question, ask.question, both.of(text))


def _is_known(answer: Answer) -> bool:
    return answer is not Answer.UNKNOWN
