"""The rules of the conversation, one by one."""

from typing import Any

import pytest
from tests.interview.rowing import (
    BOAT,
    HIRED,
    QUESTION,
    SWIM,
    TEXT,
    FixedDrafter,
    StoryReader,
    answered,
    begun,
    rowing,
    span_of,
)

from e3 import (
    Answer,
    Answered,
    Ask,
    CannotTell,
    Changed,
    Concluded,
    Confirm,
    Confirmed,
    Decision,
    Event,
    Interview,
    NotAnswered,
    RuleText,
    Started,
    State,
    WentBack,
    draft,
)
from e3.errors import BadInput
from e3.interview.events import event_object, event_of
from e3.policy.parsing import parse_policy

YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


def decision(interview: Interview) -> Decision | None:
    return interview.step.decision if isinstance(interview.step, Concluded) else None


def asked(interview: Interview) -> str | None:
    return interview.step.question if isinstance(interview.step, Ask) else None


def test_it_asks_what_has_to_be_known_and_concludes() -> None:
    interview = begun()
    assert interview.step == Ask(SWIM, span_of("you can swim"))
    interview = interview.answer(YES)
    assert asked(interview) == BOAT
    assert interview.answer(YES).step == Concluded(Decision.YES, None)
    assert decision(interview.answer(NO).answer(NO)) is Decision.NO
    assert decision(answered(NO)) is Decision.NO


def test_an_interview_is_a_value() -> None:
    interview = begun()
    assert interview.answer(YES) == interview.answer(YES) != interview.answer(NO)
    assert asked(interview) == SWIM


def test_the_states_of_all_rules_are_shown() -> None:
    interview = answered(YES, UNKNOWN)
    states = {"swim": State.MET, "boat": State.UNKNOWN, "hired": State.UNKNOWN}
    assert interview.states == states
    assert interview.answer(NO).states == {**states, "hired": State.NOT_MET}


def test_a_question_that_the_policy_does_not_answer() -> None:
    reader = StoryReader()
    interview = Interview.begin(rowing(), "Do you sell cheese?", "I swim well.", reader=reader)
    assert interview.step == NotAnswered()
    assert reader.heard == []
    assert interview.explain().answers == (QUESTION,)


@pytest.mark.parametrize("question", [QUESTION, "may i row", "Am I allowed to row?", "Row?"])
def test_a_question_in_other_words_is_the_policys(question: str) -> None:
    assert asked(Interview.begin(rowing(), question)) == SWIM


def test_of_several_questions_the_likest_is_taken() -> None:
    asks = [
        {"question": "Can I row on the lake?", "yes_when": "swim"},
        {"question": "Can I fish from the jetty?", "yes_when": "boat"},
    ]
    policy = rowing("swim or boat", questions=asks)
    assert asked(Interview.begin(policy, "Am I allowed to fish from a jetty?")) == BOAT
    assert asked(Interview.begin(policy, "Can I row?")) == SWIM


def test_a_text_is_drafted_first_and_followed_like_any_policy() -> None:
    policy = rowing(drafted_by="fixed")
    interview = Interview.begin(TEXT, QUESTION, drafter=FixedDrafter(policy))
    assert interview.policy is policy
    assert interview.policy.is_draft
    assert decision(interview.answer(NO)) is Decision.NO


def test_a_text_is_drafted_by_form_unless_told_otherwise() -> None:
    interview = Interview.begin(RuleText("You may row if you can swim."), "May I row?")
    assert interview.policy == draft("You may row if you can swim.", "May I row?")
    assert isinstance(interview.step, Ask)
    assert decision(interview.answer(YES)) is Decision.YES
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
    step = answered(UNKNOWN, NO, policy=rowing("swim or (boat and hired)")).step
    assert step == CannotTell((Ask(SWIM, span_of("you can swim")),))


def test_all_dont_know() -> None:
    # Whatever has been hired, it depends on what is not known.
    step = answered(UNKNOWN, UNKNOWN).step
    assert isinstance(step, CannotTell)
    assert [ask.question for ask in step.open] == [SWIM, BOAT]


