"""An explanation in words: as plain text and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from e3.harmless import harmless, one_line
from e3.language.en import wording
from e3.language.en.wording import clause_line
from e3.policy.answers import State

if TYPE_CHECKING:
    from e3.interview.explanation import ExplainedRule, Explanation

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
# Spaces of one line only: with line breaks among them, each blank line would look at all others.
_LINE_START = re.compile(r"^([^\S\n]*+)([-+=]|\d++(?=[.)]))", re.MULTILINE)


def said(explanation: Explanation) -> str:
    """How it ended, as a sentence."""
    match explanation.outcome.value:
        case "not answered":
            return wording.NOT_ANSWERED
        case "cannot tell":
            still_open = any(rule.state is State.UNKNOWN for rule in explanation.rules)
            return wording.cannot_tell(still_open=still_open)
        case "open":
            return wording.NOT_FINISHED
        case answer:
            return wording.concluded(answer, sure=explanation.sure is not False)


def basis(explanation: Explanation) -> list[str]:
    """What the outcome rests on: whether the rules were checked, which text, whom to ask."""
    rests = explanation.basis
    checked = []
    if rests.is_draft:
        checked = [wording.NOT_CHECKED]
    elif rests.reviewed_by:
        checked = [wording.reviewed(rests.reviewed_by, rests.reviewed_on)]
    return checked + wording.rests_on(
        rests.title,
        date=rests.date,
        address=rests.address,
        contact=rests.contact,
        version=rests.version,
    )


def reasons(explanation: Explanation) -> list[str]:
    """Why it ended so and what would change it, or what the policy answers instead."""
    if explanation.outcome.value == "not answered" and explanation.answers:
        return [wording.it_answers(explanation.answers)]
    because = [explanation.because] if explanation.because else []
    unread = [wording.UNREAD] if explanation.unread else []
    return [*because, *explanation.would_change, *unread]


def by_what(rule: ExplainedRule) -> str | None:
    """By what the state of a rule is known, as a sentence; None where nothing was said of it."""
    if rule.question is None or rule.answer is None:
        return None
    if rule.value is not None:
        return wording.by_value(
            rule.question, rule.value, rule.scenario, corrected=rule.value != rule.understood_value
        )
    if rule.scenario is None:
        return wording.by_answer(rule.question, rule.answer)
    return wording.by_story(rule.question, rule.scenario, rule.understood, rule.answer)


def heading(rule: ExplainedRule) -> str:
    """The clause of a rule, or its question where it has no place in the text."""
    return clause_line(rule.clause) if rule.clause else one_line(rule.question or "")


def text(explanation: Explanation) -> str:
    """As plain text."""
    lines = [one_line(explanation.question), "", _said_with_confidence(explanation)]
    if why := reasons(explanation):
        lines += ["", *why]
    if explanation.rules:
        width = max(len(rule.state.value) for rule in explanation.rules)
        lines.append("")
        for rule in explanation.rules:
            lines.append(f"  {rule.state.value:<{width}}  {heading(rule)}")
            if sentence := by_what(rule):
                lines.append(f"  {'':<{width}}  {sentence}")
    return "\n".join([*lines, "", *basis(explanation)]) + "\n"


def _said_with_confidence(explanation: Explanation) -> str:
    sentence = said(explanation)
    if explanation.confidence is None:
        return sentence
    return f"{sentence} (confidence in the draft: {explanation.confidence:.0%})"


def markdown(explanation: Explanation) -> str:
    """As Markdown; nothing of the text acts as a mark of it."""
    return "\n\n".join(_blocks(explanation)) + "\n"


def _blocks(explanation: Explanation) -> Iterator[str]:
    yield f"# {_literal(one_line(explanation.question))}"
    yield f"**{_literal(_said_with_confidence(explanation))}**"
    yield from map(_literal, reasons(explanation))
    if explanation.rules:
        yield "\n".join(_items(explanation))
    if explanation.scenario:
        yield "## What was told"
        yield _quoted(explanation.scenario)
    yield "## What this rests on"
    yield from map(_literal, basis(explanation))
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
