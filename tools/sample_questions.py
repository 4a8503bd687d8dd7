"""A sample of drafted questions, for a person who judges their English.

    python tools/sample_questions.py policies:evaluation:200 pages:evaluation:100 --seed 5

Every text of a source is drafted for the questions that its writer asked; of all drafted rules so
many are drawn, each as likely as any other. A block has a number, the rule between brackets in its
sentence, and the question that E3 would ask. How many are only quoted goes to standard error.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from e3.corpus.sources import read_trees
from e3.corpus.tree_policies import policies_of
from e3.drafting.drafter import Drafter, find_drafter
from e3.language.en.leads import lead_of
from e3.language.en.sentences import sentences
from e3.policy.policy import PolicyRule
from e3.policy.rule_text import RuleText
from e3.reading.reader import Reader
from e3.text import Span

_QUOTED = "Does this apply in your case: "


@dataclass(frozen=True)
class Drafted:
    """A drafted rule in its text."""

    rule_text: RuleText
    rule: PolicyRule

    def block(self, number: int) -> str:
        """What a judge reads."""
        return f"{number}.\n  rule: {self._in_sentence()}\n  question: {self.rule.question}\n"

    def _in_sentence(self) -> str:
        text, span = self.rule_text.text, self.rule.span
        around = next((s for s in self._sentences() if s.overlaps(span)), span)
        start, end = min(around.start, span.start), max(around.end, span.end)
        said = f"{text[start : span.start]}[{span.of(text)}]{text[span.end : end]}"
        lead = lead_of(self.rule_text, span)
        led = f"{lead.of(text)} … " if lead and lead.end <= start else ""
        return " ".join(f"{led}{said}".split())

    def _sentences(self) -> Iterator[Span]:
        for block in self.rule_text.blocks:
            yield from sentences(self.rule_text.text, block.span)


def drafted(source: str, drafter: Drafter) -> Iterator[Drafted]:
    """All rules that are drafted of a source's texts."""
    seen: set[str] = set()
    for policy in policies_of(read_trees(source)).values():
        if policy.rule_text.text in seen:
            continue
        seen.add(policy.rule_text.text)
        draft = drafter.draft(policy.rule_text, [each.question for each in policy.questions])
        for rule in draft.rules:
            yield Drafted(policy.rule_text, rule)


def main() -> None:
    """Prints the sample that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("samples", nargs="+", metavar="SOURCE:COUNT")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--model")
    arguments = parser.parse_args()
    drafter = find_drafter("network", Reader.load(arguments.model))
    number = 0
    for sample in arguments.samples:
        source, _, count = sample.rpartition(":")
        every = list(drafted(source, drafter))
        drawn = random.Random(arguments.seed).sample(every, min(int(count), len(every)))
        print(f"## {source}\n")
        for each in drawn:
            number += 1
            print(each.block(number))
        for told, among in (("drawn", drawn), ("all", every)):
            quoted = sum(each.rule.question.startswith(_QUOTED) for each in among)
            print(f"{source}, {told}: {quoted} of {len(among)} quoted", file=sys.stderr)


if __name__ == "__main__":
    main()
