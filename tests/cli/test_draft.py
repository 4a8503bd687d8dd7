"""`e3 draft`: a text in, a draft policy out."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.command_line import Run
from tests.interview.rowing import QUESTION, SWIM, TEXT, rowing

from e3 import Policy, RuleText
from e3.cli import cli, models
from e3.cli.draft_report import draft_report
from e3.drafting.drafter import find_drafter
from e3.language.en.wording import NOT_ANSWERED, NOT_CHECKED
from e3.policy.parsing import read_policy
from e3.policy.policy import AnswerConfidence, RuleConfidence

ASKING = ("--question", QUESTION)


@dataclass(frozen=True)
class Drafter:
    """Knows one draft."""

    policy: Policy
    name: str = "fixed"

    def draft(self, rule_text: RuleText, questions: list[str]) -> Policy:  # noqa: ARG002
        return replace(self.policy, rule_text=rule_text)


def doubtful() -> Policy:
    """A draft of which one part is less sure than all others."""
    rules = [
        replace(rule, confidence=RuleConfidence(0.9, 0.95, 0.35 if rule.id == "boat" else 0.99))
        for rule in rowing().rules
    ]
    (asked,) = rowing().questions
    return replace(
        rowing(),
        rules=tuple(rules),
        questions=(replace(asked, confidence=AnswerConfidence(0.98, 0.6)),),
        drafted_by="fixed",
    )


@pytest.fixture(autouse=True)
def drafter(monkeypatch: pytest.MonkeyPatch) -> None:
    drafts(monkeypatch, doubtful())


def drafts(monkeypatch: pytest.MonkeyPatch, policy: Policy) -> None:
    monkeypatch.setattr(models, "find_drafter", lambda *_: Drafter(policy))


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "policy.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_draft_to_read(run: Run, text: Path) -> None:
    ran = run("draft", text, *ASKING)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Rowing: a draft by fixed.\n{NOT_CHECKED}\n")
    assert f"  1  you can swim\n     {SWIM} Yes means met. (confidence 85%)\n" in ran.out
    outline = (
        "  all of these:\n    “you can swim”\n    one of these:\n      “you own a boat”\n"
        "      “you have hired one from the club”\n"
    )
    assert outline in ran.out
    assert "May I row?\n  Yes if you can swim, and either you own a boat or have hired" in ran.out


def test_what_is_least_sure_is_looked_at_first(run: Run, text: Path) -> None:
    _, doubts = run("draft", text, *ASKING).out.split("\n\nLook at these first:\n")
    first, second, *others = doubts.splitlines()
    assert first == "  35%  rule 2: what a yes means, and which side it speaks for"
    assert second == "  60%  “May I row?”: how the rules hang together"
    assert len(others) == 6


def test_a_drafter_that_does_not_say_how_sure_it_is(
    run: Run, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts(monkeypatch, replace(rowing(), drafted_by="fixed"))
    out = run("draft", text, *ASKING).out
    assert ("Look at these first" in out, "confidence" in out) == (False, False)


@pytest.mark.parametrize("name", ["policy.yaml", "policy.yml", "policy.json"])
def test_a_file_that_can_be_checked_and_followed(run: Run, text: Path, name: str) -> None:
    out = text.with_name(name)
    assert run("draft", text, *ASKING, "-o", out).out == run("draft", text, *ASKING).out
    assert read_policy(out) == doubtful()
    assert run("check", out).code == 0


def test_a_file_that_is_there_is_left_alone(run: Run, text: Path) -> None:
    out = text.with_name("policy.yaml")
    out.write_text("mine")
    ran = run("draft", text, *ASKING, "-o", out)
    assert (ran.code, "there is such a file" in ran.err, out.read_text()) == (2, True, "mine")


def test_yaml_and_json_for_programs(run: Run, text: Path) -> None:
    printed = json.loads(run("draft", text, *ASKING, "--json").out)
    assert (printed["title"], printed["drafted_by"]) == ("Rowing", "fixed")
    yaml = text.with_name("printed.yaml")
    yaml.write_text(run("draft", text, *ASKING, "--yaml").out, encoding="utf-8")
    assert read_policy(yaml) == doubtful()
    ran = run("draft", text, "--yaml", "--json")
    assert (ran.code, "give --yaml or --json" in ran.err) == (2, True)


def test_a_question_that_the_text_does_not_answer(
    run: Run, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts(monkeypatch, replace(doubtful(), irrelevant_questions=("Do you sell cheese?",)))
    ran = run("draft", text, *ASKING, "--question", "Do you sell cheese?")
    assert (ran.code, f"Do you sell cheese?\n  {NOT_ANSWERED}" in ran.out) == (0, True)


def test_standard_input() -> None:
    ran = CliRunner().invoke(cli, ["draft", "-", *ASKING], input=TEXT)
    assert (ran.exit_code, SWIM in ran.output) == (0, True)


def test_a_text_without_rules(run: Run, text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drafts(monkeypatch, replace(doubtful(), rules=(), questions=()))
    text.write_text("We sell cheese.", encoding="utf-8")
    ran = run("draft", text, *ASKING)
    sentence = "there are no rules in this text for this question"
    assert (ran.code, ran.out, ran.err) == (2, "", f"Error: {text}: {sentence}\n")
    assert run("draft", text).err == f"Error: {text}: there are no rules in this text\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"a" * 5_000_000, "this has more than 3,000,000 characters: take a part of it"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is not a text file in UTF-8"),
        (b"You may \x1b[2J row", "the rule text holds U+001B at 8, which is no text"),
    ],
)
def test_what_is_no_text(run: Run, text: Path, content: bytes, sentence: str) -> None:
    text.write_bytes(content)
    ran = run("draft", text, *ASKING)
    assert (ran.code, ran.err.count("\n"), sentence in ran.err, ran.out) == (2, 1, True, "")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--question", " "], "the question is empty"),
        (["--question", "row " * 10_000], "the question has 39,999 characters"),
        (["-o", "policy.txt"], "policy.txt: the name should end in .yaml or .json"),
    ],
)
def test_what_can_not_be_drafted(run: Run, text: Path, options: list[str], sentence: str) -> None:
    ran = run("draft", text, *options)
    assert (ran.code, sentence in ran.err, ran.out) == (2, True, "")


def test_a_drafter_that_is_not_installed(
    run: Run, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    ran = run("draft", text, *ASKING, "--drafter", "none")
    assert (ran.code, "there is no drafter 'none'" in ran.err) == (2, True)


def test_a_report_says_which_values_are_asked_for() -> None:
    text = "You get it free if you are 60 or over.\n\nYou get it free if you are under 16."
    report = draft_report(find_drafter("form").draft(RuleText(text), ["Is it free?"]))
    assert "By a value: yes if it is >= 60 years. Asked once: How old are you?" in report
    assert "By a value: yes if it is < 16 years. Asked once: How old are you?" in report
