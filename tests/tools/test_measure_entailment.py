"""The bench of the entailment scores, on a tree of two rules."""

from typing import Any

import pytest
from tools.measure_entailment import WEIGHTS, auc, with_network, without_network

from e3.corpus.corpus import Corpus
from e3.corpus.rows import Row
from e3.corpus.supervision import SpanKind
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn

TEXT = "You may row if you swim in cold water and you own a wooden boat."
SWIM, BOAT = "Do you swim in cold water?", "Do you own a wooden boat?"
YES, NO = Conclusion(Answer.YES), Conclusion(Answer.NO)
TREE = DialogueTree("t", RuleText(TEXT), "May I?", Inquiry(SWIM, Inquiry(BOAT, YES, NO), NO))


def row(name: str, answer: str, *history: Turn) -> Row:
    conversation = Conversation(RuleText(TEXT), "May I?", "", history)
    return Row(name, "t", conversation, answer, ())


ROWS = (row("1", SWIM), row("2", BOAT, Turn(SWIM, Answer.YES)))
CORPUS = Corpus("two rows", ROWS, (TREE,))
RULES = CORPUS.supervision(SpanKind.MATCHED)


def test_auc_counts_pairs_and_halves_ties() -> None:
    assert auc([2.0, 1.0], [1.0, 0.0]) == pytest.approx(3.5 / 4)
    assert auc([0.0], [1.0]) == 0.0


def test_what_overlap_alone_tells() -> None:
    found = without_network(CORPUS, RULES)
    assert found["rules"] == {"history": 1, "scenario": 0, "nothing": 3}
    assert found["auc of h: settled by the history or open"] == 1.0
    picks = {"inquiries": 2, "first rule": 1, "first with a low h": 2, "first with low g and h": 2}
    assert found["picks"] == picks


def test_a_network_that_asks_again_is_mended_by_a_louder_h() -> None:
    swim, boat = (
        {"span": [TEXT.index(part), TEXT.index(part) + len(part)], "r": score}
        for part, score in (("swim in cold water", 1.0), ("own a wooden boat", 0.5))
    )
    said: dict[str, Any] = {"decision": "inquire", "rules": [swim, boat]}
    found = with_network(CORPUS, RULES, {"2": said})
    assert found["asks about"] == {"a rule that the history settles": 1}
    assert found["the rule is among the extracted"] == 1
    assert found["h"] == [0] + [1] * (len(WEIGHTS) - 1)
    assert found["g"] == [0] * len(WEIGHTS)
