"""The API: interviews with state, one turn without, and errors that all look alike."""

import json
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import httpx
import pytest
from tests.interview.rowing import BOAT, HIRED, SWIM, TEXT, StoryReader
from tests.patience import PATIENCE, until
from tests.serve.policies import ROWING, RowingDrafter
from tests.serve.server import UNHURRIED, client, model_of, running

from e3 import Policy, RuleText
from e3.reading.conversation import Conversation, Reply
from e3.serve.app import create_app
from e3.serve.settings import (
    MOST_POLICY,
    MOST_QUESTION,
    MOST_SCENARIO,
    MOST_TURNS,
    Settings,
)

pytest_plugins = ("tests.serve.fixtures",)

QUESTION = "May I row?"
START = {"policy": ROWING, "question": QUESTION}
TURN = {"policy": TEXT, "question": QUESTION}
KEY = {"Idempotency-Key": "0123456789abcdef"}


def begin(http: httpx.Client, **more: Any) -> dict[str, Any]:
    answer = http.post("/v1/interviews", json={**START, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    assert answer.headers["Location"] == f"/v1/interviews/{made['id']}"
    return made


def post(http: httpx.Client, id: str, what: str, **body: Any) -> dict[str, Any]:
    answer = http.post(f"/v1/interviews/{id}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


def refused(answer: httpx.Response, status: int, code: str, field: str | None = None) -> str:
    """The sentence of a refusal, which has the one shape that all have."""
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    error = answer.json()["error"]
    assert list(error) == ["code", "message", "field"]
    assert (error["code"], error["field"]) == (code, field)
    assert error["message"][0].isupper()
    assert error["message"].endswith(".")
    sentence: str = error["message"]
    return sentence


def test_a_whole_interview(http: httpx.Client) -> None:
    state = begin(http)
    id = state["id"]
    assert state["turn"] == 1
    assert state["outcome"] == "open"
    assert state["step"] == {
        "kind": "ask",
        "question": SWIM,
        "id": "swim",
        "rule": {"start": 37, "end": 49},
        "clause": "you can swim",
        "before": None,
        "fact": None,
        "value_before": None,
    }
    assert post(http, id, "answers", answer="yes")["step"]["question"] == BOAT
    assert post(http, id, "answers", answer="no", turn=2)["step"]["question"] == HIRED
    end = post(http, id, "answers", answer="yes")
    concluded = {"kind": "concluded", "decision": "yes", "confidence": None, "sure": None}
    assert end["step"] == concluded
    known = [(rule["id"], rule["question"], rule["state"]) for rule in end["rules"]]
    assert known == [("swim", SWIM, "met"), ("boat", BOAT, "not met"), ("hired", HIRED, "met")]
    assert end["because"].startswith("Yes, because “you can swim” is met")
    assert end["would_change"][0].startswith("The answer would be no if")
    assert [fact["answer"] for fact in end["facts"]] == ["yes", "no", "yes"]
    assert http.get(f"/v1/interviews/{id}").json() == end


def test_what_the_scenario_tells_is_confirmed_or_corrected(http: httpx.Client) -> None:
    state = begin(http, scenario="I swim well. I came in my own boat.")
    assert state["step"]["kind"] == "confirm"
    told = [(fact["words"], fact["answer"]) for fact in state["step"]["facts"]]
    assert told == [("I swim well", "yes"), ("my own boat", "yes")]
    state = post(http, state["id"], "confirmations", answers=["yes", "no"])
    assert state["turn"] == 3
    assert state["step"]["question"] == HIRED
    assert [rule["state"] for rule in state["rules"]] == ["met", "not met", "unknown"]
    corrected = state["facts"][1]
    assert (corrected["understood"], corrected["answer"]) == ("yes", "no")


def test_change_loses_no_later_answer_and_back_asks_again(http: httpx.Client) -> None:
    id = begin(http)["id"]
    for answer in ("yes", "no", "yes"):
        post(http, id, "answers", answer=answer)
    changed = post(http, id, "changes", fact=0, answer="no")
    assert changed["outcome"] == "no"
    assert [fact["used"] for fact in changed["facts"]] == [True, False, False]
    again = post(http, id, "changes", fact=0, answer="yes")
    assert again["outcome"] == "yes"
    back = post(http, id, "back")
    assert (back["step"]["question"], back["step"]["before"]) == (HIRED, "yes")
    assert http.post(f"/v1/interviews/{id}/back").status_code == 200  # no body is as good


def test_not_known(http: httpx.Client) -> None:
    id = begin(http)["id"]
    assert post(http, id, "answers", answer="unknown")["step"]["question"] == BOAT
    end = post(http, id, "answers", answer="yes")
    assert end["outcome"] == "cannot tell"
    assert [ask["question"] for ask in end["step"]["open"]] == [SWIM]


def test_a_question_that_the_policy_does_not_answer(http: httpx.Client) -> None:
    for policy, answers in ((ROWING, [QUESTION]), (TEXT, [])):
        state = begin(http, policy=policy, question="Do you sell cheese?")
        assert state["step"] == {"kind": "not answered"}
        assert (state["outcome"], state["answers"]) == ("not answered", answers)


def test_few_questions_are_asked_where_that_is_wanted(http: httpx.Client) -> None:
    policy = {**ROWING, "questions": [{"question": QUESTION, "yes_when": "swim and boat or hired"}]}
    asked = [begin(http, policy=policy, planned=planned)["step"] for planned in (False, True)]
    assert [step["id"] for step in asked] == ["swim", "hired"]


# Policies and drafts


def test_a_policy_says_what_it_is(http: httpx.Client) -> None:
    basis = begin(http)["basis"]
    assert (basis["title"], basis["is_draft"], basis["reviewed_by"]) == ("Rowing", False, "")
    source = {"contact": "the harbour master", "date": "May 2026"}
    version = basis["version"]
    review = {"by": "Ada", "on": "2026-11-17", "version": version}
    reviewed = {**ROWING, "drafted_by": "somebody", "review": review, "source": source}
    basis = begin(http, policy=reviewed)["basis"]
    assert (basis["reviewed_by"], basis["reviewed_on"]) == ("Ada", "2026-11-17")
    assert (basis["contact"], basis["date"]) == ("the harbour master", "May 2026")
    assert (basis["is_draft"], basis["version"]) == (False, version)
    changed = {**reviewed, "title": "Rowing anew"}  # after it was reviewed
    assert begin(http, policy=changed)["basis"]["is_draft"] is True


def test_a_text_is_followed_by_a_draft_which_says_so(http: httpx.Client) -> None:
    state = begin(http, policy=TEXT)
    assert (state["basis"]["is_draft"], state["basis"]["drafted_by"]) == (True, "rowing")
    end = post(http, state["id"], "answers", answer="no")
    assert end["step"]["decision"] == "no"
    assert (end["step"]["confidence"], end["step"]["sure"]) == (0.9, True)


def test_a_draft_can_be_had_checked_and_sent_back(http: httpx.Client) -> None:
    twice = ["may I row", QUESTION, "Do you sell cheese?"]
    wanted = {"policy": TEXT, "questions": twice}
    draft = http.post("/v1/drafts", json=wanted).json()
    assert draft["rules"][0]["span"] == "you can swim"
    assert draft["questions"][0]["yes_when"] == "swim and (boat or hired)"
    assert [each["question"] for each in draft["questions"]] == [QUESTION]
    assert draft["drafted_by"] == "rowing"
    assert draft["irrelevant_questions"] == twice[2:]
    found = http.post("/v1/policies/check", json={"policy": draft}).json()
    assert found["faults"] == []
    review = {"by": "Ada", "on": "2026-11-17", "version": found["version"]}
    state = begin(http, policy={**draft, "review": review})
    assert (state["basis"]["reviewed_by"], state["basis"]["is_draft"]) == ("Ada", False)
    http.delete(f"/v1/interviews/{state['id']}")


def test_all_faults_of_a_policy_are_told(http: httpx.Client) -> None:
    wrong = {
        **ROWING,
        "rules": [{**rule, "id": "swim", "span": "you can fly"} for rule in ROWING["rules"][:2]],
        "questions": [{"question": QUESTION, "yes_when": "swim and sing"}],
    }
    found = http.post("/v1/policies/check", json={"policy": wrong}).json()
    assert found["version"] is None
    assert [fault["place"] for fault in found["faults"]] == [
        "rules.0.span",
        "rules.1.id",
        "rules.1.span",
        "questions.0.yes_when",
    ]
    assert all(fault["fatal"] for fault in found["faults"])
    unused = {**ROWING, "questions": [{"question": QUESTION, "yes_when": "swim and boat"}]}
    found = http.post("/v1/policies/check", json={"policy": unused}).json()
    assert [(each["place"], each["fatal"]) for each in found["faults"]] == [("rules.2", False)]
    assert found["version"]
    answer = http.post("/v1/interviews", json={**START, "policy": wrong})
    sentence = refused(answer, 422, "invalid", "policy.rules.0.span")
    assert sentence.startswith("The span of 'swim' does not stand in the text")
    assert "3 more: /v1/policies/check" in sentence


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"title": ""}, "policy.title", "The title is empty."),
        ({"tittle": "a"}, "policy.tittle", "There is no field tittle: it may be misspelt."),
        ({"rules": [{"id": "a"}]}, "policy.rules.0.span", "The span is missing."),
        ({"rule_text": "a" * 200_001, "rules": [], "questions": []}, None, "The rule text has 200"),
        ({"rule_text": " ", "rules": [], "questions": []}, None, "The rule text is empty"),
    ],
)
def test_a_policy_that_is_wrong(
    http: httpx.Client, change: dict[str, Any], field: str | None, sentence: str
) -> None:
    answer = http.post("/v1/interviews", json={**START, "policy": {**ROWING, **change}})
    assert refused(answer, 422, "invalid", field).startswith(sentence)