def test_what_comes_to_the_same_either_way_need_not_be_known() -> None:
    interview = answered(UNKNOWN, YES, policy=rowing("(swim and boat) or (not swim and hired)"))
    assert asked(interview) == HIRED
    assert decision(interview.answer(YES)) is Decision.YES
    because = str(interview.answer(YES).explain().because)
    assert because.endswith("it is so however “you can swim” is.")
    assert isinstance(interview.answer(NO).step, CannotTell)


def test_questions_can_be_planned_so_that_few_are_needed() -> None:
    policy = rowing("(swim and boat) or hired")
    assert asked(Interview.begin(policy, QUESTION)) == SWIM
    planned = Interview.begin(policy, QUESTION, planned=True)
    assert asked(planned) == HIRED
    assert asked(planned.answer(UNKNOWN)) == SWIM
    assert Interview.resume(policy.rule_text, planned.events) == planned


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
    assert interview.back().step == Ask(SWIM, span_of("you can swim"), before=NO)


def test_what_the_scenario_tells_is_confirmed_before_it_counts() -> None:
    interview = begun(scenario="I swim well, and have no boat of my own.")
    assert isinstance(interview.step, Confirm)
    swim, boat = interview.step.facts
    assert (swim.question, swim.rule, swim.answer) == (SWIM, span_of("you can swim"), YES)
    assert boat.words is not None
    assert boat.words.of(interview.opening.scenario) == "no boat of my own"
    assert set(interview.states.values()) == {State.UNKNOWN}
    with pytest.raises(BadInput, match="no question to answer"):
        interview.answer(YES)
    interview = interview.confirm().confirm()
    assert asked(interview) == HIRED


def test_a_story_is_read_once() -> None:
    reader = StoryReader()
    interview = Interview.begin(rowing(), QUESTION, "I swim well.", reader=reader)
    assert decision(interview.confirm().answer(YES)) is Decision.YES
    assert Interview.resume(RuleText(TEXT), interview.events).step == interview.step
    assert len(reader.heard) == 1


def test_a_correction_turns_it_round() -> None:
    interview = begun(scenario="I swim well.")
    assert decision(interview.confirm(NO)) is Decision.NO
    assert asked(interview.confirm()) == BOAT
    assert decision(interview.confirm().change(0, NO)) is Decision.NO


def test_what_is_left_out_does_not_count() -> None:
    interview = begun(scenario="I swim well. It is cold.").confirm(UNKNOWN)
    assert asked(interview) == BOAT
    assert isinstance(interview.answer(YES).step, CannotTell)
    assert decision(interview.answer(NO).answer(NO)) is Decision.NO


def test_what_no_longer_matters_is_not_to_be_confirmed() -> None:
    interview = begun(scenario="I swim well, and have no boat of my own.").confirm(NO)
    assert decision(interview) is Decision.NO


@pytest.mark.parametrize("sure", [None, 0.5])
def test_what_the_reader_is_not_sure_of_is_asked_plainly(sure: float | None) -> None:
    interview = begun(scenario="I swim well.", reader=StoryReader(sure=sure))
    assert asked(interview) == SWIM


def test_numbers_are_asked_for_not_guessed() -> None:
    text = "You may row if you are 60 or over."
    rule = {"id": "old", "span": "you are 60 or over", "question": "Are you 60 or over?"}
    asks = [{"question": QUESTION, "yes_when": "old"}]
    policy = parse_policy({"title": "Age", "rule_text": text, "rules": [rule], "questions": asks})
    reader = StoryReader({"I am 63": ("you are 60 or over", NO)})
    assert asked(Interview.begin(policy, QUESTION, "I am 63.", reader=reader)) is not None


def test_what_is_read_of_two_rules_as_one_is_asked_plainly() -> None:
    both = "you own a boat, or\n* you have hired one from the club"
    reader = StoryReader({"a boat": (both, YES)})
    assert begun(scenario="I have a boat.", reader=reader).opening.understood == ()


