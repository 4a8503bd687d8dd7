"""Whatever is edited, in whatever order: there is a policy, and undo brings back the one before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.interview.rowing import TEXT, rowing

from e3 import Policy
from e3.interview.journal import Journal
from e3.policy.checking import checked
from e3.policy.logic import names
from e3.policy.parsing import parse_policy
from e3.policy.writing import as_json, policy_object
from e3.studio.cases import generated, kept
from e3.studio.drafts import Drafts
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit, edit_object, edit_of, edited
from e3.studio.groups import normal
from e3.studio.nodes import nodes, tree
from e3.studio.review import doubts, sentence

Draw = Callable[[st.SearchStrategy[Any]], Any]
EXAMPLES = settings(max_examples=40)

place = st.integers(0, len(TEXT))
small = st.integers(0, 3)
group = st.sampled_from(["all", "any"])
words = st.sampled_from(
    ["Do you row?", "Are you wet?", "Can you swim?", "Is it cold?", "Row?", "\0"]
)


fact = st.sampled_from(["age", "born"])
test = st.sampled_from([">= 60", "< 16", "> 1960-01-01", ">= 16 and < 60"])
fact_fields = st.sampled_from(
    [
        {"id": "age", "kind": "number", "unit": "years", "question": "How old are you?"},
        {"id": "age", "kind": "number", "unit": "years", "since": "born"},
        {"id": "age", "kind": "duration", "unit": "days", "question": "How old is it?"},
        {"id": "born", "kind": "date", "question": "When were you born?"},
    ]
)


def fields(policy: Policy) -> dict[str, st.SearchStrategy[dict[str, Any]]]:
    """The fields of every kind of edit, mostly such as there are in a policy."""
    rule = st.sampled_from([rule.id for rule in policy.rules] or ["none"])
    there = [str(n.address) for q in range(len(policy.questions)) for n in nodes(tree(policy, q))]
    node = st.sampled_from([*there, "9"])
    formula = st.sampled_from(["{}", "not {}", "{} and {}", "{} or not {}", "{} and ({} or {})"])
    logic = st.builds(lambda form, a, b, c: form.format(a, b, c), formula, rule, rule, rule)
    case = {
        "name": words,
        "answers": st.dictionaries(rule, st.sampled_from(["yes", "no"])),
        "gets": st.sampled_from(["yes", "no", "unknown"]),
        "question": small,
        "values": st.dictionaries(fact, st.sampled_from(["3", "60", "a"]), max_size=1),
    }
    kinds: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "add rule": {"start": place, "end": place, "question": st.just("") | words},
        "move span": {"rule": rule, "start": place, "end": place},
        "split rule": {"rule": rule, "at": place, "join": group},
        "merge rules": {"rules": st.lists(rule, min_size=2, max_size=3)},
        "delete rule": {"rule": rule},
        "reword rule": {"rule": rule, "question": words},
        "turn rule": {"rule": rule},
        "rename rule": {"rule": rule, "id": st.sampled_from(["x", "y", "and"])},
        "accept rule": {"rule": rule},
        "compare": {
            "rule": rule,
            "value": st.none() | st.fixed_dictionaries({"fact": fact, "test": test}),
            "facts": st.lists(fact_fields, max_size=2),
        },
        "add fact": {"fact": fact_fields},
        "change fact": {"id": fact, "fact": fact_fields},
        "delete fact": {"id": fact},
        "put rule": {"rule": rule, "into": node},
        "move nodes": {
            "nodes": st.lists(node, min_size=1, max_size=2),
            "into": node,
            "at": st.none() | small,
        },
        "group nodes": {
            "nodes": st.lists(node, min_size=2, max_size=3),
            "group": group,
            "denied": st.booleans(),
        },
        "set apart": {"node": node, "group": group},
        "change group": {"node": node, "group": group},
        "deny node": {"node": node},
        "ungroup": {"node": node},
        "remove node": {"node": node},
        "set formula": {"question": small, "formula": logic},
        "accept logic": {"question": small},
        "add question": {"question": words, "formula": logic},
        "reword question": {"number": small, "question": words},
        "delete question": {"number": small},
        "add irrelevant": {"question": words},
        "delete irrelevant": {"number": small},
        "add case": case,
        "change case": {"number": small, **case},
        "delete case": {"number": small},
        "describe": {"title": words, "contact": words},
        "change text": {"text": st.sampled_from([TEXT, f"Note.\n{TEXT}", "Row."])},
        "change words": {"start": place, "end": place, "words": words},
        "review": {"by": words, "on": st.just("2026-11-18")},
    }
    return {
        kind: st.fixed_dictionaries({"kind": st.just(kind), **of}) for kind, of in kinds.items()
    }


def some_edit(draw: Draw, policy: Policy) -> Edit:
    kinds = fields(policy)
    return edit_of(draw(kinds[draw(st.sampled_from(sorted(kinds)))]))


@EXAMPLES
@given(data=st.data())
def test_any_edits_leave_a_policy_that_can_be_followed(data: st.DataObject) -> None:
    policy = rowing()
    for _ in range(data.draw(st.integers(1, 8))):
        edit = some_edit(data.draw, policy)
        assert edit_of(json.loads(json.dumps(edit_object(edit)))) == edit
        try:
            policy = edited(policy, edit)
        except EditRefused as refused:
            assert str(refused)
            continue
        assert checked(policy_object(policy)).policy == policy
        assert parse_policy(json.loads(as_json(policy))) == policy
        assert all(not fault.is_fatal for fault in doubts(policy))
        for number, asked in enumerate(policy.questions):
            assert sentence(policy, number).startswith("Yes if ")
            assert normal(asked.yes_when) == asked.yes_when
            people = generated(policy, number)
            assert {answer for one in people for answer in one.person.answers} == names(
                asked.yes_when
            )
        assert len(kept(policy)) == len(policy.people)


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Drafts:
    # One file for all examples: each has a draft of its own.
    folder: Path = tmp_path_factory.mktemp("studio")
    return Drafts(Journal.open(folder / "studio.db").database)


@settings(max_examples=15)
@given(data=st.data())
def test_undo_brings_back_exactly_what_was(drafts: Drafts, data: st.DataObject) -> None:
    draft = drafts.create(rowing())
    history = [draft]
    for _ in range(data.draw(st.integers(1, 5))):
        try:
            edit = some_edit(data.draw, draft.policy)
            draft = drafts.edit(draft.id, edit, base=draft.revision)
        except EditRefused:
            continue
        history.append(draft)
    for before in reversed(history[:-1]):
        draft = drafts.undo(draft.id, base=draft.revision)
        assert (draft.revision, draft.policy) == (before.revision, before.policy)
    for after in history[1:]:
        draft = drafts.redo(draft.id, base=draft.revision)
        assert (draft.revision, draft.policy) == (after.revision, after.policy)
    assert not draft.can_redo
