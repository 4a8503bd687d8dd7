"""The paper's error analysis, found by program from the dialogue trees instead of by hand.

A row's tree, walked with what the history and the scenario's evidence tell, says which rules are
settled, which are open, and which no longer matter. That decides every category here. What needs a
person to see: rule texts whose rules are ambiguous (17 % of the paper's wrong decisions), and
questions about the wrong subject or with the wrong meaning (12 % and 6 % of its inquiries), which
count here as the same rule in other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from e3.corpus.corpus import Corpus
from e3.corpus.matching import match_spans
from e3.corpus.rows import Row, decision_of
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry, Node
from e3.language.en.content_words import EMPTY_WORDS
from e3.memory import remembered
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Decision, Turn
from e3.text import Span, question_key, token_f1, words

SAME_RULE = 0.4
"""The token F1, without words of grammar, from which on a question asks about a tree's rule.

On ShARC's training trees the bare span of a question finds its own question 93 times in 100, and
a question from another tree is taken for one of the tree's 2 times in 1,000.
"""


class WrongDecision(StrEnum):
    """What went wrong where the decision is wrong."""

    UNRESOLVED = "answered with a necessary rule unresolved"
    NOT_EXTRACTED = "failed extraction of the rule to ask about"
    CONCLUSION = "all rules resolved by the history, wrong conclusion"
    CONCLUSION_FROM_SCENARIO = "rules resolved with the scenario, wrong conclusion"
    SETTLED_BY_HISTORY = "redundant inquiry, rule settled by the history"
    SETTLED_BY_SCENARIO = "redundant inquiry, rule settled by the scenario"
    NOT_NEEDED = "redundant inquiry, rule no longer needed"
    NO_RULE = "redundant inquiry, not a rule of the tree"
    IRRELEVANT_MISSED = "irrelevant question not seen as such"
    IRRELEVANT_WRONGLY = "called irrelevant wrongly"


class RightInquiry(StrEnum):
    """What is asked where both gold and prediction ask."""

    SAME_WORDS = "same rule, same words"
    OTHER_WORDS = "same rule in other words"
    OTHER_ORDER = "another open rule, in another order than the annotator"
    SETTLED = "rule already settled"
    NOT_NEEDED = "rule no longer needed"
    NO_RULE = "not a rule of the tree"


Category = WrongDecision | RightInquiry


@dataclass(frozen=True)
class Case:
    """A row with what was predicted, and the category it falls in."""

    row: Row
    predicted: str
    category: Category


@dataclass(frozen=True)
class ErrorAnalysis:
    """All cases, in the order of the utterance ids, which is as good as chance."""

    rows: int
    cases: tuple[Case, ...]

    def of(self, kind: type[Category]) -> list[Case]:
        """The wrong decisions, or the right inquiries."""
        return [case for case in self.cases if isinstance(case.category, kind)]


def analyse(
    corpus: Corpus,
    predictions: Mapping[str, str],
    extracted: Mapping[str, Sequence[Span]] | None = None,
) -> ErrorAnalysis:
    """Sorts the rows that have a prediction into categories.

    `extracted` are the rules that a system found, by utterance id; of a row without them no
    extraction counts as failed.
    """
    trees = {tree.tree_id: tree for tree in corpus.trees}
    cases, rows, spans = [], 0, _Spans()
    for row in sorted(corpus.rows, key=lambda row: row.utterance_id):
        predicted = predictions.get(row.utterance_id)
        if row.answer is None or predicted is None:
            continue
        rows += 1
        place = _Place(row, row.answer, trees.get(row.tree_id), spans)
        found = (extracted or {}).get(row.utterance_id)
        if (category := _category(place, predicted, found)) is not None:
            cases.append(Case(row, predicted, category))
    return ErrorAnalysis(rows, tuple(cases))


@dataclass(frozen=True)
class _Place:
    """Where a row stands in its tree; that of an irrelevant row may not be known."""

    row: Row
    gold: str
    tree: DialogueTree | None
    spans: _Spans

    @cached_property
    def history(self) -> dict[str, Answer]:
        return _by_question(self.row.conversation.history)

    @cached_property
    def evidence(self) -> dict[str, Answer]:
        return _by_question(self.row.evidence or ())

    @property
    def questions(self) -> tuple[str, ...]:
        return self.tree.questions if self.tree else ()

    def node(self, known: Mapping[str, Answer]) -> Node | None:
        """Where the walk stops that knows these answers."""
        return self.tree.advance(self.tree.root, known)[1] if self.tree else None

    @property
    def open(self) -> set[str]:
        """The questions that may still come."""
        known = self.history | self.evidence
        return set(_questions_below(self.node(known))) - known.keys()

    def asked_about(self, predicted: str) -> str | None:
        """The question of the tree that a predicted one is most like, by its key."""
        # Among equals gold is meant.
        gold_first = sorted(
            self.questions, key=lambda question: question_key(question) != question_key(self.gold)
        )
        likest = max(gold_first, key=lambda question: _likeness(predicted, question), default="")
        return question_key(likest) if _likeness(predicted, likest) >= SAME_RULE else None


def _category(place: _Place, predicted: str, extracted: Sequence[Span] | None) -> Category | None:
    """The category of a row; None for a right conclusion."""
    gold, ours = place.row.decision, decision_of(predicted)
    if gold is ours:
        return _inquiry(place, predicted) if gold is Decision.INQUIRE else None
    if gold is Decision.IRRELEVANT:
        return WrongDecision.IRRELEVANT_MISSED
    if ours is Decision.IRRELEVANT:
        return WrongDecision.IRRELEVANT_WRONGLY
    if ours is Decision.INQUIRE:
        return _redundant(place, predicted)
    if gold is Decision.INQUIRE:
        return _unresolved(place, extracted)
    return _conclusion(place)


def _inquiry(place: _Place, predicted: str) -> RightInquiry:
    if question_key(predicted) == question_key(place.gold):
        return RightInquiry.SAME_WORDS
    asked = place.asked_about(predicted)
    if asked is None:
        return RightInquiry.NO_RULE
    if asked == question_key(place.gold):
        return RightInquiry.OTHER_WORDS
    if asked in place.history or asked in place.evidence:
        return RightInquiry.SETTLED
    return RightInquiry.OTHER_ORDER if asked in place.open else RightInquiry.NOT_NEEDED


def _redundant(place: _Place, predicted: str) -> WrongDecision:
    asked = place.asked_about(predicted)
    if asked is None:
        return WrongDecision.NO_RULE
    if asked in place.history:
        return WrongDecision.SETTLED_BY_HISTORY
    if asked in place.evidence:
        return WrongDecision.SETTLED_BY_SCENARIO
    return WrongDecision.NOT_NEEDED


def _unresolved(place: _Place, extracted: Sequence[Span] | None) -> WrongDecision:
    """Tells a rule that was not found in the text from one that was found and passed over."""
    if extracted is None:
        return WrongDecision.UNRESOLVED
    questions = place.questions
    if question_key(place.gold) not in map(question_key, questions):
        questions = (*questions, place.gold)
    spans = place.spans[place.row.conversation.rule_text, questions]
    wanted = spans.get(question_key(place.gold))
    if wanted is None or any(span.overlaps(wanted) for span in extracted):
        return WrongDecision.UNRESOLVED
    return WrongDecision.NOT_EXTRACTED


def _conclusion(place: _Place) -> WrongDecision:
    """Tells whether the history alone led to the end, or the scenario had to be read."""
    told = bool(place.row.conversation.scenario)
    if told and not isinstance(place.node(place.history), Conclusion):
        return WrongDecision.CONCLUSION_FROM_SCENARIO
    return WrongDecision.CONCLUSION


def _by_question(turns: Iterable[Turn]) -> dict[str, Answer]:
    return {question_key(turn.question): turn.answer for turn in turns}


def _questions_below(node: Node | None) -> Iterator[str]:
    if isinstance(node, Inquiry):
        yield question_key(node.question)
        yield from _questions_below(node.yes)
        yield from _questions_below(node.no)


def _likeness(predicted: str, question: str) -> float:
    return token_f1(_content(predicted), _content(question))


@remembered
def _content(text: str) -> tuple[str, ...]:
    """The words of a question that are not of grammar; all where there are no others."""
    found = [word.text for word in words(text)]
    return tuple(word for word in found if word not in EMPTY_WORDS) or tuple(found)


class _Spans(dict[tuple[RuleText, tuple[str, ...]], dict[str, Span]]):
    """The span that each question of a tree comes from; matching is slow, and trees recur."""

    def __missing__(self, key: tuple[RuleText, tuple[str, ...]]) -> dict[str, Span]:
        found = {question_key(match.question): match.core for match in match_spans(*key)}
        return self.setdefault(key, found)
