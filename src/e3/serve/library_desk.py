"""The library of a server: who searches takes turns, and is not held up by who adds documents."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import TypeVar

from e3.errors import E3Error
from e3.library.encoder import PassageEncoder, find_encoder
from e3.library.library import Library
from e3.library.word_pieces import word_pieces
from e3.serve import logs

T = TypeVar("T")


class LibraryDesk:
    """One library for all threads of a process."""

    def __init__(self, where: str, encoder: PassageEncoder | None) -> None:
        self._where, self._encoder = where, encoder
        self._shared = Library(where, count=word_pieces, encoder=encoder, create=True)
        self._lock = Lock()
        self._closing = Event()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="e3-library")
        self._worker.submit(self._encode)

    @classmethod
    def open(cls, where: str, encoder: str | None) -> LibraryDesk:
        """The library in a file or a database, which is made where there is none."""
        return cls(where, find_encoder(encoder))

    def look(self, work: Callable[[Library], T]) -> T:
        """What is made of the library, one after the other: its passages are in memory once."""
        with self._lock:
            return work(self._shared)

    def change(self, work: Callable[[Library], T]) -> T:
        """The same for a change, while others go on searching.

        What is added is found by its words at once; the encoder reads it afterwards, which takes
        longer than anybody waits.
        """
        with Library(self._where, count=word_pieces, encoder=None, create=False) as library:
            done = work(library)
        self._worker.submit(self._encode)
        return done

    def close(self) -> None:
        """Closes the file; what the encoder has not read it reads the next time."""
        self._closing.set()
        self._worker.shutdown(cancel_futures=True)
        self._shared.close()

    def _encode(self) -> None:
        if self._encoder is None:
            return
        try:
            opened = Library(self._where, count=word_pieces, encoder=self._encoder, create=False)
            with opened as library:
                while not self._closing.is_set() and library.encode_some():
                    pass
        except E3Error as error:
            logs.failed(error, request="library")
