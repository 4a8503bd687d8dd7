"""A reader that knows one text, its rules and its logic, and leads perfectly by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.interview.rowing import QUESTION, RULES, TEXT, span_of

from e3.policy.answers import Answer, State
from e3.policy.logic import given, names, parse
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Rule, Support
from e3.text import question_key


@dataclass
class LogicReader:
    """Asks what is open in the order of the text; shows what phrases of a story tell."""

    yes_when: str = "swim and (boat or hired)"
    phrases: Mapping[str, tuple[str, Answer]] = field(default_factory=dict)
    """What a scenario can say, and the rule and answer that it tells."""
    heard: list[Conversation] = field(default_factory=list)

    def read(self, conversation: Conversation) -> Reply:
        self.heard.append(conversation)
        if "cheese" in conversation.question:
            return Reply(Decision.IRRELEVANT, 0.8)
        rules, known = [], {}
        for id, (clause, question) in RULES.items():
            found = self._known(conversation, id, question)
            if found is not None:
                known[id] = found[0] is Answer.YES
            state, support = (found[0].state, found[1]) if found else (State.UNKNOWN, None)
            rules.append(Rule(span_of(clause), state, support=support, question=question))
        rest = given(parse(self.yes_when), known)
        if isinstance(rest, bool):
            return Reply(Decision.YES if rest else Decision.NO, 0.9, rules=tuple(rules))
        place, id = next((p, id) for p, id in enumerate(RULES) if id in names(rest))
        return Reply(Decision.INQUIRE, 0.9, RULES[id][1], tuple(rules), place)

    def _known(
        self, conversation: Conversation, id: str, question: str
    ) -> tuple[Answer, Support] | None:
        for number, turn in enumerate(conversation.history):
            if question_key(turn.question) == question_key(question):
                return turn.answer, Support(turn=number)
        for phrase, (told, answer) in self.phrases.items():
            if told == id and phrase in conversation.scenario:
                return answer, Support(scenario=span_of(phrase, conversation.scenario))
        return None


def asking(question: str = QUESTION, scenario: str = "") -> Conversation:
    return Conversation(RuleText(TEXT), question, scenario)
