"""Turns with the reply a person gave, from training data, for a prompt (few-shot examples)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256

from e3.corpus.policies import our_policies, policy_corpus
from e3.corpus.rows import Row
from e3.corpus.sources import read_rows
from e3.errors import BadInput
from e3.reading.conversation import DECISIONS

SOURCE = "E3_LLM_EXAMPLES"
"""Names the training data; our own policies unless it is set."""

_POLICIES = 40
"""Of our training part that rows are made of: more than there are examples, and quick to make."""
_EACH = 2
"""Examples of every decision."""
_LONGEST = 900
"""Letters of a rule text and scenario: examples are read again with every turn."""


def examples(environment: Mapping[str, str] = os.environ) -> tuple[Row, ...]:
    """Some of each decision, each from another tree, half of them with a scenario."""
    source = environment.get(SOURCE, "").strip()
    found = chosen(read_rows(source) if source else _our_rows())
    if not found:
        raise BadInput("there is no example in it for a language model", source=source)
    return found


def _our_rows() -> tuple[Row, ...]:
    return policy_corpus("policies", our_policies("train")[:_POLICIES]).rows


def chosen(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The same ones for the same rows, whatever their order."""
    found: list[Row] = []
    for row in sorted(rows, key=_by_chance):
        had = Counter(each.decision for each in found)
        told = Counter((each.decision, bool(each.conversation.scenario)) for each in found)
        story = bool(row.conversation.scenario)
        if (
            had[row.decision] < _EACH
            and told[row.decision, story] < _EACH / 2
            and row.tree_id not in {each.tree_id for each in found}
            and len(row.conversation.rule_text.text) + len(row.conversation.scenario) <= _LONGEST
        ):
            found.append(row)
        if len(found) == _EACH * len(DECISIONS):
            break
    return tuple(sorted(found, key=_by_chance))


def _by_chance(row: Row) -> bytes:
    return sha256(row.utterance_id.encode()).digest()
