"""The API of what was published: versions for advisers, interviews for everybody."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from e3.serve.api import ALWAYS, CHANGES, InterviewId, Once, interviews_at, needs_key
from e3.serve.refusals import documented
from e3.serve.responses import InterviewState, interview_state
from e3.serve.service import Service
from e3.serve.serving import Shared
from e3.serve.studio_api import Author, DraftId
from e3.serve.studio_requests import PublishRequest, VisitRequest
from e3.serve.studio_responses import (
    PublishedPolicy,
    PublishedVersion,
    VersionState,
    published_policy,
    published_version,
    version_states,
)
from e3.studio.publishing import MOST_ADDRESS, Numbers

publications = APIRouter(
    prefix="/v1/studio/{draft}",
    responses=documented(*ALWAYS, 404),
    dependencies=[Depends(needs_key)],
)
published = APIRouter(prefix="/v1/published/{address}", responses=documented(*ALWAYS, 404))

Address = Annotated[
    str, Path(max_length=MOST_ADDRESS, description="Where it is published, such as library-card.")
]


@publications.post(
    "/publication",
    status_code=201,
    responses=documented(*CHANGES),
    summary="Publish",
)
async def publish(
    draft: DraftId, wanted: PublishRequest, by: Author, serving: Shared
) -> VersionState:
    """Publishes a revision at an address. Interviews that were begun keep their version."""

    def done(service: Service) -> VersionState:
        publications = service.studio.publications
        publications.publish(draft, wanted.words, base=wanted.base, by=by)
        return version_states(publications.versions(draft))[0]

    return await serving.take(done)


@publications.delete(
    "/publication",
    status_code=204,
    response_model=None,
    responses=documented(403),
    summary="Unpublish",
)
async def unpublish(draft: DraftId, serving: Shared) -> None:
    """Closes the address to new interviews; those that were begun go on."""
    await serving.take(lambda service: service.studio.publications.unpublish(draft))


@publications.get("/versions", summary="What was published")
async def versions(draft: DraftId, serving: Shared) -> list[VersionState]:
    """Every version, newest first: who published it when, and what differs."""
    return await serving.take(
        lambda service: version_states(service.studio.publications.versions(draft))
    )


@publications.get("/numbers", summary="What happened there")
async def numbers(
    draft: DraftId,
    serving: Shared,
    version: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> Numbers:
    """How many interviews began and how they ended, without anything that people told."""
    return await serving.take(lambda service: service.studio.publications.numbers(draft, version))


@published.get("", summary="What is published")
async def look_at_published(address: Address, serving: Shared) -> PublishedPolicy:
    """What people are told before they begin, and the questions that they can ask."""
    return await serving.take(
        lambda service: published_policy(service.studio.publications.published(address))
    )


@published.post(
    "/interviews", status_code=201, responses=documented(*CHANGES), summary="Begin there"
)
async def begin_there(
    address: Address, wanted: VisitRequest, request: Once, serving: Shared, response: Response
) -> InterviewState:
    """Begins an interview by what is published; nobody needs a key for it."""

    def begun(service: Service) -> InterviewState:
        kept = service.begin_published(address, wanted.question, wanted.scenario, request)
        return interview_state(kept)

    made = await serving.take(begun)
    response.headers["Location"] = f"/v1/published/{address}/interviews/{made.id}"
    return made


@published.get("/interviews/{id}/version", responses=documented(410), summary="Is it up to date")
async def version_of(address: Address, id: InterviewId, serving: Shared) -> PublishedVersion:
    """The version that an interview was begun with, whether there is a newer one, and what the
    publisher says to its outcome."""

    def found(service: Service) -> PublishedVersion:
        return published_version(service.visit(address, id), service.look(id).interview)

    return await serving.take(found)


async def begun_here(address: Address, id: InterviewId, serving: Shared) -> None:
    """Refuses an interview that was not begun at this address."""
    await serving.take(lambda service: service.visit(address, id))


interviews_there = interviews_at("/v1/published/{address}/interviews/{id}", begun_here)
"""Those that were begun at a published address."""
