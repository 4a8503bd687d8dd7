"""The questions that a text answers, from its own main clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from e3.drafting.statements import Statement
from e3.language.en.likeness import same_question

MOST_QUESTIONS = 3

_NAMELESS = frozenset("it this that them these those one".split())
"""What nobody can ask for without the sentence before."""

_TURNED = (
    (r"you (?:do not|don[’']t) (?:have|need) to", "Do I have to"),
    (r"you (?:must|have to|need to|shall)(?: not| also)?(?! be\b| have\b)", "Do I have to"),
    (r"you need(?: not)?", "Do I need"),
    (r"you (?:do not|don[’']t) need", "Do I need"),
    (r"you (?:cannot|can[’']t|can|may)(?: not| also| still| usually| only)*", "Can I"),
    (r"you(?:[’']ll| will| won[’']t)(?: not| also| still)*", "Will I"),
    (
        r"you(?:[’']re| are)(?: not| also)* (?=eligible|entitled|exempt|excused|covered|allowed)",
        "Am I",
    ),
    (r"you (?:do not |don[’']t |also )?(?=get|qualify|pay|lose|keep)", "Do I"),
    (r"we(?: can| may| will|[’']ll)? (?:pay|give|refund|lend|offer)(?: you)?", "Can I get"),
)
_PATTERNS = [
    (re.compile(rf"\W*+(?:.{{0,60}}?, )?{said}\s+(?P<rest>.+)", re.IGNORECASE), asked)
    for said, asked in _TURNED
]
# Before a list: "we pay up to £900 for".
_HANGING = re.compile(
    r"(?: (?:for|to|with|at|by|if|when|where|and|or|in|on|from))+$", re.IGNORECASE
)
_OURS = ((r"\byourself\b", "myself"), (r"\byour\b", "my"), (r"\byou\b", "I"))


def own_questions(statements: Sequence[Statement]) -> list[str]:
    """A few questions that the statements with conditions answer, one at least."""
    found: list[str] = []
    conditional = [each for each in statements if each.when or each.duty]
    for question in (q for each in conditional if each.when for q in _question(each.said)):
        if not any(_says_again(question, other) for other in found):
            found.append(question)
        if len(found) == MOST_QUESTIONS:
            break
    return found or (["Does this apply to me?"] if conditional else [])


def _says_again(question: str, other: str) -> bool:
    """Whether a question is another one, or that with less said: "Can I join?"."""
    return same_question(question, other) or other.removesuffix("?").startswith(
        f"{question.removesuffix('?')} "
    )


def _question(said: str) -> Iterator[str]:
    for pattern, asked in _PATTERNS:
        if found := pattern.match(said):
            rest = re.split(r"[;:(]|\.(?!\d)| – ", found["rest"])[0].strip(" ,")
            rest = _HANGING.sub("", rest)
            for yours, mine in _OURS:
                rest = re.sub(yours, mine, rest, flags=re.IGNORECASE)
            if rest and rest.casefold() not in _NAMELESS:
                yield f"{asked} {rest}?"
            return
