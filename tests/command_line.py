"""How tests run the command line; the fixture `run` does it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """Runs a command with these arguments."""

    def __call__(self, *arguments: str | Path) -> Ran: ...
