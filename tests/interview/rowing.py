"""A small policy for tests, and a reader that finds phrases in stories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from e3 import Answer, Conversation, Decision, Interview, Policy, Reply, Rule, RuleText, Support
from e3.errors import TooLong
from e3.policy.parsing import parse_policy
from e3.text import Span

TEXT = """# Rowing

You may row on the lake if you can swim, and either
* you own a boat, or
* you have hired one from the club."""
QUESTION = "May I row?"
SWIM, BOAT, HIRED = "Can you swim?", "Do you own a boat?", "Have you hired a boat from the club?"
RULES = {
    "swim": ("you can swim", SWIM),
    "boat": ("you own a boat", BOAT),
    "hired": ("you have hired one from the club", HIRED),
}
PHRASES = {
    "I swim well": ("you can swim", Answer.YES),
    "no boat of my own": ("you own a boat", Answer.NO),
}


def span_of(part: str, text: str = TEXT) -> Span:
    return Span(text.index(part), text.index(part) + len(part))


def rowing(yes_when: str = "swim and (boat or hired)", **fields: object) -> Policy:
    """The policy with this logic; without the rules that the logic does not need."""
    rules = [
        {"id": id, "span": span, "question": question}
        for id, (span, question) in RULES.items()
        if id in yes_when
    ]
    asked = [{"question": QUESTION, "yes_when": yes_when}]
    policy = {"title": "Rowing", "rule_text": TEXT, "rules": rules, "questions": asked}
    return parse_policy({**policy, **fields})


@dataclass
class StoryReader:
    """Finds phrases, and the clause and answer that they tell."""

    phrases: Mapping[str, tuple[str, Answer]] = field(default_factory=lambda: PHRASES)
    sure: float | None = 0.995
    most: int = 200
    heard: list[Conversation] = field(default_factory=list)

    def read(self, conversation: Conversation) -> Reply:
        self.heard.append(conversation)
        if len(conversation.scenario) > self.most:
            raise TooLong(600, 512)
        return Reply(Decision.YES, 0.5, rules=tuple(self._rules(conversation)))

    def _rules(self, conversation: Conversation) -> Sequence[Rule]:
        found = []
        for phrase, (clause, answer) in self.phrases.items():
            if phrase in conversation.scenario:
                words = Support(scenario=span_of(phrase, conversation.scenario))
                span = span_of(clause, conversation.rule_text.text)
                found.append(Rule(span, answer.state, None, words, confidence=self.sure))
        return found


@dataclass(frozen=True)
class FixedDrafter:
    """Drafts the same policy of every text, which must be that of the policy."""

    policy: Policy
    name: str = "fixed"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:  # noqa: ARG002
        assert rule_text == self.policy.rule_text
        return self.policy


def begun(policy: Policy | None = None, scenario: str = "", **options: object) -> Interview:
    reader = StoryReader()
    return Interview.begin(policy or rowing(), QUESTION, scenario, **{"reader": reader, **options})  # type: ignore[arg-type]


def answered(*answers: Answer, policy: Policy | None = None) -> Interview:
    interview = begun(policy)
    for answer in answers:
        interview = interview.answer(answer)
    return interview
