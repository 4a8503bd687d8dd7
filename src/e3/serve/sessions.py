"""Who has signed in to the pages (session cookies): a key is given once, then a cookie stands in.

The cookie holds until when it is good, and proof that it comes from somebody who had the key. It
holds no key, and no server has to remember it: any worker knows it, after a restart too, until
it is over or its key is taken away.
"""

from __future__ import annotations

import hmac
import time

from starlette.requests import cookie_parser
from starlette.responses import Response

from e3.serve.keys import Key, Keys

COOKIE = "e3-signed-in"
_SECONDS = 12 * 60 * 60


def sign_in(response: Response, key: Key, *, secure: bool) -> None:
    """Has a browser show the key's cookie from now on, to our own pages alone."""
    until = int(time.time()) + _SECONDS
    response.set_cookie(
        COOKIE, f"{until}.{_proof(key, until)}", httponly=True, samesite="strict", secure=secure
    )


def sign_out(response: Response) -> None:
    """Has a browser forget the cookie."""
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")


def signed_in(keys: Keys, cookies: str | None) -> Key | None:
    """The key of who shows such cookies."""
    until, _, proof = cookie_parser(cookies or "").get(COOKIE, "").partition(".")
    if not (until.isascii() and until.isdecimal() and len(until) < 12 and proof.isascii()):
        return None
    if int(until) < time.time():
        return None
    good = [key for key in keys.known if hmac.compare_digest(_proof(key, int(until)), proof)]
    return good[0] if good else None


def _proof(key: Key, until: int) -> str:
    return hmac.digest(key.digest, f"signed in until {until}".encode(), "sha256").hex()
