"""What must hold at every address there is, so also at the next that comes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from tests.interview.rowing import TEXT
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.serve.app import create_app
from e3.serve.keys import VARIABLE
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

ONE, OTHER = "one-key-0123456789", "other-key-0123456789"
MARK = "zqxjkvprivate"
SAFE = ("GET", "HEAD", "OPTIONS")
FOR_WATCHERS = ("/health", "/ready")
POLICY = f"{TEXT}\n\nAlso called {MARK}."
START = {"policy": POLICY, "question": f"May I row? {MARK}", "scenario": f"I am {MARK}."}


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@dataclass
class Filled:
    """A server on which there is one of everything, made by one key and full of marked words."""

    app: FastAPI
    http: httpx.Client
    parts: dict[str, str]
    """What stands for each part of an address."""

    def routes(self) -> list[tuple[str, str]]:
        """Every method at every path."""
        return [
            (method, str(route.path))
            for route in iter_route_contexts(self.app.router.routes)
            for method in sorted(route.methods or ())
        ]

    def at(self, path: str, **parts: str) -> str:
        """An address with its parts filled in; each part must be known here."""
        ending = "yaml" if "policy." in path else "json"
        return path.format(**{**self.parts, "ending": ending, **parts})


@pytest.fixture
def server(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Filled]:
    monkeypatch.setenv(VARIABLE, f"{ONE},{OTHER}")
    library = f"{database}.library"
    settings = Settings(database=database, library=library, needs_key=True, limits=UNHURRIED)
    app = create_app(settings, model_of())
    with running(app) as address, client(address) as http:
        yield Filled(app, http, _parts(http))


def _parts(http: httpx.Client) -> dict[str, str]:
    def made(path: str, **sent: Any) -> Any:
        answer = http.post(path, json=sent, headers=bearer(ONE))
        assert answer.status_code == 201, answer.text
        return answer.json()

    draft = made("/v1/studio", policy=POLICY, questions=[f"May I row? {MARK}"])["id"]
    words = {"address": "rowing", "title": f"Rowing {MARK}", "contact": f"desk@{MARK}.example"}
    made(f"/v1/studio/{draft}/publication", base=1, words=words)
    document = made("/v1/library/texts", title=f"Rowing {MARK}", text=POLICY)["id"]
    return {
        "id": made("/v1/interviews", **START)["id"],
        "draft": draft,
        "address": "rowing",
        "document": str(document),
        "number": "1",
        "question": "0",
        "rule": "swim",
        "place": "0",
        "code": "0",
        "slug": "none",
        "name": "style.css",
    }


ELSEWHERE = [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]


def test_nothing_is_done_for_another_site_or_under_another_name(server: Filled) -> None:
    routes = server.routes()
    assert len(routes) > 100
    for method, path in routes:
        at = server.at(path)
        named = {**bearer(ONE), "Host": "evil.example"}
        if path not in FOR_WATCHERS:
            assert server.http.request(method, at, headers=named).status_code == 421, (method, at)
        if method not in SAFE:
            for headers in ELSEWHERE:
                sent = server.http.request(method, at, headers={**bearer(ONE), **headers}, json={})
                assert sent.status_code == 403, (method, at, headers)


def test_another_key_finds_no_interview_and_changes_none(server: Filled) -> None:
    kept = f"/v1/interviews/{server.parts['id']}/export"
    before = server.http.get(kept, headers=bearer(ONE)).text
    assert MARK in before
    forms = {"answer": "yes", "fact-0": "yes", "question": "May I row?", "turn": "0"}
    bodies = {"answer": "yes", "answers": ["yes"], "turn": 0, "fact": 0}
    routes = [route for route in server.routes() if "{id}" in route[1]]
    assert len(routes) > 50
    for method, path in routes:
        at = server.at(path)
        for sent in ({"json": bodies}, {"data": forms}, {}):
            answer = server.http.request(method, at, headers=bearer(OTHER), **sent)
            assert MARK not in answer.text, (method, at)
            assert answer.status_code in (404, 422), (method, at, answer.status_code)
    assert server.http.get(kept, headers=bearer(ONE)).text == before


def test_no_door_opens_without_a_key(server: Filled) -> None:
    free = ("/v1/published/", "/p/", "/static/", "/sign-in", "/openapi.json", "/docs")
    for method, path in server.routes():
        if not path.startswith((*free, *FOR_WATCHERS)):
            assert server.http.request(method, server.at(path)).status_code == 401, (method, path)


def _filled(schema: Mapping[str, Any], all_of: Mapping[str, Any], depth: int = 0) -> Any:
    """Something of a form, with marked words wherever there is a text."""
    if "$ref" in schema:
        schema = all_of[schema["$ref"].rpartition("/")[2]]
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return _filled(schema[choice][0], all_of, depth + 1)
    known = [schema["const"]] if "const" in schema else schema.get("enum", ())
    if known:
        return known[0]
    kind = schema.get("type")
    if kind == "object" and depth < 6:
        fields = schema.get("properties", {MARK: {"type": "string"}})
        return {name: _filled(each, all_of, depth + 1) for name, each in fields.items()}
    if kind == "array":
        return [_filled(schema.get("items", {}), all_of, depth + 1)]
    return {"integer": 1, "number": 1, "boolean": True}.get(kind or "", f"{MARK} said")


def _bodies(schema: Mapping[str, Any], method: str, path: str) -> list[Any]:
    """What is sent there as JSON: as it should be, with a wrong kind in each field, and others."""
    forms = schema["components"]["schemas"]
    described = schema["paths"].get(path, {}).get(method.lower(), {}).get("requestBody", {})
    form = described.get("content", {}).get("application/json", {}).get("schema", {})
    good = _filled(form, forms) if form else {}
    names = [*good] if isinstance(good, dict) else []
    wrong = [{**good, name: value} for name in names for value in (MARK, [MARK], {MARK: MARK})]
    return [good, START, *wrong, {MARK: MARK}, MARK, [MARK]]


def _form_names() -> list[str]:
    """All fields that a page may have."""
    found: set[str] = set()
    waiting = [resources.files("e3.serve.pages").joinpath("templates")]
    while waiting:
        here = waiting.pop()
        if here.is_dir():
            waiting += here.iterdir()
        else:
            found |= set(re.findall(r'name="([\w-]+)"', here.read_text(encoding="utf-8")))
    return sorted(found)


def test_no_log_has_a_word_of_what_was_sent(lines: io.StringIO, server: Filled) -> None:
    schema, http = server.app.openapi(), server.http
    names = _form_names()
    assert {"answer", "question", "scenario", "text"} <= set(names)
    marked = {**bearer(ONE), "Idempotency-Key": MARK, "User-Agent": MARK, "Referer": MARK}
    # What deletes comes last, and nothing else is left to be looked at then.
    routes = sorted(server.routes(), key=lambda one: (one[0] == "DELETE", "delete" in one[1]))
    sent = 0
    for method, path in routes:
        at = server.at(path)
        wrong = [server.at(path, **{name: MARK}) for name in re.findall(r"\{(\w+)\}", path)]
        for to in (at, f"{at}?{MARK}={MARK}&format={MARK}", *wrong):
            http.request(method, to, headers=marked)
            sent += 1
        if method == "POST":
            for body in _bodies(schema, method, path):
                http.post(at, json=body, headers=marked)
            http.post(
                at, content=f'{{"{MARK}', headers={**marked, "Content-Type": "application/json"}
            )
            for fields in (dict.fromkeys(names, MARK), {MARK: MARK}, START):
                http.post(at, data=fields, headers=marked)
                http.post(at, data=fields, files={"file": (f"{MARK}.md", MARK)}, headers=marked)
    http.get("/", headers={"Authorization": f"Bearer {MARK}", "Cookie": f"e3={MARK}"})
    http.get("/", headers={"Host": f"{MARK}.example"})
    http.post("/", headers={"Origin": f"https://{MARK}.example"})
    http.request(MARK.upper(), f"/{MARK}", headers=bearer(ONE))
    written = lines.getvalue()
    assert written.count("\n") > sent
    statuses = {json.loads(line).get("status") for line in written.splitlines()}
    assert {200, 201, 303, 404, 409, 422} <= statuses
    assert 500 not in statuses
    assert MARK not in written.casefold()
    assert server.parts["id"] not in written
