"""The folder of a model: what it is called, what is in it, what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, TypeVar

from e3.errors import BadInput, E3Error
from e3.files import is_folder, is_there, opened, parse_json, read_bytes, write_whole
from e3.full_memory import memory_full
from e3.reading.registry import ReaderKind, find_reader, reader_names
from e3.serialise import from_json

T = TypeVar("T")

DEFAULT = Path(__file__).parent / "default"
"""The folder of the model that comes with E3."""

SETTINGS_FILE = "model.json"


def model_folder(model: str | Path | None = None) -> Path:
    """The folder of a model; without a name, of the one that comes with E3."""
    if model is not None:
        return Path(model)
    if not is_there(DEFAULT / SETTINGS_FILE):
        raise BadInput("no model comes with this E3: train one with `e3 train` and give its folder")
    return DEFAULT


def kind_of(folder: Path) -> ReaderKind:
    """The kind of reader in a folder; says what is missing before anything slow begins."""
    if not is_there(folder):
        raise BadInput("there is no such folder", source=str(folder))
    if not is_folder(folder):
        raise BadInput("this is a file, the folder of a run is wanted", source=str(folder))
    if not is_there(folder / SETTINGS_FILE):
        raise BadInput("there is no model in this folder, it has no model.json", source=str(folder))
    settings = read_settings(folder)
    kind = find_reader(settings["system"])
    for name in kind.files(settings):
        if not is_there(folder / name):
            raise BadInput(f"the model is not whole, it has no {name}", source=str(folder))
    return kind


def model_digest(folder: Path) -> str:
    """Tells a model from another: a digest of all that it is made of."""
    settings = read_settings(folder)
    digest = sha256()
    for name in (SETTINGS_FILE, *find_reader(settings["system"]).files(settings)):
        with opened(folder / name) as file:
            digest.update(file_digest(file, "sha256").digest())
    return digest.hexdigest()


def write_settings(folder: Path, **settings: Any) -> None:
    """Writes what a reader has to know beside its weights; `system` names its kind."""
    write_whole(folder / SETTINGS_FILE, [json.dumps(settings, indent=1), "\n"])


def read_settings(folder: Path) -> dict[str, Any]:
    """What `write_settings` wrote, checked as far as every reader has it."""
    path = folder / SETTINGS_FILE
    settings = parse_json(read_bytes(path), source=str(path))
    if not isinstance(settings, dict) or settings.get("system") not in reader_names():
        raise BadInput("this names no system that E3 knows", source=str(path))
    return settings


def read_as(kind: type[T], path: Path) -> T:
    """What a JSON file says, as a dataclass; what is wrong is told with the file and the field."""
    data = read_bytes(path)
    parse_json(data, source=str(path))  # it says best what is no JSON
    return from_json(kind, data.decode("utf-8-sig"), source=str(path))


def read_words(path: Path, first: Sequence[str]) -> tuple[str, ...]:
    """The vocabulary in a JSON file, which begins with these words."""
    words = tuple(read_as(list[str], path))
    if words[: len(first)] != tuple(first):
        raise BadInput(f"the first words should be {', '.join(first)}", source=str(path))
    return words


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Tells of a file in one sentence that a library can't take, whatever it raises for that."""
    try:
        yield
    except (E3Error, ImportError):
        raise
    except Exception as error:  # what the libraries raise for a broken file has no base class
        broken = BadInput(f"this is broken: {reason(error)}", source=str(path))
        raise memory_full(error) or broken from None


def reason(error: Exception) -> str:
    """What a library says, in one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
