"""The typed client."""

from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from tests.interview.rowing import BOAT, QUESTION, SWIM, TEXT, rowing

from e3 import Answer, Conversation, Decision, RuleText, State, Turn
from e3.errors import E3Error
from e3.policy.policy import Review
from e3.serve.client import Client, Refused
from e3.serve.responses import AskStep, ConcludedStep, ConfirmStep

pytest_plugins = ("tests.serve.fixtures",)


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as client:
        yield client


def test_a_whole_interview(client: Client) -> None:
    state = client.begin(rowing(), QUESTION, "I swim well.")
    assert isinstance(state.step, ConfirmStep)
    state = client.confirm(state.id, [Answer.YES], turn=state.turn)
    assert isinstance(state.step, AskStep)
    assert state.step.question == BOAT
    assert client.why(state.id).clause == "you own a boat"
    state = client.answer(state.id, Answer.YES, turn=state.turn)
    assert isinstance(state.step, ConcludedStep)
    assert state.step.decision == "yes"
    assert client.look(state.id) == state
    state = client.change(state.id, 0, Answer.NO)
    assert [rule.state for rule in state.rules][:2] == [State.NOT_MET, State.NOT_NEEDED]
    assert client.explain(state.id).outcome.value == "no"
    assert isinstance(client.back(state.id).step, ConfirmStep)
    assert client.export(state.id)["policy"]["text"] == TEXT
    client.delete(state.id)
    with pytest.raises(Refused, match=r"^There is no such interview") as refused:
        client.look(state.id)
    assert (refused.value.status, refused.value.code) == (404, "not_found")


def test_one_turn(client: Client) -> None:
    reply = client.read(Conversation(RuleText(TEXT), "May I row?", "", (Turn(SWIM, Answer.NO),)))
    assert reply.decision is Decision.YES  # as the reader of these tests always says
    assert client.model().name == "default"


def test_a_draft_is_made_checked_reviewed_and_followed(client: Client) -> None:
    draft = client.draft(TEXT, QUESTION)
    assert draft.is_draft
    found = client.check(draft)
    assert (found.faults, found.version) == ([], draft.version)
    state = client.begin(draft, QUESTION)
    assert state.basis.is_draft
    reviewed = replace(draft, review=Review("Ada", "2026-11-17", draft.version))
    state = client.begin(reviewed, QUESTION)
    assert (state.basis.is_draft, state.basis.reviewed_by) == (False, "Ada")
    wrong = client.check({"title": "Rowing"})
    assert [(fault.place, fault.fatal) for fault in wrong.faults] == [("rule_text", True)]
    assert wrong.version is None


def test_what_is_wrong_is_said_with_its_field(client: Client) -> None:
    with pytest.raises(Refused, match=r"^The question is empty\.$") as refused:
        client.begin(rowing(), " ")
    assert refused.value.field == "question"


def test_a_request_that_got_no_answer_is_sent_again_and_done_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = client.begin(TEXT, QUESTION).id
    send, sent = httpx.Client.request, 0

    def broken(self: httpx.Client, *arguments: object, **named: object) -> httpx.Response:
        nonlocal sent
        sent += 1
        answer = send(self, *arguments, **named)  # type: ignore[arg-type]
        if sent == 1:
            raise httpx.ReadError("the line is cut")
        return answer

    monkeypatch.setattr(httpx.Client, "request", broken)
    assert client.answer(id, Answer.YES).turn == 2
    assert sent == 2
    assert client.look(id).turn == 2


def test_a_busy_server_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"error": {"code": "busy", "message": "Too many are waiting.", "field": None}}
    waits: list[float] = []
    monkeypatch.setattr("e3.serve.client.time.sleep", waits.append)
    busy = httpx.Response(503, json=body, headers={"Retry-After": "3"})
    monkeypatch.setattr(httpx.Client, "request", lambda *_, **__: busy)
    with (
        Client("http://127.0.0.1:1", tries=3) as client,
        pytest.raises(Refused, match="Too many are waiting"),
    ):
        client.model()
    assert waits == [3.0, 3.0]


def test_nobody_there() -> None:
    with (
        Client("http://127.0.0.1:1", tries=1) as client,
        pytest.raises(E3Error, match=r"^the server can't be reached"),
    ):
        client.model()


def test_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = httpx.Response(404, text="nothing")
    monkeypatch.setattr(httpx.Client, "request", lambda *_, **__: answer)
    with Client("http://127.0.0.1:1") as client, pytest.raises(E3Error, match="is not E3's API"):
        client.model()
