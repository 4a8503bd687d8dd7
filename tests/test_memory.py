"""Caches: never more bytes than they were given, and nothing that was to be forgotten."""

import gc
import json
import tracemalloc
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.held import held, rare_word

from e3.corpus import matching
from e3.interview.course import diagram_of
from e3.language.en.begun import begun
from e3.language.en.content_words import stems
from e3.language.en.likeness import likeness, overlap, same_question
from e3.language.en.rules import find_rules
from e3.memory import Memory, age_texts, forget_texts, remembered, remembered_bytes
from e3.policy.comparing import comparison
from e3.policy.logic import And, Name, Or
from e3.policy.rule_text import RuleText, once_a_text
from e3.readers.states.units import rule_units
from e3.studio.stored import policy_of
from e3.text import question_key

MOST = 2**22


@given(
    st.integers(0, 5_000),
    st.lists(st.tuples(st.sampled_from("pga"), st.integers(0, 9), st.integers(0, 2_000))),
)
def test_it_never_holds_more_than_it_may(most: int, moves: list[tuple[str, int, int]]) -> None:
    memory: Memory[int, int] = Memory(most)
    for move, key, size in moves:
        if move == "p":
            memory.put(key, key, size)
        elif move == "g":
            assert memory.get(key) in (None, key)
        else:
            memory.age()
        assert 0 <= memory.size <= most


def test_what_is_used_stays_and_what_is_not_goes() -> None:
    memory: Memory[int, str] = Memory(10_000)
    for number in range(1_000):
        memory.put(number, "x", 100)
        assert memory.get(0) == "x"
    assert memory.get(1) is None
    assert memory.get(999) == "x"


def test_what_takes_half_of_all_room_is_let_go() -> None:
    memory: Memory[int, str] = Memory(10_000)
    memory.put(0, "small", 100)
    memory.put(1, "large", 5_000)
    assert (memory.get(0), memory.get(1)) == ("small", None)


def test_what_was_not_used_between_two_times_is_forgotten() -> None:
    memory: Memory[int, str] = Memory(10_000)
    memory.put(0, "used", 1)
    memory.put(1, "not", 1)
    memory.age()
    assert memory.get(0) == "used"
    memory.age()
    assert (memory.get(0), memory.get(1)) == ("used", None)


def test_it_forgets_by_the_key_and_has_the_room_again() -> None:
    memory: Memory[int, str] = Memory(10_000)
    for number in range(4):
        memory.put(number, "x", 700)
        if number == 1:
            memory.age()
    memory.forget(lambda key: key % 2 == 0)
    assert [memory.get(number) for number in range(4)] == [None, "x", None, "x"]
    memory.forget(lambda _: True)
    assert memory.size == 0


def test_a_function_remembers_ages_and_forgets() -> None:
    heard = []

    @remembered
    def double(text: str) -> str:
        heard.append(text)
        return text * 2

    assert [double("a"), double("a"), double("b")] == ["aa", "aa", "bb"]
    assert heard == ["a", "b"]
    age_texts()
    double("a")
    age_texts()
    double("a")
    double("b")
    assert heard == ["a", "b", "b"]
    forget_texts()
    double("a")
    assert heard == ["a", "b", "b", "a"]
    assert double.__name__ == "double"


def test_what_was_forgotten_while_it_was_made_is_not_remembered() -> None:
    @remembered
    def interrupted(text: str) -> str:
        forget_texts()
        return text

    interrupted("a")
    assert remembered_bytes() == 0


WORST = {
    "many words": lambda n: f"{n} " + " ".join(f"{chr(97 + i % 26)}{i}" for i in range(100)),
    "one word": lambda n: f"{n}" + "x" * 2_000,
    "wide letters": lambda n: f"{n} " + "\N{GRINNING FACE}" * 500,
    "short": lambda n: f"{n} is it?",
}


@pytest.mark.parametrize("shape", WORST)
@pytest.mark.parametrize(
    "function",
    [
        stems,
        question_key,
        begun,
        lambda text: overlap(text, "a house"),
        lambda text: likeness(text, "a house"),
        lambda text: same_question(text, "a house 1"),
    ],
    ids=["stems", "question_key", "begun", "overlap", "likeness", "same_question"],
)
def test_texts_take_no_more_memory_than_is_said(
    function: Callable[[str], object], shape: str
) -> None:
    function("warm up")
    forget_texts()
    gc.freeze()  # what all tests before have left is not gone through again
    tracemalloc.start()
    try:
        for number in range(1_500):
            function(WORST[shape](number))
        gc.collect()
        said, taken = remembered_bytes(), tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
        gc.unfreeze()
    forget_texts()
    functions = 3  # that `same_question` remembers by
    assert said <= functions * MOST
    assert taken < 1.1 * said + 200_000


def _of_policies(number: int) -> object:
    fields = json.dumps({"title": f"Rowing {number}"})
    row = SimpleNamespace(policy=fields, rule_text=f"{number}\n" + "* a\n" * 5_000)
    return policy_of(row).rule_text.blocks


def _of_comparisons(number: int) -> object:
    return comparison(f"one of {', '.join(f'{word} of {number}' for word in range(200))}", "choice")


def _of_diagrams(number: int) -> object:
    return diagram_of(And(tuple(Or((Name(f"{n}-{number}"), Name(f"{n}"))) for n in range(100))))


@pytest.mark.parametrize("function", [_of_policies, _of_comparisons, _of_diagrams])
def test_what_is_made_of_parts_is_counted_with_them(function: Callable[[int], object]) -> None:
    """60 policies that counted 4 MB held 180: what was found in their texts came to it later."""
    function(-1)
    forget_texts()
    tracemalloc.start()
    try:
        for number in range(60):
            function(number)
        gc.collect()
        said, taken = remembered_bytes(), tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    forget_texts()
    assert 0 < said <= 3 * MOST
    assert taken < 1.1 * said + 200_000


def test_what_is_made_of_a_rule_text_goes_with_it() -> None:
    made = []

    @once_a_text
    def length(rule_text: RuleText) -> int:
        made.append(rule_text.text)
        return len(rule_text.text)

    text = RuleText("abc")
    assert [length(text), length(text), length(RuleText("abc"))] == [3, 3, 3]
    assert made == ["abc"]
    del text
    length(RuleText("abc"))
    assert made == ["abc", "abc"]


def test_the_rules_of_a_text_keep_nothing_of_it() -> None:
    word = rare_word()

    def read() -> None:
        text = RuleText(f"You may row if:\n* you have a {word}\n* you {word}")
        assert len(find_rules(text)) == len(rule_units(text)) - 1 == 2

    read()
    assert held(word) == []


def test_words_that_are_long_are_not_kept() -> None:
    word = rare_word()

    def compared() -> None:
        assert matching.likeness(word * 20, f"{word * 20}s") > 0

    compared()
    assert held(word) == []
