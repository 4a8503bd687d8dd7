"""The logic of an answer, put together from the statements that bear on a question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from e3.drafting.direction import ASKS_DUTY, frees, says_plainly, speaks_for
from e3.drafting.formula import All, Any, Clause, Deny, Formula, all_of, any_of, clauses_of, deny
from e3.drafting.statements import Statement
from e3.language.en.content_words import stems

_BACK = re.compile(
    r"^\W*(?:this|that|these|the same|it|they|(?:the )?(?:only )?exceptions?|but|nor|neither)\b"
    r".*(?:not (?:apply|happen|matter|count)|n[’']t apply|no effect|exception)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^\W*(?:nor|neither|the same (?:goes|applies)|likewise|so (?:do|does|is|are))\b", re.IGNORECASE
)
_REQUIREMENT = (
    r"\b(?:requirement|condition|limit|rule|test|period|bar|restriction|point|average|age|deadline"
    r"|cap)s?\b"
)
_WAIVED = re.compile(
    rf"{_REQUIREMENT}.*\b(?:waived|not apply|n[’']t apply|dropped|overlook\w*|ignored|lifted"
    r"|falls? away|not needed|not matter|relaxed)\b"
    r"|\b(?:not|n[’']t|no|excused?|exempt|overlook|waive|ignore|drop|set aside|free)\b.*"
    r"\b(?:requirement|condition|limit|rule|test|restriction|point)s?\b",
    re.IGNORECASE,
)


def answer(statements: Sequence[Statement], text: str, question: str) -> Formula | None:
    """When the answer is yes; None where no statement says."""
    found = _Assembly(text, question)
    answered = found.answer(statements)
    if not found.is_turned:
        return answered
    # The text speaks of the opposite: its logic is put together for that, and then denied.
    return deny(_Assembly(text, question, turned=True).answer(statements))


class _Assembly:
    """Ways to a yes, what each of them needs, and what bars all of them."""

    def __init__(self, text: str, question: str, *, turned: bool = False) -> None:
        self.turned = turned
        self.is_turned = False
        self.text = text
        self.question = question
        self.asks_duty = bool(ASKS_DUTY.search(question))
        self.ways: list[Formula] = []
        self.needed: list[Formula] = []
        self.barred: list[Formula] = []
        self.last: list[Formula] | None = None

    def answer(self, statements: Sequence[Statement]) -> Formula | None:
        for statement in statements:
            self._add(statement)
        return all_of([any_of(self.ways), *self.needed, *map(deny, self.barred)])

    def _add(self, statement: Statement) -> None:
        said = statement.said.strip(" ,;:.–—-*") or statement.heading
        when, duty = statement.when, statement.duty
        if when is None:
            if duty is not None and not self.asks_duty:
                self._put(self.needed, duty)
        elif duty is not None and not self.asks_duty and not self._is_about(statement):
            self._put(self.needed, any_of([deny(when), duty]))
        elif self.last and _WAIVED.search(said) and self._relax(said, when):
            return
        elif self.last and _BACK.search(said):
            self._except(when)
        elif self.last is not None and _GOES_ON.search(said):
            self._put(self.last, when)
        elif (
            not statement.said.strip(" ,;:.–—-*")
            and self.last is not None
            and "?" not in statement.heading
        ):
            self._put(self.needed, when)
        elif speaks_for(said, self.question) is self.turned:
            if self.last is None and (says_plainly(said) or frees(said)):
                self.is_turned = True
            self._put(self.barred, when)
        elif statement.is_only:
            self._put(self.needed, when)
        else:
            self._put(self.ways, when)

    def _put(self, where: list[Formula], formula: Formula | None) -> None:
        if formula is not None:
            where.append(formula)
            self.last = where

    def _except(self, when: Formula) -> None:
        """What was said last does not hold for these."""
        assert self.last is not None
        before = self.last.pop()
        if self.last is self.barred:
            self._put(self.last, all_of([before, deny(when)]))
        else:
            # An exception to a way or a need lets one in where the text speaks for it.
            self._put(
                self.last,
                any_of([before, when])
                if self.last is self.needed
                else all_of([before, deny(when)]),
            )

    def _relax(self, said: str, when: Formula) -> bool:
        """Lets these do without the requirement that is named; whether one was found."""
        named = {stem[:4] for stem in stems(said)}  # "the earnings limit" is that of "you earn"
        best, place = 0, None
        for group in (self.ways, self.needed):
            for number, formula in enumerate(group):
                for clause in clauses_of(formula):
                    like = len({stem[:4] for stem in stems(clause.span.of(self.text))} & named)
                    if like > best:
                        best, place = like, (group, number, clause)
        if place is None:
            return False
        group, number, clause = place
        group[number] = _replaced(group[number], clause, when) or group[number]
        return True

    def _is_about(self, statement: Statement) -> bool:
        return len(stems(statement.said) & stems(self.question)) >= 2


def _replaced(formula: Formula | None, clause: Clause, other: Formula) -> Formula | None:
    """The formula with another way for a clause."""
    match formula:
        case Clause():
            return any_of([clause, other]) if formula == clause else formula
        case Deny(of=inner):
            return deny(_replaced(inner, clause, other))
        case All(parts=parts):
            return all_of(_replaced(part, clause, other) for part in parts)
        case Any(parts=parts):
            return any_of(_replaced(part, clause, other) for part in parts)
    return None
