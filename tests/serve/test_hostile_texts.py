"""Texts that were made to be slow: whatever reads or writes one needs time and room as it grows.

How time grows is measured by benchmarks/hostile_texts.py. Here the longest texts only have to come
to an end, in time that is counted while the processor works for them and for nobody else.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from hostile import ENDINGS, SHAPES, WRITERS, text_of
from tests.patience import PATIENCE

from e3.language.en.rules import find_rules
from e3.policy.rule_text import RuleText

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "hostile_texts.py"
SIZE = 2_000
LARGEST = 40
"""Characters that are written for each that is read; a page has 235 for a bullet of 7."""


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
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        most = int(PATIENCE)
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (most, most))
        done = process.communicate()[0].splitlines()
    assert process.returncode == 0, f"no end was seen of {done[-1]}"
    assert len(done) == len(WRITERS) * len(SHAPES)


@pytest.mark.parametrize("shape", ["bullets", "bullets with numbers", "conditions"])
def test_shapes_have_many_rules(shape: str) -> None:
    """What is written for each rule is written often."""
    assert len(find_rules(RuleText(text_of(shape, SIZE, ENDINGS[0])))) > SIZE / 30
