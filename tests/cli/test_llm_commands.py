"""Commands with a language model: it is said where texts go, what it took, and what went wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import Run
from tests.interview.rowing import QUESTION, TEXT
from tests.llm.fake import Fake, fake, refuses, says

RULES = [{"id": "r1", "quote": "you can swim"}, {"id": "r2", "quote": "you can fly"}]
DRAFT = says({"answered": True, "rules": RULES, "yes_when": "r1 and r2"})
ASKING = ("--question", QUESTION)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "policy.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Any:
    def name(server: Fake, **more: str) -> None:
        monkeypatch.setenv("E3_LLM_ADDRESS", server.address)
        for each, value in more.items():
            monkeypatch.setenv(each, value)

    return name


def test_a_draft_says_where_the_text_went_what_was_dropped_and_what_it_took(
    run: Run, text: Path, named: Any
) -> None:
    with fake(DRAFT) as server:
        named(server, E3_LLM_PRICES="1/2")
        ran = run("draft", text, *ASKING, "--drafter", "llm:fake")
    assert ran.code == 0
    assert "you can swim" in ran.out
    assert "you can fly" not in ran.out
    assert f"sent to llm:fake at {server.address.removesuffix('/v1')}" in ran.err
    assert "a rule was dropped" in ran.err
    assert "you can fly" in ran.err
    assert "3 requests" in ran.err
    assert "cost 0.00" in ran.err


def test_the_same_draft_is_not_paid_for_twice(
    run: Run, text: Path, named: Any, tmp_path: Path
) -> None:
    drafting = ("draft", text, *ASKING, "--model", "llm:fake", "--cache", tmp_path / "kept")
    with fake(DRAFT) as server:
        named(server)
        first, asked = run(*drafting), len(server.asked)
        second = run(*drafting)
        assert len(server.asked) == asked
    assert first.out == second.out
    assert "remembered" in second.err


def test_two_drafters_are_compared(run: Run, text: Path, named: Any) -> None:
    with fake(DRAFT) as server:
        named(server)
        ran = run("draft", text, *ASKING, "--drafter", "form", "--compare", "llm:fake")
        as_json = run("draft", text, *ASKING, "--compare", "llm:fake", "--json")
    assert "Look at these first" in ran.out
    assert "Both find:" in ran.out
    assert "Both answer it alike for" in ran.out
    found = json.loads(as_json.out)
    assert [each["drafted_by"].split()[0] for each in found["drafts"]] == ["network", "llm:fake"]
    assert found["look_first"]
    assert len(found["both"]) == 1


@pytest.mark.parametrize(
    ("does", "why"),
    [
        (refuses(401), "does not take the key"),
        (says("I think you may row."), "3 tries"),
        (refuses(400, "context size exceeded: context length"), "larger context"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    run: Run, text: Path, named: Any, does: Any, why: str
) -> None:
    with fake(does) as server:
        named(server)
        ran = run("draft", text, *ASKING, "--drafter", "llm:fake")
    assert ran.code == 2
    assert ran.out == ""
    assert why in ran.err.splitlines()[-1]


def test_no_server_is_named(run: Run, text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("E3_LLM_ADDRESS", raising=False)
    ran = run("draft", text, *ASKING, "--drafter", "llm:fake")
    assert (ran.code, ran.out) == (2, "")
    assert "E3_LLM_ADDRESS" in ran.err


def rows(path: Path, count: int) -> Path:
    answers = ("Yes", "No", "Irrelevant", "Can you swim?")
    found = [
        {
            "utterance_id": f"u{n}",
            "snippet": TEXT,
            "question": QUESTION,
            "scenario": f"I am {n}.",
            "history": [],
            "evidence": [],
            "answer": answers[n % 4],
        }
        for n in range(count)
    ]
    path.write_text(json.dumps(found))
    return path


def answers_yes(handler: Any, body: dict[str, Any]) -> None:
    says({"decision": "yes", "question": ""})(handler, body)


def test_rows_are_answered_after_an_estimate_and_have_a_row_in_the_table(
    run: Run, named: Any, tmp_path: Path
) -> None:
    pytest.importorskip("spacy", reason="needs e3-reader[evaluate]")
    source, out = rows(tmp_path / "rows.json", 10), tmp_path / "out.json"
    with fake(answers_yes) as server:
        named(server, E3_LLM_PRICES="1/2", E3_LLM_EXAMPLES=str(source))
        estimate = run("predict", source, out, "--model", "llm:fake", "--estimate")
        assert estimate.code == 0
        assert "10 requests, about" in estimate.err
        assert "cost about" in estimate.err
        assert server.asked == []
        assert not out.exists()
        ran = run("predict", source, out, "--model", "llm:fake", "--run", tmp_path / "run")
        assert len(server.asked) == 10
    assert ran.code == 0, ran.err
    assert "That took 10 requests" in ran.err
    assert [each["answer"] for each in json.loads(out.read_text())] == ["Yes"] * 10
    kept = json.loads((tmp_path / "run" / "run.json").read_text())
    table = run("table", tmp_path / "run")
    assert f"fake, {kept['date']}" in table.out
    assert "Runs measured on 10 other rows" in table.out


def test_rows_go_on_where_they_stopped(run: Run, named: Any, tmp_path: Path) -> None:
    source, out = rows(tmp_path / "rows.json", 10), tmp_path / "out.json"
    predicting = ("predict", source, out, "--model", "llm:fake", "--batch", "2")
    with fake(*[answers_yes] * 5, refuses(401), *[answers_yes] * 20) as server:
        named(server, E3_LLM_AT_ONCE="1", E3_LLM_EXAMPLES=str(source))
        stopped = run(*predicting)
        assert stopped.code == 2
        assert "key" in stopped.err
        done = len(server.asked)
        assert run(*predicting).code == 0
        assert len(server.asked) - done <= 10 - 4
    assert len(json.loads(out.read_text())) == 10


def test_an_estimate_is_of_a_language_model(run: Run, tmp_path: Path) -> None:
    source = rows(tmp_path / "rows.json", 2)
    ran = run("predict", source, tmp_path / "out.json", "--model", "heuristic", "--estimate")
    assert ran.code == 2
