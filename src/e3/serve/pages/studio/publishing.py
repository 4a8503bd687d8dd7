"""A draft is published: its words, its address, its versions, its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import zip_longest

from fastapi import APIRouter, Request, Response

from e3.policy.policy import Policy
from e3.policy.writing import as_yaml
from e3.serve.pages.forms import form_of
from e3.serve.pages.studio.changed_document import changed_document
from e3.serve.pages.studio.changing import AtDesk, Problem, Shown, studio_page
from e3.serve.service import Service
from e3.studio.cases import kept
from e3.studio.differences import differences
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit
from e3.studio.policy_edits import MarkReviewed
from e3.studio.publishing import Version, Words, check_words, suggested_address
from e3.studio.review import doubts, unsure
from e3.studio.stored import Draft
from e3.studio.studio import Studio

publishing = APIRouter(include_in_schema=False)

_TEXTS = ("title", "introduction", "yes", "no", "contact", "address")
_ENDED = {
    "yes": "Ended with yes",
    "no": "Ended with no",
    "cannot tell": "Could not be told",
    "not answered": "Not answered by this text",
}
_FIELDS = (*_TEXTS, "embed")


@publishing.get("/studio/{draft}/publish")
async def look(desk: AtDesk, request: Request) -> Response:
    """What people will see, and what was published."""
    return await desk.show(_page(request))


@publishing.post("/studio/{draft}/publish")
async def publish(desk: AtDesk, request: Request) -> Response:
    """Publishes the draft as it is."""
    fields = await form_of(request)

    def done(studio: Studio, base: int) -> None:
        words = check_words(_words(fields))
        if fields.get("reviewer", "").strip():
            checked = _checked(studio.drafts.revision(desk.id, base).policy, fields)
            base = studio.drafts.edit(desk.id, checked, base=base, by=desk.by).revision
        studio.publications.publish(desk.id, words, base=base, by=desk.by)

    return await desk.act(fields, done, "/publish", _page(request))


@publishing.post("/studio/{draft}/checked")
async def check(desk: AtDesk, request: Request) -> Response:
    """Says that somebody has checked the draft as it is, without publishing it."""
    return await desk.change(request, _checked, "/publish", _page(request))


@publishing.post("/studio/{draft}/unpublish")
async def unpublish(desk: AtDesk, request: Request) -> Response:
    """Closes the address."""
    fields = await form_of(request)
    return await desk.act(
        fields,
        lambda studio, _: studio.publications.unpublish(desk.id),
        "/publish",
        _page(request),
    )


@publishing.get("/studio/{draft}/policy.yaml")
async def download(desk: AtDesk) -> Response:
    """The draft as a file."""
    written = await desk.serving.take(
        lambda service: as_yaml(service.studio.drafts.draft(desk.id).policy)
    )
    headers = {"Content-Disposition": 'attachment; filename="policy.yaml"'}
    return Response(written, media_type="application/yaml", headers=headers)


def _checked(_: Policy, fields: dict[str, str]) -> Edit:
    reviewer = fields.get("reviewer", "").strip()
    if not reviewer:
        raise EditRefused("write who has checked it")
    return MarkReviewed(reviewer, datetime.now(UTC).date())


def _words(fields: dict[str, str]) -> Words:
    said = {name: fields.get(name, "").strip() for name in _TEXTS}
    return Words(**said, embed=tuple(fields.get("embed", "").split()))


def _page(request: Request) -> Shown:
    site = str(request.base_url).rstrip("/")

    def shown(service: Service, draft: Draft, problem: Problem | None) -> Response:
        publications = service.studio.publications
        versions = publications.versions(draft.id)
        last = versions[0] if versions else None
        numbers = publications.numbers(draft.id)
        return studio_page(
            "publish.html",
            draft,
            "publish",
            problem,
            site=site,
            values=_values(draft.policy, last, problem),
            fields={name: name for name in _FIELDS},
            ready=[*_of_document(service, draft.policy), *_ready(draft.policy)],
            versions=versions,
            compared=_compared(versions),
            is_old=last is not None and last.policy.version != draft.policy.version,
            embed=last.words.embed if last else (),
            numbers=numbers,
            ended=[(_ENDED[outcome], count) for outcome, count in numbers.ended.items()],
        )

    return shown


def _values(policy: Policy, last: Version | None, problem: Problem | None) -> dict[str, str]:
    """What the form shows: what was filled in, what was published last, or a beginning."""
    words = last.words if last else _begun(policy)
    values = {name: getattr(words, name) for name in _TEXTS}
    values |= {"embed": "\n".join(words.embed), "reviewer": ""}
    return values | ({} if problem is None else dict(problem.values))


def _begun(policy: Policy) -> Words:
    address = suggested_address(policy.title)
    return Words(address, policy.title, contact=policy.origin.contact)


def _of_document(service: Service, policy: Policy) -> Iterator[tuple[str, str, str]]:
    if changed_document(service, policy) is not None:
        yield "The document that it was drafted from has changed.", "#document", "See what"


def _ready(policy: Policy) -> Iterator[tuple[str, str, str]]:
    """What is still to be done: a sentence, and a link to where."""
    parts = {(each.rule, each.question) for each in unsure(policy)}
    if parts and not policy.is_reviewed:
        count = "one part" if len(parts) == 1 else f"{len(parts)} parts"
        yield f"Nobody has looked at {count} of what the program drafted.", "", "Review the rules"
    tests = kept(policy)
    failed = sum(not test.as_expected for test in tests)
    if failed:
        yield f"{failed} of {len(tests)} tests fail.", "/try", "See the tests"
    if not tests:
        yield "There are no tests: no case that you have said to be right.", "/try", "Try it"
    if doubts(policy):
        yield "Something is there that was hardly meant.", "", "See what"


def _compared(versions: tuple[Version, ...]) -> list[tuple[Version, tuple[str, ...]]]:
    """Each version with what differs from the one before it."""
    return [
        (version, () if older is None else differences(older.policy, version.policy))
        for version, older in zip_longest(versions, versions[1:])
    ]
