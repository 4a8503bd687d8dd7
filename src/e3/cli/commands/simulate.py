"""`e3 simulate`: whole interviews with simulated people."""

from __future__ import annotations

import shlex
from dataclasses import asdict

import click

from e3.cli.models import load_drafter, load_reader
from e3.cli.output import echo, echo_written_json, progress_bar, table
from e3.corpus.corpus import Corpus
from e3.corpus.sources import read_corpus
from e3.corpus.tree_policies import policies_of
from e3.drafting.drafter import DEFAULT, Drafter
from e3.errors import BadInput
from e3.evaluation.leading import LedBy, by_drafts, by_policies, by_reader
from e3.evaluation.people import everybody
from e3.evaluation.simulation import Begin, figures, hold_all
from e3.evaluation.simulation_results import Simulated
from e3.provenance import source_commit
from e3.reading.reader import Reader
from e3.serialise import to_json

_TITLES = {
    "interviews": "interviews",
    "trees": "trees",
    "right": "right answer, %",
    "right_by_tree": "mean of the trees, %",
    "sure": "concludes and is sure, %",
    "right_where_sure": "of these right, %",
    "right_where_not_sure": "right where it is not sure, %",
    "cannot_tell": "can't tell, %",
    "not_answered": "says the text does not answer, %",
    "redundant": "with a redundant question, %",
    "off_topic": "with a question off the topic, %",
    "questions": "questions",
    "fewest": "fewest possible",
    "times_fewest": "questions / fewest possible",
    "times_fewest_where_right": "the same where the answer is right",
    "confirmed": "facts of the scenario to confirm",
    "corrected": "of these wrong, %",
}


@click.command()
@click.argument("source")
@click.option(
    "--by",
    type=click.Choice([each.value for each in LedBy]),
    default=LedBy.DRAFTS.value,
    show_default=True,
    help="Who leads: reviewed policies, drafts of the texts, or a reader that decides every turn.",
)
@click.option(
    "--drafter",
    "name",
    metavar="NAME",
    help=f"Who drafts. [default: the model's own, else {DEFAULT}]",
)
@click.option(
    "--model",
    metavar="RUN",
    help="The folder of a trained model, or llm:NAME, which reads the scenarios, or leads."
    " [default: the one that comes with E3]",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def simulate(source: str, by: str, name: str | None, model: str | None, as_json: bool) -> None:
    """Interview all people that the dialogue trees of SOURCE know, and count how it ends.

    A person has an answer to every question of a tree, and each way to have them is a person.
    They answer what they are asked by the tree's question about the same place in the text, and say
    that they don't know to anything else. They are interviewed without a scenario, and once with
    each scenario of their tree that can be true of them; then they confirm or correct what was
    understood.

    By drafts is what happens with a text that nobody has reviewed. By policies is what happens when
    the policy is right: our own, or for ShARC one made of the tree. By a reader is the way of the
    paper, for research.

    An answer is right if it is the tree's for that person. A question is redundant if its rule was
    asked or told before. The fewest possible questions are those on the person's way through the
    tree that the scenario leaves open. A conclusion is sure where the pages call it so: from a
    confidence of 0.9.

    \b
    e3 simulate policies:evaluation
    e3 simulate dev.json --by policies
    e3 simulate dev.json --by reader --model runs/e3-0 --json
    """
    led_by = LedBy(by)
    if name is not None and led_by is not LedBy.DRAFTS:
        raise click.UsageError("--drafter is for --by drafts")
    corpus = read_corpus(source)
    without = everybody(corpus, with_scenario=False)
    if not without:
        raise BadInput("there is no dialogue tree that ends in a conclusion", source=source)
    with_scenario = everybody(corpus, with_scenario=True)
    reader = load_reader(model)
    drafter = load_drafter(name, reader) if led_by is LedBy.DRAFTS else None
    begin = _begin(corpus, reader, led_by, drafter)
    with progress_bar(len(without) + len(with_scenario), "interview") as bar:
        found = Simulated(
            command=_command(source, by, name, model),
            source=source,
            model=reader.model_id,
            commit=source_commit(),
            without_scenario=figures(hold_all(begin, without, bar.update)),
            with_scenario=figures(hold_all(begin, with_scenario, bar.update))
            if with_scenario
            else None,
            by=led_by,
            drafter=drafter.name if drafter else None,
        )
    if as_json:
        echo_written_json(to_json(found, indent=1))
    else:
        echo(_report(found))


def _begin(corpus: Corpus, reader: Reader, led_by: LedBy, drafter: Drafter | None) -> Begin:
    if drafter is not None:
        return by_drafts(drafter, reader)
    if led_by is LedBy.POLICIES:
        return by_policies(policies_of(corpus), reader)
    return by_reader(reader)


def _command(source: str, by: str, drafter: str | None, model: str | None) -> str:
    options = {"--by": by, "--drafter": drafter, "--model": model}
    given = [part for option, value in options.items() if value for part in (option, value)]
    return shlex.join(["e3", "simulate", source, *given])


def _report(found: Simulated) -> str:
    headings, every = zip(*found.columns, strict=True)
    objects = [asdict(each) for each in every]
    rows = [[title, *(cell(o[name], title) for o in objects)] for name, title in _TITLES.items()]
    return table([["", *headings], *rows], right=(1, 2)[: len(headings)])


def cell(figure: float | None, title: str) -> str:
    """A figure below its title: a share in per cent where the title says so."""
    if figure is None:
        return "-"
    if isinstance(figure, int):
        return f"{figure:,}"
    return f"{100 * figure:.1f}" if title.endswith("%") else f"{figure:.2f}"
