"""How often each form was right where it was measured (calibration); tools/measure_forms.py."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

MEASURED: dict[str, Any] = json.loads(
    resources.files("e3.drafting").joinpath("forms.json").read_text(encoding="utf-8")
)
"""What was measured, by what it is of."""


def bears(forms: Iterable[str]) -> float:
    """How likely a clause with these forms is to bear on a question (logistic regression)."""
    weights = MEASURED["bears"]
    return 1 / (1 + math.exp(-sum(weights.get(form, 0.0) for form in forms)))


def polarity(form: str) -> float:
    """The share of the clauses of a form that speak for the side that was drafted."""
    shares: Mapping[str, float] = MEASURED["polarity"]
    return shares.get(form, shares["any"])


def logic(rules: int) -> float:
    """The share of the answers with so many rules that are right, if their rules are."""
    shares: Mapping[str, float] = MEASURED["logic"]
    return shares.get(str(rules), shares["more"])


def answered(likeness: str) -> float:
    """The share of the questions as like a text as that which it answers."""
    shares: Mapping[str, float] = MEASURED["answered"]
    return shares[likeness]


QUESTION: float = MEASURED["question"]
"""The share of the questions of right rules that ask for the same as a person's."""
