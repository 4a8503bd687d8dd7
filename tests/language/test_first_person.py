"""A question and its answer become what a person would say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3.language.en.first_person import first_person, state_answer
from e3.policy.answers import Answer

YES, NO = Answer.YES, Answer.NO


@pytest.mark.parametrize(
    ("question", "answer", "sentence"),
    [
        ("Are you over 60?", YES, "I am over 60."),
        ("Are you over 60?", NO, "I am not over 60."),
        ("Were you born at sea?", NO, "I was not born at sea."),
        ("Do you own your boat?", YES, "I own my boat."),
        ("Do you own your boat?", NO, "I do not own my boat."),
        ("Did you row it yourself?", YES, "I did row it myself."),
        ("Have you told your bank?", NO, "I have not told my bank."),
        ("Had you paid?", YES, "I had paid."),
        ("Will you move ?", NO, "I will not move."),
        ("Would you sell it?", YES, "I would sell it."),
        ("Can you swim", NO, "I cannot swim."),
        ("Could you swim?", YES, "I could swim."),
        ("Is it yours?", YES, "It is mine."),
        ("Has it been sold to you?", NO, "It has not been sold to me."),
        ("Does it belong to you?", YES, "It does belong to me."),
        ("Is this your home?", NO, "This is not my home."),
        ("Do they live with you?", YES, "They do live with me."),
        ("are YOU  older than you’re told?", YES, "I am older than I'm told."),
        ("Is the boat in your name?", YES, "Is the boat in my name? Yes."),
        ("Did someone ask you for it?", NO, "Did someone ask me for it? No."),
        ("Are youths there?", YES, "Are youths there? Yes."),
    ],
)
def test_what_a_person_would_say(question: str, answer: Answer, sentence: str) -> None:
    assert state_answer(question, answer) == sentence


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("you and yours", "I and mine"),
        ("If you've told someone about you", "If I've told someone about me"),
        ("Your young aunt", "my young aunt"),
        ("", ""),
    ],
)
def test_you_is_turned_to_the_speaker(text: str, turned: str) -> None:
    assert first_person(text) == turned


@given(
    st.text()
    | st.lists(st.sampled_from(["Is", "ıs", "wıll", "İS", "you", "yourſelf", " ", "it", "?"])).map(
        "".join
    ),
    st.sampled_from([YES, NO]),
)
@settings(max_examples=200)
def test_any_question_can_be_answered(question: str, answer: Answer) -> None:
    assert state_answer(question, answer).endswith(".")
    first_person(question)


def test_a_letter_that_only_looks_like_an_i() -> None:
    assert state_answer("Wıll you row?", YES).endswith(".")
