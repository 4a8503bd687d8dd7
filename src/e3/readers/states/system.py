"""E3 with states as a system: how it reads, and how it is kept in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

import torch

from e3.networks.encoder import Encoder
from e3.networks.inference import read_inputs
from e3.networks.inputs import InputBuilder
from e3.networks.packed import PackedInputs, PickedRows
from e3.networks.saved import load_network, save_network
from e3.policy.rule_text import RuleText
from e3.readers.states.chunk_inputs import chunk_input, room_beside, word_pieces
from e3.readers.states.decoding import DRAFT_SCORES, SCORES, ReadScores, reply_of
from e3.readers.states.draft_decoding import (
    UNCALIBRATED,
    Calibration,
    DraftReading,
    StoryReading,
    bearing_of,
    found_draft,
    told_of,
)
from e3.readers.states.draft_network import DraftScores
from e3.readers.states.network import StateNetwork, StateScores
from e3.readers.states.settings import StateSettings
from e3.readers.states.story_inputs import StoryInput, rule_item, story_input
from e3.readers.states.unit_batches import UnitItems
from e3.readers.states.units import UnitInput, unit_input
from e3.reading.conversation import Conversation, Reply
from e3.reading.drafts import Bearing, FoundDraft, StoryRule, Told
from e3.reading.model_folder import SETTINGS_FILE, read_as, write_settings

T = TypeVar("T")


@dataclass(frozen=True)
class StateSystem:
    """E3 with states."""

    network: StateNetwork
    builder: InputBuilder
    openings: tuple[str, ...]
    device: torch.device
    temperature: float = 1.0
    """Divides the scores of the decisions, so that their probabilities mean what they say."""
    calibration: Calibration = UNCALIBRATED
    """The same for drafts and stories."""

    @property
    def drafting(self) -> StateSystem | None:
        """Itself, if it has learnt to draft and to read stories."""
        return None if self.network.draft is None else self

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
        """What the network makes of turns."""

        def of_row(found: StateScores, row: int, count: int) -> ReadScores:
            decision, states, inquiry, ends, openings = (
                getattr(found, name)[row].numpy() for name in SCORES
            )
            return ReadScores(decision, states[:count], inquiry[:count], ends, openings)

        return self._read(inputs, of_row)

    def draft(self, rule_text: RuleText, question: str) -> FoundDraft:
        """The rules that bear on a question."""
        return self.draft_many([(rule_text, question)])[0]

    def draft_many(self, asked: Sequence[tuple[RuleText, str]]) -> list[FoundDraft]:
        """Drafts of several texts, in their order."""
        inputs = [chunk_input(self.builder, *each) for each in asked]
        readings = self.draft_readings(inputs)
        return [
            found_draft(rule_text, each, reading, self.calibration)
            for (rule_text, _), each, reading in zip(asked, inputs, readings, strict=True)
        ]

    def bearing(self, rule_text: RuleText, question: str) -> Bearing:
        """What of a text bears on a question."""
        [reading] = self.draft_readings([chunk_input(self.builder, rule_text, question)])
        return bearing_of(rule_text, reading, self.calibration)

    def pieces(self, text: str) -> int:
        """How many word pieces a text has."""
        return word_pieces(self.builder, text)

    def room(self, question: str) -> int:
        """How many word pieces and chunks together it can take beside a question."""
        return room_beside(self.builder, question)

    def draft_readings(self, inputs: Sequence[UnitInput]) -> list[DraftReading]:
        """What the network makes of texts to draft from."""

        def of_row(found: StateScores, row: int, count: int) -> DraftReading:
            assert found.draft is not None
            tags, pairs, edges = (
                getattr(found.draft, name)[row].numpy() for name in ("tags", "pairs", "edges")
            )
            decision = found.decision[row].numpy()
            return DraftReading(decision, tags[1:count], pairs[1:count, 1:count], edges)

        return self._read(inputs, of_row)

    def tell(self, question: str, story: str, rules: Sequence[StoryRule]) -> list[Told]:
        """What a story says to each rule, in their order."""
        items = [rule_item(rule.question, rule.words) for rule in rules]
        inputs = story_input(self.builder, question, story, items)
        return told_of(inputs, self.story_readings([inputs])[0], self.calibration)

    def story_readings(self, inputs: Sequence[StoryInput]) -> list[StoryReading]:
        """What the network makes of stories."""

        def of_row(found: StateScores, row: int, count: int) -> StoryReading:
            assert found.draft is not None
            states = found.states[row, :count].numpy()
            return StoryReading(states, found.draft.telling[row, :count, :count].numpy())

        return self._read([each.inputs for each in inputs], of_row)

    def _read(
        self, inputs: Sequence[UnitInput], of_row: Callable[[StateScores, int, int], T]
    ) -> list[T]:
        if not inputs:
            return []
        items = UnitItems(inputs, self.device)

        def read(rows: list[int], packed: PackedInputs, picked: PickedRows) -> Iterator[T]:
            found = _on_cpu(self.network(items.batch(packed, picked)))
            for place, row in enumerate(rows):
                yield of_row(found, place, len(inputs[row].markers))

        return read_inputs(self.network, [each.encoder for each in inputs], self.device, read)

    def save(self, folder: Path) -> None:
        """Writes the system to a folder."""
        save_network(folder, self.network, self.builder)
        write_settings(
            folder,
            system="states",
            layers=len(self.network.across),
            width=self.network.width,
            few_bits=self.network.few_bits,
            temperature=self.temperature,
            openings=self.openings,
            **({"drafts": asdict(self.calibration)} if self.drafting else {}),
        )

    @classmethod
    def load(cls, folder: Path, device: torch.device, *, dropout: float = 0.0) -> StateSystem:
        """Reads what `save` wrote; `dropout` is for who goes on training it."""
        settings = read_as(StateSettings, folder / SETTINGS_FILE)
        openings = tuple(settings.openings)

        def made(encoder: Encoder) -> StateNetwork:
            return StateNetwork(
                encoder,
                layers=settings.layers,
                openings=len(openings),
                dropout=dropout,
                drafts=settings.drafts is not None,
                width=settings.width,
                few_bits=settings.few_bits,
            )

        network, builder = load_network(folder, made)
        calibration = settings.drafts or UNCALIBRATED
        return cls(network.to(device), builder, openings, device, settings.temperature, calibration)


def _on_cpu(scores: StateScores) -> StateScores:
    """All at once: a copy for each row would wait for each."""
    moved = {name: getattr(scores, name).cpu() for name in SCORES}
    if scores.draft is None:
        return StateScores(**moved)
    draft = DraftScores(**{name: getattr(scores.draft, name).cpu() for name in DRAFT_SCORES})
    return StateScores(**moved, draft=draft)
