"""JSON of more values than any request has: refused before it is taken apart.

Each empty object of three bytes becomes one of 64, and nobody is answered while they are made:
no other thread can do anything meanwhile, so that it would help nothing to do it in one.
"""

from __future__ import annotations

import re
from itertools import islice

from e3.serve.refusals import Refusal

MOST_VALUES = 250_000
"""Of one request: 1,000 people's answers to 200 rules, the most there may be, and room beside."""

_BEGINS_ONE = b"[{,"
# A string that has no end goes on to the end of all, or each quote in it would be tried.
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{,]', re.DOTALL)
_MOST_TOKENS = 3 * MOST_VALUES
"""Each value may have a name beside it."""


def check_json(body: bytes) -> None:
    """Refuses what has too many values, and what only looks like JSON of fewer (UTF-16)."""
    if sum(body.count(sign) for sign in _BEGINS_ONE) <= MOST_VALUES:
        return
    if b"\0" in body:
        raise Refusal(400, "The body can't be read: send JSON in UTF-8.")
    values = tokens = 0
    for token in islice(_TOKEN.finditer(body), _MOST_TOKENS):
        tokens += 1
        values += body[token.start()] in _BEGINS_ONE
        if values > MOST_VALUES:
            break
    if values > MOST_VALUES or tokens == _MOST_TOKENS:
        raise Refusal(413, f"This has more than {MOST_VALUES:,} values: send less at once.")
