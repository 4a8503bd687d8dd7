"""What a text says, and when it is so: a statement for each sentence and each list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from e3.drafting.formula import Clause, Formula, all_of, any_of, clauses_of, deny
from e3.drafting.outline import Item, Passage
from e3.language.en.conditions import Condition, Kind, read_sentence
from e3.language.en.coordination import Cut, Joined, cut
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
    span: Span
    duty: Formula | None = None
    """What it says must be so, as a condition for other things."""
    only: bool = False
    kind: str = "if"


_MOST_SAID = 400
_EDGES = " \t\r\n,;:.–—-*_"
# A run of spaces is looked at once, from its beginning.
_TRAILING = re.compile(
    r"(?:[,;]|(?<![\s,;]))\s*+\*{0,2}_?\b(?P<word>and/or|and|or)\b\*{0,2}_?[.,:]?\s*$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"\*{0,2}(?P<word>and|or|if|that|when|where|either|both|who)\b\*{0,2}:?,?\s+", re.IGNORECASE
)
_OPEN_END = re.compile(
    r"(?::|\b(?:if|when|where|unless|you|are|is|have|be|who|that|of|by|for|to|and|or|either|both|must|following|these|apply|applies|true|met|with|in|on|a|an))\W*$",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"(?<!\bwe\s)\b(?:must(?!\sstill|\sbe\smet)(?:\salso|\seither|\sall|\sboth)*|(?:need|have|has|needs)\sto|shall|(?:is|are)\srequired\sto)(?P<not>\snot)?\b(?:\salso)?\s+",
    re.IGNORECASE,
)
_RESTATES = re.compile(
    r"\b(?:meet|met|satisf\w+|fulfil\w*|qualif\w+|appl(?:y|ies)|true)\b.{0,30}\b(?:them|these|those|above|conditions?|all|requirements?|criteria|one)\b"
    r"|\b(?:them|these|those|all|any|one|none|conditions?|requirements?|criteria|neither)\b.{0,30}\b(?:met|appl(?:y|ies)|true|missing)\b|^you (?:are|aren[’']t|are not|do not|don[’']t) (?:eligible|qualify|entitled)",
    re.IGNORECASE,
)
_ALL = re.compile(r"\b(?:all(?: of)?|both|each|every|everything|together)\b", re.IGNORECASE)
_ANY = re.compile(
    r"\b(?:any one|any of|any (?=(?:these|the)\b)|any\W*$|either|one of|one or more|at least one|whichever|because)\b",
    re.IGNORECASE,
)
_AFTER_ALL = re.compile(
    r"\W*(?:you (?:must|need to) (?:meet|satisfy) )?(?:all|both|each|every)\b.{0,30}\b(?:must|need|apply|met|required|conditions?|these|them)\b",
    re.IGNORECASE,
)
_AFTER_ANY = re.compile(
    r"\W*(?:(?:any |just |only )?one\b.{0,30}\b(?:is enough|will do|suffices|enough)\b|either\b.{0,20}(?:will do|enough))",
    re.IGNORECASE,
)
_HAS = re.compile(r"\b(?:has|have|hold|holds|bring|need|show|provide|with|must)\W*$", re.IGNORECASE)
_NONE = re.compile(r"\b(?:none|neither|not any)\b", re.IGNORECASE)
_ANNOUNCED = re.compile(
    r"[\s,]*\b(?:(?:either|both|each|all|any|one|two|at least one|one or more|any one|every one|none)\s)?(?:of\s)?"
    r"(?:the following|these|those)\b[^,]{0,60}$|[\s,]*\b(?:either|both|any|all)\s*$",
    re.IGNORECASE,
)
_BEFORE_LIST = re.compile(
    r",?\s(?:and|but)(?:,[^,]{0,60},)?\s(?:if\s)?(?=(?:you|your|one|either|both|all|any|at least|it|they|he|she|the|have|are|is|has|get|who|to|for|meet)\b)",
    re.IGNORECASE,
)


def statements(text: str, passages: Sequence[Passage]) -> list[Statement]:
    """The statements of a text, in order."""
    found: list[Statement] = []
    for number, passage in enumerate(passages):
        following = passages[number + 1].sentences[:1] if number + 1 < len(passages) else []
        after = following[0].of(text) if following else ""
        found += _Reader(text, passage, number, after).statements()
    return found


@dataclass(frozen=True)
class _Reader:
    text: str
    passage: Passage
    number: int
    after: str
    """The sentence that follows the passage."""

    def statements(self) -> Iterator[Statement]:
        whole = list(self.passage.sentences)
        items = self.passage.items
        lead = None
        if (
            items
            and whole
            and (
                _OPEN_END.search(whole[-1].of(self.text))
                or len(whole) == 1
                or not _is_sentence(items[0].span.of(self.text))
            )
        ):
            lead = whole.pop()
        for sentence in whole:
            yield from self._sentence(sentence)
        if not items:
            return
        if lead is None and all(_is_sentence(item.span.of(self.text)) for item in items):
            for item in items:
                for sentence in sentences(self.text, item.span):
                    yield from self._sentence(sentence)
            return
        yield from self._list(lead, items)

    def _made(self, said: str, when: Formula | None, span: Span, **more: object) -> Statement:
        return Statement(
            said[:_MOST_SAID],
            when,
            self.passage.heading,
            self.passage.section,
            self.number,
            span,
            **more,
        )  # type: ignore[arg-type]

    def _sentence(self, sentence: Span) -> Iterator[Statement]:
        reading = read_sentence(self.text, sentence)
        said = reading.said(self.text)
        when = self._when(reading.conditions)
        if _RESTATES.search(" ".join(each.span.of(self.text) for each in reading.conditions)):
            return
        only = any(each.kind is Kind.ONLY_IF for each in reading.conditions)
        main = max(reading.main, key=len, default=None)
        kind = "if" if when else "plain"
        duty = None
        if main:
            if things := enumerated(self.text, main):
                when = all_of([when, any_of(Clause(t, "enumerated") for t in things)])
                main = Span(main.start, things[0].start)
            elif group := group_of(self.text, main):
                when = all_of([self._cut(*group), when])
            elif found := _DUTY.search(self.text, main.start, main.end):
                duty = self._cut(Span(found.end(), main.end), "duty")
                duty = deny(duty) if found["not"] else duty
            if not duty:
                taken = [clause.span for clause in clauses_of(when)]
                when = all_of(
                    [
                        when,
                        *(
                            self._cut(*each)
                            for each in circumstances(self.text, main)
                            if not any(each[0].overlaps(span) for span in taken)
                        ),
                    ]
                )
        yield self._made(said, when, sentence, duty=duty, only=only, kind=kind)

    def _when(self, conditions: Sequence[Condition]) -> Formula | None:
        """All conditions together: the unless ones deny, an "or" before one makes it another way."""
        ways: list[Formula] = []
        barred: list[Formula] = []
        for each in conditions:
            form = f"after {each.kind.value}"
            made = self._cut(each.span, form)
            if made is None:
                continue
            if each.kind is Kind.UNLESS or (
                barred and each.joined_by_or and conditions[0].kind is Kind.UNLESS
            ):
                barred.append(made)
            elif each.joined_by_or and barred:
                barred.append(made)
            elif each.joined_by_or and ways:
                joined = any_of([ways.pop(), made])
                ways += [joined] if joined else []
            else:
                ways.append(made)
        return all_of([*ways, deny(any_of(barred))])

    def _cut(self, span: Span, form: str, lead: Span | None = None) -> Formula | None:
        span = span.stripped(self.text, _EDGES)
        if not span:
            return None
        return self._made_of(cut(self.text, span), form, lead)

    def _made_of(self, found: Cut, form: str, lead: Span | None) -> Formula | None:
        if isinstance(found, Joined):
            parts = [self._made_of(part, f"{form}, cut", lead) for part in found.parts]
            return any_of(parts) if found.by_or else all_of(parts)
        span = _trimmed(self.text, found)
        return Clause(span, form, lead) if re.search(r"\w", span.of(self.text)) else None

    def _list(self, lead: Span | None, items: Sequence[Item]) -> Iterator[Statement]:
        where = Span(items[0].span.start, items[-1].span.end)
        led = lead.of(self.text) if lead else self.passage.heading
        reading = read_sentence(self.text, lead) if lead else None
        said = reading.said(self.text) if reading else led
        closed: Formula | None = None
        unless = False
        duty = False
        only = False
        lead_part = led
        if reading and reading.conditions:
            last = reading.conditions[-1]
            only = last.kind is Kind.ONLY_IF
            at_end = last.span.end >= (lead or where).stripped(self.text, _EDGES).end - 2
            if at_end:
                unless = last.kind is Kind.UNLESS
                lead_part = last.span.of(self.text)
                whole = self._closed(last.span)
                before = self._when(reading.conditions[:-1])
                closed = all_of([before, whole])
            else:
                closed = self._when(reading.conditions)
        elif found := _DUTY.search(led):
            duty = True
            unless = bool(found["not"])
        formula = self._items(items, lead, led, lead_part)
        if _NONE.search(lead_part):
            formula = deny(formula)
        if unless:
            formula = deny(formula)
        whole = all_of([closed, formula])
        if duty:
            yield self._made(said, None, where, duty=whole, kind="list duty")
        else:
            yield self._made(said, whole, where, only=only, kind="list")

    def _closed(self, open_condition: Span) -> Formula | None:
        """What is whole of a condition that runs into a list."""
        said = open_condition.of(self.text)
        announced = _ANNOUNCED.search(said)
        said = said[: announced.start()] if announced else said
        cuts = list(_BEFORE_LIST.finditer(said))
        if not cuts:
            return None
        return self._cut(
            Span(open_condition.start, open_condition.start + cuts[-1].start()), "before a list"
        )

    def _items(
        self, items: Sequence[Item], lead: Span | None, led: str, lead_part: str
    ) -> Formula | None:
        by_or = _by_or(self.text, items, led, lead_part)
        if _AFTER_ALL.match(self.after) or _AFTER_ANY.match(self.after):
            by_or = bool(_AFTER_ANY.match(self.after))
        parts = [self._item(item, lead, is_needed=not by_or) for item in items]
        return any_of(parts) if by_or else all_of(parts)

    def _item(self, item: Item, lead: Span | None, *, is_needed: bool) -> Formula | None:
        text = self.text
        span = _without_joins(text, item.span)
        first, *_ = [*sentences(text, span), span]
        if item.below:
            said = first.of(text)
            below = self._items(item.below, lead, said, said)
            if _NONE.search(said):
                below = deny(below)
            own = (
                None
                if _OPEN_END.search(said) and not _BEFORE_LIST.search(said)
                else self._closed(first) or self._cut(first, "bullet above bullets", lead)
            )
            return all_of([own, below])
        reading = read_sentence(text, first)
        cond = [c for c in reading.conditions if c.kind is not Kind.WHO]
        if cond and reading.main and reading.main[0].start <= first.start + 2:
            head = Span(first.start, max(first.start, cond[0].span.start))
            head = Span(head.start, reading.main[0].end)
            if is_needed and all(each.kind is Kind.UNLESS for each in cond):
                # Who has the exception need not meet the rest of a bullet that others must.
                spared = [self._cut(each.span, "after unless", lead) for each in cond]
                return any_of([self._cut(head, "bullet", lead), *spared])
            return all_of([self._cut(head, "bullet", lead), self._when(cond)])
        if cond and not reading.main:
            return self._when(cond)
        return self._cut(first, "bullet", lead)


def _is_sentence(said: str) -> bool:
    return said[:1].isupper() and said.rstrip(" *_").endswith((".", "!", "?"))


def _without_joins(text: str, span: Span) -> Span:
    span = span.stripped(text, _EDGES)
    if found := _TRAILING.search(span.of(text)):
        span = Span(span.start, span.start + found.start()).stripped(text, _EDGES)
    return span


def _trimmed(text: str, span: Span) -> Span:
    span = span.stripped(text, _EDGES)
    while found := _LEADING.match(text, span.start, span.end):
        span = Span(found.end(), span.end)
    return _without_joins(text, span)


def _by_or(text: str, items: Sequence[Item], led: str, lead_part: str) -> bool:
    """Whether one of the bullets is enough."""
    for item in items[:-1]:
        if found := _TRAILING.search(item.span.of(text).rstrip(" .;,")):
            return found["word"].casefold() == "or"
    for item in items[1:]:
        if found := re.match(r"\W*(and|or)\b", item.span.of(text), re.IGNORECASE):
            return found[1].casefold() == "or"
    if _ALL.search(lead_part):
        return False
    if _ANY.search(lead_part) or _NONE.search(lead_part):
        return True
    if _ANY.search(led):
        return True
    if _ALL.search(led):
        return False
    return _by_default(text, items, led)


_NEGATIVE = re.compile(
    r"\b(?:not|cannot|no|never|nothing|unless|except|refuse|lose|stop|exempt|free)\b|n[’']t\b",
    re.IGNORECASE,
)
_BURDEN = re.compile(r"\b(?:must|need|have to|has to|required|pay)\b", re.IGNORECASE)


def _by_default(text: str, items: Sequence[Item], led: str) -> bool:
    if _NEGATIVE.search(led):
        return True
    if _HAS.search(led.strip(" *_")):
        return False
    if re.search(r"\b(?:must|need to|have to)\s*:?\s*$", led.strip(" *_")):
        return False
    firsts = [
        item.span.of(text).split()[0].casefold() for item in items if item.span.of(text).split()
    ]
    things = sum(first in {"a", "an"} or not _is_predicate(first) for first in firsts)
    return things * 2 > len(firsts)


def _is_predicate(word: str) -> bool:
    from e3.language.en.coordination import is_finite

    return is_finite(word) or word in {
        "you",
        "your",
        "the",
        "it",
        "they",
        "we",
        "he",
        "she",
        "there",
        "at",
        "over",
        "under",
        "aged",
        "you’re",
        "you've",
        "you're",
        "you’ve",
        "not",
        "no",
    }
