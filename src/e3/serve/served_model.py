"""What can be said of the model that reads: its card, and what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e3.drafting.drafter import Drafter
from e3.files import is_there, parse_json, read_bytes
from e3.provenance import VERSION
from e3.reading.reader import Reader
from e3.serve.responses import ModelCard

_CARDS = ("card.md", "README.md")


@dataclass(frozen=True)
class Model:
    """A reader and what is known of it."""

    reader: Reader
    about: ModelCard
    drafter: Drafter | None = None
    """What makes policies of texts; none for the drafter that comes with E3."""

    @classmethod
    def load(cls, folder: str | None) -> Model:
        """The model in a folder, or the one that comes with E3."""
        reader = Reader.load(folder)
        return cls(reader, about(reader, reader.folder))


def about(reader: Reader, folder: Path | None) -> ModelCard:
    """What is known of a model: the card in its folder, else the kind of system that it is."""
    system = type(reader.system).__name__.removesuffix("System").casefold()
    if folder is None:
        sends_to = reader.remote.sends_to if reader.remote else None
        name = reader.name or "default"
        return ModelCard(name=name, system=system, version=VERSION, sends_to=sends_to)
    metrics = folder / "metrics.json"
    return ModelCard(
        name=folder.resolve().name,
        system=system,
        card=_card(folder),
        metrics=_object(metrics) if is_there(metrics) else None,
        version=VERSION,
    )


def _card(folder: Path) -> str | None:
    found = (folder / name for name in _CARDS if is_there(folder / name))
    return next((read_bytes(path).decode("utf-8", "replace") for path in found), None)


def _object(path: Path) -> dict[str, Any] | None:
    value = parse_json(read_bytes(path), source=str(path))
    return value if isinstance(value, dict) else None
