"""Span matching: where in the rule text a follow-up question comes from (appendix A.2).

For every question this finds the shortest span with the least edit distance. The distance is over
words, not characters, and weighted, because most words of a question ("do you have a") say nothing
about the place: what counts is the few that do.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from e3.language.en.content_words import EMPTY_WORDS, LIGHT_WORDS, trimmed
from e3.language.en.cues import SPEAKS_OF_READER
from e3.language.en.sentences import clauses, sentences
from e3.language.en.word_forms import ENDINGS, LEMMAS
from e3.policy.rule_text import Block, BlockKind, RuleText
from e3.text import Span, Word, words

_EDGES = " \t\r\n,;:.–—-"
_CONJUNCTION = re.compile(r"[,;]\s*(?:and|or|and/or)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Costs:
    """What the parts of the distance cost, relative to one missed content word."""

    empty: float = 0.1
    """Missing a word of grammar."""
    light: float = 0.5
    """Missing a light word."""
    inflected: float = 0.2
    """Another form of the word, so that an exact match wins."""
    commonness: float = 0.5
    """How fast a word loses weight that stands in many sentences of the rule text."""
    extra: float = 0.05
    """A content word inside the span that the question does not have."""
    extra_empty: float = 0.02
    """The same for a word of grammar."""
    unused: float = 0.02
    """A content word of the clause that the span leaves out."""
    absent: float = 0.3
    """A word of the question that stands nowhere in the sentence, in whatever order."""
    title: float = 0.9
    """Standing in a title: rules stand in the text below it."""
    later: float = 0.005
    """Each sentence before this one: the first mention is the rule."""
    taken: float = 0.2
    """A clause that another question of the tree has a better claim to."""
    disorder: float = 0.3
    """Standing before what was asked earlier: trees ask in the order of the text."""


COSTS = Costs()
"""Chosen while looking at ShARC's human spans and never at those of our policies.

`e3 data spans --gold` measures what they give on either.
"""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a question comes from."""

    question: str
    matched: Span
    """The shortest span with the least edit distance: the paper's rule span."""
    core: Span
    """The same without words of grammar at its ends."""
    clause: Span
    """The bullet or the clauses in which it stands: what a person would mark."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of the rule text in which a rule may stand."""

    span: Span
    kind: BlockKind
    words: list[Word]
    clauses: list[Span]

    def clause_around(self, core: Span) -> Span:
        """The clauses that `core` touches; in a bullet, the whole of it."""
        if self.kind is BlockKind.BULLET:
            return self.span
        touched = [clause for clause in self.clauses if clause.overlaps(core)]
        return Span(touched[0].start, touched[-1].end)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """The best span of one sentence for one question; the distance is relative to its weight."""

    distance: float
    core: Span
    clause: Span


def match_spans(rule_text: RuleText, questions: Sequence[str]) -> list[Match]:
    """The match of every question, in their order; a text without any word gives none."""
    text = rule_text.text
    found = _sentences(rule_text)
    candidates = [_candidates(question, found) for question in questions]
    chosen: dict[int, _Candidate] = {}
    # Questions that have only one good place choose first.
    for index in sorted(range(len(questions)), key=lambda i: (-_regret(candidates[i]), i)):
        if candidates[index]:
            before = [chosen[other].clause for other in chosen if other < index]
            after = [chosen[other].clause for other in chosen if other > index]
            chosen[index] = min(
                candidates[index], key=lambda candidate: _beside(candidate, before, after)
            )
    return [
        Match(
            questions[i],
            _from_whole_word(text, chosen[i].core),
            trimmed(text, chosen[i].core),
            _tidied(text, chosen[i].clause),
        )
        for i in sorted(chosen)
    ]


def _from_whole_word(text: str, span: Span) -> Span:
    """The span without the rest of a contraction at its start: the "re" of "you’re a carer"."""
    inside = words(text, span)
    split = span.start > 0 and text[span.start - 1] in "’'" and len(inside) > 1
    return Span(inside[1].span.start, span.end) if split else span


def _tidied(text: str, clause: Span) -> Span:
    """A clause without the punctuation at its ends; a closing bracket stays with its opening."""
    tidy = clause.stripped(text, _EDGES)
    if joined_to_next := _CONJUNCTION.search(tidy.of(text)):
        tidy = Span(tidy.start, tidy.start + joined_to_next.start()).stripped(text, _EDGES)
    inside = tidy.of(text)
    if inside.startswith((")", "(")) and inside.count("(") != inside.count(")"):
        tidy = tidy.stripped(text, "() ,;:.")
    return tidy or clause


def _sentences(rule_text: RuleText) -> list[_Sentence]:
    """The sentences that may hold a rule: all but titles that only name the topic."""
    text = rule_text.text
    body = [block for block in rule_text.blocks if _may_hold_rule(text, block)]
    found = []
    for block in body or rule_text.blocks:
        whole = block.kind is BlockKind.TITLE
        for span in [block.span] if whole else sentences(text, block.span):
            if inside := words(text, span):
                found.append(_Sentence(span, block.kind, inside, clauses(text, span)))
    return found


