"""One reader for many threads (dynamic batching): what waits is the model's next batch."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from hashlib import sha256
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from e3.reading.conversation import Conversation, Reply
from e3.reading.reader import as_read
from e3.reading.systems import BatchReader

_REMEMBERED = 20_000
_AT_ONCE = 2
"""Batches that are read at the same time: while turns go on with the replies to one of them,
the model is busy with the other."""


_Waiting = tuple[Conversation, Future[Reply]]


class Batcher:
    """Reads in threads of its own, everything that waits at once, and nothing twice."""

    def __init__(
        self,
        reader: BatchReader,
        *,
        most: int,
        on_batch: Callable[[int], object] = lambda _: None,
        on_remembered: Callable[[], object] = lambda: None,
    ) -> None:
        self._reader = reader
        self._most = most
        self._on_batch = on_batch
        self._on_remembered = on_remembered
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._replies: OrderedDict[bytes, Future[Reply]] = OrderedDict()
        self._lock = Lock()
        self._threads = [
            Thread(target=self._work, name="e3-reader", daemon=True) for _ in range(_AT_ONCE)
        ]
        for thread in self._threads:
            thread.start()

    def read(self, conversation: Conversation) -> Reply:
        """The reply to a conversation; for any number of threads."""
        as_read(conversation)  # what can't be read is refused here, not in a batch with others
        key = _key(conversation)
        with self._lock:
            reply = self._replies.get(key)
            if known := reply is not None:
                self._replies.move_to_end(key)
            else:
                reply = self._replies[key] = Future()
                if len(self._replies) > _REMEMBERED:
                    self._replies.popitem(last=False)
                self._waiting.put((conversation, reply))
        if known:
            self._on_remembered()
        try:
            return reply.result()
        except Exception:
            with self._lock:
                self._replies.pop(key, None)  # it may go well the next time
            raise

    @property
    def waiting(self) -> int:
        """How many conversations wait to be read."""
        return self._waiting.qsize()

    def stop(self) -> None:
        """Reads what still waits, then ends."""
        self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while batch := self._next():
            self._on_batch(len(batch))
            self._read(batch)

    def _next(self) -> list[_Waiting]:
        """All that waits, up to a batch; nothing when it is time to stop."""
        batch: list[_Waiting] = []
        one = self._waiting.get()
        while one is not None:
            batch.append(one)
            if len(batch) == self._most:
                return batch
            try:
                one = self._waiting.get_nowait()
            except Empty:
                return batch
        self._waiting.put(None)  # for the other threads
        return batch

    def _read(self, batch: Sequence[_Waiting]) -> None:
        try:
            replies = self._reader.read_many([conversation for conversation, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(error)
                return
            for one in batch:  # the others are not to blame
                self._read([one])
            return
        for (_, future), reply in zip(batch, replies, strict=True):
            future.set_result(reply)


def _key(conversation: Conversation) -> bytes:
    """What tells a conversation from others; a digest, as rule texts may be long."""
    digest = sha256()
    turns = (part for turn in conversation.history for part in (turn.question, turn.answer.value))
    parts = (conversation.rule_text.text, conversation.question, conversation.scenario, *turns)
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8) + encoded)
    return digest.digest()
