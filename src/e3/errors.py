"""What can go wrong through no fault of the code. Every message says what to do about it."""

from __future__ import annotations


class E3Error(Exception):
    """An error a person can mend; the command line shows its sentence and exits with code 2."""


class BadInput(E3Error):
    """A file or a text that can't be read as what it should be."""

    def __init__(self, sentence: str, *, source: str | None = None, row: int | None = None) -> None:
        where = [part for part in (source, None if row is None else f"row {row}") if part]
        whole = f"{', '.join(where)}: {sentence}" if where else sentence
        # Names and texts from files may hold line breaks; a sentence has none.
        super().__init__(" ".join(whole.split()))


class TooLong(BadInput):
    """A turn of more word pieces than a model reads: nothing is ever cut."""

    def __init__(self, pieces: int, most: int) -> None:
        super().__init__(
            f"this turn has {pieces:,} word pieces and the model reads at most {most:,}: give it a"
            " shorter rule text, or a part of it"
        )
        self.words = round(most * 3 // 4, -1)
        """About how many English words the model reads."""


class MissingExtra(E3Error):
    """An optional dependency is needed and not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {package}, which is not installed: pip install 'e3-reader[{extra}]'"
        )
