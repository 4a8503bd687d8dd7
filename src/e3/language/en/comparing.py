"""What is said of two drafts of one text: where they agree and differ, what to look at first."""

from __future__ import annotations

from e3.harmless import one_line
from e3.language.en.wording import clause_line

THIS_DRAFT = "this draft"
SAME = "Both answer it alike for everybody."


def agreement(share: float) -> str:
    """How many people two drafts give the same answer."""
    return f"Both answer it alike for {share:.0%} of all people."


def answered_by_one(question: str, name: str) -> str:
    """A question that one draft answers."""
    return f"“{one_line(question)}”: only {name} finds an answer in the text."


def opposite(clause: str, question: str) -> str:
    """A rule that the drafts take for opposite sides."""
    return (
        f"“{clause_line(clause)}” speaks for a yes in one draft and against it in the other"
        f" (“{one_line(question)}”)."
    )


def found_by_one(clause: str, name: str, changes: float) -> str:
    """A rule that one draft has."""
    return f"“{clause_line(clause)}” is a rule for {name} alone; it decides for {changes:.0%}."


def joined_differently(question: str) -> str:
    """The same rules, otherwise joined."""
    return f"“{one_line(question)}”: the same rules hang together differently."
