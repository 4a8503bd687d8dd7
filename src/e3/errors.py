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


class ContextFull(TooLong):
    """More than the context of a language model holds; its server says so, and not how much."""

    def __init__(self, model: str) -> None:
        BadInput.__init__(
            self,
            f"this is more than the context of the language model {model} holds: give it a shorter"
            " text, or start its server with a larger context",
        )


class ModelUnreachable(E3Error):
    """A language model on a server that can't be asked, or does not answer as it has to."""


class ModelFailed(E3Error):
    """A model that was loaded and can't read after all: a file of it is broken."""


class MemoryFull(E3Error):
    """There is no room for what was asked, in this machine's memory or in that of its GPU."""

    def __init__(self, *, of_gpu: bool) -> None:
        full = "the GPU's memory is full" if of_gpu else "this machine's memory is full"
        instead = ", or use the CPU (CUDA_VISIBLE_DEVICES=-1)" if of_gpu else ""
        super().__init__(
            f"{full}: take fewer rows at once (--batch of e3 predict, training.batch_size of a"
            f" recipe), end what else runs there{instead}"
        )


class MissingExtra(E3Error):
    """An optional dependency is needed and not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {package}, which is not installed: pip install 'e3-reader[{extra}]'"
        )
