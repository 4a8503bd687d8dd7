"""Texts that were made to be slow: whatever reads or writes one needs time and room as it grows.

How time grows is measured by benchmarks/hostile_texts.py. Here the longest texts only have to come
to an end, in time that is counted while the processor works for them and for nobody else.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile import ENDINGS, SHAPES, WRITERS, text_of
from tests.patience import PATIENCE

from e3.language.en.rules import find_rules
from e3.memory import Memory, forget_texts
from e3.policy.rule_text import RuleText

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "hostile_texts.py"
SIZE = 2_000
LARGEST = 40
"""Characters that are written for each that is read; a page has 235 for a bullet of 7."""
EACH = 10
"""Seconds of the processor that are added for each of the longest texts; one takes 1 on average."""


@pytest.mark.parametrize("writer", WRITERS)
def test_length_grows_with_the_text(writer: str) -> None:
    for shape in SHAPES:
        for ending in ENDINGS:
            short, long = (
                len(WRITERS[writer](text_of(shape, size, ending))) for size in (SIZE, 4 * SIZE)
            )
            assert long < 4.5 * short + 1_000, f"{shape}: {short:,}, then {long:,}"
            assert long < LARGEST * 4 * SIZE, f"{shape}: {long:,}"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of processor time")
def test_the_longest_texts_come_to_an_end() -> None:
    import resource  # noqa: PLC0415 - Windows has none

    command = [sys.executable, str(BENCHMARK), "--once"]
    done: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            done.append(line.rstrip())
            # What is not linear takes hours; each is given time of its own, however many there are.
            most = int(PATIENCE) + EACH * len(done)
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
    assert process.returncode == 0, f"no end was seen of {done[-1]}"
    assert len(done) == len(WRITERS) * len(SHAPES)


@pytest.mark.parametrize("writer", WRITERS)
def test_nothing_counts_on_what_is_remembered(writer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made of a long text is not remembered: it takes too much room."""
    for shape in SHAPES:
        text = text_of(shape, SIZE, ENDINGS[1])
        WRITERS[writer](text)  # what is made once and for all is made
        forget_texts()
        before = calls(WRITERS[writer], text)
        with monkeypatch.context() as without:
            without.setattr(Memory, "put", lambda *_: None)
            forget_texts()
            after = calls(WRITERS[writer], text)
        assert after < 3 * before, f"{shape}: {before:,} calls, {after:,} without a memory"


def calls(work: Callable[[str], object], text: str) -> int:
    """Of functions, while something is done with a text."""
    count = 0

    def profile(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(profile)
    try:
        work(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("shape", ["bullets", "bullets with numbers", "conditions"])
def test_shapes_have_many_rules(shape: str) -> None:
    """What is written for each rule is written often."""
    assert len(find_rules(RuleText(text_of(shape, SIZE, ENDINGS[0])))) > SIZE / 30
