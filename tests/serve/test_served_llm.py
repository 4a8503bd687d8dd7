"""A server that reads with a language model: pages say so, and drafts are compared."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.held import held, rare_word
from tests.interview.rowing import QUESTION, TEXT
from tests.llm.fake import Fake, fake, refuses, says
from tests.patience import until
from tests.serve.server import UNHURRIED, client, running

from e3.llm.asking import LanguageModel
from e3.memory import forget_texts
from e3.readers.llm.system import LlmSystem
from e3.reading.reader import Reader
from e3.serve.app import create_app
from e3.serve.served_model import Model, about
from e3.serve.settings import Settings


def does(handler: Any, body: dict[str, Any]) -> None:
    """Drafts, and takes everything from a story that it can quote."""
    said = [each["content"] for each in body["messages"]]
    asked = next(each for each in reversed(said) if "<text-" in each or "<story-" in each)
    if body["response_format"]["json_schema"]["name"] == "StoryAnswer":
        quote = asked.split("<story-")[1].split("\n")[1]
        says({"told": [{"rule": 1, "quote": quote, "answer": "yes"}]})(handler, body)
        return
    text = asked.split("\n")
    quote = next(line for line in text if "you can swim" in line or "boat" in line)
    quote = "you can swim" if "you can swim" in quote else quote.strip("* ")
    rules = [{"id": "r1", "quote": quote}, {"id": "r2", "quote": "nothing of the kind"}]
    says({"answered": True, "rules": rules, "yes_when": "r1 and r2"})(handler, body)


@pytest.fixture
def server() -> Iterator[Fake]:
    with fake(does) as found:
        yield found


@pytest.fixture
def http(server: Fake, tmp_path: Path) -> Iterator[httpx.Client]:
    reader = Reader(LlmSystem(LanguageModel(server.server()), tuple), name="llm:fake")
    model = Model(reader, about(reader, None))
    settings = Settings(database=str(tmp_path / "interviews.db"), limits=UNHURRIED)
    with running(create_app(settings, model)) as address, client(address) as http:
        yield http


def test_every_page_says_where_texts_are_sent(http: httpx.Client, server: Fake) -> None:
    host = server.address.removesuffix("/v1")
    begun = http.post("/studio/new", data={"text": TEXT, "questions": QUESTION})
    for path in ("/", "/new", "/studio/new", begun.headers["Location"], "/nowhere"):
        page = unescape(http.get(path).text)
        assert f"a language model at {host}" in page, path
        assert "stays on this server" not in page
        assert "sent nowhere else" not in page
    card = http.get("/v1/model").json()
    assert (card["name"], card["sends_to"]) == ("llm:fake", host)


def test_the_studio_tells_what_was_dropped_and_compares(http: httpx.Client) -> None:
    at = http.post("/studio/new", data={"text": TEXT, "questions": QUESTION}).headers["Location"]
    history = unescape(http.get(f"{at}/history").text)
    assert "A rule was dropped" in history
    assert "3 requests" in history
    assert "llm:fake" in http.get(f"{at}/compare").text
    for drafter in ("form", "network", "own"):
        page = http.post(f"{at}/compare", data={"drafter": drafter})
        assert page.status_code == 200
        assert ("Both drafts say the same" in page.text) is (drafter == "own")
        assert ("Look at these first" in page.text) is (drafter != "own")
    assert http.post(f"{at}/compare", data={"drafter": "evil"}).status_code == 422
    assert http.get(f"/v1{at}").json()["revision"] == 1


def test_a_server_that_fails_is_told_and_may_be_asked_again(
    http: httpx.Client, server: Fake
) -> None:
    server.does = [refuses(401)]
    start = {"policy": TEXT, "question": QUESTION}
    refused = http.post("/v1/interviews", json=start)
    assert refused.status_code == 503
    assert "does not take the key" in refused.json()["error"]["message"]
    page = http.post("/studio/new", data={"text": TEXT, "questions": QUESTION})
    assert "does not take the key" in unescape(page.text)
    assert TEXT.split("\n")[0] in unescape(page.text)


def test_of_a_deleted_interview_no_word_stays(http: httpx.Client, server: Fake) -> None:
    forget_texts()
    word = rare_word()
    start = {
        "policy": f"You can have the {word} grant if you own a {word} boat.",
        "question": f"Can I have the {word} grant?",
        "scenario": f"I own a {word} boat and row it.",
    }
    id = http.post("/v1/interviews", json=start).json()["id"]
    server.asked.clear()
    start.clear()
    assert held(word), "what was read is remembered"
    assert http.delete(f"/v1/interviews/{id}").status_code == 204
    until(lambda: not held(word))
