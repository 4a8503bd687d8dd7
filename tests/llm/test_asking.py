"""A language model is asked: what servers do wrong is mended, or said in one sentence."""

import gzip
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from pydantic import BaseModel
from tests.limited import ends, needs_limits
from tests.llm.fake import Does, Fake, breaks_off, drips, fake, prices, refuses, says, sends, stops

from e3.errors import BadInput, ContextFull, ModelUnreachable
from e3.llm import kept_answers
from e3.llm.asking import LanguageModel, NoAnswer, Proved, Task, Unusable
from e3.llm.json_in_prose import json_in
from e3.llm.server import Server
from e3.llm.usage import Usage
from e3.memory import forget_texts, remembered_bytes


class Colour(BaseModel):
    colour: str


def no_green(answer: Colour) -> Proved[str]:
    if answer.colour == "green":
        raise Unusable("Green is not wanted.")
    return Proved(answer.colour, "Blue is not liked." if answer.colour == "blue" else "")


def task(question: str = "Which?") -> Task[Colour, str]:
    return Task(({"role": "user", "content": question},), Colour, 50, no_green)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Nobody waits between two tries."""
    waited: list[float] = []
    monkeypatch.setattr("e3.llm.chatting.sleep", waited.append)
    yield waited


def answer(*does: object, **settings: object) -> tuple[str, Fake]:
    with fake(*does) as server:  # type: ignore[arg-type]
        return LanguageModel(server.server(**settings)).ask(task()).value, server


RED = says({"colour": "red"})


def test_the_form_is_sent_as_a_schema_and_the_key_as_a_header() -> None:
    found, server = answer(RED, key="secret")
    assert found == "red"
    [asked] = server.asked
    assert asked["response_format"]["json_schema"]["schema"]["required"] == ["colour"]
    assert (asked["model"], asked["temperature"], asked["max_tokens"]) == ("fake", 0, 50)
    assert server.keys == ["Bearer secret"]


def test_without_a_key_none_is_sent() -> None:
    assert answer(RED)[1].keys == [None]


@pytest.mark.parametrize(
    "said",
    [
        'Sure! Here it is:\n```json\n{"colour": "red"}\n```\nAnything else?',
        '<think>{"colour": "green"}? No.</think>{"colour": "red"}',
        '{"colour": "red", "mood": "fine"}',
        '{not this} {"colour": "red"}',
    ],
)
def test_json_is_found_in_prose(said: str) -> None:
    found, server = answer(says(said))
    assert found == "red"
    assert len(server.asked) == 1


def test_half_an_object_is_none() -> None:
    assert json_in('{"colour": "re') is None
    assert json_in("{" * 100_000) is None
    assert json_in("[1]") is None


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (says("I like red."), "no JSON object"),
        (says('{"colour": "re', finish="length"), "cut off"),
        (says({"color": "red"}), "colour"),
        (says({"colour": 3}), "colour"),
        (says({"colour": "green"}), "Green is not wanted."),
    ],
)
def test_what_is_wrong_is_asked_again_with_what_is_wrong(wrong: object, why: str) -> None:
    found, server = answer(wrong, RED)
    assert found == "red"
    assert len(server.asked) == 2
    assert why in server.last


def test_prose_without_end_is_an_error_after_some_tries() -> None:
    with fake(says("I like red.")) as server:
        with pytest.raises(NoAnswer, match=r"3 tries .* JSON schema"):
            LanguageModel(server.server()).ask(task())
        assert len(server.asked) == 3


def test_what_can_be_used_is_used_where_nothing_better_comes() -> None:
    found, server = answer(says({"colour": "blue"}))
    assert found == "blue"
    assert len(server.asked) == 3


def test_a_server_without_schemas_is_asked_without() -> None:
    refusal = refuses(400, "response_format type json_schema is not supported")
    found, server = answer(refusal, RED)
    assert found == "red"
    assert "response_format" not in server.asked[1]
    assert server.asked[1]["max_tokens"] == 50


def test_a_server_with_other_names_is_asked_with_those() -> None:
    refusal = refuses(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.")
    _, server = answer(refusal, RED)
    assert server.asked[1]["max_completion_tokens"] == 50
    assert "max_tokens" not in server.asked[1]


def test_who_is_busy_is_given_the_time_it_asks_for(at_once: list[float]) -> None:
    found, server = answer(refuses(429, "slow down", Retry_After="7"), refuses(503), RED)
    assert found == "red"
    assert len(server.asked) == 3
    assert at_once[0] == 7


def test_a_wait_that_is_too_long_is_told_and_not_waited(at_once: list[float]) -> None:
    with (
        fake(refuses(429, "quota", Retry_After="3600")) as server,
        pytest.raises(ModelUnreachable, match=r"429: quota.*try again in 3600 seconds"),
    ):
        LanguageModel(server.server()).ask(task())
    assert at_once == []


def test_a_time_to_come_back_at_is_understood() -> None:
    then = "Wed, 01 Jan 2020 00:00:00 GMT"  # long ago: at once
    assert answer(refuses(429, "", Retry_After=then), RED)[0] == "red"


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    found, server = answer(breaks_off, RED)
    assert found == "red"
    assert len(server.asked) == 2


def test_one_that_always_breaks_off_is_an_error() -> None:
    with fake(breaks_off) as server, pytest.raises(ModelUnreachable, match="breaks off"):
        LanguageModel(server.server()).ask(task())


def test_an_answer_that_stops_is_not_waited_for_for_ever() -> None:
    with (
        fake(stops) as server,
        pytest.raises(ModelUnreachable, match=r"within 0.2 seconds: .*E3_LLM_SECONDS"),
    ):
        LanguageModel(server.server(seconds=0.2)).ask(task())


@pytest.mark.parametrize(
    ("does", "why"),
    [
        (refuses(401, "bad key"), "does not take the key: E3_LLM_KEY"),
        (refuses(404, "no such model"), "has no model 'fake'.*ends in /v1"),
        (refuses(418, "a teapot"), "refuses the request .418: a teapot"),
        (sends("<html>hello</html>"), "is no chat server"),
        (sends('{"choices": []}'), "is no chat server"),
        (sends('{"choices": [{"message": {"content": 3}}]}'), "is no chat server"),
        (refuses(500, "broken"), "has no time .500: broken"),
    ],
)
def test_what_a_person_can_mend_is_one_sentence(does: object, why: str) -> None:
    with fake(does) as server, pytest.raises(ModelUnreachable, match=why) as error:  # type: ignore[arg-type]
        LanguageModel(server.server()).ask(task())
    assert "\n" not in str(error.value)


def test_no_server_is_one_sentence() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(ModelUnreachable, match="there is no language model at http://127"):
            LanguageModel(Server(address, "m")).ask(task())


@pytest.mark.parametrize(
    "does",
    [
        refuses(400, "the request exceeds the available context size, try increasing it"),
        refuses(400, "This model's maximum context length is 4096 tokens."),
        says({"colour": "red"}, read=10),  # it has read less than it was sent
    ],
)
def test_a_context_that_is_too_small_is_told(does: object) -> None:
    long = Task(({"role": "user", "content": "a " * 500},), Colour, 50, no_green)
    with fake(does) as server, pytest.raises(ContextFull, match="larger context"):  # type: ignore[arg-type]
        LanguageModel(server.server()).ask(long)


def test_tokens_time_and_money_are_counted() -> None:
    with fake(says("prose"), RED) as server:
        model = LanguageModel(server.server(prices=prices("1", "10")))
        took = model.ask(task("a" * 400)).usage
        assert took == model.used
        assert took.requests == 2
        assert took.read >= 200
        assert took.seconds > 0
        assert "cost 0.00" in took.sentence(model.server.prices)
        assert Usage(1, 10**6, 10**5).cost(prices("1", "10")) == 2


def test_nothing_is_asked_twice_until_it_is_forgotten() -> None:
    with fake(RED) as server:
        model = LanguageModel(server.server())
        assert model.ask(task()).usage.requests == 1
        again = model.ask(task())
        assert (again.value, again.usage) == ("red", Usage())
        assert "remembered" in again.usage.sentence(None)
        assert remembered_bytes() > 0
        forget_texts()
        assert model.ask(task()).usage.requests == 1


def test_answers_are_kept_in_a_folder_only_where_one_is_named(tmp_path: Path) -> None:
    with fake(RED) as server:
        for _ in range(2):
            assert LanguageModel(server.server(), keep=tmp_path).ask(task()).value == "red"
        assert len(server.asked) == 1
        assert len(list(tmp_path.iterdir())) == 1
        LanguageModel(server.server(), keep=tmp_path).ask(task("Another?"))
        assert len(server.asked) == 2


def test_the_folder_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.txt").write_text("kept")
    kept = kept_answers.KeptAnswers(tmp_path)
    monkeypatch.setattr(kept_answers, "MOST_BYTES", 100)
    for number in range(5):
        kept.keep(f"asked {number}", "x" * 40)
    assert len(list(tmp_path.glob("*.answer.json"))) == 2
    assert kept.find("asked 4") == "x" * 40
    assert kept.find("asked 0") is None
    assert (tmp_path / "mine.txt").exists()


@pytest.mark.parametrize(
    ("name", "environment", "why"),
    [
        ("", {"E3_LLM_ADDRESS": "http://127.0.0.1/v1"}, "llm:NAME"),
        ("m", {}, "E3_LLM_ADDRESS=http"),
        ("m", {"E3_LLM_ADDRESS": "127.0.0.1:80"}, "begins with http"),
        ("m", {"E3_LLM_ADDRESS": "http://a:b@c/v1"}, "no password"),
        ("m", {"E3_LLM_ADDRESS": "http://c", "E3_LLM_PRICES": "cheap"}, "such as 0.15/0.60"),
        ("m", {"E3_LLM_ADDRESS": "http://c", "E3_LLM_PRICES": "1/-1"}, "such as 0.15/0.60"),
        ("m", {"E3_LLM_ADDRESS": "http://c", "E3_LLM_SECONDS": "0"}, "E3_LLM_SECONDS: .*number"),
    ],
)
def test_a_server_is_named_and_never_guessed(
    name: str, environment: dict[str, str], why: str
) -> None:
    with pytest.raises(BadInput, match=why):
        Server.named(name, environment)


def test_a_key_is_not_shown() -> None:
    server = Server.named("m", {"E3_LLM_ADDRESS": "https://x.example/v1/", "E3_LLM_KEY": "secret"})
    assert server.key == "secret"
    assert "secret" not in repr(server)
    assert server.host == "https://x.example"
    assert not server.is_here


# What is no chat


def sends_on(part: bytes, times: int) -> Does:
    """An answer without an end."""

    def does(handler: BaseHTTPRequestHandler, _: object) -> None:
        handler.send_response(200)
        handler.end_headers()
        with suppress(OSError):  # the client has heard enough
            for _ in range(times):
                handler.wfile.write(part)
        handler.close_connection = True

    return does


@pytest.mark.parametrize("head", [True, False])
def test_there_is_one_deadline_for_all_that_a_server_sends(head: bool) -> None:
    with pytest.raises(ModelUnreachable, match="did not answer within 1 seconds"):
        answer(drips(head), seconds=1)


def test_an_answer_without_an_end_is_not_waited_for() -> None:
    with pytest.raises(ModelUnreachable, match="more than 10 MB"):
        answer(sends_on(b" " * 1_000_000, 1_000))


def test_an_answer_that_is_packed_is_counted_unpacked() -> None:
    packed = gzip.compress(b" " * 50_000_000)

    def does(handler: BaseHTTPRequestHandler, _: object) -> None:
        handler.send_response(200)
        handler.send_header("Content-Encoding", "gzip")
        handler.send_header("Content-Length", str(len(packed)))
        handler.end_headers()
        with suppress(OSError):
            handler.wfile.write(packed)

    with pytest.raises(ModelUnreachable, match="more than 10 MB"):
        answer(does)


CHAT = '{"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": %s}}'


@pytest.mark.parametrize(
    "said", ["[" * 100_000, CHAT % "1e999", CHAT % "NaN", CHAT % "[1]", CHAT % '"x"', "null", "[]"]
)
def test_json_that_is_no_chat(said: str) -> None:
    with pytest.raises(ModelUnreachable, match="is no chat server"):
        answer(sends(said))


@pytest.mark.parametrize(
    "said",
    [
        "[" * 100_000,
        '{"error": {"message": 5}}',
        '{"error": [[]]}',
        '{"error": {"message": "\\u001b[2J \\u202e"}}',
    ],
)
def test_complaints_of_any_form_are_a_sentence(said: str) -> None:
    with pytest.raises(ModelUnreachable, match="refuses the request") as refused:
        answer(sends(said, 400))
    assert str(refused.value).isprintable()


def test_thoughts_are_left_out() -> None:
    assert json_in('<think>{"a": 1}</think>{"b": 2}<thinking>{"c": 3}</thinking>') == {"b": 2}
    assert json_in('</think>{"b": 2}<think>') == {"b": 2}


def think(_: str) -> None:
    assert json_in("<think>" * 1_000_000) is None


@needs_limits
def test_thoughts_without_an_end() -> None:
    ends(think, "")
