"""The official evaluation and its quirks, on rows made by hand."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.corpus.rows import Row, RowType
from e3.corpus.sharc import load_json, parse_rows
from e3.errors import BadInput
from e3.evaluation.metrics import Evaluation, evaluate, normalise, read_predictions
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Turn

DEV = Path(__file__).parents[3] / "shared/data/sharc/dev.json"
FIGURES = [
    "micro_accuracy",
    "macro_accuracy",
    *(f"bleu_{n}" for n in (1, 2, 3, 4)),
    "combined",
    "f1_bleu_1",
    "f1_bleu_4",
]


def row(
    name: str,
    answer: str | None,
    *,
    tree: str | None = None,
    scenario: str = "",
    evidence: tuple[Turn, ...] | None = (),
) -> Row:
    conversation = Conversation(RuleText("You can if you own it."), "Can I?", scenario)
    return Row(name, f"tree {name}" if tree is None else tree, conversation, answer, evidence)


def scored(*pairs: tuple[str, str]) -> Evaluation:
    """The evaluation of pairs of a gold and a predicted answer."""
    gold = [row(str(number), answer) for number, (answer, _) in enumerate(pairs)]
    return evaluate(gold, {str(number): answer for number, (_, answer) in enumerate(pairs)})


ALL_RIGHT = [("Yes", "Yes"), ("No", "No"), ("Irrelevant", "Irrelevant"), ("Own it?", "Own it?")]


def test_perfect_predictions_score_one_everywhere() -> None:
    evaluation = scored(*ALL_RIGHT)
    assert list(evaluation.figures) == list(evaluation.intervals) == FIGURES
    assert set(evaluation.figures.values()) == {1.0}
    assert evaluation.warnings == ()


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Do you own it?", "do you own it ?"),
        (" YES\n", "yes"),
        ("\n\nDon't\n", "do n't"),
        ("more\nor  less", "more or less"),
        ("", ""),
    ],
)
def test_answers_are_compared_as_lower_case_spacy_tokens(answer: str, expected: str) -> None:
    assert normalise(answer).split() == expected.split()
    assert normalise(answer) == normalise(answer).strip()
    assert "\n" not in normalise(answer)


@pytest.mark.parametrize("answer", ["yes", "YES", " Yes \n"])
def test_a_conclusion_is_known_in_any_case_and_spacing(answer: str) -> None:
    assert scored(("Yes", answer)).figures["micro_accuracy"] == 1.0


@pytest.mark.parametrize("answer", ["yes.", "yes it is", "more", "missing", ""])
def test_whatever_is_no_conclusion_is_an_inquiry(answer: str) -> None:
    confusion = scored(("Yes", answer)).confusion
    assert confusion[Decision.YES] == {"yes": 0, "no": 0, "irrelevant": 0, "inquire": 1}


def test_micro_is_accuracy_and_macro_is_mean_recall() -> None:
    evaluation = scored(*ALL_RIGHT, ("Yes", "No"), ("Yes", "No"), ("No", "Own it?"))
    assert evaluation.rows == 7
    assert evaluation.recall == {"yes": 0.3333, "no": 0.5, "irrelevant": 1.0, "inquire": 1.0}
    assert evaluation.figures["micro_accuracy"] == round(4 / 7, 4)
    assert evaluation.figures["macro_accuracy"] == round((1 / 3 + 1 / 2 + 2) / 4, 4)
    assert evaluation.confusion[Decision.YES] == {"yes": 1, "no": 2, "irrelevant": 0, "inquire": 0}


def test_macro_leaves_out_a_class_that_gold_does_not_have() -> None:
    evaluation = scored(("Yes", "Yes"), ("No", "Yes"))
    assert evaluation.figures["macro_accuracy"] == 0.5
    assert evaluation.recall[Decision.IRRELEVANT] is None
    assert evaluation.warnings == (
        "No gold row is of class irrelevant or inquire:"
        " the macro accuracy is the mean over the other classes.",
    )


def test_bleu_is_over_the_rows_where_both_ask() -> None:
    one = scored(("Is it red?", "Is it blue?"))
    more = scored(("Is it red?", "Is it blue?"), ("Is it red?", "Yes"), ("No", "Is it blue?"))
    # Words: is, it and ? of four. Pairs: "is it" of three. No triple of two, no quadruple of one.
    expected = (4 / 5 * 2 / 4 * 1 / 3 * 1 / 2) ** (1 / 4)
    assert one.figures["bleu_4"] == more.figures["bleu_4"] == round(expected, 4)


def test_bleu_does_not_see_the_label_more() -> None:
    figures = scored(("Is it red?", "Is it red?"), ("Is it red?", "more")).figures
    assert figures["bleu_4"] == figures["micro_accuracy"] == 1.0
    assert scored(("Is it red?", "More")).figures["bleu_1"] == 0.0


def test_bleu_is_nought_where_no_row_has_both_questions() -> None:
    figures = scored(("Yes", "Is it red?"), ("Is it red?", "No")).figures
    assert {figures[f"bleu_{n}"] for n in (1, 2, 3, 4)} == {0.0}


def test_an_empty_question_is_worth_nothing() -> None:
    figures = scored(("Is it red?", "")).figures
    assert (figures["micro_accuracy"], figures["bleu_1"], figures["f1_bleu_1"]) == (1.0, 0.0, 0.0)


def test_combined_is_the_product_before_rounding() -> None:
    evaluation = scored(("Yes", "No"), ("No", "Yes"), ("a b c d e", "a b c d x"))
    bleu_4 = (5 / 6 * 4 / 5 * 3 / 4 * 2 / 3) ** (1 / 4)
    # Rounded first, it would be 0.3333 * 0.7598 = 0.2532.
    assert evaluation.figures["combined"] == round(1 / 3 * bleu_4, 4) == 0.2533


def test_f1_of_bleu_counts_questions_that_only_one_side_asks() -> None:
    evaluation = scored(("a b", "a b"), ("Yes", "c d"), ("e f g h", "No"))
    asked = 3 / 5  # 2 of 4 predicted words match, and 4 words are longer than the reference's 2
    wanted = 1.0 * math.exp(1 - 6 / 2)  # both words match, but gold has 6
    expected = 2 * asked * wanted / (asked + wanted)
    assert evaluation.figures["bleu_1"] == 1.0
    assert evaluation.figures["f1_bleu_1"] == round(expected, 4)


def test_f1_of_bleu_is_nought_where_nobody_or_one_side_asks() -> None:
    assert scored(("Yes", "Yes")).figures["f1_bleu_4"] == 0.0
    assert scored(("Yes", "Is it red?")).figures["f1_bleu_4"] == 0.0
    assert scored(("Is it red?", "Yes")).figures["f1_bleu_4"] == 0.0


def test_a_missing_prediction_counts_as_the_question_missing() -> None:
    gold = [row("a", "Yes"), row("b", "Is it missing?"), row("c", "Yes")]
    evaluation = evaluate(gold, {"a": "Yes"})
    assert evaluation.figures["micro_accuracy"] == round(2 / 3, 4)
    assert evaluation.figures["bleu_1"] == round(math.exp(1 - 4), 4)
    assert evaluation.warnings[0] == (
        "No prediction for 2 of 3 gold rows (first: b): each counts as the follow-up question"
        ' "missing", as in the official evaluation.'
    )


def test_a_prediction_for_no_gold_row_is_ignored() -> None:
    evaluation = evaluate([row("a", "Yes"), row("b", "No")], {"x": "No", "a": "Yes", "b": "No"})
    assert evaluation.figures["micro_accuracy"] == 1.0
    assert evaluation.warnings[0] == (
        "No gold row for 1 of 3 predictions (first: x): each is ignored,"
        " as in the official evaluation."
    )


@pytest.mark.parametrize("predictions", [{}, {"x": "Yes", "y": "No"}])
def test_predictions_that_all_belong_elsewhere_are_refused(predictions: dict[str, str]) -> None:
    with pytest.raises(BadInput) as error:
        evaluate([row("a", "Yes")], predictions, gold_source="dev.json")
    assert str(error.value) == (
        f"none of the {len(predictions)} predictions belongs to dev.json: is this the right file?"
    )


def test_an_id_that_gold_has_twice_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^dev\.json, row 2: an earlier row has the same id, a$"):
        evaluate([row("a", "Yes"), row("a", "No")], {"a": "Yes"}, gold_source="dev.json")


def test_gold_without_an_answer_is_refused() -> None:
    with pytest.raises(BadInput, match=r"row 1: there is no gold answer$"):
        evaluate([row("a", None)], {"a": "Yes"})


def test_accuracy_by_row_type_counts_only_types_that_occur() -> None:
    evidence = (Turn("Do you own it?", Answer.YES),)
    gold = [
        row("a", "Yes"),
        row("b", "Yes", scenario="I own it.", evidence=evidence),
        row("c", "Yes", scenario="I own it.", evidence=evidence),
        row("d", "Irrelevant", scenario="I own it."),
    ]
    found = evaluate(gold, {"a": "yes", "b": "yes", "c": "no", "d": "irrelevant"}).by_row_type
    assert {kind: (cell.rows, cell.accuracy) for kind, cell in found.items()} == {
        RowType.IRRELEVANT: (1, 1.0),
        RowType.NO_SCENARIO: (1, 1.0),
        RowType.EVIDENCE: (2, 0.5),
    }


def test_intervals_resample_whole_trees() -> None:
    gold = [row(f"{tree}{n}", "Yes", tree=tree) for tree in "ab" for n in range(50)]
    evaluation = evaluate(gold, {r.utterance_id: "Yes" if r.tree_id == "a" else "No" for r in gold})
    assert evaluation.figures["micro_accuracy"] == 0.5
    assert evaluation.intervals["micro_accuracy"] == (0.0, 1.0)


@pytest.mark.parametrize("tree", ["", "the only one"])
def test_intervals_resample_rows_where_there_are_no_several_trees(tree: str) -> None:
    gold = [row(str(number), "Yes", tree=tree) for number in range(100)]
    evaluation = evaluate(gold, {str(n): "Yes" if n % 2 else "No" for n in range(100)})
    low, high = evaluation.intervals["micro_accuracy"]
    assert 0.38 <= low <= 0.42
    assert 0.58 <= high <= 0.62
    assert evaluation.warnings[-1].startswith(
        "The gold rows don't belong to several dialogue trees"
    )


_ANSWER = st.sampled_from(["Yes", "No", "Irrelevant", "more", "", "Is it red?", "Is it a b?"])


# The first example loads spaCy.
@given(st.lists(st.tuples(_ANSWER, _ANSWER), min_size=1, max_size=8))
def test_no_figure_is_ever_out_of_range_or_not_a_number(pairs: list[tuple[str, str]]) -> None:
    evaluation = scored(*pairs)
    for name, figure in evaluation.figures.items():
        low, high = evaluation.intervals[name]
        assert 0.0 <= low <= high <= 1.0
        assert 0.0 <= figure <= 1.0
    json.dumps(evaluation.to_dict(), allow_nan=False)


def test_to_dict_is_flat_json_under_the_official_names() -> None:
    parsed = json.loads(json.dumps(scored(*ALL_RIGHT).to_dict()))
    rest = ["rows", "intervals", "recall", "confusion", "by_row_type", "warnings"]
    assert list(parsed) == FIGURES + rest
    assert parsed["intervals"]["bleu_1"] == [0.0, 1.0]
    assert parsed["recall"] == {"yes": 1.0, "no": 1.0, "irrelevant": 1.0, "inquire": 1.0}
    assert parsed["confusion"]["no"] == {"yes": 0, "no": 1, "irrelevant": 0, "inquire": 0}
    assert parsed["by_row_type"]["no scenario"] == {"rows": 3, "accuracy": 1.0}


def write(path: Path, content: Any) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_of_several_predictions_for_one_id_the_last_counts(tmp_path: Path) -> None:
    answers = [("a", "Yes"), ("b", "Yes"), ("a", "No"), ("a", "Maybe?")]
    content = [{"utterance_id": name, "answer": answer} for name, answer in answers]
    predictions = read_predictions(write(tmp_path / "p.json", content))
    assert predictions.answers == {"a": "Maybe?", "b": "Yes"}
    assert predictions.warnings == (
        "More than one prediction for 1 of 2 ids (first: a): the last one counts,"
        " as in the official evaluation.",
    )


def test_fields_that_are_not_needed_and_empty_answers_are_accepted(tmp_path: Path) -> None:
    content = [{"utterance_id": "a", "answer": "", "confidence": 0.5}]
    predictions = read_predictions(write(tmp_path / "p.json", content))
    assert (predictions.answers, predictions.warnings) == ({"a": ""}, ())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"a": "Yes"}, "p.json: predictions are a JSON list of objects, this is none"),
        ([], "p.json: the list of predictions is empty"),
        ([{"utterance_id": "a"}], "p.json, row 1: answer: Field required"),
        (
            [{"utterance_id": "a", "answer": "Yes"}, {"utterance_id": 7, "answer": "Yes"}],
            "p.json, row 2: utterance_id: Input should be a valid string",
        ),
        (
            [{"utterance_id": "a", "answer": "?" * 10_001}],
            "row 1: answer: String should have at most 10000 characters",
        ),
        ([{"utterance_id": "a", "answer": None}], "row 1: answer: Input should be a valid string"),
    ],
)
def test_bad_predictions_are_named_by_file_row_and_field(
    tmp_path: Path, content: Any, sentence: str
) -> None:
    with pytest.raises(BadInput) as error:
        read_predictions(write(tmp_path / "p.json", content))
    assert str(error.value).endswith(sentence)


@pytest.fixture(scope="module")
def dev() -> list[Row]:
    if not DEV.exists():
        pytest.skip(f"ShARC is not at {DEV}")
    return parse_rows(load_json(DEV), source=str(DEV))


def test_dev_against_itself_is_perfect(dev: list[Row]) -> None:
    evaluation = evaluate(dev, {r.utterance_id: r.answer or "" for r in dev})
    assert set(evaluation.figures.values()) == {1.0}
    assert set(evaluation.intervals.values()) == {(1.0, 1.0)}
    assert evaluation.warnings == ()


def test_always_yes_on_dev(dev: list[Row]) -> None:
    figures = evaluate(dev, {r.utterance_id: "Yes" for r in dev}).figures
    assert figures["micro_accuracy"] == 0.3542
    assert figures["macro_accuracy"] == 0.25
    assert {figures[name] for name in FIGURES[2:]} == {0.0}
