"""What stories are understood to tell, by the bound on confidence: python tools/measure_stories.py

Reads every story of a source with a reader, for the reviewed policy of its tree, and prints what
people would be shown to confirm for each bound `SURE` of src/e3/interview/stories.py: without rules
that have a digit, as the product does, and with them. A fact is right if the story settles its rule
so, and contradicts the story if it settles it the other way; the rest the story leaves open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import click

from e3.cli.output import echo, progress_bar, table
from e3.corpus.sources import read_corpus
from e3.corpus.tree_policies import policies_of
from e3.evaluation.people import everybody
from e3.interview import stories
from e3.interview.interview import Interview
from e3.interview.steps import Confirm
from e3.policy.answers import Answer
from e3.policy.policy import Policy, Story
from e3.reading.reader import Reader
from e3.reading.remembering import RememberingReader
from e3.text import question_key

BOUNDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.99)


@dataclass(frozen=True)
class Told:
    """A story, the policy and question that it is told to, and what it settles of their rules."""

    policy: Policy
    question: str
    story: Story
    settles: dict[str, Answer]


@click.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("--model", metavar="RUN", help="Whose reading. [default: the reader in E3]")
def main(sources: tuple[str, ...], model: str | None) -> None:
    """Measure the stories of SOURCES, such as policies:evaluation or dev.json."""
    reader = RememberingReader(Reader.load(model))
    for source in sources:
        every = list(_told(source))
        with progress_bar(len(every), "story") as bar:
            for each in every:
                _shown(each, reader)
                bar.update(1)
        echo(f"\n{source}: {len(every):,} stories, {_settled(every):,} facts in them")
        headings = ["bound", "facts a story", "right, %", "contradict, %", "of all told, %"]
        rows = [_row(every, reader, bound) for bound in BOUNDS]
        echo(table([[*headings, *(f"{h}*" for h in headings[1:])], *rows], right=range(9)))
    echo("\n* with rules that have digits")


def _told(source: str) -> Iterator[Told]:
    """Each story once for each tree that it is told to."""
    corpus = read_corpus(source)
    policies = policies_of(corpus)
    found: dict[tuple[str, str], Told] = {}
    for person in everybody(corpus, with_scenario=True):
        assert person.story is not None
        tree = person.tree
        asked = {question_key(question) for question in tree.questions}
        settles = {key: answer for key, answer in person.told.items() if key in asked}
        told = Told(policies[tree.tree_id], tree.question, person.story, settles)
        found.setdefault((tree.tree_id, person.story.text), told)
    yield from found.values()


def _settled(every: list[Told]) -> int:
    return sum(len(each.settles) for each in every)


def _shown(told: Told, reader: RememberingReader) -> dict[str, Answer]:
    """What a person would be asked to confirm."""
    step = Interview.begin(told.policy, told.question, told.story.text, reader=reader).step
    facts = step.facts if isinstance(step, Confirm) else ()
    return {question_key(fact.question): fact.answer for fact in facts}


def _row(every: list[Told], reader: RememberingReader, bound: float) -> list[str]:
    # The product's own code is measured, and its bounds are no options of it.
    stories.SURE = bound
    cells = [f"{bound:.2f}"]
    for number in (r"\d", r"(?!)"):
        stories._NUMBER = re.compile(number)
        cells += _cells(every, reader)
    return cells


def _cells(every: list[Told], reader: RememberingReader) -> list[str]:
    shown = right = wrong = 0
    for told in every:
        facts = _shown(told, reader)
        shown += len(facts)
        right += sum(told.settles.get(key) is answer for key, answer in facts.items())
        wrong += sum(told.settles.get(key) is answer.opposite for key, answer in facts.items())
    shares = [right / max(shown, 1), wrong / max(shown, 1), right / _settled(every)]
    return [f"{shown / len(every):.2f}", *(f"{100 * share:.1f}" for share in shares)]


if __name__ == "__main__":
    main()
