"""The tokens of an answer by spaCy, as the official evaluation takes them."""

from __future__ import annotations

from typing import Any

from e3.errors import MissingExtra

_MOST_READ = 2**19
"""Characters that one tokenizer reads; all of dev is half of it."""


class SpacyTokens:
    """A tokenizer that is made anew when it has read much.

    Its vocabulary keeps every word that it has seen, some 600 bytes for each: answers without end
    would take memory without end.
    """

    def __init__(self) -> None:
        self._tokenizer: Any = None
        self._left = 0

    def __call__(self, text: str) -> list[str]:
        """The tokens, in order."""
        if self._tokenizer is None or len(text) > self._left:
            self._tokenizer, self._left = _made(), _MOST_READ
        self._left -= len(text)
        return [token.text for token in self._tokenizer(text)]

    def words_known(self) -> int:
        """How many words its vocabulary keeps."""
        return 0 if self._tokenizer is None else len(self._tokenizer.vocab.strings)


def _made() -> Any:
    try:
        import spacy  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise MissingExtra("spacy", "evaluate", "The official evaluation") from None
    return spacy.blank("en").tokenizer
