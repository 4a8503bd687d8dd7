"""Who leads an interview with simulated people: a policy, a draft of the text, or a reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from e3.corpus.trees import DialogueTree
from e3.drafting.drafter import Drafter
from e3.evaluation.people import Person
from e3.evaluation.reader_led import ReaderLedInterview
from e3.evaluation.simulation import Begin, Conducted
from e3.interview.interview import Interview
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation
from e3.reading.remembering import RememberingReader
from e3.reading.systems import ConversationReader


class LedBy(StrEnum):
    """Who leads."""

    POLICIES = "policies"
    DRAFTS = "drafts"
    READER = "reader"


def by_policies(policies: Mapping[str, Policy], reader: ConversationReader) -> Begin:
    """The policy of the tree; the reader reads stories."""

    def begin(tree: DialogueTree, scenario: str) -> Conducted:
        return Interview.begin(policies[tree.tree_id], tree.question, scenario, reader=reader)

    return _once(begin)


def by_drafts(drafter: Drafter, reader: ConversationReader) -> Begin:
    """A draft of the text, as of a text that nobody has reviewed; the reader reads stories."""
    drafts: dict[tuple[RuleText, str], Policy] = {}

    def begin(tree: DialogueTree, scenario: str) -> Conducted:
        asked = (tree.rule_text, tree.question)
        if asked not in drafts:
            drafts[asked] = drafter.draft(tree.rule_text, [tree.question])
        return Interview.begin(drafts[asked], tree.question, scenario, reader=reader)

    return _once(begin)


def by_reader(reader: ConversationReader) -> Begin:
    """The reader decides every turn."""
    remembering = RememberingReader(reader)

    def begin(tree: DialogueTree, scenario: str) -> Conducted:
        conversation = Conversation(tree.rule_text, tree.question, scenario)
        return ReaderLedInterview(remembering, conversation)

    return _once(begin)


def _once(begin: Callable[[DialogueTree, str], Conducted]) -> Begin:
    """Nothing is drafted and no story is read again for the next person who tells it."""
    begun: dict[tuple[str, str], Conducted] = {}

    def of_person(person: Person) -> Conducted:
        told = (person.tree.tree_id, person.story.text if person.story else "")
        if told not in begun:
            begun[told] = begin(person.tree, told[1])
        return begun[told]

    return of_person
