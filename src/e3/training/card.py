"""The model card: what an exported model is, from what it was made, and what it is worth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from e3.errors import BadInput
from e3.evaluation.runs import FIGURES
from e3.files import parse_json, read_bytes
from e3.training.licences import (
    HUMAN_SPANS,
    OUR_SCENARIOS,
    Material,
    encoder_of,
    pairs_of,
    source_of,
)
from e3.training.measure import METRICS_FILE
from e3.training.recipe import training_parts
from e3.training.run_files import RunFiles, read_export_figures

CARD_FILE = "README.md"

_LIMITS = """\
- English alone, as it is written on public-service websites.
- Short texts: {longest:,} word pieces for rule text, question, scenario and history together. A
  longer turn is refused, never cut.
- It has learnt from {texts}.
  Texts of another kind, from another country or in another tone may be read less well than the
  figures say.
- Stories are what it is worst at: rows of the type “scenario with evidence”, where it has to
  conclude from what a person tells in their own words.
- It reads “you can if” as “only if”, as its training data does.
- It is no legal advice. A person answers for what is done with a reply; the rules and the
  confidence that come with it are there to check it by."""


def model_card(run: Path, folder: Path, *, speed: Mapping[str, Any] | None = None) -> str:
    """The card of the model in `folder`, which was exported from `run`.

    What the run does not say the card leaves out; `speed` is what benchmarks/turn.py printed.
    """
    files = RunFiles.read(run)
    recipe, facts, figures = files.recipe, files.facts, files.figures
    settings, inputs = (_json(folder / f"{name}.json") for name in ("model", "inputs"))
    exported = read_export_figures(folder / METRICS_FILE)
    name = recipe.get("name") or run.resolve().name
    parts = [
        f"# {name}",
        "A reader of E3: it finds the rules of a policy text, says of each whether it is met,"
        " decides, and asks for what is missing. Written by `e3 export`.",
        _table(["", ""], _facts(recipe, facts, settings, folder)),
        *_section("What it is worth", _worth(figures, exported)),
        *_section("Confidence", _confidence(settings, exported)),
        *_section("Speed", _speed(speed or {})),
        *_section("What it was made from", _materials(recipe)),
        "## Limits",
        _LIMITS.format(longest=inputs["max_length"], texts=_texts(recipe)),
        *_section("Recipe", _recipe(recipe)),
    ]
    return "\n\n".join(parts) + "\n"


def _section(title: str, parts: Iterable[str]) -> list[str]:
    """A heading and what stands under it; nothing where nothing does."""
    found = list(parts)
    return [f"## {title}", *found] if found else []


def _facts(
    recipe: Mapping[str, Any],
    facts: Mapping[str, Any],
    settings: Mapping[str, Any],
    folder: Path,
) -> Iterator[Sequence[str]]:
    model = recipe.get("model") or {}
    if encoder := model.get("encoder"):
        yield "encoder", _said(encoder_of(encoder))
    if start := model.get("start"):
        yield "goes on from", f"`{Path(start).name}`, which learnt before"
    for teacher in model.get("teachers", ()):
        yield "taught by", _teacher(Path(teacher))
    if facts:
        yield "seed", str(facts.get("seed", 0))
        yield "commit", f"`{facts.get('commit', '')}`, e3 {facts.get('e3', '')}"
        yield "trained on", f"{facts.get('rows', 0):,} rows, {facts.get('device', '')}"
    if openings := settings.get("openings"):
        yield "openings of questions", f"{len(openings):,}"
    yield "size", f"{sum(path.stat().st_size for path in folder.iterdir()) / 1e6:.1f} MB"


def _teacher(run: Path) -> str:
    """A run that the model learnt from, with its encoder where the run is still there."""
    files = RunFiles.read(run)
    encoder = (files.recipe.get("model") or {}).get("encoder")
    if not encoder:
        return f"`{run.name}`"
    return f"`{run.name}`: {_said(encoder_of(encoder))}, seed {files.facts.get('seed', 0)}"


def _worth(figures: Mapping[str, Any], exported: Mapping[str, Any]) -> Iterator[str]:
    if exported:
        ours, theirs = exported["exported"], exported["unquantised"]
        yield (
            "This file, with weights of few bits, and the model it was made from,"
            f" on {ours['rows']:,} rows of `{Path(exported['source']).name}`, in percent."
            f" {exported['same_decision']:.1%} of the decisions are the same."
        )
        lines = [
            [title, _percent(one), _percent(other), _difference(one, other)]
            for (title, one), (_, other) in zip(_lines(ours), _lines(theirs), strict=True)
        ]
        yield _table(["", "this file", "before", "difference"], lines)
    if figures:
        yield "The trained model, as its run measured it, in percent."
        columns = [dict(_lines(each)) for each in figures.values()]
        titles = {title: None for column in columns for title in column}
        rows = ([title, *(_percent(column.get(title)) for column in columns)] for title in titles)
        yield _table(["", *figures], rows)


def _lines(measured: Mapping[str, Any]) -> Iterator[tuple[str, float | None]]:
    """The figures of one measurement, with their titles."""
    for name, title in FIGURES.items():
        yield title, measured.get(name)
    for decision, share in measured.get("recall", {}).items():
        yield f"recall of {decision}", share
    for kind, found in measured.get("by_row_type", {}).items():
        yield f"right: {kind}", found["accuracy"]
    if sure := measured.get("calibration"):
        yield "calibration error", sure["error"]


def _confidence(settings: Mapping[str, Any], exported: Mapping[str, Any]) -> Iterator[str]:
    temperature = settings.get("temperature", 1)
    yield (
        f"The scores of the decisions are divided by {temperature:.3g}, fitted on rows that the"
        " model did not learn from; its best weights were picked by them too."
        if temperature != 1
        else "The scores of the decisions are taken as they are: no temperature was fitted."
    )
    if exported:
        bins = exported["exported"]["calibration"]["bins"]
        lines = [
            [
                f"{_percent(each['low'])} to {_percent(each['high'])}",
                _percent(each["confidence"]),
                _percent(each["accuracy"]),
                f"{each['rows']:,}",
            ]
            for each in bins
            if each["rows"]
        ]
        yield _table(["confidence", "mean", "right", "rows"], lines)


def _speed(speed: Mapping[str, Any]) -> Iterator[str]:
    if not speed:
        return
    yield (
        f"On {speed['cpu']}, {speed['threads']} threads, measured by `benchmarks/turn.py` in one"
        f" run: a turn of {speed['word_pieces']:.0f} word pieces takes"
        f" {speed['turn_ms']['mean']:.0f} ms, {speed['times_faster']:.1f} times less than a"
        f" BERT-base in PyTorch on inputs padded to {speed['padded_to']}"
        f" ({speed['bert_base_ms']['mean']:.0f} ms). Loading takes"
        f" {speed['load_s']['median']:.2f} s, and {speed['peak_memory_mb']:.0f} MB are used at"
        " most."
    )


def _materials(recipe: Mapping[str, Any]) -> Iterator[str]:
    data, model = recipe.get("data"), recipe.get("model") or {}
    if not data:
        return
    found: dict[Material, None] = {}
    if encoder := model.get("encoder"):
        found[encoder_of(encoder)] = None
    found |= {source_of(source): None for source in data["train"]}
    if data.get("scenarios"):
        found[OUR_SCENARIOS] = None
    if data.get("human_spans"):
        found[HUMAN_SPANS] = None
    found |= {pairs_of(file): None for file in model.get("pairs", ())}
    yield _table(["", "licence"], [[each.name, each.licence] for each in found])


def _texts(recipe: Mapping[str, Any]) -> str:
    """How many rule texts there were to learn from, where the sources can still be read."""
    data = recipe.get("data") or {}
    counts = []
    for source in data.get("train", ()):
        try:
            corpus, _ = training_parts(source, data.get("held_out", 0.0), data.get("longest", 0))
        except BadInput:
            continue
        texts = {row.conversation.rule_text.text for row in corpus.rows}
        counts.append(f"{len(texts):,} of {source_of(source).name}")
    return f"few rule texts: {', '.join(counts)}" if counts else "a few hundred rule texts"


def _recipe(recipe: Mapping[str, Any]) -> Iterator[str]:
    if recipe:
        settings = json.dumps(recipe, indent=1, ensure_ascii=False)
        block = f"```json\n{settings}\n```"
        yield f"<details><summary>All settings</summary>\n\n{block}\n\n</details>"


def _json(path: Path) -> dict[str, Any]:
    """The object in a file that was written just now."""
    found: dict[str, Any] = parse_json(read_bytes(path), source=str(path))
    return found


def _said(material: Material) -> str:
    return f"{material.name} (licence: {material.licence})"


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _difference(one: float | None, other: float | None) -> str:
    return "-" if one is None or other is None else f"{100 * (one - other):+.1f}"
