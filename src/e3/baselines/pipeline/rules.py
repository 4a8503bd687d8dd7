"""The rules of a text by its form alone: bullets, conditions and duties, in the order of the text.

Nothing is learnt here, and nothing of a dialogue tree is known.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from e3.conversation import Answer, Block, BlockKind, Rule, RuleText, State, Support, Turn
from e3.text import EMPTY_WORDS, Span, sentences, words

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
_BEFORE_LIST = re.compile(
    r"(?P<whole>.+?),?\s(?:and|but)\s(?:you|one|either|both|all|any)\b[^,]*:$"
)
_DUTY = re.compile(
    r"\b(?:must|needs?|have to|has to|should|shall|required|only|eligible|qualify)\b", re.IGNORECASE
)
_EDGES = " \t\r\n,;:.–—-"
_JOINED_TO_NEXT = re.compile(r"[,;]?\s+(?:and/or|and|or)$", re.IGNORECASE)
_STEM = 5
"""Letters of a word that are compared, so that most of its forms are one."""

# A rule is met where the question about it is answered yes.
_STATES = {Answer.YES: State.MET, Answer.NO: State.NOT_MET, Answer.UNKNOWN: State.UNKNOWN}


@dataclass(frozen=True, slots=True)
class RuleSpan:
    """A rule, and for a bullet the sentence that its list begins with."""

    span: Span
    lead: Span | None = None


def content_words(text: str) -> list[str]:
    """The words of a text that are not words of grammar."""
    return [word.text for word in words(text) if word.text not in EMPTY_WORDS]


@lru_cache(maxsize=2**16)
def stems(text: str) -> frozenset[str]:
    """The content words of a text, cut to their first letters."""
    return frozenset(word[:_STEM] for word in content_words(text))


@lru_cache(maxsize=2**12)
def find_rules(text: str) -> tuple[RuleSpan, ...]:
    """The rules of a rule text: where its form shows none, its sentences; without words, none."""
    found: list[RuleSpan] = []
    lead = None
    for block in RuleText(text).blocks:
        if block.kind is BlockKind.BULLET:
            found.append(RuleSpan(_tidied(text, block.span), lead))
        elif block.kind is BlockKind.PARAGRAPH:
            *_, lead = sentences(text, block.span)
            found += [RuleSpan(_tidied(text, span)) for span in _conditions(text, block)]
    return _with_words(text, found) or _with_words(text, _duties(RuleText(text)))


def _with_words(text: str, rules: Sequence[RuleSpan]) -> tuple[RuleSpan, ...]:
    return tuple(rule for rule in rules if stems(rule.span.of(text)))


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
    if span.of(text).endswith(":"):
        begins = _BEFORE_LIST.match(text, span.start, span.end)
        return Span(span.start, begins.end("whole")) if begins else None
    return span


def _duties(rule_text: RuleText) -> list[RuleSpan]:
    """The sentences that ask something of somebody, or else all."""
    text = rule_text.text
    body = [block for block in rule_text.blocks if block.kind is not BlockKind.TITLE]
    every = [s for block in body or rule_text.blocks for s in sentences(text, block.span)]
    duties = [sentence for sentence in every if _DUTY.search(sentence.of(text))]
    return [RuleSpan(_tidied(text, sentence)) for sentence in duties or every]


def _tidied(text: str, span: Span) -> Span:
    """The span without punctuation at its ends and without the "and" before the next bullet."""
    tidy = span.stripped(text, _EDGES)
    if joined := _JOINED_TO_NEXT.search(tidy.of(text)):
        tidy = Span(tidy.start, tidy.start + joined.start()).stripped(text, _EDGES)
    return tidy


def rule_about(question: str, text: str, rules: Sequence[RuleSpan]) -> int | None:
    """The rule that a question shares most words with; None if it shares none."""
    asked = stems(question)
    alike = [_alike(asked, stems(rule.span.of(text))) for rule in rules]
    return alike.index(max(alike)) if any(alike) else None


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """Dice's coefficient."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def turns_about(turns: Sequence[Turn], text: str, rules: Sequence[RuleSpan]) -> dict[int, int]:
    """The rules that turns have asked about, each with the place of the last such turn."""
    places = (rule_about(turn.question, text, rules) for turn in turns)
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
            state = _STATES[turns[by_turn[place]].answer]
            support = Support(turn=by_turn[place])
        elif place in by_scenario:
            answer, words = by_scenario[place]
            state, support = _STATES[answer], Support(scenario=words)
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
