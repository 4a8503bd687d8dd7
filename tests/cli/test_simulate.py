"""`e3 simulate`: from a source and a model to a table."""

import json
import random
from importlib import resources
from pathlib import Path

import pytest
from tests.command_line import Run

from e3.corpus.making import tree_rows
from e3.corpus.rows import dump
from e3.corpus.sources import read_corpus
from e3.errors import BadInput
from e3.evaluation.simulation_results import read_simulated
from e3.readers.heuristic.system import HeuristicSystem


@pytest.fixture
def model(tmp_path: Path) -> Path:
    HeuristicSystem().save(tmp_path / "heuristic")
    return tmp_path / "heuristic"


@pytest.fixture
def policies(tmp_path: Path) -> Path:
    path = tmp_path / "policies.json"
    own = json.loads(resources.files("e3.corpus").joinpath("policies.json").read_bytes())
    path.write_text(json.dumps(own[:3]), encoding="utf-8")
    return path


@pytest.mark.parametrize("by", ["policies", "drafts", "reader"])
def test_a_table_and_the_same_in_json(
    run: Run, model: Path, policies: Path, tmp_path: Path, by: str
) -> None:
    ran = run("simulate", policies, "--by", by, "--model", model)
    assert (ran.code, ran.err) == (0, "")
    assert "without scenario  with scenario" in ran.out
    printed = run("simulate", policies, "--by", by, "--model", model, "--json").out
    found = json.loads(printed)
    assert found["command"] == f"e3 simulate {policies} --by {by} --model {model}"
    assert found["model"].startswith("heuristic ")
    assert (found["by"], found["drafter"] is None) == (by, by != "drafts")
    assert set(found) >= {"source", "commit", "with_scenario"}
    without = found["without_scenario"]
    lines = {line[:34].strip(): line[34:].split() for line in ran.out.splitlines()[1:]}
    assert lines["interviews"][0] == str(without["interviews"])
    assert lines["right answer, %"][0] == f"{100 * without['right']:.1f}"
    assert lines["questions"][0] == f"{without['questions']:.2f}"
    (tmp_path / "kept.json").write_text(printed)
    kept = read_simulated(tmp_path / "kept.json")
    assert [heading for heading, _ in kept.columns] == ["without scenario", "with scenario"]
    assert kept.without_scenario.right == without["right"]


def test_reviewed_policies_are_always_right(run: Run, model: Path, policies: Path) -> None:
    found = json.loads(
        run("simulate", policies, "--by", "policies", "--model", model, "--json").out
    )
    assert found["without_scenario"]["right"] == found["with_scenario"]["right"] == 1.0
    assert found["without_scenario"]["redundant"] == 0.0


def test_drafts_lead_unless_something_else_is_said(run: Run, model: Path, policies: Path) -> None:
    found = json.loads(run("simulate", policies, "--model", model, "--json").out)
    assert (found["by"], found["drafter"].split()[0]) == ("drafts", "network")


def test_rows_without_a_scenario(run: Run, model: Path, policies: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(dump(list(tree_rows(read_corpus(str(policies)), random.Random(0)))))
    ran = run("simulate", path, "--by", "policies", "--model", model)
    assert ran.code == 0
    assert "with scenario" not in ran.out.splitlines()[0].replace("without scenario", "")


def test_what_was_kept_by_0_1_was_led_by_a_reader() -> None:
    kept = Path(__file__).parents[2] / "results" / "simulate" / "reader-dev.json"
    assert read_simulated(kept).by == "reader"


def test_who_drafts_is_said_only_where_drafts_lead(run: Run, model: Path, policies: Path) -> None:
    ran = run("simulate", policies, "--by", "reader", "--drafter", "form", "--model", model)
    assert (ran.code, "--drafter is for --by drafts" in ran.err) == (2, True)
    ran = run("simulate", policies, "--drafter", "none", "--model", model)
    assert (ran.code, "there is no drafter 'none'" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("source", "sentence"), [("none.json", "there is no such file"), ("policies:x", "the parts")]
)
def test_what_can_not_be_simulated(run: Run, model: Path, source: str, sentence: str) -> None:
    ran = run("simulate", source, "--model", model)
    assert (ran.code, sentence in ran.err) == (2, True)


def test_a_kept_simulation_that_can_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text('{"command": "e3 simulate"}')
    with pytest.raises(BadInput, match=r"kept\.json: .*source: Field required"):
        read_simulated(path)