def _may_hold_rule(text: str, block: Block) -> bool:
    return block.kind is not BlockKind.TITLE or bool(SPEAKS_OF_READER.match(block.span.of(text)))


def _candidates(question: str, found: list[_Sentence]) -> list[_Candidate]:
    asked = [(word.text, _weight(word.text, found)) for word in words(question)]
    total = sum(weight for _, weight in asked)
    if not total:
        return []
    return [
        _best_in(sentence, asked, total, COSTS.later * position)
        for position, sentence in enumerate(found)
    ]


def _best_in(
    sentence: _Sentence, asked: list[tuple[str, float]], total: float, handicap: float
) -> _Candidate:
    """The least distance in one sentence; among equals the shortest span."""
    here = [word.text for word in sentence.words]
    absent = sum(
        weight * (1 - max(likeness(word, other) for other in here)) for word, weight in asked
    )
    if sentence.kind is BlockKind.TITLE:
        handicap += COSTS.title
    best: tuple[float, int, _Candidate] | None = None
    for end, (distance, start) in enumerate(_alignments(asked, here), start=1):
        if start >= end:
            continue
        core = Span(sentence.words[start].span.start, sentence.words[end - 1].span.end)
        clause = sentence.clause_around(core)
        unused = sum(
            word.text not in EMPTY_WORDS
            for index, word in enumerate(sentence.words)
            if not start <= index < end and clause.covers(word.span)
        )
        cost = (distance + COSTS.unused * unused + COSTS.absent * absent) / total + handicap
        candidate = (round(cost, 9), end - start, _Candidate(cost, core, clause))
        if best is None or candidate[:2] < best[:2]:
            best = candidate
    if best is None:  # no word in common: the sentence as it is
        return _Candidate(1 + COSTS.absent + handicap, sentence.span, sentence.span)
    return best[2]


def _alignments(asked: list[tuple[str, float]], here: list[str]) -> list[tuple[float, int]]:
    """For every end of a span in `here`: the least edit distance to `asked`, and the span's start.

    Sellers' algorithm: the span may start anywhere at no cost; ties go to the later start.
    """
    # Starts are negated so that `min` prefers the later one.
    row = [(0.0, -start) for start in range(len(here) + 1)]
    for word, weight in asked:
        above = row
        row = [(above[0][0] + weight, above[0][1])]
        for j, other in enumerate(here, start=1):
            extra = COSTS.extra_empty if other in EMPTY_WORDS else COSTS.extra
            best = min(
                (above[j][0] + weight, above[j][1]),
                (row[j - 1][0] + extra, row[j - 1][1]),
            )
            if like := likeness(word, other):
                best = min(best, (above[j - 1][0] + weight * (1 - like), above[j - 1][1]))
            row.append(best)
    return [(distance, -start) for distance, start in row[1:]]


def _weight(word: str, found: list[_Sentence]) -> float:
    """How much a word tells about the place."""
    if word in EMPTY_WORDS:
        return COSTS.empty
    if word in LIGHT_WORDS:
        return COSTS.light
    places = sum(any(likeness(word, other.text) for other in s.words) for s in found)
    return 1 / (1 + COSTS.commonness * math.log(max(1, places)))


def likeness(one: str, other: str) -> float:
    """1 for the same word, less for another form or a misspelling of it, 0 for another word."""
    long = len(one) + len(other) > _LONGEST_WORDS
    return _likeness(one, other) if long else _known_likeness(one, other)


def _likeness(one: str, other: str) -> float:
    one, other = LEMMAS.get(one, one), LEMMAS.get(other, other)
    if one == other:
        return 1.0
    if one.isdigit() or other.isdigit():
        return 0.0
    short, long = sorted((one, other), key=len)
    inflected = 1 - COSTS.inflected
    if len(short) >= 3 and long.startswith(short) and long[len(short) :] in ENDINGS:
        return inflected
    prefix = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), None)
    prefix = len(short) if prefix is None else prefix
    if len(short) < 4 or prefix == 0:
        return 0.0
    like: float = Levenshtein.normalized_similarity(one, other)
    if prefix >= 4 and prefix >= 0.6 * len(long):
        return max(like, inflected)
    return like if like >= (0.6 if prefix >= 3 else 0.75) else 0.0


_LONGEST_WORDS = 100
"""Letters of two words whose likeness is remembered: a text may be one word."""
_known_likeness = lru_cache(maxsize=100_000)(_likeness)


def _regret(candidates: list[_Candidate]) -> float:
    """What it would cost a question not to get its best place."""
    distances = sorted(candidate.distance for candidate in candidates)
    return distances[1] - distances[0] if len(distances) > 1 else math.inf


def _beside(candidate: _Candidate, before: list[Span], after: list[Span]) -> tuple[float, int]:
    """The distance, given where the tree's earlier and later questions come from."""
    distance, here = candidate.distance, candidate.clause
    if any(here.overlaps(clause) for clause in (*before, *after)):
        distance += COSTS.taken
    if any(here.end <= clause.start for clause in before) or any(
        clause.end <= here.start for clause in after
    ):
        distance += COSTS.disorder
    return distance, len(candidate.core)