@pytest.mark.parametrize(
    "yes_when",
    ["not " * 900 + "swim", "not (" * 150 + "swim" + ")" * 150, "swim or " * 2_000 + "boat"],
)
def test_a_logic_that_was_made_to_be_slow_or_deep(http: httpx.Client, yes_when: str) -> None:
    policy = {**ROWING, "questions": [{"question": QUESTION, "yes_when": yes_when}]}
    answer = http.post("/v1/interviews", json={**START, "policy": policy})
    refused(answer, 422, "invalid", "policy.questions.0.yes_when")
    found = http.post("/v1/policies/check", json={"policy": policy}).json()["faults"]
    assert [fault["place"] for fault in found] == ["questions.0.yes_when"]


def test_a_text_that_is_the_same_all_over(http: httpx.Client) -> None:
    rules: list[dict[str, Any]] = [
        {"id": f"r{place}", "span": "a", "question": f"Is it {place}?", "occurrence": place + 1}
        for place in range(199)
    ]
    questions = [{"question": QUESTION, "yes_when": " and ".join(each["id"] for each in rules)}]
    policy = {"title": "a", "rule_text": "a" * 200_000, "rules": rules, "questions": questions}
    assert begin(http, policy=policy)["step"]["id"] == "r0"
    rules[0]["occurrence"] = 200_001
    answer = http.post("/v1/interviews", json={**START, "policy": policy})
    refused(answer, 422, "invalid", "policy.rules.0.occurrence")


