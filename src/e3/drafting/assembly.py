"""The logic of an answer, put together from the statements that bear on a question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from e3.drafting.direction import ASKS_DUTY, speaks_for
from e3.drafting.formula import Formula, all_of, any_of, deny
from e3.drafting.statements import Statement
from e3.language.en.content_words import stems

_ALSO = re.compile(r"^(?:alternatively|otherwise|or|instead)\b|\b(?:can|may|also|will)(?: also| still)\b|\balso (?:get|claim|apply|qualify)\b", re.IGNORECASE)
_BACK = re.compile(r"^(?:this|that|these|the same|it)\b.*\b(?:not apply|no effect|not matter|not count)", re.IGNORECASE)


def answer(statements: Sequence[Statement], question: str) -> Formula | None:
    """When the answer is yes; None where no statement says."""
    asks_duty = bool(ASKS_DUTY.search(question))
    ways: list[Formula] = []
    needed: list[Formula] = []
    barred: list[Formula] = []
    last: list[Formula] | None = None
    for statement in statements:
        said = statement.said or statement.heading
        if statement.when is None:
            if statement.duty is not None and not asks_duty:
                needed.append(statement.duty)
                last = needed
            continue
        if statement.duty is not None and not asks_duty and not _about(statement, question):
            implied = any_of([deny(statement.when), statement.duty])
            needed += [implied] if implied else []
            continue
        if _BACK.search(said) and last:
            before = last.pop()
            if last is barred:
                merged = all_of([before, deny(statement.when)])
            else:
                merged = any_of([before, statement.when])
            last += [merged] if merged else []
            continue
        if speaks_for(said, question):
            if statement.only:
                needed.append(statement.when)
                last = needed
            else:
                ways.append(statement.when)
                last = ways
        else:
            barred.append(statement.when)
            last = barred
    return all_of([any_of(ways), *needed, *(deny(each) for each in barred)])


def _about(statement: Statement, question: str) -> bool:
    return len(stems(statement.said) & stems(question)) >= 2
