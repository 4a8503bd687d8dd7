"""Facts of a draft: what a rule compares, and what people are asked for once."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from e3.policy.facts import PolicyFact
from e3.policy.policy import Policy
from e3.serve.pages.studio.changing import AtDesk, Problem, Shown, studio_page
from e3.serve.pages.studio.fact_forms import NEW, compare_edit, fact_at, fact_edit
from e3.serve.pages.studio.facts_view import (
    KINDS,
    TESTS,
    dates,
    fact_lines,
    fact_values,
    fact_view,
    test_view,
    units_for,
)
from e3.serve.pages.studio.review_view import marked_text, rule_cards
from e3.serve.refusals import Refusal
from e3.serve.service import Service
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit, edited
from e3.studio.stored import Draft
from e3.studio.suggesting import suggestion

facts = APIRouter(include_in_schema=False)

Chosen = Annotated[str, Query(alias="fact")]
_INPUTS = {"test": "amount", "id": "name", "fact": "name", "kind": "measures"}
"""The inputs for fields of a policy that are called otherwise."""


@facts.get("/studio/{draft}/rules/{rule}/value")
async def look_at_value(desk: AtDesk, rule: str, fact: Chosen = "") -> Response:
    """What a rule compares."""
    return await desk.show(_value_page(rule, fact))


@facts.post("/studio/{draft}/rules/{rule}/value")
async def change_value(desk: AtDesk, rule: str, request: Request, fact: Chosen = "") -> Response:
    """Has a rule compare a fact, or a new one."""

    def wanted(policy: Policy, fields: dict[str, str]) -> Edit:
        return compare_edit(policy, rule, fact or _own(policy, rule), fields)

    return await desk.change(request, wanted, f"#rule-{rule}", _value_page(rule, fact))


@facts.get("/studio/{draft}/facts/{place}")
async def look_at_fact(desk: AtDesk, place: str) -> Response:
    """A fact, or the form for a new one."""
    return await desk.show(_fact_page(place))


@facts.post("/studio/{draft}/facts/{place}")
async def change_fact(desk: AtDesk, place: str, request: Request) -> Response:
    """Changes a fact, makes one, or takes one away."""

    def wanted(policy: Policy, fields: dict[str, str]) -> Edit:
        return fact_edit(policy, place, fields)

    return await desk.change(request, wanted, "#facts", _fact_page(place))


def _value_page(rule: str, place: str) -> Shown:
    def shown(_: Service, draft: Draft, problem: Problem | None) -> Response:
        policy = draft.policy
        card = next((card for card in rule_cards(policy, None) if card.id == rule), None)
        if card is None:
            raise Refusal(404, "The draft has no such rule. It may have been deleted.")
        chosen = place or _own(policy, rule)
        fact, value = _found(policy, chosen), policy.rule(rule).value
        values = fact_values(fact, policy)
        if fact is None and (wanted := suggestion(policy, rule)) is not None:
            policy_then = edited(policy, wanted)
            value = policy_then.rule(rule).value
            values = fact_values(policy_then.fact_of(policy_then.rule(rule)), policy_then)
        own = fact is None or (value is not None and value.fact == fact.id)
        return _page(
            "value.html",
            draft,
            problem,
            values,
            rule=card,
            chosen=chosen,
            fact=fact,
            facts=fact_lines(policy),
            test=test_view(fact, value if own else None),
            tests=TESTS,
            units=units_for(fact) if fact else (),
            dates=dates(policy, None),
            text=marked_text(policy),
        )

    return shown


def _fact_page(place: str) -> Shown:
    def shown(_: Service, draft: Draft, problem: Problem | None) -> Response:
        policy = draft.policy
        fact = _found(policy, place)
        return _page(
            "fact.html",
            draft,
            problem,
            fact_values(fact, policy),
            fact=fact,
            view=fact_view(policy, int(place)) if fact else None,
            dates=dates(policy, fact),
            text=marked_text(policy),
        )

    return shown


def _page(
    template: str, draft: Draft, problem: Problem | None, values: dict[str, str], **more: object
) -> Response:
    if problem is not None:
        last = problem.at.rpartition(".")[2]
        problem = replace(problem, at=_INPUTS.get(last, last))
        values = values | dict(problem.values)
    names = (*values, "how", "amount", "to", "passing")
    return studio_page(
        template,
        draft,
        "review",
        problem,
        values=values,
        kinds=KINDS,
        rules_at=f"/studio/{draft.id}",
        fields={name: name for name in names},
        **more,
    )


def _own(policy: Policy, rule: str) -> str:
    """The place of the fact that a rule compares; that of a new one where it compares none."""
    found = next((each for each in policy.rules if each.id == rule), None)
    fact = None if found is None else policy.fact_of(found)
    return NEW if fact is None else str(policy.facts.index(fact))


def _found(policy: Policy, place: str) -> PolicyFact | None:
    """The fact at a place, or none where it is still to be made."""
    try:
        return None if place == NEW else fact_at(policy, place)
    except EditRefused as refused:
        raise Refusal(404, str(refused)) from None
