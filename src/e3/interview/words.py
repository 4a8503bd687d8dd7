"""An explanation in words: as plain text and as Markdown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from e3.language.en.rules import tidied
from e3.policy.answers import Answer, State
from e3.text import Span

if TYPE_CHECKING:
    from e3.interview.explanation import ExplainedRule, Explanation

_ANSWERS = {Answer.YES: "yes", Answer.NO: "no", Answer.UNKNOWN: "that you don't know"}
_TURNS = frozenset("LRE RLE LRO RLO PDF LRI RLI FSI PDI".split())
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))", re.MULTILINE)


def harmless(text: str) -> str:
    """The text with a visible sign for each character that would act on what is around it.

    These are controls and marks that turn the direction of a text; of those that are spaces, only
    the line break stays. No character changes its place.
    """
    return "".join(map(_harmless, text))


@lru_cache(maxsize=2**12)
def _harmless(sign: str) -> str:
    if sign == "\n":
        return sign
    acts = unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")
    if acts or unicodedata.bidirectional(sign) in _TURNS:
        return " " if sign.isspace() else "\N{REPLACEMENT CHARACTER}"
    return sign


def one_line(text: str) -> str:
    """The text in one line, harmless."""
    return " ".join(harmless(text).split())


def clause_line(clause: str) -> str:
    """A clause in one line, without the punctuation and the "or" that join it to its neighbours."""
    return one_line(tidied(clause, Span(0, len(clause))).of(clause))


def said(explanation: Explanation) -> str:
    """How it ended, as a sentence."""
    match explanation.outcome.value:
        case "not answered":
            return "This text does not answer that question."
        case "cannot tell":
            still_open = any(rule.state is State.UNKNOWN for rule in explanation.rules)
            return f"I can't tell{': these rules are still open' if still_open else ''}."
        case "open":
            return "The interview is not finished."
        case answer:
            return (
                f"{answer.capitalize()}." if explanation.sure else f"Not sure: probably {answer}."
            )


def by_what(rule: ExplainedRule) -> str | None:
    """By what the state of a rule is known, as a sentence; None where nothing was said of it."""
    if rule.question is None or rule.answer is None:
        return None
    asked = f"“{one_line(rule.question)}”"
    if rule.scenario is None:
        sentence = f"You answered {_ANSWERS[rule.answer]} to {asked}"
    elif rule.answer is Answer.UNKNOWN:
        sentence = f"You left out what you wrote: “{one_line(rule.scenario)}”"
    elif rule.answer is rule.understood:
        wrote = one_line(rule.scenario)
        sentence = f"You wrote “{wrote}” and confirmed {_ANSWERS[rule.answer]} to {asked}"
    else:
        wrote = one_line(rule.scenario)
        sentence = f"You wrote “{wrote}” and corrected it to {_ANSWERS[rule.answer]}: {asked}"
    return sentence


def heading(rule: ExplainedRule) -> str:
    """The clause of a rule, or its question where it has no place in the text."""
    return clause_line(rule.clause) if rule.clause else one_line(rule.question or "")


def text(explanation: Explanation) -> str:
    """As plain text."""
    lines = [one_line(explanation.question), "", _said_with_confidence(explanation)]
    if explanation.rules:
        width = max(len(rule.state.value) for rule in explanation.rules)
        lines.append("")
        for rule in explanation.rules:
            lines.append(f"  {rule.state.value:<{width}}  {heading(rule)}")
            if sentence := by_what(rule):
                lines.append(f"  {'':<{width}}  {sentence}")
    return "\n".join(lines) + "\n"


def _said_with_confidence(explanation: Explanation) -> str:
    sentence = said(explanation)
    if explanation.confidence is None:
        return sentence
    return f"{sentence} (confidence {explanation.confidence:.0%})"


def markdown(explanation: Explanation) -> str:
    """As Markdown; nothing of the text acts as a mark of it."""
    return "\n\n".join(_blocks(explanation)) + "\n"


def _blocks(explanation: Explanation) -> Iterator[str]:
    yield f"# {_literal(one_line(explanation.question))}"
    yield f"**{_literal(_said_with_confidence(explanation))}**"
    if explanation.rules:
        yield "\n".join(_items(explanation))
    if explanation.scenario:
        yield "## What was told"
        yield _quoted(explanation.scenario)
    yield "## The rule text"
    yield _quoted(explanation.rule_text)


def _items(explanation: Explanation) -> Iterator[str]:
    for rule in explanation.rules:
        yield f"- **{rule.state.value}**: {_literal(heading(rule))}"
        if sentence := by_what(rule):
            yield f"  - {_literal(sentence)}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in _literal(harmless(text)).splitlines())


def _literal(text: str) -> str:
    return _LINE_START.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\1", text))
