"""What a reader makes of the passages that were found changes which document is chosen."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.library.making import TopicEncoder, open_library, write

from e3.errors import TooLong
from e3.library.choosing import (
    READ,
    READ_BY_MEANING,
    READ_BY_WORDS,
    Chosen,
    choose,
    decided,
    relevance_of,
)
from e3.library.library import Library
from e3.library.nearest import Nearest
from e3.library.readings import answers, judge_of, read
from e3.library.updating import add
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply
from e3.reading.reader import Reader, shipped_reader

QUESTION = "Can I get it if I live in Ashby?"
TEXTS = {
    "cards": "You can get a library card if you live in Ashby.",
    "lent": "You can get a loan of a boat if you live in Ashby.",
    "dogs": "You may bring a dog to the park if it is on a lead.",
}


@dataclass
class Judge:
    """Says how likely it is that a text answers by a word of it."""

    likely: Mapping[str, float]
    longest: int = 1000

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        if any(len(each.rule_text.text) > self.longest for each in conversations):
            raise TooLong(2, 1)
        return [self._reply(each) for each in conversations]

    def _reply(self, conversation: Conversation) -> Reply:
        text = conversation.rule_text.text
        likely = next((p for word, p in self.likely.items() if word in text), 0.01)
        return Reply(
            Decision.NO, 1.0, probabilities={Decision.IRRELEVANT: 1 - likely, Decision.NO: likely}
        )


@pytest.fixture(params=[None, TopicEncoder()], ids=["words", "meaning"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    with open_library(tmp_path / "library.db", request.param) as library:
        for source in write(tmp_path, **TEXTS):
            add(library, source)
        yield library


def found_in(library: Library) -> Nearest:
    return library.nearest(QUESTION, most=READ)


@pytest.mark.parametrize(("word", "title"), [("boat", "lent"), ("card", "cards")])
def test_of_two_that_are_as_near_the_one_that_answers_comes_first(
    library: Library, word: str, title: str
) -> None:
    found = read(found_in(library), Judge({word: 0.99}), QUESTION, "")
    assert found.documents[0].title == title
    assert found.evidence is not None
    assert found.evidence.read == pytest.approx(math.log(99))
    assert found.evidence.margin > 1
    choice = choose(library, QUESTION, judge=Judge({word: 0.99}))
    assert isinstance(choice, Chosen)
    assert choice.document.title == title


def test_where_no_text_answers_it_is_less_likely_to_be_here(library: Library) -> None:
    yes, no = (
        read(found_in(library), Judge(likely), QUESTION, "") for likely in ({"boat": 0.99}, {})
    )
    for relevance in (READ_BY_MEANING, READ_BY_WORDS):
        assert yes.evidence is not None
        assert no.evidence is not None
        assert relevance.of(no.evidence) < relevance.of(yes.evidence)
    assert not isinstance(choose(library, QUESTION, judge=Judge({})), Chosen)


def test_what_was_read_is_weighed_otherwise(library: Library) -> None:
    plain = found_in(library)
    told = read(plain, Judge({"boat": 0.9}), QUESTION, "")
    assert (plain.is_read, told.is_read) == (False, True)
    assert relevance_of(plain) != relevance_of(told)
    assert decided(plain, relevance_of(plain)) == choose(library, QUESTION)


def test_what_is_too_long_to_be_read_speaks_neither_for_nor_against() -> None:
    short, long = (Conversation(RuleText(text), QUESTION) for text in ("boat", "card " * 20))
    assert answers(Judge({"boat": 0.5}, longest=20), [short, long]) == [0.0, 0.0]
    assert answers(Judge({"boat": 0.9}), [short]) == pytest.approx([math.log(9)])
    assert answers(Judge({"boat": 1.0}), [short]) == [6.0]


def test_a_reader_that_does_not_say_how_likely_things_are_changes_nothing(
    library: Library,
) -> None:
    class Silent(Judge):
        def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
            return [replace(each, probabilities={}) for each in super().read_many(conversations)]

    assert read(found_in(library), Silent({}), QUESTION, "") == found_in(library)


def test_an_empty_library_is_read_in_no_time(tmp_path: Path) -> None:
    with open_library(tmp_path / "library.db") as library:
        assert read(found_in(library), Judge({}), QUESTION, "").documents == ()


def test_only_the_model_that_comes_with_e3_judges() -> None:
    assert judge_of(shipped_reader()) is shipped_reader()
    assert judge_of(Reader.load("heuristic")) is None
