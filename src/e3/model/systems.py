"""Trained systems: how they read, and how they are kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_model, save_model
from torch import nn

from e3.baselines.bertqa import BertQANetwork
from e3.baselines.bertqa import read_batches as read_bertqa
from e3.baselines.seq2seq.system import Seq2SeqSystem
from e3.conversation import Conversation, Decision, Reply, RuleText
from e3.model.e3 import E3Network
from e3.model.editor import END, EditorNetwork
from e3.model.encoder import Encoder
from e3.model.packed import PackedInputs
from e3.model.reading import Reading, read_batches
from e3.model.state_system import StateSystem
from e3.reader.editing import MAX_EDIT, Edit, edit_input, put_together, text_to_edit
from e3.reader.inputs import InputBuilder
from e3.text import Span


@dataclass(frozen=True)
class Editor:
    """The trained editor: rules in, questions out."""

    network: EditorNetwork
    builder: InputBuilder
    words: tuple[str, ...]
    device: torch.device

    def questions(self, rules: Sequence[tuple[RuleText, Span]]) -> list[str]:
        """A question about each rule."""
        kept = [text_to_edit(rule_text, span) for rule_text, span in rules]
        wanted = sorted({(r.text, k): r for (r, _), k in zip(rules, kept, strict=True)}.items())
        made: dict[tuple[str, str], str] = {}
        self.network.eval()
        for at in range(0, len(wanted), 64):
            keys = [key for key, _ in wanted[at : at + 64]]
            inputs = [edit_input(self.builder, r, k) for (_, k), r in wanted[at : at + 64]]
            packed = PackedInputs(inputs, self.device)
            with torch.inference_mode(), _autocast(self.device):
                before, after = self.network.edits(
                    packed.gather(packed.pick(np.arange(len(packed)))), MAX_EDIT
                )
            for key, one, other in zip(keys, before.tolist(), after.tolist(), strict=True):
                made[key] = put_together(Edit(self._said(one), self._said(other)), key[1])
        return [made[rule_text.text, k] for (rule_text, _), k in zip(rules, kept, strict=True)]

    def _said(self, ids: list[int]) -> tuple[str, ...]:
        ids = ids[: ids.index(END)] if END in ids else ids
        return tuple(self.words[i] for i in ids)

    def save(self, folder: Path) -> None:
        """Writes the editor to a folder of its own."""
        _save_network(folder, self.network, self.builder)
        (folder / "words.json").write_text(json.dumps(self.words, ensure_ascii=False))

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
        load_model(network, folder / "weights.safetensors")
        return cls(network.to(device), InputBuilder.load(folder), words, device)


@dataclass(frozen=True)
class E3System:
    """E3, with its editor or without."""

    network: E3Network
    builder: InputBuilder
    threshold: float
    device: torch.device
    editor: Editor | None = None

    def readings(self, conversations: Sequence[Conversation]) -> list[Reading]:
        """What the networks make of conversations."""
        return read_batches(
            self.network,
            self.builder,
            conversations,
            threshold=self.threshold,
            device=self.device,
        )

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        return self.replies(self.readings(conversations))

    def replies(self, readings: Sequence[Reading]) -> list[Reply]:
        """Readings put into words."""
        asking = [r for r in readings if r.decision is Decision.INQUIRE]
        rules = [(r.conversation.rule_text, r.rules[r.asked]) for r in asking]
        if self.editor:
            questions = self.editor.questions(rules)
        else:
            questions = [span.of(rule_text.text) for rule_text, span in rules]
        of = dict(zip(map(id, asking), questions, strict=True))
        return [reading.reply(of.get(id(reading), "")) for reading in readings]

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        _save_network(folder, self.network, self.builder)
        _write_settings(
            folder,
            system="e3",
            threshold=self.threshold,
            entailment=self.network.decision.entailment,
            editor=self.editor is not None,
        )
        if self.editor:
            self.editor.save(folder / "editor")


@dataclass(frozen=True)
class BertQASystem:
    """BERTQA."""

    network: BertQANetwork
    builder: InputBuilder
    device: torch.device

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order."""
        return read_bertqa(self.network, self.builder, conversations, device=self.device)

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        _save_network(folder, self.network, self.builder)
        _write_settings(folder, system="bertqa")


def load_system(
    folder: Path, device: torch.device
) -> E3System | BertQASystem | Seq2SeqSystem | StateSystem:
    """The system of networks that was saved in a folder."""
    settings = json.loads((folder / "model.json").read_text())
    if settings["system"] == "seq2seq":
        return Seq2SeqSystem.load(folder, device)
    if settings["system"] == "states":
        return StateSystem.load(folder, device)
    encoder, builder = Encoder.untrained(folder), InputBuilder.load(folder)
    if settings["system"] == "bertqa":
        bertqa = BertQANetwork(encoder, dropout=0.0)
        load_model(bertqa, folder / "weights.safetensors")
        return BertQASystem(bertqa.to(device), builder, device)
    network = E3Network(encoder, entailment=settings["entailment"], dropout=0.0)
    load_model(network, folder / "weights.safetensors")
    editor = Editor.load(folder / "editor", device) if settings["editor"] else None
    return E3System(network.to(device), builder, settings["threshold"], device, editor)


def _save_network(folder: Path, network: Any, builder: InputBuilder) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    network.encoder.save(folder)
    builder.save(folder)
    if isinstance(network, EditorNetwork):
        width = network.before.words.embedding_dim
        (folder / "network.json").write_text(json.dumps({"word_width": width}) + "\n")
    assert isinstance(network, nn.Module)
    save_model(network, str(folder / "weights.safetensors"))


def _write_settings(folder: Path, **settings: Any) -> None:
    (folder / "model.json").write_text(json.dumps(settings, indent=1) + "\n")


def _autocast(device: torch.device) -> torch.autocast:
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")
