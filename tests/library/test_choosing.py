"""Which document a question is asked of: one, one of three, or none."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.library.making import TopicEncoder, open_library, write

from e3.library.choosing import Chosen, NotInLibrary, Unclear, choose
from e3.library.library import Library
from e3.library.updating import add

TEXTS = {
    "dogs": "You may bring a dog to the park if it is on a lead.",
    "cars": "The driver of a car pays a fee of 5 pounds to park it.",
    "days": "You get two days off a month if you have worked for a year.",
    "cards": "You can get a library card if you live in Ashby.",
    "lent": "You can get a loan of a boat if you live in Ashby.",
}


@pytest.fixture(params=[None, TopicEncoder()], ids=["words", "meaning"])
def library(request: pytest.FixtureRequest, library_at: str, tmp_path: Path) -> Iterator[Library]:
    with open_library(library_at, request.param) as library:
        for source in write(tmp_path, **TEXTS):
            add(library, source)
        yield library


def test_the_document_that_is_near(library: Library) -> None:
    choice = choose(library, "May I bring my dog to the park?")
    assert isinstance(choice, Chosen)
    assert (choice.document.title, choice.by_meaning) == ("dogs", library.encoder is not None)


def test_one_of_several(library: Library) -> None:
    choice = choose(library, "Can I get it if I live in Ashby?")
    assert isinstance(choice, Unclear)
    assert {"cards", "lent"} <= {each.title for each in choice.documents}
    assert len(choice.documents) == 3


def test_what_is_not_there_is_not_made_up(library_at: str, tmp_path: Path) -> None:
    with open_library(library_at) as library:
        for source in write(tmp_path, **TEXTS):
            add(library, source)
        choice = choose(library, "Do pensioners owe council tax on empty flats abroad?")
        assert isinstance(choice, NotInLibrary)
        assert len(choice.documents) == 3
        library.remove(library.find("dogs").id)
        assert not isinstance(choose(library, "Should hounds wear muzzles?"), Chosen)


def test_an_empty_library_has_nothing(library_at: str) -> None:
    with open_library(library_at) as library:
        assert choose(library, "May I?") == NotInLibrary((), by_meaning=False)


def test_a_story_may_say_what_the_question_does_not(library: Library) -> None:
    story = "I want to bring my dog, on a lead, to the park."
    without = library.nearest("Is it allowed?", most=3).evidence
    told = library.nearest("Is it allowed?", story, most=3)
    assert told.documents[0].title == "dogs"
    assert without is not None
    assert told.evidence is not None
    assert told.evidence.words > without.words == told.evidence.question == 0.0
    assert not isinstance(choose(library, "Is it allowed?", story), NotInLibrary)
