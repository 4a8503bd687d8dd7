"""Confidence against accuracy, by hand and as a picture."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from e3.corpus.rows import Row
from e3.errors import BadInput, MissingExtra
from e3.evaluation.calibration import (
    BINS,
    SureDecision,
    calibration,
    draw_calibration,
    in_order,
    read_sure_decisions,
    sure_decision,
)
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply

YES = Decision.YES


def rows(*answers: str) -> list[Row]:
    conversation = Conversation(RuleText("You may row if you swim."), "May I row?")
    return [Row(str(number), "t", conversation, answer) for number, answer in enumerate(answers)]


def test_the_error_is_how_far_confidence_and_accuracy_are_apart() -> None:
    # Two bins: half of two rows that are 90 % sure are right, and the one that is 40 % sure.
    gold = rows("Yes", "No", "Yes")
    found = calibration(
        gold, [SureDecision(YES, 0.9), SureDecision(YES, 0.9), SureDecision(YES, 0.4)]
    )
    assert found.error == pytest.approx((2 * 0.4 + 0.6) / 3, abs=1e-4)
    assert (found.rows, found.accuracy) == (3, 0.6667)
    assert found.confidence == pytest.approx(2.2 / 3, abs=1e-4)
    filled = [each for each in found.bins if each.rows]
    assert [(each.rows, each.confidence, each.accuracy) for each in filled] == [
        (1, 0.4, 1.0),
        (2, 0.9, 0.5),
    ]


def test_confidence_that_is_right_on_average_has_no_error() -> None:
    gold = rows("Yes", "Yes", "Yes", "No")
    assert calibration(gold, [SureDecision(YES, 0.75)] * 4).error == 0.0


def test_every_confidence_has_a_bin() -> None:
    edges = [number / BINS for number in range(BINS + 1)]
    found = calibration(rows(*["Yes"] * len(edges)), [SureDecision(YES, edge) for edge in edges])
    assert [each.rows for each in found.bins] == [2, *[1] * (BINS - 1)]
    assert (found.bins[0].low, found.bins[-1].high) == (0.0, 1.0)
    empty = calibration(rows("Yes"), [SureDecision(YES, 1.0)]).bins[0]
    assert (empty.rows, empty.confidence, empty.accuracy) == (0, None, None)


def test_it_is_json_and_takes_replies_as_they_are() -> None:
    asked = Reply(Decision.INQUIRE, 0.8, "Do you swim?")
    found = calibration(rows("Do you row?"), [sure_decision(asked)])
    assert json.loads(json.dumps(found.to_dict()))["error"] == pytest.approx(0.2)
    with pytest.raises(BadInput, match="no row"):
        calibration([], [])


def line(name: str, **changes: Any) -> str:
    probabilities = {"yes": 0.7, "no": 0.3}
    value = {"utterance_id": name, "decision": "yes", "probabilities": probabilities}
    return json.dumps(value | changes) + "\n"


def test_explanations_are_read(tmp_path: Path) -> None:
    path = tmp_path / "why.jsonl"
    path.write_text(line("1", decision="no") + line("0", question=None))
    found = read_sure_decisions(path)
    assert found == {"0": SureDecision(YES, 0.7), "1": SureDecision(Decision.NO, 0.3)}
    assert in_order(rows("Yes", "No"), found, source="why") == [found["0"], found["1"]]
    with pytest.raises(BadInput, match=r"why: it explains no reply to 1 of 3 .*first: 2"):
        in_order(rows("Yes", "No", "No"), found, source="why")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (line("1", decision="perhaps"), "row 1: decision"),
        (line("1") + line("2", probabilities={"yes": 7}), "row 2: probabilities.yes"),
        (line("1", probabilities={}), "no probability of the decision: this model gives none"),
        ('{"utterance_id"', "row 1: this is not JSON"),
        ('[{"utterance_id": "1"}]\n', "should be a"),
    ],
)
def test_what_is_no_explanation(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "why.jsonl"
    path.write_text(content)
    with pytest.raises(BadInput, match=r"why\.jsonl") as caught:
        read_sure_decisions(path)
    assert sentence in str(caught.value)


def test_the_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = calibration(rows("Yes", "No"), [SureDecision(YES, 0.9), SureDecision(YES, 0.3)])
    path = tmp_path / "new" / "calibration.png"
    draw_calibration(found, path)
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="can't be written"):
        draw_calibration(found, tmp_path / "file" / "calibration.png")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"e3-reader\[plot\]"):
        draw_calibration(found, path)
