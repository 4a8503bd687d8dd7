"""E3 with states as it is shipped: one ONNX file and a tokenizer, read without torch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from e3.conversation import Conversation, Reply
from e3.reader.batches import batches_within
from e3.reader.inputs import InputBuilder
from e3.reader.states import ReadScores, reply_of
from e3.reader.units import UnitInput, unit_input

MODEL_FILE = "model.onnx"
INPUTS = ("ids", "segments", "mask", "rule_text", "markers", "kinds")
OUTPUTS = ("decision", "states", "inquiry", "ends", "openings")

_BATCH_PIECES = 2**11
"""Word pieces that are read at once; more at once is no faster on a CPU, and takes memory."""

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class OnnxSystem:
    """An exported model."""

    session: Any
    builder: InputBuilder
    openings: tuple[str, ...]
    temperature: float

    @classmethod
    def load(cls, folder: Path) -> OnnxSystem:
        """Reads what `e3 export` wrote."""
        import onnxruntime  # noqa: PLC0415 - slow to load, and only models need it

        settings = json.loads((folder / "model.json").read_text())
        session = onnxruntime.InferenceSession(
            folder / MODEL_FILE, providers=["CPUExecutionProvider"]
        )
        builder = InputBuilder.load(folder)
        return cls(session, builder, tuple(settings["openings"]), settings["temperature"])

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        inputs = [unit_input(self.builder, conversation) for conversation in conversations]
        replies: dict[int, Reply] = {}
        for rows in batches_within([len(each.encoder.ids) for each in inputs], _BATCH_PIECES):
            part = [inputs[row] for row in rows]
            found = self.session.run(OUTPUTS, padded(part))
            for place, row in enumerate(rows):
                decision, states, inquiry, ends, openings = (each[place] for each in found)
                count = len(inputs[row].markers)
                scores = ReadScores(decision, states[:count], inquiry[:count], ends, openings)
                replies[row] = reply_of(
                    conversations[row],
                    inputs[row],
                    scores,
                    openings=self.openings,
                    temperature=self.temperature,
                )
        return [replies[row] for row in range(len(inputs))]


def padded(inputs: Sequence[UnitInput]) -> Arrays:
    """A batch as the model takes it; items are padded with kind -1."""
    width = max(len(each.encoder.ids) for each in inputs)
    most = max(len(each.markers) for each in inputs)
    ids = np.zeros((len(inputs), width), dtype=np.int64)
    segments, mask = np.zeros_like(ids), np.zeros_like(ids)
    rule_text = np.zeros((len(inputs), width), dtype=np.bool_)
    markers = np.zeros((len(inputs), most), dtype=np.int64)
    kinds = np.full((len(inputs), most), -1, dtype=np.int64)
    for row, each in enumerate(inputs):
        pieces, items = len(each.encoder.ids), len(each.markers)
        ids[row, :pieces] = each.encoder.ids
        segments[row, :pieces] = each.encoder.segments
        mask[row, :pieces] = 1
        rule_text[row, each.encoder.rule_start : each.encoder.rule_end] = True
        markers[row, :items] = each.markers
        kinds[row, :items] = each.kinds
    return dict(zip(INPUTS, (ids, segments, mask, rule_text, markers, kinds), strict=True))
