"""What interviews with simulated people are worth, whoever leads them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from tests.evaluation.logic_reader import LogicReader
from tests.interview.rowing import BOAT, HIRED, QUESTION, SWIM, FixedDrafter, StoryReader, rowing

from e3.corpus.corpus import Corpus
from e3.corpus.policies import policy_corpus
from e3.corpus.sources import read_corpus, read_trees
from e3.corpus.tree_policies import policies_of
from e3.evaluation.leading import by_drafts, by_policies, by_reader
from e3.evaluation.people import Person, everybody
from e3.evaluation.simulation import Begin, Figures, figures, hold, hold_all
from e3.interview.explanation import SURE
from e3.policy.answers import Answer
from e3.policy.policy import Policy, Story
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply
from e3.reading.systems import ConversationReader
from e3.text import question_key

KEYS = [question_key(question) for question in (SWIM, BOAT, HIRED)]


def corpus_of(*stories: Story, yes_when: str = "swim and (boat or hired)") -> Corpus:
    return policy_corpus("rowing", [replace(rowing(yes_when), stories=stories)])


def everyone(*stories: Story) -> list[Person]:
    return everybody(corpus_of(*stories), with_scenario=bool(stories))


def led(begin: Begin, persons: Sequence[Person]) -> Figures:
    return figures(hold_all(begin, persons, lambda _: None))


class NoReader:
    """Nothing is to be read where nobody tells a story."""

    def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
        raise AssertionError("there is no story")


@dataclass
class Counting:
    """A drafter, and what it was asked for."""

    policy: Policy
    asked: list[Sequence[str]] = field(default_factory=list)
    name: str = "counting"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        self.asked.append(questions)
        return FixedDrafter(self.policy).draft(rule_text, questions)


class Always:
    def __init__(self, reply: Reply) -> None:
        self.reply = reply

    def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
        return self.reply


def test_what_an_interview_is_worth() -> None:
    says_no = led(by_reader(Always(Reply(Decision.NO, 0.4))), everyone())
    assert (says_no.right, says_no.sure, says_no.right_where_not_sure) == (5 / 8, 0.0, 5 / 8)
    assert (says_no.questions, says_no.fewest, says_no.times_fewest) == (0.0, 14 / 8, 0.0)
    silent = led(by_reader(Always(Reply(Decision.IRRELEVANT, 0.4))), everyone())
    assert (silent.right, silent.not_answered, silent.cannot_tell) == (0.0, 1.0, 0.0)
    cheese = Reply(Decision.INQUIRE, 0.4, "Do you like cheese?")
    lost = led(by_reader(Always(cheese)), everyone())
    assert (lost.cannot_tell, lost.off_topic, lost.redundant) == (1.0, 1.0, 0.0)
    assert lost.questions == 1.0


@pytest.mark.parametrize("confidence", [0.5, SURE - 0.01, SURE, 1.0])
def test_a_conclusion_is_sure_where_the_pages_call_it_so(confidence: float) -> None:
    (person, *_) = everyone()
    held = hold(by_reader(Always(Reply(Decision.NO, confidence)))(person), person)
    assert held.is_sure is (confidence >= SURE)


def test_redundant_is_what_was_told_or_asked_before() -> None:
    (person, *_) = everyone(Story("I swim.", {KEYS[0]: Answer.YES}))
    asks = Always(Reply(Decision.INQUIRE, 0.4, SWIM, probabilities={Decision.YES: 0.2}))
    begin = by_reader(asks)
    assert hold(begin(person), person).redundant == 1
    silent = replace(person, story=None)
    assert hold(begin(silent), silent).redundant == 0


def test_figures_of_trees_count_alike() -> None:
    (person, *_) = everyone()
    right = hold(by_reader(Always(Reply(Decision.YES, 0.9)))(person), person)
    wrong = replace(right, tree_id="other", is_right=False)
    found = figures([right, right, right, wrong])
    assert (found.right, found.right_by_tree) == (0.75, 0.5)


@pytest.mark.parametrize(
    "begin",
    [
        by_policies(policies_of(corpus_of()), NoReader()),
        by_drafts(FixedDrafter(rowing()), NoReader()),
        by_reader(LogicReader()),
    ],
)
def test_who_leads_by_the_right_logic_is_always_right_and_asks_nothing_in_vain(
    begin: Begin,
) -> None:
    found = led(begin, everyone())
    assert (found.interviews, found.right, found.sure) == (8, 1.0, 1.0)
    assert (found.redundant, found.off_topic, found.times_fewest) == (0.0, 0.0, 1.0)
    assert found.corrected is None


def test_a_draft_is_worth_what_its_logic_is() -> None:
    found = led(by_drafts(FixedDrafter(rowing("swim")), NoReader()), everyone())
    assert (found.right, found.off_topic) == (7 / 8, 0.0)
    unanswered = replace(rowing(), questions=(), irrelevant_questions=(QUESTION,))
    assert led(by_drafts(FixedDrafter(unanswered), NoReader()), everyone()).not_answered == 1.0


def test_what_a_story_is_understood_to_tell_is_confirmed_or_corrected() -> None:
    tells = Story("I swim well.", {KEYS[0]: Answer.YES})
    reader = StoryReader({"I swim well": ("you can swim", Answer.YES)})
    found = led(by_policies(policies_of(corpus_of()), reader), everyone(tells))
    assert (found.right, found.redundant, found.times_fewest) == (1.0, 0.0, 1.0)
    assert (found.confirmed, found.corrected) == (1.0, 0.0)
    wrong = StoryReader({"I swim well": ("you can swim", Answer.NO)})
    mended = led(by_policies(policies_of(corpus_of()), wrong), everyone(tells))
    assert (mended.right, mended.corrected) == (1.0, 1.0)


def test_a_text_is_drafted_once_and_a_story_read_once() -> None:
    stories = Story("I swim well.", {KEYS[0]: Answer.YES}), Story("Hello.", {KEYS[1]: Answer.NO})
    drafter, reader = Counting(rowing()), StoryReader()
    begin = by_drafts(drafter, reader)
    led(begin, everyone())
    led(begin, everyone(*stories))
    assert drafter.asked == [[QUESTION]]
    assert [each.scenario for each in reader.heard] == ["I swim well.", "Hello."]


def test_a_story_is_read_by_the_reader_that_is_given() -> None:
    story = Story("I swim well.", {KEYS[0]: Answer.YES})
    reader: ConversationReader = LogicReader(phrases={"I swim well": ("swim", Answer.YES)})
    found = led(by_reader(reader), everyone(story))
    assert (found.right, found.confirmed, found.corrected) == (1.0, 1.0, 0.0)


def test_by_our_policies_everybody_gets_the_right_answer_with_no_question_in_vain() -> None:
    corpus = read_trees("policies:evaluation")
    begin = by_policies(policies_of(corpus), NoReader())
    found = led(begin, everybody(corpus, with_scenario=False))
    assert (found.right, found.redundant, found.off_topic) == (1.0, 0.0, 0.0)
    assert found.times_fewest == 1.0


def test_by_policies_made_of_sharcs_trees_everybody_gets_the_right_answer(shared: Path) -> None:
    corpus = read_corpus(str(shared / "data" / "sharc" / "dev.json"))
    begin = by_policies(policies_of(corpus), NoReader())
    found = led(begin, everybody(corpus, with_scenario=False))
    assert (found.right, found.redundant, found.off_topic) == (1.0, 0.0, 0.0)
    assert found.times_fewest is not None
    assert found.times_fewest <= 1.05
