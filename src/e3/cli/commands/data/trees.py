"""`e3 data trees`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from e3.cli.output import echo, echo_json, table
from e3.corpus.sources import read_corpus
from e3.corpus.trees import DialogueTree, Inquiry, Node
from e3.errors import BadInput
from e3.harmless import one_line
from e3.policy.answers import Answer


@click.command()
@click.argument("source")
@click.option(
    "--tree", "wanted", metavar="ID", help="Draw this tree (the start of its id will do)."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def trees(source: str, wanted: str | None, as_json: bool) -> None:
    """The dialogue trees of SOURCE: a list of all, or a drawing of one.

    \b
    e3 data trees policies
    e3 data trees policies --tree jury-weeks/1
    """
    found = read_corpus(source).trees
    chosen = found if wanted is None else [find_tree(found, wanted)]
    if as_json:
        echo_json([_object(tree) for tree in chosen])
    elif wanted is None:
        echo(_list(chosen))
    else:
        echo(draw(chosen[0]))


def find_tree(found: Sequence[DialogueTree], wanted: str) -> DialogueTree:
    """The tree with this id, or the only one whose id starts so."""
    exact = [tree for tree in found if tree.tree_id == wanted]
    matching = exact or [tree for tree in found if tree.tree_id.startswith(wanted)]
    if not matching:
        raise BadInput(f"there is no tree {wanted!r}; without --tree they are listed")
    if len(matching) > 1:
        some = ", ".join(tree.tree_id for tree in matching[:3])
        raise BadInput(
            f"{len(matching)} trees start with {wanted!r}: {some} ...; give more of the id"
        )
    return matching[0]


def draw(tree: DialogueTree) -> str:
    """The tree as a person would draw it."""
    head = [f"Tree {one_line(tree.tree_id)}", "", tree.rule_text.text, "", one_line(tree.question)]
    return "\n".join([*head, *_lines(tree.root)])


def _lines(node: Node | None) -> Iterator[str]:
    yield _label(node)
    if isinstance(node, Inquiry):
        for answer, child in ((Answer.YES, node.yes), (Answer.NO, node.no)):
            last = answer is Answer.NO
            first, *rest = _lines(child)
            yield f"{'└─' if last else '├─'} {answer.value:<3} → {first}"
            for line in rest:
                yield f"{' ' if last else '│'}         {line}"


def _label(node: Node | None) -> str:
    if node is None:
        return "(no row says)"
    return one_line(node.question) if isinstance(node, Inquiry) else node.answer.value.upper()


def _list(found: Sequence[DialogueTree]) -> str:
    return table(
        [
            ["tree", "asks", "states", "question"],
            *(
                [tree.tree_id, str(len(tree.questions)), str(len(tree.states)), tree.question]
                for tree in found
            ),
        ],
        right=[1, 2],
    )


def _object(tree: DialogueTree) -> dict[str, Any]:
    return {
        "tree_id": tree.tree_id,
        "snippet": tree.rule_text.text,
        "question": tree.question,
        "root": _node_object(tree.root),
    }


def _node_object(node: Node | None) -> Any:
    if node is None:
        return None
    if isinstance(node, Inquiry):
        return {"ask": node.question, "yes": _node_object(node.yes), "no": _node_object(node.no)}
    return {"conclude": node.answer.value}
