"""E3 as a system: how it reads, and how it is kept in a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import torch
from pydantic import Field

from e3.networks.encoder import Encoder
from e3.networks.inputs import InputBuilder
from e3.networks.saved import load_network, save_network
from e3.readers.e3.editor import Editor
from e3.readers.e3.network import E3Network
from e3.readers.e3.readings import Reading, read_all
from e3.reading.conversation import Conversation, Decision, Reply
from e3.reading.model_folder import SETTINGS_FILE, read_as, write_settings
from e3.reading.systems import System
from e3.serialise import STRICT


@dataclass(frozen=True)
class _Settings:
    __pydantic_config__ = STRICT

    threshold: Annotated[float, Field(ge=0, le=1)]
    entailment: bool
    editor: bool
    loudness: Annotated[float, Field(ge=0, le=1e3)] = 1.0
    """E3 0.1 knew no other."""


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
        return read_all(
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
        save_network(folder, self.network, self.builder)
        write_settings(
            folder,
            system="e3",
            threshold=self.threshold,
            entailment=self.network.decision.entailment,
            loudness=self.network.decision.loudness,
            editor=self.editor is not None,
        )
        if self.editor:
            self.editor.save(folder / "editor")

    @classmethod
    def load(cls, folder: Path, device: torch.device) -> E3System:
        """Reads what `save` wrote."""
        settings = read_as(_Settings, folder / SETTINGS_FILE)

        def made(encoder: Encoder) -> E3Network:
            return E3Network(
                encoder,
                entailment=settings.entailment,
                dropout=0.0,
                loudness=settings.loudness,
            )

        network, builder = load_network(folder, made)
        editor = Editor.load(folder / "editor", device) if settings.editor else None
        return cls(network.to(device), builder, settings.threshold, device, editor)

    @property
    def ablations(self) -> Mapping[str, System]:
        """What is measured beside it: without its editor it asks with the rule as it stands."""
        return {"-edit": replace(self, editor=None)} if self.editor else {}