def test_a_story_that_is_too_long_is_not_read_and_that_is_said() -> None:
    interview = begun(scenario="I swim well. " * 50)
    assert asked(interview) == SWIM
    assert interview.opening.unread
    assert "longer than I can read" in interview.explain().text()


def test_the_reader_may_have_asked_the_opposite() -> None:
    text = "You get a card if you do not owe a fine."
    rule = {
        "id": "fine",
        "span": "you do not owe a fine",
        "question": "Do you owe a fine?",
        "yes_means": "not met",
    }
    asks = [{"question": "Do I get a card?", "yes_when": "not fine"}]
    policy = parse_policy({"title": "Fine", "rule_text": text, "rules": [rule], "questions": asks})
    reader = StoryReader({"paid all": ("you do not owe a fine", YES)})  # the clause is met
    step = Interview.begin(policy, "Do I get a card?", "I paid all.", reader=reader).step
    assert isinstance(step, Confirm)
    assert (step.facts[0].question, step.facts[0].answer) == ("Do you owe a fine?", NO)


def test_a_rule_that_denies_is_met_by_a_no() -> None:
    text = "You get a card if you do not owe a fine, and you are no older than 18."
    rules = [
        {
            "id": "fine",
            "span": "you do not owe a fine",
            "question": "Do you owe a fine?",
            "yes_means": "not met",
        },
        {"id": "old", "span": "you are no older than 18", "question": "Are you 18 or younger?"},
    ]
    asks = [{"question": "Do I get a card?", "yes_when": "not fine and old"}]
    policy = parse_policy({"title": "Card", "rule_text": text, "rules": rules, "questions": asks})
    told = Interview.begin(policy, "Do I get a card?").answer(NO).answer(YES)
    assert decision(told) is Decision.YES
    assert told.states == {"fine": State.MET, "old": State.MET}
    assert [rule.state for rule in told.explain().rules] == [State.MET, State.MET]
    because = "“you do not owe a fine” and “you are no older than 18” are met"
    assert because in str(told.explain().because)


def test_back_goes_through_what_was_confirmed() -> None:
    interview = begun(scenario="I swim well.")
    again = interview.confirm(NO).back()
    assert again.step == interview.step
    assert again.confirm().step == interview.confirm().step
    assert again.confirm(UNKNOWN).back().step == interview.step


def test_two_things_in_one_clause_are_asked_apart() -> None:
    text = "You may go if you can swim or fly."
    rules = [
        {"id": id, "span": "you can swim or fly", "question": f"Can you {id}?"}
        for id in ("swim", "fly")
    ]
    asks = [{"question": "May I go?", "yes_when": "swim or fly"}]
    policy = parse_policy({"title": "Go", "rule_text": text, "rules": rules, "questions": asks})
    interview = Interview.begin(policy, "May I go?").answer(NO)
    assert asked(interview) == "Can you fly?"
    assert decision(interview.answer(YES)) is Decision.YES


