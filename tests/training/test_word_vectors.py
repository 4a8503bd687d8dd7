from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch

from e3.errors import BadInput
from e3.training.word_vectors import file_vectors


def test_words_with_spaces_and_a_first_line_of_counts_are_read(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text("4 3\nare 1 2 3\nat name@domain.com 7 8 9\n. . . 4 5 6\nyou 0.5 0 -1\n")
    found = file_vectors(path, ["you", "are", ". . .", "never seen"])
    assert found[:3].tolist() == [[0.5, 0, -1], [1, 2, 3], [4, 5, 6]]
    assert found.shape == (4, 3)
    assert torch.equal(found, file_vectors(path, ["you", "are", ". . .", "never seen"]))


@pytest.mark.parametrize("text", ["", "are one two three\n", "they 1 2 3\n"])
def test_a_file_without_the_words_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "vectors.txt"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"vectors\.txt"):
        file_vectors(path, ["are"])