def test_a_name_that_can_not_be_written(http: httpx.Client) -> None:
    body = '{"policy": {"title": "a", "rule_text": "b", "rules": [{"\\ud800": 1}]}}'
    as_json = {"Content-Type": "application/json"}
    answer = http.post("/v1/policies/check", content=body, headers=as_json)
    assert [fault["place"] for fault in answer.json()["faults"]] == ["rules.0"]


def test_a_draft_that_can_not_be_followed_is_not_kept(database: str) -> None:
    class Careless(RowingDrafter):
        def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
            drafted = super().draft(rule_text, questions)
            return replace(drafted, rules=drafted.rules[:1])

    settings = Settings(database=database, limits=UNHURRIED)
    app = create_app(settings, model_of(drafter=Careless()))
    with running(app) as address, client(address) as http:
        for path in ("/v1/interviews", "/v1/drafts"):
            body = TURN if path == "/v1/interviews" else {"policy": TEXT, "questions": [QUESTION]}
            sentence = refused(http.post(path, json=body), 422, "invalid")
            assert sentence.startswith("No policy can be made of this text")


def test_why(http: httpx.Client) -> None:
    id = begin(http)["id"]
    why = http.get(f"/v1/interviews/{id}/why").json()
    assert why["clause"] == "you can swim"
    assert why["text"].endswith("If yes, there is more to ask. If no, the answer is no.")
    assert (why["yes"]["question"], why["no"]["decision"]) == (BOAT, "no")
    post(http, id, "answers", answer="no")
    answer = http.get(f"/v1/interviews/{id}/why")
    assert refused(answer, 409, "conflict") == "There is no question to explain."


