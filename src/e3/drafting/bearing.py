"""Whether a clause bears on a question (relevance), by forms that were measured."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from e3.drafting import shares
from e3.drafting.direction import ASKS_DUTY
from e3.drafting.formula import Clause, clauses_of
from e3.drafting.statements import Statement
from e3.language.en.content_words import LIGHT_WORDS, stems


def _any_of(**words: str) -> dict[str, re.Pattern[str]]:
    return {
        name.replace("_", " "): re.compile(rf"(?:\b(?:{found})|n[’']t)\b", re.IGNORECASE)
        if name == "not"
        else re.compile(rf"\b(?:{found})\b", re.IGNORECASE)
        for name, found in words.items()
    }


_FIRST_WORD = re.compile(
    r"\W*(you|we|it|this|that|these|they|there|if|no|nothing|the|an?|your|our|anyone|people|only"
    r"|all|any|each|in|for|from|to|once|after|before|when|not|nor|neither|but|also|however|yes"
    r"|exception)\b",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"\W*(?:please|keep|bring|ring|call|send|ask|tell|report|give|apply|use|see|read|contact|write"
    r"|visit|check|note|fill|return|phone|email|show|take|make|go|think|wait|remember|pay|hand"
    r"|leave|put|buy|sign|speak|talk|look|let|claim|get|do)\b",
    re.IGNORECASE,
)
_SAYS = _any_of(
    can=r"can|may|could|allowed|able",
    cannot=r"cannot|can[’']t|may not|not allowed|no longer",
    must=r"must|shall|have to|has to|need|needs|required",
    need_not=r"not need|need not|not have to|n[’']t (?:need|have to)|not required",
    will=r"will|won[’']t|[’']ll",
    get=r"get|gets|receive|entitled|eligible|qualify|qualifies|paid",
    **{"not": r"not|no|never|nothing"},
    pay=r"pay|pays|charge|charged|fee|cost|costs",
    count=r"counts?|means?|treated|regarded|called|includes?",
    office=r"ask|call|ring|phone|write|send|office|online|form|email|post|letter|days|weeks",
)
_OF_CLAUSE = _any_of(
    you=r"you|your",
    number=r"\d+",
    they=r"they|their|it|he|she",
    we=r"we|us|our",
    verb=r"is|are|was|were|has|have|had",
    back=r"this|these|them|that|so",
    want=r"want|wish|like|prefer|questions?|problems?|doubt|help|unsure|later|change|lost|late",
)
_EDGES = (0.001, 0.2, 0.4, 0.6, 0.8, 0.999)
LEVELS = (*(f"<{edge}" for edge in _EDGES), "1")
"""Shares, roughly."""


def level(share: float) -> str:
    """A share, roughly."""
    return LEVELS[bisect_right(_EDGES, share)]


def _size(count: int, *edges: int) -> str:
    """A number, roughly: the first edge that it does not reach."""
    return next((f"<{edge}" for edge in edges if count < edge), "more")


@dataclass(frozen=True)
class Relevance:
    """The statements of a text beside a question."""

    text: str
    statements: Sequence[Statement]
    question: str

    def sureness(self, place: int, clause: Clause) -> float:
        """How likely it is that a clause of the statement at a place bears on the question."""
        return shares.bears(self.forms(place, clause))

    def forms(self, place: int, clause: Clause) -> Iterator[str]:
        """The forms of a clause of the statement at a place, and of both beside the question."""
        kind = f"{self.statements[place].kind}/{clause.form}"
        yield "any"
        yield f"kind {kind}"
        yield from self._forms_of_statement(place, kind)
        yield from self._forms_of_likeness(place)
        yield from self._forms_of_clause(place, clause)

    def _forms_of_statement(self, place: int, kind: str) -> Iterator[str]:
        statement = self.statements[place]
        yield f"kind {statement.kind} of {self._count}"
        yield f"kind {statement.kind} asks {self._asks}"
        yield f"statements {self._count}"
        yield f"heading {'there' if statement.heading else 'none'}"
        yield f"place {_size(place, 1, 4)}"
        yield f"duty {statement.when is None}"
        if _IMPERATIVE.match(statement.said):
            yield "imperative"
            yield f"imperative {kind}"
        first = _FIRST_WORD.match(statement.said)
        yield f"begins {first[1].casefold() if first else 'otherwise'}"
        if first:
            yield f"begins {first[1].casefold()}, {kind}"
        for name in self._says[place]:
            yield f"says {name}"
            yield f"says {name}, asks {self._asks}"
            yield f"says {name}, {statement.kind}"
        before = self.statements[place - 1] if place else None
        if before and before.when and before.section == statement.section:
            yield "after a conditional one"

    def _forms_of_likeness(self, place: int) -> Iterator[str]:
        statement = self.statements[place]
        said, headed = self._said[place], self._headed[place]
        yield f"best {level(self._best)}"
        yield f"said {level(said)} of {self._count}"
        yield f"headed {level(headed)} of {self._count}"
        for name, like in (
            ("said", said),
            ("headed", headed),
            ("passage", self._nearest["passage", statement.passage]),
            ("section", self._nearest["section", statement.section]),
        ):
            yield f"{name}/best {level(like / self._best if self._best else 1)} of {self._count}"
        if (nearer := max(self._headed) - headed) > 0:
            yield f"another heading is nearer {level(nearer)}"

    def _forms_of_clause(self, place: int, clause: Clause) -> Iterator[str]:
        said = clause.span.of(self.text)
        first, count = self._clauses[place]
        where = "first" if first == clause else "later"
        yield f"{clause.form}, {where}, {'alone' if count == 1 else 'beside others'}"
        yield f"clause {level(self._covered(said))}"
        yield f"clause of {_size(len(said.split()), 2, 4, 10, 20)} words"
        for name, pattern in _OF_CLAUSE.items():
            if pattern.search(said):
                yield f"clause has {name}"
                yield f"clause has {name}, {clause.form}"

    @cached_property
    def _asks(self) -> str:
        return "duty" if ASKS_DUTY.search(self.question) else "other"

    @cached_property
    def _count(self) -> str:
        return _size(sum(1 for each in self.statements if each.when or each.duty), 2, 4, 8)

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """How much each word of the question tells: the fewer statements have it, the more."""
        seen: Counter[str] = Counter()
        for statement in self.statements:
            seen.update(stems(f"{statement.said} {statement.heading}"))
        count = len(self.statements) + 2
        asked = stems(self.question) - LIGHT_WORDS
        return {stem: math.log(count / (seen[stem] + 1)) for stem in sorted(asked)}

    def _covered(self, said: str) -> float:
        """How much of what the question names stands in some words."""
        total = sum(self._weights.values())
        there = stems(said)
        named = sum(weight for stem, weight in self._weights.items() if stem in there)
        return named / total if total else 0.0

    @cached_property
    def _said(self) -> list[float]:
        return [self._covered(statement.said) for statement in self.statements]

    @cached_property
    def _headed(self) -> list[float]:
        return [self._covered(statement.heading) for statement in self.statements]

    @cached_property
    def _nearest(self) -> Mapping[tuple[str, int], float]:
        """How like the question the likest statement of each passage and section is."""
        best: defaultdict[tuple[str, int], float] = defaultdict(float)
        for statement, *like in zip(self.statements, self._said, self._headed, strict=True):
            for where in ("passage", statement.passage), ("section", statement.section):
                best[where] = max(best[where], *like)
        return best

    @cached_property
    def _best(self) -> float:
        return max((*self._said, *self._headed), default=0.0)

    @cached_property
    def _says(self) -> list[list[str]]:
        """What kind of thing each statement says."""
        return [
            [name for name, pattern in _SAYS.items() if pattern.search(each.said)]
            for each in self.statements
        ]

    @cached_property
    def _clauses(self) -> list[tuple[Clause | None, int]]:
        """The first clause of each statement, and how many it has."""
        every = [list(clauses_of(each.when or each.duty)) for each in self.statements]
        return [(clauses[0] if clauses else None, len(clauses)) for clauses in every]
