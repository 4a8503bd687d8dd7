"""How well matched spans agree with those that people marked (annotator agreement)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean

from e3.corpus.matching import Match, match_spans
from e3.corpus.supervision import HumanSpans, human_places
from e3.corpus.trees import DialogueTree
from e3.policy.rule_text import RuleText
from e3.text import Span, question_key, token_f1, words


@dataclass(frozen=True)
class Comparison:
    """A match beside the spans that a person marked for the same question."""

    tree: DialogueTree
    match: Match
    human: tuple[Span, ...]
    core_f1: float
    clause_f1: float

    @property
    def misplaced(self) -> bool:
        """Whether the match shares no character with any human span."""
        return not any(self.match.clause.overlaps(span) for span in self.human)


@dataclass(frozen=True)
class Agreement:
    """Means over all questions that a person marked."""

    questions: int
    core_f1: float
    clause_f1: float
    misplaced: float


def compare(trees: Iterable[DialogueTree], human: HumanSpans) -> Iterator[Comparison]:
    """Every question of the trees that has a human span which can be found in the text."""
    for tree in trees:
        marked = human.get(tree.tree_id, {})
        for match in match_spans(tree.rule_text, tree.questions):
            if places := human_places(tree.rule_text, marked.get(question_key(match.question), ())):
                yield Comparison(
                    tree=tree,
                    match=match,
                    human=tuple(places),
                    core_f1=_best_f1(tree.rule_text, match.core, places),
                    clause_f1=_best_f1(tree.rule_text, match.clause, places),
                )


def _best_f1(rule_text: RuleText, span: Span, places: list[Span]) -> float:
    """Token F1 with the human span that is most like it."""
    mine = [word.text for word in words(rule_text.text, span)]
    return max(
        token_f1(mine, [word.text for word in words(rule_text.text, place)]) for place in places
    )


def agreement(comparisons: list[Comparison]) -> Agreement:
    """The means; of nothing, zeros."""
    if not comparisons:
        return Agreement(0, 0.0, 0.0, 0.0)
    return Agreement(
        questions=len(comparisons),
        core_f1=fmean(c.core_f1 for c in comparisons),
        clause_f1=fmean(c.clause_f1 for c in comparisons),
        misplaced=fmean(c.misplaced for c in comparisons),
    )
