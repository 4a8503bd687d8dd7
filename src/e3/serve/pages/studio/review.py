"""The review of a draft: the logic of an answer beside the text, and each rule."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from e3.policy.policy import Policy
from e3.serve.pages.studio.changed_document import changed_document
from e3.serve.pages.studio.changing import AtDesk, Problem, Shown, studio_page
from e3.serve.pages.studio.edit_forms import part_of, review_edit, rule_edit
from e3.serve.pages.studio.fact_forms import comparing_edit
from e3.serve.pages.studio.facts_view import fact_lines
from e3.serve.pages.studio.review_view import marked_text, review_view, rule_cards
from e3.serve.pages.studio.rule_view import rule_view
from e3.serve.refusals import Refusal
from e3.serve.service import Service
from e3.studio.edits import Edit
from e3.studio.stored import Draft

review = APIRouter(include_in_schema=False)


@review.get("/studio/{draft}")
async def first(desk: AtDesk) -> Response:
    """The logic of the first question."""
    return await desk.show(review_page(0))


@review.post("/studio/{draft}")
async def change_first(desk: AtDesk, request: Request) -> Response:
    """A change of it."""
    return await _change(desk, 0, request)


@review.get("/studio/{draft}/questions/{question}")
async def look(desk: AtDesk, question: int) -> Response:
    """The logic of one of the questions."""
    return await desk.show(review_page(question))


@review.post("/studio/{draft}/questions/{question}")
async def change(desk: AtDesk, question: int, request: Request) -> Response:
    """A change of it."""
    return await _change(desk, question, request)


@review.get("/studio/{draft}/rules/{rule}")
async def look_at_rule(desk: AtDesk, rule: str) -> Response:
    """One rule, to change anything of it."""
    return await desk.show(_rule_page(rule))


@review.post("/studio/{draft}/rules/{rule}")
async def change_rule(desk: AtDesk, rule: str, request: Request) -> Response:
    """A change of the rule."""

    def wanted(policy: Policy, fields: dict[str, str]) -> Edit:
        return comparing_edit(policy, rule, fields) or rule_edit(policy, rule, fields)

    return await desk.change(request, wanted, f"#rule-{rule}", _rule_page(rule))


async def _change(desk: AtDesk, question: int, request: Request) -> Response:
    def wanted(policy: Policy, fields: dict[str, str]) -> Edit:
        return review_edit(policy, question, fields)

    to = f"/questions/{question}" if question else ""
    return await desk.change(request, wanted, to, review_page(question), part_of)


def review_page(question: int) -> Shown:
    """Makes the page of one of the questions."""

    def shown(service: Service, draft: Draft, problem: Problem | None) -> Response:
        policy = draft.policy
        if question and question >= len(policy.questions):
            raise Refusal(404, "The draft has no such question.")
        view = review_view(policy, question)
        return studio_page(
            "review.html",
            draft,
            "review",
            problem,
            view=view,
            question=question,
            facts=fact_lines(policy),
            document=changed_document(service, policy),
            fields={name: name for name in ("words", "formula", "question")},
        )

    return shown


def _rule_page(rule: str) -> Shown:
    def shown(_: Service, draft: Draft, problem: Problem | None) -> Response:
        policy = draft.policy
        card = next((card for card in rule_cards(policy, None) if card.id == rule), None)
        if card is None:
            raise Refusal(404, "The draft has no such rule. It may have been deleted.")
        return studio_page(
            "rule.html",
            draft,
            "review",
            problem,
            rule=rule_view(policy, card),
            text=marked_text(policy),
            rules_at=f"/studio/{draft.id}",
            fields={name: name for name in ("words", "question", "at", "other")},
        )

    return shown
