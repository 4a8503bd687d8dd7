"""A corpus: rows, the dialogue trees behind them, and the scenarios written for the trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from e3.sharc.rows import Row
from e3.sharc.scenarios import Scenarios
from e3.sharc.supervision import HumanSpans
from e3.sharc.trees import DialogueTree


@dataclass(frozen=True)
class Corpus:
    """Everything that is known of some rule texts; ShARC's and our own look the same here."""

    name: str
    rows: tuple[Row, ...]
    trees: tuple[DialogueTree, ...]
    scenarios: Mapping[str, Scenarios] = field(default_factory=dict)
    human_spans: HumanSpans = field(default_factory=dict)

    def with_scenarios(self, more: Mapping[str, Scenarios]) -> Corpus:
        """The corpus with scenarios for its trees, in place of those it had."""
        return replace(self, scenarios={**self.scenarios, **more})

    def with_human_spans(self, more: HumanSpans) -> Corpus:
        """The corpus with rule spans that people marked, in place of those it had."""
        return replace(self, human_spans={**self.human_spans, **more})

    def scenarios_of(self, tree: DialogueTree) -> Scenarios:
        """What has been written for a tree; nothing where nothing was."""
        return self.scenarios.get(tree.tree_id, Scenarios())


def merged(corpora: Sequence[Corpus]) -> Corpus:
    """Several corpora as one."""
    return Corpus(
        name=" + ".join(corpus.name for corpus in corpora),
        rows=tuple(row for corpus in corpora for row in corpus.rows),
        trees=tuple(tree for corpus in corpora for tree in corpus.trees),
        scenarios={key: value for corpus in corpora for key, value in corpus.scenarios.items()},
        human_spans={key: value for corpus in corpora for key, value in corpus.human_spans.items()},
    )
