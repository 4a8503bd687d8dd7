"""benchmarks/studio_reviewed.py: what it finds is what docs/results.md says."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_has_what_was_found() -> None:
    ran = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "studio_reviewed.py"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    lines = ran.stdout.splitlines()
    assert len(lines) == 10
    for line in lines:
        right, *figures, title = line.split(maxsplit=5)
        [row] = [row for row in page.splitlines() if row.startswith(f"| {title} |")]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[4:8] == figures
        assert cells[9].startswith("yes" if right == "100.0%" else "**no**"), title
        assert right == "100.0%" or right.replace("%", " %") in cells[9]
