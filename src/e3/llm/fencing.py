"""Texts of others in a prompt, marked so that they can't end their mark themselves."""

from __future__ import annotations

from hashlib import sha256


def fenced(what: str, text: str) -> str:
    """A text between two marks that no text has in it: they are made of all of it."""
    mark = f"{what}-{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return f"<{mark}>\n{text}\n</{mark}>"
