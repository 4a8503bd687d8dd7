"""Contrasts that name places and digests, and none of the words of a text."""

import json
from pathlib import Path
from typing import Any

import pytest

from e3.corpus.policies import our_policies, part_of, tree_ids
from e3.corpus.tree_contrasts import TreeContrast, applied, contrasts_of, rule_name
from e3.errors import BadInput
from e3.policy.logic import And, Expression, Name, names, parse, written
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.text import Span

OURS = Path(__file__).parents[2] / "stories" / "contrasts.json"
TEXT = RuleText("You may row if you own a boat and you swim.")
BOAT, SWIM = "Do you own a boat?", "Do you swim?"
ROW = PolicyQuestion("May I row?", And((Name("r1"), Name("r2"))))
RULES = (PolicyRule("r1", Span(15, 29), BOAT), PolicyRule("r2", Span(34, 42), SWIM))
POLICY = Policy("tree", "", TEXT, RULES, (ROW,))


def contrast(**changes: Any) -> dict[str, Any]:
    return {
        "of": "tree",
        "text": TEXT.version[:12],
        "edits": [[30, 33, "or"]],
        "yes_when": f"{rule_name(BOAT)} or {rule_name(SWIM)}",
    } | changes


def read(tmp_path: Path, *contrasts: Any) -> list[TreeContrast]:
    path = tmp_path / "contrasts.json"
    path.write_text(json.dumps(contrasts), encoding="utf-8")
    return contrasts_of(path)


def test_a_contrast_of_a_tree(tmp_path: Path) -> None:
    found = applied(read(tmp_path, contrast()), {"tree": POLICY})
    assert not found.left_out
    [policy] = found.policies
    assert policy.rule_text.text == "You may row if you own a boat or you swim."
    assert [(q.question, written(q.yes_when)) for q in policy.questions] == [
        ("May I row?", "r1 or r2")
    ]
    assert [rule.span.of(policy.rule_text.text) for rule in policy.rules] == [
        "you own a boat",
        "you swim",
    ]


def test_edits_are_places_in_the_text_as_it_was_in_any_order(tmp_path: Path) -> None:
    edits = [[15, 18, "they"], [34, 37, "they"]]
    [policy] = applied(read(tmp_path, contrast(edits=edits)), {"tree": POLICY}).policies
    assert policy.rule_text.text == "You may row if they own a boat and they swim."
    assert [rule.span.of(policy.rule_text.text) for rule in policy.rules] == [
        "they own a boat",
        "they swim",
    ]


def test_a_contrast_may_ask_something_else_of_the_same_text(tmp_path: Path) -> None:
    asked = contrast(edits=[], yes_when=f"not {rule_name(SWIM)}", question="Must I stay?")
    [policy] = applied(read(tmp_path, asked), {"tree": POLICY}).policies
    assert policy.rule_text == TEXT
    assert [(q.question, written(q.yes_when)) for q in policy.questions] == [
        ("Must I stay?", "not r2")
    ]


def test_a_question_that_only_another_tree_of_the_text_asks(tmp_path: Path) -> None:
    trees = {
        "tree": Policy("tree", "", TEXT, RULES[:1], (PolicyQuestion("May I?", Name("r1")),)),
        "other": Policy(
            "other",
            "",
            TEXT,
            (PolicyRule("r1", Span(34, 42), SWIM),),
            (PolicyQuestion("Can I?", Name("r1")),),
        ),
    }
    [policy] = applied(read(tmp_path, contrast()), trees).policies
    assert [(rule.id, rule.question) for rule in policy.rules] == [("r1", BOAT), ("r2", SWIM)]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"text": "0" * 12}, "it was written for another version of the text"),
        ({"yes_when": "q0"}, "no tree of the text asks what its logic names"),
        ({"edits": [[14, 43, ""]]}, "the rule 'r1' is not found again"),
    ],
)
def test_what_can_not_be_applied_is_counted(
    tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    found = applied(read(tmp_path, contrast(**changes), contrast()), {"tree": POLICY})
    assert len(found.policies) == 1
    assert found.left_out == {why: 1}


def test_contrasts_of_other_trees_are_none_of_ours(tmp_path: Path) -> None:
    found = applied(read(tmp_path, contrast(of="elsewhere")), {"tree": POLICY})
    assert (found.policies, found.left_out) == ((), {})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (contrast(edits=[[3, 2, "x"]]), "a span needs"),
        (contrast(edits=[[3, 9, "x"], [5, 12, "y"]]), "edits: they may not overlap"),
        (contrast(yes_when="a b"), "can't be read as logic"),
        ({"of": "tree"}, "text: Field required"),
    ],
    ids=range(4),
)
def test_what_is_wrong_is_named_with_its_row(tmp_path: Path, value: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, contrast(), value)
    assert str(caught.value).startswith(f"{tmp_path / 'contrasts.json'}, row 2: {message}")


def test_what_is_no_list(tmp_path: Path) -> None:
    path = tmp_path / "contrasts.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match="a JSON list is wanted"):
        contrasts_of(path)


def test_our_contrasts_are_of_policies_for_training_and_can_all_be_made() -> None:
    policies = {tree_id: policy for policy in our_policies() for tree_id in tree_ids(policy)}
    contrasts = contrasts_of(OURS)
    assert len(contrasts) == 2_135
    found = applied(contrasts, policies)
    assert len(found.policies) == 1_608
    assert not found.left_out
    assert {part_of(policy) for policy in found.policies} == {"train"}
    for policy in found.policies:
        [asked] = policy.questions
        assert names(asked.yes_when) <= {rule.id for rule in policy.rules}


def test_names_of_questions_stand_in_logic() -> None:
    logic: Expression = parse(rule_name("Is it 1?"))
    assert logic == Name(rule_name("is it 1"))