def test_explanations(http: httpx.Client) -> None:
    id = begin(http)["id"]
    post(http, id, "answers", answer="no")
    path = f"/v1/interviews/{id}/explanation"
    assert http.get(path).json()["rules"][0]["state"] == "not met"
    kinds = {"json": "application/json", "text": "text/plain", "md": "text/markdown"}
    for form, kind in {**kinds, "html": "text/html"}.items():
        answer = http.get(path, params={"format": form})
        assert answer.headers["Content-Type"].startswith(kind)
        assert "you can swim" in answer.text
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    refused(http.get(path, params={"format": "pdf"}), 422, "invalid", "format")


def test_export_and_delete(http: httpx.Client) -> None:
    id = begin(http)["id"]
    post(http, id, "answers", answer="no")
    kept = http.get(f"/v1/interviews/{id}/export").json()
    assert kept["policy"]["text"] == TEXT
    assert [event["event"]["kind"] for event in kept["events"]] == ["started", "answered"]
    assert http.delete(f"/v1/interviews/{id}").status_code == 204
    sentence = refused(http.get(f"/v1/interviews/{id}"), 404, "not_found")
    assert sentence == "There is no such interview. It may have been deleted."
    refused(http.delete(f"/v1/interviews/{id}"), 404, "not_found")


def test_one_turn_without_state(http: httpx.Client) -> None:
    history = [{"question": BOAT, "answer": "yes"}]
    story = {"scenario": "I swim well."}
    reply = http.post("/v1/read", json={**TURN, **story, "history": history}).json()
    assert (reply["decision"], reply["question"], reply["asked"]) == ("yes", None, None)
    assert [rule["state"] for rule in reply["rules"]] == ["met"]
    words = {"start": 0, "end": len("I swim well")}
    assert reply["rules"][0]["support"] == {"turn": None, "scenario": words}


def test_the_models_card(http: httpx.Client) -> None:
    card = http.get("/v1/model").json()
    assert (card["name"], card["system"], card["card"]) == ("default", "onebyone", None)


# What is wrong


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"question": "May I?"}, "policy", "The policy is missing."),
        ({**START, "question": "  "}, "question", "The question is empty."),
        ({**TURN, "policy": "a\x00b"}, "policy", "The rule text holds U+0000 at 1, which"),
        ({**START, "question": ""}, "question", "The question is empty."),
        ({**START, "question": "?" * 2001}, "question", "The question has more than 2,000 char"),
        ({**START, "scenario": "a" * 20_001}, "scenario", "The scenario has more than 20,000 "),
        ({**START, "policy": "a" * 200_001}, "policy", "The policy has more than 200,000 char"),
        ({**START, "polcy": "a"}, "polcy", "There is no field polcy: it may be misspelt."),
        ({**START, "policy": 1}, "policy", "The policy is no text."),
        ([], None, "The body should be a JSON object"),
    ],
)
def test_a_body_that_is_wrong(
    http: httpx.Client, body: Any, field: str | None, sentence: str
) -> None:
    found = refused(http.post("/v1/interviews", json=body), 422, "invalid", field)
    assert found.startswith(sentence)


