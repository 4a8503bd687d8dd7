"""The bench of choosing: questions with their text there and taken away, and a fit."""

from random import Random

from tools.measure_choosing import fitted, outcomes, tried
from tools.measure_library import Asked

WORDS = "otter badger heron salmon weasel magpie lizard beaver donkey turtle".split()
TEXTS = [f"You may keep one {word} if you have a licence for it." for word in WORDS]
ROWS = [
    Asked(f"May I keep a {word}?", "", text, "") for word, text in zip(WORDS, TEXTS, strict=True)
]


def test_a_text_that_is_taken_away_is_told_from_one_that_is_there() -> None:
    random = Random(0)
    some = [*tried(TEXTS, ROWS, 3, None, random), *tried(TEXTS, ROWS, None, None, random)]
    assert sum(each.is_here for each in some) == len(some) / 2 == 2 * len(ROWS)
    assert all((each.rank == 0) is each.is_here for each in some)
    relevance = fitted(some, [some])
    found = outcomes(some, relevance)
    assert found["text there"]["interview by the right text"] == 100.0
    assert found["text taken away"]["interview"] == 0.0
    assert found["caught at 5 % false, own threshold"] == 100.0
