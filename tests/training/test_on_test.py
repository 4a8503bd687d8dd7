from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import json

from tests.made_runs import make_run as make_figures
from tests.made_runs import measured
from tests.tiny import make_encoder, make_run

from e3.corpus.rows import Row
from e3.evaluation.runs import read_run
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation
from e3.training.on_test import measure_on_test


def test_a_run_with_an_editor_is_measured_without_it_too(tmp_path: Path) -> None:
    folder = make_figures(tmp_path / "e3-0", {"E3": measured(), "E3 -edit": measured()})
    make_run(folder, make_encoder(tmp_path / "encoder"))
    conversation = Conversation(RuleText("You can stay if you pay rent."), "Can I stay?")
    rows = [Row("1", "tree", conversation, "Do you pay rent?")]
    done: list[int] = []
    measure_on_test(folder, rows, source="test.json", progress=done.append)
    tested = [run for run in read_run(folder) if run.on_test]
    assert [run.system for run in tested] == ["E3", "E3 -edit"]
    assert {run.rows for run in tested} == {1}
    assert sum(done) == 1
    assert json.loads((folder / "test.json").read_text())["source"] == "test.json"
