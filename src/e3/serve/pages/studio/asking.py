"""The questions that people may ask of a draft."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from e3.policy.policy import Policy
from e3.serve.pages.forms import form_of, turn_of
from e3.serve.pages.studio.changing import AtDesk, Problem, Shown, studio_page
from e3.serve.pages.studio.edit_forms import joined
from e3.serve.pages.studio.review_view import rule_cards
from e3.serve.service import Service
from e3.studio.cases import taken_for
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit
from e3.studio.question_edits import (
    AddIrrelevant,
    AddQuestion,
    DeleteIrrelevant,
    DeleteQuestion,
    RewordQuestion,
)
from e3.studio.review import sentence
from e3.studio.stored import Draft

asking = APIRouter(include_in_schema=False)

_RULE = "rule-"


@dataclass(frozen=True, slots=True)
class Taken:
    """What a sentence would be taken for."""

    sentence: str
    question: str | None


@asking.get("/studio/{draft}/questions")
async def listed(desk: AtDesk) -> Response:
    """All questions."""
    return await desk.show(_page())


@asking.post("/studio/{draft}/questions")
async def change(desk: AtDesk, request: Request) -> Response:
    """A question added, reworded or deleted."""
    return await desk.change(request, _wanted, "/questions", _page())


@asking.post("/studio/{draft}/asked")
async def asked(desk: AtDesk, request: Request) -> Response:
    """Which of the questions a sentence would be taken for."""
    said = (await form_of(request)).get("sentence", "").strip()
    return await desk.show(_page(said))


def _wanted(policy: Policy, fields: dict[str, str]) -> Edit:
    place = turn_of(fields, "number") or 0
    match fields:
        case {"reword": _}:
            return RewordQuestion(place, _written(fields))
        case {"delete": _}:
            return DeleteQuestion(place)
        case {"add": _}:
            return AddQuestion(_written(fields), _formula(policy, fields))
        case {"add-irrelevant": _}:
            return AddIrrelevant(_written(fields))
        case {"delete-irrelevant": _}:
            return DeleteIrrelevant(place)
    raise EditRefused("say what is to be done: press one of the buttons")


def _written(fields: dict[str, str]) -> str:
    question = fields.get("question", "").strip()
    if not question:
        raise EditRefused("write the question", "question")
    return question


def _formula(policy: Policy, fields: dict[str, str]) -> str:
    """The rules that were ticked, joined: a beginning that the review page makes right."""
    ticked = [rule for rule in policy.rules if f"{_RULE}{rule.id}" in fields]
    if not ticked:
        raise EditRefused("tick the rules that decide it", "rules")
    return joined(ticked, fields.get("join", ""))


def _page(said: str = "") -> Shown:
    def shown(_: Service, draft: Draft, problem: Problem | None) -> Response:
        policy = draft.policy
        place = taken_for(policy, said) if said else None
        taken = Taken(said, None if place is None else policy.questions[place].question)
        return studio_page(
            "questions.html",
            draft,
            "questions",
            problem,
            questions=[
                (each.question, sentence(policy, place))
                for place, each in enumerate(policy.questions)
            ],
            irrelevant=policy.irrelevant_questions,
            cards=rule_cards(policy, None),
            taken=taken if said else None,
        )

    return shown
