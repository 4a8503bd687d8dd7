"""How a clause is asked for, and what a yes then says of it."""

from __future__ import annotations

import re

from e3.drafting.formula import Clause
from e3.language.en.questions import write_question
from e3.language.en.rules import RuleSpan
from e3.policy.answers import State

# "Can't walk" is asked as "can you walk?": here "cannot" and "won't" deny as "not" does.
_DENIED = re.compile(
    r"\b(?:not|no(?! (?:more|less|\w+er) than)|never|none|nothing|nobody|neither|without|unable"
    r"|cannot)\b|n[’']t\b",
    re.IGNORECASE,
)


def asked(text: str, clause: Clause) -> tuple[str, State]:
    """The question about a clause, and whether a yes to it means that the clause holds."""
    question = write_question(text, RuleSpan(clause.span, clause.lead))
    same = _is_denied(clause.span.of(text)) is _is_denied(question)
    return question, State.MET if same else State.NOT_MET


def _is_denied(said: str) -> bool:
    return bool(_DENIED.search(said))
