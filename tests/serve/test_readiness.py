"""What an operator is told: that nothing can be written, why, and who could read it."""

import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from tests.interview.rowing import TEXT, StoryReader
from tests.serve.server import client, model_of, running

from e3.errors import E3Error, MemoryFull, ModelFailed
from e3.interview.journal import Journal
from e3.reading.conversation import Conversation, Reply
from e3.serve import readiness
from e3.serve.app import create_app
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

START = {"policy": TEXT, "question": "May I row?"}
FULL = "database or disk is full"


@pytest.fixture
def served(
    database: str, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> Iterator[httpx.Client]:
    monkeypatch.setattr(readiness, "_LASTS", 0.0)
    app = create_app(Settings(database=database), model_of())
    with running(app) as address, client(address) as http:
        assert http.get("/ready").status_code == 200
        yield http


def fill(database: str) -> None:
    """Has every write fail, as on a disk that is full; reading goes on."""
    with closing(sqlite3.connect(database)) as connection:
        for table in ("e3_migrations", "e3_policies", "e3_interviews", "e3_events"):
            for change in ("UPDATE", "INSERT"):
                connection.execute(
                    f"CREATE TRIGGER full_{table}_{change} BEFORE {change} ON {table}"
                    f" BEGIN SELECT RAISE(ABORT, '{FULL}'); END"
                )
        connection.commit()


def empty(database: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.commit()


def test_not_ready_where_nothing_can_be_written(
    served: httpx.Client, database: str, lines: io.StringIO
) -> None:
    fill(database)
    for _ in range(3):
        answer = served.get("/ready")
        assert answer.status_code == 503
        assert "can be written down" in answer.json()["error"]["message"]
        assert database not in answer.text
    assert served.get("/health").status_code == 200
    empty(database)
    assert served.get("/ready").status_code == 200
    said = [json.loads(line) for line in lines.getvalue().splitlines()]
    [why] = [line for line in said if line["event"] == "not ready"]
    assert FULL in why["reason"] and why["level"] == "error"


def test_a_database_that_fails_is_logged_with_its_reason(
    served: httpx.Client, database: str, lines: io.StringIO
) -> None:
    fill(database)
    answer = served.post("/v1/interviews", json=START)
    assert answer.status_code == 503 and FULL not in answer.text
    said = [json.loads(line) for line in lines.getvalue().splitlines()]
    [why] = [line for line in said if line["event"] == "database failed"]
    assert FULL in why["reason"]
    assert why["request"] == answer.headers["X-Request-Id"]
    assert "swim" not in lines.getvalue()  # nothing of what was told


@dataclass
class Failing(StoryReader):
    """A reader that fails in a way that is no fault of a request."""

    error: E3Error = field(default_factory=E3Error)

    def read(self, _: Conversation) -> Reply:
        raise self.error


@pytest.mark.parametrize(
    ("error", "status"),
    [(MemoryFull(of_gpu=True), 503), (ModelFailed("model.onnx: this can't read: why"), 500)],
)
def test_what_fails_in_reading_is_no_fault_of_the_request(
    database: str, lines: io.StringIO, error: E3Error, status: int
) -> None:
    app = create_app(Settings(database=database), model_of(Failing(error=error)))
    with running(app) as address, client(address) as http:
        answer = http.post("/v1/read", json=START)
    assert answer.status_code == status
    assert "GPU" not in answer.text and "onnx" not in answer.text
    said = [json.loads(line) for line in lines.getvalue().splitlines()]
    [why] = [line for line in said if line["event"] == "reading failed"]
    assert why["reason"] == str(error)


@pytest.mark.parametrize(("mode", "warned"), [(0o644, True), (0o640, True), (0o600, False)])
def test_a_store_that_others_may_read_is_reported(
    database: str, lines: io.StringIO, mode: int, warned: bool
) -> None:
    Journal.open(database).close()
    Path(database).chmod(mode)
    app = create_app(Settings(database=database), model_of())
    with running(app) as address, client(address) as http:
        assert http.get("/ready").status_code == 200
    said = [json.loads(line) for line in lines.getvalue().splitlines()]
    found = [line for line in said if line["event"] == "others may read the interviews"]
    assert [line["mode"] for line in found] == ([f"{mode:04o}"] if warned else [])
