"""What Seq2Seq reads and writes: a conversation as one row of words, a reply as another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from e3.networks.packed import MostByLength, PickedRows
from e3.reading.conversation import CONCLUSIONS, Conversation

PADDING, START, UNKNOWN, QUESTION, SCENARIO, TURN, END = range(7)
SPECIAL_WORDS = ("<padding>", "<start>", "<unknown>", "<question>", "<scenario>", "<turn>", "<end>")
"""The last is the only one that is ever said."""

FIRST_WORD = END + 1 + len(CONCLUSIONS)
"""The id of the first word of a vocabulary that is neither special nor a conclusion."""

MAX_REPLY = 40
"""Words of a reply, its end included; of ShARC's questions one in a thousand is longer, and cut."""

_WORD = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:[’'-]\w+)*|[^\w\s]")


def words_of(text: str) -> list[str]:
    """The words, numbers and punctuation marks of a text, in lower case."""
    return _WORD.findall(text.lower())


def source_words(conversation: Conversation) -> list[str]:
    """[x_D; x_Q; x_S; x_H]: all that is given, in one row with special words between."""
    source = words_of(conversation.rule_text.text)
    source += [SPECIAL_WORDS[QUESTION], *words_of(conversation.question)]
    source += [SPECIAL_WORDS[SCENARIO], *words_of(conversation.scenario)]
    for turn in conversation.history:
        source += [SPECIAL_WORDS[TURN], *words_of(turn.question), turn.answer.value]
    return source


def _texts(conversation: Conversation) -> Iterator[str]:
    yield from (conversation.rule_text.text, conversation.question, conversation.scenario)
    yield from (turn.question for turn in conversation.history)


@dataclass(frozen=True)
class Vocabulary:
    """The words that can be said without being read; an id for each, the special ones first."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, rows: Iterable[tuple[Conversation, str]], *, most: int) -> Vocabulary:
        """The commonest words of conversations and their replies, each different text counted once.

        What occurs only once is left to copying; a conclusion has to be sayable.
        """
        texts = {text for conversation, reply in rows for text in (*_texts(conversation), reply)}
        counts = Counter(word for text in texts for word in words_of(text))
        common = [w for w, count in counts.items() if count > 1 and w not in CONCLUSIONS]
        common.sort(key=lambda word: (-counts[word], word))
        return cls((*SPECIAL_WORDS, *CONCLUSIONS, *common[:most]))

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def unknown(self, source: Iterable[str]) -> dict[str, int]:
        """The words of a source that are not in the vocabulary, with ids behind it (See et al.)."""
        new = dict.fromkeys(word for word in source if word not in self._number)
        return {word: number for number, word in enumerate(new, start=len(self))}

    def numbers(self, words: Iterable[str], unknown: Mapping[str, int]) -> tuple[int, ...]:
        """The ids of words, given the `unknown` of their source."""
        return tuple(self._number.get(word, unknown.get(word, UNKNOWN)) for word in words)

    def said(self, ids: Iterable[int], unknown: Sequence[str]) -> list[str]:
        """The words that ids stand for, given the `unknown` of their source."""
        return [self.words[i] if i < len(self) else unknown[i - len(self)] for i in ids]


@dataclass(frozen=True)
class Seq2SeqExample:
    """A conversation and its reply as ids of the vocabulary extended by the source's own words."""

    source: tuple[int, ...]
    unknown: tuple[str, ...]
    reply: tuple[int, ...]


def make_example(
    vocabulary: Vocabulary, conversation: Conversation, reply: str = ""
) -> Seq2SeqExample:
    """The example of a conversation, with its reply where it is known."""
    source = source_words(conversation)
    unknown = vocabulary.unknown(source)
    return Seq2SeqExample(
        source=vocabulary.numbers(source, unknown),
        unknown=tuple(unknown),
        reply=(*vocabulary.numbers(words_of(reply)[: MAX_REPLY - 1], unknown), END),
    )


@dataclass(frozen=True)
class Seq2SeqBatch:
    """Sources, and replies closed by END, both padded behind."""

    source: Tensor
    reply: Tensor


class Seq2SeqSet:
    """Examples on a device; a batch is gathered, never built."""

    def __init__(self, examples: Sequence[Seq2SeqExample], device: torch.device) -> None:
        self.lengths: NDArray[np.int64] = np.array([len(e.source) for e in examples], np.int64)
        replies = np.array([len(e.reply) for e in examples], np.int64)
        self.most = MostByLength(self.lengths, replies)
        self.sources = padded([e.source for e in examples]).to(device)
        self.replies = padded([e.reply for e in examples]).to(device)

    def batch(self, picked: PickedRows) -> Seq2SeqBatch:
        """The padded batch of the picked rows."""
        source = self.sources[picked.index, : picked.width]
        reply = self.replies[picked.index, : self.most.within(picked.width)]
        return Seq2SeqBatch(source.long(), reply.long())


def padded(rows: Sequence[Sequence[int]]) -> Tensor:
    """A table of the rows, as wide as the longest."""
    width = max((len(row) for row in rows), default=0)
    table = np.full((len(rows), width), PADDING, np.int32)
    for place, row in zip(table, rows, strict=True):
        place[: len(row)] = row
    return torch.from_numpy(table)
