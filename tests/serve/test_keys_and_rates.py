"""API keys, and how often somebody may ask."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.interview.rowing import TEXT
from tests.serve.server import client, model_of, running

from e3.errors import BadInput
from e3.serve.app import create_app
from e3.serve.keys import VARIABLE, Keys
from e3.serve.rates import Rates
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

ONE, OTHER = "one-key-0123456789", "other-key-0123456789"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "keys.txt"
    path.write_text(f"# ours\n{ONE}  # the help desk\n\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def keyed(file: Path, database: str) -> Iterator[httpx.Client]:
    settings = Settings(database=database, keys=str(file), needs_key=True)
    with (
        running(create_app(settings, model_of())) as address,
        client(address) as http,
    ):
        yield http


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_the_api_needs_a_key(keyed: httpx.Client) -> None:
    for path in ("/v1/model", "/v1/interviews/x", "/v1/nothing", "/metrics"):
        answer = keyed.get(path)
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == "no_key"
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert keyed.get("/v1/model", headers=bearer(OTHER)).status_code == 401
    assert keyed.get("/v1/model", headers={"Authorization": ONE}).status_code == 401
    assert keyed.get("/v1/model", headers=bearer(ONE)).status_code == 200
    assert keyed.get("/metrics", headers=bearer(ONE)).status_code == 200
    for path in ("/health", "/ready", "/openapi.json", "/docs", "/sign-in"):
        assert keyed.get(path).status_code == 200


def test_a_body_is_not_even_read_without_a_key(keyed: httpx.Client) -> None:
    answer = keyed.post("/v1/read", content=b" " * 2_000_000)
    assert answer.status_code == 401


def test_keys_from_a_file_and_from_the_environment(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not Keys.given(None)
    monkeypatch.setenv(VARIABLE, f"{OTHER},third-key-0123456789")
    keys = Keys.given(str(file))
    found = [keys.bearer(f"bearer {key}") for key in (ONE, OTHER, "third-key-0123456789")]
    owners = {key.owner for key in found if key}
    assert len(owners) == 3
    assert not any(ONE in owner for owner in owners)
    assert ONE not in repr(keys)
    for authorization in ("Basic abc", None, "Bearer ключ", "Bearer \ud800"):
        assert keys.bearer(authorization) is None


@pytest.mark.parametrize("key", ["0123456789abcd#efgh", "0123456789abcdef#", "a#b#c#d#e#f#g#h#i"])
def test_a_key_may_have_a_number_sign_in_it(file: Path, key: str) -> None:
    file.write_text(f"{key}\n")
    assert Keys.given(str(file)).find(key)
    assert not Keys.given(str(file)).find(key.split("#", maxsplit=1)[0])
    file.write_text(f"desk {key} # the # help desk\n")
    found = Keys.given(str(file)).find(key)
    assert found
    assert found.owner == "desk"


def test_keys_with_one_name_are_of_one_owner(file: Path) -> None:
    """So a key can be changed, and its interviews stay."""
    file.write_text(f"desk {ONE}\ndesk {OTHER}\n")
    keys = Keys.given(str(file))
    owners = [found.owner for key in (ONE, OTHER) if (found := keys.find(key))]
    assert owners == ["desk", "desk"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_file_that_others_can_read_is_refused(file: Path, mode: int) -> None:
    file.chmod(mode)
    with pytest.raises(BadInput, match=f"^{file}: others can read these keys: chmod 600"):
        Keys.given(str(file))


@pytest.mark.parametrize(
    "text",
    [
        "short\n",
        "has a space in between\n",
        "ключключключключ\n",
        f"{ONE} {OTHER}\n",
        f"na/me {ONE}\n",
    ],
)
def test_a_key_that_is_none(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"a key has at least 16 characters.*openssl rand"):
        Keys.given(str(file))


def test_a_file_without_keys(file: Path) -> None:
    file.write_text("# none yet\n")
    with pytest.raises(BadInput, match="there is no key in it"):
        Keys.given(str(file))


def test_a_server_that_needs_keys_and_has_none_does_not_start(database: str) -> None:
    with pytest.raises(BadInput, match="so it needs keys"):
        create_app(Settings(database=database, needs_key=True))


def test_rates() -> None:
    now = 0.0
    rates = Rates(60, clock=lambda: now)
    assert [rates.wait("a") for _ in range(61)] == [0] * 60 + [1]
    assert rates.wait("b") == 0
    now = 0.5
    assert rates.wait("a") == 1
    now = 2.0
    assert [rates.wait("a") for _ in range(3)] == [0, 0, 1]
    now = 1000.0
    assert [rates.wait("a") for _ in range(61)] == [0] * 60 + [1]


def test_any_number() -> None:
    rates = Rates(0)
    assert not any(rates.wait("a") for _ in range(10_000))


def test_idempotency_keys_of_two_owners_are_two(file: Path, database: str) -> None:
    file.write_text(f"{ONE}\n{OTHER}\n")
    settings = Settings(database=database, keys=str(file), needs_key=True)
    start = {"policy": TEXT, "question": "May I row?"}
    once = {"Idempotency-Key": "0123456789abcdef"}
    with (
        running(create_app(settings, model_of())) as address,
        client(address) as http,
    ):
        mine, yours, again = (
            http.post("/v1/interviews", json=start, headers={**once, **bearer(key)}).json()["id"]
            for key in (ONE, OTHER, ONE)
        )
    assert mine == again
    assert mine != yours
