"""Words, sentences and clauses are offsets into the text as it was given."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from e3.language.en.content_words import stems
from e3.language.en.sentences import clauses, sentences
from e3.text import Span, question_key, token_f1, words

PROSE = st.lists(
    st.sampled_from(
        [
            "You",
            "may",
            "claim",
            "if",
            " unless ",
            "U.S.",
            "e.g.",
            ". ",
            "! ",
            "?) ",
            "“",
            "”",
            "(",
            ")",
            ", ",
            "; ",
            " - ",
            " — ",
            "and ",
            "who ",
            " ",
            "\n",
            "\t",
            "A",
            "b",
            "é",
            "ß",
            "İ",
        ]
    )
).map("".join)
TEXTS = PROSE | st.text()


def spans_of(text: str) -> st.SearchStrategy[Span]:
    places = st.integers(0, len(text))
    return st.tuples(places, places).map(lambda ends: Span(min(ends), max(ends)))


TEXTS_WITH_SPANS = TEXTS.flatmap(lambda text: st.tuples(st.just(text), spans_of(text)))


def test_a_span_is_half_open() -> None:
    span = Span(2, 5)
    assert len(span) == 3
    assert span.of("0123456789") == "234"
    assert not Span(4, 4)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_a_span_that_makes_no_sense_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="0 <= start <= end"):
        Span(start, end)


def test_covering_and_overlapping() -> None:
    span = Span(2, 6)
    assert span.covers(span)
    assert span.covers(Span(3, 4))
    assert not span.covers(Span(1, 4))
    assert span.overlaps(Span(5, 9))
    assert not span.overlaps(Span(6, 9)), "neighbours share no character"
    assert not span.overlaps(Span(0, 2))


def test_spans_are_ordered_by_where_they_start() -> None:
    assert sorted([Span(3, 4), Span(0, 9), Span(0, 2)]) == [Span(0, 2), Span(0, 9), Span(3, 4)]


@given(TEXTS_WITH_SPANS)
@settings(max_examples=150)
def test_stripping_a_span_is_stripping_its_text(case: tuple[str, Span]) -> None:
    text, span = case
    stripped = span.stripped(text)
    assert span.covers(stripped)
    assert stripped.of(text) == span.of(text).strip()
    assert span.stripped(text, ".(b").of(text) == span.of(text).strip(".(b")


@given(TEXTS)
@settings(max_examples=150)
def test_words_stand_where_they_say(text: str) -> None:
    found = words(text)
    for word in found:
        assert word.span.of(text).casefold() == word.text
        assert word.span
    assert all(one.span.end <= next_.span.start for one, next_ in pairwise(found))


@given(TEXTS_WITH_SPANS)
@settings(max_examples=100)
def test_words_within_a_span_lie_in_it(case: tuple[str, Span]) -> None:
    text, span = case
    assert all(span.covers(word.span) for word in words(text, span))


def test_words_are_compared_without_case() -> None:
    assert [word.text for word in words("The STRASSE, 2nd straße!")] == [
        "the",
        "strasse",
        "2nd",
        "strasse",
    ]


@given(TEXTS_WITH_SPANS)
@settings(max_examples=150)
def test_sentences_lose_nothing_but_white_space(case: tuple[str, Span]) -> None:
    text, block = case
    found = list(sentences(text, block))
    assert all(block.covers(sentence) and sentence for sentence in found)
    assert all(one.end <= next_.start for one, next_ in pairwise(found))
    kept = "".join(sentence.of(text) for sentence in found)
    assert "".join(kept.split()) == "".join(block.of(text).split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We pay. You wait! Do you?", ["We pay.", "You wait!", "Do you?"]),
        ("Ask the U.S. Embassy first. Then go.", ["Ask the U.S. Embassy first.", "Then go."]),
        ("It costs 3.50 a day.", ["It costs 3.50 a day."]),
        ("(We pay.) You wait.", ["(We pay.)", "You wait."]),
        ("", []),
    ],
)
def test_where_sentences_end(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in sentences(text, Span(0, len(text)))] == expected


@given(TEXTS_WITH_SPANS)
@settings(max_examples=150)
def test_clauses_tile_the_sentence(case: tuple[str, Span]) -> None:
    text, sentence = case
    found = clauses(text, sentence)
    assert "".join(clause.of(text) for clause in found) == sentence.of(text)
    assert all(one.end == next_.start for one, next_ in pairwise(found))
    assert all(found)


def test_where_clauses_begin() -> None:
    text = "You can apply if you rent, unless you share (with anyone)."
    assert [clause.of(text) for clause in clauses(text, Span(0, len(text)))] == [
        "You can apply ",
        "if you rent",
        ", ",
        "unless you share ",
        "(with anyone",
        ").",
    ]


def test_token_f1_by_hand() -> None:
    # Two of three words are shared with a text of four: P = 2/4, R = 2/3, F1 = 4/7.
    assert token_f1("a red hat".split(), "the red hat box".split()) == pytest.approx(4 / 7)
    assert token_f1(["a", "a", "b"], ["a"]) == pytest.approx(2 / 4), "a bag, not a set"
    assert token_f1([], []) == 0.0


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abcd")))
@settings(max_examples=100)
def test_token_f1_is_symmetric_and_a_share(one: list[str], other: list[str]) -> None:
    assert token_f1(one, other) == token_f1(other, one)
    assert 0.0 <= token_f1(one, other) <= 1.0
    assert not one or token_f1(one, list(reversed(one))) == 1.0


@pytest.mark.parametrize(
    "variant",
    ["Do you own a boat", "do you own a boat?", " Do  you own a boat ?", "Do you own a-boat?\n"],
)
def test_spellings_of_one_question_are_the_same(variant: str) -> None:
    assert question_key(variant) == question_key("Do you own a boat?")


def test_another_number_is_another_question() -> None:
    assert question_key("Are you over 60?") != question_key("Are you over 65?")


def test_most_forms_of_a_word_have_one_stem_and_words_of_grammar_have_none() -> None:
    assert stems("Are you registered?") == stems("registration")


def test_a_span_of_whole_words() -> None:
    text = "It taxes its profits."
    assert Span(9, 11).whole_words(text).of(text) == "its"
    assert Span(4, 6).whole_words(text).of(text) == "taxes"
    assert Span(13, 20).whole_words(text).of(text) == "profits"
