"""What drafters have in common (a protocol), and how they are found by name (a plug-in registry).

Another package adds one with an entry point of the group "e3.drafters": its name, and a function
that is given the reader of the program, or None, and gives a `Drafter`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from e3.errors import BadInput
from e3.plugins import installed
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.reading.reader import shipped_reader
from e3.reading.systems import ConversationReader

_GROUP = "e3.drafters"
DEFAULT = "network"


class Drafter(Protocol):
    """Makes a policy of a text."""

    @property
    def name(self) -> str:
        """What drafts say they were made by."""

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        """The policy with the logic of these questions, or of those that it finds itself.

        A question that the text does not answer is among `irrelevant_questions`.
        """


def drafter_names() -> list[str]:
    """The drafters that are installed."""
    return sorted(installed(_GROUP))


def find_drafter(name: str = DEFAULT, reader: ConversationReader | None = None) -> Drafter:
    """The drafter with a name; one that reads with a network may use the reader that is given."""
    found = installed(_GROUP).get(name)
    if found is None:
        names = ", ".join(drafter_names())
        raise BadInput(f"there is no drafter {name!r}; installed are {names}")
    made: Drafter = found.load()(reader)
    return made


def draft(text: RuleText | str, *questions: str, drafter: Drafter | None = None) -> Policy:
    """A policy made of a text: its rules, their questions, and the logic of these answers.

    Without a drafter it is made by the reader that ships.
    """
    rule_text = RuleText(text) if isinstance(text, str) else text
    return (drafter or find_drafter(reader=shipped_reader())).draft(rule_text, questions)
