"""What people say is in memory for as long as it is of use: refused or deleted, it is gone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest
from tests.held import held, rare_word
from tests.interview.rowing import QUESTION, TEXT, StoryReader, rowing
from tests.patience import until
from tests.serve.server import client, model_of, running

from e3.drafting.form import FormDrafter
from e3.errors import TooLong
from e3.interview.journal import Journal
from e3.memory import forget_texts, remembered_bytes
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Rule
from e3.reading.reader import Reader
from e3.serve import batching
from e3.serve.app import create_app
from e3.serve.batching import Batcher
from e3.serve.served_model import Model
from e3.serve.service import Beginning, Service
from e3.serve.settings import MOST_POLICY, MOST_SCENARIO, Limits, Settings
from e3.text import Span

pytest_plugins = ("tests.serve.fixtures",)


@pytest.fixture(scope="module")
def shipped() -> Model:
    return Model.load(None)


@pytest.fixture
def word() -> str:
    forget_texts()
    return rare_word()


def served(model: Model, database: str, **limits: Any) -> Any:
    settings = Settings(database=database, limits=Limits(rate=0, **limits))
    return running(create_app(settings, model))


def asking(question: str = QUESTION, scenario: str = "") -> Conversation:
    return Conversation(RuleText(TEXT), question, scenario)


def beginning(scenario: str = "") -> Beginning:
    return Beginning(rowing(), QUESTION, scenario)


def interviewed(http: httpx.Client, word: str) -> str:
    """The id of an interview in which everything was looked at."""
    policy = f"You can have the {word} grant if:\n* you have a {word} boat\n* you can swim"
    start = {
        "policy": policy,
        "question": f"Can I have the {word} grant?",
        "scenario": f"I have had a {word} boat for years. I live near the lake.",
    }
    state = http.post("/v1/interviews", json=start).json()
    id: str = state["id"]
    while (kind := state["step"]["kind"]) in ("ask", "confirm"):
        said = {"answer": "yes"} if kind == "ask" else {"answers": ["yes"]}
        what = "answers" if kind == "ask" else "confirmations"
        http.get(f"/v1/interviews/{id}/why")
        http.get(f"/interviews/{id}")
        state = http.post(f"/v1/interviews/{id}/{what}", json=said).json()
    for path in (f"/v1/interviews/{id}/explanation", f"/interviews/{id}/rules"):
        assert http.get(path).status_code == 200
    return id


def test_of_a_deleted_interview_no_word_stays(shipped: Model, database: str, word: str) -> None:
    with served(shipped, database) as address:
        with client(address) as http:
            id = interviewed(http, word)
        assert held(word), "what was read is remembered"
        with client(address) as http:
            assert http.delete(f"/v1/interviews/{id}").status_code == 204
        until(lambda: not held(word))


def test_what_was_read_of_others_stays(database: str) -> None:
    reader = StoryReader()
    batcher = Batcher(model_of(reader).reader, most=8)
    with Journal.open(database) as journal:
        service = Service(batcher, FormDrafter(), journal, "m", batcher.forget)
        ids = [service.begin(beginning(said)).id for said in ("I am 40.", "I sail.")]
        read = len(reader.heard)
        service.delete(ids[0])
        service.begin(beginning("I sail."))
        assert len(reader.heard) == read
        service.begin(beginning("I am 40."))
        assert len(reader.heard) > read
    batcher.stop()


def test_a_damaged_interview_is_forgotten_with_all_others(database: str) -> None:
    forgotten: list[Conversation | None] = []
    with Journal.open(database) as journal:
        service = Service(StoryReader(), FormDrafter(), journal, "m", forgotten.append)
        id = service.begin(beginning()).id
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE e3_events SET event = '{'")
        service.delete(id)
    assert forgotten == [None]


def test_another_worker_forgets_it_after_a_while(shipped: Model, database: str, word: str) -> None:
    with (
        served(shipped, database, remembered=0.05) as one,
        served(shipped, database) as other,
    ):
        with client(one) as http:
            id = interviewed(http, word)
        with client(other) as http:
            assert http.delete(f"/v1/interviews/{id}").status_code == 204
        until(lambda: not held(word))


@pytest.mark.parametrize("where", ["policy", "scenario"])
def test_of_what_is_refused_no_word_stays(
    shipped: Model, database: str, word: str, where: str
) -> None:
    def post(http: httpx.Client, number: int) -> int:
        bullet = f"* {word}{number}\n"
        texts = {"policy": "You may row.", "scenario": "", "question": "May I row?"}
        most = {"policy": MOST_POLICY, "scenario": MOST_SCENARIO}[where]
        texts[where] = bullet * (most // len(bullet) + 1)
        return http.post("/v1/interviews", json=texts).status_code

    with served(shipped, database) as address:
        with client(address) as http:
            assert {post(http, number) for number in range(3)} == {422}
        until(lambda: not held(word))
        assert remembered_bytes() == 0


def test_a_reader_that_refuses_leaves_nothing_in_memory(shipped: Model, word: str) -> None:
    refused(shipped.reader, word)
    assert held(word) == []
    assert remembered_bytes() == 0


def refused(reader: Reader, word: str) -> None:
    text = f"* {word} and more\n" * 2_000
    with pytest.raises(TooLong):
        reader.read(Conversation(RuleText(text), "May I row?"))


def test_no_thread_holds_what_it_read_last(database: str, word: str) -> None:
    reader = StoryReader()
    batcher = Batcher(model_of(reader).reader, most=8)
    with Journal.open(database) as journal:
        service = Service(batcher, FormDrafter(), journal, "m", batcher.forget)
        service.delete(service.begin(beginning(f"{word} " * 100)).id)  # more than it reads
        service.delete(service.begin(beginning(f"I am {word}.")).id)
    reader.heard.clear()
    until(lambda: not held(word))
    batcher.stop()


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(batching, "_REMEMBERED", room := 2**20)
    yield room


class Wordy:
    """Finds many rules and asks at length."""

    def read_many(self, conversations: Any) -> list[Reply]:
        rule = Rule(Span(0, 3), question="May I? " * 20)
        return [Reply(Decision.INQUIRE, 0.5, each.question, (rule,) * 50) for each in conversations]


def test_replies_take_no_more_room_than_they_are_given(little_room: int) -> None:
    batcher = Batcher(Wordy(), most=8)
    for number in range(200):
        batcher.read(asking(f"{number}?"))
        assert batcher.remembered_bytes <= little_room
    assert batcher.remembered_bytes > little_room / 4
    batcher.stop()


def test_what_was_forgotten_while_it_was_read_is_not_remembered() -> None:
    class Forgets(Wordy):
        def read_many(self, conversations: Any) -> list[Reply]:
            batcher.forget(conversations[0])
            return super().read_many(conversations)

    batcher = Batcher(Forgets(), most=8)
    assert batcher.read(asking("1?")).question == "1?"
    assert batcher.remembered_bytes == 0
    batcher.stop()
