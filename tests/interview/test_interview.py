"""The rules of the conversation, one by one."""

import pytest
from tests.interview.fake_readers import (
    BOAT,
    HIRED,
    RULES,
    SWIM,
    TEXT,
    LogicReader,
    asking,
    span_of,
)

from e3 import (
    Answer,
    Ask,
    CannotTell,
    Changed,
    Concluded,
    Confirm,
    Conversation,
    Decision,
    Interview,
    NotAnswered,
    Reply,
    Rule,
    RuleScores,
    RuleText,
    State,
    Support,
    Turn,
    WentBack,
)
from e3.errors import BadInput
from e3.interview.events import event_object, event_of
from e3.interview.interview import followed

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


def begun(reader: LogicReader | None = None, scenario: str = "") -> Interview:
    return Interview.start(reader or LogicReader(), asking(scenario=scenario))


def answered(*answers: Answer, reader: LogicReader | None = None) -> Interview:
    interview = begun(reader)
    for answer in answers:
        interview = interview.answer(answer)
    return interview


def decision(interview: Interview) -> Decision | None:
    return interview.step.decision if isinstance(interview.step, Concluded) else None


def asked(interview: Interview) -> str | None:
    return interview.step.question if isinstance(interview.step, Ask) else None


def test_it_asks_what_has_to_be_known_and_concludes() -> None:
    interview = begun()
    assert interview.step == Ask(SWIM, span_of("if you can swim"))
    interview = interview.answer(YES)
    assert asked(interview) == BOAT
    assert interview.answer(YES).step == Concluded(Decision.YES, 0.9)
    assert decision(interview.answer(NO).answer(NO)) is Decision.NO
    assert decision(answered(NO)) is Decision.NO


def test_an_interview_is_a_value() -> None:
    interview = begun()
    assert interview.answer(YES) == interview.answer(YES) != interview.answer(NO)
    assert asked(interview) == SWIM


def test_a_question_that_the_text_does_not_answer() -> None:
    interview = Interview.start(LogicReader(), asking("Do you sell cheese?", "I can swim."))
    assert interview.step == NotAnswered(0.8)


def test_who_is_not_sure_that_the_text_does_not_answer_asks() -> None:
    class Unsure(LogicReader):
        def read(self, conversation: Conversation) -> Reply:
            reply = super().read(conversation)
            unsure = Reply(Decision.IRRELEVANT, 0.7, rules=reply.rules)
            return reply if conversation.history else unsure

    interview = Interview.start(Unsure(), asking())
    assert asked(interview) == SWIM
    assert decision(interview.answer(NO)) is Decision.NO


def test_dont_know_goes_on_with_what_may_still_decide() -> None:
    interview = answered(YES, UNKNOWN)
    assert asked(interview) == HIRED
    assert decision(interview.answer(YES)) is Decision.YES
    left_open = interview.answer(NO).step
    assert left_open == CannotTell((Ask(BOAT, span_of("you own a boat")),))


def test_dont_knows_that_do_not_matter() -> None:
    # Whether the person can swim or not, without a boat the answer is no.
    assert decision(answered(UNKNOWN, NO, NO)) is Decision.NO
    assert isinstance(answered(UNKNOWN, YES).step, CannotTell)


def test_nothing_is_asked_that_can_no_longer_help() -> None:
    interview = Interview.start(LogicReader("swim or (boat and hired)"), asking())
    assert isinstance(interview.answer(UNKNOWN).answer(NO).step, CannotTell)


def test_all_dont_know() -> None:
    # Whatever has been hired, it depends on what is not known.
    step = answered(UNKNOWN, UNKNOWN).step
    assert isinstance(step, CannotTell)
    assert [ask.question for ask in step.open] == [SWIM, BOAT]


def test_unknown_answers_are_turns_of_the_record_and_never_reach_the_reader() -> None:
    reader = LogicReader()
    interview = answered(YES, UNKNOWN, reader=reader)
    assert interview.conversation.history == (Turn(SWIM, YES), Turn(BOAT, UNKNOWN))
    heard = [turn.answer for conversation in reader.heard for turn in conversation.history]
    assert UNKNOWN not in heard


