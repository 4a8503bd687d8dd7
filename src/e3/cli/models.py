"""Models that commands read and draft with; of one on a server it is said where texts are sent."""

from __future__ import annotations

from e3.cli.output import echo
from e3.drafting.drafter import Drafted, Drafter, TellingDrafter, drafted_by, find_drafter
from e3.policy.rule_text import RuleText
from e3.reading.reader import Reader
from e3.reading.systems import ConversationReader

MODEL = (
    "The folder of a trained model, or llm:NAME, a language model on the server that"
    " E3_LLM_ADDRESS names. [default: the one that comes with E3]"
)
"""The help of --model."""


def load_reader(model: str | None) -> Reader:
    """The reader with a model."""
    reader = Reader.load(model)
    if reader.remote is not None:
        echo(f"What is read is sent to {model} at {reader.remote.sends_to}.", err=True)
    return reader


def load_drafter(name: str | None, reader: ConversationReader | None = None) -> Drafter:
    """The drafter with a name, or the reader's own."""
    drafter = find_drafter(name, reader)
    if name is not None and isinstance(drafter, TellingDrafter):
        echo(f"The text and the question are sent to {name} at {drafter.sends_to}.", err=True)
    return drafter


def drafted(drafter: Drafter, rule_text: RuleText, questions: list[str]) -> Drafted:
    """A draft; what there is to know of how it was made is told."""
    found = drafted_by(drafter, rule_text, questions)
    for note in found.notes:
        echo(f"Note: {note}.", err=True)
    return found
