"""Who decides ShARC's turns better: the network of the turn, or the logic over a draft's rules?

    python -m tools.measure_turns ../shared/data/sharc/dev.json
    python -m tools.measure_turns ../shared/data/sharc/train.json --held-out 0.1

By logic a row is decided as an interview is that has come so far: the text is drafted once a
question, the scenario read once beside its rules, each turn of the history answers the drafted rule
from whose place in the text its question comes (span matching), and what is known then either
concludes or leaves a rule to ask for. What a scenario tells counts from a bound on its confidence.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from e3.cli.output import progress_bar
from e3.corpus.corpus import is_held_out
from e3.corpus.matching import match_spans
from e3.corpus.predictions import answer_of
from e3.corpus.rows import Row
from e3.corpus.sources import read_rows
from e3.drafting.drafter import Drafter, find_drafter
from e3.errors import BadInput, TooLong
from e3.evaluation.metrics import evaluate
from e3.interview.asked import question_asked
from e3.interview.course import follow, rule_of
from e3.interview.events import Started
from e3.interview.facts import Fact
from e3.interview.steps import Ask, CannotTell, Concluded, NotAnswered
from e3.language.en.likeness import negated
from e3.policy.answers import Answer
from e3.policy.policy import Policy, PolicyRule
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Turn
from e3.reading.drafts import StoryRule, StorySystem, Told, stories_of
from e3.reading.reader import Reader
from e3.training.measure import read_in_parts

FIGURES = ("micro_accuracy", "macro_accuracy", "bleu_1", "bleu_4", "combined")
BOUNDS = (0.9, 0.7, 0.5)
"""How sure it must be what a scenario tells; the interview asks for a confirmation from 0.9 on."""
SURE_DRAFT = 0.8
"""How sure a draft must be for its logic to have the say before the network."""


@dataclass(frozen=True)
class LogicOfDrafts:
    """Decides turns by logic; drafts nothing and reads no story twice."""

    drafter: Drafter
    stories: StorySystem
    drafts: dict[tuple[RuleText, str], Policy] = field(default_factory=dict)
    told: dict[tuple[RuleText, str, str], list[Told]] = field(default_factory=dict)

    def reply(self, said: Conversation, bound: float) -> Reply:
        """What an interview that has come so far would say."""
        policy = self._draft(said)
        asked = question_asked(policy, said.question)
        version = said.rule_text.version
        start = Started(version, said.question, said.scenario, None, asked)
        facts = [*self._of_history(policy, said.history), *self._of_story(policy, said, bound)]
        match follow(policy, start, facts).step:
            case Concluded(decision=decision, confidence=confidence):
                return Reply(decision, 1.0 if confidence is None else confidence)
            case Ask(rule=span):
                rule = next(rule for rule in policy.rules if rule.span == span)
                return Reply(Decision.INQUIRE, 0.0, rule.question)
            case NotAnswered():
                return Reply(Decision.IRRELEVANT, 0.0)
            case CannotTell(open=(first, *_)):
                return Reply(Decision.INQUIRE, 0.0, first.question)
        raise AssertionError("there is nothing to confirm")

    def _draft(self, said: Conversation) -> Policy:
        key = (said.rule_text, said.question)
        if key not in self.drafts:
            self.drafts[key] = self.drafter.draft(said.rule_text, [said.question])
        return self.drafts[key]

    def _of_story(self, policy: Policy, said: Conversation, bound: float) -> Iterator[Fact]:
        for rule, told in zip(policy.rules, self._tell(policy, said), strict=True):
            if told.words is not None and told.sure >= bound:
                yield Fact(rule.question, told.answer, rule.span, told.words)

    def _tell(self, policy: Policy, said: Conversation) -> list[Told]:
        key = (said.rule_text, said.question, said.scenario)
        if key not in self.told:
            text = policy.rule_text.text
            rules = [StoryRule(rule.question, rule.span.of(text)) for rule in policy.rules]
            silent = [Told(Answer.UNKNOWN, 0.0)] * len(rules)
            try:
                found = self.stories.tell(said.question, said.scenario, rules)
                self.told[key] = found if said.scenario and rules else silent
            except TooLong:
                self.told[key] = silent
        return self.told[key]

    def _of_history(self, policy: Policy, history: tuple[Turn, ...]) -> Iterator[Fact]:
        matches = match_spans(policy.rule_text, [turn.question for turn in history])
        for turn, match in zip(history, matches, strict=True):
            rule = rule_of(policy, Fact("", turn.answer, match.core))
            rule = rule or next((r for r in policy.rules if r.span.overlaps(match.core)), None)
            if rule is not None:
                yield Fact(rule.question, _answer(rule, turn), rule.span)


def _answer(rule: PolicyRule, turn: Turn) -> Answer:
    """To the drafted question, which may be about the same clause turned."""
    same = negated(rule.question) is negated(turn.question)
    return turn.answer if same else turn.answer.opposite


def measure(rows: list[Row], reader: Reader) -> dict[str, Any]:
    """The figures of the network, of logic, and of logic where its draft is sure."""
    stories = stories_of(reader)
    if stories is None:
        raise BadInput("this reader reads no stories", source=reader.model_id)
    logic = LogicOfDrafts(find_drafter(reader=reader), stories)
    with progress_bar(len(rows), " rows") as bar:
        network = read_in_parts(reader, rows, bar.update)
    ways = {"network": network}
    for bound in BOUNDS:
        with progress_bar(len(rows), f" rows by logic, {bound}") as bar:
            by_logic = []
            for row in rows:
                by_logic.append(logic.reply(row.conversation, bound))
                bar.update(1)
        ways[f"logic, stories from {bound}"] = by_logic
        ways[f"logic where sure, stories from {bound}"] = [
            one if one.confidence >= SURE_DRAFT else other
            for one, other in zip(by_logic, network, strict=True)
        ]
    return {name: _figures(rows, replies) for name, replies in ways.items()}


def _figures(rows: list[Row], replies: list[Reply]) -> dict[str, Any]:
    answers = {r.utterance_id: answer_of(reply) for r, reply in zip(rows, replies, strict=True)}
    found = evaluate(rows, answers).figures
    return {"rows": len(rows), **{name: round(100 * found[name], 1) for name in FIGURES}}


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", help="ShARC rows")
    parser.add_argument("--model", help="the folder of a reader; the one that ships without it")
    parser.add_argument("--held-out", type=float, help="only texts that a recipe so leaves out")
    given = parser.parse_args()
    rows = read_rows(given.source)
    if given.held_out is not None:
        rows = [r for r in rows if is_held_out(r.conversation.rule_text, given.held_out)]
    print(json.dumps(measure(rows, Reader.load(given.model)), indent=1))


if __name__ == "__main__":
    main()
