"""Two rules with one question, told apart by where the text has them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import count
from operator import itemgetter

from e3.language.en.leads import before, lead_of
from e3.language.en.rules import RuleSpan
from e3.policy.rule_text import BlockKind, RuleText, once_a_text
from e3.text import Span

_MOST_WORDS = 10
_NTH = "second third fourth fifth sixth seventh eighth ninth tenth".split()


def told_apart(rule_text: RuleText, rule: RuleSpan, question: str) -> Iterator[str]:
    """The question with more and more of where its rule stands, without end."""
    text = rule_text.text
    asked = question.removesuffix("?")
    told = before(text, rule.span, rule.lead or lead_of(rule_text, rule.span))
    inline, lead = told.rpartition("\n")[2].split(), told.rpartition("\n")[0].split()
    for words in (inline, lead, _behind(text, rule.span)):
        if said := _quoted(words, at_end=words in (inline, lead)):
            yield f"{asked} (where the text says “{said}”)?"
    if heading := _heading(rule_text, rule.span):
        yield f"{asked} (under “{heading}”)?"
    for time in count():
        yield f"{asked} (the {_nth(time)} time the text says so)?"


def _nth(time: int) -> str:
    return _NTH[time] if time < len(_NTH) else f"{time + 2}th"


def _quoted(words: list[str], *, at_end: bool) -> str:
    """The words next to a rule, as many as can be taken in."""
    kept = words[-_MOST_WORDS:] if at_end else words[:_MOST_WORDS]
    said = " ".join(kept).replace("“", "‘").replace("”", "’").strip(" *_,;:.–—-|#")
    if len(said.split()) < 2:
        return ""
    cut = "… " if at_end and len(words) > _MOST_WORDS else ""
    return f"{cut}{said} …" if at_end else f"… {said}"


def _behind(text: str, span: Span) -> list[str]:
    """What of the rule's line stands behind it."""
    end = text.find("\n", span.end)
    return text[span.end : end if end >= 0 else len(text)].strip(" .,;:").split()


def _heading(rule_text: RuleText, span: Span) -> str:
    """The line above the paragraphs that a rule stands in, if it is as short as a heading."""
    headings = _headings(rule_text)
    place = bisect_right(headings, span.start, key=itemgetter(0))
    return headings[place - 1][1] if place else ""


@once_a_text
def _headings(rule_text: RuleText) -> tuple[tuple[int, str], ...]:
    """The lines that may be headings, each with the place where it ends."""
    found = []
    for block in rule_text.blocks:
        said = block.span.of(rule_text.text)
        if block.kind is BlockKind.BULLET or said.endswith((".", "!", ":", ",")):
            continue
        words = said.strip(" *_#:").split(maxsplit=_MOST_WORDS)
        if 0 < len(words) <= _MOST_WORDS:
            found.append((block.span.end, " ".join(words)))
    return tuple(found)
