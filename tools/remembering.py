"""What an encoder and a reader have read, kept from one run of a bench to the next."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from e3.library.encoder import PassageEncoder
from e3.reading.conversation import Conversation, Decision, Reply
from e3.reading.reader import Reader


class Remembering:
    """An encoder that reads no text twice, of this run or another."""

    def __init__(self, encoder: PassageEncoder, kept: Path | None) -> None:
        self.digest, self._encoder, self._kept = encoder.digest, encoder, kept
        self.known: dict[str, Any] = {}
        if kept is not None and kept.is_file():
            with np.load(kept) as file:
                self.known = dict(zip(file["texts"].tolist(), file["vectors"], strict=True))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of texts."""
        for text in texts:
            if text not in self.known:
                self.known[text] = self._encoder.encode([text])[0]
        return np.stack([self.known[text] for text in texts])

    def keep(self) -> None:
        """For the next run."""
        if self._kept is not None:
            texts = np.array(list(self.known))
            np.savez(self._kept, texts=texts, vectors=np.stack(list(self.known.values())))


class RememberingReader:
    """A reader of which only that a text does not answer is kept; it reads nothing twice."""

    def __init__(self, reader: Reader, kept: Path | None) -> None:
        self._reader, self._kept = reader, kept
        self._model = reader.model_id.rpartition(" ")[2]
        self.known: dict[str, float] = {}
        if kept is not None and kept.is_file():
            self.known = json.loads(kept.read_text())

    @classmethod
    def load(cls, model: str, kept: Path | None) -> RememberingReader:
        """The reader in a folder; `shipped` is the one that comes with E3."""
        return cls(Reader.load(None if model == "shipped" else model), kept)

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        """Replies that say how likely it is that a text does not answer, and nothing else."""
        keys = [self._key(each) for each in conversations]
        new = [at for at, key in enumerate(keys) if key not in self.known]
        replies = self._reader.read_many([conversations[at] for at in new])
        for at, reply in zip(new, replies, strict=True):
            self.known[keys[at]] = reply.probabilities[Decision.IRRELEVANT]
        return [_reply(self.known[key]) for key in keys]

    def keep(self) -> None:
        """For the next run."""
        if self._kept is not None:
            self._kept.write_text(json.dumps(self.known))

    def _key(self, said: Conversation) -> str:
        told = (self._model, said.rule_text.text, said.question, said.scenario, said.history)
        return hashlib.sha1(repr(told).encode(), usedforsecurity=False).hexdigest()


def _reply(irrelevant: float) -> Reply:
    likely = {Decision.IRRELEVANT: irrelevant, Decision.NO: 1 - irrelevant}
    return Reply(Decision.NO, 1 - irrelevant, probabilities=likely)
