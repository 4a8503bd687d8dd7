"""`e3 chat`: an interview in the terminal, in a pipe and on a screen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.interview.fake_readers import BOAT, HIRED, SWIM, TEXT, LogicReader, asking

from conftest import Run
from e3 import Answer, Interview, Reader
from e3.baselines.heuristic import HeuristicSystem
from e3.cli import cli, terminal
from e3.cli.chat import converse
from e3.policies.reader import our_policies

PHRASES = {"I swim well": ("swim", Answer.YES)}
ASKING = ("--question", "May I row?")


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "policy.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "load", lambda _: LogicReader(phrases=PHRASES))


def chat(policy: Path | str, *options: str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, ["chat", str(policy), *options], input=typed)


def test_a_whole_interview(policy: Path) -> None:
    ran = chat(policy, *ASKING, typed="y\nn\ny\n")
    assert ran.exit_code == 0
    assert ran.output.startswith(TEXT)
    assert (
        "You may row on the lake if you can swim, and either\n" + " " * 24 + "‾" * 15 in ran.output
    )
    assert ran.output.index(SWIM) < ran.output.index(BOAT) < ran.output.index(HIRED)
    assert "\n\nYes. (confidence 90%)\n" in ran.output
    assert f"not met  you own a boat\n           You answered no to “{BOAT}”" in ran.output
    assert "\x1b" not in ran.output


def test_words_are_as_good_as_letters(policy: Path) -> None:
    assert "I can't tell" in chat(policy, *ASKING, typed="YES\ndon't know\n No \n").output


def test_back_and_why(policy: Path) -> None:
    ran = chat(policy, *ASKING, typed="y\nw\nb\nn\nback\ny\ny\n\n")
    assert "If yes, the answer is yes. If no, there is more to ask." in ran.output
    assert f"{SWIM} (you said yes)" in ran.output
    assert f"{SWIM} (you said no)" in ran.output
    assert "\nNo. (confidence 90%)\n" in ran.output
    assert "\nYes. (confidence 90%)\n" in ran.output


def test_what_is_not_understood_is_a_sentence_and_the_interview_goes_on(policy: Path) -> None:
    ran = chat(policy, *ASKING, typed=b"maybe\n\xff\xfe\n\n\x00\nb\nn\n")
    assert ran.output.count("I don't understand that: type y, n, ?, w or q.\n") == 5
    assert "\nNo. (confidence 90%)\n" in ran.output


def test_what_the_scenario_tells_is_confirmed(policy: Path) -> None:
    ran = chat(policy, *ASKING, "--scenario", "I swim well.", typed="y\ny\n")
    assert "You wrote: “I swim well”\nI take that to mean: Can you swim? yes\n" in ran.output
    assert "y right, n wrong, ? leave it out, q quit" in ran.output
    assert "\nYes. (confidence 90%)\n" in ran.output
    corrected = chat(policy, *ASKING, "--scenario", "I swim well.", typed="n\n")
    assert "\nNo. (confidence 90%)\n" in corrected.output
    left_out = chat(policy, *ASKING, "--scenario", "I swim well.", typed="?\ny\n")
    assert "I can't tell" in left_out.output


@pytest.mark.parametrize("typed", ["", "y\n", "q\n", "y\nquit\n"])
def test_leaving_is_clean(policy: Path, typed: str) -> None:
    ran = chat(policy, *ASKING, typed=typed)
    assert (ran.exit_code, ran.output.endswith("The interview ends here.\n")) == (0, True)


def test_control_c_is_clean(policy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal, "ask", interrupt)
    ran = chat(policy, *ASKING)
    assert (ran.exit_code, ran.output.endswith("\nThe interview ends here.\n")) == (130, True)


def test_the_question_and_the_scenario_are_asked_for(policy: Path) -> None:
    ran = chat(policy, typed="\n\nMay I row?\nI swim well.\ny\ny\n")
    assert "The question is empty.\n" in ran.output
    assert "You wrote: “I swim well”" in ran.output
    too_long = chat(policy, typed="row " * 10_000 + "\n\nMay I row?\n\nn\n")
    assert "The question has 39,999 characters, more than 2,000: shorten it.\n" in too_long.output
    assert "\nNo. (confidence 90%)\n" in too_long.output


def test_a_question_that_the_text_does_not_answer(policy: Path) -> None:
    ran = chat(policy, "--question", "Do you sell cheese?")
    assert "This text does not answer that question. (confidence 80%)\n" in ran.output
    assert (ran.exit_code, "Enter to end" in ran.output) == (0, False)


def test_every_event_is_recorded_before_the_next_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    interview = Interview.start(LogicReader(), asking())
    shown_before: list[str] = []
    recorded: list[Interview] = []

    def record(so_far: Interview) -> None:
        shown_before.append(capsys.readouterr().out)
        recorded.append(so_far)

    with pytest.MonkeyPatch.context() as patch:
        typed = iter(["y", "b", "n", ""])
        patch.setattr(terminal, "ask", lambda _: next(typed))
        ended = converse(interview, recorded=record)
    assert recorded[-1] == ended
    assert [len(each.events) for each in recorded] == [1, 2, 3, 4]
    assert [SWIM in shown for shown in shown_before] == [False, True, False, True]


@pytest.mark.parametrize("colours", [True, False])
def test_on_a_screen(policy: Path, monkeypatch: pytest.MonkeyPatch, colours: bool) -> None:
    monkeypatch.setattr(terminal, "is_screen", lambda: True)
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    runner = CliRunner()
    ran = runner.invoke(cli, ["chat", str(policy), *ASKING], input="y\nn\nb\nb\nn\n", color=True)
    assert ("\x1b[" in ran.output) is colours
    assert "  Can you swim? no" in ran.output
    assert "  Do you own a boat? no, not needed now" in ran.output


def test_a_long_policy_is_shown_around_the_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "is_screen", lambda: True)
    lines = [f"Line {number} says nothing.\n" for number in range(300)]
    path = tmp_path / "long.txt"
    path.write_text("".join([*lines, "\n", TEXT, "\n\n", *lines]), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    monkeypatch.setattr(Reader, "load", lambda _: LogicReader(text=text))
    ran = CliRunner().invoke(cli, ["chat", str(path), *ASKING], input="q\n")
    begin, screen = ran.output.split("Line 199 says nothing.\n", 1)
    assert "Line 0 says nothing." in begin
    assert "You may row on the lake if you can swim" in screen
    assert "Line 290 says" not in screen.split(TEXT[-10:])[-1]


def test_a_policy_by_its_title(run: Run) -> None:
    own = our_policies()[0]
    for name in (own.title, own.slug, own.title.upper()):
        ran = chat(name, "--question", "Do you sell cheese?")
        assert own.rule_text.text.split("\n")[0][:40] in ran.output
    ran = run("chat", "No such policy", *ASKING)
    assert (ran.code, ran.err) == (
        2,
        "Error: No such policy: there is no such file, and none of our policies has that title\n",
    )
    assert "standard input is for the answers" in run("chat", "-", *ASKING).err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"a" * 5_000_000, "this has more than 1 MB, which is no policy"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is not a text file in UTF-8"),
        (b"You may \x1b[2J row", "the rule text holds U+001B at 8, which is no text"),
    ],
)
def test_files_that_are_no_policy(run: Run, tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "policy.txt"
    path.write_bytes(content)
    ran = run("chat", path, *ASKING)
    assert (ran.code, ran.err.count("\n"), sentence in ran.err) == (2, 1, True)


def test_no_character_of_a_policy_acts_on_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "policy.txt"
    path.write_text(f"\u202eYou\tmay\x9b2J row\r\n{TEXT}", encoding="utf-8", newline="")
    text = path.read_bytes().decode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reader, "load", lambda _: LogicReader(text=text))
        ran = chat(path, *ASKING, typed="n\n")
    assert ran.output.startswith(
        "\N{REPLACEMENT CHARACTER}You may\N{REPLACEMENT CHARACTER}2J row\n"
    )
    assert "\u202e" not in ran.output


def test_a_bad_question_is_a_sentence(run: Run, policy: Path) -> None:
    ran = run("chat", policy, "--question", "row " * 10_000)
    assert (ran.code, ran.err) == (
        2,
        "Error: the question has 39,999 characters, more than 2,000: shorten it\n",
    )


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_a_real_pipe(policy: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    HeuristicSystem().save(tmp_path / "heuristic")
    command = [sys.executable, "-m", "e3", "chat", str(policy)]
    ran = subprocess.run(
        [*command, "--model", str(tmp_path / "heuristic"), "--question", "May I row on the lake?"],
        input="y\n",
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Can you swim, and either?" in ran.stdout
    assert "Yes. (confidence 100%)" in ran.stdout
    assert "\x1b" not in ran.stdout
