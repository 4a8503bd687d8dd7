"""Whether a text answers a question."""

from dataclasses import dataclass

import pytest

from e3.drafting.form import FormDrafter
from e3.errors import TooLong
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply

TEXT = RuleText("You can get a bus pass if you are over 60.")
ASKED = "Can I get a bus pass?"


@dataclass(frozen=True)
class Reads:
    """A reader that always says the same."""

    reply: Reply | None

    def read(self, conversation: Conversation) -> Reply:
        if self.reply is None:
            raise TooLong(len(conversation.rule_text.text), 0)
        return self.reply


def is_answered(reply: Reply | None, question: str = ASKED) -> bool:
    return bool(FormDrafter(Reads(reply)).draft(TEXT, [question]).questions)


@pytest.mark.parametrize(("confidence", "answered"), [(0.9, False), (0.6, True)])
def test_a_reader_that_is_sure_is_believed(confidence: float, answered: bool) -> None:
    assert is_answered(Reply(Decision.IRRELEVANT, confidence)) is answered


def test_a_reader_that_is_not_sure_is_believed_where_words_agree() -> None:
    assert not is_answered(Reply(Decision.IRRELEVANT, 0.6), "Where are lost umbrellas kept?")


def test_words_alone_tell_where_a_text_is_too_long_for_the_reader() -> None:
    assert is_answered(None)
    assert not is_answered(None, "Where did Napoleon spend his summer holidays in childhood?")


def test_how_likely_it_is() -> None:
    reply = Reply(Decision.YES, 0.7, probabilities={Decision.IRRELEVANT: 0.1})
    (found,) = FormDrafter(Reads(reply)).draft(TEXT, [ASKED]).questions
    assert found.confidence is not None
    assert found.confidence.answered == 0.9
