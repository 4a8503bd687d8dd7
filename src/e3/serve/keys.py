"""API keys: who may use the server, compared in constant time."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from e3.errors import BadInput
from e3.files import opened
from e3.serve.settings import Settings

VARIABLE = "E3_API_KEYS"
_FEWEST = 16
# Shorter than any key: two keys in one line are no name and a key.
_NAME = re.compile(r"[A-Za-z0-9._-]{1,15}")
# What begins with # is a remark.
_KEY = re.compile(r"[\x21-\x22\x24-\x7e][\x21-\x7e]*")
_REMARK = re.compile(r"(^|\s)#.*")


@dataclass(frozen=True)
class Key:
    """An API key: whose it is, and its digest. The key itself is not kept."""

    owner: str
    """Its name, or the beginning of its digest: neither tells the key."""
    digest: bytes

    @classmethod
    def of(cls, words: str, *, source: str) -> Key:
        """The key that is written so, with a name before it or without."""
        *names, key = words.split()
        good = len(key) >= _FEWEST and _KEY.fullmatch(key)
        if not good or len(names) > 1 or not all(map(_NAME.fullmatch, names)):
            raise BadInput(
                f"a key has at least {_FEWEST} characters, all of them letters, digits or signs,"
                f" and before it may stand a name of at most {_FEWEST - 1}: `openssl rand -hex 16`"
                " makes a key",
                source=source,
            )
        digest = sha256(key.encode()).digest()
        return cls(names[0] if names else digest.hex()[:_FEWEST], digest)


@dataclass(frozen=True)
class Keys:
    """The keys that a server knows."""

    known: tuple[Key, ...] = ()

    @classmethod
    def given(cls, file: str | None) -> Keys:
        """The keys in a file, one a line, # before a remark; and those in E3_API_KEYS."""
        words = os.environ.get(VARIABLE, "").replace(",", " ").split()
        keys = [Key.of(key, source=VARIABLE) for key in words]
        if file is not None:
            keys += _in_file(file)
        return cls.of(keys)

    @classmethod
    def of(cls, keys: Iterable[Key]) -> Keys:
        """These keys, each once; a key that has two names has the first."""
        return cls(tuple({key.digest: key for key in reversed([*keys])}.values()))

    @classmethod
    def wanted(cls, settings: Settings) -> Keys:
        """The keys that a server asks for; none where it asks for none."""
        if not settings.needs_key:
            return cls()
        keys = cls.given(settings.keys)
        if not keys:
            raise BadInput(
                "others can reach this address, so it needs keys: give them with"
                f" --keys FILE or {VARIABLE}, or say --no-auth"
            )
        return keys

    def __bool__(self) -> bool:
        return bool(self.known)

    def bearer(self, authorization: str | None) -> Key | None:
        """The key that an Authorization header holds."""
        scheme, _, key = (authorization or "").partition(" ")
        return self.find(key) if scheme.casefold() == "bearer" else None

    def find(self, key: str) -> Key | None:
        """The key that somebody gave."""
        digest = sha256(key.strip().encode("utf-8", "surrogatepass")).digest()
        # All are compared, so that time tells nothing.
        found = [known for known in self.known if compare_digest(known.digest, digest)]
        return found[0] if found else None


def _in_file(file: str) -> list[Key]:
    with opened(Path(file)) as content:
        if os.name == "posix" and os.fstat(content.fileno()).st_mode & (
            stat.S_IRWXG | stat.S_IRWXO
        ):
            raise BadInput("others can read these keys: chmod 600 makes them yours", source=file)
        lines = content.read().decode("utf-8", "replace").splitlines()
    keys = [words for line in lines if (words := _REMARK.sub("", line).strip())]
    if not keys:
        raise BadInput("there is no key in it: write one a line", source=file)
    return [Key.of(words, source=file) for words in keys]
