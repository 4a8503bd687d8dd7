"""E3 with states as a system: how it reads, and how it is kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_model, save_model

from e3.conversation import Conversation, Reply
from e3.model.encoder import Encoder
from e3.model.packed import PackedInputs
from e3.model.states import StateNetwork
from e3.model.unit_batches import UnitItems
from e3.reader.inputs import InputBuilder
from e3.reader.states import ReadScores, reply_of
from e3.reader.units import UnitInput, unit_input

_BATCH = 128


@dataclass(frozen=True)
class StateSystem:
    """E3 with states."""

    network: StateNetwork
    builder: InputBuilder
    openings: tuple[str, ...]
    device: torch.device
    temperature: float = 1.0
    """Divides the scores of the decisions, so that their probabilities mean what they say."""

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        inputs = [unit_input(self.builder, conversation) for conversation in conversations]
        return [
            reply_of(
                conversation,
                each,
                scores,
                openings=self.openings,
                temperature=self.temperature,
            )
            for conversation, each, scores in zip(
                conversations, inputs, self.scores(inputs), strict=True
            )
        ]

    def scores(self, inputs: Sequence[UnitInput]) -> list[ReadScores]:
        """What the network makes of inputs; batches are made of like lengths."""
        found: dict[int, ReadScores] = {}
        if not inputs:
            return []
        packed = PackedInputs([each.encoder for each in inputs], self.device)
        items = UnitItems(inputs, self.device)
        order = np.argsort(packed.lengths, kind="stable")
        self.network.eval()
        cuda = self.device.type == "cuda"
        with torch.inference_mode(), torch.autocast(self.device.type, torch.bfloat16, cuda):
            for at in range(0, len(order), _BATCH):
                rows = order[at : at + _BATCH]
                scores = self.network(items.batch(packed, packed.pick(rows)))
                parts = (
                    scores.decision,
                    scores.states,
                    scores.inquiry,
                    scores.ends,
                    scores.openings,
                )
                arrays = [part.cpu().numpy() for part in parts]
                for place, row in enumerate(rows):
                    count = len(inputs[row].markers)
                    decision, states, inquiry, ends, openings = (a[place] for a in arrays)
                    found[int(row)] = ReadScores(
                        decision, states[:count], inquiry[:count], ends, openings
                    )
        return [found[row] for row in range(len(inputs))]

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        self.network.encoder.save(folder)
        self.builder.save(folder)
        save_model(self.network, str(folder / "weights.safetensors"))
        settings = {
            "system": "states",
            "layers": len(self.network.across),
            "temperature": self.temperature,
            "openings": self.openings,
        }
        (folder / "model.json").write_text(json.dumps(settings, indent=1) + "\n")

    @classmethod
    def load(cls, folder: Path, device: torch.device) -> StateSystem:
        """Reads what `save` wrote."""
        settings = json.loads((folder / "model.json").read_text())
        openings = tuple(settings["openings"])
        network = StateNetwork(
            Encoder.untrained(folder),
            layers=settings["layers"],
            openings=len(openings),
            dropout=0.0,
        )
        load_model(network, folder / "weights.safetensors")
        builder = InputBuilder.load(folder)
        return cls(network.to(device), builder, openings, device, settings["temperature"])
