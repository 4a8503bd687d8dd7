"""Runs become rows of the tables: over seeds, beside the paper, and drawn."""

import sys
from pathlib import Path
from statistics import stdev
from typing import Any

import pytest
from tests.made_runs import make_run, measured

from e3.corpus.rows import RowType
from e3.errors import BadInput, MissingExtra
from e3.evaluation.published import DEV, LATER, TEST, misprints
from e3.evaluation.runs import FIGURES, find_runs, given_runs, read_run
from e3.evaluation.table_picture import draw_table
from e3.evaluation.table_rows import OurRows, our_rows
from e3.reading.conversation import Decision


def ours_of(*folders: Path) -> OurRows:
    return our_rows(run for folder in folders for run in read_run(folder))


def test_seeds_become_a_mean_and_a_sample_deviation(tmp_path: Path) -> None:
    values = [0.30, 0.34, 0.35]
    folders = [
        make_run(tmp_path / str(seed), {"E3": measured(value)}, seed=seed, commit=f"c{seed % 2}")
        for seed, value in enumerate(values)
    ]
    (row,) = ours_of(*reversed(folders)).rows
    assert [run.seed for run in row.runs] == [0, 1, 2]
    assert row.commits == ("c0", "c1")
    assert row.figures["combined"].mean == pytest.approx(0.33)
    assert row.figures["combined"].deviation == pytest.approx(stdev(values))
    assert str(row.figures["combined"]) == "33.0 ± 2.6"
    assert row.confusion[Decision.YES][Decision.NO] == 9
    assert Decision.IRRELEVANT not in row.recall
    assert str(row.by_row_type[RowType.NO_SCENARIO]) == "33.0 ± 2.6"


def test_one_seed_has_no_deviation(tmp_path: Path) -> None:
    (row,) = ours_of(make_run(tmp_path / "r", {"E3": measured(0.3)})).rows
    assert str(row.figures["combined"]) == "30.0"
    assert row.to_dict()["combined"] == {"mean": 0.3, "deviation": None}


def test_rows_are_grouped_by_name_encoder_and_evaluation_rows_in_the_papers_order(
    tmp_path: Path,
) -> None:
    ours = ours_of(
        make_run(tmp_path / "1", {"Heuristic": measured()}, encoder=""),
        make_run(tmp_path / "2", {"BERTQA": measured()}),
        make_run(tmp_path / "3", {"E3": measured(), "E3 -edit": measured()}),
        make_run(tmp_path / "4", {"E3": measured()}, encoder="large"),
        make_run(tmp_path / "5", {"E3": measured(rows=7)}),
    )
    assert [(row.system, row.encoder, row.rows) for row in ours.rows] == [
        ("E3", "large", 2_270),
        ("E3", "small", 7),
        ("E3", "small", 2_270),
        ("E3 -edit", "small", 2_270),
        ("BERTQA", "small", 2_270),
        ("Heuristic", "", 2_270),
    ]
    assert ours.notes == ()


def test_the_later_of_two_runs_with_one_seed_counts_and_is_noted(tmp_path: Path) -> None:
    first = make_run(tmp_path / "b", {"E3": measured(0.1)})
    second = make_run(tmp_path / "a", {"E3": measured(0.2)})
    ours = ours_of(first, second)
    assert [str(row.figures["combined"]) for row in ours.rows] == ["20.0"]
    assert ours.notes == (
        f"E3 with encoder small and seed 0 is in {first} and, later, in {second}:"
        " the later one counts.",
    )


def test_the_best_row_is_on_dev_even_if_others_have_higher_figures(tmp_path: Path) -> None:
    ours = ours_of(
        make_run(tmp_path / "1", {"E3": measured(0.9, rows=7)}),
        make_run(tmp_path / "2", {"E3": measured(0.2)}),
        make_run(tmp_path / "3", {"BERTQA": measured(0.3)}),
    )
    assert ours.best is not None
    assert ours.best.system == "BERTQA"
    assert our_rows([]).best is None


def test_runs_are_found_at_and_below_a_folder_if_they_are_finished(tmp_path: Path) -> None:
    deep = make_run(tmp_path / "deep" / "run", {})
    (make_run(tmp_path / "unfinished", {}) / "run.json").unlink()
    assert find_runs(tmp_path) == [deep]
    assert find_runs(deep) == [deep]
    assert find_runs(tmp_path / "nowhere") == []


def test_a_named_folder_must_be_there_and_hold_a_run(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere: there is no such folder"):
        given_runs(tmp_path / "nowhere")
    with pytest.raises(BadInput, match=r"there is no run with metrics\.json and run\.json here"):
        given_runs(tmp_path)


@pytest.mark.parametrize(
    ("metrics", "sentence"),
    [
        ([], "Input should be an object"),
        ({"E3": measured(bleu_4=53.7)}, "E3.bleu_4: Input should be less than or equal"),
        ({"E3": {"rows": 1}}, "E3.micro_accuracy: Field required"),
        ({"E3": measured(confusion={"yes": {}})}, "E3.confusion: a count is missing"),
    ],
)
def test_a_broken_run_is_one_sentence(tmp_path: Path, metrics: Any, sentence: str) -> None:
    folder = make_run(tmp_path / "run", metrics)
    with pytest.raises(BadInput) as raised:
        read_run(folder)
    assert str(raised.value).startswith(f"{folder / 'metrics.json'}: {sentence}")


def test_a_run_cut_short_is_one_sentence(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", {"E3": measured()})
    (folder / "run.json").write_text('{"seed": ', encoding="utf-8")
    with pytest.raises(BadInput, match=r"run\.json: this is not JSON"):
        read_run(folder)


def test_the_papers_one_misprint_is_told_and_no_other() -> None:
    assert misprints(DEV) == [
        "The paper prints 23.7 as Comb. of BERTQA; its macro accuracy times BLEU4 is 26.4."
    ]
    assert misprints(TEST) == misprints(LATER) == []


def test_published_figures_are_fractions_like_ours() -> None:
    assert DEV[0].figures == {
        "micro_accuracy": 0.68,
        "macro_accuracy": 0.734,
        "bleu_1": 0.669,
        "bleu_4": 0.537,
        "combined": 0.394,
        "f1_bleu_4": None,
    }
    assert DEV[0].figures.keys() == FIGURES.keys()
    assert LATER[1].product is None


def test_the_picture_is_a_png(tmp_path: Path) -> None:
    ours = ours_of(
        make_run(tmp_path / "1", {"E3": measured(0.3)}),
        make_run(tmp_path / "2", {"E3": measured(0.4)}, seed=1),
        make_run(tmp_path / "3", {"Heuristic": measured(rows=7)}, encoder=""),
    )
    path = tmp_path / "new" / "table.png"
    draw_table(ours.rows, path)
    assert path.read_bytes().startswith(b"\x89PNG")
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=r"table\.png: can't be written: "):
        draw_table(ours.rows, tmp_path / "file" / "table.png")


def test_without_matplotlib_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install 'e3-reader\[plot\]'"):
        draw_table((), tmp_path / "table.png")
