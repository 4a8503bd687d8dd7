"""Publications in a database: versions at an address, and what is counted of their interviews."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from e3.interview.explanation import Outcome
from e3.interview.interview import Interview
from e3.interview.journal.database import Database
from e3.interview.journal.entries import in_utc, now, to_text
from e3.interview.journal.journal import Beside
from e3.policy.policy import Policy
from e3.serialise import from_json, to_json
from e3.studio.publishing import (
    AddressTaken,
    NothingAnswered,
    NotPublished,
    Numbers,
    RuleCount,
    Version,
    Visit,
    Words,
    check_words,
)
from e3.studio.rows import draft_of, head_of, row_of
from e3.studio.stored import EditConflict, policy_of
from e3.studio.tables import drafts, versions, visits
from e3.studio.visits import standing


class Publications:
    """What the drafts of a studio were published as."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def publish(self, id: str, words: Words, *, base: int, by: str = "") -> Version:
        """Publishes the revision that the editor saw; from now on interviews begin with it.

        The same again, while nothing else was published, is acknowledged again.
        """
        check_words(words)

        def work(connection: Connection) -> int:
            head = head_of(connection, id, for_update=True)
            if head.head != base:
                raise EditConflict(id, head.head, None)
            if not policy_of(row_of(connection, id, base)).questions:
                raise NothingAnswered
            at_address = select(drafts.c.id).where(drafts.c.address == words.address)
            if connection.scalar(at_address) not in (None, id):
                raise AddressTaken
            if head.published is not None:
                last = _version(connection, id, head.published)
                if (last.revision, last.words) == (base, words):
                    return last.number
            query = select(func.max(versions.c.number)).where(versions.c.draft == id)
            number = (connection.scalar(query) or 0) + 1
            row = {"draft": id, "number": number, "revision": base, "words": to_json(words)}
            connection.execute(insert(versions), {**row, "author": by, "time": now()})
            here = update(drafts).where(drafts.c.id == id)
            connection.execute(here.values(address=words.address, published=number))
            return number

        number = self._database.write(work)
        return self._database.read(lambda connection: _version(connection, id, number))

    def unpublish(self, id: str) -> None:
        """Closes the address to new interviews; those that were begun go on."""

        def work(connection: Connection) -> None:
            head_of(connection, id, for_update=True)
            connection.execute(update(drafts).where(drafts.c.id == id).values(published=None))

        self._database.write(work)

    def versions(self, id: str) -> tuple[Version, ...]:
        """All that was published of a draft, newest first."""

        def work(connection: Connection) -> tuple[Version, ...]:
            head_of(connection, id)
            query = select(versions.c.number).where(versions.c.draft == id)
            numbers = connection.scalars(query.order_by(versions.c.number.desc())).all()
            return tuple(_version(connection, id, number) for number in numbers)

        return self._database.read(work)

    def published(self, address: str) -> Version:
        """What people are interviewed by at an address; NotPublished where there is nothing."""

        def work(connection: Connection) -> Version:
            return _version(connection, *_at(connection, address))

        return self._database.read(work)

    def now(self) -> tuple[Version, ...]:
        """All that people are interviewed by now, at any address, in the order of these."""

        def work(connection: Connection) -> tuple[Version, ...]:
            query = select(drafts.c.id, drafts.c.published).where(drafts.c.published.is_not(None))
            rows = connection.execute(query.order_by(drafts.c.address)).all()
            return tuple(_version(connection, row.id, row.published) for row in rows)

        return self._database.read(work)

    @staticmethod
    def begins(version: Version, interview: Interview) -> Beside:
        """Counts an interview that begins with a version."""

        def work(connection: Connection, id: str) -> None:
            row = {"interview": id, "draft": version.draft, "version": version.number}
            row["question"] = interview.opening.asked
            connection.execute(insert(visits), {**row, **_counted(interview)})

        return work

    @staticmethod
    def goes_on(interview: Interview) -> Beside:
        """Counts where an interview stands now, if it was begun at a published address."""

        def work(connection: Connection, id: str) -> None:
            one = update(visits).where(visits.c.interview == id)
            connection.execute(one.values(**_counted(interview)))

        return work

    def visit(self, interview: str) -> Visit | None:
        """The publication that an interview was begun at; None where it was begun elsewhere."""

        def work(connection: Connection) -> Visit | None:
            query = select(visits.c.draft, visits.c.version, drafts.c.published, drafts.c.address)
            query = query.join_from(visits, drafts, visits.c.draft == drafts.c.id)
            row = connection.execute(query.where(visits.c.interview == interview)).first()
            if row is None:
                return None
            version = _version(connection, row.draft, row.version)
            now_at = None if row.published is None else row.address
            return Visit(row.draft, version, row.published, now_at)

        return self._database.read(work)

    def numbers(self, id: str, version: int | None = None) -> Numbers:
        """What happened at the address of a draft, with one version or with all."""

        def work(connection: Connection) -> Numbers:
            policy = draft_of(connection, id).policy
            alike = (visits.c.outcome, visits.c.stands_at, visits.c.unknown)
            query = select(*alike, func.count().label("people")).group_by(*alike)
            query = query.where(visits.c.draft == id)
            if version is not None:
                query = query.where(visits.c.version == version)
            return _numbers(connection.execute(query), policy)

        return self._database.read(work)


def _at(connection: Connection, address: str) -> tuple[str, int]:
    """The draft that is published at an address, and the version."""
    if not address.isascii() or "\0" in address:
        raise NotPublished(address)
    query = select(drafts.c.id, drafts.c.published).where(drafts.c.address == address)
    row = connection.execute(query).first()
    if row is None or row.published is None:
        raise NotPublished(address)
    return row.id, row.published


def _version(connection: Connection, draft: str, number: int) -> Version:
    of_it = (versions.c.draft == draft, versions.c.number == number)
    row = connection.execute(select(versions).where(*of_it)).one()
    policy = policy_of(row_of(connection, draft, row.revision))
    words = from_json(Words, row.words)
    return Version(draft, number, row.revision, words, policy, row.author, in_utc(row.time))


def _counted(interview: Interview) -> dict[str, Any]:
    stands = standing(interview)
    return {
        "outcome": stands.outcome.value,
        "stands_at": stands.rule,
        "unknown": to_text(list(stands.unknown)),
    }


def _numbers(rows: Iterable[Any], policy: Policy) -> Numbers:
    outcomes: Counter[str] = Counter()
    left: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    for row in rows:
        outcomes[row.outcome] += row.people
        if row.outcome == Outcome.OPEN and row.stands_at is not None:
            left[row.stands_at] += row.people
        for rule in json.loads(row.unknown):
            unknown[rule] += row.people
    return Numbers(
        begun=outcomes.total(),
        ended={o.value: outcomes[o.value] for o in Outcome if o is not Outcome.OPEN},
        open=outcomes[Outcome.OPEN.value],
        left_at=_counts(left, policy),
        not_known=_counts(unknown, policy),
    )


def _counts(counter: Counter[str], policy: Policy) -> tuple[RuleCount, ...]:
    asked = {rule.id: rule.question for rule in policy.rules}
    return tuple(
        RuleCount(rule, asked.get(rule, rule), count)
        for rule, count in sorted(counter.items(), key=lambda each: (-each[1], each[0]))
    )
