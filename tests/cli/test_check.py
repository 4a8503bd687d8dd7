"""`e3 check`: what is wrong with policies, and who has reviewed them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import Run
from tests.interview.rowing import rowing
from tests.policy.test_ranges import AGE, policy_of

from e3.policy.answers import Answer
from e3.policy.parsing import read_policy
from e3.policy.policy import ExamplePerson, Policy, Review
from e3.policy.writing import as_json, as_yaml, policy_object
from e3.policy.yaml_files import write_yaml

VERSION = rowing().version[:12]


def put(path: Path, value: Policy | str | list[Any]) -> Path:
    if isinstance(value, Policy):
        text = as_yaml(value) if path.suffix == ".yaml" else as_json(value)
    elif isinstance(value, list):
        text = write_yaml(value) if path.suffix == ".yaml" else json.dumps(value, indent=1)
    else:
        text = value
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["p.yaml", "p.json"])
def test_a_policy_without_a_fault(run: Run, tmp_path: Path, name: str) -> None:
    ran = run("check", put(tmp_path / name, rowing()))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"1 policy checked; Rowing: version {VERSION}\n"


def test_each_fault_has_its_file_and_line(run: Run, tmp_path: Path) -> None:
    text = as_yaml(rowing())
    wrong = text.replace("yes_when: swim", "yes_when: fly").replace("span: you own", "span: I own")
    path = put(tmp_path / "p.yaml", wrong)
    ran = run("check", path)
    lines = wrong.splitlines()
    span = next(number for number, line in enumerate(lines, 1) if "I own a boat" in line)
    logic = next(number for number, line in enumerate(lines, 1) if "yes_when" in line)
    assert ran.code == 2
    assert ran.out.splitlines() == [
        f"{path}:{span}: span: the span of 'boat' does not stand in the text: 'I own a boat'",
        f"{path}:{logic}: yes_when: there is no rule 'fly'",
        "1 policy checked; 1 can't be followed",
    ]


def test_a_warning_is_not_fatal(run: Run, tmp_path: Path) -> None:
    ann = ExamplePerson("Ann", {"swim": Answer.NO}, Answer.YES)
    path = put(tmp_path / "p.json", replace(rowing(), people=(ann,)))
    ran = run("check", path)
    first, last = ran.out.splitlines()
    assert first.startswith(f"{path}:")
    assert first.endswith(": warning: gets: 'Ann' gets 'no' by the logic, not 'yes'")
    assert (ran.code, last) == (0, f"1 policy checked; Rowing: version {VERSION}")


@pytest.mark.parametrize("name", ["p.yaml", "p.json"])
def test_a_list_of_policies(run: Run, tmp_path: Path, name: str) -> None:
    one, other = policy_object(rowing()), policy_object(replace(rowing("boat"), title="Boats"))
    assert run("check", put(tmp_path / name, [one, other])).out.startswith("2 policies checked; ")
    again = {**other, "title": "Rowing"}
    ran = run("check", put(tmp_path / name, [one, again, {"title": "Nothing"}]))
    assert ran.code == 2
    assert "title: another policy has this title already" in ran.out
    line = ran.out.splitlines()[0]
    number = next(
        number
        for number, text in enumerate((tmp_path / name).read_text().splitlines(), 1)
        if "Nothing" in text
    )
    nearest = (number, number - 1)  # that of the object which it is missing from
    assert line in [f"{tmp_path / name}:{place}: rule_text: Field required" for place in nearest]
    empty = run("check", put(tmp_path / name, "[]"))
    assert (empty.code, "there is no policy in it" in empty.out) == (2, True)


def test_several_files_of_which_some_can_not_be_read(run: Run, tmp_path: Path) -> None:
    good = put(tmp_path / "good.yaml", rowing())
    bad = put(tmp_path / "bad.yaml", "title: Rowing\nrules: [\n- b")
    broken = put(tmp_path / "broken.json", "{")
    none = tmp_path / "none.yaml"
    ran = run("check", bad, broken, none, good)
    assert (ran.code, ran.err) == (2, "")
    first, second, third, last = ran.out.splitlines()
    assert first.startswith(f"{bad}:3: this is not YAML: ")
    assert second.startswith(f"{broken}: this is not JSON: ")
    assert third == f"{none}: there is no such file"
    assert last == f"1 policy checked; Rowing: version {VERSION}"


@pytest.mark.parametrize("value", ["3", '"policy"', "[3]", "null"])
def test_what_is_no_policy(run: Run, tmp_path: Path, value: str) -> None:
    ran = run("check", put(tmp_path / "p.json", value))
    assert (ran.code, "p.json:1: should be a JSON object\n" in ran.out) == (2, True)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without an end")
def test_a_file_without_an_end(run: Run) -> None:
    ran = run("check", "/dev/zero")
    assert (ran.code, "this has more than 100 MB" in ran.out) == (2, True)


def test_a_text_is_no_policy_yet(run: Run, tmp_path: Path) -> None:
    text = put(tmp_path / "p.txt", "You may row.")
    ran = run("check", text)
    assert ran.code == 2
    assert ran.out.startswith(
        f"{text}: this is no policy in JSON (and .yaml is for YAML): e3 draft"
    )


def test_json_for_programs(run: Run, tmp_path: Path) -> None:
    stale = replace(rowing(), review=Review("Ada", "2026-01-02", "0" * 64))
    path = put(tmp_path / "p.json", stale)
    ran = run("check", path, tmp_path / "none.json", "--json")
    found = json.loads(ran.out)
    assert ran.code == 2
    assert found["policies"] == [
        {
            "file": str(path),
            "title": "Rowing",
            "version": rowing().version,
            "is_reviewed": False,
        }
    ]
    changed, missing = found["faults"]
    assert (changed["is_fatal"], changed["line"] > 1) == (False, True)
    assert missing == {
        "file": str(tmp_path / "none.json"),
        "line": None,
        "sentence": "there is no such file",
        "is_fatal": True,
    }


@pytest.mark.parametrize("name", ["p.yaml", "p.json"])
def test_a_review_is_written_into_the_file(run: Run, tmp_path: Path, name: str) -> None:
    path = put(tmp_path / name, replace(rowing(), drafted_by="fixed"))
    ran = run("check", path, "--reviewed-by", "Ada Lovelace")
    assert ran.code == 0
    assert ran.out.endswith(f"Rowing: version {VERSION}, reviewed by Ada Lovelace\n")
    policy = read_policy(path)
    assert (policy.is_reviewed, policy.is_draft) == (True, False)
    assert replace(policy, review=None) == replace(rowing(), drafted_by="fixed")
    assert run("check", path).out == ran.out


def test_what_was_changed_after_a_review_can_be_reviewed_again(run: Run, tmp_path: Path) -> None:
    path = put(tmp_path / "p.yaml", rowing())
    run("check", path, "--reviewed-by", "Ada")
    put(path, path.read_text(encoding="utf-8").replace("Can you swim?", "Do you swim?"))
    ran = run("check", path)
    assert (ran.code, "warning: review: it was changed after Ada reviewed it" in ran.out) == (0, 1)
    ran = run("check", path, "--reviewed-by", "Bob")
    assert (ran.code, "warning" in ran.out) == (0, False)
    review = read_policy(path).review
    assert review is not None
    assert review.by == "Bob"


def test_a_list_is_reviewed_together(run: Run, tmp_path: Path) -> None:
    objects = [policy_object(replace(rowing(), title=title)) for title in ("One", "Two")]
    path = put(tmp_path / "p.json", objects)
    assert run("check", path, "--reviewed-by", "Ada").out.count("reviewed by Ada") == 2
    assert len(json.loads(path.read_text(encoding="utf-8"))) == 2


def test_what_has_a_fault_is_not_marked_as_reviewed(run: Run, tmp_path: Path) -> None:
    ann = ExamplePerson("Ann", {"swim": Answer.NO}, Answer.YES)
    doubtful = put(tmp_path / "doubtful.json", replace(rowing(), people=(ann,)))
    wrong = put(tmp_path / "wrong.yaml", as_yaml(rowing()).replace("yes_when: swim", "yes_when: a"))
    good = put(tmp_path / "good.yaml", rowing())
    before = doubtful.read_bytes(), wrong.read_bytes()
    ran = run("check", doubtful, wrong, good, "--reviewed-by", "Ada")
    assert ran.code == 2
    assert ran.out.count("it is not marked as reviewed: mend it first") == 2
    assert (doubtful.read_bytes(), wrong.read_bytes()) == before
    assert read_policy(good).is_reviewed


def test_a_reviewer_has_a_name(run: Run, tmp_path: Path) -> None:
    ran = run("check", put(tmp_path / "p.yaml", rowing()), "--reviewed-by", " ")
    assert (ran.code, "--reviewed-by needs a name" in ran.err) == (2, True)


def test_no_character_of_a_policy_acts_on_the_terminal(run: Run, tmp_path: Path) -> None:
    evil = replace(rowing(), title="Row\x1b[2J\u202eing")
    ran = run("check", put(tmp_path / "p.json", evil))
    assert ("\x1b" in ran.out, "\u202e" in ran.out) == (False, False)


def contrast(**changes: Any) -> list[Any]:
    beside = {"edits": [["own a boat", "own a ship"]], "yes_when": "not swim"} | changes
    return [policy_object(rowing()) | {"contrasts": [beside]}]


def test_contrasts_beside_the_policies_of_a_corpus(run: Run, tmp_path: Path) -> None:
    path = put(tmp_path / "corpus.json", contrast())
    ran = run("check", path, "--reviewed-by", "Ann")
    assert (ran.code, ran.err) == (0, "")
    [reviewed] = json.loads(path.read_text(encoding="utf-8"))
    assert reviewed["review"]["by"] == "Ann"
    assert reviewed["contrasts"] == contrast()[0]["contrasts"]


def test_what_is_wrong_with_a_contrast(run: Run, tmp_path: Path) -> None:
    path = put(tmp_path / "corpus.json", contrast(yes_when="fly"))
    ran = run("check", path)
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines, 1) if '"contrasts"' in line)
    assert ran.code == 2
    assert ran.out.startswith(f"{path}:{number + 1}: contrasts: there is no rule 'fly'\n")


def test_a_policy_that_is_followed_has_no_contrasts(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    path.write_text(json.dumps(contrast()[0]), encoding="utf-8")
    assert run("check", path).code == 2


def test_a_gap_that_the_text_may_have_does_not_keep_a_policy_from_review(
    run: Run, tmp_path: Path
) -> None:
    policy = policy_of(AGE, "< 16", "> 16")
    path = put(tmp_path / "p.yaml", policy)
    ran = run("check", path)
    says = "warning: test: 'a' and 'b' leave a gap: none holds where 'age' is 16 years"
    assert (ran.code, says in ran.out) == (0, True)
    ran = run("check", path, "--reviewed-by", "Ada")
    assert (ran.code, says in ran.out, read_policy(path).is_reviewed) == (0, True, True)
