"""A reply explained as in the paper's figures: rules underlined in their text, and their scores."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import shorten

import click

from e3.cli.output import table
from e3.harmless import harmless
from e3.reading.conversation import Conversation, Decision, Reply, Rule
from e3.text import Span

_BAR = 30
_COLUMNS = 28  # what stands before and behind the text of a rule in the table of scores


def figure(conversation: Conversation, reply: Reply, *, width: int) -> str:
    """The rule text with its rules, their scores, and the probabilities of the decisions.

    Colours are in it as terminal codes, which `echo_coloured` takes out where there are none.
    """
    text = harmless(conversation.rule_text.text)
    parts = ["\n".join(_underlined(text, reply, width))]
    if reply.rules:
        parts.append(_scores(text, reply, width))
    if reply.probabilities:
        parts.append(_bars(reply))
    return "\n\n".join(parts)


def _underlined(text: str, reply: Reply, width: int) -> Iterator[str]:
    """The text, wrapped; under each line one or more lines with the rules that it holds."""
    for line in wrapped(text, width):
        here = [
            (number, Span(max(rule.span.start, line.start), min(rule.span.end, line.end)))
            for number, rule in enumerate(reply.rules, start=1)
            if rule.span.overlaps(line)
        ]
        yield _styled(text, line, [span for _, span in here])
        yield from _marks(text, line, here, reply.asked)


def _styled(text: str, line: Span, rules: Sequence[Span]) -> str:
    """A line with its rules underlined, as far as the terminal can do that by itself."""
    inside = groupby(
        range(line.start, line.end), lambda at: any(span.start <= at < span.end for span in rules)
    )
    return "".join(
        click.style(part, underline=True) if is_rule else part
        for is_rule, places in inside
        for part in ["".join(text[at] for at in places)]
    )


def _marks(
    text: str, line: Span, here: Sequence[tuple[int, Span]], asked: int | None
) -> Iterator[str]:
    """Underlines that begin with the number of their rule; those that overlap get more lines."""
    left = list(here)
    while left:
        marks, column, next_left = "", 0, []
        for number, span in left:
            start = cells(text[line.start : span.start])
            if start < column:
                next_left.append((number, span))
                continue
            mark = str(number).ljust(cells(span.of(text)), "‾")
            is_asked = number - 1 == asked
            colour = "blue" if is_asked else "cyan"
            marks += " " * (start - column) + click.style(mark, fg=colour, bold=is_asked)
            column = start + len(mark)
        yield marks
        left = next_left


def wrapped(text: str, width: int) -> Iterator[Span]:
    """The lines of a text, cut between words where they are wider than `width` cells."""
    position = 0
    for line in text.splitlines(keepends=True):
        rest = Span(position, position + len(line.rstrip()))
        position += len(line)
        while cells(rest.of(text)) > width:
            cut = _cut(text, rest, width)
            yield Span(rest.start, rest.start + len(text[rest.start : cut].rstrip()))
            rest = Span(cut, rest.end).stripped(text)
        yield rest


def _cut(text: str, line: Span, width: int) -> int:
    """Where to cut a line that is too wide: behind a word, or else inside one."""
    used, fits, behind_word = 0, line.start + 1, None
    for at in range(line.start, line.end):
        if text[at].isspace() and text[line.start : at].strip():
            behind_word = at
        used += cells(text[at])
        if used > width:
            break
        fits = at + 1
    return fits if behind_word is None else behind_word


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _scores(text: str, reply: Reply, width: int) -> str:
    """The rules with the paper's scores; with their states where the system has none."""
    scored = any(rule.scores for rule in reply.rules)
    heading = ["", *(["r", "g", "h"] if scored else ["state"]), "rule"]
    rows = []
    for index, rule in enumerate(reply.rules):
        short = shorten(rule.span.of(text), max(20, width - _COLUMNS), placeholder=" …")
        arrow = "  ←" if index == reply.asked else ""
        known = _figures(rule) if scored else [rule.state.value]
        rows.append([str(index + 1), *known, short + arrow])
    scores = "r inquiry, g entailed by the scenario, h entailed by the history; " if scored else ""
    right = (0, 1, 2, 3) if scored else (0,)
    return f"{table([heading, *rows], right=right)}\n{scores}← is asked about"


def _figures(rule: Rule) -> list[str]:
    if rule.scores is None:
        return ["-"] * 3
    figures = (rule.scores.inquiry, rule.scores.scenario, rule.scores.history)
    return [f"{figure:.2f}" for figure in figures]


def _bars(reply: Reply) -> str:
    rows = [
        [decision.value, f"{probability:.1%}", "█" * round(_BAR * probability)]
        for decision in Decision
        if (probability := reply.probabilities.get(decision)) is not None
    ]
    return table(rows, right=(1,))
