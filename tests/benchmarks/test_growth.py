"""benchmarks/hostile_texts.py: tells what grows with a text from what grows with its square."""

from collections.abc import Callable

import hostile_texts
import pytest
from hostile import SHAPES


@pytest.mark.parametrize(
    ("taken", "status"),
    [(lambda size: size / 1e5, 0), (lambda size: size**2 / 1e10, 1), (lambda _: 0.0, 0)],
)
def test_a_square_is_told(
    taken: Callable[[int], float],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(hostile_texts, "seconds", lambda _writer, _shape, size, *_: taken(size))
    monkeypatch.setattr("sys.argv", ["hostile_texts.py", "--writer", "page"])
    with pytest.raises(SystemExit) as ended:
        hostile_texts.main()
    assert ended.value.code == status
    lines = capsys.readouterr().out.splitlines()[1:]
    assert len(lines) == len(SHAPES)
    assert all(line.startswith("page ") for line in lines)
    assert all(line.endswith("grows with the square") == bool(status) for line in lines)
