"""A server in a thread, for tests that speak HTTP to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread

import httpx
import uvicorn
from fastapi import FastAPI
from tests.interview.rowing import StoryReader
from tests.patience import PATIENCE
from tests.serve.policies import RowingDrafter

from e3.drafting.drafter import Drafter
from e3.reading.conversation import Conversation, Reply
from e3.reading.reader import Reader
from e3.reading.systems import ConversationReader
from e3.serve.connections import Connection
from e3.serve.served_model import Model, about
from e3.serve.settings import Limits

UNHURRIED = Limits(rate=0, seconds=PATIENCE)
"""A turn may take as long as a busy machine needs for it."""


class OneByOne:
    """A system out of a reader that reads one conversation at a time."""

    def __init__(self, reader: ConversationReader) -> None:
        self._reader = reader

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        return [self._reader.read(conversation) for conversation in conversations]


def model_of(fake: ConversationReader | None = None, drafter: Drafter | None = None) -> Model:
    """A model that reads as a fake reader does, and drafts rowing, or as it is told."""
    reader = Reader(OneByOne(fake or StoryReader()))
    return Model(reader, about(reader, None), drafter or RowingDrafter())


@contextmanager
def running(app: FastAPI, connection: type[Connection] = Connection) -> Iterator[str]:
    """Serves an application; gives its address."""
    config = uvicorn.Config(
        app,
        port=0,
        log_config=None,
        timeout_graceful_shutdown=int(PATIENCE),
        http=connection,
        ws="none",
    )
    server = uvicorn.Server(config)
    socket = config.bind_socket()
    socket.listen()  # who comes before it is ready waits
    thread = Thread(target=server.run, kwargs={"sockets": [socket]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        socket.close()


def client(address: str) -> httpx.Client:
    """A client that waits; httpx itself gives up after five seconds."""
    return httpx.Client(base_url=address, timeout=PATIENCE)
