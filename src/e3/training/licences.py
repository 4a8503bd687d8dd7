"""What a model is made from, and under which licence that is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

UNKNOWN = "not known to this program"


@dataclass(frozen=True, slots=True)
class Material:
    """Something that a model is made from."""

    name: str
    licence: str


_ENCODERS = (
    Material("gte-small", "MIT"),
    Material("all-mpnet-base-v2", "Apache-2.0"),
    Material("all-MiniLM-L6-v2", "Apache-2.0"),
    Material("ms-marco-MiniLM-L-12-v2", "Apache-2.0"),
)
# What our recipes call the folders of these encoders.
_FOLDERS = {"mpnet": "all-mpnet-base-v2", "minilm": "all-MiniLM-L6-v2"}

SNLI = Material("SNLI (Bowman et al., EMNLP 2015)", "CC BY-SA 4.0")
SHARC = Material("ShARC (Saeidi et al., EMNLP 2018)", "CC BY-SA 3.0")
OUR_POLICIES = Material("the policies of this project, invented", "Apache-2.0")
OUR_PAGES = Material("the pages of this project, invented", "Apache-2.0")
_OURS = {"policies": OUR_POLICIES, "pages": OUR_PAGES}
HUMAN_SPANS = Material("rule spans that people marked (EXtrA-ShARC)", "Apache-2.0")
OUR_SCENARIOS = Material(
    "scenarios written by this project for ShARC's dialogue trees and its own policies",
    "our own; the questions they answer are ShARC's, CC BY-SA 3.0",
)


def encoder_of(name: str) -> Material:
    """An encoder by its hub name or its folder."""
    last = Path(name).name
    wanted = _FOLDERS.get(last.lower(), last).lower()
    known = (each for each in _ENCODERS if each.name.lower() == wanted)
    return next(known, Material(last, UNKNOWN))


def source_of(source: str) -> Material:
    """Training rows by the name of their source."""
    if source.partition(":")[0] in _OURS:
        return _OURS[source.partition(":")[0]]
    return SHARC if "sharc" in source.lower() else Material(source, UNKNOWN)


def pairs_of(file: str) -> Material:
    """Sentence pairs by the name of their file."""
    return SNLI if "snli" in Path(file).name.lower() else Material(Path(file).name, UNKNOWN)
