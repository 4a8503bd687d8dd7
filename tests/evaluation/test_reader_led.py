"""Interviews that a reader leads: it decides every turn, whatever it is worth."""

import pytest
from tests.evaluation.logic_reader import LogicReader, asking
from tests.interview.rowing import BOAT, HIRED, RULES, SWIM, TEXT, span_of

from e3.evaluation.reader_led import ReaderLedInterview
from e3.interview.steps import Ask, CannotTell, Concluded, Confirm, NotAnswered
from e3.policy.answers import Answer, State
from e3.reading.conversation import Conversation, Decision, Reply, Rule, RuleScores, Support
from e3.reading.systems import ConversationReader

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
PHRASES = {"I swim well": ("swim", YES), "no boat of my own": ("boat", NO)}


def begun(reader: ConversationReader, scenario: str = "") -> ReaderLedInterview:
    return ReaderLedInterview(reader, asking(scenario=scenario))


def asked(interview: ReaderLedInterview) -> str:
    assert isinstance(interview.step, Ask)
    return interview.step.question


def decision(interview: ReaderLedInterview) -> Decision:
    assert isinstance(interview.step, Concluded)
    return interview.step.decision


def test_it_asks_what_the_reader_asks_and_ends_as_the_reader_does() -> None:
    interview = begun(LogicReader())
    assert asked(interview) == SWIM
    assert decision(interview.answer(NO)) is Decision.NO
    assert asked(interview.answer(YES)) == BOAT
    assert decision(interview.answer(YES).answer(NO).answer(YES)) is Decision.YES


def test_a_question_that_the_text_does_not_answer() -> None:
    interview = ReaderLedInterview(LogicReader(), asking("Do you sell cheese?", "I swim well."))
    assert interview.step == NotAnswered()


def test_a_question_is_turned_away_only_by_a_reader_that_is_sure() -> None:
    class Unsure:
        def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
            rules = (Rule(span_of("you can swim")),)
            return Reply(Decision.IRRELEVANT, 0.7, rules=rules)

    assert isinstance(begun(Unsure()).step, Ask)


def test_what_is_not_known_matters_only_where_the_answers_lead_to_different_ends() -> None:
    either = LogicReader("swim or (boat and hired)")
    assert asked(begun(either).answer(UNKNOWN)) == BOAT
    assert decision(begun(either).answer(UNKNOWN).answer(YES).answer(YES)) is Decision.YES
    undecided = begun(either).answer(UNKNOWN).answer(NO)
    assert undecided.step == CannotTell((Ask(SWIM, span_of("you can swim")),))


def test_what_a_story_tells_is_confirmed_or_corrected_and_then_read_no_more() -> None:
    reader = LogicReader(phrases=PHRASES)
    interview = begun(reader, "I swim well, but I have no boat of my own.")
    assert isinstance(interview.step, Confirm)
    assert [fact.question for fact in interview.step.facts] == [SWIM, BOAT]
    assert decision(interview.confirm(NO).confirm(NO)) is Decision.NO
    assert asked(interview.confirm(YES).confirm(NO)) == HIRED
    assert reader.heard[-1].scenario == ""


def test_what_is_left_out_of_a_story_is_not_asked_again() -> None:
    interview = begun(LogicReader(phrases=PHRASES), "I swim well.").confirm(UNKNOWN)
    assert asked(interview) == BOAT
    assert isinstance(interview.answer(YES).step, CannotTell)


def test_what_a_reader_takes_from_the_scenario_later_is_confirmed_too() -> None:
    class Late(LogicReader):
        def read(self, conversation: Conversation) -> Reply:
            self.phrases = {"I row": ("boat", YES)} if conversation.history else {}
            return super().read(conversation)

    interview = begun(Late(), "I row a lot.").answer(YES)
    assert isinstance(interview.step, Confirm)
    assert asked(interview.confirm(NO)) == HIRED


def test_a_state_that_rests_on_nothing_is_no_reason_not_to_ask() -> None:
    class Guesses:
        """Is sure of all its rules before anything was said, and asks about one."""

        def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
            rules = tuple(Rule(span_of(clause), State.MET) for clause, _ in RULES.values())
            return Reply(Decision.INQUIRE, 0.9, SWIM, rules, 0, {Decision.NO: 0.1})

    assert asked(begun(Guesses())) == SWIM


def test_a_rule_that_the_reader_takes_for_settled_by_a_turn_is_not_asked() -> None:
    class Settled:
        """Takes the first answer for that to all rules, and yet asks on."""

        def read(self, conversation: Conversation) -> Reply:
            told = Support(turn=0) if conversation.history else None
            state = State.MET if told else State.UNKNOWN
            rules = tuple(Rule(span_of(c), state, support=told) for c, _ in RULES.values())
            place = 1 if told else 0
            words = BOAT if told else SWIM
            return Reply(Decision.INQUIRE, 0.9, words, rules, place, {Decision.YES: 0.1})

    assert decision(begun(Settled()).answer(YES)) is Decision.YES


class Insists:
    """Always asks about its first rule, in changing words; finds rules with scores."""

    def __init__(self, *, sure: bool = False) -> None:
        self.probabilities = {Decision.YES: 0.1, Decision.NO: 0.3} if sure else {}

    def read(self, conversation: Conversation) -> Reply:
        clauses = {"you can swim": 0.9, "you own a boat": 0.2, "you have hired": 0.5}
        rules = tuple(Rule(span_of(c), scores=RuleScores(r, 0, 0)) for c, r in clauses.items())
        words = "Can you swim?" if len(conversation.history) % 2 else "Swimming, can you do that?"
        return Reply(Decision.INQUIRE, 0.6, words, rules, 0, self.probabilities)


def test_a_reader_that_insists_asks_its_next_best_open_rule_and_then_concludes() -> None:
    interview = begun(Insists(sure=True))
    asked_about = []
    while isinstance(interview.step, Ask):
        assert interview.step.rule is not None
        asked_about.append(interview.step.rule.of(TEXT))
        interview = interview.answer(YES)
    assert asked_about == ["you can swim", "you have hired", "you own a boat"]
    assert isinstance(interview.step, Concluded)
    assert interview.step.decision is Decision.NO
    assert interview.step.confidence == pytest.approx(0.75)


def test_a_reader_that_has_no_conclusion_leaves_it_open() -> None:
    interview = begun(Insists())
    while isinstance(interview.step, Ask):
        interview = interview.answer(NO)
    assert interview.step == CannotTell(())
