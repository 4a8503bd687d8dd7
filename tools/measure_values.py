"""How well values are found, and what they are worth: python tools/measure_values.py

Of a corpus whose rules say what they compare (pages:train, pages:evaluation) it prints how many of
these values the grammar finds, then whole interviews with and without values: how many questions
are asked, and how many end right. With --stories it scores a file of stories with a value in each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path

import click

from e3.cli.output import echo, progress_bar, table
from e3.corpus.corpus import Corpus
from e3.corpus.sources import read_policies, read_trees
from e3.drafting.drafter import find_drafter
from e3.drafting.facts import with_facts
from e3.errors import BadInput
from e3.evaluation.people import Person, everybody
from e3.evaluation.simulation import Begin, Conducted, Figures, figures, hold_all
from e3.evaluation.values import (
    StoryFigures,
    read_items,
    story_figures,
    story_items,
    value_figures,
)
from e3.files import parse_json, read_bytes
from e3.interview.interview import Interview
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Reply
from e3.reading.drafts import DraftingSystem, FoundDraft, StoryRule, Told, drafting_of
from e3.reading.reader import Reader
from e3.text import question_key

TODAY = date(2026, 11, 18)
"""On which stories are told: the same figures come out on every day."""


@click.command()
@click.argument("source", default="pages:evaluation")
@click.option("--stories", metavar="FILE", help="Score the stories of a JSON file, and no more.")
@click.option(
    "--by",
    type=click.Choice(["rules", "policies", "drafts"]),
    default="rules",
    show_default=True,
    help="Only look at rules, or hold interviews by policies or by drafts; takes minutes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(source: str, stories: str | None, by: str, as_json: bool) -> None:
    """Measure the values of SOURCE."""
    if stories is not None:
        found: dict[str, object] = {"stories": asdict(_stories(Path(stories), as_json))}
    else:
        policies = read_policies(source)
        if policies is None:
            raise BadInput("these are rows: only policies have values", source=source)
        found = {"values": asdict(value_figures(policy for policy, _ in policies))}
        if by != "rules":
            found |= _interviews(read_trees(source), by)
    echo(json.dumps(found, indent=1) if as_json else _report(found))


def _stories(path: Path, quiet: bool) -> StoryFigures:
    items = story_items(parse_json(read_bytes(path), source=str(path)))
    read = read_items(items, TODAY)
    for each in read:
        missed = each.wrong if each.item.value is None else not each.whose_right
        if missed and not quiet:
            told = [(str(t.amount), t.unit, t.whose) for t in each.told]
            echo(f"missed: {each.item.model_dump_json()} read: {told}")
    return story_figures(read)


def _interviews(corpus: Corpus, by: str) -> dict[str, object]:
    """Interviews with people whose answers some values agree with, to questions with values."""
    system = drafting_of(Reader.load(None))
    assert system is not None
    reader = _Remembering(system)
    drafter = find_drafter("network", reader)
    made: dict[tuple[str, str], Policy] = {}

    def drafted(person: Person) -> Policy:
        tree = person.tree
        key = (tree.rule_text.text, tree.question)
        if key not in made:
            made[key] = drafter.draft(tree.rule_text, [tree.question])
        return made[key]

    def reviewed(person: Person) -> Policy:
        return corpus.policies[person.tree.tree_id]

    of = {"policies": lambda person: with_facts(reviewed(person)), "drafts": drafted}[by]
    ways: dict[str, Callable[[Person], Policy]] = {
        by: lambda person: without_values(of(person)),
        f"{by} with values": of,
    }
    found: dict[str, object] = {}
    for told in (False, True):
        people = [p for p in everybody(corpus, with_scenario=told) if _has_values(p)]
        for name, policy in ways.items():
            with progress_bar(len(people), name) as bar:
                held = hold_all(_begin(policy, reader), people, bar.update)
            title = f"{name}, {'with' if told else 'without'} stories"
            found[title] = _short(figures(held))
            if shared := [h for h, p in zip(held, people, strict=True) if _shares(p)]:
                found[f"{title}, a fact shared"] = _short(figures(shared))
    return found


def _shares(person: Person) -> bool:
    """Whether the writer has two rules of the question compare one fact."""
    assert person.policy is not None
    compared = [
        rule.value.fact
        for rule in person.policy.rules
        if rule.value is not None and question_key(rule.question) in person.answers
    ]
    return len(set(compared)) < len(compared)


@dataclass(frozen=True)
class _Remembering:
    """Reads every story and every text once, with values and without."""

    system: DraftingSystem
    told: dict[tuple[str, str, tuple[StoryRule, ...]], list[Told]] = field(default_factory=dict)

    @property
    def drafting(self) -> DraftingSystem:
        return self

    def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
        raise AssertionError("only stories are read")

    def draft(self, rule_text: RuleText, question: str) -> FoundDraft:
        return self.system.draft(rule_text, question)

    def tell(self, question: str, story: str, rules: Sequence[StoryRule]) -> list[Told]:
        key = (question, story, tuple(rules))
        if key not in self.told:
            self.told[key] = self.system.tell(question, story, rules)
        return self.told[key]


def _has_values(person: Person) -> bool:
    """Whether the question has a rule with a value, and somebody can be like that."""
    return bool(person.values)


def without_values(policy: Policy) -> Policy:
    """The policy as it was before there were values."""
    rules = tuple(replace(rule, value=None) for rule in policy.rules)
    return replace(policy, rules=rules, facts=())


def _begin(policy: Callable[[Person], Policy], reader: _Remembering) -> Begin:
    begun: dict[tuple[str, str], Interview] = {}

    def begin(person: Person) -> Conducted:
        story = person.story.text if person.story else ""
        key = (person.tree.tree_id, story)
        if key not in begun:
            begun[key] = Interview.begin(
                policy(person), person.tree.question, story, reader=reader, today=TODAY
            )
        return begun[key]

    return begin


def _short(found: Figures) -> dict[str, float | int | None]:
    names = ("interviews", "trees", "right", "right_by_tree", "questions", "confirmed", "corrected")
    every = asdict(found)
    return {name: every[name] for name in names}


def _report(found: dict[str, object]) -> str:
    lines: list[Sequence[str]] = []
    for name, part in found.items():
        assert isinstance(part, dict)
        lines += [(f"{name}: {key}", _cell(value)) for key, value in part.items()]
    return table([list(line) for line in lines], right=(1,))


def _cell(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:.4f}"


if __name__ == "__main__":
    main()