def test_why_shows_the_clause_and_where_each_answer_leads() -> None:
    why = begun().why()
    assert why.clause == "you can swim"
    assert why.text() == (
        "The text says: “you can swim”. If yes, there is more to ask. If no, the answer is no."
    )
    assert "it can't be told" in answered(UNKNOWN, NO).why().text()
    with pytest.raises(BadInput, match="no question to explain"):
        answered(NO).why()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((" \n", "May I?"), "the rule text is empty"),
        ((TEXT, ""), "the question is empty"),
        (("a\0b", "May I?"), r"the rule text holds U\+0000 at 1"),
        ((TEXT, "May\x1b[2J I?"), r"the question holds U\+001B at 3"),
        (("a" * 5_000_000, "May I?"), "the rule text has 5,000,000 char"),
        ((TEXT, "row " * 10_000), "the question has 40,000 characters"),
        ((TEXT, "May I?", "I row. " * 9_999), "the scenario has 69,993"),
    ],
)
def test_what_no_interview_can_begin_with(given: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as error:
        Interview.begin(*given)
    assert "\n" not in str(error.value)


def test_texts_in_other_languages_are_followed() -> None:
    text = "湖で船をこぐには、泳げること。\n* 自分の船があること"
    rules = [{"id": "swim", "span": "泳げること", "question": "泳げますか？"}]
    asks = [{"question": "船をこげますか？", "yes_when": "swim"}]
    policy = parse_policy({"title": "船", "rule_text": text, "rules": rules, "questions": asks})
    assert decision(Interview.begin(policy, "船をこげますか？").answer(YES)) is Decision.YES


@pytest.mark.parametrize("turn", [-1, 2, 99])
def test_a_turn_that_is_not_there(turn: int) -> None:
    interview = answered(YES, NO)
    with pytest.raises(BadInput, match=f"there is no turn {turn}"):
        interview.change(turn, YES)
    assert asked(interview) == HIRED  # the interview goes on


def test_moves_that_do_not_fit() -> None:
    with pytest.raises(BadInput, match="nothing to confirm"):
        begun().confirm()
    with pytest.raises(BadInput, match="no question to answer"):
        answered(NO).answer(YES)
    with pytest.raises(BadInput, match="nothing to go back to"):
        begun().back()


def test_resuming_goes_on_where_the_events_end() -> None:
    interview = answered(YES, NO).back()
    resumed = Interview.resume(RuleText(TEXT), interview.events)
    assert (resumed, resumed.step) == (interview, interview.step)
    assert [fact.answer for fact in resumed.answer(YES).facts] == [YES, YES]


def test_a_running_interview_keeps_the_policy_it_began_with() -> None:
    interview = answered(YES, policy=rowing("swim and boat"))
    resumed = Interview.resume(RuleText(TEXT), interview.events)
    assert resumed.policy.questions == interview.policy.questions
    assert resumed.policy.version == interview.policy.version
    assert decision(resumed.answer(YES)) is Decision.YES


def test_what_e3_0_1_kept_goes_on_by_a_draft() -> None:
    text = "You may row if you:\n* can swim\n* own a boat"
    started = Started(RuleText(text).version, "May I row?")
    swim = span_of("can swim", text)
    told: list[Event] = [started, Answered("Can you swim?", swim, YES)]
    interview = Interview.resume(RuleText(text), told)
    assert interview.policy.is_draft
    assert isinstance(interview.step, Ask)
    assert interview.step.rule == span_of("own a boat", text)
    words: list[Event] = [Confirmed("Do you swim?", swim, swim, YES, NO)]
    assert decision(Interview.resume(RuleText(text), [started, *words])) is Decision.NO


def test_what_e3_0_1_asked_beside_the_rules_is_kept_and_not_needed() -> None:
    text = "You may row if you can swim. Boats are green."
    events: list[Event] = [
        Started(RuleText(text).version, "May I row?"),
        Answered("Is the boat green?", span_of("Boats are green", text), YES),
        Answered("Is it sunny?", None, YES),
    ]
    interview = Interview.resume(RuleText(text), events)
    assert isinstance(interview.step, Ask)
    assert interview.unused == (0, 1)
    assert [rule.state for rule in interview.explain().rules][1:] == [State.NOT_NEEDED] * 2


def test_events_that_are_of_no_interview() -> None:
    started = begun().events
    for events in [(), answered(YES).events[1:], (*started, *started), (*started, WentBack(0))]:
        with pytest.raises(BadInput):
            Interview.resume(RuleText(TEXT), events)


def test_an_interview_goes_on_only_over_the_text_that_it_began_with() -> None:
    with pytest.raises(BadInput, match="another version of the rule text"):
        Interview.resume(RuleText(f"{TEXT} "), answered(YES).events)


def test_events_are_objects_in_json_and_back() -> None:
    interview = begun(scenario="I swim well.").confirm(NO).change(0, YES).answer(NO).back()
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
