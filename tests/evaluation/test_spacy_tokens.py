"""spaCy's tokens, by a vocabulary that does not grow without end."""

import pytest

from e3.evaluation import spacy_tokens
from e3.evaluation.spacy_tokens import SpacyTokens

MOST = 1_000


@pytest.fixture
def tokens(monkeypatch: pytest.MonkeyPatch) -> SpacyTokens:
    monkeypatch.setattr(spacy_tokens, "_MOST_READ", MOST)
    return SpacyTokens()


def test_the_vocabulary_does_not_grow_without_end(tokens: SpacyTokens) -> None:
    tokens("x")
    known = tokens.words_known()
    for number in range(2_000):
        assert tokens(f"word{number}, again?") == [f"word{number}", ",", "again", "?"]
        assert tokens.words_known() <= known + MOST


def test_a_text_of_any_length_has_its_tokens(tokens: SpacyTokens) -> None:
    assert tokens("swim " * MOST).count("swim") == MOST
    assert tokens("Can't you?") == ["Ca", "n't", "you", "?"]
