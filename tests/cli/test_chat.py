"""`e3 chat`: an interview in the terminal, in a pipe and on a screen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.command_line import Run
from tests.interview.rowing import (
    BOAT,
    HIRED,
    QUESTION,
    SWIM,
    TEXT,
    FixedDrafter,
    StoryReader,
    begun,
    rowing,
)

from e3 import Conversation, Interview, Policy, Reader, Reply, RuleText
from e3.cli import cli, terminal
from e3.cli.dialogue import converse
from e3.corpus.policies import our_policies, part_of
from e3.drafting.drafter import Drafter
from e3.interview import interview as interviews
from e3.interview.journal import Journal, StoredInterview
from e3.language.en.wording import NOT_CHECKED
from e3.policy.policy import PolicyQuestion
from e3.policy.samples import samples
from e3.policy.writing import as_json, as_yaml
from e3.reading.systems import ConversationReader

ASKING = ("--question", QUESTION)
DRAFT = replace(rowing(), drafted_by="fixed")


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    return written(tmp_path / "policy.yaml", rowing())


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A text that nobody has reviewed, and a drafter that knows it."""
    drafts(monkeypatch, DRAFT)
    path = tmp_path / "policy.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def written(path: Path, policy: Policy) -> Path:
    path.write_text(as_yaml(policy) if path.suffix == ".yaml" else as_json(policy), "utf-8")
    return path


def drafts(monkeypatch: pytest.MonkeyPatch, policy: Policy) -> None:
    def find_drafter(reader: ConversationReader | None = None) -> Drafter:
        assert reader is not None
        return FixedDrafter(policy)

    monkeypatch.setattr(interviews, "find_drafter", find_drafter)


@dataclass
class AsSystem:
    """A reader of one conversation as a system, which reads many."""

    reader: StoryReader

    def read(self, conversations: Sequence[Conversation]) -> list[Reply]:
        return [self.reader.read(conversation) for conversation in conversations]


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> StoryReader:
    reader = StoryReader()
    monkeypatch.setattr(Reader, "load", lambda _: Reader(AsSystem(reader)))
    return reader


def chat(*arguments: Path | str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, ["chat", *map(str, arguments)], input=typed)


def test_a_whole_interview(policy: Path) -> None:
    ran = chat(policy, *ASKING, typed="y\nn\ny\n")
    assert ran.exit_code == 0
    assert f"\n\n{TEXT}\n\n" in ran.output
    assert (
        "You may row on the lake if you can swim, and either\n" + " " * 27 + "‾" * 12 in ran.output
    )
    assert ran.output.index(SWIM) < ran.output.index(BOAT) < ran.output.index(HIRED)
    assert "\n\nYes.\n\nYes, because “you can swim” is met, and of " in ran.output
    assert "The answer would be no if “you can swim” were not met." in ran.output
    assert f"not met  you own a boat\n           You answered no to “{BOAT}”" in ran.output
    assert "\x1b" not in ran.output
    assert NOT_CHECKED not in ran.output


def test_a_policy_is_as_good_in_json(tmp_path: Path) -> None:
    ran = chat(written(tmp_path / "policy.json", rowing()), *ASKING, typed="n\n")
    assert "\nNo, because “you can swim” is not met.\n" in ran.output


def test_a_text_becomes_a_draft_that_nobody_has_checked(text: Path) -> None:
    ran = chat(text, *ASKING, typed="y\ny\n")
    assert ran.output.count(NOT_CHECKED) == 2
    assert ran.output.index(NOT_CHECKED) < ran.output.index(SWIM)
    assert ran.output.index("\nYes.\n") < ran.output.rindex(NOT_CHECKED)


def test_a_draft_in_a_file_is_not_checked_either(tmp_path: Path) -> None:
    ran = chat(written(tmp_path / "draft.yaml", DRAFT), *ASKING, typed="n\n")
    assert ran.output.count(NOT_CHECKED) == 2


def test_a_question_can_be_chosen_or_typed(tmp_path: Path, store: Path) -> None:
    fishing = PolicyQuestion("May I fish?", rowing("boat").questions[0].yes_when)
    both = replace(rowing(), questions=(*rowing().questions, fishing))
    path = written(tmp_path / "policy.yaml", both)
    ran = chat(path, "--store", store, typed="2\n\n")
    assert "It answers:\n  1  May I row?\n  2  May I fish?\n" in ran.output
    chat(path, "--store", store, typed="\n\n")
    chat(path, "--store", store, typed="fish, may I?\n\n")
    chat(path, "--store", store, typed="3\n\n")
    asked = [each.events[0].event for each in reversed(kept(store))]
    assert [each["asked"] for each in asked] == [1, 0, 1, None]


