"""E3 with states as a system: how it reads, and how it is kept in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from e3.networks.encoder import Encoder
from e3.networks.inference import read_inputs
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.networks.saved import load_network, save_network
from e3.readers.states.decoding import SCORES, ReadScores, reply_of
from e3.readers.states.network import StateNetwork
from e3.readers.states.settings import StateSettings
from e3.readers.states.unit_batches import UnitItems
from e3.readers.states.units import UnitInput, unit_input
from e3.reading.conversation import Conversation, Reply
from e3.reading.model_folder import SETTINGS_FILE, read_as, write_settings


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
        """What the network makes of inputs."""
        if not inputs:
            return []
        items = UnitItems(inputs, self.device)

        def read(rows: list[int], packed: PackedInputs, picked: PickedRows) -> Iterator[ReadScores]:
            found = self.network(items.batch(packed, picked))
            arrays = [getattr(found, name).cpu().numpy() for name in SCORES]
            for row, of_row in zip(rows, zip(*arrays, strict=True), strict=True):
                count = len(inputs[row].markers)
                decision, states, inquiry, ends, openings = of_row
                yield ReadScores(decision, states[:count], inquiry[:count], ends, openings)

        encoder_inputs = [each.encoder for each in inputs]
        return read_inputs(self.network, encoder_inputs, self.device, read)

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        save_network(folder, self.network, self.builder)
        write_settings(
            folder,
            system="states",
            layers=len(self.network.across),
            temperature=self.temperature,
            openings=self.openings,
        )

    @classmethod
    def load(cls, folder: Path, device: torch.device) -> StateSystem:
        """Reads what `save` wrote."""
        settings = read_as(StateSettings, folder / SETTINGS_FILE)
        openings = tuple(settings.openings)

        def made(encoder: Encoder) -> StateNetwork:
            return StateNetwork(
                encoder, layers=settings.layers, openings=len(openings), dropout=0.0
            )

        network, builder = load_network(folder, made)
        return cls(network.to(device), builder, openings, device, settings.temperature)
