"""Training examples of drafts: what chunks of a text are to a question, and to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from e3.corpus.learnable import Learnable
from e3.language.en.chunks import Chunk, chunks
from e3.language.en.likeness import negated
from e3.networks.inputs import InputBuilder
from e3.policy.answers import State
from e3.policy.pairs import pairs_of
from e3.policy.policy import PolicyRule
from e3.policy.rule_text import RuleText
from e3.readers.states.chunk_inputs import chunk_input
from e3.readers.states.draft_decoding import Tag
from e3.readers.states.examples import StateExample
from e3.readers.states.known import NOTHING
from e3.readers.states.units import UnitInput
from e3.reading.conversation import DECISIONS, Decision
from e3.text import Span


@dataclass(frozen=True)
class TaggedRule:
    """A rule as chunks: where it begins, where it ends, and whether it speaks for a yes."""

    rule: PolicyRule
    first: int
    last: int
    speaks_for: bool


def tagged_rules(learnable: Learnable) -> list[TaggedRule]:
    """The rules that matter to an answer, each with its chunks; none has a chunk of another."""
    if learnable.yes_when is None:
        return []
    policy = learnable.policy
    text = policy.rule_text.text
    speaks = pairs_of(learnable.yes_when).speaks_for
    found = chunks(policy.rule_text)
    taken: set[int] = set()
    tagged: list[TaggedRule] = []
    for rule in sorted(policy.rules, key=lambda rule: rule.span):
        run = _run(found, text, rule.span) if rule.id in speaks else None
        if run is None or taken & set(run):
            continue
        taken |= set(run)
        turned = rule.yes_means is State.NOT_MET or (
            negated(rule.span.of(text)) and not negated(rule.question)
        )
        tagged.append(TaggedRule(rule, run[0], run[-1], speaks[rule.id] is not turned))
    return tagged


def _run(found: Sequence[Chunk], text: str, span: Span) -> range | None:
    """The chunks of which a span covers half at least, or the one that it shares most with."""
    shared = [min(c.span.end, span.end) - max(c.span.start, span.start) for c in found]
    half = [n for n, c in enumerate(found) if 0 < 2 * shared[n] >= len(c.core(text))]
    if half:
        return range(half[0], half[-1] + 1)
    best = max(range(len(found)), key=lambda n: shared[n], default=None)
    return None if best is None or shared[best] <= 0 else range(best, best + 1)


def draft_example(learnable: Learnable, builder: InputBuilder) -> StateExample:
    """What an answer teaches: its rules and their logic, or that there is none."""
    rule_text = learnable.policy.rule_text
    inputs = chunk_input(builder, rule_text, learnable.question)
    tagged = [each for each in tagged_rules(learnable) if each.last < len(inputs.units)]
    tags = [int(Tag.NONE)] * len(inputs.units)
    for each in tagged:
        tags[each.first : each.last + 1] = [int(Tag.GOES_ON)] * (each.last + 1 - each.first)
        tags[each.first] = int(Tag.FOR if each.speaks_for else Tag.AGAINST)
    answered = learnable.yes_when is not None
    decision = Decision.INQUIRE if answered else Decision.IRRELEVANT
    return StateExample(
        inputs=inputs,
        decision=DECISIONS.index(decision),
        states=(NOTHING,) * len(inputs.units),
        asked=NOTHING,
        ends=(NOTHING, NOTHING),
        opening=NOTHING,
        tags=tuple(tags),
        pairs=_pairs(learnable, tagged),
        edges=tuple(_edges(inputs, rule_text, each) for each in tagged),
    )


def _pairs(learnable: Learnable, tagged: Sequence[TaggedRule]) -> tuple[tuple[int, int, int], ...]:
    if learnable.yes_when is None:
        return ()
    together = pairs_of(learnable.yes_when).together
    found = []
    for one, other in combinations(tagged, 2):
        low, high = sorted((one.rule.id, other.rule.id))
        if (low, high) in together:
            found.append((one.first, other.first, int(together[low, high])))
    return tuple(found)


def _edges(inputs: UnitInput, rule_text: RuleText, tagged: TaggedRule) -> tuple[int, int, int, int]:
    """The first and the last position of the chunks of a rule, and of the rule itself."""
    cut = chunks(rule_text)
    whole = Span(cut[tagged.first].span.start, cut[tagged.last].span.end)
    outer = inputs.encoder.positions(whole) or (0, 0)
    inner = inputs.encoder.positions(tagged.rule.span) or outer
    inner = max(inner[0], outer[0]), min(inner[1], outer[1])
    return (*outer, *inner)
