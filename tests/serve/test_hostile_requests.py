"""Requests that were made to freeze a server, or to take more room than there is."""

import asyncio
import json
from collections.abc import Callable

import httpx
import pytest
from pydantic import ValidationError
from starlette.requests import Request
from tests.limited import ends, needs_limits

from e3.policy.checking import checked
from e3.policy.fields import MOST_MISTAKES, MOST_OCCURRENCES
from e3.serve.json_bodies import check_json
from e3.serve.pages.library.sent import SentForm, sent_form
from e3.serve.refusals import Refusal
from e3.serve.requests import CheckRequest, ConfirmRequest, DraftRequest, SentRequest, StartRequest
from e3.serve.studio_requests import CaseRequest, EditRequest, NewDraftRequest, PublishRequest

pytest_plugins = ("tests.serve.fixtures",)

MANY = 200_000


def form_in(body: bytes) -> SentForm:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    kind = (b"content-type", b"multipart/form-data; boundary=x")
    scope = {"type": "http", "method": "POST", "headers": [kind]}
    return asyncio.run(sent_form(Request(scope, receive)))


def part(head: bytes, content: bytes = b"hi") -> bytes:
    return b"--x\r\n" + head + b"\r\n\r\n" + content + b"\r\n--x--\r\n"


FORMS: dict[str, Callable[[], bytes]] = {
    "a line that begins again and again": lambda: part(b"content-disposition:" * 5 * MANY),
    "a name without an end": lambda: part(b'content-disposition: name="' + b"a" * 100 * MANY),
    "names without an end": lambda: part(b"content-disposition:" + b'name="' * 5 * MANY),
    "parts": lambda: b"--x\r\n" * 20 * MANY,
}


def take(name: str) -> None:
    try:
        form_in(FORMS[name]())
    except Refusal as refusal:
        print(refusal)


@needs_limits
@pytest.mark.parametrize("name", FORMS)
def test_forms_that_were_made_to_be_slow(name: str) -> None:
    ends(take, name)


def test_a_form_with_a_file() -> None:
    head = b'Content-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Type: x'
    assert form_in(part(head, b"\r\n\r\nText")) == SentForm({}, "a.md", b"\r\n\r\nText")
    head = b'Content-Type: x\r\ncontent-disposition: form-data; name="title"'
    assert form_in(part(head)).fields == {"title": "hi"}
    assert form_in(part(b'content-disposition: filename=""; name="file"')) == SentForm({})


@pytest.mark.parametrize("head", [b"", b"name=x", b'content-disposition: filename="a"', b"a: b"])
def test_a_form_without_names(head: bytes) -> None:
    with pytest.raises(Refusal):
        form_in(part(head))


POLICY = {"title": "Rowing", "rule_text": "You may row."}
ONES = [1] * MANY


def names() -> dict[str, object]:
    return {f"x{number}": 1 for number in range(MANY)}


LISTS: dict[str, tuple[type[SentRequest], Callable[[], dict[str, object]]]] = {
    "rules": (StartRequest, lambda: {"question": "May I?", "policy": {**POLICY, "rules": ONES}}),
    "questions of a draft": (DraftRequest, lambda: {"policy": "x", "questions": ONES}),
    "questions of a text": (NewDraftRequest, lambda: {"policy": "x", "questions": ONES}),
    "confirmations": (ConfirmRequest, lambda: {"answers": ONES}),
    "answers": (CaseRequest, lambda: {"answers": names()}),
    "values": (CaseRequest, lambda: {"values": names()}),
    "nodes": (EditRequest, lambda: {"base": 1, "edit": {"kind": "move nodes", "nodes": ONES}}),
    "sites": (PublishRequest, lambda: {"base": 1, "words": {"title": "a", "embed": ONES}}),
    "fields": (CheckRequest, names),
    "fields of a policy": (StartRequest, lambda: {"question": "May I?", "policy": names()}),
}


