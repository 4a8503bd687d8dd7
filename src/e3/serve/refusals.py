"""What the server refuses (error responses): a code, a sentence and the field, one shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from e3.errors import E3Error, MemoryFull, ModelFailed, ModelUnreachable
from e3.interview.journal import Conflict, Damaged, JournalFailed, KeyReused, NoSuchInterview
from e3.library.entries import LibraryFailed, NoSuchDocument
from e3.serve.policies import TEXT_OR_OBJECT, PolicyRefused, path
from e3.serve.service import MoveRefused, ValueRefused
from e3.studio.editing import EditRefused, NothingToDo
from e3.studio.publishing import AddressTaken, NothingAnswered, NotPublished
from e3.studio.stored import EditConflict, NoSuchDraft, NoSuchRevision

CODES = {
    400: "bad_request",
    401: "no_key",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "conflict",
    410: "damaged",
    413: "too_large",
    421: "wrong_host",
    422: "invalid",
    429: "too_many_requests",
    500: "internal",
    503: "busy",
}
"""What an error is called, by its status; these never change."""

_SENTENCES = {
    400: "The body can't be read: send JSON in UTF-8.",
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
    500: "Something went wrong here. It has been noted; try again later.",
}
_NO_OBJECT = "the {part} should be a JSON object, sent as Content-Type: application/json"
_WRONG = {
    "missing": "the {part} is missing",
    "string_too_short": "the {part} is empty",
    "string_too_long": "the {part} has more than {max_length:,} characters: shorten it",
    "string_type": "the {part} is no text",
    "int_type": "the {part} is no whole number",
    "extra_forbidden": "there is no field {part}: it may be misspelt",
    "model_type": _NO_OBJECT,
    "model_attributes_type": _NO_OBJECT,
}
"""What pydantic finds, as people say it."""
_GONE_ON = "The interview has gone on since: look where it stands, then answer."


class Problem(BaseModel):
    """What is wrong."""

    code: str = Field(description="What kind of error it is, for programs; never changes.")
    message: str = Field(description="What is wrong and what to do, for people.")
    field: str | None = Field(None, description="The part of the request that is wrong.")


class ErrorBody(BaseModel):
    """Every error looks like this."""

    error: Problem


class Refusal(HTTPException):
    """A request that is refused."""

    def __init__(
        self,
        status: int,
        sentence: str,
        *,
        field: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        headers = None if retry_after is None else {"Retry-After": str(retry_after)}
        super().__init__(status, sentence, headers)
        self.field = field

    @property
    def problem(self) -> Problem:
        code = CODES.get(self.status_code, "refused")
        return Problem(code=code, message=self.detail, field=self.field)


def refusal_of(error: Exception) -> Refusal:
    """The refusal that an error amounts to; of what is our fault it says nothing more."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RequestValidationError):
        return _invalid(error.errors())
    if isinstance(error, E3Error) and not isinstance(error, ModelFailed):
        return _of_studio(error) or _of_library(error) or _mended(error)
    if isinstance(error, HTTPException):
        status = error.status_code
        refusal = Refusal(status, _SENTENCES.get(status) or sentence(error.detail))
        refusal.headers = error.headers
        return refusal
    return Refusal(500, _SENTENCES[500])


def _mended(error: E3Error) -> Refusal:
    """What a person can do about it."""
    match error:
        case NoSuchInterview():
            return Refusal(404, "There is no such interview. It may have been deleted.")
        case Damaged():
            return Refusal(
                410, "This interview is damaged and can't be read any more. It can be deleted."
            )
        case Conflict():
            return Refusal(409, _GONE_ON, field="turn")
        case KeyReused() | MoveRefused():
            field = "Idempotency-Key" if isinstance(error, KeyReused) else None
            return Refusal(409, sentence(str(error)), field=field)
        case JournalFailed() | MemoryFull() | ModelUnreachable():
            return Refusal(503, _not_now(error), retry_after=5)
        case _:
            field = error.field if isinstance(error, PolicyRefused | ValueRefused) else None
            return Refusal(422, sentence(str(error)), field=field)


def _not_now(error: E3Error) -> str:
    """What does not work at the moment."""
    if isinstance(error, ModelUnreachable):
        return sentence(str(error))
    full = isinstance(error, MemoryFull)
    why = "There is no room for this" if full else "The interviews can't be reached"
    return f"{why} now: try again."


def _of_studio(error: E3Error) -> Refusal | None:
    """What only the studio refuses."""
    match error:
        case NoSuchDraft() | NoSuchRevision() | NotPublished():
            return Refusal(404, sentence(str(error)))
        case EditConflict():
            return _both_kept(error)
        case NothingToDo() | AddressTaken() | NothingAnswered():
            return Refusal(409, sentence(str(error)), field=error.field)
        case EditRefused():
            return Refusal(422, sentence(str(error)), field=error.field)
    return None


def _of_library(error: E3Error) -> Refusal | None:
    """What only the library refuses."""
    match error:
        case NoSuchDocument():
            return Refusal(404, "There is no such document in the library. It may be removed.")
        case LibraryFailed():
            return Refusal(503, "The library can't be used now: try again.", retry_after=5)
    return None


def _both_kept(conflict: EditConflict) -> Refusal:
    """Somebody else was quicker; where one's own change was kept is said beside."""
    refusal = Refusal(409, sentence(str(conflict)), field="base")
    if conflict.kept is not None:
        where = f"/v1/studio/{conflict.draft}/revisions/{conflict.kept}"
        refusal.headers = {"Location": where}
    return refusal


def _invalid(errors: Sequence[Any]) -> Refusal:
    first: Mapping[str, Any] = errors[0]
    if first["type"] == "json_invalid":
        return Refusal(422, "The body is not JSON.")
    # What a policy was taken for is none of the fields.
    place = [part for part in first["loc"] if part not in TEXT_OR_OBJECT]
    return Refusal(422, sentence(_wrong({**first, "loc": place})), field=path(place[1:]) or None)


def _wrong(error: Mapping[str, Any]) -> str:
    """What is wrong with a part of a request, in words."""
    if words := _WRONG.get(error["type"]):
        return words.format(part=path(error["loc"][-1:]), **error.get("ctx", {}))
    return str(error["msg"]).removeprefix("Value error, ")


def sentence(message: str) -> str:
    """A message as a sentence: a capital at its start, a full stop at its end."""
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route, as OpenAPI describes them."""
    return {
        status: {"model": ErrorBody, "description": HTTPStatus(status).phrase}
        for status in statuses
    }
