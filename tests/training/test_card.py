"""The model card says what the run and the export left behind, and no more."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.made_runs import measured

from e3.errors import BadInput
from e3.training.card import model_card
from e3.training.licences import UNKNOWN, encoder_of, pairs_of, source_of

RECIPE: dict[str, Any] = {
    "name": "E3 small",
    "data": {
        "train": ["policies:evaluation", "elsewhere/sharc/train.json", "mine.json"],
        "scenarios": ["scenarios"],
        "human_spans": "rule_spans.json",
    },
    "model": {"encoder": "encoders/gte-small", "dropout": 0.125, "teachers": []},
}
RUN = {"seed": 3, "commit": "abc123+", "e3": "0.1.0", "rows": 21_000, "device": "a GPU"}


def write(folder: Path, **files: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    settings = {"system": "onnx", "temperature": 1.3456, "openings": ["do you", "are you"]}
    return write(tmp_path / "exported", model=settings, inputs={"max_length": 512})


def sections(card: str) -> dict[str, str]:
    """What stands under each heading."""
    title, *rest = card.split("\n## ")
    return {"": title} | {part.partition("\n")[0]: part.partition("\n")[2] for part in rest}


def test_all_that_is_known_is_said(tmp_path: Path, exported: Path) -> None:
    teacher = write(
        tmp_path / "large-1", run={"seed": 1}, recipe={"model": {"encoder": "encoders/mpnet"}}
    )
    recipe = RECIPE | {"model": RECIPE["model"] | {"teachers": [str(teacher), "gone/large-2"]}}
    figures = {"E3 small": measured(0.75), "E3 small, held-out": measured(0.625)}
    run = write(tmp_path / "run", recipe=recipe, run=RUN, metrics=figures)
    found = sections(model_card(run, exported))
    assert found[""].startswith("# E3 small\n")
    for line in (
        "| encoder | gte-small (licence: MIT) |",
        "| taught by | `large-1`: all-mpnet-base-v2 (licence: Apache-2.0), seed 1 |",
        "| taught by | `large-2` |",
        "| seed | 3 |",
        "| commit | `abc123+`, e3 0.1.0 |",
        "| trained on | 21,000 rows, a GPU |",
        "| openings of questions | 2 |",
    ):
        assert line in found[""].splitlines()
    worth = found["What it is worth"].splitlines()
    for line in (
        "|  | E3 small | E3 small, held-out |",
        "| micro | 75.0 | 62.5 |",
        "| recall of irrelevant | - | - |",
        "| right: no scenario | 75.0 | 62.5 |",
    ):
        assert line in worth
    materials = found["What it was made from"]
    for words in ("gte-small | MIT", "CC BY-SA 3.0", "invented | Apache-2.0", "our own"):
        assert words in materials
    assert f"| mine.json | {UNKNOWN} |" in materials
    assert "512 word pieces" in found["Limits"]
    assert " of the policies of this project, invented." in found["Limits"]
    assert "divided by 1.35" in found["Confidence"]
    assert '"dropout": 0.125' in found["Recipe"]
    assert "Speed" not in found


def test_a_run_that_left_nothing_has_a_card_too(tmp_path: Path, exported: Path) -> None:
    settings = {"temperature": 1.0, "openings": []}
    found = sections(model_card(tmp_path / "bare", write(exported, model=settings)))
    assert list(found) == ["", "Confidence", "Limits"]
    assert found[""].startswith("# bare\n")
    assert "no temperature was fitted" in found["Confidence"]
    assert "a few hundred rule texts" in found["Limits"]


def test_the_figures_of_the_exported_model_stand_first(tmp_path: Path, exported: Path) -> None:
    bins = [
        {"low": 0.8, "high": 0.8667, "rows": 1_200, "confidence": 0.84, "accuracy": 0.8},
        {"low": 0.8667, "high": 0.9333, "rows": 0, "confidence": None, "accuracy": None},
    ]
    found = {
        "source": "/data/dev.json",
        "exported": measured(0.741, calibration={"error": 0.031, "bins": bins}),
        "unquantised": measured(0.745, calibration={"error": 0.03, "bins": bins}),
        "same_decision": 0.987,
    }
    run = write(tmp_path / "run", metrics={"E3 small": measured(0.75)})
    card = sections(model_card(run, write(exported, metrics=found)))
    worth = card["What it is worth"]
    assert "on 2,270 rows of `dev.json`" in worth
    assert "98.7% of the decisions are the same" in worth
    assert "| micro | 74.1 | 74.5 | -0.4 |" in worth
    assert "| calibration error | 3.1 | 3.0 | +0.1 |" in worth
    assert worth.index("| micro | 74.1") < worth.index("| micro | 75.0")
    assert "| 80.0 to 86.7 | 84.0 | 80.0 | 1,200 |" in card["Confidence"]
    assert "86.7 to 93.3" not in card["Confidence"]


@pytest.mark.parametrize(
    ("name", "known", "licence"),
    [
        ("gte-small", "gte-small", "MIT"),
        ("thenlper/gte-small", "gte-small", "MIT"),
        ("sentence-transformers/all-MiniLM-L6-v2", "all-MiniLM-L6-v2", "Apache-2.0"),
        ("encoders/mpnet", "all-mpnet-base-v2", "Apache-2.0"),
        ("encoders/gte-large", "gte-large", UNKNOWN),
    ],
)
def test_licences_of_encoders(name: str, known: str, licence: str) -> None:
    found = encoder_of(name)
    assert (found.name, found.licence) == (known, licence)


def test_licences_of_data() -> None:
    assert source_of("policies:train") == source_of("policies")
    assert source_of("pages:train") == source_of("pages")
    assert source_of("pages").licence == "Apache-2.0"
    assert source_of("sharc1-official.zip:train").licence == "CC BY-SA 3.0"
    assert source_of("../policies.json").licence == UNKNOWN
    assert pairs_of("nli/snli_1.0_train.jsonl").licence == "CC BY-SA 4.0"
    assert pairs_of("pairs.jsonl").licence == UNKNOWN


@pytest.mark.parametrize(
    ("file", "content", "field"),
    [
        ("recipe", {**RECIPE, "data": {}}, "data.train: Field required"),
        ("recipe", {"model": {"teachers": 7}}, "model.teachers: "),
        ("run", {**RUN, "rows": "many"}, "rows: "),
        ("metrics", {"E3": measured(2.0)}, "E3.micro_accuracy: "),
        (
            "metrics",
            {"E3": measured(by_row_type={"no scenario": {}})},
            "E3.by_row_type.no scenario",
        ),
        ("metrics", [], "Input should be an object"),
    ],
)
def test_what_it_can_not_repeat_is_named(
    tmp_path: Path, exported: Path, file: str, content: Any, field: str
) -> None:
    run = write(tmp_path / "run", **{"recipe": RECIPE, "run": RUN, file: content})
    with pytest.raises(BadInput) as caught:
        model_card(run, exported)
    assert str(caught.value).startswith(f"{run / file}.json: {field}")
