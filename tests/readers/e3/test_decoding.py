from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.language.en.edits import Edit, find_edit, put_together, text_to_edit
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.readers.e3.decoding import extract_spans, sentence_numbers, with_bullets
from e3.readers.e3.entailment import entailment_scores
from e3.reading.conversation import Conversation, Turn
from e3.text import Span


def spans(
    start: list[float],
    end: list[float],
    threshold: float = 0.5,
    sentence: list[int] | None = None,
) -> list[tuple[int, int]]:
    number = np.array(sentence or [0] * len(start), np.int64)
    return extract_spans(np.array(start, np.float32), np.array(end, np.float32), threshold, number)


def test_every_start_takes_the_closest_end_behind_it() -> None:
    assert spans([0.9, 0.1, 0.8, 0.1], [0.1, 0.7, 0.2, 0.9]) == [(0, 1), (2, 3)]
    assert spans([0.9, 0.8, 0.1], [0.1, 0.1, 0.9]) == [(0, 2), (1, 2)]
    assert spans([0.9, 0.1], [0.9, 0.1]) == [(0, 0)]


def test_below_the_threshold_the_best_one_counts() -> None:
    assert spans([0.1, 0.3, 0.2], [0.1, 0.2, 0.4]) == [(1, 2)]
    assert spans([0.9, 0.1, 0.9], [0.1, 0.9, 0.1]) == [(0, 1), (2, 2)]
    assert spans([0.1, 0.9, 0.2], [0.9, 0.1, 0.3]) == [(1, 2)]


def test_a_rule_does_not_run_past_its_sentence() -> None:
    start, end = [0.9, 0.1, 0.1, 0.1], [0.1, 0.2, 0.1, 0.9]
    assert spans(start, end) == [(0, 3)]
    assert spans(start, end, sentence=[1, 1, 2, 2]) == [(0, 1)]


def test_sentences_are_numbered_over_titles_paragraphs_and_bullets() -> None:
    text = "# Boats\nRow. Swim well.\n* own a boat"
    places = [text.index(word) for word in ("Boats", "Row", "Swim", "well", "own", "boat", "*")]
    numbers = sentence_numbers(RuleText(text), [(place, place + 1) for place in places])
    assert numbers.tolist() == [1, 2, 3, 3, 4, 4, 3]


def test_no_positions_no_rules() -> None:
    assert spans([], []) == []


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.booleans()), max_size=30),
    st.floats(0.05, 0.95),
)
def test_extracted_spans_are_in_range_in_order_and_within_a_sentence(
    scores: list[tuple[float, float, bool]], threshold: float
) -> None:
    sentence = list(accumulate(int(new) for _, _, new in scores))
    found = spans([a for a, _, _ in scores], [b for _, b, _ in scores], threshold, sentence)
    assert all(0 <= first <= last < len(scores) for first, last in found)
    assert all(sentence[first] == sentence[last] for first, last in found)
    assert found == sorted(found)
    assert bool(found) == bool(scores)


def test_bullets_are_added_and_covered_spans_dropped() -> None:
    text = "You can row if you:\n* swim well\n* own a boat\nAsk at the desk."
    swim, boat, desk = (text.index(word) for word in ("swim", "boat", "desk"))
    rules = with_bullets(RuleText(text), [Span(swim, swim + 4), Span(desk, desk + 4)])
    assert [rule.of(text) for rule in rules] == ["swim well", "own a boat", "desk"]
    assert Span(boat, boat + 4) not in rules


def test_entailment_scores_are_token_f1_with_scenario_and_best_question() -> None:
    text = "You must own a boat."
    rule = Span(text.index("own"), text.index("."))
    conversation = Conversation(
        RuleText(text),
        "May I row?",
        "I own the boat and a house",
        (Turn("Do you swim?", Answer.NO), Turn("Do you own a boat?", Answer.YES)),
    )
    ((g, h),) = entailment_scores(conversation, [rule])
    # own boat / i own boat and house; own boat / do you own boat
    assert g == pytest.approx(2 * 2 / (2 + 5))
    assert h == pytest.approx(2 * 2 / (2 + 4))


def test_without_scenario_and_history_nothing_is_entailed() -> None:
    text = RuleText("You must own a boat.")
    assert entailment_scores(Conversation(text, "May I?"), [Span(9, 19)]) == [(0.0, 0.0)]


def test_an_edit_puts_the_rule_into_the_question_that_was_asked() -> None:
    edit = find_edit("Are you receiving a harbour pension?", "harbour pension")
    assert edit == Edit(("are", "you", "receiving", "a"), ("?",))
    assert put_together(edit, "harbour pension") == "Are you receiving a harbour pension?"


def test_no_edit_where_nothing_is_shared_or_too_much_would_be_added() -> None:
    assert find_edit("Do you swim?", "harbour pension") is None
    assert find_edit(" ".join(["very"] * 30) + " boat?", "boat") is None
    assert find_edit("", "boat") is None


def test_words_of_grammar_are_trimmed_before_editing() -> None:
    text = RuleText("or if you sustain damage.")
    assert text_to_edit(text, Span(0, len(text.text))) == "sustain damage"
