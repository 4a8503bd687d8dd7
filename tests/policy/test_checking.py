"""What is wrong with a policy is said in a sentence, with its place in the file."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from e3.errors import BadInput
from e3.policy.checking import MOST_RULES, checked
from e3.policy.parsing import parse_policy, read_policy
from e3.policy.writing import as_json, as_yaml
from e3.policy.yaml_files import lines_of, parse_yaml

POLICY: dict[str, Any] = {
    "title": "Rowing",
    "rule_text": "You may row if you can swim. You may row if you own a boat and row on Sunday.",
    "rules": [
        {"id": "swim", "span": "you can swim", "question": "Can you swim?"},
        {"id": "boat", "span": "you own a boat", "question": "Do you own a boat?"},
    ],
    "questions": [{"question": "May I row?", "yes_when": "swim or boat"}],
    "people": [{"name": "Ann", "answers": {"swim": "yes"}, "gets": "yes"}],
}
VERSION = parse_policy(POLICY).version


def changed(*place: str | int, to: Any) -> dict[str, Any]:
    policy = deepcopy(POLICY)
    inside: Any = policy
    for part in place[:-1]:
        inside = inside[part]
    inside[place[-1]] = to
    return policy


def test_a_policy_without_fault() -> None:
    found = checked(POLICY)
    assert found.faults == ()
    assert found.policy == parse_policy(POLICY)


@pytest.mark.parametrize(
    ("policy", "place", "sentence"),
    [
        (changed("title", to=""), "title", "at least 1 character"),
        (changed("titel", to="x"), "titel", "not permitted"),
        (changed("rule_text", to="You may."), "rules.0.span", "'swim' does not stand in the text"),
        (changed("rules", 0, "span", to="row"), "rules.0.span", "stands in the text 3 times: say"),
        (changed("rules", 0, "occurrence", to=2), "rules.0.occurrence", "in the text once"),
        (changed("rules", 0, "occurrence", to=0), "rules.0.occurrence", "greater than or equal"),
        (changed("rules", 1, "id", to="swim"), "rules.1.id", "two rules have the id 'swim'"),
        (changed("rules", 1, "id", to="a b"), "rules.1.id", "'a b' can't stand in logic"),
        (changed("rules", 1, "id", to="or"), "rules.1.id", "'or' can't stand in logic"),
        (changed("rules", 1, "question", to="can you swim"), "rules.1.question", "asks the same"),
        (changed("rules", 1, "yes_means", to="maybe"), "rules.1.yes_means", "'met' or 'not met'"),
        (changed("rules", 1, "confidence", to={"rule": 2}), "rules.1.confidence.rule", "less than"),
        (changed("questions", 0, "yes_when", to="swim and"), "questions.0.yes_when", "as logic"),
        (changed("questions", 0, "yes_when", to="fly"), "questions.0.yes_when", "no rule 'fly'"),
        (
            changed("questions", 0, "yes_when", to="swim or (boat and not boat)"),
            "questions.0.yes_when",
            "rule 'boat' makes no difference",
        ),
        (
            changed("questions", 0, "yes_when", to="swim or not swim"),
            "questions.0.yes_when",
            "the answer is always yes",
        ),
        (
            changed("questions", to=[*POLICY["questions"], *POLICY["questions"]]),
            "questions.1.question",
            "stands twice",
        ),
        (changed("people", 0, "answers", to={"x": "no"}), "people.0.answers", "no rule 'x'"),
        (
            changed("people", 0, "question", to="May I?"),
            "people.0.question",
            "no question 'May I?'",
        ),
        (changed("people", 0, "gets", to="maybe"), "people.0.gets", "'yes', 'no' or 'unknown'"),
        (changed("review", to={"by": "Ann"}), "review.on", "required"),
        (changed("rules", to=[{}] * 201), "rules.0.id", "required"),
        (3, "", "should be a JSON object"),
        ({}, "title", "required"),
    ],
)
def test_faults_with_which_a_policy_cant_be_followed(
    policy: Any, place: str, sentence: str
) -> None:
    found = checked(policy)
    assert found.policy is None
    fault = found.faults[0]
    assert (".".join(map(str, fault.place)), fault.is_fatal) == (place, True)
    assert sentence in fault.sentence
    assert "\n" not in fault.sentence


@pytest.mark.parametrize(
    ("policy", "place", "sentence"),
    [
        (changed("questions", 0, "yes_when", to="swim"), "rules.1", "no answer needs the rule"),
        (changed("questions", to=[]) | {"people": []}, "questions", "it answers no question"),
        (changed("rules", 1, "span", to="swim"), "rules.1.span", "'swim' and 'boat' overlap"),
        (changed("people", 0, "gets", to="no"), "people.0.gets", "'Ann' gets 'yes' by the logic"),
        (
            changed("review", to={"by": "Ann", "on": "2026-11-17", "version": "0" * 64}),
            "review",
            "it was changed after Ann reviewed it",
        ),
    ],
)
def test_doubts_with_which_it_is_followed(policy: Any, place: str, sentence: str) -> None:
    found = checked(policy)
    assert found.policy is not None
    fault = found.faults[-1]
    assert (".".join(map(str, fault.place)), fault.is_fatal) == (place, False)
    assert sentence in fault.sentence


def test_all_faults_are_said_at_once() -> None:
    policy = changed("rules", 0, "span", to="fly")
    policy["rules"][1]["id"] = "swim"
    policy["questions"][0]["yes_when"] = "swim or"
    assert len(checked(policy).faults) == 3


def test_a_span_that_stands_twice_says_which_it_is() -> None:
    policy = changed("rules", 0, "span", to="You may row")
    policy["rules"][0]["occurrence"] = 2
    found = checked(policy).policy
    assert found is not None
    assert found.rule("swim").span.start == POLICY["rule_text"].rindex("You may row")
    assert '"occurrence": 2' in as_json(found)
    assert parse_policy(json.loads(as_json(found))) == found


def test_a_review_is_of_one_version() -> None:
    reviewed = changed("review", to={"by": "Ann", "on": "2026-11-17", "version": VERSION})
    policy = parse_policy({**reviewed, "drafted_by": "form"})
    assert (policy.is_reviewed, policy.is_draft) == (True, False)
    policy = parse_policy({**reviewed, "drafted_by": "form", "title": "Another"})
    assert (policy.is_reviewed, policy.is_draft) == (False, True)


def test_forty_rules_and_a_logic_of_depth_ten() -> None:
    text = " ".join(f"Condition {n} holds." for n in range(40))
    rules = [
        {"id": f"r{n}", "span": f"Condition {n} holds", "question": f"Does {n} hold?"}
        for n in range(40)
    ]
    logic = "r0"
    for n in range(1, 40):
        word = ("and", "or")[n // 4 % 2]
        logic = f"({logic}) {word} r{n}" if n % 4 == 0 else f"{logic} {word} r{n}"
    fields = {"title": "Forty", "rule_text": text, "rules": rules}
    found = checked({**fields, "questions": [{"question": "Is it?", "yes_when": logic}]})
    assert found.faults == ()


def test_more_rules_than_can_be_followed() -> None:
    text = " ".join(f"Condition {n} holds." for n in range(MOST_RULES + 1))
    rules = [
        {"id": f"r{n}", "span": f"Condition {n} holds.", "question": f"Does {n} hold?"}
        for n in range(MOST_RULES + 1)
    ]
    found = checked({"title": "Many", "rule_text": text, "rules": rules})
    assert "200 can be followed" in found.faults[0].sentence
    logic = " and ".join(f"r{n}" for n in range(MOST_RULES))
    asked = [{"question": "Is it?", "yes_when": logic}]
    fields = {"title": "Many", "rule_text": text, "rules": rules[:-1], "questions": asked}
    assert checked(fields).faults == ()


@pytest.mark.parametrize("name", ["policy.yaml", "policy.json"])
def test_a_fault_names_its_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    policy = parse_policy(POLICY)
    text = as_yaml(policy) if name.endswith("yaml") else as_json(policy)
    path.write_text(text.replace("swim or boat", "swim or"), encoding="utf-8")
    assert read_policy_fault(path).startswith(f"{path}:{line_of('swim or', path)}: can't be read")


def read_policy_fault(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        read_policy(path)
    return str(caught.value)


def line_of(part: str, path: Path) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if part in line)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe\x00", "not a text file in UTF-8"),
        (b"title: [", "this is not YAML"),
        (b"a: &x [1]\nb: *x", "policy.yaml:2: this is not YAML: aliases are not allowed"),
        (b"title: \x07", "this is not YAML"),
        (b"- !!python/object/apply:os.system [echo]", "this is not YAML"),
        (b"title: !!timestamp x", "this is not YAML"),
        (b"title: !!bool maybe", "this is not YAML"),
        (b'title: !!int ""', "this is not YAML"),
        (b'title: !!float ""', "this is not YAML"),
        (b"title: !!set {a, b}", "this is not YAML"),
        (b"[" * 5000, "this"),
        (b"just words", "should be a JSON object"),
    ],
)
def test_what_is_no_policy_file(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_bytes(data)
    said = read_policy_fault(path)
    assert sentence in said
    assert "\n" not in said


def test_every_line_of_a_file_can_be_found() -> None:
    data = json.dumps(POLICY, indent="\t").encode()
    lines = lines_of(data)
    text = data.decode().splitlines()
    assert '"yes_when"' in text[lines.line(("questions", 0, "yes_when")) - 1]
    assert '"id": "boat"' in text[lines.line(("rules", 1, "id")) - 1]
    assert lines.line(("nowhere", 3)) == 1
    assert parse_yaml(as_yaml(parse_policy(POLICY)).encode(), source="x")["title"] == "Rowing"
