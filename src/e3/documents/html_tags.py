"""How many attributes the elements of a page have, before a parser looks at it.

libxml2 compares each attribute with all before it. Where a tag ends depends on what is quoted in
it, and that on where it begins: so every sign that may begin one is taken for a beginning.
"""

from __future__ import annotations

import re

MOST_ATTRIBUTES = 1_000
"""Of one element: pages have some ten."""

_VALUE = rb"""=\s*+(?:"[^"]*+"?|'[^']*+'?|[^\s>]*+)"""
_ATTRIBUTES = (
    # As HTML says, and libxml2 from 2.14 on.
    rb"[\s/]*+(?:[^\s/>=][^\s/>=]*+\s*+(?:%s)?|=[^\s>]*+)" % _VALUE,
    # As libxml2 had it before: what is no name is left out up to the next blank.
    rb"\s*+(?:[A-Za-z_:.][\w:.-]*+\s*+(?:%s)?|[^\s>]++)" % _VALUE,
)
_TAGS = [
    re.compile(rb"<[A-Za-z][\w:.-]*+(?:%s){0,%d}+(%s)?" % (each, MOST_ATTRIBUTES, each))
    for each in _ATTRIBUTES
]
_BEGINNING = re.compile(rb"<[A-Za-z]")
_TIMES = 10
"""How often all is gone over: in pages that are none, tags begin within tags without an end."""


def has_usual_tags(page: bytes) -> bool:
    """Whether each element has as many attributes as elements of pages may have."""
    for tag in _TAGS:
        left = _TIMES * len(page)
        for beginning in _BEGINNING.finditer(page):
            found = tag.match(page, beginning.start())
            assert found is not None  # it begins so
            left -= found.end() - found.start()
            if found[1] is not None or left < 0:
                return False
    return True
