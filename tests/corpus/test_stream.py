"""A large file is read an item at a time; an item that is made to fill the memory is refused."""

import json
from pathlib import Path

import pytest

from e3.corpus.stream import stream_rows
from e3.errors import BadInput

ROW = json.dumps({"utterance_id": "1", "snippet": "You may row.", "question": "May I row?"})


@pytest.mark.parametrize("before", ["[", f"[{ROW}, "], ids=["first", "second"])
@pytest.mark.parametrize(
    ("opens", "unit"),
    [('{"snippet": "', "word "), ('{"history": [1', f', "{"x" * 999}"'), ("", " "), ("", "1")],
    ids=["a string", "a list", "spaces", "a number"],
)
def test_an_item_that_has_no_end_is_not_held(
    tmp_path: Path, before: str, opens: str, unit: str
) -> None:
    path = tmp_path / "rows.json"
    path.write_text(before + opens + unit * (5_000_000 // len(unit)))
    with pytest.raises(BadInput) as caught:
        list(stream_rows(str(path)))
    why = "this is not a data set: an item has more than 4 MB"
    assert str(caught.value) == f"{path}: {why}"


def test_an_item_that_is_nested_deeply_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(f"[{ROW}, " + "[" * 10_000_000)
    with pytest.raises(BadInput, match="this JSON is not a data set"):
        list(stream_rows(str(path)))
