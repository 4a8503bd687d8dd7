"""Contrasts: rule texts changed in a few words so that the same stories have other answers.

Gardner et al. (2020) measure readers with such pairs; here they are trained on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel

from e3.conversation import RuleText
from e3.errors import BadInput
from e3.policies.dialogue import dialogue
from e3.policies.logic import Expression, names, parse
from e3.serialise import from_object
from e3.sharc.corpus import Corpus
from e3.sharc.making import SOURCES
from e3.sharc.reader import load_json
from e3.sharc.scenarios import question_name, told_in
from e3.sharc.trees import DialogueTree


@dataclass(frozen=True)
class Contrast:
    """A tree with another text, and when the answer is yes under it."""

    of: str
    """The id of the tree."""
    text: str
    """The first digits of the version of its rule text: what the edits are for."""
    edits: tuple[tuple[int, int, str], ...]
    """Where in the text, up to where, and what stands there instead; from the last to the first."""
    yes_when: Expression
    """Over questions, each named `rule_name` of it."""
    question: str = ""
    """What the person asks; empty: the same as before."""


class _ContrastFields(BaseModel):
    of: str
    text: str
    edits: list[tuple[int, int, str]]
    yes_when: str
    question: str = ""


def rule_name(question: str) -> str:
    """How logic names a question whose words are not ours to publish."""
    return "q" + question_name(question)


def read_contrasts(path: Path) -> list[Contrast]:
    """The contrasts of a JSON file."""
    found = load_json(path)
    if not isinstance(found, list):
        raise BadInput("a JSON list is wanted", source=str(path))
    contrasts = []
    for number, value in enumerate(found, start=1):
        try:
            fields = from_object(_ContrastFields, value)
            contrasts.append(_contrast(fields))
        except (BadInput, ValueError) as error:
            raise BadInput(str(error), source=str(path), row=number) from None
    return contrasts


def _contrast(fields: _ContrastFields) -> Contrast:
    edits = tuple(sorted(fields.edits, reverse=True))
    ends = [0, *(end for _, end, _ in reversed(edits))]
    for (start, end, _), before in zip(reversed(edits), ends, strict=False):
        if not before <= start <= end:
            raise BadInput("edits: they may not overlap or end before they start")
    return Contrast(fields.of, fields.text, edits, parse(fields.yes_when), fields.question)


def with_contrasts(corpus: Corpus, contrasts: Sequence[Contrast]) -> Corpus:
    """The corpus with a tree more for each contrast of one of its trees, and all that was told."""
    by_tree: dict[str, list[Contrast]] = {}
    for contrast in contrasts:
        by_tree.setdefault(contrast.of, []).append(contrast)
    asked: dict[str, dict[str, str]] = {}
    for tree in corpus.trees:
        of_text = asked.setdefault(tree.rule_text.version, {})
        of_text |= {rule_name(question): question for question in tree.questions}
    # Rows that we made tell nothing that is not among the scenarios already.
    told = told_in(row for row in corpus.rows if row.origin.split(",")[0] not in SOURCES)
    trees: list[DialogueTree] = []
    scenarios = dict(corpus.scenarios)
    human_spans = dict(corpus.human_spans)
    for tree in corpus.trees:
        of_text = asked[tree.rule_text.version]
        for new in _changed(tree, by_tree.get(tree.tree_id, ()), of_text):
            trees.append(new)
            own = corpus.scenarios_of(tree)
            stories = (*own.stories, *told.get(tree.tree_id, ()))
            scenarios[new.tree_id] = replace(own, stories=stories)
            human_spans[new.tree_id] = human_spans.get(tree.tree_id, {})
    return replace(
        corpus,
        trees=(*corpus.trees, *trees),
        scenarios=scenarios,
        human_spans=human_spans,
    )


def _changed(
    tree: DialogueTree, contrasts: Sequence[Contrast], asked: Mapping[str, str]
) -> Iterator[DialogueTree]:
    """Left out is what was written for another version of the text or of the tree."""
    # The tree's own questions come first, in its order.
    own = {rule_name(question): question for question in tree.questions}
    for number, contrast in enumerate(contrasts, start=1):
        if not tree.rule_text.version.startswith(contrast.text):
            continue
        if not names(contrast.yes_when) <= asked.keys():
            continue
        text = tree.rule_text.text
        for start, end, words in contrast.edits:
            text = text[:start] + words + text[end:]
        yield replace(
            tree,
            tree_id=f"{tree.tree_id}~{number}",
            rule_text=RuleText(text),
            question=contrast.question or tree.question,
            root=dialogue(contrast.yes_when, {**own, **asked}),
        )
