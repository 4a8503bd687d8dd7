"""BLEU against hand-worked examples and against a naive account of the same definition."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.evaluation.bleu import MAX_ORDER, bleu, bleu_counts

ORDERS = range(1, MAX_ORDER + 1)

# Few words, so that they repeat and clipping matters.
_SENTENCE = st.lists(st.sampled_from(["do", "you", "own", "a", "?"]), max_size=8)
_CORPUS = st.lists(st.tuples(_SENTENCE, _SENTENCE), min_size=1, max_size=6)
Corpus = list[tuple[list[str], list[str]]]


def score(corpus: Corpus, order: int) -> float:
    counts = (bleu_counts(hypothesis, wanted) for hypothesis, wanted in corpus)
    return float(bleu(sum(counts, start=bleu_counts([], [])), order))


def naive(corpus: Corpus, order: int) -> float:
    """The definition word by word: n-grams are struck off one list as the other is read."""
    length = sum(len(hypothesis) for hypothesis, _ in corpus)
    wanted = sum(len(reference) for _, reference in corpus)
    if not length:
        return 0.0
    product = 1.0
    for n in range(1, order + 1):
        matches = total = 0
        for hypothesis, reference in corpus:
            left = [reference[i : i + n] for i in range(len(reference) - n + 1)]
            for gram in (hypothesis[i : i + n] for i in range(len(hypothesis) - n + 1)):
                total += 1
                if gram in left:
                    left.remove(gram)
                    matches += 1
        product *= (matches + 1) / (total + 1)
    brevity = 1.0 if length > wanted else math.exp(1 - wanted / length)
    return math.pow(product, 1 / order) * brevity


def test_smoothing_adds_one_to_matches_and_totals_of_every_order() -> None:
    # 3 of 4 words, 2 of 3 pairs, 1 of 2 triples and 0 of 1 quadruple match.
    corpus = [(["are", "you", "a", "student"], ["are", "you", "a", "pensioner"])]
    precisions = [4 / 5, 3 / 4, 2 / 3, 1 / 2]
    for order in ORDERS:
        expected = math.prod(precisions[:order]) ** (1 / order)
        assert score(corpus, order) == pytest.approx(expected)


def test_a_repeated_word_matches_as_often_as_the_reference_has_it() -> None:
    assert score([(["the"] * 4, ["the", "cat"])], 1) == pytest.approx(2 / 5)


def test_a_short_hypothesis_is_penalised_and_a_long_one_is_not() -> None:
    assert score([(["a"], ["a", "b", "c"])], 1) == pytest.approx(math.exp(-2))
    assert score([(["a", "b", "c"], ["a"])], 1) == pytest.approx(2 / 4)


def test_counts_are_summed_over_the_corpus_before_any_division() -> None:
    corpus = [(["a"], ["a"]), (["b", "c", "d"], ["e", "f", "g"])]
    assert score(corpus, 1) == pytest.approx(2 / 5)


def test_orders_longer_than_every_hypothesis_cost_nothing() -> None:
    assert score([(["a"], ["a"])], 4) == 1.0


@pytest.mark.parametrize("reference", [[], ["a", "b"]])
def test_nothing_said_is_worth_nothing(reference: list[str]) -> None:
    assert score([([], reference)], 4) == 0.0


def test_words_without_any_reference_are_scored_by_smoothing_alone() -> None:
    assert score([(["a"], [])], 1) == pytest.approx(1 / 2)


@given(_CORPUS, st.sampled_from(ORDERS))
def test_agrees_with_the_naive_account(corpus: Corpus, order: int) -> None:
    assert score(corpus, order) == pytest.approx(naive(corpus, order))


@given(_CORPUS, st.sampled_from(ORDERS))
def test_lies_between_nought_and_one(corpus: Corpus, order: int) -> None:
    assert 0.0 <= score(corpus, order) <= 1.0


@given(st.lists(_SENTENCE, min_size=1), st.sampled_from(ORDERS))
def test_a_corpus_against_itself_is_perfect(sentences: list[list[str]], order: int) -> None:
    perfect = score([(sentence, sentence) for sentence in sentences], order)
    assert perfect == (1.0 if any(sentences) else 0.0)


@given(_CORPUS, st.randoms(use_true_random=False), st.sampled_from(ORDERS))
def test_the_order_of_rows_does_not_matter(
    corpus: Corpus, chance: random.Random, order: int
) -> None:
    assert score(chance.sample(corpus, len(corpus)), order) == score(corpus, order)
