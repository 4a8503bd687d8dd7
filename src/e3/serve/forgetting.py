"""What a server forgets (retention): what is deleted at once, what nobody reads any more soon."""

from __future__ import annotations

from threading import Event, Thread

from e3.memory import age_texts, forget_texts
from e3.reading.conversation import Conversation
from e3.serve.batching import Batcher


class Forgetting:
    """Sees to it that no word stays in memory for longer than it is of use.

    An interview may be deleted by another worker, or by a command: of that a server hears nothing,
    so that whatever was not read for a while goes by itself.
    """

    def __init__(self, batcher: Batcher, *, seconds: float) -> None:
        self._batcher = batcher
        self._seconds = seconds
        self._stopped = Event()
        self._thread = Thread(target=self._work, name="e3-forgets", daemon=True)
        self._thread.start()

    def forget(self, begun: Conversation | None) -> None:
        """Forgets what was read of the interview that began so; without one, all."""
        self._batcher.forget(begun)
        forget_texts()

    def stop(self) -> None:
        """Ends; what is remembered stays."""
        self._stopped.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._stopped.wait(self._seconds):
            self._batcher.age()
            age_texts()
