"""A corpus: rows, the dialogue trees behind them, and the scenarios written for the trees."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from e3.corpus.matching import Match, match_spans
from e3.corpus.rows import Row
from e3.corpus.scenarios import Scenarios
from e3.corpus.supervision import HumanSpans, SpanKind, Supervision, supervise_matched
from e3.corpus.trees import DialogueTree
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText


@dataclass(frozen=True)
class Corpus:
    """Everything that is known of some rule texts; ShARC's and our own look the same here."""

    name: str
    rows: tuple[Row, ...]
    trees: tuple[DialogueTree, ...]
    scenarios: Mapping[str, Scenarios] = field(default_factory=dict)
    human_spans: HumanSpans = field(default_factory=dict)
    policies: Mapping[str, Policy] = field(default_factory=dict)
    """By tree id, where the trees were made of policies."""

    def with_scenarios(self, more: Mapping[str, Scenarios]) -> Corpus:
        """The corpus with scenarios for its trees, beside those it has."""
        added = {
            tree.tree_id: self.scenarios_of(tree).and_more(more[tree.tree_id], tree.questions)
            for tree in self.trees
            if tree.tree_id in more
        }
        return replace(self, scenarios={**self.scenarios, **added})

    def with_human_spans(self, more: HumanSpans) -> Corpus:
        """The corpus with rule spans that people marked, in place of those it had."""
        return replace(self, human_spans={**self.human_spans, **more})

    def split(self, share: float) -> tuple[Corpus, Corpus]:
        """The corpus without about that share of its rule texts, and these; which, they say."""
        return (
            self._where(lambda text: not is_held_out(text, share)),
            self._where(lambda text: is_held_out(text, share)),
        )

    def _where(self, wanted: Callable[[RuleText], bool]) -> Corpus:
        """What is known of the rule texts that are wanted."""
        return replace(
            self,
            rows=tuple(r for r in self.rows if wanted(r.conversation.rule_text)),
            trees=tuple(t for t in self.trees if wanted(t.rule_text)),
        )

    def supervision(self, kind: SpanKind) -> dict[str, Supervision]:
        """The rules of every tree, by its id."""
        return {
            tree.tree_id: supervise_matched(
                tree.rule_text, matches, kind, self.human_spans.get(tree.tree_id)
            )
            for tree, matches in zip(self.trees, self._matches, strict=True)
        }

    @cached_property
    def _matches(self) -> list[list[Match]]:
        """Where the questions of each tree come from: slow to find, and the same for all kinds."""
        return [match_spans(tree.rule_text, tree.questions) for tree in self.trees]

    def scenarios_of(self, tree: DialogueTree) -> Scenarios:
        """What has been written for a tree; nothing where nothing was."""
        return self.scenarios.get(tree.tree_id, Scenarios())


def is_held_out(rule_text: RuleText, share: float) -> bool:
    """Whether a text is of that share of all: the same wherever it is met, whatever its spaces."""
    letters = "".join(rule_text.text.split())
    digest = hashlib.sha1(letters.encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest[:8]) / 2**64 < share


def merged(corpora: Sequence[Corpus]) -> Corpus:
    """Several corpora as one."""
    return Corpus(
        name=" + ".join(corpus.name for corpus in corpora),
        rows=tuple(row for corpus in corpora for row in corpus.rows),
        trees=tuple(tree for corpus in corpora for tree in corpus.trees),
        scenarios={key: value for corpus in corpora for key, value in corpus.scenarios.items()},
        human_spans={key: value for corpus in corpora for key, value in corpus.human_spans.items()},
        policies={key: value for corpus in corpora for key, value in corpus.policies.items()},
    )
