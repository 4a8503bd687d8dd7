"""Everything that drafting can be learnt from."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from e3.corpus.learnable import Learnable, learnable
from e3.corpus.policies import part_of
from e3.corpus.tree_contrasts import rule_name
from e3.policy.logic import names, written
from e3.policy.rule_text import RuleText

ROOT = Path(__file__).parents[2]
SHARC = ROOT.parent / "shared" / "data" / "sharc"
CONTRASTS = ROOT / "stories" / "contrasts.json"

TEXT = "You may row if you swim."
SWIM = "Do you swim?"
POLICY: dict[str, Any] = {
    "title": "Boats",
    "rule_text": TEXT,
    "rules": [{"id": "a", "span": "you swim", "question": SWIM}],
    "questions": [{"question": "May I row?", "yes_when": "a"}],
    "irrelevant_questions": ["May I fly?"],
    "contrasts": [{"edits": [["if", "unless"]], "yes_when": "not a"}],
}


def row(number: int, question: str, history: list[str], answer: str) -> dict[str, Any]:
    return {
        "utterance_id": str(number),
        "tree_id": "tree",
        "snippet": TEXT,
        "question": question,
        "history": [{"follow_up_question": SWIM, "follow_up_answer": said} for said in history],
        "answer": answer,
    }


ROWS = [
    row(0, "May I row?", [], SWIM),
    row(1, "May I row?", ["Yes"], "Yes"),
    row(2, "May I row?", ["No"], "No"),
    row(3, "May I fly?", [], "Irrelevant"),
    row(4, "may I fly", [], "Irrelevant"),
]
OF_TREE = {
    "of": "tree",
    "text": RuleText(TEXT).version[:12],
    "edits": [[12, 14, "unless"]],
    "yes_when": f"not {rule_name(SWIM)}",
}


def put(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def told(found: list[Learnable]) -> list[tuple[str, str, str | None, str]]:
    return [
        (
            each.policy.rule_text.text,
            each.question,
            None if each.yes_when is None else written(each.yes_when),
            each.origin,
        )
        for each in found
    ]


def test_a_file_of_policies_with_its_contrasts(tmp_path: Path) -> None:
    found = learnable([str(put(tmp_path / "mine.json", [POLICY]))])
    assert told(found) == [
        (TEXT, "May I row?", "a", "policy"),
        (TEXT, "May I fly?", None, "policy"),
        ("You may row unless you swim.", "May I row?", "not a", "contrast"),
    ]


def test_a_file_of_rows_with_contrasts_of_its_trees(tmp_path: Path) -> None:
    source = str(put(tmp_path / "rows.json", ROWS))
    found = learnable([source], contrasts=put(tmp_path / "contrasts.json", [OF_TREE]))
    assert told(found) == [
        (TEXT, "May I row?", "r1", "tree"),
        (TEXT, "May I fly?", None, "tree"),
        ("You may row unless you swim.", "May I row?", "not r1", "contrast"),
    ]


def test_a_tree_that_always_ends_alike_teaches_nothing(tmp_path: Path) -> None:
    rows = [{**each, "answer": "Yes"} if each["history"] else each for each in ROWS[:3]]
    assert learnable([str(put(tmp_path / "rows.json", rows))]) == []


def test_people_say_where_a_rule_stands(tmp_path: Path) -> None:
    source = str(put(tmp_path / "rows.json", ROWS))
    marked = put(tmp_path / "spans.json", {"tree": {"questions": {SWIM: ["swim."]}}})
    plain, human = (learnable([source], human_spans=each)[0] for each in (None, marked))
    assert plain.policy.rules[0].span.of(TEXT) == "if you swim"
    assert human.policy.rules[0].span.of(TEXT) == "swim"


@pytest.mark.parametrize("content", [[POLICY], ROWS], ids=["policies", "rows"])
def test_what_is_held_out_has_no_contrasts_either(tmp_path: Path, content: list[Any]) -> None:
    source = str(put(tmp_path / "mine.json", content))
    contrasts = put(tmp_path / "contrasts.json", [OF_TREE])
    assert learnable([source], contrasts=contrasts, held_out=1.0) == []


def test_our_corpora() -> None:
    found = learnable(["policies:train", "pages:train"], contrasts=CONTRASTS)
    assert Counter((each.origin, each.yes_when is not None) for each in found) == {
        ("policy", True): 1_101,
        ("policy", False): 1_680,
        ("page", True): 6_636,
        ("page", False): 7_104,
        ("contrast", True): 1_608 + 8_372,
    }
    assert {part_of(each.policy) for each in found} == {"train"}
    for each in found:
        if each.yes_when is not None:
            assert names(each.yes_when) <= {rule.id for rule in each.policy.rules}


def test_what_is_for_evaluation_has_no_contrasts() -> None:
    found = learnable(["policies:evaluation", "pages:evaluation"], contrasts=CONTRASTS)
    assert {each.origin for each in found} == {"policy", "page"}


@pytest.mark.skipif(not SHARC.exists(), reason="ShARC is not here")
def test_sharc() -> None:
    found = learnable(
        [str(SHARC / "train.json")],
        human_spans=SHARC / "rule_spans.json",
        contrasts=CONTRASTS,
    )
    assert Counter((each.origin, each.yes_when is not None) for each in found) == {
        ("tree", True): 540,
        ("tree", False): 1_255,
        ("contrast", True): 527,
    }
    dev = learnable([str(SHARC / "dev.json")], contrasts=CONTRASTS)
    assert "contrast" not in {each.origin for each in dev}