def test_the_fewest_questions_first(tmp_path: Path) -> None:
    path = written(tmp_path / "policy.yaml", rowing("(swim and boat) or hired"))
    assert HIRED not in chat(path, *ASKING, typed="q\n").output
    assert HIRED in chat(path, *ASKING, "--plan", typed="q\n").output


def test_words_are_as_good_as_letters(policy: Path) -> None:
    assert "I can't tell" in chat(policy, *ASKING, typed="YES\ndon't know\n No \n").output


def test_back_and_why(policy: Path) -> None:
    ran = chat(policy, *ASKING, typed="y\nw\nb\nn\nback\ny\ny\n\n")
    assert "If yes, the answer is yes. If no, there is more to ask." in ran.output
    assert f"{SWIM} (you said yes)" in ran.output
    assert f"{SWIM} (you said no)" in ran.output
    assert "\nNo.\n" in ran.output
    assert "\nYes.\n" in ran.output


def test_what_is_not_understood_is_a_sentence_and_the_interview_goes_on(policy: Path) -> None:
    ran = chat(policy, *ASKING, typed=b"maybe\n\xff\xfe\n\n\x00\nb\nn\n")
    assert ran.output.count("I don't understand that: type y, n, ?, w or q.\n") == 5
    assert "\nNo.\n" in ran.output


def test_what_the_scenario_tells_is_confirmed(policy: Path) -> None:
    ran = chat(policy, *ASKING, "--scenario", "I swim well.", typed="y\ny\n")
    assert "You wrote: “I swim well”\nI take that to mean: Can you swim? yes\n" in ran.output
    assert "y right, n wrong, ? leave it out, q quit" in ran.output
    assert "\nYes.\n" in ran.output
    corrected = chat(policy, *ASKING, "--scenario", "I swim well.", typed="n\n")
    assert "\nNo.\n" in corrected.output
    left_out = chat(policy, *ASKING, "--scenario", "I swim well.", typed="?\ny\n")
    assert "I can't tell" in left_out.output


def test_nothing_is_read_but_a_story(policy: Path, reader: StoryReader) -> None:
    chat(policy, *ASKING, typed="y\ny\n")
    assert reader.heard == []


@pytest.mark.parametrize("typed", ["", "y\n", "q\n", "y\nquit\n"])
def test_leaving_is_clean(policy: Path, typed: str) -> None:
    ran = chat(policy, *ASKING, typed=typed)
    *_, ends, go_on = ran.output.splitlines()
    assert (ran.exit_code, ends) == (0, "The interview ends here.")
    assert go_on.startswith("To go on: e3 chat --resume ")


