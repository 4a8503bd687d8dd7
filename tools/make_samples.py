"""Writes src/e3/policy/samples.json: the policies of the menu, taken from our corpus.

A copy, so that who only tries E3 does not wait for a thousand policies; a test compares them.
"""

from __future__ import annotations

import json
from pathlib import Path

from e3.corpus.policies import OUR_CORPORA, our_objects, without_contrasts

TARGET = Path(__file__).parents[1] / "src" / "e3" / "policy" / "samples.json"

TITLES = (
    "Warm Start Rebate",
    "Assisted bin collection",
    "Swapping homes with another tenant",
    "Price match at Oakham Electrical",
    "Renting a car with Corvino: who may drive",
    "Volunteering days – Ludlow Mutual",
    "Carrying musical instruments – Air Solway",
    "Dental charges: who is exempt",
    "Deferring your place in the Two Bridges Half Marathon",
    "Groceries First: income and asset limits",
    "Simplified bookkeeping for the self-employed",
    "Bicycles on the Vessby ferry",
)
"""All of the evaluation part: no model of ours was trained on them."""


def samples() -> str:
    """The file."""
    known = {
        policy["title"]: without_contrasts(policy)
        for corpus in OUR_CORPORA
        for policy in our_objects(corpus)
    }
    found = [known[title] for title in TITLES]
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(samples(), encoding="utf-8")
