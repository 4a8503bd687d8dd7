"""The files of an interview: its policy, its explanation, and all that is kept of it."""

from __future__ import annotations

from fastapi import APIRouter, Response

from e3.policy.writing import as_json, as_yaml
from e3.serve.api import MEDIA, PAGE_POLICY, Format, explained
from e3.serve.pages.at_interview import Here
from e3.serve.refusals import Refusal
from e3.serve.service import Service

interview_files = APIRouter(include_in_schema=False)

_EXPLANATIONS = {"json": Format.JSON, "txt": Format.TEXT, "md": Format.MD, "html": Format.HTML}
_POLICIES = {"yaml": (as_yaml, "application/yaml"), "json": (as_json, "application/json")}


@interview_files.get("/{id}/policy.{ending}")
async def policy(here: Here, ending: str) -> Response:
    """The policy as a file, to review it and to ask it again."""
    if ending not in _POLICIES:
        raise Refusal(404, "There is no such format.")
    write, kind = _POLICIES[ending]
    written = await here.take(lambda kept, _: write(kept.interview.policy))
    return Response(written, media_type=kind, headers=_saved_as(f"policy.{ending}"))


@interview_files.get("/{id}/explanation.{ending}")
async def explanation(here: Here, ending: str) -> Response:
    """The explanation as a file; as a page to print it is shown."""
    if ending not in _EXPLANATIONS:
        raise Refusal(404, "There is no such format.")
    form = _EXPLANATIONS[ending]
    written = await here.take(lambda kept, _: explained(kept.interview.explain(), form))
    if form is Format.HTML:
        headers = {"Content-Security-Policy": PAGE_POLICY}
    else:
        headers = _saved_as(f"explanation.{ending}")
    return Response(written, media_type=MEDIA[form], headers=headers)


@interview_files.get("/{id}/export.json")
async def export(here: Here) -> Response:
    """All that is kept."""

    def exported(service: Service) -> str:
        here.door.check_there(service, here.id)
        return service.export(here.id)

    written = await here.serving.take(exported)
    return Response(written, media_type="application/json", headers=_saved_as("interview.json"))


def _saved_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
