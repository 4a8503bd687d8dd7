"""benchmarks/policy_turn.py: a turn of each kind, by our samples and by a deep policy."""

import json
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_every_kind_of_turn_is_measured() -> None:
    ran = subprocess.run(
        [sys.executable, BENCHMARKS / "policy_turn.py", "--rounds=1", "--json"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    samples, deep = json.loads(ran.stdout).values()
    assert set(samples) == {"first begin", "begin", "answer", "explain"}
    assert (deep["begin"]["times"], deep["answer"]["times"]) == (1, 40)
