"""benchmarks/library.py: all figures, of a small library."""

import json
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_every_figure_is_measured() -> None:
    ran = subprocess.run(
        [sys.executable, BENCHMARKS / "library.py", "--passages=50", "--pages=2", "--json"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    figures = json.loads(ran.stdout)
    (found,), (document,) = figures["libraries"], figures["documents"]
    assert found["passages"] == 50
    assert found["megabytes"] > 0
    assert found.keys() >= {"index_s", "words_p50_ms", "words_and_meaning_p50_cpu_ms"}
    assert document["characters"] > 5000
