"""One reader for many threads (dynamic batching): what waits is the model's next batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from hashlib import sha256
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from e3.memory import Memory
from e3.reading.conversation import Conversation, Reply
from e3.reading.drafts import DraftingSystem
from e3.reading.reader import as_read
from e3.reading.systems import BatchReader
from e3.serve.few_at_once import few_at_once

_REMEMBERED = 2**26
"""Bytes of replies: several thousands of usual size."""
_AT_ONCE = 2
"""Batches, texts and stories that are read at the same time: while turns go on with what was read
of one of them, the model is busy with the other."""


_Key = tuple[bytes, bytes]
"""What a conversation began with, and its history; digests, as texts may be long."""
_Waiting = tuple[_Key, Conversation, Future[Reply]]


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
        system = getattr(reader, "drafting", None)
        # A model that is on a server of its own takes no processor here.
        self.drafting: object = (
            few_at_once(system, _AT_ONCE) if isinstance(system, DraftingSystem) else system
        )
        """What of the reader drafts and reads stories, where it can; see `drafting_of`.

        A text is drafted once and a story read once: there is nothing to remember.
        """
        self._most = most
        self._on_batch = on_batch
        self._on_remembered = on_remembered
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._replies: Memory[_Key, Future[Reply]] = Memory(_REMEMBERED)
        self._reading: dict[_Key, Future[Reply]] = {}
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
            reply = self._replies.get(key) or self._reading.get(key)
            if not (known := reply is not None):
                reply = self._reading[key] = Future()
                self._waiting.put((key, conversation, reply))
        if known:
            self._on_remembered()
        assert reply is not None
        try:
            return reply.result()
        finally:
            del reply  # where it failed it holds the error, and that holds all that is here

    @property
    def drafter(self) -> object:
        """What the reader drafts with, where it has a drafter of its own; see `find_drafter`."""
        return getattr(self._reader, "drafter", None)

    def forget(self, begun: Conversation | None) -> None:
        """Forgets all that was read of a conversation since its beginning; without one, all."""
        # Once it is confirmed what a scenario tells, the conversation is read without it.
        starts = [_key(each)[0] for each in (begun, replace(begun, scenario=""))] if begun else None

        def is_of_it(key: _Key) -> bool:
            return starts is None or key[0] in starts

        with self._lock:
            self._replies.forget(is_of_it)
            for key in [*filter(is_of_it, self._reading)]:
                del self._reading[key]

    def age(self) -> None:
        """Forgets replies that nobody wanted since this was called before."""
        self._replies.age()

    @property
    def remembered_bytes(self) -> int:
        """How much room the replies take that are remembered."""
        return self._replies.size

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
            del batch  # it holds what people said, and the next one may be long in coming

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
            replies = self._reader.read_many([conversation for _, conversation, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                ((key, _, future),) = batch
                self._has_read(key, future, None)  # it may go well the next time
                future.set_exception(error)
                del batch, _, future  # the error holds what is here
                return
        else:
            for (key, _, future), reply in zip(batch, replies, strict=True):
                self._has_read(key, future, reply)
                future.set_result(reply)
            return
        for one in batch:  # the others are not to blame
            self._read([one])

    def _has_read(self, key: _Key, future: Future[Reply], reply: Reply | None) -> None:
        """Remembers a reply, unless that was forgotten while it was being read."""
        with self._lock:
            if self._reading.get(key) is future:
                del self._reading[key]
                if reply is not None:
                    self._replies.put(key, future, _bytes(reply))


def _key(conversation: Conversation) -> _Key:
    turns = (part for turn in conversation.history for part in (turn.question, turn.answer.value))
    start = (conversation.rule_text.text, conversation.question, conversation.scenario)
    return _digest(start), _digest(turns)


def _digest(parts: Iterable[str]) -> bytes:
    digest = sha256()
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8) + encoded)
    return digest.digest()


def _bytes(reply: Reply) -> int:
    """What a reply takes, at most: of its rules each has a score, a support and a question."""
    texts = [reply.question or "", *(rule.question or "" for rule in reply.rules)]
    return 3_000 + 600 * len(texts) + 4 * sum(map(len, texts))