def test_a_changed_answer_keeps_every_later_one_that_still_applies() -> None:
    interview = answered(YES, NO, YES)
    assert decision(interview) is Decision.YES
    without_swimming = interview.change(0, NO)
    assert decision(without_swimming) is Decision.NO
    assert without_swimming.unused == (1, 2)
    assert [fact.answer for fact in without_swimming.facts] == [NO, NO, YES]
    again = without_swimming.change(0, YES)
    assert (again.step, again.unused) == (interview.step, ())


def test_a_change_may_need_something_new() -> None:
    interview = answered(YES, YES).change(1, NO)
    assert asked(interview) == HIRED
    interview = interview.answer(NO)
    assert decision(interview) is Decision.NO
    # Going back to the first answer, what was told in between is kept and not needed.
    interview = interview.change(1, YES)
    assert decision(interview) is Decision.YES
    assert interview.unused == (2,)


def test_back_asks_again_and_loses_nothing() -> None:
    interview = answered(YES, NO, YES)
    back = interview.back().back()
    assert back.step == Ask(BOAT, span_of("you own a boat"), before=NO)
    assert back.answer(NO).step == interview.step
    changed = back.answer(YES)
    assert decision(changed) is Decision.YES
    assert changed.unused == (2,)
    assert asked(back.back()) == SWIM
    with pytest.raises(BadInput, match="nothing to go back to"):
        back.back().back()


def test_back_passes_over_what_is_not_needed() -> None:
    interview = answered(YES, YES).change(0, NO)
    assert interview.back().step == Ask(SWIM, span_of("if you can swim"), before=NO)


PHRASES = {"I swim well": ("swim", YES), "no boat of my own": ("boat", NO)}


def test_what_the_scenario_tells_is_confirmed_before_it_counts() -> None:
    interview = begun(LogicReader(phrases=PHRASES), "I swim well, and have no boat of my own.")
    assert isinstance(interview.step, Confirm)
    swim, boat = interview.step.facts
    assert (swim.rule, swim.answer) == (span_of("if you can swim"), YES)
    assert boat.words is not None
    assert boat.words.of(interview.conversation.scenario) == "no boat of my own"
    with pytest.raises(BadInput, match="no question to answer"):
        interview.answer(YES)
    interview = interview.confirm().confirm()
    assert asked(interview) == HIRED
    assert [turn.answer for turn in interview.conversation.history] == [YES, NO]


def test_a_correction_turns_it_round() -> None:
    interview = begun(LogicReader(phrases=PHRASES), "I swim well.")
    assert decision(interview.confirm(NO)) is Decision.NO
    assert asked(interview.confirm()) == BOAT
    assert decision(interview.confirm().change(0, NO)) is Decision.NO


def test_what_is_left_out_does_not_count() -> None:
    reader = LogicReader(phrases=PHRASES)
    interview = begun(reader, "I swim well. It is cold.").confirm(UNKNOWN)
    assert asked(interview) == BOAT
    assert isinstance(interview.answer(YES).step, CannotTell)
    assert decision(interview.answer(NO).answer(NO)) is Decision.NO


def test_the_same_words_can_be_left_out_for_one_rule_and_count_for_another() -> None:
    reader = LogicReader(phrases={"I swim": ("swim", YES), "I swim to my boat": ("boat", YES)})
    interview = begun(reader, "I swim to my boat.").confirm().confirm(UNKNOWN)
    assert asked(interview) == HIRED
    assert decision(interview.answer(YES)) is Decision.YES


def test_once_confirmed_the_scenario_is_read_no_more() -> None:
    reader = LogicReader(phrases=PHRASES)
    interview = followed(begun(reader, "I swim well."))
    reader.phrases = {"I swim well": ("boat", YES)}  # what it would find on a second look
    assert asked(interview.confirm()) == BOAT
    assert reader.heard[-1].scenario == ""


