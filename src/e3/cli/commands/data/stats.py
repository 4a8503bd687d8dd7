"""`e3 data stats`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import click

from e3.cli.output import echo, echo_json, table
from e3.corpus.sources import read_corpus
from e3.corpus.stats import Statistics, statistics


@click.command()
@click.argument("source")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def stats(source: str, as_json: bool) -> None:
    """Sizes, class mix, row types and lengths of SOURCE.

    \b
    e3 data stats policies
    e3 data stats sharc1-official.zip:dev --json
    """
    found = statistics(read_corpus(source))
    if as_json:
        echo_json(asdict(found))
    else:
        echo(_text(found))


def _text(found: Statistics) -> str:
    sizes = table(
        [
            ["rows", f"{found.rows:,}"],
            ["dialogue trees", f"{found.trees:,}"],
            ["rule texts", f"{found.rule_texts:,}"],
            ["follow-up questions", f"{found.follow_up_questions:,}"],
        ],
        right=[1],
        indent="  ",
    )
    lengths = table(
        [
            ["", "texts", "mean", "median", "longest"],
            *(
                [kind, f"{n.texts:,}", f"{n.mean:.1f}", f"{n.median:g}", f"{n.longest:,}"]
                for kind, n in found.words.items()
            ),
        ],
        right=[1, 2, 3, 4],
        indent="  ",
    )
    turns = {f"{n} turn{'' if n == 1 else 's'}": rows for n, rows in found.history_turns.items()}
    return "\n".join(
        [
            f"Sizes\n{sizes}\n",
            f"Decisions\n{_shares(found.decisions)}\n",
            f"Row types\n{_shares(found.row_types)}\n",
            f"Histories\n{_shares(turns)}\n",
            f"Origins\n{_shares(found.origins)}\n",
            f"Words (each text once)\n{lengths}",
        ]
    )


def _shares(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    return table(
        [[name, f"{n:,}", f"{n / total:.1%}" if total else ""] for name, n in counts.items()],
        right=[1, 2],
        indent="  ",
    )
