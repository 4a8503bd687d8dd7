"""Seq2Seq as a system: how it reads, and how it is kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from e3.baselines.seq2seq.data import (
    END,
    MAX_REPLY,
    Seq2SeqExample,
    Vocabulary,
    make_example,
    padded,
)
from e3.baselines.seq2seq.network import Seq2SeqNetwork
from e3.conversation import CONCLUSIONS, Conversation, Decision, Reply
from e3.reader.batches import batches_within
from e3.text import as_sentence

_BATCH_WORDS = 2**15
"""Source words that are read at once; a longer source is read whole, and alone."""


@dataclass(frozen=True)
class Seq2SeqSystem:
    """Seq2Seq."""

    network: Seq2SeqNetwork
    vocabulary: Vocabulary
    device: torch.device

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        examples = [make_example(self.vocabulary, each) for each in conversations]
        lengths = [len(example.source) for example in examples]
        replies: dict[int, Reply] = {}
        self.network.eval()
        cuda = self.device.type == "cuda"
        with torch.inference_mode(), torch.autocast(self.device.type, torch.bfloat16, cuda):
            for rows in batches_within(lengths, _BATCH_WORDS):
                source = padded([examples[row].source for row in rows]).long().to(self.device)
                said, chances = self.network.greedy(source, MAX_REPLY)
                for row, ids, each in zip(rows, said.tolist(), chances.tolist(), strict=True):
                    replies[row] = self._reply(examples[row], ids, each)
        return [replies[row] for row in range(len(examples))]

    def _reply(self, example: Seq2SeqExample, ids: list[int], chances: list[float]) -> Reply:
        end = ids.index(END) if END in ids else len(ids)
        words = self.vocabulary.said(ids[:end], example.unknown)
        conclusion = CONCLUSIONS.get(" ".join(words))
        return Reply(
            decision=conclusion or Decision.INQUIRE,
            confidence=min(1.0, prod(chances[: end + 1])),
            question=None if conclusion else as_sentence(words),
        )

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        weights = {name: weight.cpu() for name, weight in self.network.state_dict().items()}
        save_file(weights, folder / "weights.safetensors")
        (folder / "words.json").write_text(json.dumps(self.vocabulary.words))
        settings = {
            "system": "seq2seq",
            "word_width": self.network.words.embedding_dim,
            "width": self.network.decoder.hidden_size,
        }
        (folder / "model.json").write_text(json.dumps(settings, indent=1) + "\n")

    @classmethod
    def load(cls, folder: Path, device: torch.device) -> Seq2SeqSystem:
        """Reads what `save` wrote."""
        vocabulary = Vocabulary(tuple(json.loads((folder / "words.json").read_text())))
        settings = json.loads((folder / "model.json").read_text())
        vectors = torch.zeros(len(vocabulary), settings["word_width"])
        network = Seq2SeqNetwork(vectors, width=settings["width"], dropout=0.0)
        network.load_state_dict(load_file(folder / "weights.safetensors"))
        return cls(network.to(device), vocabulary, device)
