"""Whether a clause bears on a question (relevance), by forms that were measured."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from e3.drafting import shares
from e3.drafting.direction import ASKS_DUTY
from e3.drafting.formula import Clause, clauses_of
from e3.drafting.statements import Statement
from e3.language.en.content_words import LIGHT_WORDS, stems

_BEGINNINGS = re.compile(
    r"\W*(you|we|it|this|that|these|they|there|if|no|nothing|the|an?|your|our|anyone|people|only|"
    r"all|any|each|in|for|from|to|once|after|before|when|not|nor|neither|but|also|however|yes|exception)\b",
    re.IGNORECASE,
)
_MODALS = {
    "can": r"can|may|could|allowed|able",
    "cannot": r"cannot|can[’']t|may not|not allowed|no longer",
    "must": r"must|shall|have to|has to|need|needs|required",
    "need not": r"not need|need not|not have to|n[’']t (?:need|have to)|not required",
    "will": r"will|won[’']t|[’']ll",
    "get": r"get|gets|receive|entitled|eligible|qualify|qualifies|paid",
    "not": r"not|n[’']t|no|never|nothing",
    "pay": r"pay|pays|charge|charged|fee|cost|costs",
    "count": r"counts?|means?|treated|regarded|called|includes?",
    "office": r"ask|call|ring|phone|write|send|office|online|form|email|post|letter|days|weeks",
}
_MODAL = {
    name: re.compile(
        rf"\b(?:{words})\b|n[’']t\b" if name == "not" else rf"\b(?:{words})\b", re.IGNORECASE
    )
    for name, words in _MODALS.items()
}
_OF_CLAUSE = {
    "you": r"you|your",
    "number": r"\d+",
    "they": r"they|their|it|he|she",
    "we": r"we|us|our",
    "verb": r"is|are|was|were|has|have|had",
    "back": r"this|these|them|that|so",
    "want": r"want|wish|like|prefer|questions?|problems?|doubt|help|unsure|later|change|lost|late",
}
_IN_CLAUSE = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _OF_CLAUSE.items()
}


_IMPERATIVE = re.compile(
    r"\W*(?:please|keep|bring|ring|call|send|ask|tell|report|give|apply|use|see|read|contact|write|visit"
    r"|check|note|fill|return|phone|email|show|take|make|go|think|wait|remember|pay|hand|leave|put|buy"
    r"|sign|speak|talk|look|let|claim|get|do)\b",
    re.IGNORECASE,
)

_OF_EVERY_QUESTION = stems(
    "qualify eligible apply applies allowed get claim need entitled use count counted right ask still "
    "now happen go take make want me my mine count something anything thing one okay affected"
)
"""Such as name nothing: "do I still qualify for this?"."""


@dataclass(frozen=True)
class Relevance:
    """The statements of a text beside a question."""

    text: str
    statements: Sequence[Statement]
    question: str

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """How much each word of the question tells: the fewer statements have it, the more."""
        seen: Counter[str] = Counter()
        for statement in self.statements:
            seen.update(self._stems(f"{statement.said} {statement.heading}"))
        count = len(self.statements)
        return {
            stem: math.log((count + 2) / (seen[stem] + 1)) for stem in self._stems(self.question)
        }

    def _stems(self, text: str) -> frozenset[str]:
        return stems(text) - LIGHT_WORDS

    def _covered(self, said: str) -> float:
        total = sum(self._weights.values())
        there = self._stems(said)
        return (
            sum(w for stem, w in self._weights.items() if stem in there) / total if total else 0.0
        )

    @cached_property
    def _said(self) -> list[float]:
        return [self._covered(statement.said) for statement in self.statements]

    @cached_property
    def _headed(self) -> list[float]:
        return [self._covered(statement.heading) for statement in self.statements]

    @cached_property
    def _of_passage(self) -> dict[int, float]:
        best: dict[int, float] = {}
        for place, statement in enumerate(self.statements):
            here = max(self._said[place], self._headed[place])
            best[statement.passage] = max(here, best.get(statement.passage, 0.0))
        return best

    @cached_property
    def _of_section(self) -> dict[int, float]:
        best: dict[int, float] = {}
        for place, statement in enumerate(self.statements):
            here = max(self._said[place], self._headed[place])
            best[statement.section] = max(here, best.get(statement.section, 0.0))
        return best

    @cached_property
    def _nearest_heading(self) -> float:
        return max(self._headed, default=0.0)

    @cached_property
    def _clauses(self) -> list[tuple[Clause | None, int]]:
        """The first clause of each statement, and how many it has."""
        every = [list(clauses_of(each.when or each.duty)) for each in self.statements]
        return [(clauses[0] if clauses else None, len(clauses)) for clauses in every]

    @cached_property
    def _modals(self) -> list[list[str]]:
        """What kind of thing each statement says."""
        return [
            [name for name, pattern in _MODAL.items() if pattern.search(each.said)]
            for each in self.statements
        ]

    @cached_property
    def _best(self) -> float:
        return max((*self._said, *self._headed), default=0.0)

    @cached_property
    def _conditional(self) -> int:
        return sum(1 for each in self.statements if each.when or each.duty)

    def sureness(self, place: int, clause: Clause) -> float:
        """How likely it is that a clause of the statement at a place bears on the question."""
        return shares.bears(self.forms(place, clause))

    def forms(self, place: int, clause: Clause) -> Iterator[str]:
        """The forms of a clause of the statement at a place."""
        statement = self.statements[place]
        said, headed = self._said[place], self._headed[place]
        is_duty = statement.when is None
        asks = "duty" if ASKS_DUTY.search(self.question) else "other"
        kind = f"{statement.kind}/{clause.form}"
        first, count = self._clauses[place]
        where = "first" if first == clause else "later"
        yield f"{clause.form}, {where}, {'alone' if count == 1 else 'beside others'}"
        if _IMPERATIVE.match(statement.said):
            yield "imperative"
            yield f"imperative {kind}"
        size = (
            "1"
            if self._conditional < 2
            else "2-3"
            if self._conditional < 4
            else "4-7"
            if self._conditional < 8
            else "8+"
        )
        yield "any"
        yield f"kind {kind}"
        yield f"kind {statement.kind} of {size}"
        yield f"kind {statement.kind} asks {asks}"
        yield f"statements {size}"
        yield f"said {_level(said)} of {size}"
        yield f"headed {_level(headed)} of {size}"
        yield f"said/best {_level(said / self._best if self._best else 1)} of {size}"
        yield f"headed/best {_level(headed / self._best if self._best else 1)} of {size}"
        passage, section = self._of_passage[statement.passage], self._of_section[statement.section]
        yield f"passage/best {_level(passage / self._best if self._best else 1)} of {size}"
        yield f"section/best {_level(section / self._best if self._best else 1)} of {size}"
        if (nearer := self._nearest_heading - headed) > 0:
            yield f"another heading is nearer {_level(nearer)}"
        yield f"heading {'there' if statement.heading else 'none'}"
        yield f"best {_level(self._best)}"
        yield f"clause {_level(self._covered(clause.span.of(self.text)))}"
        yield f"duty {is_duty}"
        if begins := _BEGINNINGS.match(statement.said):
            yield f"begins {begins[1].casefold()}"
            yield f"begins {begins[1].casefold()}, {kind}"
        else:
            yield "begins otherwise"
        for name in self._modals[place]:
            yield f"says {name}"
            yield f"says {name}, asks {asks}"
            yield f"says {name}, {statement.kind}"
        said_clause = clause.span.of(self.text)
        for name, pattern in _IN_CLAUSE.items():
            if pattern.search(said_clause):
                yield f"clause has {name}"
                yield f"clause has {name}, {clause.form}"
        words = len(said_clause.split())
        yield f"clause of {'1' if words < 2 else '2-3' if words < 4 else '4-9' if words < 10 else '10-19' if words < 20 else '20+'} words"
        yield f"place {'first' if place == 0 else 'early' if place < 4 else 'late'}"
        if (
            place
            and self.statements[place - 1].section == statement.section
            and self.statements[place - 1].when
        ):
            yield "after a conditional one"


_EDGES = (0.001, 0.2, 0.4, 0.6, 0.8, 0.999)
_LEVELS = (*(f"<{edge}" for edge in _EDGES), "1")
UNLIKE = "names other things"
"""Of a question that names four things or more, of which the text has next to none."""
LIKELY = ("names nothing", "names <0.8", "names <0.999", "names 1")
LIKENESSES = (UNLIKE, "names nothing", *(f"names {level}" for level in _LEVELS))
"""All that a question's likeness to a text can be."""


def likeness(text: str, question: str) -> str:
    """How much of what a question names stands in a text."""
    asked = stems(question) - LIGHT_WORDS - _OF_EVERY_QUESTION
    if not asked:
        return "names nothing"
    share = len(asked & stems(text)) / len(asked)
    return UNLIKE if len(asked) >= 4 and share < _EDGES[1] else f"names {_level(share)}"


def _level(share: float) -> str:
    return _LEVELS[bisect_right(_EDGES, share)]
