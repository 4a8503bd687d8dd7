"""The rules of a text: matched questions and bullets, none within another."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3.corpus.agreement import compare
from e3.corpus.supervision import SpanKind, human_places, read_human_spans, supervise
from e3.corpus.trees import DialogueTree, Inquiry
from e3.errors import BadInput
from e3.policy.rule_text import RuleText
from e3.text import Span, question_key, without_covered

TEXT = """# Boat grants

Income support counts as income. You can apply if you live by the lake and you get:

* Income support
* a pension from the navy
"""
RULES = RuleText(TEXT)
LAKE, SUPPORT = "Do you live by the lake?", "Do you get income support?"


def rules(
    kind: SpanKind, *questions: str, human: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[list[str], dict[str, int]]:
    found = supervise(RULES, questions, kind, human)
    return [rule.of(TEXT) for rule in found.rules], dict(found.rule_of)


def test_bullets_are_rules_even_if_nobody_asks() -> None:
    texts, _ = rules(SpanKind.CLAUSE, LAKE)
    assert texts == [
        "if you live by the lake and you get",
        "Income support",
        "a pension from the navy",
    ]


def test_the_core_leaves_words_of_grammar_out() -> None:
    texts, _ = rules(SpanKind.CORE, LAKE)
    assert texts == ["live by the lake", "Income support", "pension from the navy"]


@pytest.mark.parametrize("kind", SpanKind)
def test_every_question_has_its_rule(kind: SpanKind) -> None:
    texts, rule_of = rules(kind, LAKE, SUPPORT)
    assert "lake" in texts[rule_of[question_key(LAKE)]]
    assert texts[rule_of[question_key(SUPPORT)]].casefold() == "income support"


def test_what_a_person_marked_is_the_rule() -> None:
    human = {question_key(LAKE): ("by the lake",)}
    texts, rule_of = rules(SpanKind.HUMAN, LAKE, human=human)
    assert texts[rule_of[question_key(LAKE)]] == "by the lake"


def test_of_several_marks_the_one_that_the_question_is_like() -> None:
    human = {question_key(SUPPORT): ("You can apply", "* Income support")}
    found = supervise(RULES, [SUPPORT], SpanKind.HUMAN, human)
    assert found.rules[found.rule_of[question_key(SUPPORT)]].start == TEXT.index("* Income") + 2


def test_without_marks_the_clause_is_taken() -> None:
    assert rules(SpanKind.HUMAN, LAKE) == rules(SpanKind.CLAUSE, LAKE)


def test_a_mark_with_its_sign_means_the_bullet() -> None:
    (place,) = human_places(RULES, ["* Income support"])
    assert place == RULES.bullets[0].span
    (place,) = human_places(RULES, ["Income support"])
    assert place.start < RULES.bullets[0].span.start


def test_a_mark_that_does_not_stand_in_the_text_is_left_out() -> None:
    assert human_places(RULES, ["a submarine", "", " \n"]) == []


@pytest.mark.parametrize("mark", ["*", "# ", " * "])
def test_a_mark_of_signs_alone_is_no_place(mark: str) -> None:
    assert human_places(RULES, [mark]) == []


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 6)), max_size=8))
@settings(max_examples=200)
def test_what_is_covered_is_dropped_and_nothing_else(places: list[tuple[int, int]]) -> None:
    spans = [Span(start, start + length) for start, length in places]
    kept = without_covered(spans)
    assert kept == sorted(kept)
    assert all(any(rule.covers(span) for rule in kept) for span in spans)
    assert not any(one.covers(other) for one in kept for other in kept if one != other)
    assert set(kept) <= set(spans)


@given(
    st.lists(st.sampled_from(["\n* ", "\n\n", "if you row", "you swim", ", ", ". ", "# "])).map(
        "".join
    )
    | st.text(),
    st.sampled_from(SpanKind),
)
@settings(max_examples=150)
def test_any_text_can_be_supervised(text: str, kind: SpanKind) -> None:
    questions = ["Do you row?", "Do you swim?"]
    found = supervise(
        RuleText(text), questions, kind, {question_key("Do you row?"): ("row", text[:9])}
    )
    assert all(0 <= index < len(found.rules) for index in found.rule_of.values())
    assert all(rule and rule.end <= len(text) for rule in found.rules)


def test_comparing_with_people() -> None:
    tree = DialogueTree("t", RULES, "Can I?", Inquiry(LAKE, Inquiry(SUPPORT, None, None), None))
    marked = {
        "t": {
            question_key(LAKE): ("live by the lake",),
            question_key(SUPPORT): ("counts as income",),
        }
    }
    lake, support = compare([tree], marked)
    assert lake.core_f1 == 1.0
    assert not lake.misplaced
    assert support.misplaced
    assert support.clause_f1 == pytest.approx(2 / 5)
    assert list(compare([tree], {})) == []


def test_human_spans_are_read(tmp_path: Path) -> None:
    path = tmp_path / "spans.json"
    path.write_text(json.dumps({"t": {"questions": {"Do you row ?": ["* row", "boat"]}}}))
    assert read_human_spans(path) == {"t": {question_key("Do you row?"): ("* row", "boat")}}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "human spans are a JSON object of trees by their ids"),
        ('{"t": 3}', "tree t: "),
        ('{"t": {}}', "tree t: questions: Field required"),
        ('{"t": {"questions": {"Why?": "row"}}}', "tree t: questions.Why?: "),
        ("", "the file is empty"),
        ("{", "this is not JSON: "),
    ],
)
def test_human_spans_that_are_none(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "spans.json"
    path.write_text(content)
    with pytest.raises(BadInput) as caught:
        read_human_spans(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)
