"""What a text says, and when it is so: a statement for each sentence and each list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from e3.drafting.clauses import clauses_in, when_of
from e3.drafting.formula import Clause, Formula, all_of, any_of, clauses_of, deny
from e3.drafting.list_items import ListReader, closed_part, runs_on
from e3.drafting.outline import Item, Passage
from e3.language.en.conditions import Kind, Reading, read_sentence
from e3.language.en.groups import circumstances, enumerated, group_of
from e3.language.en.sentences import sentences
from e3.text import Span


@dataclass(frozen=True)
class Statement:
    """Something that the text says of those for whom a formula holds."""

    said: str
    """The main clause, without its conditions."""
    when: Formula | None
    """None where it is said of everybody."""
    heading: str
    section: int
    passage: int
    kind: str
    """A condition with "if" and the like, a list, or plain."""
    duty: Formula | None = None
    """What it says must be so, as a condition for other things."""
    is_only: bool = False
    """Whether it says "only if"."""


_MOST_SAID = 400
"""Letters of a main clause that are looked at."""
_EDGES = " \t\r\n,;:.–—-*_"
_DUTY = re.compile(
    r"(?<!\bwe\s)\b(?:must(?!\sstill|\sbe\smet)(?:\salso|\seither|\sall|\sboth)*|(?:need|have)s?\sto"
    r"|has\sto|shall|(?:is|are)\srequired\sto)(?P<not>\snot)?\b(?:\salso)?\s*",
    re.IGNORECASE,
)
# "If any of them is not met" says again what has been said.
_RESTATES = re.compile(
    r"\b(?:meet|met|satisf\w+|fulfil\w*|qualif\w+|appl(?:y|ies)|true)\b.{0,30}"
    r"\b(?:them|these|those|above|conditions?|all|requirements?|criteria|one)\b"
    r"|\b(?:them|these|those|all|any|one|none|conditions?|requirements?|criteria|neither)\b.{0,30}"
    r"\b(?:met|appl(?:y|ies)|true|missing)\b"
    r"|^you (?:are|aren[’']t|are not|do not|don[’']t) (?:eligible|qualify|entitled)",
    re.IGNORECASE,
)


def statements(text: str, passages: Sequence[Passage]) -> list[Statement]:
    """The statements of a text, in order."""
    found: list[Statement] = []
    for number, passage in enumerate(passages):
        following = passages[number + 1].sentences[:1] if number + 1 < len(passages) else []
        after = following[0].of(text) if following else ""
        found += _PassageReader(text, passage, number, after).statements()
    return found


@dataclass(frozen=True)
class _PassageReader:
    text: str
    passage: Passage
    number: int
    after: str
    """The sentence that follows the passage."""

    def statements(self) -> Iterator[Statement]:
        """A statement for each sentence, and one for the list."""
        whole, items = list(self.passage.sentences), self.passage.items
        lead = whole.pop() if items and whole and self._leads(whole) else None
        for sentence in whole:
            yield from self._sentence(sentence)
        if items and lead is None and all(self._is_sentence(item) for item in items):
            for item in items:
                for sentence in sentences(self.text, item.span):
                    yield from self._sentence(sentence)
        elif items:
            yield self._list(lead, items)

    def _leads(self, whole: Sequence[Span]) -> bool:
        """Whether the last sentence before a list begins it."""
        begins = runs_on(whole[-1].of(self.text))
        return begins or len(whole) == 1 or not self._is_sentence(self.passage.items[0])

    def _is_sentence(self, item: Item) -> bool:
        said = item.span.of(self.text)
        return said[:1].isupper() and said.rstrip(" *_").endswith((".", "!", "?"))

    def _made(
        self,
        said: str,
        when: Formula | None,
        kind: str,
        *,
        duty: Formula | None = None,
        is_only: bool = False,
    ) -> Statement:
        passage = self.passage
        where = (passage.heading, passage.section, self.number)
        return Statement(said[:_MOST_SAID], when, *where, kind, duty=duty, is_only=is_only)

    def _sentence(self, sentence: Span) -> Iterator[Statement]:
        text = self.text
        reading = read_sentence(text, sentence)
        if _RESTATES.search(" ".join(each.span.of(text) for each in reading.conditions)):
            return
        when = when_of(text, reading.conditions)
        kind = "if" if when else "plain"
        main = max(reading.main, key=len, default=None)
        duty = None
        if main is None:
            pass
        elif things := enumerated(text, main):
            when = all_of([when, any_of(Clause(thing, "enumerated") for thing in things)])
            when = self._also(when, Span(main.start, things[0].start))
        elif group := group_of(text, main):
            when = self._also(all_of([clauses_in(text, *group), when]), main)
        elif found := _DUTY.search(text, main.start, main.end):
            duty = clauses_in(text, Span(found.end(), main.end), "duty")
            duty = deny(duty) if found["not"] else duty
        else:
            when = self._also(when, main)
        yield self._made(reading.said(text), when, kind, duty=duty, is_only=_is_only(reading))

    def _also(self, when: Formula | None, main: Span) -> Formula | None:
        """The conditions, and when and where the main clause says it is so."""
        taken = [clause.span for clause in clauses_of(when)]
        free = [
            each
            for each in circumstances(self.text, main)
            if not any(each[0].overlaps(span) for span in taken)
        ]
        return all_of([when, *(clauses_in(self.text, *each) for each in free)])

    def _list(self, lead: Span | None, items: Sequence[Item]) -> Statement:
        reading = read_sentence(self.text, lead) if lead else Reading((), ())
        led = lead.of(self.text) if lead else self.passage.heading
        said = reading.said(self.text) if lead else led
        reader = ListReader(self.text, lead, self.after)
        if not reading.conditions:
            formula = reader.formula(items, led, led)
            if not (duty := _DUTY.search(led)):
                return self._made(said, formula, "list")
            formula = deny(formula) if duty["not"] else formula
            return self._made(said, None, "list of duties", duty=formula)
        *before, last = reading.conditions
        whole = when_of(self.text, before)
        if lead and last.span.end < lead.stripped(self.text, _EDGES).end - 2:
            formula = reader.formula(items, led, led)
            whole = all_of([whole, when_of(self.text, [last])])
        else:
            formula = reader.formula(items, led, last.span.of(self.text))
            formula = deny(formula) if last.kind is Kind.UNLESS else formula
            whole = all_of([whole, closed_part(self.text, last.span)])
        return self._made(said, all_of([whole, formula]), "list", is_only=_is_only(reading))


def _is_only(reading: Reading) -> bool:
    return any(each.kind is Kind.ONLY_IF for each in reading.conditions)
