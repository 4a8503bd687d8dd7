"""What drafters have in common (a protocol), and how they are found by name (a plug-in registry).

Another package adds one with an entry point of the group "e3.drafters": its name, and a function
that is given the reader of the program, or None, and gives a `Drafter`. Of a drafter `name:given`
it is also given what stands behind the colon, as `given`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Protocol, runtime_checkable

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


@dataclass(frozen=True)
class Drafted:
    """A draft, and what should be known of how it was made."""

    policy: Policy
    notes: tuple[str, ...] = ()
    """In sentences: what was left out, and what it took."""
    quotes: int = 0
    """Rules that were found, those that were left out among them."""
    dropped: int = 0


@runtime_checkable
class TellingDrafter(Drafter, Protocol):
    """A drafter that sends texts to another program, and tells of what it did there."""

    @property
    def sends_to(self) -> str:
        """Where."""

    def drafted(self, rule_text: RuleText, questions: Sequence[str]) -> Drafted:
        """The draft, and what to know of it."""

    def keeping(self, folder: Path) -> TellingDrafter:
        """The same with its answers kept in a folder, so that none is paid for twice."""


def drafted_by(drafter: Drafter, rule_text: RuleText, questions: Sequence[str]) -> Drafted:
    """A draft, with what there is to tell of it."""
    if isinstance(drafter, TellingDrafter):
        return drafter.drafted(rule_text, questions)
    return Drafted(drafter.draft(rule_text, questions))


def drafter_names() -> list[str]:
    """The drafters that are installed."""
    return sorted(installed(_GROUP))


def find_drafter(name: str | None = None, reader: ConversationReader | None = None) -> Drafter:
    """The drafter with a name; one that reads with a network may use the reader that is given.

    Without a name it is the reader's own, where it has one.
    """
    if name is None and (own := getattr(reader, "drafter", None)) is not None:
        drafter: Drafter = own
        return drafter
    kind, colon, given = (name or DEFAULT).partition(":")
    found = installed(_GROUP).get(kind)
    if found is None:
        names = ", ".join(drafter_names())
        raise BadInput(f"there is no drafter {kind!r}; installed are {names}")
    make = found.load()
    if colon and "given" not in signature(make).parameters:
        raise BadInput(f"the drafter {kind!r} takes nothing behind a colon")
    made: Drafter = make(reader, given=given) if colon else make(reader)
    return made


def draft(text: RuleText | str, *questions: str, drafter: Drafter | None = None) -> Policy:
    """A policy made of a text: its rules, their questions, and the logic of these answers.

    Without a drafter it is made by the reader that ships.
    """
    rule_text = RuleText(text) if isinstance(text, str) else text
    return (drafter or find_drafter(reader=shipped_reader())).draft(rule_text, questions)
