"""API keys: who may use the API, compared in constant time."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from e3.errors import BadInput
from e3.files import read_bytes
from e3.serve.settings import Settings

VARIABLE = "E3_API_KEYS"
_FEWEST = 16
_KEY = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True)
class Keys:
    """The digests of the keys; the keys themselves are not kept."""

    digests: tuple[bytes, ...] = ()

    @classmethod
    def given(cls, file: str | None) -> Keys:
        """The keys in a file, one a line, # before a remark; and those in E3_API_KEYS."""
        keys = os.environ.get(VARIABLE, "").replace(",", " ").split()
        source = VARIABLE
        if file is not None:
            text = read_bytes(Path(file)).decode("utf-8", "replace")
            lines = (line.split("#")[0].strip() for line in text.splitlines())
            found = [line for line in lines if line]
            if not found:
                raise BadInput("there is no key in it: write one a line", source=file)
            keys += found
            source = file
        return cls.of(keys, source=source)

    @classmethod
    def of(cls, keys: Iterable[str], *, source: str) -> Keys:
        """These keys, if each is long enough and can stand in a header."""
        kept = sorted(set(keys))
        if not all(len(key) >= _FEWEST and _KEY.fullmatch(key) for key in kept):
            raise BadInput(
                f"a key has at least {_FEWEST} characters, all of them letters, digits or signs:"
                " `openssl rand -hex 16` makes one",
                source=source,
            )
        return cls(tuple(_digest(key) for key in kept))

    @classmethod
    def wanted(cls, settings: Settings) -> Keys:
        """The keys that a server asks for; none where it asks for none."""
        if not settings.needs_key:
            return cls()
        keys = cls.given(settings.keys)
        if not keys:
            raise BadInput(
                "others can reach this address, so the API needs keys: give them with"
                f" --keys FILE or {VARIABLE}, or say --no-auth"
            )
        return keys

    def __bool__(self) -> bool:
        return bool(self.digests)

    def owner(self, authorization: str | None) -> str | None:
        """Whose key an Authorization header holds, as a name that does not tell the key."""
        scheme, _, key = (authorization or "").partition(" ")
        if scheme.casefold() != "bearer":
            return None
        digest = _digest(key.strip())
        # All are compared, so that time tells nothing.
        found = [known for known in self.digests if compare_digest(known, digest)]
        return found[0].hex()[:16] if found else None


def _digest(key: str) -> bytes:
    return sha256(key.encode()).digest()
