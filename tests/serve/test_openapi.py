"""The OpenAPI description is true: whatever is sent, the answer is one that it names."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from tests.interview.rowing import TEXT
from tests.patience import PATIENCE
from tests.serve.policies import ROWING
from tests.serve.server import UNHURRIED, client, running

from e3.readers.heuristic.system import HeuristicSystem
from e3.reading.reader import Reader
from e3.serve.app import create_app
from e3.serve.keys import VARIABLE
from e3.serve.served_model import Model, about
from e3.serve.settings import Settings

schemathesis = pytest.importorskip("schemathesis")
from schemathesis.specs.openapi.checks import positive_data_acceptance  # noqa: E402

KEY = "a-key-for-the-tests"
WITH_KEY = {"Authorization": f"Bearer {KEY}"}
SCHEMA = schemathesis.openapi.from_dict(create_app(Settings()).openapi())
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
EXAMPLES = settings(
    max_examples=10,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

each_operation = pytest.mark.parametrize(
    "operation", OPERATIONS, ids=[f"{one.method} {one.path}" for one in OPERATIONS]
)

each_that_can_be_wrong = pytest.mark.parametrize(
    "operation",
    wrong := [one for one in OPERATIONS if one.body or one.path_parameters],
    ids=[f"{one.method} {one.path}" for one in wrong],
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a reader that reads anything."""
    folder = tmp_path_factory.mktemp("serve")
    settings = Settings(
        database=str(folder / "interviews.db"),
        library=str(folder / "library.db"),
        needs_key=True,
        limits=UNHURRIED,
    )
    reader = Reader(HeuristicSystem())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, KEY)
        app = create_app(settings, Model(reader, about(reader, None)))
    with running(app) as address:
        yield address


@pytest.fixture(scope="module")
def begin(address: str) -> Iterator[Callable[[], str]]:
    """Begins an interview and says its id."""
    start = {"policy": TEXT, "question": "May I row?", "scenario": "I swim well, and more."}
    with client(address) as http:
        yield lambda: str(http.post("/v1/interviews", json=start, headers=WITH_KEY).json()["id"])


@dataclass
class Studio:
    """Drafts of a server, each of them published as the next one."""

    http: httpx.Client
    count: int = 0

    def begin(self) -> dict[str, str]:
        """A draft that is published, and an interview that was begun there."""
        self.count += 1
        place = f"rowing-{self.count}"
        draft = self._sent("/v1/studio", {"policy": ROWING})["id"]
        words = {"address": place, "title": "Rowing"}
        self._sent(f"/v1/studio/{draft}/publication", {"base": 1, "words": words})
        interview = self._sent(f"/v1/published/{place}/interviews", {"question": "May I row?"})
        return {"draft": draft, "address": place, "id": interview["id"], "number": "1"}

    def _sent(self, path: str, body: Any) -> Any:
        answer = self.http.post(path, json=body, headers=WITH_KEY)
        assert answer.status_code == 201, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def studio(address: str) -> Iterator[Studio]:
    with client(address) as http:
        yield Studio(http)


def _check(case: Any, address: str) -> None:
    # Whether spans stand in a text and rules in a logic is more than a schema can say.
    body = case.body if isinstance(case.body, dict) else {}
    is_policy = isinstance(body.get("policy"), dict) or not body.keys().isdisjoint(
        ("edit", "answers")
    )
    # And whether a drafter finds an answer is more, too.
    is_policy = is_policy or case.operation.path.endswith("/questions")
    # And whether bytes are a document, and a number is one's of the library.
    is_policy = is_policy or not body.keys().isdisjoint(("data", "document"))
    case.call_and_validate(
        base_url=address,
        headers=WITH_KEY,
        timeout=PATIENCE,
        excluded_checks=[positive_data_acceptance] if is_policy else [],
    )


@pytest.fixture(scope="module")
def document(address: str) -> str:
    """The number of a document in the library."""
    with client(address) as http:
        sent = {"title": "Rowing", "text": TEXT}
        added = http.post("/v1/library/texts", json=sent, headers=WITH_KEY)
    return str(added.json()["id"])


@each_operation
def test_a_request_that_the_description_allows(
    operation: Any, address: str, begin: Callable[[], str], studio: Studio, document: str
) -> None:
    in_studio = "{draft}" in operation.path or "{address}" in operation.path
    there = studio.begin() if in_studio else {"document": document}

    @EXAMPLES
    @given(case=operation.as_strategy())
    def send(case: Any) -> None:
        wanted = case.path_parameters
        wanted |= {name: found for name, found in there.items() if name in wanted}
        if "id" in wanted and not in_studio:
            wanted["id"] = begin()
        _check(case, address)

    send()


@each_that_can_be_wrong
def test_a_request_that_it_does_not_allow(operation: Any, address: str) -> None:
    @EXAMPLES
    @given(case=operation.as_strategy(schemathesis.GenerationMode.NEGATIVE))
    def send(case: Any) -> None:
        _check(case, address)

    send()
