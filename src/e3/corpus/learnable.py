"""What drafting is learnt from (training data): texts, questions, and when the answer is yes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e3.corpus.contrasts import contrasted_beside
from e3.corpus.corpus import Corpus, is_held_out
from e3.corpus.policies import part_of, tree_ids
from e3.corpus.rows import RowType
from e3.corpus.sources import is_ours, our_corpus, read_corpus, read_policies
from e3.corpus.supervision import read_human_spans
from e3.corpus.tree_contrasts import TreeContrast, applied, contrasts_of
from e3.corpus.tree_policies import policies_of
from e3.policy.diagram import Diagram
from e3.policy.logic import Expression
from e3.policy.policy import Policy
from e3.text import question_key


@dataclass(frozen=True)
class Learnable:
    """A question to the text of a policy, and what a draft of it should say."""

    policy: Policy
    question: str
    yes_when: Expression | None
    """None where the text does not answer the question."""
    origin: str
    """"policy", "page", "tree" or "contrast"."""


def learnable(
    sources: Sequence[str],
    *,
    human_spans: Path | None = None,
    contrasts: Path | None = None,
    held_out: float = 0.0,
) -> list[Learnable]:
    """All questions to the texts of sources, and those to their contrasts.

    Contrasts stand beside policies, or in a file of their own (`contrasts`). What is for evaluation
    has none. `held_out` is the share of the texts of others that is left out, as recipes have it.
    """
    marked = read_human_spans(human_spans) if human_spans else {}
    more = contrasts_of(contrasts) if contrasts else []
    found: list[Learnable] = []
    for source in sources:
        policies = read_policies(source)
        if policies is None:
            corpus = read_corpus(source).split(held_out)[0].with_human_spans(marked)
            found += _of_trees(corpus, more)
        elif is_ours(source):
            found += _of_policies(policies, source, more)
        else:
            kept = [each for each in policies if not is_held_out(each[0].rule_text, held_out)]
            found += _of_policies(kept, source, more)
    return found


def _of_policies(
    policies: Sequence[tuple[Policy, Any]], source: str, contrasts: Sequence[TreeContrast]
) -> Iterator[Learnable]:
    origin = "page" if our_corpus(source) == "pages" else "policy"
    by_tree: dict[str, Policy] = {}
    changed: list[Policy] = []
    for policy, value in policies:
        for asked in policy.questions:
            yield Learnable(policy, asked.question, asked.yes_when, origin)
        for question in policy.irrelevant_questions:
            yield Learnable(policy, question, None, origin)
        if not (is_ours(source) and part_of(policy) == "evaluation"):
            by_tree |= dict.fromkeys(tree_ids(policy), policy)
            changed += contrasted_beside(policy, value)
    yield from _of_contrasts([*changed, *applied(contrasts, by_tree).policies])


def _of_trees(corpus: Corpus, contrasts: Sequence[TreeContrast]) -> Iterator[Learnable]:
    """Trees in which all ends are alike are left out: their logic needs no rule."""
    policies = policies_of(corpus)
    for policy in policies.values():
        for asked in policy.questions:
            if Diagram.of(asked.yes_when).value is None:
                yield Learnable(policy, asked.question, asked.yes_when, "tree")
    beside: set[tuple[str, str]] = set()
    for row in corpus.rows:
        question = row.conversation.question
        told = (row.conversation.rule_text.text, question_key(question))
        if row.type is RowType.IRRELEVANT and row.tree_id in policies and told not in beside:
            beside.add(told)
            yield Learnable(policies[row.tree_id], question, None, "tree")
    yield from _of_contrasts(applied(contrasts, policies).policies)


def _of_contrasts(policies: Iterable[Policy]) -> Iterator[Learnable]:
    for policy in policies:
        for asked in policy.questions:
            yield Learnable(policy, asked.question, asked.yes_when, "contrast")