@pytest.mark.parametrize("name", LISTS)
def test_many_mistakes_are_not_told_one_by_one(name: str) -> None:
    kind, sent = LISTS[name]
    with pytest.raises(ValidationError) as refused:
        kind.model_validate(sent())
    assert refused.value.error_count() < MOST_MISTAKES


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: {"rules": ONES},
        lambda: {"irrelevant_questions": ONES},
        lambda: {"people": [{"name": "a", "gets": "yes", "answers": names()}]},
        names,
    ],
)
def test_a_policy_with_many_mistakes(wrong: Callable[[], dict[str, object]]) -> None:
    assert 0 < len(checked({**POLICY, **wrong()}).faults) < MOST_MISTAKES


def test_a_policy_with_as_many_mistakes_as_can_be_told() -> None:
    rules = [{"id": f"r{n}"} for n in range(300)]
    assert len(checked({**POLICY, "rules": rules}).faults) == 600


def test_the_places_of_all_rules_are_counted_together() -> None:
    """Each place is looked for from the beginning of the text, whenever a policy is written."""
    text = "a " * (MOST_OCCURRENCES // 2)
    rules = [
        {"id": f"r{n}", "span": "a", "occurrence": 90_000 + n, "question": f"Is it {n}?"}
        for n in range(3)
    ]
    few = {"title": "a", "rule_text": text, "rules": rules[:2]}
    assert not [fault for fault in checked(few).faults if fault.is_fatal]
    [fault] = checked({**few, "rules": rules}).faults
    assert "200,000" in fault.sentence


def test_a_method_that_nobody_knows_is_no_figure_of_its_own(http: httpx.Client) -> None:
    for number in range(20):
        assert http.request(f"BREW{number}", "/health").status_code == 405
    assert http.request("PATCH", "/health").status_code == 405
    figures = http.get("/metrics").text
    assert "BREW" not in figures
    assert 'e3_requests_total{method="any",route="/health",status="405"}' in figures
    assert 'e3_requests_total{method="PATCH",route="/health",status="405"}' in figures


BODIES: dict[str, tuple[int | None, Callable[[], bytes]]] = {
    "objects": (413, lambda: b"[" + b"{}," * 9_000_000 + b"{}]"),
    "lists": (413, lambda: b"[" * 27_000_000),
    "numbers": (413, lambda: b'{"data": [' + b"1," * 10_000_000 + b"1]}"),
    "strings without lists": (413, lambda: b'""' * 9_000_000 + b"," * 300_000),
    "a quote in a string": (413, lambda: b'["\\""' + b",1" * 300_000 + b"]"),
    "another encoding": (400, lambda: ("[" + "\u2200," * 9_000_000).encode("utf-16")),
    "a string that has no end": (None, lambda: b'"' + b'\\",' * 9_000_000),
    "commas in a string": (None, lambda: b'{"name": "' + b"," * 9_000_000 + b'"}'),
}


@pytest.mark.parametrize("name", BODIES)
def test_json_of_more_values_than_there_is_room_for(name: str) -> None:
    status, made = BODIES[name]
    if status is None:
        check_json(made())
    else:
        with pytest.raises(Refusal) as refused:
            check_json(made())
        assert refused.value.status_code == status


@pytest.mark.parametrize("kind", ["application/json", "application/x+JSON; charset=utf-8"])
def test_many_values_are_refused_before_they_are_taken_apart(http: httpx.Client, kind: str) -> None:
    """28 MB of empty objects took 1.3 GB, and nothing was answered while they were made."""
    body = b"[" + b"{}," * 9_000_000 + b"{}]"
    refused = http.post("/v1/library/files", content=body, headers={"Content-Type": kind})
    assert refused.status_code == 413
    assert "250,000 values" in refused.json()["error"]["message"]


def test_many_mistakes_are_refused_in_a_sentence(http: httpx.Client) -> None:
    sent = json.dumps({f"x{n}": 1 for n in range(100_000)})
    refused = http.post(
        "/v1/interviews", content=sent, headers={"Content-Type": "application/json"}
    )
    assert refused.status_code == 422
    assert "mistakes, too many to be told" in refused.json()["error"]["message"]
