"""The confusion matrix in the terminal and as a picture."""

import struct
import sys
from pathlib import Path

import pytest

from e3.errors import BadInput, MissingExtra
from e3.evaluation.confusion import Confusion, confusion_text, draw_confusion
from e3.reading.conversation import Decision

CONFUSION: Confusion = {
    gold: {predicted: 1_234 * (gold is predicted) for predicted in Decision} for gold in Decision
}


def test_the_text_is_aligned_with_one_line_a_gold_class() -> None:
    lines = confusion_text(CONFUSION).splitlines()
    assert [line.split()[0] for line in lines] == ["gold", "yes", "no", "irrelevant", "inquire"]
    assert len({len(line) for line in lines}) == 1
    assert lines[2].split() == ["no", "0", "1,234", "0", "0"]


def test_the_picture_is_a_png_of_readable_size(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "confusion.png"
    draw_confusion(CONFUSION, path, title="Micro accuracy 100.0%")
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    assert 600 <= width <= 2_000
    assert 600 <= height <= 2_000


def test_a_class_without_rows_can_be_drawn(tmp_path: Path) -> None:
    empty = {gold: dict.fromkeys(Decision, 0) for gold in Decision}
    draw_confusion(empty, tmp_path / "empty.png", title="Nothing")
    assert (tmp_path / "empty.png").stat().st_size > 0


def test_a_picture_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=r"confusion\.png: can't be written: "):
        draw_confusion(CONFUSION, tmp_path / "file" / "confusion.png", title="Nowhere")


def test_without_matplotlib_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install 'e3-reader\[plot\]'"):
        draw_confusion(CONFUSION, tmp_path / "confusion.png", title="Nothing")
