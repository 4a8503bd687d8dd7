"""The trained editor: rules in, questions out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from e3.files import write_whole
from e3.language.en.edits import MAX_EDIT, Edit, put_together
from e3.networks.encoder import Encoder
from e3.networks.inference import read_inputs
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.networks.saved import save_network, with_weights
from e3.policy.rule_text import RuleText
from e3.readers.e3.edit_inputs import edit_input, kept_text
from e3.readers.e3.editor_network import END, EditorNetwork
from e3.text import Span


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
        words = tuple(json.loads((folder / "words.json").read_text()))
        stored = json.loads((folder / "network.json").read_text())
        network = EditorNetwork(
            Encoder.untrained(folder),
            torch.zeros(len(words), stored["word_width"]),
            dropout=0.0,
            train_words=False,
        )
        with_weights(network, folder).to(device)
        return cls(network, InputBuilder.load(folder), words, device)
