"""Policies that programs send: one that can be followed, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

from e3.errors import BadInput
from e3.policy.checking import checked
from e3.policy.faults import Fault
from e3.policy.fields import PolicyFields
from e3.policy.policy import Policy

TEXT_OR_OBJECT = ("a text", "an object")
"""What a policy can be given as; no field is called so."""


class PolicyRefused(BadInput):
    """A policy that can't be followed."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        first, *others = (fault for fault in faults if fault.is_fatal)
        more = f"; {len(others)} more: /v1/policies/check tells all of them" if others else ""
        super().__init__(f"{first.sentence.rstrip('.')}{more}")
        self.field = path(("policy", *first.place))


def followed(fields: PolicyFields) -> Policy:
    """The policy to follow; raises PolicyRefused where that can't be."""
    # Examples are for who reviews it: nothing hangs on them here.
    found = checked(fields.model_copy(update={"people": [], "stories": []}))
    if found.policy is None:
        raise PolicyRefused(found.faults)
    return found.policy


def path(place: Sequence[str | int]) -> str:
    """Where something stands, as errors name fields: policy.rules.0.span."""
    return ".".join(map(str, place))
