"""What a story settles (entailment), once per story: for the person to confirm, never to decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from e3.errors import TooLong
from e3.interview.events import Understood
from e3.language.en.likeness import negated
from e3.policy.answers import Answer
from e3.policy.policy import Policy, PolicyRule
from e3.reading.conversation import Conversation, Rule
from e3.reading.drafts import StoryRule, StorySystem, stories_of
from e3.reading.systems import ConversationReader
from e3.text import Span

SURE = 0.99
"""The confidence from which on a person is shown what was understood; below it they are asked.

Chosen on ShARC's development set (`tools/measure_stories.py`): of what the reader that ships is as
sure of as that, 9 of 100 contradict the story; from 0.8 on it would be 15.
"""

SURE_TOLD = 0.95
"""The same for a reader that has learnt to read stories, whose confidence means what it says.

Of rules that a person wrote. Drafted ones are sometimes others than they seem: from 0.9 on people
corrected 17 of 100 facts on drafts of pages.
"""

_NUMBER = re.compile(r"\d")


def understood(
    reader: ConversationReader, policy: Policy, question: str, scenario: str
) -> tuple[Understood, ...] | None:
    """What the story tells of the rules of a policy; None where it is too long to be read."""
    if system := stories_of(reader):
        return _told_beside(system, policy, question, scenario)
    try:
        reply = reader.read(Conversation(policy.rule_text, question, scenario))
    except TooLong:
        return None
    found: dict[Span, Understood] = {}
    for rule in reply.rules:
        for told in _told(policy, rule):
            found.setdefault(told.rule, told)
    return tuple(found.values())


def with_compared(
    read: tuple[Understood, ...] | None, compared: Iterable[Understood]
) -> tuple[Understood, ...] | None:
    """What a reader takes from a story, but for rules that arithmetic settles."""
    settled = {each.rule: each for each in compared}
    if read is None:
        return tuple(settled.values()) or None
    return (*(each for each in read if each.rule not in settled), *settled.values())


def _told_beside(
    system: StorySystem, policy: Policy, question: str, scenario: str
) -> tuple[Understood, ...] | None:
    """What a reader of stories takes from one, once for all rules."""
    text = policy.rule_text.text
    rules = [StoryRule(rule.question, rule.span.of(text)) for rule in policy.rules]
    try:
        found = system.tell(question, scenario, rules)
    except TooLong:
        return None
    return tuple(
        Understood(rule.span, told.words, told.answer)
        for rule, told in zip(policy.rules, found, strict=True)
        if told.words is not None and told.sure >= SURE_TOLD
    )


def _told(policy: Policy, found: Rule) -> Iterator[Understood]:
    words = found.support.scenario if found.support else None
    answer = found.state.answer
    if words is None or answer is None or (found.confidence or 0.0) < SURE:
        return
    rules = [rule for rule in policy.rules if _covers(found.span, rule.span)]
    text = policy.rule_text.text
    # A clause in which two rules stand was read as one, and what it says of each can't be told;
    # and how one number compares with another is not for a network to say.
    if len(rules) == 1 and not _NUMBER.search(rules[0].span.of(text)):
        yield Understood(rules[0].span, words, _answer(rules[0], found, answer, text))


def _covers(one: Span, other: Span) -> bool:
    """Whether two spans share half of the shorter one."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared > 0 and 2 * shared >= min(len(one), len(other))


def _answer(rule: PolicyRule, found: Rule, answer: Answer, text: str) -> Answer:
    """The answer to the policy's question: the reader's may be about the same clause turned."""
    asked = found.question or found.span.of(text)
    return answer if negated(asked) is negated(rule.question) else answer.opposite
