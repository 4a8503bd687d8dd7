"""The bench of OR-ShARC: which text a row is read beside, and what is replied."""

from collections.abc import Sequence

from tools.measure_or_sharc import as_answered, with_found_texts

from e3.corpus.rows import Row
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Rule, Turn
from e3.text import Span

CARDS = "You can get a library card if you live in Ashby."
LOANS = "You can get a loan of a boat if you live in Ashby."
DOGS = "You may bring a dog to the park."
SWIMS = Turn("Do you swim?", Answer.YES)
ROW = Row(
    "1", "", Conversation(RuleText(LOANS), "Can I get it in Ashby?", "I row.", (SWIMS,)), "Yes"
)


class Judge:
    """Takes to boats, and keeps what it was given."""

    def __init__(self) -> None:
        self.asked: list[Conversation] = []

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        self.asked += conversations
        return [_reply("boat" in each.rule_text.text) for each in conversations]


def _reply(likely: bool) -> Reply:
    return Reply(Decision.YES, 0.5, probabilities={Decision.IRRELEVANT: 0.01 if likely else 0.99})


def test_a_row_is_read_beside_the_text_that_is_found() -> None:
    judge = Judge()
    texts = [CARDS, LOANS, DOGS]
    (plain,) = with_found_texts(texts, [ROW], None)
    (read,) = with_found_texts(texts, [ROW], None, judge)
    assert plain.conversation.rule_text.text == CARDS
    assert read.conversation.rule_text.text == LOANS
    assert {each.history for each in judge.asked} == {(SWIMS,)}


def test_what_is_answered_is_replied_to() -> None:
    likely = {
        Decision.IRRELEVANT: 0.6,
        Decision.INQUIRE: 0.3,
        Decision.NO: 0.1,
        Decision.YES: 0.0,
    }
    asks = Rule(Span(0, 3), question="Do you row?")
    told = Reply(Decision.IRRELEVANT, 0.6, rules=(asks,), probabilities=likely)
    found = as_answered(told)
    assert (found.decision, found.question) == (Decision.INQUIRE, "Do you row?")
    nothing = Reply(Decision.IRRELEVANT, 0.6, probabilities=likely)
    assert as_answered(nothing).decision is Decision.NO
    assert as_answered(found) is found
