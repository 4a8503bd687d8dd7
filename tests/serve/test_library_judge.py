"""A server asks its reader which document of its library is meant."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.library.making import words

from e3.documents.plain_text import read_plain_text
from e3.drafting.drafter import find_drafter
from e3.interview.journal import Journal
from e3.library.choosing import NotInLibrary
from e3.library.entries import Original
from e3.library.library import Library
from e3.reading.conversation import Conversation, Decision, Reply
from e3.reading.systems import BatchReader
from e3.serve.few_at_once import OneAtOnce
from e3.serve.library_desk import LibraryDesk
from e3.serve.library_questions import Begun, ask
from e3.serve.service import Service

QUESTION = "Can I get it if I live in Ashby?"
TEXTS = {
    "cards": "You can get a library card if you live in Ashby.",
    "loans": "You can get a loan of a boat if you live in Ashby.",
    "dogs": "You may bring a dog to the park if it is on a lead.",
}


class Judge:
    """Takes to texts with a word."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.read: list[Conversation] = []

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        self.read += conversations
        return [self._reply(self.word in each.rule_text.text) for each in conversations]

    def _reply(self, likely: bool) -> Reply:
        wrong = 0.001 if likely else 0.999
        return Reply(Decision.NO, 1 - wrong, probabilities={Decision.IRRELEVANT: wrong})


def asked(folder: Path, judge: BatchReader | None) -> object:
    """What comes of the question on a server with such a judge."""
    with Library(folder / "library.db", count=words, encoder=None, create=True) as library:
        for title, text in TEXTS.items():
            library.put(title, read_plain_text(text.encode(), title=title, source=""), Original(""))
    desk = LibraryDesk.open(str(folder / "library.db"), None)
    journal = Journal.open(str(folder / "interviews.db"))
    service = Service(Plain(), find_drafter("form"), journal, "none", library=desk, judge=judge)
    try:
        return ask(service, QUESTION, "I row.")
    finally:
        desk.close()
        journal.close()


class Plain:
    """Finds nothing in stories."""

    def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
        return Reply(Decision.NO, 1.0)


@pytest.mark.parametrize(("word", "title"), [("boat", "loans"), ("card", "cards")])
def test_the_document_that_the_reader_takes_to(tmp_path: Path, word: str, title: str) -> None:
    judge = Judge(word)
    came = asked(tmp_path, OneAtOnce(judge))
    assert isinstance(came, Begun)
    assert came.document.title == title
    assert {each.rule_text.text for each in judge.read} == set(TEXTS.values())
    assert {(each.question, each.scenario) for each in judge.read} == {(QUESTION, "I row.")}


def test_without_one_it_can_not_tell(tmp_path: Path) -> None:
    assert not isinstance(asked(tmp_path, None), Begun | NotInLibrary)