def test_what_a_reader_takes_from_the_scenario_later_is_confirmed_too() -> None:
    class Late(LogicReader):
        def read(self, conversation: Conversation) -> Reply:
            self.phrases = {"I row": ("boat", YES)} if conversation.history else {}
            return super().read(conversation)

    interview = begun(Late(), "I row a lot.").answer(YES)
    assert isinstance(interview.step, Confirm)
    assert [fact.rule for fact in interview.step.facts] == [span_of("you own a boat")]
    assert decision(interview.confirm()) is Decision.YES
    assert asked(interview.confirm(NO)) == HIRED


def test_a_reader_that_does_not_show_what_it_takes_from_a_scenario_goes_on_reading_it() -> None:
    reader = LogicReader()
    assert asked(begun(reader, "I swim well.").answer(YES)) == BOAT
    assert reader.heard[-1].scenario == "I swim well."


def test_a_reader_with_its_own_words_is_confirmed_and_asked_in_them() -> None:
    reader = LogicReader(
        phrases={"cramps": ("swim", NO)},
        rules={**RULES, "swim": ("if you can swim", "Is it true that you are a swimmer?")},
        own_words=True,
    )
    interview = begun(reader, "I get cramps.")
    assert isinstance(interview.step, Confirm)
    assert interview.step.facts[0].question == "Is it true that you are a swimmer?"
    assert decision(interview.confirm()) is Decision.NO


def test_a_state_that_rests_on_nothing_is_no_reason_not_to_ask() -> None:
    class Guesses:
        """Is sure of all its rules before anything was said, and asks about one."""

        def read(self, conversation: Conversation) -> Reply:
            if conversation.history:
                return Reply(Decision.YES, 0.9)
            rules = tuple(Rule(span_of(clause), State.MET) for clause, _ in RULES.values())
            return Reply(Decision.INQUIRE, 0.9, SWIM, rules, 0, {Decision.NO: 0.1})

    assert asked(Interview.start(Guesses(), asking())) == SWIM


def test_a_rule_that_the_reader_takes_for_settled_by_a_turn_is_not_asked() -> None:
    class Settled:
        """Takes the first answer for that to all rules, and yet asks on."""

        def read(self, conversation: Conversation) -> Reply:
            told = Support(turn=0) if conversation.history else None
            state = State.MET if told else State.UNKNOWN
            rules = tuple(Rule(span_of(c), state, support=told) for c, _ in RULES.values())
            asked = 1 if told else 0
            question = BOAT if told else SWIM
            return Reply(Decision.INQUIRE, 0.9, question, rules, asked, {Decision.YES: 0.1})

    assert decision(Interview.start(Settled(), asking()).answer(YES)) is Decision.YES


def test_back_goes_through_what_was_confirmed() -> None:
    interview = begun(LogicReader(phrases=PHRASES), "I swim well.")
    again = interview.confirm(NO).back()
    assert again.step == interview.step
    assert again.confirm().step == interview.confirm().step
    assert again.confirm(UNKNOWN).back().step == interview.step


class Insists:
    """Always asks about its first rule; finds rules with scores."""

    def __init__(self, *, sure: bool = False) -> None:
        self.probabilities = {Decision.YES: 0.1, Decision.NO: 0.3} if sure else {}

    def read(self, conversation: Conversation) -> Reply:
        clauses = {"if you can swim": 0.9, "you own a boat": 0.2, "you have hired": 0.5}
        rules = tuple(Rule(span_of(c), scores=RuleScores(r, 0, 0)) for c, r in clauses.items())
        words = "Can you swim?" if len(conversation.history) % 2 else "Swimming, can you do that?"
        return Reply(Decision.INQUIRE, 0.6, words, rules, 0, self.probabilities)


