"""Policies as files: what is written is read, in JSON and in YAML."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from e3.corpus.policies import our_policies
from e3.policy.checking import checked
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy
from e3.policy.writing import as_json, as_yaml, policy_object
from e3.policy.yaml_files import parse_yaml

# Whatever a text file can hold: YAML has no other controls, and JSON no lone surrogates.
texts = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00\ufffe\uffff"),
    min_size=1,
    max_size=40,
)
hard = st.sampled_from(["yes", "no", "null", "1.0", "2026-11-17", "~", "- a", "a: b", "#", "|"])


@st.composite
def policies(draw: st.DrawFn) -> Policy:
    """A policy of any texts."""
    spans = draw(st.lists(texts | hard, min_size=1, max_size=4, unique=True))
    text = draw(texts) + "".join(f" [{span}] " for span in spans)
    rules: list[dict[str, Any]] = [
        {"id": f"r{n}", "span": f"[{span}]", "question": f"{draw(texts)} {n}?"}
        for n, span in enumerate(spans)
    ]
    rules[0] |= {"yes_means": "not met", "yes": [draw(hard)], "no": [draw(texts)]}
    rules[0]["confidence"] = {"rule": 0.5, "question": 1.0, "polarity": 0.25}
    rules[-1]["value"] = {"fact": draw(texts), "kind": "money", "unit": draw(hard), "test": "> 1.5"}
    asked = {"question": draw(texts), "yes_when": " and ".join(f"r{n}" for n in range(len(spans)))}
    fields = {
        "title": draw(texts | hard),
        "source": {"address": draw(texts), "date": draw(hard)},
        "drafted_by": draw(texts | hard),
        "rule_text": text,
        "rules": rules,
        "questions": [asked],
        "people": [{"name": draw(texts), "answers": {"r0": "no"}, "gets": "no"}],
        "stories": [{"text": draw(texts), "settles": {"r0": "yes"}}],
        "irrelevant_questions": [draw(texts)],
    }
    found = checked(fields)
    # Two spans may stand in each other, and questions be the same but for signs.
    return found.policy or parse_policy(
        {"title": "x", "rule_text": text, "rules": [], "questions": []}
    )


@given(policies())
def test_what_is_written_is_read(policy: Policy) -> None:
    assert parse_policy(json.loads(as_json(policy))) == policy
    assert parse_policy(parse_yaml(as_yaml(policy).encode(), source="it")) == policy


def test_our_policies_are_written_as_they_are() -> None:
    for policy in our_policies("evaluation"):
        again = parse_policy(parse_yaml(as_yaml(policy).encode(), source="it"))
        assert (again, again.version) == (policy, policy.version)


def test_our_pages_are_written_as_they_are() -> None:
    for policy in our_policies("evaluation", corpus="pages"):
        assert parse_policy(json.loads(as_json(policy))) == policy


def test_what_says_nothing_is_left_out() -> None:
    fields = {"title": "x", "rule_text": "y"}
    assert policy_object(parse_policy(fields)) == fields


def test_a_text_of_several_lines_is_written_as_it_is_read() -> None:
    policy = parse_policy({"title": "x", "rule_text": "You may row if\n* you swim\n"})
    assert "rule_text: |\n  You may row if\n  * you swim\n" in as_yaml(policy)
