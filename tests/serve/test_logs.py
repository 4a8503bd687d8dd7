"""Logs: a line of JSON a request, with nothing in it that a person told."""

import io
import json
import re
from typing import Any

from tests.interview.rowing import SWIM, TEXT, StoryReader
from tests.serve.server import client, model_of, running

from e3.reading.conversation import Conversation, Reply
from e3.serve import logs
from e3.serve.app import create_app
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

SECRETS = ("rowing-secret", "my-illness", "may-i-secret")
START = {"policy": f"{TEXT} {SECRETS[0]}", "question": SECRETS[2], "scenario": SECRETS[1]}


class Failing(StoryReader):
    def read(self, conversation: Conversation) -> Reply:
        if conversation.history:
            raise RuntimeError(f"can't read {conversation}")
        return super().read(conversation)


def test_a_line_a_request_without_what_was_told(lines: io.StringIO, database: str) -> None:
    app = create_app(Settings(database=database), model_of(Failing()))
    with running(app) as address, client(address) as http:
        made = http.post("/v1/interviews", json=START)
        id = made.json()["id"]
        http.get(f"/v1/interviews/{id}")
        http.get(f"/v1/interviews/{id}/nothing")
        history = [{"question": SWIM, "answer": "yes"}]
        failed = http.post("/v1/read", json={**START, "history": history})
        assert failed.status_code == 500
    written = lines.getvalue()
    for secret in (*SECRETS, id, "rowing"):
        assert secret not in written
    found: list[dict[str, Any]] = [json.loads(line) for line in written.splitlines()]
    assert [line["event"] for line in found] == [
        "started",
        *["request"] * 3,
        "failed",
        "request",
        "stopped",
    ]
    request = found[1]
    assert (request["method"], request["route"]) == ("POST", "/v1/interviews")
    assert (request["status"], request["request"]) == (201, made.headers["X-Request-Id"])
    assert found[2]["route"] == "/v1/interviews/{id}"
    failure = found[4]
    assert failure["error"] == "RuntimeError"
    assert failure["request"] == found[5]["request"] == failed.headers["X-Request-Id"]
    assert any("test_logs.py" in place for place in failure["at"])


def test_a_line_does_nothing_to_the_terminal_that_shows_it(lines: io.StringIO) -> None:
    reason = "no \x9b2J\u202e\u2028 file"
    logs.note("not ready", reason=reason)
    written = lines.getvalue()
    # By its own account: a function that did nothing would find nothing, either.
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", written)
    assert json.loads(written)["reason"] == reason
