"""`e3 chat` where a value is asked for."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.test_chat import AsSystem
from tests.interview.rowing import StoryReader
from tests.interview.test_values import AGES

from e3 import Reader
from e3.cli import cli
from e3.policy.parsing import parse_policy
from e3.policy.writing import as_yaml


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Reader, "load", lambda _: Reader(AsSystem(StoryReader())))
    path = tmp_path / "policy.yaml"
    path.write_text(as_yaml(parse_policy(AGES)))
    return path


def chat(policy: Path, *options: str, typed: str) -> Result:
    store = str(policy.parent / "kept.db")
    given = ["chat", str(policy), "--question", "Is it free?", "--store", store, *options]
    ran = CliRunner().invoke(cli, given, input=typed)
    assert ran.exit_code == 0, ran.output
    return ran


def test_a_value_is_typed_and_settles_every_rule(policy: Path) -> None:
    ran = chat(policy, typed="sixty-three\n")
    assert "How old are you?" in ran.output
    assert "a number in years; ? don't know or rather not say" in ran.output
    assert "\n\nYes.\n" in ran.output
    assert "You answered 63 years to “How old are you?”" in ran.output


def test_what_is_no_value_is_asked_again(policy: Path) -> None:
    ran = chat(policy, typed="old\n-4\ny\n1e400\n61\n")
    assert "'old' is no number in years: type it like 12." in ran.output.replace("’", "'")
    assert "-4 is below zero, which this can't be." in ran.output
    assert "\n\nYes.\n" in ran.output


@pytest.mark.parametrize(
    "typed",
    [
        "?",
        "about 60",
        "sixty-ish",
        "rather not say",
        "over 60",
        "60-65",
        "I don’t know",
        "not sure",
    ],
)
def test_who_does_not_say_exactly_is_asked_yes_or_no(policy: Path, typed: str) -> None:
    ran = chat(policy, typed=f"{typed}\nn\ny\n")
    assert "Are you over 60?" in ran.output
    assert "Are you under 16?" in ran.output


def test_a_value_of_the_story_is_shown_and_corrected(policy: Path) -> None:
    story = ("--scenario", "I turned 63 in May.")
    assert "I take that to mean: Age: 63 years" in chat(policy, *story, typed="y\n").output
    assert "\n\nNo.\n" in chat(policy, *story, typed="59\n").output
    assert "How old are you?" in chat(policy, *story, typed="n\n20\n").output


def test_why_and_back(policy: Path) -> None:
    ran = chat(policy, typed="w\n17\nb\n63\n")
    assert "The text says: “you are over 60” and “under 16” and “16 to 18”." in ran.output
    assert "How old are you? (you said 17 years)" in ran.output
