"""What a journal gives back, and what can go wrong with one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from e3.errors import BadInput


@dataclass(frozen=True)
class Entry:
    """An event of an interview, when it was written down (in UTC), and the model that read."""

    time: datetime
    model: str
    event: Mapping[str, Any]
    digest: str
    """Of it and all before it (docs/howto/keep-interviews.md)."""


@dataclass(frozen=True)
class StoredInterview:
    """All that is kept of an interview."""

    id: str
    created: datetime
    policy: str
    policy_version: str
    """See `RuleText.version`."""
    events: tuple[Entry, ...]
    """In order: an event's number is its place."""
    owner: str | None
    """Who began it; none where nobody had to say."""
    adopted: int
    """How many of its first events are older than digests, and got theirs later."""

    @property
    def digest(self) -> str:
        """The last one."""
        return self.events[-1].digest


@dataclass(frozen=True, slots=True)
class InterviewSummary:
    """One line of a list of interviews; None is what is too damaged to say."""

    id: str
    created: datetime | None
    last: datetime | None
    """When its last event was written."""
    events: int | None
    policy_version: str
    model: str | None
    """That of its last event."""

    @property
    def damaged(self) -> bool:
        """Whether it shows at a glance; an audit looks closer."""
        return None in (self.created, self.last, self.events, self.model)


@dataclass(frozen=True, slots=True)
class Audited:
    """What an audit found of an interview, or of the whole database where it has no id."""

    id: str | None
    damage: str | None
    """What is damaged, and where; None where all is sound."""
    events: int = 0
    adopted: int = 0
    """See `StoredInterview`: what was changed before they got digests can't be told."""
    digest: str | None = None
    """The last one, to be noted elsewhere: it changes if anything before it does."""


@dataclass(frozen=True, slots=True)
class RequestDigest:
    """A request that is to be done once (its idempotency key): digests of that and what it says."""

    key: str
    says: str

    @classmethod
    def of(cls, *, owner: str, key: str, says: bytes) -> RequestDigest:
        """The request of an owner of an API key; keys of others are others."""
        return cls(sha256(f"{owner}\n{key}".encode()).hexdigest(), sha256(says).hexdigest())


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What was written is durable: the interview, how many events it has, when the last came."""

    interview: str
    events: int
    time: datetime


class NoSuchInterview(BadInput):
    """An id that is of no interview here."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no interview {id[:80]!r} here")


class Conflict(BadInput):
    """An event that is not the next one of its interview."""


class KeyReused(BadInput):
    """An idempotency key that came with another request before."""


class Damaged(BadInput):
    """An interview of which something was changed, moved or cut since it was written."""

    def __init__(self, id: str, damage: str) -> None:
        super().__init__(
            f"interview {id} is damaged: {damage}; take it from a backup, or delete it by its id"
        )
        self.id = id
        self.damage = damage


class JournalFailed(BadInput):
    """A database that can't be opened, read or written."""


def written_id(id: str | bytes) -> str:
    """An id as it can be shown, typed and given back: itself, unless it is damaged."""
    return quote(id, safe="") if isinstance(id, bytes) else quote(id, "", errors="surrogateescape")


def exported(stored: StoredInterview, *, indent: int | None = 1) -> str:
    """All that is kept of an interview, as JSON (docs/howto/keep-interviews.md)."""
    return to_text(
        {
            "id": stored.id,
            "created": _written(stored.created),
            "owner": stored.owner,
            "policy": {"version": stored.policy_version, "text": stored.policy},
            "events": [
                {
                    "number": number,
                    "time": _written(entry.time),
                    "model": entry.model,
                    "event": entry.event,
                }
                for number, entry in enumerate(stored.events)
            ],
            "adopted": stored.adopted,
            "digest": stored.digest,
        },
        indent=indent,
    )


def to_text(value: Any, *, indent: int | None = None) -> str:
    """`value` as JSON that every database and every terminal takes, readable in any language."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    # Half of a surrogate pair is no UTF-8; its escape in Python is also its escape in JSON.
    return text.encode("utf-8", "backslashreplace").decode()


def same_json(one: str, other: str) -> bool:
    """Whether two JSON texts say the same; unlike in Python, 1 is neither 1.0 nor true."""
    return one == other or _in_order(one) == _in_order(other)


def _in_order(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)


def now() -> str:
    """This moment as it is written down: as texts, times are in order."""
    return _written(datetime.now(UTC))


def in_utc(written: str) -> datetime:
    """The time that was written down."""
    return datetime.fromisoformat(written)


def _written(time: datetime) -> str:
    return time.isoformat(timespec="microseconds")
