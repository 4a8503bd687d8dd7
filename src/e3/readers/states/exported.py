"""E3 with states as it is shipped: one ONNX file and a tokenizer, read without torch."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from e3.errors import BadInput, ModelFailed
from e3.full_memory import memory_full
from e3.networks.inputs import InputBuilder
from e3.networks.onnx_session import session_of, threads
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
from e3.readers.states.settings import ExportedSettings
from e3.readers.states.story_inputs import rule_item, story_input
from e3.readers.states.units import UnitInput, unit_input
from e3.reading.conversation import Conversation, Reply
from e3.reading.drafts import Bearing, FoundDraft, StoryRule, Told
from e3.reading.model_folder import SETTINGS_FILE, read_as, reason

MODEL_FILE = "model.onnx"
INPUTS = ("ids", "segments", "mask", "rule_text", "markers", "kinds")

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class OnnxSystem:
    """An exported model."""

    folder: Path
    session: Any
    """Reads one conversation with all threads."""
    builder: InputBuilder
    openings: tuple[str, ...]
    temperature: float
    calibration: Calibration | None = None
    """Of drafts and stories; None where the model knows nothing of them, as those of 0.1 don't."""

    @classmethod
    def load(cls, folder: Path) -> OnnxSystem:
        """Reads what `e3 export` wrote."""
        settings = read_as(ExportedSettings, folder / SETTINGS_FILE)
        builder = InputBuilder.load(folder)
        session = session_of(folder / MODEL_FILE, threads())
        _check(session, folder, openings=len(settings.openings), drafts=settings.drafts is not None)
        return cls(
            folder,
            session,
            builder,
            tuple(settings.openings),
            settings.temperature,
            settings.drafts,
        )

    @property
    def drafting(self) -> OnnxSystem | None:
        """Itself, if it has learnt to draft and to read stories."""
        return self if self.calibration is not None else None

    def draft(self, rule_text: RuleText, question: str) -> FoundDraft:
        """The rules that bear on a question."""
        inputs = chunk_input(self.builder, rule_text, question)
        reading = self._draft_reading(inputs)
        return found_draft(rule_text, inputs, reading, self.calibration or UNCALIBRATED)

    def bearing(self, rule_text: RuleText, question: str) -> Bearing:
        """What of a text bears on a question."""
        reading = self._draft_reading(chunk_input(self.builder, rule_text, question))
        return bearing_of(rule_text, reading, self.calibration or UNCALIBRATED)

    def pieces(self, text: str) -> int:
        """How many word pieces a text has."""
        return word_pieces(self.builder, text)

    def room(self, question: str) -> int:
        """How many word pieces and chunks together it can take beside a question."""
        return room_beside(self.builder, question)

    def _draft_reading(self, inputs: UnitInput) -> DraftReading:
        decision, tags, pairs, edges = self._scores(
            self.session, inputs, ("decision", "tags", "pairs", "edges")
        )
        return DraftReading(decision, tags[1:], pairs[1:, 1:], edges)

    def tell(self, question: str, story: str, rules: Sequence[StoryRule]) -> list[Told]:
        """What a story says to each rule, in their order."""
        items = [rule_item(rule.question, rule.words) for rule in rules]
        inputs = story_input(self.builder, question, story, items)
        states, telling = self._scores(self.session, inputs.inputs, ("states", "telling"))
        return told_of(inputs, StoryReading(states, telling), self.calibration or UNCALIBRATED)

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """The replies to conversations, in their order; for any number of threads.

        Each is read by itself, and not with others: 8-bit numbers come out a little different in a
        batch, so a reply would depend on its neighbours. Nor would that be quicker. Many are read
        side by side, each with one thread, which wastes less than to share a short turn among all.
        """
        inputs = [unit_input(self.builder, conversation) for conversation in conversations]
        if len(inputs) == 1:
            return [self._reply(self.session, conversations[0], inputs[0])]
        return list(self._pool.map(self._reply, repeat(self._narrow), conversations, inputs))

    @cached_property
    def _narrow(self) -> Any:
        """A session for one thread of several; only who reads many needs it."""
        return session_of(self.folder / MODEL_FILE, 1)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(threads(), thread_name_prefix="e3-read")

    def _scores(self, session: Any, inputs: UnitInput, wanted: Sequence[str]) -> list[Any]:
        try:
            return [scores[0] for scores in session.run(wanted, padded([inputs]))]
        except Exception as error:  # what the library raises has no base class
            failed = ModelFailed(f"{self.folder / MODEL_FILE}: this can't read: {reason(error)}")
            raise memory_full(error) or failed from None

    def _reply(self, session: Any, conversation: Conversation, inputs: UnitInput) -> Reply:
        return reply_of(
            conversation,
            inputs,
            ReadScores(*self._scores(session, inputs, SCORES)),
            openings=self.openings,
            temperature=self.temperature,
        )


def _check(session: Any, folder: Path, *, openings: int, drafts: bool) -> None:
    """Refuses a model of something else, and one whose openings are others."""
    shapes = {each.name: each.shape for each in session.get_outputs()}
    wanted = {*SCORES, *(DRAFT_SCORES if drafts else ())}
    if {each.name for each in session.get_inputs()} != set(INPUTS) or not shapes.keys() >= wanted:
        raise BadInput("this is another kind of model", source=str(folder / MODEL_FILE))
    if (scored := shapes["openings"][-1]) != openings:
        why = f"openings: here are {openings:,}, and the model knows {scored}"
        raise BadInput(why, source=str(folder / SETTINGS_FILE))


def padded(inputs: Sequence[UnitInput]) -> Arrays:
    """A batch as the model takes it; items are padded with kind -1."""
    width = max(len(each.encoder.ids) for each in inputs)
    most = max(len(each.markers) for each in inputs)
    ids = np.zeros((len(inputs), width), dtype=np.int64)
    segments, mask = np.zeros_like(ids), np.zeros_like(ids)
    rule_text = np.zeros((len(inputs), width), dtype=np.bool_)
    markers = np.zeros((len(inputs), most), dtype=np.int64)
    kinds = np.full((len(inputs), most), -1, dtype=np.int64)
    for row, each in enumerate(inputs):
        pieces, items = len(each.encoder.ids), len(each.markers)
        ids[row, :pieces] = each.encoder.ids
        segments[row, :pieces] = each.encoder.segments
        mask[row, :pieces] = 1
        rule_text[row, each.encoder.rule_start : each.encoder.rule_end] = True
        markers[row, :items] = each.markers
        kinds[row, :items] = each.kinds
    return dict(zip(INPUTS, (ids, segments, mask, rule_text, markers, kinds), strict=True))
