"""The encoder of a library: exported, read without torch, or refused in a sentence."""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.library.making import open_library, write

from e3.errors import BadInput
from e3.library.encoder import PassageEncoder, find_encoder
from e3.library.updating import add

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="exporting needs torch")
    from tests.tiny import make_encoder  # noqa: PLC0415 - needs torch

    folder = tmp_path_factory.mktemp("encoder")
    tool = runpy.run_path(str(ROOT / "tools" / "export_encoder.py"))
    assert tool["export_encoder"](str(make_encoder(folder / "tiny")), folder / "out") > 0.99
    return folder / "out"


def test_a_text_has_one_vector_whatever_its_neighbours(exported: Path) -> None:
    encoder = PassageEncoder.load(exported)
    texts = ["You may row.", "Residents pay no fee unless they have been away."]
    both = encoder.encode(texts)
    assert np.allclose(np.linalg.norm(both, axis=1), 1, atol=1e-4)
    assert (both[1] == encoder.encode(texts[1:])[0]).all()
    # What is longer than it reads is cut, and empty texts have a vector too.
    assert encoder.encode(["row " * 5000, ""]).shape == (2, both.shape[1])


def test_a_library_with_it(exported: Path, tmp_path: Path) -> None:
    with open_library(tmp_path / "library.db", PassageEncoder.load(exported)) as library:
        for source in write(tmp_path, boat="You may row if you swim.", fee="Residents pay no fee."):
            add(library, source)
        search = library.search("May I row?")
    assert (search.by_meaning, search.found[0].document.title) == (True, "boat")


def test_what_is_no_encoder(exported: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no encoder in this folder, it has no encoder\.onnx"):
        find_encoder(tmp_path)
    shutil.copytree(exported, tmp_path / "broken")
    (tmp_path / "broken" / "encoder.onnx").write_bytes(b"no model")
    with pytest.raises(BadInput, match="this is broken"):
        find_encoder(tmp_path / "broken")
    shutil.copytree(exported, tmp_path / "other")
    shutil.copy(ROOT / "src/e3/reading/default/model.onnx", tmp_path / "other" / "encoder.onnx")
    with pytest.raises(BadInput, match="this is another kind of model"):
        find_encoder(tmp_path / "other")


def test_none_is_installed() -> None:
    assert find_encoder() is None
