"""Seq2Seq as a system: how it reads, and how it is kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Annotated

import torch
from pydantic import Field
from safetensors.torch import save_file

from e3.files import replacing, write_whole
from e3.language.en.sentences import as_sentence
from e3.networks.inference import inference
from e3.networks.saved import with_weights
from e3.readers.seq2seq.examples import (
    END,
    MAX_REPLY,
    SPECIAL_WORDS,
    Seq2SeqExample,
    Vocabulary,
    make_example,
    padded,
)
from e3.readers.seq2seq.network import Seq2SeqNetwork
from e3.reading.batches import read_by_length
from e3.reading.conversation import CONCLUSIONS, Conversation, Decision, Reply
from e3.reading.model_folder import SETTINGS_FILE, read_as, read_words, write_settings
from e3.serialise import STRICT


@dataclass(frozen=True)
class _Settings:
    __pydantic_config__ = STRICT

    word_width: Annotated[int, Field(ge=1, le=2**16)]
    width: Annotated[int, Field(ge=1, le=2**16)]


@dataclass(frozen=True)
class Seq2SeqSystem:
    """Seq2Seq."""

    network: Seq2SeqNetwork
    vocabulary: Vocabulary
    device: torch.device

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        examples = [make_example(self.vocabulary, each) for each in conversations]

        def read(rows: list[int]) -> Iterator[Reply]:
            source = padded([examples[row].source for row in rows]).long().to(self.device)
            said, chances = self.network.greedy(source, MAX_REPLY)
            for row, ids, each in zip(rows, said.tolist(), chances.tolist(), strict=True):
                yield self._reply(examples[row], ids, each)

        with inference(self.network, self.device):
            return read_by_length([len(example.source) for example in examples], read)

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
        weights = {name: weight.cpu() for name, weight in self.network.state_dict().items()}
        with replacing(folder / "weights.safetensors") as beside:
            save_file(weights, beside)
        write_whole(folder / "words.json", [json.dumps(self.vocabulary.words)])
        write_settings(
            folder,
            system="seq2seq",
            word_width=self.network.words.embedding_dim,
            width=self.network.decoder.hidden_size,
        )

    @classmethod
    def load(cls, folder: Path, device: torch.device) -> Seq2SeqSystem:
        """Reads what `save` wrote."""
        words = read_words(folder / "words.json", (*SPECIAL_WORDS, *CONCLUSIONS))
        settings = read_as(_Settings, folder / SETTINGS_FILE)

        def made() -> Seq2SeqNetwork:
            vectors = torch.zeros(len(words), settings.word_width)
            return Seq2SeqNetwork(vectors, width=settings.width, dropout=0.0)

        return cls(with_weights(folder, made).to(device), Vocabulary(words), device)
