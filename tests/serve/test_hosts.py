"""Requests to other names, and from other sites: refused; programs and our own pages are not."""

import socket

import httpx
import pytest
from tests.interview.rowing import TEXT
from tests.patience import PATIENCE
from tests.serve.server import client, model_of, running

from e3.errors import BadInput
from e3.serve.app import create_app
from e3.serve.hosts import Hosts
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

START = {"policy": TEXT, "question": "May I row?"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "10.1.2.3", "", "a@localhost"]
)
@pytest.mark.parametrize("path", ["/", "/v1/model", "/metrics", "/static/style.css", "/new"])
def test_another_name_is_refused(http: httpx.Client, path: str, host: str) -> None:
    answer = http.get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "--host-name" in answer.text


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost.:9", "127.0.0.1", "127.8.8.8", "[::1]:80"]
)
def test_names_of_this_machine_are_its_own(http: httpx.Client, host: str) -> None:
    assert http.get("/", headers={"Host": host}).status_code == 200


def test_who_watches_over_it_needs_no_name(http: httpx.Client) -> None:
    for path in ("/health", "/ready"):
        assert http.get(path, headers={"Host": "10.1.2.3"}).status_code == 200


def test_names_can_be_added(database: str) -> None:
    settings = Settings(database=database, host_names=("E3.example.org", "other.example:8443"))
    app = create_app(settings, model_of())
    with running(app) as address, client(address) as http:
        for host in ("e3.example.org", "e3.EXAMPLE.org:443", "other.example"):
            assert http.get("/", headers={"Host": host}).status_code == 200
        assert http.get("/", headers={"Host": "example.org"}).status_code == 421


@pytest.mark.parametrize("name", ["", "http://e3.example.org", "e3.example.org/path", "a b"])
def test_what_is_no_name_is_said(name: str) -> None:
    with pytest.raises(BadInput, match="no host name"):
        Hosts.named([name])


FROM_ELSEWHERE = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://[bad"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:9"},
]


@pytest.mark.parametrize("headers", FROM_ELSEWHERE, ids=str)
def test_other_sites_can_do_nothing(http: httpx.Client, headers: dict[str, str]) -> None:
    id = http.post("/v1/interviews", json=START).json()["id"]
    for method, path in (
        ("POST", "/interviews"),
        ("POST", "/v1/read"),
        ("POST", f"/v1/interviews/{id}/answers"),
        ("POST", f"/interviews/{id}/delete"),
        ("DELETE", f"/v1/interviews/{id}"),
        ("PUT", "/v1/read"),
        ("PATCH", "/"),
    ):
        assert http.request(method, path, headers=headers, json=START).status_code == 403
    assert http.get(f"/v1/interviews/{id}", headers=headers).status_code == 200


def test_programs_and_own_pages_can(http: httpx.Client, address: str) -> None:
    for headers in (
        {},
        {"Origin": address},
        {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://localhost", "Host": "localhost:80"},
    ):
        assert http.post("/v1/interviews", json=START, headers=headers).status_code == 201


def test_head_is_get_without_the_body(http: httpx.Client) -> None:
    id = http.post("/v1/interviews", json=START).json()["id"]
    for path in (
        "/",
        "/health",
        f"/v1/interviews/{id}",
        f"/interviews/{id}/export.json",
        "/nothing",
    ):
        got, head = http.get(path), http.head(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        own = ("x-request-id", "date")
        assert {k: v for k, v in head.headers.items() if k not in own} == {
            k: v for k, v in got.headers.items() if k not in own
        }


def test_options_say_what_an_address_takes(http: httpx.Client) -> None:
    for path, methods in (
        ("/", "GET, HEAD, OPTIONS"),
        ("/interviews", "POST, OPTIONS"),
        ("/v1/interviews/1", "GET, HEAD, DELETE, OPTIONS"),
    ):
        asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        options = http.options(path, headers=asked)
        assert (options.status_code, options.headers["Allow"]) == (204, methods)
        assert not any(name.startswith("access-control") for name in options.headers)
        other = http.put(path)
        assert (other.status_code, other.headers["Allow"]) == (405, methods)
    assert http.options("/nothing").status_code == 404


def test_nothing_can_be_framed(http: httpx.Client) -> None:
    id = http.post("/v1/interviews", json=START).json()["id"]
    paths = ["/", "/docs", "/new", "/nothing", "/static/style.css", "/openapi.json", "/health"]
    paths += [f"/interviews/{id}{page}" for page in ("", "/rules", "/delete", "/export.json")]
    paths += [f"/interviews/{id}/explanation.{ending}" for ending in ("json", "txt", "md", "html")]
    paths += [f"/v1/interviews/{id}/explanation?format={f}" for f in ("json", "text", "md", "html")]
    for path in paths:
        assert "frame-ancestors 'none'" in http.get(path).headers["Content-Security-Policy"], path


def test_no_answer_leads_to_a_host_that_was_named(http: httpx.Client, address: str) -> None:
    id = http.post("/v1/interviews", json=START).json()["id"]
    for path in ("/new/", "/interviews/", f"/interviews/{id}/", "/v1/model/", "//evil.example/"):
        for host in ("evil.example", "localhost:9"):
            answer = http.get(f"{address}{path}", headers={"Host": host})
            assert "Location" not in answer.headers
    made = http.post("/interviews", data=START)
    assert made.headers["Location"].startswith("/interviews/")


def test_a_request_without_a_host_is_refused(address: str) -> None:
    url = httpx.URL(address)
    with socket.create_connection((url.host, url.port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET /v1/model HTTP/1.0\r\n\r\n")
        assert b" 421 " in connection.recv(1_000).split(b"\r\n")[0]
