"""The drafter `llm`: a language model takes a text apart, and nothing it says is believed.

A draft has no word of the model's in it. Its rules are words of the text, how they are asked is the
grammar's, and the model says only which words these are and how they hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from e3.drafting.answering import Answering
from e3.drafting.drafter import Drafted
from e3.drafting.llm.prompt import draft_messages
from e3.drafting.llm.proving import DraftAnswer, ProvedDraft, proved
from e3.drafting.network import policy_of_draft
from e3.drafting.own_questions import own_questions
from e3.errors import BadInput
from e3.harmless import one_line
from e3.llm.asking import LanguageModel, Task
from e3.llm.usage import Usage
from e3.policy.checking import checked
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object
from e3.provenance import VERSION

_MOST = 3_000
"""Tokens of an answer."""


@dataclass(frozen=True)
class LlmDrafter:
    """Drafts with a language model."""

    model: LanguageModel

    @property
    def name(self) -> str:
        """What drafts say they were made by."""
        return f"llm:{self.model.server.model} {VERSION}"

    @property
    def sends_to(self) -> str:
        """The server that texts are sent to."""
        return self.model.server.host

    def keeping(self, folder: Path) -> LlmDrafter:
        """The same with its answers kept in a folder, so that none is paid for twice."""
        return LlmDrafter(LanguageModel(self.model.server, keep=folder))

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        """The draft policy."""
        return self.drafted(rule_text, questions).policy

    def drafted(self, rule_text: RuleText, questions: Sequence[str]) -> Drafted:
        """The draft policy, with what had to be dropped and what it took."""
        text = rule_text.text
        asked = questions or own_questions(Answering.of(rule_text).statements)
        answers = {question: self.model.ask(_task(text, question)) for question in asked}
        found = {question: answer.value.found for question, answer in answers.items()}
        policy = replace(policy_of_draft(rule_text, found), drafted_by=self.name)
        for fault in checked(policy_object(policy)).faults:
            if fault.is_fatal:
                raise BadInput(f"what the language model drafts can't be used: {fault.sentence}")
        usage = sum((answer.usage for answer in answers.values()), Usage())
        dropped = tuple(quote for answer in answers.values() for quote in answer.value.dropped)
        quotes = sum(answer.value.quotes for answer in answers.values())
        took = f"{self.name}: {usage.sentence(self.model.server.prices)}"
        return Drafted(policy, (*map(_dropped, dropped), took), quotes, len(dropped))


def _task(text: str, question: str) -> Task[DraftAnswer, ProvedDraft]:
    return Task(
        draft_messages(text, question), DraftAnswer, _MOST, lambda answer: proved(text, answer)
    )


def _dropped(quote: str) -> str:
    short = one_line(quote)[:100]
    return f"a rule was dropped, as its words do not stand in the text for it alone: “{short}”"
