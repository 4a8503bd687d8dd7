"""Texts of others that are made to act on a terminal: commands print them, and they do nothing."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import Ran, Run
from tests.made_runs import make_run, measured

from e3.cli import main
from e3.interview.journal import Journal
from e3.reading.conversation import Conversation, Decision, Reply, Rule
from e3.reading.reader import Reader
from e3.text import Span

ACTS = "\x1b]0;owned\x07\x9b2J\x7f\u202e\u2066\u2028\x85"
"""Names the window, clears the screen, turns what follows around, breaks the line."""
SWIM = f"Do you {ACTS}swim?"
TEXT = f"You may row if:\n\n* you {ACTS}swim\n"


def row(name: str, answer: str, **fields: Any) -> dict[str, Any]:
    return {
        "utterance_id": f"{name}{ACTS}",
        "tree_id": f"rowing{ACTS}",
        "snippet": TEXT,
        "question": f"May I {ACTS}row?",
        "scenario": f"I like {ACTS}lakes.",
        "history": [],
        "evidence": [],
        "answer": answer,
        "origin": f"ours{ACTS}",
        **fields,
    }


ROWS = [
    row("1", SWIM),
    *(
        row(said, said, history=[{"follow_up_question": SWIM, "follow_up_answer": said}])
        for said in ("Yes", "No")
    ),
]


class Says:
    """A reader whose replies to such texts are made to act."""

    model_id = f"a {ACTS}model"
    remote = None

    def read(self, conversation: Conversation) -> Reply:
        if ACTS not in conversation.rule_text.text:
            return Reply(Decision.YES, 1.0)
        rule = Rule(Span(20, 20 + len(ACTS)))
        return Reply(Decision.INQUIRE, 1.0, SWIM, (rule,), 0, {Decision.INQUIRE: 1.0})


Say = Callable[[str], Ran]


@pytest.fixture
def e3(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Say:
    """Runs a command on files that are full of such texts."""
    monkeypatch.setattr(Reader, "load", lambda _: Says())
    monkeypatch.chdir(tmp_path)
    answers = [{"utterance_id": each["utterance_id"], "answer": f"{ACTS} No?"} for each in ROWS]
    gold = {f"rowing{ACTS}": {"questions": {SWIM: ["may row"]}}}
    plain = json.loads(json.dumps(ROWS).replace(json.dumps(ACTS)[1:-1], ""))
    for name, value in {"plain": plain, "rows": ROWS, "answers": answers, "gold": gold}.items():
        Path(f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    Path("policy.txt").write_text(TEXT, encoding="utf-8")
    make_run(Path("run"), {f"E3{ACTS}": measured()}, encoder=f"small{ACTS}", commit=f"{ACTS}abc")
    event = {"kind": f"started{ACTS}", "question": f"May I {ACTS}row?"}
    with Journal.open("kept.db") as journal:
        id = journal.create(policy=TEXT, model=f"a {ACTS}model", event=event).id
    return lambda command: run(*command.replace("ID", id).split())


COMMANDS = (
    "ask --policy policy.txt --question Row?",
    "errors rows.json answers.json",
    "data trees rows.json",
    "data trees rows.json --tree rowing",
    "data spans rows.json",
    "data spans rows.json --gold gold.json",
    "data stats rows.json",
    "simulate plain.json",
    "table run",
    "interviews list --store kept.db",
)
FOR_PEOPLE = (
    *COMMANDS,
    "ask --policy policy.txt --question Row? --explain",
    "errors rows.json answers.json --show 2",
    "table run --markdown",
    "interviews show ID --store kept.db",
)


@pytest.mark.parametrize("command", FOR_PEOPLE)
def test_what_people_read_does_nothing(e3: Say, command: str) -> None:
    ran = e3(command)
    assert (ran.code, _acting(ran)) == (0, "")


@pytest.mark.parametrize(
    "command", [*(f"{c} --json" for c in COMMANDS), "interviews export ID --store kept.db"]
)
def test_json_does_nothing_and_has_the_texts_as_they_are(e3: Say, command: str) -> None:
    ran = e3(command)
    assert (ran.code, _acting(ran)) == (0, "")
    assert any(ACTS in text for text in _texts(json.loads(ran.out)))


def test_an_error_is_one_line_that_does_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["e3", "data", "stats", f"no{ACTS}\nfile.json"])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.count("\n") == 1
    assert not [sign for sign in said if _acts(sign)]


def _acting(ran: Ran) -> str:
    printed = ran.out + ran.err
    return "".join(sign for sign in printed if _acts(sign))


def _acts(sign: str) -> bool:
    """As Unicode has it, and not as what is tested has it."""
    code = ord(sign)
    is_control = (code < 0x20 and sign != "\n") or 0x7F <= code < 0xA0
    return (
        is_control
        or 0x202A <= code <= 0x202E
        or 0x2066 <= code <= 0x2069
        or code in (0x2028, 0x2029)
    )


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in _texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [value] if isinstance(value, str) else []
