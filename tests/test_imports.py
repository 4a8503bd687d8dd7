"""What is slow to load is loaded only when it is needed, and data flows one way."""

import subprocess
import sys

import pytest

SLOW = ("torch", "transformers", "sklearn", "spacy", "sqlalchemy", "onnxruntime")


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
