"""SQLite that is busy: what it gives up at once is tried again, and nothing else is."""

import sqlite3

import pytest
from tests.patience import PATIENCE

from e3.busy import patiently


def test_where_sqlite_gives_up_at_once_it_is_tried_again() -> None:
    answers = iter(["database is locked", "database is locked", None])

    def work() -> None:
        if why := next(answers):
            raise sqlite3.OperationalError(why)

    patiently(work, PATIENCE)
    assert next(answers, "done") == "done"


@pytest.mark.parametrize(
    ("why", "seconds"), [("disk I/O error", PATIENCE), ("database is locked", -1)]
)
def test_what_waiting_does_not_help_is_raised(why: str, seconds: float) -> None:
    def work() -> None:
        raise sqlite3.OperationalError(why)

    with pytest.raises(sqlite3.OperationalError, match=why):
        patiently(work, seconds)
