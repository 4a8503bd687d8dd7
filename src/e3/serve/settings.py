"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass

from e3.interview.interview import MOST_CHARACTERS

MOST_POLICY, MOST_QUESTION, MOST_SCENARIO = (
    MOST_CHARACTERS[text] for text in ("rule text", "question", "scenario")
)
MOST_TURNS = 100
"""Of the history of one stateless turn."""
MOST_VALUE = 200
"""Characters of a value or its unit."""
MOST_EVENTS = 1_000
"""Of one interview: whoever needs more goes round in circles."""


@dataclass(frozen=True)
class Limits:
    """What one server takes on; beyond it a request is refused with a sentence."""

    body: int = 6_000_000
    """Bytes of one request: all texts of a turn at their longest, 422,000 characters, must fit.

    JSON may spell a character in 12 bytes, such as \\ud83d\\ude00, and so may a form: %F0%9F%98%80.
    """
    rate: float = 600
    """Requests a minute from each key or address, counted by each worker; 0 for any number."""
    seconds: float = 30
    """For a request to arrive, and for a turn to be taken."""
    waiting: int = 256
    """Turns that wait or are being taken, each in a thread: who only answers waits for no story."""
    batch: int = 64
    """Conversations that the model is given at once."""
    remembered: float = 300
    """Seconds, twice that at most, after which what was not read again is forgotten."""


@dataclass(frozen=True)
class Settings:
    """A server: its model, where it keeps interviews, and whom it lets in."""

    model: str | None = None
    """The folder of a model; none for the one that comes with E3."""
    database: str = "interviews.db"
    """A file, or the URL of a database."""
    keys: str | None = None
    """The file with the API keys. E3_API_KEYS has more of them."""
    needs_key: bool = False
    host_names: tuple[str, ...] = ()
    """The names it answers to, beside those of the machine it runs on."""
    pages: bool = True
    """Whether there are pages for people, beside the API."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed when they tell the address of who asks."""
    limits: Limits = Limits()
