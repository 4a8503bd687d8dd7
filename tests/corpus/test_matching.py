"""Every question finds the place in the rule text that it asks about."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3.corpus.agreement import agreement, compare
from e3.corpus.matching import Match, likeness, match_spans
from e3.corpus.sources import read_corpus
from e3.corpus.supervision import read_human_spans
from e3.language.en.content_words import EMPTY_WORDS, trimmed
from e3.policy.rule_text import RuleText
from e3.text import Span, words

BOATS = """## Boat grants

You can get a grant if you live by the lake, unless your boat has an engine. Write to us first.

You must also:

* be over 60 years old
* own a wooden boat
* have rowed in a regatta before
"""


def matched(text: str, *questions: str) -> list[Match]:
    return match_spans(RuleText(text), questions)


def clauses_of(text: str, *questions: str) -> list[str]:
    return [match.clause.of(text) for match in matched(text, *questions)]


def cores_of(text: str, *questions: str) -> list[str]:
    return [match.core.of(text) for match in matched(text, *questions)]


def test_a_question_about_a_bullet() -> None:
    assert clauses_of(BOATS, "Do you own a wooden boat?") == ["own a wooden boat"]
    assert clauses_of(BOATS, "Are you over 60 years old?") == ["be over 60 years old"]


def test_a_question_about_a_clause() -> None:
    assert clauses_of(BOATS, "Do you live by the lake?") == ["if you live by the lake"]
    assert clauses_of(BOATS, "Does your boat have an engine?") == ["unless your boat has an engine"]


def test_the_core_is_the_shortest_span_without_words_of_grammar() -> None:
    assert cores_of(BOATS, "Do you own a wooden boat?") == ["own a wooden boat"]
    assert cores_of(BOATS, "Do you live by the lake?") == ["live by the lake"]
    assert cores_of(BOATS, "Are you over 60 years old?") == ["over 60 years old"]


def test_the_matched_span_keeps_words_of_grammar_that_the_question_has_too() -> None:
    text = "You can row if you’re a member of the club, or are on a visit."
    member, visit = matched(text, "Are you a member of the club?", "Are you on a visit?")
    assert (member.matched.of(text), member.core.of(text)) == (
        "a member of the club",
        "member of the club",
    )
    assert (visit.matched.of(text), visit.core.of(text)) == ("are on a visit", "visit")


def test_matches_come_in_the_order_of_the_questions() -> None:
    questions = ("Have you rowed in a regatta?", "Do you live by the lake?")
    assert [match.question for match in matched(BOATS, *questions)] == list(questions)


def test_a_title_that_names_the_topic_holds_no_rule() -> None:
    text = "# Wooden boats\n\nYou can apply if yours is made of wood."
    assert clauses_of(text, "Is it a wooden boat?") == ["if yours is made of wood"]


def test_a_title_that_is_a_condition_holds_one() -> None:
    text = "## If you live abroad\n\nSend the form to our office in Geneva."
    assert clauses_of(text, "Do you live abroad?") == ["If you live abroad"]


def test_a_text_of_titles_alone_is_matched_all_the_same() -> None:
    assert clauses_of("# Wooden boats", "Is it wooden?") == ["Wooden boats"]


@pytest.mark.parametrize(
    ("bullet", "question"),
    [
        ("women with two children", "Are you a woman with two children?"),
        ("receiving a pension", "Do you receive a pension?"),
        ("certificates from a doctor", "Do you have a doctor's certificate?"),
        ("a registered accommodation", "Is it registered acommodation?"),
        ("gets carer support", "Do you get Carer Suport?"),
    ],
)
def test_inflections_and_misspellings(bullet: str, question: str) -> None:
    text = f"We help:\n\n* people in a hurry\n* {bullet}\n* anyone with a garden"
    assert clauses_of(text, question) == [bullet]


def test_another_number_is_another_rule() -> None:
    text = "* aged 16 or under\n* aged 61 or over"
    assert clauses_of(text, "Are you aged 61 or over?") == ["aged 61 or over"]
    assert likeness("60", "601") == 0.0


def test_two_questions_do_not_share_a_bullet_when_another_fits() -> None:
    text = "You need:\n\n* a boat licence\n* a boat licence and a harbour pass"
    assert clauses_of(text, "Do you have a boat licence?", "Do you have a harbour pass too?") == [
        "a boat licence",
        "a boat licence and a harbour pass",
    ]


def test_the_order_of_the_text_breaks_ties() -> None:
    text = "* your boat is insured\n* your boat is insured"
    first, second = matched(text, "Is your boat insured?", "Is your boat insured?")
    assert first.clause.end <= second.clause.start


def test_the_first_mention_is_the_rule() -> None:
    text = "You can apply if you own a canoe.\n\nSend a picture if you own a canoe."
    (match,) = matched(text, "Do you own a canoe?")
    assert match.clause.end < text.index("\n")


def test_a_question_that_has_nothing_in_common_gets_some_place() -> None:
    (match,) = matched(BOATS, "Quo vadis?")
    assert match.clause


@pytest.mark.parametrize(("text", "question"), [("", "Why?"), ("!!", "Why?"), ("Row.", "?!")])
def test_where_there_are_no_words_there_is_no_match(text: str, question: str) -> None:
    assert matched(text, question) == []


def test_trimming_leaves_something() -> None:
    text = "if you have a boat"
    assert trimmed(text, Span(0, len(text))).of(text) == "boat"
    assert trimmed(text, Span(0, 11)).of(text) == "if you have"
    assert trimmed("--", Span(0, 2)) == Span(0, 2)


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("boat", "boat", 1, 1),
        ("is", "are", 1, 1),
        ("boat", "boats", 0.7, 0.9),
        ("boat", "lake", 0, 0),
        ("cat", "car", 0, 0),
        ("16", "16th", 0, 0),
    ],
)
def test_likeness(one: str, other: str, least: float, most: float) -> None:
    assert least <= likeness(one, other) <= most
    assert likeness(one, other) == likeness(other, one)


LOOSE = st.lists(
    st.sampled_from(
        ["# ", "* ", "\n", "\n\n", " ", "if ", "you ", "boat", "boats", ", ", ". ", "("]
    )
    | st.sampled_from([")", "unless ", "A ", "İ", "ß", "٣", "_", "’s"])
).map("".join)


@given(LOOSE | st.text(), st.lists(LOOSE | st.text(), max_size=4))
@settings(max_examples=250)
def test_any_text_and_any_questions(text: str, questions: list[str]) -> None:
    found = matched(text, *questions)
    wordy = [question for question in questions if words(question)]
    assert [m.question for m in found] == (wordy if found else [])
    for match in found:
        assert match.core
        assert match.clause
        assert max(match.core.end, match.clause.end) <= len(text)
        assert match.clause.covers(match.core)
        inside = [word.text for word in words(text, match.core)]
        content = [word for word in inside if word not in EMPTY_WORDS]
        assert not content or (inside[0] == content[0] and inside[-1] == content[-1])


def test_agreement_with_people_on_sharc(shared: Path) -> None:
    folder = shared / "data" / "sharc"
    human = read_human_spans(folder / "rule_spans.json")
    found = agreement(list(compare(read_corpus(str(folder / "train.json")).trees, human)))
    assert found.questions > 900
    assert found.clause_f1 >= 0.78
    assert found.misplaced <= 0.01


def test_agreement_with_people_on_our_policies() -> None:
    corpus = read_corpus("policies")
    found = agreement(list(compare(corpus.trees, corpus.human_spans)))
    assert found.questions > 1700
    assert found.clause_f1 >= 0.78
    assert found.misplaced <= 0.02


def test_agreement_about_nothing_is_zero() -> None:
    assert agreement([]).questions == 0
    assert agreement([]).clause_f1 == 0.0
