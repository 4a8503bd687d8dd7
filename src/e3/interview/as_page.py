"""An explanation as a page to print: whole in itself, state in words and in colour."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from e3.harmless import harmless, one_line
from e3.interview.as_text import basis, by_what, heading, reasons, said
from e3.policy.answers import State
from e3.text import Span, cut_at

if TYPE_CHECKING:
    from e3.interview.explanation import Explanation

_COLOURS = {
    State.MET: ("#0b5d1e", "#e3f4e6"),
    State.NOT_MET: ("#8f1414", "#fbe6e6"),
    State.UNKNOWN: ("#6b4e00", "#fff3cf"),
    State.NOT_NEEDED: ("#4a4f57", "#eceef1"),
}
"""Of the writing and behind it, each pair with a contrast of 7 to 1 or more."""

_STYLE = """\
body { font: 1rem/1.5 Georgia, serif; color: #111; max-width: 44rem }
body { margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; margin-bottom: .3rem }
h2 { font-size: 1.1rem; margin-top: 1.8rem }
.outcome { font-size: 1.2rem; font-weight: bold; margin-top: 0 }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
ol { padding-left: 1.5rem } li { margin-bottom: .6rem; overflow-wrap: anywhere }
.state { font: bold .85rem sans-serif; padding: .1rem .4rem; border-radius: .2rem }
.by { display: block; font-size: .9rem }
.unchecked { border-left: .3rem solid #6b4e00; padding: .4rem .8rem; background: #fff3cf }
mark { padding: 0 .1rem } mark sup { font: bold .7rem sans-serif }
@media print {
  body { margin: 0; max-width: none }
  li { break-inside: avoid }
  * { print-color-adjust: exact }
}
"""


def html(explanation: Explanation) -> str:
    """The page."""
    title = escape(one_line(explanation.question))
    colours = "".join(
        f".{_class(state)} {{ color: {ink}; background: {paper} }}\n"
        for state, (ink, paper) in _COLOURS.items()
    )
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        # Should anything ever slip through the escaping, it may load nothing and run nothing.
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{title}</title>",
        f"<style>\n{_STYLE}{colours}</style>",
        "</head>",
        "<body>",
        "<main>",
        f'<h1 dir="auto">{title}</h1>',
        f'<p class="outcome">{escape(said(explanation))}</p>',
        *_body(explanation),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _body(explanation: Explanation) -> Iterator[str]:
    for sentence in reasons(explanation):
        yield f'<p dir="auto">{escape(sentence)}</p>'
    if explanation.confidence is not None:
        yield f"<p>Confidence in the draft: {explanation.confidence:.0%}</p>"
    if explanation.rules:
        yield "<h2>The rules</h2>"
        yield "<ol>"
        for rule in explanation.rules:
            state = f'<span class="state {_class(rule.state)}">{rule.state.value}</span>'
            known = by_what(rule)
            by = f' <span class="by" dir="auto">{escape(known)}</span>' if known else ""
            yield f"<li>{state} <bdi>{escape(heading(rule))}</bdi>{by}</li>"
        yield "</ol>"
    if explanation.scenario:
        yield "<h2>What was told</h2>"
        yield f'<p class="text" dir="auto">{escape(harmless(explanation.scenario))}</p>'
    yield "<h2>What this rests on</h2>"
    checked = ' class="unchecked"' if explanation.basis.is_draft else ""
    first, *others = basis(explanation)
    yield f"<p{checked}>{escape(first)}</p>"
    for sentence in others:
        yield f'<p dir="auto">{escape(sentence)}</p>'
    yield "<h2>The rule text</h2>"
    yield f'<div class="text" dir="auto">{"".join(_marked(explanation))}</div>'


def _marked(explanation: Explanation) -> Iterator[str]:
    """The rule text with its rules marked; where rules overlap, the first has the mark."""
    text = harmless(explanation.rule_text)
    rules = [
        (number, rule.span, rule.state)
        for number, rule in enumerate(explanation.rules, start=1)
        if rule.span is not None
    ]
    [cut] = cut_at([span for _, span, _ in rules], [Span(0, len(text))])
    marked: int | None = None
    for span, place in cut:
        part = escape(span.of(text))
        if place is None:
            yield part
            continue
        number, _, state = rules[place]
        label = "" if number == marked else f"<sup>{number}</sup>"
        yield f'<mark class="{_class(state)}" title="{state.value}">{label}{part}</mark>'
        marked = number


def _class(state: State) -> str:
    return state.value.replace(" ", "-")
