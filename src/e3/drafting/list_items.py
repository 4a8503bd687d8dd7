"""The things of a list as a formula: bullets, lists below them, and what they say of themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from e3.drafting.clauses import clauses_in, when_of, without_join
from e3.drafting.formula import Formula, all_of, any_of, deny
from e3.drafting.outline import Item
from e3.language.en.conditions import Kind, read_sentence
from e3.language.en.lists import is_none_of, one_is_enough
from e3.language.en.sentences import sentences
from e3.text import Span

# What announces a list says nothing of the rules in it.
_ANNOUNCED = re.compile(
    r"[\s,]*\b(?:(?:either|both|each|all|any|one|two|at least one|one or more|any one|every one"
    r"|none)\s)?(?:of\s)?(?:the following|these|those)\b[^,]{0,60}$"
    r"|[\s,]*\b(?:either|both|any|all)\s*$",
    re.IGNORECASE,
)
# "If you are 16 or over and you:" is a whole condition, and then one that its bullets go on with.
_GOES_ON = re.compile(
    r",?\s(?:and|but)(?:,[^,]{0,60},)?\s(?:if\s)?(?=(?:you|your|one|either|both|all|any|at least|it"
    r"|they|he|she|the|have|are|is|has|get|who|to|for|meet)\b)",
    re.IGNORECASE,
)
_RUNS_ON = re.compile(
    r"(?::|\b(?:if|when|where|unless|you|are|is|have|be|who|that|of|by|for|to|and|or|either|both"
    r"|must|following|these|apply|applies|true|met|with|in|on|an?))\W*$",
    re.IGNORECASE,
)


def runs_on(said: str) -> bool:
    """Whether a sentence ends where its list goes on."""
    return bool(_RUNS_ON.search(said[-40:]))


def closed_part(text: str, condition: Span) -> Formula | None:
    """What is whole of a condition that runs into a list."""
    said = condition.of(text)
    announced = _ANNOUNCED.search(said)
    end = announced.start() if announced else len(said)
    # Of ", and either" the last word announces the list, and yet shows where the rest ends.
    cuts = [found for found in _GOES_ON.finditer(said) if found.start() <= end]
    if not cuts:
        return None
    end = condition.start + cuts[-1].start()
    return clauses_in(text, Span(condition.start, end), "before a list")


@dataclass(frozen=True)
class ListReader:
    """Reads one list and those below its bullets."""

    text: str
    lead: Span | None
    """The sentence that begins the list."""
    after: str
    """The sentence behind the list."""

    def formula(self, items: Sequence[Item], lead: str, condition: str) -> Formula | None:
        """The bullets together, as the lead-in and the condition in it join them."""
        things = [item.span.of(self.text) for item in items]
        one = one_is_enough(things, lead, condition, self.after)
        parts = [self._item(item, is_needed=not one) for item in items]
        found = any_of(parts) if one else all_of(parts)
        return deny(found) if is_none_of(condition) else found

    def _item(self, item: Item, *, is_needed: bool) -> Formula | None:
        text = self.text
        span = without_join(text, item.span)
        first = next(sentences(text, span), span)
        if item.below:
            return self._with_list_below(item, first)
        reading = read_sentence(text, first)
        conditions = [each for each in reading.conditions if each.kind is not Kind.WHO]
        if not conditions or (reading.main and reading.main[0].start > first.start + 2):
            return clauses_in(text, first, "bullet", self.lead)
        when = when_of(text, conditions)
        if not reading.main:
            return when
        head = Span(first.start, reading.main[0].end)
        own = clauses_in(text, head, "bullet", self.lead)
        if is_needed and all(each.kind is Kind.UNLESS for each in conditions):
            # Whoever has the exception need not meet the rest of a bullet that others must.
            return any_of([own, deny(when)])
        return all_of([own, when])

    def _with_list_below(self, item: Item, first: Span) -> Formula | None:
        said = first.of(self.text)
        below = self.formula(item.below, said, said)
        if runs_on(said) and not _GOES_ON.search(said):
            return below
        own = closed_part(self.text, first)
        own = own or clauses_in(self.text, first, "bullet above bullets", self.lead)
        return all_of([own, below])
