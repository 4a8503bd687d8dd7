"""`e3 ask`: one turn on the command line, and the figure that explains it."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.command_line import Run

from e3.cli import cli
from e3.cli.figure import cells, figure, wrapped
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Rule, RuleScores, Turn
from e3.reading.reader import Reader
from e3.serialise import from_json, to_json
from e3.text import Span

TEXT = "You may row if:\n\n* you swim\n* you own a boat\n"
ASKING = ("--question", "May I row?")

Stub = Callable[[Reply], list[Conversation]]


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "policy.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def replies(monkeypatch: pytest.MonkeyPatch) -> Stub:
    """Puts a reader in place that always gives this reply, and returns what it will hear."""

    def put(reply: Reply) -> list[Conversation]:
        heard: list[Conversation] = []

        class Stands:
            remote = None

            def read(self, conversation: Conversation) -> Reply:
                heard.append(conversation)
                return reply

        monkeypatch.setattr(Reader, "load", lambda _: Stands())
        return heard

    return put


def spans(text: str, *found: str) -> tuple[Rule, ...]:
    starts = (text.index(part) for part in found)
    return tuple(
        Rule(Span(start, start + len(part)), scores=RuleScores(0.5, 0.25, 1.0))
        for start, part in zip(starts, found, strict=True)
    )


def drawn(text: str, *rules: str, width: int = 60) -> list[str]:
    reply = Reply(Decision.YES, 1.0, rules=spans(text, *rules))
    shown = click.unstyle(figure(Conversation(RuleText(text), "?"), reply, width=width))
    return shown.split("\n\n" if not rules else "\n\n   ")[0].splitlines()


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(Decision.YES, 1.0), "Yes."),
        (Reply(Decision.NO, 1.0), "No."),
        (Reply(Decision.IRRELEVANT, 1.0), "This text does not answer that question."),
        (Reply(Decision.INQUIRE, 1.0, "Do you swim?"), "Do you swim?"),
    ],
)
def test_the_reply_is_a_sentence(
    run: Run, replies: Stub, policy: Path, reply: Reply, said: str
) -> None:
    replies(reply)
    assert run("ask", "--policy", policy, *ASKING).out == f"{said}\n"


def test_all_parts_of_a_conversation(run: Run, replies: Stub, policy: Path) -> None:
    heard = replies(Reply(Decision.YES, 1.0))
    turns = ("--turn", "Is 1 + 1 = 2?=Yes", "--turn", "Do you swim? = no")
    run("ask", "--policy", policy, *ASKING, "--scenario", "I like lakes.", *turns)
    history = (Turn("Is 1 + 1 = 2?", Answer.YES), Turn("Do you swim?", Answer.NO))
    wanted = Conversation(RuleText(TEXT), "May I row?", "I like lakes.", history)
    assert heard == [wanted]


def test_a_whole_conversation_from_a_file_or_standard_input(
    run: Run, replies: Stub, tmp_path: Path
) -> None:
    heard = replies(Reply(Decision.YES, 1.0))
    wanted = Conversation(RuleText(TEXT), "May I row?", "", (Turn("Do you swim?", Answer.UNKNOWN),))
    path = tmp_path / "conversation.json"
    path.write_text(to_json(wanted), encoding="utf-8")
    assert run("ask", "--conversation", path).out == "Yes.\n"
    CliRunner().invoke(cli, ["ask", "--conversation", "-"], input=to_json(wanted))
    CliRunner().invoke(cli, ["ask", "--policy", "-", *ASKING], input=TEXT)
    assert heard == [wanted, wanted, Conversation(RuleText(TEXT), "May I row?")]


def test_json_is_the_whole_reply(run: Run, replies: Stub, policy: Path) -> None:
    reply = Reply(Decision.INQUIRE, 0.5, "Swim?", spans(TEXT, "you swim"), 0, {Decision.YES: 0.5})
    replies(reply)
    assert from_json(Reply, run("ask", "--policy", policy, *ASKING, "--json").out) == reply


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b" \n\t ", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is not a text file in UTF-8"),
        ("Sólo".encode("latin-1"), "this is not a text file in UTF-8"),
        ("You swim".encode("utf-16-le"), "this is not a text file"),
    ],
)
@pytest.mark.parametrize("option", ["--policy", "--conversation"])
def test_files_that_are_no_text(
    run: Run, tmp_path: Path, option: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / "policy.txt"
    path.write_bytes(content)
    ran = run("ask", option, path, *(ASKING if option == "--policy" else ()))
    assert (ran.code, ran.err) == (2, f"Error: {path}: {sentence}\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--policy", "none", *ASKING], "none: there is no such file"),
        (["--policy", "none"], "give --policy and --question, or --conversation"),
        (["--conversation", "-", "--policy", "-"], "leave the other parts out"),
        (["--policy", "-", *ASKING, "--json", "--explain"], "give --json or --explain"),
    ],
)
def test_what_is_missing_or_too_much(run: Run, arguments: list[str], sentence: str) -> None:
    ran = run("ask", *arguments)
    assert ran.code == 2
    assert sentence in ran.err


@pytest.mark.parametrize("turn", ["Do you swim?", "Do you swim?=maybe", "=yes", " = no"])
def test_a_turn_has_a_question_and_an_answer(run: Run, policy: Path, turn: str) -> None:
    ran = run("ask", "--policy", policy, *ASKING, "--turn", turn)
    assert (ran.code, "a turn is QUESTION=yes or QUESTION=no" in ran.err) == (2, True)


def test_a_conversation_that_lacks_something(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "conversation.json"
    path.write_text(json.dumps({"rule_text": {"text": TEXT}}))
    ran = run("ask", "--conversation", path)
    assert ran.err == f"Error: {path}: a Conversation in JSON: question: Field required\n"


def test_without_a_model_it_takes_the_one_in_e3_or_says_how_to_get_one(
    run: Run, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("e3.reading.model_folder.DEFAULT", tmp_path)
    ran = run("ask", "--policy", policy, *ASKING)
    assert (ran.code, "train one with `e3 train`" in ran.err) == (2, True)
    (tmp_path / "model.json").write_text('{"system": "heuristic"}')
    ran = run("ask", "--policy", policy, *ASKING)
    assert (ran.code, ran.out) == (0, "Do you swim?\n")


def test_an_explained_reply(run: Run, replies: Stub, policy: Path) -> None:
    rules = spans(TEXT, "you swim", "you own a boat")
    probabilities = {Decision.YES: 0.25, Decision.INQUIRE: 0.75}
    replies(Reply(Decision.INQUIRE, 0.75, "Own a boat?", rules, 1, probabilities))
    assert run("ask", "--policy", policy, *ASKING, "--explain").out == (
        "You may row if:\n"
        "\n"
        "* you swim\n"
        "  1‾‾‾‾‾‾‾\n"
        "* you own a boat\n"
        "  2‾‾‾‾‾‾‾‾‾‾‾‾‾\n"
        "\n"
        "      r     g     h  rule\n"
        "1  0.50  0.25  1.00  you swim\n"
        "2  0.50  0.25  1.00  you own a boat  ←\n"
        "r inquiry, g entailed by the scenario, h entailed by the history; ← is asked about\n"
        "\n"
        "yes      25.0%  ████████\n"
        "inquire  75.0%  ██████████████████████\n"
        "\n"
        "Own a boat?\n"
    )


def test_a_real_model_explains_itself(run: Run, policy: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="models need torch")
    from tests.tiny import make_encoder, make_run  # noqa: PLC0415 - needs torch

    encoder = make_encoder(tmp_path / "encoder")
    for system in ("e3", "bertqa"):
        model = make_run(tmp_path / system, encoder, system=system)
        ran = run("ask", "--model", model, "--policy", policy, *ASKING, "--explain")
        assert ran.code == 0, ran.err
        assert "inquire" in ran.out


def test_a_rule_over_two_lines_is_underlined_on_both() -> None:
    assert drawn("You may row if you own a boat.", "you own a boat", width=20) == [
        "You may row if you",
        "               1‾‾",
        "own a boat.",
        "1‾‾‾‾‾‾‾‾‾",
    ]


def test_rules_that_overlap_have_lines_of_their_own() -> None:
    assert drawn("row the boat home", "row the boat", "boat home", "home") == [
        "row the boat home",
        "1‾‾‾‾‾‾‾‾‾‾‾ 3‾‾‾",
        "        2‾‾‾‾‾‾‾‾",
    ]


def test_underlines_stand_under_wide_and_combining_characters() -> None:
    assert drawn("船船 cafe\u0301s\tyou swim", "cafe\u0301s", "you swim") == [
        "船船 cafe\u0301s you swim",
        "     1‾‾‾‾ 2‾‾‾‾‾‾‾",
    ]


@pytest.mark.parametrize("width", [1, 2, 7, 20, 80])
@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "  indented " + "long" * 30 + "  two  spaces  ",
        "船" * 30 + " e\u0301" * 30,
        "a\r\nb\n\n\nc",
        "",
        " ",
    ],
)
def test_wrapping_loses_no_character_and_keeps_the_width(text: str, width: int) -> None:
    lines = list(wrapped(text, width))
    assert "".join("".join(line.of(text) for line in lines).split()) == "".join(text.split())
    assert all(one.end <= other.start for one, other in pairwise(lines))
    assert all(cells(line.of(text)) <= max(width, 2) for line in lines)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--policy", "this has more than 3,000,000 characters: take a part of it"),
        ("--conversation", "this has more than 1 MB, which is no policy"),
    ],
)
def test_files_that_are_too_large(run: Run, tmp_path: Path, option: str, sentence: str) -> None:
    path = tmp_path / "policy.txt"
    path.write_bytes(b"a" * 3_000_001)
    ran = run("ask", option, path, *(ASKING if option == "--policy" else ()))
    assert (ran.code, ran.err) == (2, f"Error: {path}: {sentence}\n")
