"""Writes src/e3/policy/samples.json: the policies of the menu, taken from our corpus.

A copy, so that who only tries E3 does not wait for a thousand policies; a test compares them.
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src" / "e3" / "policy" / "samples.json"

TITLES = (
    "Returning residents",
    "Warm Start Rebate",
    "Free legal representation",
    "Dental emergencies",
    "Shared Family Leave",
    "Pets in rental homes",
    "Washing machine warranty",
    "Who must be paid the minimum wage",
    "Student Childcare Grant",
    "Red or green channel",
    "Ashdown winter flu jab",
    "Walking a pet pig",
)


def samples() -> str:
    """The file."""
    corpus = json.loads(resources.files("e3.corpus").joinpath("policies.json").read_bytes())
    known = {policy["title"]: policy for policy in corpus}
    found = [known[title] for title in TITLES]
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(samples(), encoding="utf-8")
