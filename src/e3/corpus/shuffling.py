"""Rows told in another order (perturbation): a reader that reads does not care about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from e3.corpus.rows import Row
from e3.language.en.sentences import sentences
from e3.text import Span

T = TypeVar("T")


def shuffle_history(row: Row, *, seed: int) -> Row:
    """The row with the turns of its history in another order."""
    turns = reordered(row.conversation.history, Random(f"{seed} history {row.utterance_id}"))
    return replace(row, conversation=replace(row.conversation, history=tuple(turns)))


def shuffle_scenario(row: Row, *, seed: int) -> Row:
    """The row with the sentences of its scenario in another order."""
    scenario = row.conversation.scenario
    told = [span.of(scenario) for span in sentences(scenario, Span(0, len(scenario)))]
    if len(told) < 2:
        return row
    again = reordered(told, Random(f"{seed} scenario {row.utterance_id}"))
    text = " ".join([*(_ended(sentence) for sentence in again[:-1]), again[-1]])
    return replace(row, conversation=replace(row.conversation, scenario=text))


def reordered(items: Sequence[T], random: Random) -> list[T]:
    """The items in another order than theirs, where there is one that reads differently."""
    again = list(items)
    while any(item != items[0] for item in items) and again == list(items):
        random.shuffle(again)
    return again


def _ended(sentence: str) -> str:
    """The last sentence of a story may lack its full stop, which it needs before another."""
    return sentence if sentence.rstrip("\"”’')]").endswith((".", "!", "?")) else f"{sentence}."
