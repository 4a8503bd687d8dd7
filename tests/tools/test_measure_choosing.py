"""The bench of choosing: questions with their text there and taken away, and a fit."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

from tools.measure_choosing import best_weight, fitted, outcomes, tried
from tools.measure_library import Asked, recall
from tools.remembering import RememberingReader

from e3.library.choosing import BY_WORDS
from e3.reading.conversation import Conversation, Decision, Reply
from e3.reading.reader import Reader

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


class Knowing:
    """A reader that knows which animal is meant, and counts what it reads."""

    model_id = "knowing 123"

    def __init__(self, meant: str) -> None:
        self.meant, self.count = meant, 0

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        self.count += len(conversations)
        wrong = [0.1 if self.meant in each.rule_text.text else 0.9 for each in conversations]
        return [Reply(Decision.YES, 1.0, probabilities={Decision.IRRELEVANT: p}) for p in wrong]


def remembering(reader: Any, kept: Path | None = None) -> RememberingReader:
    return RememberingReader(cast(Reader, reader), kept)


def test_a_reader_can_say_what_words_do_not() -> None:
    vague = [Asked("May I keep a badger or its cousin?", "", TEXTS[4], "")]
    reader = remembering(Knowing(WORDS[4]))
    some = list(tried(TEXTS[:5], vague, None, None, Random(0), reader=reader))
    assert [each.is_here for each in some] == [True, False]
    weight, shares = best_weight([some])
    assert weight > 0
    assert (shares["0.0"], shares[str(weight)]) == ([0.0], [100.0])
    relevance = fitted([each.weighed(weight) for each in some], [some], BY_WORDS)
    assert relevance.read > 0
    found = recall(dict.fromkeys(TEXTS[:5], ""), vague, None, judge=reader)
    assert found["all"]["recall@1"] == 100.0


def test_nothing_is_read_twice(tmp_path: Path) -> None:
    for count in (len(TEXTS[:3]), 0):
        knowing = Knowing(WORDS[0])
        reader = remembering(knowing, tmp_path / "readings.json")
        list(tried(TEXTS[:3], ROWS[:1], None, None, Random(0), reader=reader))
        reader.keep()
        assert knowing.count == count
