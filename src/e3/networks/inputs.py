"""From a conversation to the word pieces that an encoder reads, and back (tokenisation)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from e3.errors import BadInput, TooLong
from e3.files import write_whole
from e3.reading.conversation import Conversation
from e3.reading.model_folder import read_as, telling
from e3.serialise import STRICT
from e3.text import Span

if TYPE_CHECKING:
    from tokenizers import Tokenizer


_SETTINGS, _TOKENIZER = "inputs.json", "tokenizer.json"


@dataclass(frozen=True)
class _Settings:
    __pydantic_config__ = STRICT

    cls: Annotated[int, Field(ge=0, lt=2**32)]
    sep: Annotated[int, Field(ge=0, lt=2**32)]
    max_length: Annotated[int, Field(ge=1, le=2**16)]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The word pieces of one text, and the characters that each stands for."""

    ids: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class EncoderInput:
    """x = [x_Q; x_D; x_S; x_H1; ...] with sentinels between (section 3.1), ready for an encoder.

    Segment 0 is the question, segment 1 the rest. `rule_start` is where the rule text begins.
    """

    ids: tuple[int, ...]
    segments: tuple[int, ...]
    rule_start: int
    rule_offsets: tuple[tuple[int, int], ...]
    choices: tuple[tuple[int, int], ...] = ()
    """First and last position of each answer that is offered as a word of the input (BERTQA)."""

    @property
    def rule_end(self) -> int:
        """The position behind the last piece of the rule text."""
        return self.rule_start + len(self.rule_offsets)

    def positions(self, span: Span) -> tuple[int, int] | None:
        """The first and last position of the pieces that a span of the rule text touches."""
        inside = [
            index
            for index, (start, end) in enumerate(self.rule_offsets)
            if start < span.end and span.start < end
        ]
        if not inside:
            return None
        return self.rule_start + inside[0], self.rule_start + inside[-1]

    def span(self, first: int, last: int) -> Span:
        """The span of the rule text from the first to the last of these positions."""
        start, _ = self.rule_offsets[first - self.rule_start]
        _, end = self.rule_offsets[last - self.rule_start]
        return Span(start, end)


class InputBuilder:
    """Builds encoder inputs with the word pieces of one pretrained encoder."""

    def __init__(self, tokenizer: Tokenizer, *, cls: int, sep: int, max_length: int) -> None:
        # Saved tokenizers may cut and pad by themselves; what is cut is lost without a word.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        # Some remember thousands of words that they have read, which nobody could make them forget;
        # those of BERT's kind, such as the one that ships, remember none.
        if (resize := getattr(tokenizer.model, "_resize_cache", None)) is not None:
            resize(0)
        self.tokenizer = tokenizer
        self.cls = cls
        self.sep = sep
        self.max_length = max_length

    @classmethod
    def load(cls, folder: Path) -> InputBuilder:
        """From `tokenizer.json` and `inputs.json`, as `save` writes them."""
        from tokenizers import Tokenizer  # noqa: PLC0415 - only models need it

        path = folder / _SETTINGS
        settings = read_as(_Settings, path)
        with telling(folder / _TOKENIZER):
            tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        for name in ("cls", "sep"):
            if tokenizer.id_to_token(number := getattr(settings, name)) is None:
                raise BadInput(f"{name}: there is no word piece {number}", source=str(path))
        return cls(tokenizer, **asdict(settings))

    def save(self, folder: Path) -> None:
        """Writes what `load` reads."""
        write_whole(folder / _TOKENIZER, [self.tokenizer.to_str(pretty=True)])
        settings = {"cls": self.cls, "sep": self.sep, "max_length": self.max_length}
        write_whole(folder / _SETTINGS, [json.dumps(settings), "\n"])

    def pieces(self, text: str) -> Pieces:
        """The word pieces of one text."""
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        return Pieces(tuple(encoding.ids), tuple(encoding.offsets))

    def pieces_of(self, *texts: str, more: int) -> list[Pieces]:
        """The word pieces of texts that are read together, and `more` beside them.

        What is too long is refused before much is made of it.
        """
        encodings = [self.tokenizer.encode(text, add_special_tokens=False) for text in texts]
        count = sum(map(len, encodings)) + more
        if not self.fits(count):
            encodings.clear()  # an error keeps all that its function had
        self.check(count)
        return [Pieces(tuple(each.ids), tuple(each.offsets)) for each in encodings]

    def fits(self, inputs: int) -> bool:
        """Whether so many word pieces can be read."""
        return inputs <= self.max_length

    def check(self, inputs: int) -> None:
        """Refuses a turn of more word pieces than can be read."""
        if not self.fits(inputs):
            raise TooLong(inputs, self.max_length)

    def build(self, conversation: Conversation, choices: Sequence[str] = ()) -> EncoderInput:
        """The input of one turn; refuses one that is longer than the encoder can read.

        `choices` are words that are put between the question and the rule text.
        """
        turns = [f"{turn.question} {turn.answer.value}" for turn in conversation.history]
        texts = (conversation.rule_text.text, conversation.question, conversation.scenario)
        sentinels = 4 + len(turns) + bool(choices)
        rule_text, question, scenario, *others = self.pieces_of(
            *texts, *turns, *choices, more=sentinels
        )
        ids = [self.cls, *question.ids, self.sep]
        of_question = len(ids)
        places = []
        for choice in others[len(turns) :]:
            places.append((len(ids), len(ids) + len(choice.ids) - 1))
            ids += choice.ids
        if choices:
            ids.append(self.sep)
        rule_start = len(ids)
        ids += [*rule_text.ids, self.sep]
        ids += [*scenario.ids, self.sep]
        for turn in others[: len(turns)]:
            ids += [*turn.ids, self.sep]
        return EncoderInput(
            ids=tuple(ids),
            segments=(0,) * of_question + (1,) * (len(ids) - of_question),
            rule_start=rule_start,
            rule_offsets=rule_text.offsets,
            choices=tuple(places),
        )


class RememberingBuilder(InputBuilder):
    """For training, which meets the same texts again and again: it keeps all that it was given."""

    def __init__(self, other: InputBuilder) -> None:
        super().__init__(other.tokenizer, cls=other.cls, sep=other.sep, max_length=other.max_length)
        self._known: dict[str, Pieces] = {}

    def pieces(self, text: str) -> Pieces:
        """The word pieces of one text."""
        if text not in self._known:
            self._known[text] = super().pieces(text)
        return self._known[text]

    def pieces_of(self, *texts: str, more: int) -> list[Pieces]:
        """The word pieces of texts that are read together, and `more` beside them."""
        found = [self.pieces(text) for text in texts]
        self.check(sum(len(each.ids) for each in found) + more)
        return found
