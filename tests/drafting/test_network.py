"""Drafts by a network: what it finds becomes a policy, however the text is typed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.drafting.drafter import find_drafter
from e3.drafting.network import NetworkDrafter
from e3.drafting.plain import plain
from e3.errors import TooLong
from e3.interview.interview import Interview
from e3.interview.steps import Confirm, NotAnswered
from e3.policy.answers import Answer
from e3.policy.logic import And, Expression, Name, Not, Or, written
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Reply
from e3.reading.drafts import FoundDraft, FoundRule, StoryRule, Told
from e3.text import Span

TEXT = "You may row if you:\n\n* can swim\n* own a boat\n\nUnless it is Sunday."
QUESTION = "May I row?"
LOGIC: Expression = And((Or((Name("r0"), Name("r1"))), Not(Name("r2"))))


@dataclass
class Fake:
    """A reader that finds these words and tells the same of every story."""

    found: Sequence[str] = ("can swim", "own a boat", "it is Sunday")
    logic: Expression | None = LOGIC
    answered: float = 0.9
    told: Sequence[Told] = ()
    longest: int = 1_000
    read_texts: list[str] = field(default_factory=list)

    @property
    def drafting(self) -> "Fake":
        return self

    def read(self, conversation: Conversation) -> Reply:
        raise TooLong(len(conversation.rule_text.text), self.longest)

    def draft(self, rule_text: RuleText, question: str) -> FoundDraft:  # noqa: ARG002
        text = rule_text.text
        self.read_texts.append(text)
        if len(text) > self.longest:
            raise TooLong(len(text), self.longest)
        spans = [Span(text.index(words), text.index(words) + len(words)) for words in self.found]
        rules = tuple(FoundRule(span, speaks_for=True, sure=0.9, side_sure=0.8) for span in spans)
        return FoundDraft(rules, self.logic, self.answered, logic_sure=0.7, right=0.6)

    def tell(self, *_: str | Sequence[StoryRule]) -> list[Told]:
        return list(self.told)


def test_rules_and_logic_become_a_policy() -> None:
    policy = NetworkDrafter(Fake()).draft(RuleText(TEXT), [QUESTION])
    assert [rule.span.of(TEXT) for rule in policy.rules] == [
        "can swim",
        "own a boat",
        "it is Sunday",
    ]
    assert [rule.question for rule in policy.rules][:2] == ["Can you swim?", "Do you own a boat?"]
    [asked] = policy.questions
    assert written(asked.yes_when) == "(r1 or r2) and not r3"
    assert policy.drafted_by.startswith("network")
    assert asked.confidence is not None
    assert (asked.confidence.right, asked.confidence.logic) == (0.6, 0.7)


@pytest.mark.parametrize("sign", ["-", "•", "1.", "(a)"])
def test_other_bullets_are_read_alike_and_found_where_they_stand(sign: str) -> None:
    reader, text = Fake(), TEXT.replace("*", sign)
    policy = NetworkDrafter(reader).draft(RuleText(text), [QUESTION])
    assert reader.read_texts == [TEXT]
    assert [rule.span.of(text) for rule in policy.rules] == [*reader.found]


@given(st.lists(st.sampled_from(["* a", "- b c", "(a) “d”", "12. e’s", "word", "", "** deep"])))
def test_plain_signs_move_every_letter_back_to_its_place(lines: list[str]) -> None:
    text = "\n".join(lines)
    read = plain(RuleText(text))
    straight = text.translate(str.maketrans("“”’", '""\''))
    for place, letter in enumerate(read.text.text):
        if letter.isalpha():
            assert read.before(Span(place, place + 1)).of(straight) == letter


def test_a_question_that_is_not_answered_has_no_logic() -> None:
    drafter = NetworkDrafter(Fake(answered=0.1))
    policy = drafter.draft(RuleText(TEXT), [QUESTION])
    assert policy.irrelevant_questions == (QUESTION,)
    begun = Interview.begin(TEXT, QUESTION, drafter=drafter, reader=Fake())
    assert isinstance(begun.step, NotAnswered)


def test_what_is_too_long_and_a_reader_that_can_not_draft_go_by_form() -> None:
    for reader in (Fake(longest=10), None):
        policy = NetworkDrafter(reader).draft(RuleText(TEXT), [QUESTION])
        assert policy.drafted_by.startswith("form")
        assert policy.rules
    assert find_drafter().name.startswith("network")


def test_only_what_a_reader_is_sure_of_is_shown_to_be_confirmed() -> None:
    story = "I swim daily. I may own a boat."
    told = (
        Told(Answer.YES, 0.97, Span(0, 13)),
        Told(Answer.YES, 0.6, Span(14, len(story))),
        Told(Answer.UNKNOWN, 0.99),
    )
    reader = Fake(told=told)
    begun = Interview.begin(TEXT, QUESTION, story, reader=reader, drafter=NetworkDrafter(reader))
    assert isinstance(begun.step, Confirm)
    [fact] = begun.step.facts
    assert (fact.question, fact.answer) == ("Can you swim?", Answer.YES)
    assert fact.words is not None
    assert fact.words.of(story) == "I swim daily."
