"""Values that a story tells, by grammar: what is told, of whom, and in which words.

"My son is seventeen" is an age, and the son's. What is about so much, once was or will be, and what
is said of others (a limit, what anybody may) is left out: a person is asked for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from e3.language.en import told_again
from e3.language.en.comparisons import LONGEST
from e3.language.en.story_people import YOU, Spoken, Subjects
from e3.language.en.told_clauses import Clause
from e3.language.en.told_value import ToldValue
from e3.text import Span

_SPEAKER = r"(?:i|he|she|we|they|it|my|our|his|her|i[’']\w+|he[’']s|she[’']s)\b"
_CLAUSE_END = re.compile(
    rf"(?<=[.!?;])\s+|\n+|,\s+(?=(?:and|but|so|which|though|{_SPEAKER})\b)"
    # Looked for once in a row of blanks, not from each of them on.
    rf"|(?<!\s)\s++(?:and|but|while|though|because|so)\s++(?!i\s(?:are|have|were|both)\b)"
    rf"(?!(?<=\bme and )my\b)(?={_SPEAKER})",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?\n]\s*$")


def told_values(story: str, today: date) -> Iterator[ToldValue]:
    """The values that a story tells, in order."""
    told: list[ToldValue] = []
    spoken = Spoken()
    for clause in _clauses(story):
        if len(clause) > LONGEST:
            continue
        text = clause.of(story)
        if _SENTENCE_END.search(story, max(0, clause.start - 3), clause.start):
            spoken = replace(spoken, subject=YOU, his="", hers="")
        if told and told_again.takes_back(text):
            told.pop()
        subjects = Subjects.of(text, spoken)
        start = max(0, clause.start - told_again.NEAR)
        heard = story[start : clause.start]
        follows = story[clause.start : clause.start + told_again.NEAR]
        for read in Clause(text, clause, subjects, today, told, heard).values():
            who = told_again.named_later(follows) if read.whose in ("he", "she") else None
            each = replace(read, whose=who) if who else read
            over = each.replaces and told and told_again.is_over(told[-1].words.of(story))
            if told and (each.is_corrected or over):
                told.pop()
            told.append(each)
        spoken = subjects.then
    yield from (each for each in told if each.is_so)


def _clauses(story: str) -> Iterator[Span]:
    start = 0
    for cut in _CLAUSE_END.finditer(story):
        yield Span(start, cut.start()).stripped(story)
        start = cut.end()
    yield Span(start, len(story)).stripped(story)
