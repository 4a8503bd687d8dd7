"""`e3 data spans`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from e3.cli.commands.data.trees import find_tree
from e3.cli.output import echo, echo_json
from e3.corpus.agreement import Comparison, agreement, compare
from e3.corpus.matching import Match, match_spans
from e3.corpus.sources import read_corpus
from e3.corpus.supervision import read_human_spans
from e3.corpus.trees import DialogueTree
from e3.errors import BadInput
from e3.harmless import one_line
from e3.text import Span


@click.command()
@click.argument("source")
@click.option(
    "--tree", "wanted", metavar="ID", help="Only this tree (the start of its id will do)."
)
@click.option(
    "--gold",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Compare with human spans (rule_spans.json of EXtrA-ShARC); 'own' takes those that came"
    " with SOURCE, as our policies do.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def spans(source: str, wanted: str | None, gold: Path | None, as_json: bool) -> None:
    """Where in the rule text each follow-up question comes from.

    Under each question stands the clause it was matched to, and in [ ] the shortest span with the
    least edit distance. With --gold: the agreement with human spans (token F1 with the best one,
    and the share of matches that touch none), and every match that touches none.

    \b
    e3 data spans policies --tree jury-weeks
    e3 data spans policies --gold own
    e3 data spans train.json --gold rule_spans.json
    """
    corpus = read_corpus(source)
    trees = list(corpus.trees) if wanted is None else [find_tree(corpus.trees, wanted)]
    if gold is None:
        matched = [(tree, match_spans(tree.rule_text, tree.questions)) for tree in trees]
        if as_json:
            echo_json([_tree_object(tree, matches) for tree, matches in matched])
        else:
            echo("\n\n".join(_tree_text(tree, matches) for tree, matches in matched))
        return
    human = corpus.human_spans if str(gold) == "own" else read_human_spans(gold)
    comparisons = list(compare(trees, human))
    if not comparisons:
        raise BadInput("no question of these trees has a human span there", source=str(gold))
    if as_json:
        misplaced = [_comparison_object(c) for c in comparisons if c.misplaced]
        echo_json({**asdict(agreement(comparisons)), "misplaced_matches": misplaced})
    else:
        echo(_agreement_text(comparisons))


def _tree_text(tree: DialogueTree, matches: list[Match]) -> str:
    lines = [f"{one_line(tree.question)}  ({one_line(tree.tree_id)})"]
    for match in matches:
        lines += [f"  {one_line(match.question)}", f"      {_marked(tree.rule_text.text, match)}"]
    return "\n".join(lines)


def _marked(text: str, match: Match) -> str:
    """The clause on one line, with the core in square brackets."""
    clause = Span(min(match.clause.start, match.core.start), max(match.clause.end, match.core.end))
    before, after = Span(clause.start, match.core.start), Span(match.core.end, clause.end)
    return one_line(f"{before.of(text)}[{match.core.of(text)}]{after.of(text)}")


def _tree_object(tree: DialogueTree, matches: list[Match]) -> dict[str, Any]:
    return {
        "tree_id": tree.tree_id,
        "snippet": tree.rule_text.text,
        "question": tree.question,
        "spans": [_match_object(match, tree.rule_text.text) for match in matches],
    }


def _match_object(match: Match, text: str) -> dict[str, Any]:
    return {
        "question": match.question,
        "core": [match.core.start, match.core.end],
        "core_text": match.core.of(text),
        "clause": [match.clause.start, match.clause.end],
        "clause_text": match.clause.of(text),
    }


def _comparison_object(comparison: Comparison) -> dict[str, Any]:
    text = comparison.tree.rule_text.text
    return {
        "tree_id": comparison.tree.tree_id,
        **_match_object(comparison.match, text),
        "human": [span.of(text) for span in comparison.human],
    }


def _agreement_text(comparisons: list[Comparison]) -> str:
    found = agreement(comparisons)
    wrong = [comparison for comparison in comparisons if comparison.misplaced]
    lines = [
        f"Questions with a human span       {found.questions:,}",
        f"Token F1 of the clause            {found.clause_f1:.3f}",
        f"Token F1 of the core              {found.core_f1:.3f}",
        f"Matches that touch no human span  {found.misplaced:.2%}  ({len(wrong)})",
    ]
    for comparison in wrong:
        text = comparison.tree.rule_text.text
        human = " … ".join(one_line(span.of(text)) for span in comparison.human)
        lines += [
            "",
            f"  {one_line(comparison.match.question)}  ({one_line(comparison.tree.tree_id)})",
            f"      matched  {_marked(text, comparison.match)}",
            f"      human    {human}",
        ]
    return "\n".join(lines)
