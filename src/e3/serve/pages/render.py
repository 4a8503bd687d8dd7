"""Templates and the files they use."""

from __future__ import annotations

import re
from contextvars import ContextVar
from datetime import UTC
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from e3.harmless import one_line
from e3.language.en.said_values import unit_in_words
from e3.language.en.wording import clause_line
from e3.policy.units import other_units, unit_of
from e3.serve.pages.doors import refused_around
from e3.serve.refusals import Refusal

_FOLDER = Path(__file__).parent
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HEADINGS = {
    403: "This can’t be done from there",
    404: "There is nothing here",
    408: "That took too long",
    409: "The interview has gone on",
    410: "This interview is damaged",
    413: "That is too long",
    421: "This server has another name",
    429: "That was too often",
    500: "Something went wrong",
    503: "Too many are waiting",
}

_INTERVIEW = re.compile(r"(?:/p/[a-z0-9-]+)?/interviews/[A-Za-z0-9]+")

sent_to: ContextVar[str | None] = ContextVar("sent_to", default=None)
"""The server that texts of the page are sent to; none where they stay here."""
has_library: ContextVar[bool] = ContextVar("has_library", default=False)
"""Whether there is a library to lead to."""

STATIC = {
    path.name: (path.read_bytes(), _KINDS[path.suffix])
    for path in sorted((_FOLDER / "static").iterdir(), key=str)
}
"""The files that pages use, and what they are."""


def _static(name: str) -> str:
    """The address of a file; it changes when the file does, so that it may be kept for ever."""
    content, _ = STATIC[name]
    return f"/static/{name}?{sha256(content).hexdigest()[:12]}"


_templates = Environment(
    loader=FileSystemLoader(_FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals["static"] = _static
_templates.globals["units_of"] = other_units
_templates.tests["same_unit"] = lambda one, other: unit_of(one) == unit_of(other)
_templates.globals["sent_to"] = sent_to.get
_templates.globals["has_library"] = has_library.get
_templates.filters["capitalised"] = lambda text: f"{text[:1].upper()}{text[1:]}"
_templates.filters["line"] = one_line
_templates.filters["clause"] = clause_line
_templates.filters["unit"] = unit_in_words
_templates.filters["when"] = lambda time: f"{time.astimezone(UTC):%-d %B %Y, %H:%M} UTC"


def page(
    template: str, *, status: int = 200, shell: str = "base.html", **values: Any
) -> HTMLResponse:
    """A page, in the template that stands around it."""
    made = _templates.get_template(template).render(values, shell=shell)
    return HTMLResponse(made, status)


def error_page(refusal: Refusal, path: str) -> HTMLResponse:
    """A page that says what was refused at an address, and what to do."""
    interview = _INTERVIEW.match(path) if refusal.status_code == 410 else None
    heading = _HEADINGS.get(refusal.status_code, "That did not work")
    around = refused_around(path)
    response = page(
        "error.html",
        status=refusal.status_code,
        shell=around.shell,
        around=around,
        heading=heading,
        message=refusal.detail,
        to_delete=interview and interview[0],
    )
    response.headers.update(around.headers)
    response.headers.update(refusal.headers or {})
    return response
