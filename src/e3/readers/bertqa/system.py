"""BERTQA as a system: how it reads, and how it is kept in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from e3.networks.inference import read_inputs
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.networks.saved import load_network, save_network
from e3.readers.bertqa.decoding import bertqa_input, decode
from e3.readers.bertqa.network import BertQANetwork
from e3.reading.conversation import Conversation, Reply
from e3.reading.model_folder import write_settings


@dataclass(frozen=True)
class BertQASystem:
    """BERTQA."""

    network: BertQANetwork
    builder: InputBuilder
    device: torch.device

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        inputs = [bertqa_input(self.builder, conversation) for conversation in conversations]

        def read(rows: list[int], packed: PackedInputs, picked: PickedRows) -> Iterator[Reply]:
            found = self.network.scores(packed.gather(picked)).cpu().numpy()
            for row, scores in zip(rows, found, strict=True):
                yield decode(inputs[row], conversations[row], scores)

        return read_inputs(self.network, inputs, self.device, read)

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        save_network(folder, self.network, self.builder)
        write_settings(folder, system="bertqa")

    @classmethod
    def load(cls, folder: Path, device: torch.device) -> BertQASystem:
        """Reads what `save` wrote."""
        network, builder = load_network(folder, lambda e: BertQANetwork(e, dropout=0.0))
        return cls(network.to(device), builder, device)
