"""With keys every interview has an owner, and every door wants a key."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.interview.rowing import TEXT
from tests.serve.server import client, model_of, running

from e3.interview.journal import Journal
from e3.serve import sessions
from e3.serve.app import create_app
from e3.serve.keys import Key, Keys
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

ONE, OTHER = "one-key-0123456789", "other-key-0123456789"
START = {"policy": TEXT, "question": "May I row?"}


@contextmanager
def server(database: str, **settings: Any) -> Iterator[httpx.Client]:
    app = create_app(Settings(database=database, **settings), model_of())
    with running(app) as address, client(address) as http:
        yield http


@pytest.fixture
def keys(tmp_path: Path) -> str:
    file = tmp_path / "keys.txt"
    file.touch(0o600)
    file.write_text(f"desk {ONE}\nhall {OTHER}\n")
    return str(file)


@pytest.fixture
def keyed(keys: str, database: str) -> Iterator[httpx.Client]:
    with server(database, keys=keys, needs_key=True) as http:
        yield http


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def begun(http: httpx.Client, key: str | None = None) -> str:
    headers = bearer(key) if key else {}
    answer = http.post("/v1/interviews", json=START, headers=headers)
    assert answer.status_code == 201
    return str(answer.json()["id"])


def answers(http: httpx.Client, id: str, **sent: Any) -> set[int]:
    """What all that can be done with an interview is answered with; to delete it comes last."""
    said = {"answer": "yes"}
    api, pages = f"/v1/interviews/{id}", f"/interviews/{id}"
    done = [http.get(f"{api}{path}", **sent) for path in ("", "/why", "/explanation", "/export")]
    done += [http.post(f"{api}/answers", json=said, **sent), http.post(f"{api}/back", **sent)]
    done += [
        http.get(f"{pages}{path}", **sent)
        for path in ("", "/rules", "/explanation.html", "/export.json", "/delete")
    ]
    done += [http.post(f"{pages}/{path}", data=said, **sent) for path in ("answer", "delete")]
    done += [http.delete(api, **sent)]
    return {answer.status_code for answer in done}


def test_an_interview_of_another_owner_is_not_there(keyed: httpx.Client, database: str) -> None:
    mine, yours = begun(keyed, ONE), begun(keyed, OTHER)
    assert answers(keyed, mine, headers=bearer(OTHER)) == {404}
    missing = keyed.get(f"/v1/interviews/{'0' * 32}", headers=bearer(OTHER))
    assert keyed.get(f"/v1/interviews/{mine}", headers=bearer(OTHER)).json() == missing.json()
    for id, key in ((mine, ONE), (yours, OTHER)):
        assert keyed.get(f"/v1/interviews/{id}", headers=bearer(key)).status_code == 200
    with Journal.open(database) as journal:  # whoever runs the server sees all
        assert {journal.load(id).owner for id in (mine, yours)} == {"desk", "hall"}
        assert [one.id for one in journal.seen_by("desk").list()] == [mine]
    assert ONE.encode() not in Path(database).read_bytes()


def test_no_door_is_open_without_a_key(keyed: httpx.Client) -> None:
    id = begun(keyed, ONE)
    assert answers(keyed, id) == {401}
    for path in ("/", "/new", "/studio", "/studio/new", "/nothing"):
        assert keyed.get(path).status_code == 401
    begin = {"policy": TEXT, "question": "May I row?"}
    assert keyed.post("/interviews", data=begin).status_code == 401
    assert keyed.get(f"/interviews/{id}", headers=bearer(ONE)).status_code == 200


def test_people_sign_in_with_a_key_and_go_on_where_they_were(keyed: httpx.Client) -> None:
    asked = keyed.get("/studio/new")
    assert "Sign in" in asked.text
    (to,) = re.findall(r'name="to" value="([^"]*)"', asked.text)
    assert to == "/studio/new"
    wrong = keyed.post("/sign-in", data={"key": "x" * 20, "to": to})
    assert (wrong.status_code, "not known here" in wrong.text) == (401, True)
    assert "set-cookie" not in wrong.headers
    right = keyed.post("/sign-in", data={"key": ONE, "to": to})
    assert (right.status_code, right.headers["location"]) == (303, to)
    cookie = right.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert ONE not in cookie
    # From here on the client shows it.
    made = keyed.post("/interviews", data=START)
    assert made.status_code == 303
    path = made.headers["location"]
    assert keyed.get(path).status_code == 200
    assert "Sign out" in keyed.get("/").text
    assert keyed.get(f"/v1{path}").status_code == 401  # the API takes no cookies
    assert keyed.get(f"/v1{path}", headers=bearer(ONE)).status_code == 200
    assert keyed.get(f"/v1{path}", headers=bearer(OTHER)).status_code == 404
    assert keyed.post("/sign-out").status_code == 303
    assert keyed.get(path).status_code == 401


@pytest.mark.parametrize(
    "to", ["//evil.example", "https://evil.example", "/\\evil.example", "/\n/x", "javascript:1", ""]
)
def test_signing_in_leads_to_no_other_site(keyed: httpx.Client, to: str) -> None:
    assert keyed.post("/sign-in", data={"key": ONE, "to": to}).headers["location"] == "/"


def test_another_site_signs_nobody_in(keyed: httpx.Client) -> None:
    sent = keyed.post("/sign-in", data={"key": ONE}, headers={"Sec-Fetch-Site": "cross-site"})
    assert sent.status_code == 403


def test_a_cookie_ends_and_can_not_be_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys.of(Key.of(f"{name} {key}", source="") for name, key in (("a", ONE), ("b", OTHER)))
    now = 1_000_000_000.0
    monkeypatch.setattr("e3.serve.sessions.time.time", lambda: now)
    response = httpx.Response(200)

    class Kept:
        def set_cookie(self, name: str, value: str, **_: object) -> None:
            response.headers["cookie"] = f"{name}={value}"

    kept: Any = Kept()
    sessions.sign_in(kept, keys.known[0], secure=True)
    cookie = response.headers["cookie"]
    assert sessions.signed_in(keys, f"other=1; {cookie}") == keys.known[0]
    assert sessions.signed_in(Keys(keys.known[1:]), cookie) is None  # the key was taken away
    name, _, value = cookie.partition("=")
    until, _, proof = value.partition(".")
    for made_up in (
        f"{int(until) + 1}.{proof}",
        f"{until}.",
        until,
        f"{until}.{'0' * 64}",
        ".",
        "é",
    ):
        assert sessions.signed_in(keys, f"{name}={made_up}") is None
    now += 12 * 60 * 60 + 1
    assert sessions.signed_in(keys, cookie) is None


def test_interviews_of_nobody_are_there_for_who_has_a_key_and_their_address(
    database: str, keys: str
) -> None:
    """Those from before there were owners, and from when the server asked for no keys."""
    with server(database) as http:
        id = begun(http)
    with server(database, keys=keys, needs_key=True) as http:
        assert http.get(f"/v1/interviews/{id}").status_code == 401
        for key in (ONE, OTHER):
            assert http.get(f"/v1/interviews/{id}", headers=bearer(key)).status_code == 200


def test_without_keys_an_address_is_enough(database: str) -> None:
    with server(database) as http:
        id = begun(http)
        assert http.get("/").status_code == 200
        assert http.get("/sign-in").status_code == 404
        assert "cookie" not in str(http.get(f"/interviews/{id}").headers)
        assert answers(http, id) <= {200, 204, 303, 404}


def test_the_api_alone(database: str) -> None:
    with server(database, pages=False) as http:
        id = begun(http)
        for path in ("/", "/new", "/docs", "/static/style.css", f"/interviews/{id}", "/sign-in"):
            answer = http.get(path)
            assert answer.status_code == 404
            assert answer.json()["error"]["code"] == "not_found"
        assert http.post("/interviews", data=START).status_code == 404
        assert http.get(f"/v1/interviews/{id}").status_code == 200


def test_a_damaged_interview_is_said_to_be_and_can_be_deleted(database: str) -> None:
    with server(database) as http:
        for delete in ("api", "page"):
            id = begun(http)
            with closing(sqlite3.connect(database)) as connection:
                broken = "UPDATE e3_events SET event = '{' WHERE interview = ?"
                connection.execute(broken, (id,))
                connection.commit()
            for path in ("", "/why", "/explanation", "/export"):
                answer = http.get(f"/v1/interviews/{id}{path}")
                assert answer.status_code == 410
                assert answer.json()["error"]["code"] == "damaged"
            said = http.post(f"/v1/interviews/{id}/answers", json={"answer": "yes"})
            assert said.status_code == 410
            shown = http.get(f"/interviews/{id}")
            assert (shown.status_code, f"/interviews/{id}/delete" in shown.text) == (410, True)
            assert http.get(f"/interviews/{id}/delete").status_code == 200
            if delete == "api":
                assert http.delete(f"/v1/interviews/{id}").status_code == 204
            else:
                assert http.post(f"/interviews/{id}/delete").status_code == 200
            assert http.get(f"/v1/interviews/{id}").status_code == 404
