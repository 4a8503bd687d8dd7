"""What is slow to load is loaded only when it is needed, and who only runs E3 needs no torch."""

from __future__ import annotations

import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

SLOW = ("torch", "transformers", "sklearn", "spacy", "sqlalchemy", "onnxruntime")

TORCH = (
    "e3.networks.attention",
    "e3.networks.compiling",
    "e3.networks.encoder",
    "e3.networks.few_bits",
    "e3.networks.inference",
    "e3.networks.mpnet",
    "e3.networks.onnx_export",
    "e3.networks.packed",
    "e3.networks.precision",
    "e3.networks.saved",
    "e3.readers.*.network",
    "e3.readers.*.trainer",
    "e3.readers.bertqa.examples",
    "e3.readers.bertqa.system",
    "e3.readers.e3.decision",
    "e3.readers.e3.edit_examples",
    "e3.readers.e3.editor",
    "e3.readers.e3.editor_network",
    "e3.readers.e3.examples",
    "e3.readers.e3.extraction",
    "e3.readers.e3.readings",
    "e3.readers.e3.system",
    "e3.readers.seq2seq.examples",
    "e3.readers.seq2seq.system",
    "e3.readers.states.distillation",
    "e3.readers.states.draft_examples",
    "e3.readers.states.draft_network",
    "e3.readers.states.draft_training",
    "e3.readers.states.examples",
    "e3.readers.states.known",
    "e3.readers.states.story_examples",
    "e3.readers.states.export",
    "e3.readers.states.pairs",
    "e3.readers.states.system",
    "e3.readers.states.unit_batches",
    "e3.training.context",
    "e3.training.graphs",
    "e3.training.loop",
    "e3.training.run",
    "e3.training.speed",
    "e3.training.tasks",
    "e3.training.word_vectors",
)
"""The half of E3 that needs torch: networks and all that trains them."""

SOURCE = Path(__file__).parents[1] / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if path.stem != "__main__"
)

IMPORT_EACH = """
import importlib, sys

class NotInstalled:
    def find_spec(name, path=None, target=None):
        if name in ("torch", "transformers", "accelerate", "safetensors", "onnx"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, NotInstalled)
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        print(name)
"""


def loaded(module: str) -> set[str]:
    """What is there after a module was imported by itself."""
    command = f"import sys, {module}; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True
    )
    return set(ran.stdout.split())


@pytest.mark.parametrize("module", ["e3", "e3.cli"])
def test_nothing_slow_is_loaded_at_once(module: str) -> None:
    assert not loaded(module) & set(SLOW)


@pytest.mark.parametrize(
    "module", ["e3.interview.recording", "e3.interview.journal", "e3.readers.states.exported"]
)
def test_interviews_stand_on_the_reader_alone(module: str) -> None:
    found = loaded(module)
    assert "torch" not in found
    below = ("e3.readers.e3", "e3.networks.encoder", "e3.training", "e3.corpus", "e3.cli")
    assert not [name for name in found if name.startswith(below)]


def test_help_loads_no_command() -> None:
    found = loaded("e3.cli; e3.cli.cli(['--help'], standalone_mode=False)")
    assert not found & {"numpy", "ijson", "rapidfuzz", *SLOW}
    assert not [name for name in found if name.startswith("e3.cli.commands.")]


def test_the_half_that_needs_torch_is_told_apart() -> None:
    # scikit-learn for the Pipeline, FastAPI for the server: here only torch is missing.
    pytest.importorskip("skops", reason="needs e3-reader[train]")
    pytest.importorskip("fastapi", reason="needs e3-reader[serve]")
    command = [sys.executable, "-c", IMPORT_EACH, *MODULES]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    listed = {name for name in MODULES if any(fnmatch(name, pattern) for pattern in TORCH)}
    assert set(ran.stdout.split()) == listed
