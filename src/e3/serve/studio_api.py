"""The API of the studio: drafts that are edited and tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from e3.policy.fields import MOST_QUESTIONS
from e3.policy.policy import Policy
from e3.serve.api import ALWAYS, CHANGES, needs_key
from e3.serve.library_citations import hold
from e3.serve.library_policies import changes_for
from e3.serve.library_responses import DocumentChanges, document_changes
from e3.serve.refusals import Refusal, documented
from e3.serve.service import Service
from e3.serve.serving import Serving, Shared
from e3.serve.studio_requests import (
    AskedRequest,
    BaseRequest,
    CaseRequest,
    DraftQuestionRequest,
    EditRequest,
    NewDraftRequest,
    RestoreRequest,
)
from e3.serve.studio_responses import (
    CaseState,
    Differences,
    DraftState,
    MadeCases,
    RevisionState,
    TakenFor,
    case_state,
    draft_state,
    made_cases,
    revision_state,
)
from e3.studio import cases
from e3.studio.case_edits import AddCase, person_of
from e3.studio.differences import differences
from e3.studio.stored import Draft, DraftSummary, EditConflict, RevisionSummary

_MOST_LISTED = 100

studio = APIRouter(
    prefix="/v1/studio", responses=documented(*ALWAYS), dependencies=[Depends(needs_key)]
)

DraftId = Annotated[str, Path(description="The id that the draft was given.")]
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="Counted from 1.")]
NumberAsked = Annotated[int, Query(ge=1, le=2**31 - 1, description="Of a revision.")]
QuestionAsked = Annotated[
    int, Query(ge=0, lt=MOST_QUESTIONS, description="Of the policy, counted from 0.")
]


async def _author(request: Request) -> str:
    return request.state.owner or ""


Author = Annotated[str, Depends(_author)]
"""The name of the key of who asks; empty where nobody needs one."""

Route = Callable[..., Any]


def _change(path: str, summary: str) -> Callable[[Route], Route]:
    """A route that changes a draft and answers with what it is then."""
    return studio.post(
        f"/{{draft}}/{path}",
        responses=documented(*CHANGES, 404),
        summary=summary,
        response_model_exclude_unset=True,
    )


async def _state(serving: Serving, done: Callable[[Service], Draft]) -> DraftState:
    """A draft after something was done."""
    return await serving.take(lambda service: draft_state(done(service)))


@studio.get("", responses=documented(404), summary="List drafts")
async def list_drafts(
    serving: Shared,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = 20,
    before: Annotated[str | None, Query(description="The id of the last one seen.")] = None,
) -> list[DraftSummary]:
    """The drafts that were changed last, newest first."""
    return await serving.take(lambda service: [*service.studio.drafts.list(limit, before)])


@studio.post(
    "",
    status_code=201,
    responses=documented(403),
    summary="Begin a draft",
    response_model_exclude_unset=True,
)
async def begin_draft(
    wanted: NewDraftRequest, by: Author, serving: Shared, response: Response
) -> DraftState:
    """Makes a draft of a text, or takes a policy to work on."""

    def begun(service: Service) -> Draft:
        return service.studio.drafts.create(wanted.made(service), by=by)

    made = await _state(serving, begun)
    response.headers["Location"] = f"/v1/studio/{made.id}"
    return made


@studio.get(
    "/{draft}",
    responses=documented(404),
    summary="Look at a draft",
    response_model_exclude_unset=True,
)
async def look_at_draft(draft: DraftId, serving: Shared) -> DraftState:
    """The policy as it is now, its logic, its cases, and where the drafter was unsure."""
    return await _state(serving, lambda service: service.studio.drafts.draft(draft))


@studio.delete(
    "/{draft}",
    status_code=204,
    response_model=None,
    responses=documented(403, 404),
    summary="Delete a draft for good",
)
async def delete_draft(draft: DraftId, serving: Shared) -> None:
    """Deletes a draft, its versions, and the interviews that were begun with them."""
    await serving.take(lambda service: service.studio.drafts.delete(draft))


@_change("edits", "Edit")
async def edit(draft: DraftId, wanted: EditRequest, by: Author, serving: Shared) -> DraftState:
    """Makes an edit of a revision. If somebody else was quicker it is kept beside theirs (409), and
    Location says where."""

    def edited(service: Service) -> Draft:
        return service.studio.drafts.edit(draft, wanted.edit, base=wanted.base, by=by)

    return await _state(serving, edited)


@_change("questions", "Draft an answer")
async def draft_question(
    draft: DraftId, wanted: DraftQuestionRequest, by: Author, serving: Shared
) -> DraftState:
    """Adds a question with the answer that the drafter finds, over the rules that are there and new
    ones."""

    def drafted(service: Service) -> Draft:
        return service.draft_question(draft, wanted.question, base=wanted.base, by=by)

    return await _state(serving, drafted)


@_change("undo", "Undo")
async def undo(draft: DraftId, wanted: BaseRequest, serving: Shared) -> DraftState:
    """Goes back to the revision that this one was made of."""
    return await _state(
        serving, lambda service: service.studio.drafts.undo(draft, base=wanted.base)
    )


@_change("redo", "Redo")
async def redo(draft: DraftId, wanted: BaseRequest, serving: Shared) -> DraftState:
    """Goes on to the revision that was made of this one last."""
    return await _state(
        serving, lambda service: service.studio.drafts.redo(draft, base=wanted.base)
    )


@_change("restore", "Take a revision again")
async def restore(
    draft: DraftId, wanted: RestoreRequest, by: Author, serving: Shared
) -> DraftState:
    """Adds a revision with the policy of another one, older or kept beside."""

    def restored(service: Service) -> Draft:
        return service.studio.drafts.restore(draft, wanted.revision, base=wanted.base, by=by)

    return await _state(serving, restored)


@studio.get("/{draft}/revisions", responses=documented(404), summary="The history of a draft")
async def history(draft: DraftId, serving: Shared) -> list[RevisionSummary]:
    """Every revision, newest first: who did what and when."""
    return await serving.take(lambda service: [*service.studio.drafts.revisions(draft)])


@studio.get(
    "/{draft}/revisions/{number}",
    responses=documented(404),
    summary="A draft as it was",
    response_model_exclude_unset=True,
)
async def look_at_revision(draft: DraftId, number: Number, serving: Shared) -> RevisionState:
    """One revision: the whole policy, and the edit that made it."""
    return await serving.take(
        lambda service: revision_state(service.studio.drafts.revision(draft, number))
    )


@studio.get("/{draft}/differences", responses=documented(404), summary="Compare two revisions")
async def compare(
    draft: DraftId, before: NumberAsked, after: NumberAsked, serving: Shared
) -> Differences:
    """What differs between two revisions, in words."""

    def compared(service: Service) -> Differences:
        old, new = (service.studio.drafts.revision(draft, each) for each in (before, after))
        return Differences(sentences=list(differences(old.policy, new.policy)))

    return await serving.take(compared)


@studio.get("/{draft}/document", responses=documented(404), summary="What became of its document")
async def look_at_document(draft: DraftId, serving: Shared) -> DocumentChanges:
    """What the document of the library, from which the draft was made, says otherwise since."""

    def looked(service: Service) -> DocumentChanges:
        policy = service.studio.drafts.draft(draft).policy
        return document_changes(policy, changes_for(service, policy))

    return await serving.take(looked)


@studio.post(
    "/{draft}/document/seen",
    status_code=204,
    response_model=None,
    responses=documented(*CHANGES, 404),
    summary="Say that it holds",
)
async def hold_to_document(draft: DraftId, wanted: BaseRequest, serving: Shared) -> None:
    """Somebody has looked at what changed: the draft is of the document as it is now."""

    def held(service: Service) -> None:
        now = service.studio.drafts.draft(draft)
        if now.revision != wanted.base:
            raise EditConflict(draft, now.revision, None)
        if service.library is not None:
            hold(service.library, now.policy)

    await serving.take(held)


@studio.get("/{draft}/cases", responses=documented(404), summary="Make cases")
async def make_cases(draft: DraftId, serving: Shared, question: QuestionAsked = 0) -> MadeCases:
    """People for whom every rule decides, and all people where they are few."""

    def made(service: Service) -> MadeCases:
        policy = service.studio.drafts.draft(draft).policy
        _check_question(policy, question)
        return made_cases(policy, question)

    return await serving.take(made)


@studio.post("/{draft}/cases", responses=documented(403, 404), summary="Try a case")
async def try_case(draft: DraftId, wanted: CaseRequest, serving: Shared) -> CaseState:
    """What a person gets, why, and what would change it; nothing is kept."""

    def tried(service: Service) -> CaseState:
        policy = service.studio.drafts.draft(draft).policy
        _check_question(policy, wanted.question)
        case = AddCase("", wanted.answers, "unknown", wanted.question, wanted.values)
        person = person_of(policy, case)
        return case_state(cases.tried(policy, person))

    return await serving.take(tried)


@studio.post(
    "/{draft}/asked", responses=documented(403, 404), summary="Which question words are taken for"
)
async def asked(draft: DraftId, wanted: AskedRequest, serving: Shared) -> TakenFor:
    """The question that a person's words would be taken for, or none."""

    def taken(service: Service) -> TakenFor:
        policy = service.studio.drafts.draft(draft).policy
        number = cases.taken_for(policy, wanted.question)
        words = None if number is None else policy.questions[number].question
        return TakenFor(number=number, question=words)

    return await serving.take(taken)


@studio.post(
    "/{draft}/duplicate",
    status_code=201,
    responses=documented(403, 404),
    summary="Copy a draft",
    response_model_exclude_unset=True,
)
async def duplicate(draft: DraftId, by: Author, serving: Shared, response: Response) -> DraftState:
    """A new draft with the same policy; it is not published."""
    made = await _state(serving, lambda service: service.studio.drafts.duplicate(draft, by=by))
    response.headers["Location"] = f"/v1/studio/{made.id}"
    return made


def _check_question(policy: Policy, number: int) -> None:
    if number >= len(policy.questions):
        raise Refusal(404, "The policy has no such question.", field="question")
