"""Every category of the error analysis, each from a row made for it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from e3.corpus.corpus import Corpus
from e3.corpus.rows import Row
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry
from e3.errors import BadInput
from e3.evaluation.error_analysis import (
    Category,
    ErrorAnalysis,
    RightInquiry,
    WrongDecision,
    analyse,
)
from e3.evaluation.extracted import read_extracted
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn
from e3.text import Span

TEXT = "You may row if you can swim, and either\n* you own a boat, or\n* the lake is small."
SWIM, BOAT, LAKE = "Can you swim?", "Do you own a boat?", "Is the lake small?"
YES, NO = Conclusion(Answer.YES), Conclusion(Answer.NO)
TREE = DialogueTree(
    "t",
    RuleText(TEXT),
    "May I row?",
    Inquiry(SWIM, Inquiry(BOAT, YES, Inquiry(LAKE, YES, NO)), NO),
)

Said = dict[str, str]


def row(
    answer: str, history: Said | None = None, evidence: Said | None = None, *, name: str = "a"
) -> Row:
    def turns(said: Said | None) -> tuple[Turn, ...]:
        return tuple(Turn(question, Answer(reply)) for question, reply in (said or {}).items())

    scenario = "I came here with my brother." if evidence is not None else ""
    conversation = Conversation(RuleText(TEXT), TREE.question, scenario, turns(history))
    return Row(name, "t", conversation, answer, turns(evidence))


def analysed(
    rows: Sequence[Row],
    predictions: Mapping[str, str],
    extracted: Mapping[str, Sequence[Span]] | None = None,
) -> ErrorAnalysis:
    return analyse(Corpus("made", tuple(rows), (TREE,)), predictions, extracted)


def category(made: Row, predicted: str, *rules: str) -> Category | None:
    """The category of one row; `rules` are what was extracted from the rule text."""
    spans = [Span(TEXT.index(rule), TEXT.index(rule) + len(rule)) for rule in rules]
    found = analysed([made], {"a": predicted}, {"a": spans} if rules else None)
    return found.cases[0].category if found.cases else None


def test_a_right_conclusion_is_no_case() -> None:
    assert category(row("No", {SWIM: "no"}), "no") is None
    assert category(row("Irrelevant"), "Irrelevant") is None


def test_a_conclusion_with_a_rule_unresolved() -> None:
    made = row(BOAT, {SWIM: "yes"})
    assert category(made, "Yes") is WrongDecision.UNRESOLVED
    assert category(made, "No", "can swim", "own a boat") is WrongDecision.UNRESOLVED


def test_a_rule_that_was_not_extracted() -> None:
    made = row(BOAT, {SWIM: "yes"})
    assert category(made, "Yes", "can swim", "the lake is small") is WrongDecision.NOT_EXTRACTED
    # Where the system inquired or called it irrelevant, extraction is not what shows.
    assert category(made, "Irrelevant", "can swim") is WrongDecision.IRRELEVANT_WRONGLY


def test_a_gold_question_that_lost_the_vote_for_its_tree_is_matched_by_itself() -> None:
    made = row("Is it a small lake you row on?", {SWIM: "yes"})
    assert category(made, "Yes", "can swim") is WrongDecision.NOT_EXTRACTED
    assert category(made, "Yes", "the lake is small") is WrongDecision.UNRESOLVED


@pytest.mark.parametrize(
    ("history", "evidence", "expected"),
    [
        ({SWIM: "no"}, None, WrongDecision.CONCLUSION),
        ({SWIM: "no"}, {BOAT: "yes"}, WrongDecision.CONCLUSION),
        ({}, {SWIM: "no"}, WrongDecision.CONCLUSION_FROM_SCENARIO),
    ],
)
def test_a_wrong_conclusion_with_all_rules_resolved(
    history: Said, evidence: Said | None, expected: WrongDecision
) -> None:
    assert category(row("No", history, evidence), "Yes") is expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (SWIM, WrongDecision.SETTLED_BY_HISTORY),
        ("own a boat", WrongDecision.SETTLED_BY_SCENARIO),
        ("Is this lake a small one?", WrongDecision.NOT_NEEDED),
        ("Do you like cheese?", WrongDecision.NO_RULE),
    ],
)
def test_a_redundant_inquiry(asked: str, expected: WrongDecision) -> None:
    assert category(row("Yes", {SWIM: "yes"}, {BOAT: "yes"}), asked) is expected


def test_irrelevant_questions() -> None:
    assert category(row("Irrelevant"), "Yes") is WrongDecision.IRRELEVANT_MISSED
    assert category(row("Irrelevant"), SWIM) is WrongDecision.IRRELEVANT_MISSED
    assert category(row("Yes", {SWIM: "yes", BOAT: "yes"}), "irrelevant") is (
        WrongDecision.IRRELEVANT_WRONGLY
    )


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("do you own a boat", RightInquiry.SAME_WORDS),
        ("own a boat", RightInquiry.OTHER_WORDS),
        (LAKE, RightInquiry.OTHER_ORDER),
        (SWIM, RightInquiry.SETTLED),
        ("Do you like cheese?", RightInquiry.NO_RULE),
        ("", RightInquiry.NO_RULE),
    ],
)
def test_right_inquiries(asked: str, expected: RightInquiry) -> None:
    assert category(row(BOAT, {SWIM: "yes"}), asked) is expected
    assert category(row(BOAT, {}, {SWIM: "yes"}), asked) is expected


def test_an_inquiry_on_a_branch_that_was_not_taken() -> None:
    fish = "Do you fish?"
    tree = DialogueTree(
        "t",
        RuleText(TEXT),
        "May I row?",
        Inquiry(SWIM, Inquiry(BOAT, YES, NO), Inquiry(fish, YES, NO)),
    )
    corpus = Corpus("made", (row(BOAT, {SWIM: "yes"}),), (tree,))
    (case,) = analyse(corpus, {"a": fish}).cases
    assert case.category is RightInquiry.NOT_NEEDED


def test_among_equally_like_questions_gold_is_meant() -> None:
    one, other = "Is the lake cold?", "Is the lake warm?"
    tree = DialogueTree(
        "t", RuleText(TEXT), "May I row?", Inquiry(one, Inquiry(other, YES, NO), NO)
    )
    corpus = Corpus("made", (row(other, {one: "yes"}),), (tree,))
    (case,) = analyse(corpus, {"a": "the lake"}).cases
    assert case.category is RightInquiry.OTHER_WORDS


def test_cases_are_in_the_order_of_ids_and_rows_without_a_prediction_are_left_out() -> None:
    rows = [row("Yes", name=name) for name in "cab"]
    found = analysed(rows, {"b": "No", "c": "No", "x": "No"})
    assert found.rows == 2
    assert [case.row.utterance_id for case in found.cases] == ["b", "c"]
    assert found == analysed(rows[::-1], {"b": "No", "c": "No", "x": "No"})
    assert len(found.of(WrongDecision)) == 2
    assert found.of(RightInquiry) == []


def test_a_row_without_extracted_rules_is_judged_without_them() -> None:
    found = analysed([row(BOAT, {SWIM: "yes"})], {"a": "Yes"}, {"other": []})
    assert found.cases[0].category is WrongDecision.UNRESOLVED


def test_extracted_rules_are_read_from_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "why.jsonl"
    lines: list[dict[str, object]] = [
        {
            "utterance_id": "a",
            "decision": "yes",
            "rules": [{"span": [3, 7], "text": "row", "r": 0}],
        },
        {"utterance_id": "b", "decision": "no", "rules": []},
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    assert read_extracted(path) == {"a": (Span(3, 7),), "b": ()}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "there is no explanation in this file"),
        ('{"utterance_id": "a", "rules": []}\n{"ut', "row 2: this is not JSON: "),
        ('{"utterance_id": "a"}', "row 1: rules: Field required"),
        ('{"utterance_id": "a", "rules": [{"span": [7, 3]}]}', "row 1: a span needs 0 <= start"),
    ],
)
def test_a_broken_line_is_one_sentence(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "why.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=r"why\.jsonl") as raised:
        read_extracted(path)
    assert sentence in str(raised.value)
