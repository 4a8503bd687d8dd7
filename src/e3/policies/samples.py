"""A dozen of our policies to try E3 with, varied in what they are about and in their form."""

from __future__ import annotations

from functools import cache

from e3.policies.reader import Policy, our_policies

_TITLES = (
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


@cache
def samples() -> tuple[Policy, ...]:
    """The policies, in that order."""
    known = {policy.title: policy for policy in our_policies()}
    return tuple(known[title] for title in _TITLES)