def test_control_c_is_clean(policy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(terminal, "ask", interrupt)
    ran = chat(policy, *ASKING)
    assert (ran.exit_code, "\nThe interview ends here.\nTo go on: " in ran.output) == (130, True)


def test_the_question_and_the_scenario_are_asked_for(text: Path) -> None:
    ran = chat(text, typed="\n\nMay I row?\nI swim well.\ny\ny\n")
    assert "The question is empty.\n" in ran.output
    assert "You wrote: “I swim well”" in ran.output
    too_long = chat(text, typed="row " * 10_000 + "\n\nMay I row?\n\nn\n")
    assert "The question has 39,999 characters, more than 2,000: shorten it.\n" in too_long.output
    assert "\nNo.\n" in too_long.output


def test_leaving_before_anything_was_asked(policy: Path, store: Path) -> None:
    for typed in ("q\n", ""):
        ran = chat(policy, "--store", store, typed=typed)
        assert ran.output.endswith("\nThe interview ends here.\n")
    assert kept(store) == []


def test_a_question_that_the_text_does_not_answer(policy: Path) -> None:
    ran = chat(policy, "--question", "Do you sell cheese?")
    assert "This text does not answer that question.\n" in ran.output
    assert "It answers: “May I row?”\n" in ran.output
    assert (ran.exit_code, "Enter to end" in ran.output) == (0, False)


def test_every_event_is_recorded_before_the_next_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    interview = begun()
    shown_before: list[str] = []
    recorded: list[Interview] = []

    def record(so_far: Interview) -> None:
        shown_before.append(capsys.readouterr().out)
        recorded.append(so_far)

    with pytest.MonkeyPatch.context() as patch:
        typed = iter(["y", "b", "n", ""])
        patch.setattr(terminal, "ask", lambda _: next(typed))
        converse(interview, recorded=record)
    assert [len(each.events) for each in recorded] == [2, 3, 4]
    assert [SWIM in shown for shown in shown_before] == [True, False, True]


@pytest.mark.parametrize("colours", [True, False])
def test_on_a_screen(policy: Path, monkeypatch: pytest.MonkeyPatch, colours: bool) -> None:
    monkeypatch.setattr(terminal, "is_screen", lambda: True)
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    runner = CliRunner()
    ran = runner.invoke(cli, ["chat", str(policy), *ASKING], input="y\nn\nb\nb\nn\nb\n", color=True)
    assert ("\x1b[" in ran.output) is colours
    assert "  Can you swim? no" in ran.output
    assert "  Do you own a boat? no, not needed now" in ran.output


def test_a_draft_says_so_on_the_first_screen(text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "is_screen", lambda: True)
    ran = CliRunner().invoke(cli, ["chat", str(text), *ASKING], input="y\nn\nq\n")
    screens = ran.output.split("y yes, n no")
    assert ["Nobody has checked this" in screen for screen in screens] == [
        True,
        False,
        False,
        False,
    ]


def test_a_long_policy_is_shown_around_the_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "is_screen", lambda: True)
    lines = [f"Line {number} says nothing.\n" for number in range(300)]
    long = rowing(rule_text="".join([*lines, "\n", TEXT, "\n\n", *lines]))
    path = written(tmp_path / "long.json", long)
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
    refused = run("chat", "No such policy", *ASKING)
    assert (refused.code, refused.err) == (
        2,
        "Error: No such policy: there is no such file, and none of our policies has that title\n",
    )
    assert "standard input is for the answers" in run("chat", "-", *ASKING).err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"a" * 5_000_000, "this has more than 3,000,000 characters: take a part of it"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is not a text file in UTF-8"),
        (b"You may \x1b[2J row", "the rule text holds U+001B at 8, which is no text"),
    ],
)
def test_files_that_are_no_policy(run: Run, tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "policy.txt"
    path.write_bytes(content)
    ran = run("chat", path, *ASKING)
    assert (ran.code, ran.err.count("\n"), sentence in ran.err, ran.out) == (2, 1, True, "")


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("policy.json", b"{", "policy.json: this is not JSON"),
        ("policy.json", b"[]", "policy.json:1: should be a JSON object"),
        ("policy.yaml", b"title: [", "this is not YAML"),
        ("policy.yaml", b"title: Rowing\nrule_text: Row.\n", "this policy answers no question"),
        ("policy.yml", b"title: Rowing\nrule_text: Row.\ncheese: 1\n", "policy.yml:3: "),
    ],
)
def test_files_that_are_no_policies(
    run: Run, tmp_path: Path, name: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    ran = run("chat", path, *ASKING)
    assert (ran.code, ran.err.count("\n"), sentence in ran.err, ran.out) == (2, 1, True, "")


def test_no_character_of_a_policy_acts_on_the_terminal(tmp_path: Path) -> None:
    evil = f"\u202eYou\tmay\x9b2J row\r\n{TEXT}"
    ran = chat(written(tmp_path / "policy.json", rowing(rule_text=evil)), *ASKING, typed="n\n")
    assert "\n\N{REPLACEMENT CHARACTER}You may\N{REPLACEMENT CHARACTER}2J row\n" in ran.output
    assert "\u202e" not in ran.output


def test_a_bad_question_is_a_sentence(run: Run, policy: Path) -> None:
    ran = run("chat", policy, "--question", "row " * 10_000)
    assert (ran.code, ran.err) == (
        2,
        "Error: the question has 39,999 characters, more than 2,000: shorten it\n",
    )


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_a_real_pipe(policy: Path, environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "e3", "chat", str(policy)]
    ran = subprocess.run(
        [*command, "--model", "heuristic", "--question", "May I row on the lake?"],
        input="y\ny\n",
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert SWIM in ran.stdout
    assert "\nYes.\n" in ran.stdout
    assert "\x1b" not in ran.stdout


def test_a_real_terminal(policy: Path) -> None:
    pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")
    command = [sys.executable, "-m", "e3", "chat", str(policy), "--model", "heuristic"]
    ours, its = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    with subprocess.Popen(
        command, stdin=its, stdout=its, stderr=its, env={**environment, "TERM": "xterm"}
    ) as process:
        os.close(its)
        shown, seen = "", 0
        # A key that was mistyped and taken back, as a person's are.
        for until, typed in [
            ("want to know?", "May I row on the lakr\x7fe?\n"),
            ("known of you?", "\n"),
            ("q quit:", "n\n"),
            ("Enter to end:", "\n"),
        ]:
            while until not in shown[seen:]:
                shown += os.read(ours, 4096).decode(errors="replace")
            seen = len(shown)
            os.write(ours, typed.encode())
        assert process.wait() == 0
    os.close(ours)
    *_, last = shown.split("\x1b[2J")
    assert "May I row on the lake?\r\n\r\nNo.\r\n" in last


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "interviews.db"


def kept(store: Path) -> list[StoredInterview]:
    with Journal.open(store) as opened:
        return [opened.load(one.id) for one in opened.list()]


def test_an_interview_is_kept_and_can_be_resumed(policy: Path, store: Path) -> None:
    where = ("--store", store)
    ran = chat(policy, *ASKING, *where, typed="y\nn\nq\n")
    assert ran.output.startswith(f"\nWhat you say is kept in {store}.\n")
    (stored,) = kept(store)
    assert (stored.policy, stored.policy_version) == (TEXT, RuleText(TEXT).version)
    assert [each.event["kind"] for each in stored.events] == ["started", "answered", "answered"]
    assert {each.model for each in stored.events} == {"AsSystem"}
    assert TEXT not in str([each.event for each in stored.events])  # it is kept once
    go_on = ran.output.splitlines()[-1]
    assert go_on == f"To go on: e3 chat --resume {stored.id} --store {store}"
    ran = chat("--resume", stored.id, *where, typed="b\nn\ny\n")
    assert f"{BOAT} (you said no)" in ran.output
    assert "\nYes.\n" in ran.output
    assert ran.output.endswith(f"Kept in {store} as {stored.id}.\n")
    (stored,) = kept(store)
    answers = [each.event.get("answer") for each in stored.events[1:]]
    assert answers == ["yes", "no", None, "no", "yes"]
    ended = chat("--resume", stored.id, *where)
    assert "\nYes.\n" in ended.output


def test_a_policy_that_changed_since_does_not_change_the_interview(
    policy: Path, store: Path
) -> None:
    chat(policy, *ASKING, "--store", store, typed="y\n")
    written(policy, rowing("hired"))
    (stored,) = kept(store)
    assert BOAT in chat("--resume", stored.id, "--store", store).output


def test_an_interview_that_went_on_in_another_window(
    run: Run, policy: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat(policy, *ASKING, "--store", store, typed="")
    (stored,) = kept(store)

    def elsewhere(_: str) -> str:
        if len(kept(store)[0].events) == 1:
            with Journal.open(store) as opened:
                opened.append(stored.id, 1, {"kind": "answered"}, model="m")
        return "y"

    monkeypatch.setattr(terminal, "ask", elsewhere)
    ran = run("chat", "--resume", stored.id, "--store", store)
    assert (ran.code, "the interview went on elsewhere" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--resume", "none"), "there is no interview 'none' here"),
        (("--resume", "none", "--question", "May I?"), "--resume says all"),
        (("policy.txt", "--resume", "none"), "--resume says all"),
    ],
)
def test_what_can_not_be_resumed(
    run: Run, store: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    Journal.open(store).close()
    ran = run("chat", *arguments, "--store", store)
    assert (ran.code, sentence in ran.err) == (2, True)


def test_a_store_that_is_not_there_is_not_made_to_resume(run: Run, store: Path) -> None:
    ran = run("chat", "--resume", "none", "--store", store)
    assert (ran.code, ran.err) == (2, f"Error: {store}: there is no such file\n")
    assert not store.exists()


def test_the_menu(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "somebody_types", lambda: True)
    own = samples()[1]
    ran = chat("--store", store, typed="0\n13\nx\n2\n\n\nq\n")
    assert ran.output.count("Type a number from 1 to 12, or q.\n") == 3
    assert own.rule_text.text.split("\n")[0] in ran.output
    assert f"Enter: {own.questions[0].question})" in ran.output
    assert kept(store)[0].events[0].event["question"] == own.questions[0].question
    for typed in ("q\n", ""):
        assert chat("--store", store, typed=typed).exit_code == 0
    assert len(kept(store)) == 1


def test_the_menu_is_a_dozen_varied_policies() -> None:
    chosen = samples()
    assert len({policy.title for policy in chosen}) == 12
    assert len({policy.domain for policy in chosen}) == 12
    assert {part_of(policy) for policy in chosen} == {"evaluation"}
    assert {bool(policy.rule_text.bullets) for policy in chosen} == {True, False}


def test_without_a_person_it_shows_an_interview_and_keeps_nothing(store: Path) -> None:
    ran = chat("--store", store)
    assert (ran.exit_code, store.exists()) == (0, False)
    assert "Do you get Income Top-Up on 1 October?\ny\n" in ran.output
    assert "\nYes.\n" in ran.output


def test_what_version_0_1_kept_goes_on_by_a_draft(store: Path) -> None:
    store.parent.mkdir()
    shutil.copy(Path(__file__).parents[1] / "v0_1" / "interviews.db", store)
    for stored in kept(store):
        ran = chat("--resume", stored.id, "--store", store)
        assert (ran.exit_code, NOT_CHECKED in ran.output) == (0, True)
