"""The trained editor: rules in, questions out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import torch
from pydantic import Field

from e3.files import write_whole
from e3.language.en.edits import MAX_EDIT, Edit, put_together
from e3.networks.encoder import Encoder
from e3.networks.inference import read_inputs
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.networks.saved import load_network, save_network
from e3.policy.rule_text import RuleText
from e3.readers.e3.edit_inputs import edit_input, kept_text
from e3.readers.e3.editor_network import END, SPECIAL_WORDS, EditorNetwork
from e3.reading.model_folder import read_as, read_words
from e3.serialise import STRICT
from e3.text import Span


@dataclass(frozen=True)
class _Settings:
    __pydantic_config__ = STRICT

    word_width: Annotated[int, Field(ge=1, le=2**16)]


@dataclass(frozen=True)
class Editor:
    """The trained editor: rules in, questions out."""

    network: EditorNetwork
    builder: InputBuilder
    words: tuple[str, ...]
    device: torch.device

    def questions(self, rules: Sequence[tuple[RuleText, Span]]) -> list[str]:
        """A question about each rule; what is asked about twice is edited once."""
        asked = [(text, kept_text(text, span)) for text, span in rules]
        once = list(dict.fromkeys(asked))
        inputs = [edit_input(self.builder, *each) for each in once]
        edits = read_inputs(self.network, inputs, self.device, self._edits)
        made = {each: put_together(edit, each[1]) for each, edit in zip(once, edits, strict=True)}
        return [made[each] for each in asked]

    def _edits(self, _: list[int], packed: PackedInputs, picked: PickedRows) -> Iterator[Edit]:
        before, after = self.network.edits(packed.gather(picked), MAX_EDIT)
        for one, other in zip(before.tolist(), after.tolist(), strict=True):
            yield Edit(self._said(one), self._said(other))

    def _said(self, ids: list[int]) -> tuple[str, ...]:
        ids = ids[: ids.index(END)] if END in ids else ids
        return tuple(self.words[i] for i in ids)

    def save(self, folder: Path) -> None:
        """Writes the editor to a folder of its own."""
        save_network(folder, self.network, self.builder)
        width = self.network.before.words.embedding_dim
        write_whole(folder / "network.json", [json.dumps({"word_width": width}), "\n"])
        write_whole(folder / "words.json", [json.dumps(self.words, ensure_ascii=False)])

    @classmethod
    def load(cls, folder: Path, device: torch.device) -> Editor:
        """Reads what `save` wrote."""
        words = read_words(folder / "words.json", SPECIAL_WORDS)
        width = read_as(_Settings, folder / "network.json").word_width

        def made(encoder: Encoder) -> EditorNetwork:
            vectors = torch.zeros(len(words), width)
            return EditorNetwork(encoder, vectors, dropout=0.0, train_words=False)

        network, builder = load_network(folder, made)
        return cls(network.to(device), builder, words, device)
