"""A draft is tried: on example people, on all cases, in an interview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from starlette.responses import RedirectResponse

from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.policy.fields import YesOrNo
from e3.policy.people import said_by, value_written
from e3.policy.policy import Policy
from e3.serve.guard import content_policy
from e3.serve.pages.forms import form_of, turn_of
from e3.serve.pages.hints import hint
from e3.serve.pages.studio.cases_view import answers_of, case_view, code_of, try_view, used_cards
from e3.serve.pages.studio.changing import AtDesk, Problem, Shown, studio_page
from e3.serve.refusals import Refusal, sentence
from e3.serve.service import Beginning, Service
from e3.studio.case_edits import AddCase, DeleteCase, Gets, person_of
from e3.studio.cases import tried
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit
from e3.studio.stored import Draft

trying = APIRouter(include_in_schema=False)

_RULE, _VALUE = "rule-", "value-"
_KEEP: dict[str, Gets] = {"keep-yes": "yes", "keep-no": "no", "keep-unknown": "unknown"}
_YES_OR_NO: dict[Answer, YesOrNo] = {Answer.YES: "yes", Answer.NO: "no"}


@trying.get("/studio/{draft}/try")
async def first(desk: AtDesk) -> Response:
    """The cases of the first question."""
    return await desk.show(_page(0))


@trying.get("/studio/{draft}/try/{question}")
async def look(desk: AtDesk, question: int) -> Response:
    """The cases of one of the questions."""
    return await desk.show(_page(question))


@trying.post("/studio/{draft}/try/{question}")
async def change(desk: AtDesk, question: int, request: Request) -> Response:
    """A case kept as a test, or taken away."""

    def wanted(policy: Policy, fields: dict[str, str]) -> Edit:
        if "delete" in fields:
            return DeleteCase(turn_of(fields, "delete") or 0)
        for button, gets in _KEEP.items():
            if button in fields:
                answers = answers_of(policy, fields[button])
                name = fields.get("name", "").strip() or _name(policy, answers)
                values = _values(policy, fields)
                return AddCase(name, _yes_or_no(policy, answers, values), gets, question, values)
        raise EditRefused("say what this person should get")

    return await desk.change(request, wanted, f"/try/{question}", _page(question))


@trying.post("/studio/{draft}/try/{question}/case")
async def describe(desk: AtDesk, question: int, request: Request) -> Response:
    """Somebody who was described, on a page of their own."""
    fields = await form_of(request)

    def described(service: Service) -> Response:
        draft = service.studio.drafts.draft(desk.id)
        policy, values = draft.policy, _values(draft.policy, fields)
        answers = _yes_or_no(policy, _typed(policy, fields), values)
        try:
            person = person_of(policy, AddCase("", answers, "unknown", question, values))
        except EditRefused as refused:
            problem = Problem(sentence(str(refused)), values=fields)
            response = _page(question)(service, draft, problem)
            response.status_code = 422
            return response
        query = dict(_named(policy, values))
        at = f"{desk.at}/try/{question}/case/{code_of(policy, said_by(policy, person))}"
        return RedirectResponse(f"{at}?{urlencode(query)}" if query else at, 303)

    return await desk.serving.take(described)


@trying.get("/studio/{draft}/try/{question}/case/{code}")
async def case(desk: AtDesk, question: int, code: str, request: Request) -> Response:
    """What somebody gets, why, and what would change it."""

    def shown(_: Service, draft: Draft, __: Problem | None) -> Response:
        policy = draft.policy
        if question >= len(policy.questions):
            raise Refusal(404, "The draft has no such question.")
        values = _values(policy, request.query_params)
        said = _yes_or_no(policy, answers_of(policy, code), values)
        person = person_of(policy, AddCase("", said, "unknown", question, values))
        view = case_view(policy, used_cards(policy, question), tried(policy, person))
        asked = policy.questions[question].question
        return studio_page("case.html", draft, "try", case=view, asked=asked, question=question)

    return await desk.show(shown)


@trying.post("/studio/{draft}/trial")
async def begin(desk: AtDesk, request: Request) -> Response:
    """An interview by the draft as it is, in a pane."""
    asked = turn_of(await form_of(request), "question") or 0

    def begun(service: Service) -> str:
        policy = service.studio.drafts.draft(desk.id).policy
        if asked >= len(policy.questions):
            raise Refusal(404, "The draft has no such question.")
        return service.begin(Beginning(policy, policy.questions[asked].question)).id

    return RedirectResponse(f"{desk.at}/trial/{await desk.serving.take(begun)}", 303)


def _typed(policy: Policy, fields: dict[str, str]) -> dict[str, Answer]:
    said = {"yes": Answer.YES, "no": Answer.NO}
    return {
        rule.id: said[answer]
        for rule in policy.rules
        if (answer := fields.get(f"{_RULE}{rule.id}")) in said
    }


def _values(policy: Policy, fields: Mapping[str, str]) -> dict[str, str]:
    """What somebody says of facts, by their ids; a unit may be chosen beside it."""
    return {
        fact.id: value_written(fact, Value(said, fields.get(f"{name}-unit", "")))
        for place, fact in enumerate(policy.facts)
        if (said := fields.get(name := f"{_VALUE}{place}", "").strip())
    }


def _named(policy: Policy, values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What somebody says of facts, as fields of a form."""
    for place, fact in enumerate(policy.facts):
        if fact.id in values:
            yield f"{_VALUE}{place}", values[fact.id]


def _yes_or_no(
    policy: Policy, answers: Mapping[str, Answer], values: Mapping[str, str]
) -> dict[str, YesOrNo]:
    """The answers that no value settles."""
    settled = {r.id for r in policy.rules if r.value is not None and r.value.fact in values}
    return {id: _YES_OR_NO[said] for id, said in answers.items() if id not in settled}


def _name(policy: Policy, answers: dict[str, Answer]) -> str:
    """A name for somebody who was given none: what they say."""
    numbers = {rule.id: number for number, rule in enumerate(policy.rules, start=1)}
    said = [f"{answer.value} to {numbers[id]}" for id, answer in answers.items()]
    return f"Says {', '.join(said)}"[:200] if said else "Says nothing"


def _page(question: int) -> Shown:
    def shown(_: Service, draft: Draft, problem: Problem | None) -> Response:
        policy = draft.policy
        if question and question >= len(policy.questions):
            raise Refusal(404, "The draft has no such question.")
        view = try_view(policy, question) if policy.questions else None
        hints = {fact.id: hint(fact, "") for fact in policy.facts}
        response = studio_page("try.html", draft, "try", problem, view=view, hints=hints)
        response.headers["Content-Security-Policy"] = content_policy(frames="'self'")
        return response

    return shown
