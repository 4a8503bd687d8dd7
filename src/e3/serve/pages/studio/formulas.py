"""Formulas as people write them: with the numbers that the page shows beside rules."""

from __future__ import annotations

import re

from e3.policy.policy import Policy
from e3.studio.editing import EditRefused

# No name of a rule begins with a digit.
_NUMBER = re.compile(r"(?<!\w)\d{1,6}(?!\w)", re.ASCII)


def by_names(policy: Policy, formula: str) -> str:
    """The formula with the names of the rules that it calls by their numbers."""

    def name(found: re.Match[str]) -> str:
        number = int(found[0])
        if not 1 <= number <= len(policy.rules):
            raise EditRefused(f"there is no rule {number}", "formula")
        return policy.rules[number - 1].id

    return _NUMBER.sub(name, formula)