def test_a_reader_that_insists_asks_its_next_best_open_rule_and_then_concludes() -> None:
    interview = Interview.start(Insists(sure=True), asking())
    asked_about = []
    while isinstance(interview.step, Ask):
        assert interview.step.rule is not None
        asked_about.append(interview.step.rule.of(TEXT))
        interview = interview.answer(YES)
    assert asked_about == ["if you can swim", "you have hired", "you own a boat"]
    assert isinstance(interview.step, Concluded)
    assert interview.step.decision is Decision.NO
    assert interview.step.confidence == pytest.approx(0.75)


def test_a_reader_that_has_no_conclusion_leaves_it_open() -> None:
    interview = Interview.start(Insists(), asking())
    while isinstance(interview.step, Ask):
        interview = interview.answer(NO)
    assert interview.step == CannotTell(())


def test_a_reader_that_says_irrelevant_late_has_no_conclusion() -> None:
    class Late:
        def read(self, conversation: Conversation) -> Reply:
            if conversation.history:
                return Reply(Decision.IRRELEVANT, 0.9)
            return Reply(Decision.INQUIRE, 0.9, SWIM)

    assert isinstance(Interview.start(Late(), asking()).answer(YES).step, CannotTell)


def test_the_same_thing_in_other_words_is_not_asked_again() -> None:
    class Rewords:
        def read(self, conversation: Conversation) -> Reply:
            words = [SWIM, "can you SWIM", "Could you swim, would you?"][
                len(conversation.history) :
            ]
            if not words:
                return Reply(Decision.YES, 0.9)
            return Reply(Decision.INQUIRE, 0.9, words[0], probabilities={Decision.YES: 0.1})

    assert decision(Interview.start(Rewords(), asking()).answer(YES)) is Decision.YES


def test_two_things_in_one_clause_are_asked_apart() -> None:
    text = "You may go if you can swim or fly."
    rules = {
        "swim": ("if you can swim or fly", "Can you swim?"),
        "fly": ("if you can swim or fly", "Can you fly?"),
    }
    reader = LogicReader("swim or fly", text, rules)
    interview = Interview.start(reader, Conversation(RuleText(text), "May I go?"))
    assert asked(interview.answer(NO)) == "Can you fly?"
    assert decision(interview.answer(NO).answer(YES)) is Decision.YES


def test_it_ends_even_if_the_reader_never_does() -> None:
    class Endless:
        def read(self, conversation: Conversation) -> Reply:
            number = len(conversation.history)
            return Reply(Decision.INQUIRE, 0.9, f"Is it true of number {number}?")

    interview = Interview.start(Endless(), asking())
    turns = 0
    while isinstance(interview.step, Ask):
        interview = interview.answer(NO)
        turns += 1
    assert isinstance(interview.step, CannotTell)
    assert turns == 3 + 3  # the rules that the form of the text shows, and a few


def test_why_shows_the_clause_and_where_each_answer_leads() -> None:
    why = begun().why()
    assert why.clause == "if you can swim"
    assert why.text() == (
        "The text says: “if you can swim”. If yes, there is more to ask. If no, the answer is no."
    )
    assert "it can't be told" in answered(UNKNOWN, NO).why().text()
    with pytest.raises(BadInput, match="no question to explain"):
        answered(NO).why()


