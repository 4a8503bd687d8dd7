"""Other words for questions."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from e3.corpus.rewordings import read_rewordings
from e3.errors import BadInput


def test_each_way_to_ask_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "rewordings.json"
    value = {"title": "Rowing", "question": "May I row?", "also": ["Is rowing all right?"]}
    path.write_text(json.dumps([value]))
    found = read_rewordings(path)
    random = Random(0)
    drawn = {found.one_of("Rowing", "may I row", random) for _ in range(20)}
    assert drawn == {"may I row", "Is rowing all right?"}
    assert found.one_of("Rowing", "May I swim?", random) == "May I swim?"
    assert found.one_of("Swimming", "May I row?", random) == "May I row?"


def test_what_is_no_such_file_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "rewordings.json"
    path.write_text('[{"title": "Rowing"}]')
    with pytest.raises(BadInput, match="question"):
        read_rewordings(path)
