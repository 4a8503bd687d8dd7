"""A dozen of our policies to try E3 with, varied in what they are about and in their form."""

from __future__ import annotations

from functools import cache
from importlib import resources

from e3.files import parse_json
from e3.policy.parsing import parse_policies
from e3.policy.policy import Policy


@cache
def samples() -> tuple[Policy, ...]:
    """The policies of samples.json, in its order; tools/make_samples.py takes them from all."""
    data = resources.files("e3.policy").joinpath("samples.json").read_bytes()
    return tuple(parse_policies(parse_json(data, source="samples"), source="samples"))


def sample(slug: str) -> Policy | None:
    """The policy of the menu that addresses have this name for."""
    return next((policy for policy in samples() if policy.slug == slug), None)
