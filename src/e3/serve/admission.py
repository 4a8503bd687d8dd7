"""Who may come in (authentication): with keys every door wants one, the pages as well as the API.

The pages do what the API does: they begin interviews, export and delete them. To ask at one door
and not at the other would be to ask nobody. What was published is for everybody: there nobody's key
is looked at, so that an interview is begun by nobody and belongs to who has its address.
"""

from __future__ import annotations

from starlette.datastructures import Headers

from e3.serve.keys import Key, Keys
from e3.serve.refusals import Refusal
from e3.serve.sessions import signed_in

FOR_PROGRAMS = ("/v1/", "/health", "/ready", "/metrics", "/openapi.json")
"""Where answers are for programs; what lies elsewhere are pages."""

_PUBLISHED = ("/v1/published/", "/p/")
_OPEN = (*_PUBLISHED, "/health", "/ready", "/static/", "/openapi.json", "/docs", "/sign-in")
"""What tells of nobody, and lets nobody do anything."""


def key_of(keys: Keys, path: str, headers: Headers) -> Key | None:
    """The key that a request shows: in its Authorization, or to the pages in a cookie."""
    if path.startswith(_PUBLISHED):
        return None
    key = keys.bearer(headers.get("authorization"))
    if key is None and not path.startswith(FOR_PROGRAMS):
        return signed_in(keys, headers.get("cookie"))
    return key


def owner_of(keys: Keys, key: Key | None) -> str | None:
    """Whose interviews a request may see: None all, where nobody needs a key."""
    if not keys:
        return None
    return key.owner if key else ""


def check(keys: Keys, key: Key | None, path: str) -> None:
    """Refuses who needs a key and has none."""
    if not keys or key or path.startswith(_OPEN):
        return
    refusal = Refusal(401, "This needs an API key: send Authorization: Bearer KEY.")
    refusal.headers = {"WWW-Authenticate": "Bearer"}
    raise refusal