@pytest.mark.parametrize(
    ("conversation", "sentence"),
    [
        (Conversation(RuleText(" \n"), "May I?"), "the rule text is empty"),
        (Conversation(RuleText(TEXT), ""), "the question is empty"),
        (Conversation(RuleText("a\0b"), "May I?"), r"the rule text holds U\+0000 at 1"),
        (Conversation(RuleText(TEXT), "May\x1b[2J I?"), r"the question holds U\+001B at 3"),
        (Conversation(RuleText("a" * 5_000_000), "May I?"), "the rule text has 5,000,000 char"),
        (Conversation(RuleText(TEXT), "row " * 10_000), "the question has 40,000 characters"),
        (Conversation(RuleText(TEXT), "May I?", "I row. " * 9_999), "the scenario has 69,993"),
        (Conversation(RuleText(TEXT), "May I?", "", (Turn(SWIM, YES),)), "without a history"),
    ],
)
def test_what_no_interview_can_begin_with(conversation: Conversation, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as error:
        Interview.start(LogicReader(), conversation)
    assert "\n" not in str(error.value)


def test_texts_in_other_languages_are_read() -> None:
    text = "湖で船をこぐには、泳げること。\n* 自分の船があること"
    reader = LogicReader("swim", text, {"swim": ("泳げること", "泳げますか？")})
    interview = Interview.start(reader, Conversation(RuleText(text), "船をこげますか？"))
    assert decision(interview.answer(YES)) is Decision.YES


@pytest.mark.parametrize("turn", [-1, 2, 99])
def test_a_turn_that_is_not_there(turn: int) -> None:
    interview = answered(YES, NO)
    with pytest.raises(BadInput, match=f"there is no turn {turn}"):
        interview.change(turn, YES)
    assert asked(interview) == HIRED  # the interview goes on


def test_a_reader_that_can_read_no_more_leaves_the_interview_where_it_was() -> None:
    class Short(LogicReader):
        def read(self, conversation: Conversation) -> Reply:
            if len(conversation.history) > 1:
                raise BadInput("this is too long for the model")
            return super().read(conversation)

    interview = answered(YES, reader=Short())
    with pytest.raises(BadInput, match="too long"):
        followed(interview.answer(NO))
    assert asked(interview) == BOAT
    assert decision(interview.change(0, NO)) is Decision.NO


def test_moves_that_do_not_fit() -> None:
    with pytest.raises(BadInput, match="nothing to confirm"):
        begun().confirm()
    with pytest.raises(BadInput, match="no question to answer"):
        answered(NO).answer(YES)
    with pytest.raises(BadInput, match="nothing to go back to"):
        begun().back()


def test_resuming_goes_on_where_the_events_end_even_with_another_reader() -> None:
    interview = answered(YES, NO).back()
    text = RuleText(TEXT)
    assert Interview.resume(LogicReader(), text, interview.events).step == interview.step
    other = Interview.resume(LogicReader("hired and swim"), text, interview.events).answer(YES)
    assert asked(other) == HIRED
    assert [fact.answer for fact in other.facts] == [YES, YES]


def test_events_that_are_of_no_interview() -> None:
    started = begun().events
    for events in [(), answered(YES).events[1:], (*started, *started), (*started, WentBack(0))]:
        with pytest.raises(BadInput):
            Interview.resume(LogicReader(), RuleText(TEXT), events)


def test_an_interview_goes_on_only_over_the_text_that_it_began_with() -> None:
    with pytest.raises(BadInput, match="another version of the rule text"):
        Interview.resume(LogicReader(), RuleText(f"{TEXT} "), answered(YES).events)


def test_events_are_objects_in_json_and_back() -> None:
    reader = LogicReader(phrases=PHRASES)
    interview = begun(reader, "I swim well.").confirm(NO).change(0, YES).answer(NO).back()
    objects = [event_object(event) for event in interview.events]
    assert [each["kind"] for each in objects] == [
        "started",
        "confirmed",
        "changed",
        "answered",
        "went back",
    ]
    assert tuple(map(event_of, objects)) == interview.events
    with pytest.raises(BadInput, match="an event: should say its 'kind'"):
        event_of({"turn": 1})
    with pytest.raises(BadInput, match=r"an event: changed\.answer: "):
        event_of({**event_object(Changed(0, YES)), "answer": "maybe"})


def test_a_rule_that_denies_is_met_by_a_no() -> None:
    text = "You get a card if you do not owe a fine, and you are no older than 18."
    rules = {
        "fine": ("you do not owe a fine", "Do you owe a fine?"),
        "old": ("you are no older than 18", "Are you 18 or younger?"),
    }
    reader = LogicReader("not fine and old", text, rules)
    interview = Interview.start(reader, Conversation(RuleText(text), "Do I get a card?"))
    told = interview.answer(NO).answer(YES).explain()
    assert [rule.state for rule in told.rules] == [State.MET, State.MET]