def test_a_field_deep_inside_is_named(http: httpx.Client) -> None:
    history = [{"question": "a", "answer": "yes"}, {"question": "b", "answer": "maybe"}]
    answer = http.post("/v1/read", json={**TURN, "history": history})
    refused(answer, 422, "invalid", "history.1.answer")


def test_a_body_that_is_no_json(http: httpx.Client) -> None:
    as_json = {"Content-Type": "application/json"}
    broken = http.post("/v1/read", content=b"{", headers=as_json)
    assert refused(broken, 422, "invalid") == "The body is not JSON."
    refused(http.post("/v1/read", content=b"\xff", headers=as_json), 400, "bad_request")
    refused(http.post("/v1/read", content=b"[" * 100_000, headers=as_json), 400, "bad_request")
    refused(http.post("/v1/read", data={"policy": "a"}), 422, "invalid")


def test_addresses_that_are_none(http: httpx.Client) -> None:
    refused(http.get("/v1/nothing"), 404, "not_found")
    refused(http.get("/v1/interviews/no-id"), 404, "not_found")
    refused(http.get("/v1/interviews/%00"), 404, "not_found")
    answer = http.put("/v1/read")
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST, OPTIONS"


def test_a_move_that_is_not_possible_now(http: httpx.Client) -> None:
    id = begin(http)["id"]
    at = f"/v1/interviews/{id}"
    refused(http.post(f"{at}/confirmations", json={"answers": ["yes"]}), 409, "conflict")
    refused(http.post(f"{at}/back"), 409, "conflict")
    refused(http.post(f"{at}/changes", json={"fact": 0, "answer": "yes"}), 409, "conflict")
    refused(http.post(f"{at}/answers", json={"answer": "yes", "turn": 7}), 409, "conflict", "turn")
    assert http.get(at).json()["turn"] == 1


@pytest.mark.parametrize("number", [False, True, 0.5, "0", "1", "1.0", [0], {}])
def test_a_number_is_a_whole_number(http: httpx.Client, number: object) -> None:
    id = begin(http)["id"]
    before = post(http, id, "answers", answer="yes")
    at = f"/v1/interviews/{id}"
    for move, body in (
        ("changes", {"fact": number, "answer": "no"}),
        ("changes", {"fact": 0, "answer": "no", "turn": number}),
        ("answers", {"answer": "no", "turn": number}),
        ("confirmations", {"answers": ["no"], "turn": number}),
        ("back", {"turn": number}),
    ):
        field = "turn" if "turn" in body else "fact"
        said = refused(http.post(f"{at}/{move}", json=body), 422, "invalid", field)
        assert said == f"The {field} is no whole number."
    assert http.get(at).json() == before


def test_a_whole_number_may_be_written_with_a_point(http: httpx.Client) -> None:
    """To JSON and its schemas 0.0 is the same as 0."""
    id = begin(http)["id"]
    post(http, id, "answers", answer="yes", turn=1.0)
    assert post(http, id, "changes", fact=0.0, answer="no")["facts"][0]["answer"] == "no"


