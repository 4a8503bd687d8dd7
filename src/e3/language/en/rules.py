"""The rules of a text by its form alone (pattern-based extraction): bullets, conditions, duties.

Nothing is learnt here, and nothing of a dialogue tree is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from e3.language.en.content_words import content_words
from e3.language.en.sentences import sentences
from e3.policy.rule_text import Block, BlockKind, RuleText, once_a_text
from e3.text import Span

_SUBJECT = r"(?:you|your|they|their|the|a|an|it|he|she|we|his|her|our|this|that|there|any|no|one)"
# Where a condition begins; words of time begin one where nothing else does.
_CONDITION = re.compile(
    rf"\b(?:if|unless|provided(?: that| you)|as long as|so long as|(?:when|where)(?=\s{_SUBJECT}\b)"
    r"|who(?=\s(?!can\b|may\b)))\b",
    re.IGNORECASE,
)
_TIME = re.compile(rf"\b(?:before|after|until|while)(?=\s{_SUBJECT}\b)", re.IGNORECASE)
# Where a condition gives way to what follows from it, and the same for somebody "who" does a thing.
_CONCLUSION = re.compile(
    rf",\s+(?=(?:then|please|{_SUBJECT})\b)|\s(?=you\s?(?:can|may|must|will|should|[’']ll|need)\b)",
    re.IGNORECASE,
)
_CONCLUSION_ON_PERSON = re.compile(
    r"\s(?=(?:must|may|can|shall|should|will|won|are eligible|is eligible|are entitled)\b)",
    re.IGNORECASE,
)
# "If you are 16 or over and you:" is a whole condition, and then one that its bullets go on with.
_BEFORE_LIST = re.compile(r",?\s(?:and|but)\s(?:you|one|either|both|all|any)\b")
_DUTY = re.compile(
    r"\b(?:must|needs?|have to|has to|should|shall|required|only|eligible|qualify)\b", re.IGNORECASE
)
_EDGES = " \t\r\n,;:.–—-"
# A run of spaces is looked at once: from each of them anew, 100,000 would take minutes.
_JOINED_TO_NEXT = re.compile(r"(?:[,;]|(?<!\s))\s++(?:and/or|and|or)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RuleSpan:
    """A rule, and for a bullet the sentence that its list begins with."""

    span: Span
    lead: Span | None = None


@once_a_text
def find_rules(rule_text: RuleText) -> tuple[RuleSpan, ...]:
    """The rules of a rule text: where its form shows none, its sentences; without words, none."""
    text = rule_text.text
    found: list[RuleSpan] = []
    lead = None
    for block in rule_text.blocks:
        if block.kind is BlockKind.BULLET:
            found.append(RuleSpan(tidied(text, block.span), lead))
        elif block.kind is BlockKind.PARAGRAPH:
            *_, lead = sentences(text, block.span)
            found += [RuleSpan(tidied(text, span)) for span in _conditions(text, block)]
    return _with_words(text, found) or _with_words(text, _duties(rule_text))


def _with_words(text: str, rules: Sequence[RuleSpan]) -> tuple[RuleSpan, ...]:
    return tuple(rule for rule in rules if content_words(rule.span.of(text)))


def _conditions(text: str, block: Block) -> list[Span]:
    found = []
    for sentence in sentences(text, block.span):
        openings = _starts(_CONDITION, text, sentence) or _starts(_TIME, text, sentence)
        for start, end in pairwise([*openings, sentence.end]):
            if clause := _without_conclusion(text, Span(start, end)):
                found.append(clause)
    return found


def _starts(pattern: re.Pattern[str], text: str, sentence: Span) -> list[int]:
    return [found.start() for found in pattern.finditer(text, sentence.start, sentence.end)]


def _without_conclusion(text: str, span: Span) -> Span | None:
    """A condition without what follows from it; None for one that only runs into a list."""
    on_person = span.of(text)[:3].casefold() == "who"
    conclusion = _CONCLUSION_ON_PERSON if on_person else _CONCLUSION
    if turn := conclusion.search(text, span.start + 3, span.end):
        return Span(span.start, turn.start())
    return _before_list(text, span) if span.of(text).endswith(":") else span


def _before_list(text: str, span: Span) -> Span | None:
    """What is whole of a condition that runs into a list: all but its part behind the last comma.

    None where nothing is, or it goes over several lines.
    """
    last_comma = text.rfind(",", span.start, span.end)
    goes_on = _BEFORE_LIST.search(text, max(span.start + 1, last_comma), span.end)
    if goes_on is None or "\n" in text[span.start : goes_on.start()]:
        return None
    return Span(span.start, goes_on.start())


def _duties(rule_text: RuleText) -> list[RuleSpan]:
    """The sentences that ask something of somebody, or else all."""
    text = rule_text.text
    body = [block for block in rule_text.blocks if block.kind is not BlockKind.TITLE]
    every = [s for block in body or rule_text.blocks for s in sentences(text, block.span)]
    duties = [sentence for sentence in every if _DUTY.search(sentence.of(text))]
    return [RuleSpan(tidied(text, sentence)) for sentence in duties or every]


def tidied(text: str, span: Span) -> Span:
    """The span without punctuation at its ends and without the "and" before the next bullet."""
    tidy = span.stripped(text, _EDGES)
    if joined := _JOINED_TO_NEXT.search(tidy.of(text)):
        tidy = Span(tidy.start, tidy.start + joined.start()).stripped(text, _EDGES)
    return tidy
