"""Our own corpora: invented policies and pages, and dialogue trees like ShARC's made of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import resources
from typing import Any

from e3.corpus.augmentation import Augmentation, augment
from e3.corpus.corpus import Corpus
from e3.corpus.scenarios import Scenarios
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry, Node
from e3.errors import BadInput
from e3.files import parse_json
from e3.policy.answers import Answer
from e3.policy.diagram import Diagram
from e3.policy.parsing import parse_policies
from e3.policy.policy import Policy
from e3.text import question_key

OUR_CORPORA = ("policies", "pages")
"""Policies of a sentence to a paragraph, as ShARC has them, and whole pages."""

PARTS = ("train", "evaluation")

CONTRASTS = "contrasts"
"""The key under which they stand beside a policy; `e3.corpus.contrasts` reads them."""

MOST_TREE_RULES = 12
"""Of one question of a policy in a corpus: a tree may double with each."""

POLICY_ROWS = Augmentation(
    sources=("tree", "story", "statement", "unrelated scenario", "irrelevant")
)
"""The rows that policies stand for, made like ShARC's."""


def our_policies(part: str | None = None, *, corpus: str = "policies") -> list[Policy]:
    """A corpus that comes with E3, or its `train` or `evaluation` part."""
    policies = corpus_policies(our_objects(corpus), source=corpus)
    return [policy for policy in policies if part in (None, part_of(policy))]


def our_objects(corpus: str) -> Any:
    """What a corpus that comes with E3 is parsed from."""
    data = resources.files("e3.corpus").joinpath(f"{corpus}.json").read_bytes()
    return parse_json(data, source=corpus)


def corpus_policies(objects: Any, *, source: str) -> list[Policy]:
    """The policies of a parsed file, without their contrasts."""
    return parse_policies([without_contrasts(value) for value in objects], source=source)


def without_contrasts(value: Any) -> Any:
    """What a policy is parsed from, without what only a corpus has beside it."""
    if not isinstance(value, dict):
        return value
    return {name: each for name, each in value.items() if name != CONTRASTS}


def part_of(policy: Policy) -> str:
    """One policy in five is for evaluation only, by its title, so that it stays so for ever."""
    digest = hashlib.sha256(policy.title.encode()).digest()
    return "evaluation" if digest[0] % 5 == 0 else "train"


def policy_corpus(name: str, policies: Sequence[Policy]) -> Corpus:
    """The trees of policies, the rows that they stand for, and all that was written for them."""
    corpus = without_rows(name, policies)
    return replace(corpus, rows=tuple(augment(corpus, POLICY_ROWS, seed=0)))


def without_rows(name: str, policies: Sequence[Policy]) -> Corpus:
    """The trees of policies and all that was written for them; rows take long to make."""
    trees = [(tree, policy) for policy in policies for tree in trees_of(policy)]
    return Corpus(
        name,
        rows=(),
        trees=tuple(tree for tree, _ in trees),
        scenarios={tree.tree_id: scenarios_of(policy) for tree, policy in trees},
        human_spans={tree.tree_id: human_spans_of(policy) for tree, policy in trees},
        policies={tree.tree_id: policy for tree, policy in trees},
    )


def tree_ids(policy: Policy) -> list[str]:
    """The id of the dialogue tree of each question."""
    return [f"{policy.slug}/{number}" for number in range(1, len(policy.questions) + 1)]


def trees_of(policy: Policy) -> Iterator[DialogueTree]:
    """A dialogue tree for each question, asking only what still matters."""
    for tree_id, question in zip(tree_ids(policy), policy.questions, strict=True):
        diagram = Diagram.of(question.yes_when)
        if len(diagram.order) > MOST_TREE_RULES:
            why = f"a dialogue tree over {len(diagram.order)} rules is too large:"
            raise BadInput(f"{why} {MOST_TREE_RULES} can be", source=policy.title)
        yield DialogueTree(
            tree_id=tree_id,
            rule_text=policy.rule_text,
            question=question.question,
            root=_node(policy, diagram),
        )


def _node(policy: Policy, rest: Diagram) -> Node:
    if rest.value is not None:
        return Conclusion(Answer.YES if rest.value else Answer.NO)
    open_rules = rest.matters
    rule = next(rule for rule in policy.rules if rule.id in open_rules)
    yes, no = (_node(policy, rest.given({rule.id: met})) for met in (True, False))
    return Inquiry(rule.question, yes, no)


def human_spans_of(policy: Policy) -> dict[str, tuple[str, ...]]:
    """The rule span of each question, as its writer marked it."""
    return {
        question_key(rule.question): (rule.span.of(policy.rule_text.text),) for rule in policy.rules
    }


def scenarios_of(policy: Policy) -> Scenarios:
    """What people say to the rules, by question."""
    return Scenarios(
        stories=policy.stories,
        statements={question_key(rule.question): rule.statements for rule in policy.rules},
        irrelevant_questions=policy.irrelevant_questions,
    )