def test_what_fails_here_says_nothing_of_it(
    database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    class Broken(StoryReader):
        def read(self, conversation: Conversation) -> Reply:
            raise RuntimeError(conversation.scenario)

    with served(Broken(), database) as http:
        answer = http.post("/v1/read", json={**TURN, "scenario": "I am ill."})
        sentence = refused(answer, 500, "internal")
    assert "ill" not in sentence


@contextmanager
def served(reader: Any, database: str, **limits: Any) -> Iterator[httpx.Client]:
    settings = Settings(database=database, limits=replace(UNHURRIED, **limits))
    app = create_app(settings, model_of(reader))
    with running(app) as address, client(address) as http:
        yield http


# Once is once


def test_a_repeated_post_is_not_a_second_answer(http: httpx.Client) -> None:
    first, again = (http.post("/v1/interviews", json=START, headers=KEY) for _ in range(2))
    assert first.json() == again.json()
    at = f"/v1/interviews/{first.json()['id']}/answers"
    key = {"Idempotency-Key": "another-one-12345"}
    first, again = (http.post(at, json={"answer": "yes"}, headers=key) for _ in range(2))
    assert first.json() == again.json()
    assert first.json()["turn"] == 2
    http.post(at, json={"answer": "yes"})
    late = http.post(at, json={"answer": "yes"}, headers=key)
    assert late.json() == first.json()  # as it was answered then
    other = http.post(at, json={"answer": "no"}, headers=key)
    assert "take a new one" in refused(other, 409, "conflict", "Idempotency-Key")
    short = http.post(at, json={"answer": "no"}, headers={"Idempotency-Key": "1"})
    refused(short, 422, "invalid", "Idempotency-Key")


def test_the_key_is_still_known_after_a_restart(database: str) -> None:
    with served(StoryReader(), database) as http:
        first = http.post("/v1/interviews", json=START, headers=KEY).json()
    with served(StoryReader(), database) as http:
        assert http.post("/v1/interviews", json=START, headers=KEY).json() == first
        http.delete(f"/v1/interviews/{first['id']}")
        # With the interview its keys are gone.
        assert http.post("/v1/interviews", json=START, headers=KEY).json()["id"] != first["id"]


def test_the_turn_says_which_question_is_answered(http: httpx.Client) -> None:
    id = begin(http)["id"]
    at = f"/v1/interviews/{id}/answers"
    first = http.post(at, json={"answer": "yes", "turn": 1}).json()
    again = http.post(at, json={"answer": "yes", "turn": 1}).json()
    assert first == again
    other = http.post(at, json={"answer": "no", "turn": 1})
    refused(other, 409, "conflict", "turn")


# Limits


def test_a_body_that_is_too_long(database: str) -> None:
    with served(StoryReader(), database, body=1000) as http:
        answer = http.post("/v1/read", json={**TURN, "scenario": "a" * 1000})
        assert refused(answer, 413, "too_large").startswith("This is more than 1,000 bytes")

        def unannounced() -> Iterator[bytes]:
            for _ in range(100):
                yield b" " * 100

        refused(http.post("/v1/read", content=unannounced()), 413, "too_large")


def test_the_longest_texts_fit_however_they_are_spelt(database: str) -> None:
    wide = "\N{ROWBOAT}"  # JSON takes 12 bytes for it where it is escaped
    turn = {"question": wide * MOST_QUESTION, "answer": "unknown"}
    longest = {
        "policy": wide * MOST_POLICY,
        "question": wide * MOST_QUESTION,
        "scenario": wide * MOST_SCENARIO,
        "history": [turn] * MOST_TURNS,
    }
    as_json = {"Content-Type": "application/json"}
    with served(StoryReader(most=MOST_SCENARIO), database) as http:
        answer = http.post("/v1/read", content=json.dumps(longest), headers=as_json)
        assert answer.status_code == 200, answer.text


def test_a_story_that_is_too_long_for_the_model(database: str) -> None:
    with served(StoryReader(most=20), database) as http:
        state = begin(http, scenario="I swim well. I came a long way.")
        assert (state["unread"], state["step"]["question"]) == (True, SWIM)
        sentence = refused(
            http.post("/v1/read", json={**TURN, "scenario": "I came a long way."[:20] * 2}),
            422,
            "invalid",
        )
        assert "the model reads at most 512" in sentence


def raw_post(http: httpx.Client, path: str, body: str, *, length: int) -> str:
    """The answer to a request that is sent all at once, as a client of HTTP need not do."""
    host, port = http.base_url.host, http.base_url.port
    head = f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    with socket.create_connection((host, port or 0)) as raw, raw.makefile("rb") as answer:
        raw.sendall(f"{head}{body}".encode())
        return answer.read().decode()


def test_a_body_that_does_not_arrive(database: str) -> None:
    with served(StoryReader(), database, seconds=0.05) as http:
        answer = raw_post(http, "/v1/read", "{", length=5)
    assert answer.startswith("HTTP/1.1 408 ")
    assert "The request did not arrive within 0.05 seconds." in answer


def test_too_often(database: str) -> None:
    with served(StoryReader(), database, rate=2) as http:
        assert [http.get("/v1/model").status_code for _ in range(3)] == [200, 200, 429]
        answer = http.get("/v1/model")
        refused(answer, 429, "too_many_requests")
        assert 1 <= int(answer.headers["Retry-After"]) <= 30
        assert http.get("/health").status_code == 200


@dataclass
class Slow(StoryReader):
    """Reads when it is let go."""

    holds: Event = field(default_factory=Event)
    let_go: Event = field(default_factory=Event)

    def read(self, conversation: Conversation) -> Reply:
        self.holds.set()
        assert self.let_go.wait(PATIENCE)
        return super().read(conversation)


def test_one_too_many_is_told_to_come_back(database: str) -> None:
    reader = Slow()
    with ThreadPoolExecutor() as pool, served(reader, database, waiting=1) as http:
        first = pool.submit(http.post, "/v1/read", json=TURN)
        assert reader.holds.wait(PATIENCE)
        answer = http.post("/v1/read", json=TURN)
        refused(answer, 503, "busy")
        assert answer.headers["Retry-After"] == "1"
        refused(http.get("/ready"), 503, "busy")
        assert http.get("/health").status_code == 200
        reader.let_go.set()
        assert first.result().status_code == 200
        assert http.get("/ready").status_code == 200


def test_a_turn_that_takes_too_long(database: str) -> None:
    reader = Slow()
    with served(reader, database, seconds=0.05) as http:
        # In one piece: what is slow is to be the turn, not the body on its way.
        answer = raw_post(http, "/v1/read", body := json.dumps(TURN), length=len(body))
        reader.let_go.set()
    assert answer.startswith("HTTP/1.1 408 ")
    assert "This took longer than 0.05 seconds" in answer


def test_a_turn_that_is_being_taken_is_finished_before_it_stops(database: str) -> None:
    reader = Slow()

    def stops(address: tuple[str, int]) -> bool:
        """Whether it lets nobody in any more."""
        with socket.socket() as knocking:
            return knocking.connect_ex(address) != 0

    def let_go_once_it_stops(address: tuple[str, int]) -> None:
        until(lambda: stops(address))
        reader.let_go.set()

    with ThreadPoolExecutor() as pool:
        with served(reader, database) as http:
            url = f"{http.base_url}/v1/interviews"
            told = {**START, "scenario": "I swim well."}
            asked = pool.submit(httpx.post, url, json=told, timeout=PATIENCE)
            assert reader.holds.wait(PATIENCE)
            pool.submit(let_go_once_it_stops, (http.base_url.host, http.base_url.port or 0))
        assert asked.result().status_code == 201
    with served(StoryReader(), database) as http:
        assert http.get(f"/v1/interviews/{asked.result().json()['id']}").status_code == 200


def test_an_interview_that_goes_round_in_circles(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("e3.serve.service.MOST_EVENTS", 5)
    id = begin(http)["id"]
    post(http, id, "answers", answer="no")
    for answer in ("yes", "no", "yes"):
        post(http, id, "changes", fact=0, answer=answer)
    late = http.post(f"/v1/interviews/{id}/changes", json={"fact": 0, "answer": "no"})
    assert "begin a new one" in refused(late, 409, "conflict")


# Well and ready


def test_health_and_readiness(http: httpx.Client) -> None:
    assert http.get("/health").json() == {"status": "ok"}
    assert http.get("/ready").json() == {"status": "ok"}


def test_figures(http: httpx.Client) -> None:
    begin(http, scenario="I swim well.")
    figures = http.get("/metrics").text
    assert 'e3_requests_total{method="POST",route="/v1/interviews",status="201"}' in figures
    assert "e3_batch_size_bucket" in figures
    assert "e3_turns_waiting 0.0" in figures
