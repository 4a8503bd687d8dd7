"""What stands before a rule: the lead-in of its list, and the beginning of its own sentence."""

from __future__ import annotations

import re
from bisect import bisect_right

from e3.language.en.sentences import sentences
from e3.policy.rule_text import BlockKind, RuleText, once_a_text
from e3.text import Span

JOINER = "\u2060"
"""Holds words together that are one word to grammar: "no longer"."""
_CANNOT = re.compile(r"\bcan[’']t\b|\bcannot\b", re.IGNORECASE)
_CONTRACTIONS = [
    (re.compile(short, re.IGNORECASE), long)
    for short, long in (
        (r"\bwon[’']t\b", "will not"),
        (r"n[’']t\b", " not"),
        (r"^[’']d\b", "would"),
        (r"^[’']s\b", "is"),
        (r"[’']re\b", " are"),
        (r"[’']ve\b", " have"),
        (r"[’']ll\b", " will"),
        (r"\b(it|he|she|that|there|who|what)[’']s (?=been\b|had\b|got\b)", r"\1 has "),
        (r"\b(it|he|she|that|there|who|what)[’']s\b", r"\1 is"),
        (r"\b(you|they|he|she|we)[’']d (?=\w+ed\b|been\b|had\b)", r"\1 had "),
        (r"\b(you|they|he|she|we)[’']d\b", r"\1 would"),
    )
]
_WILL_NEED = re.compile(r"\bwill (?:also )?need (?!to\b)", re.IGNORECASE)
_WILL_NEED_TO = re.compile(r"\bwill (?:also |first |still )?need to\b", re.IGNORECASE)
_MARKUP = re.compile(
    r"\*+|(?<!\w)_+|_+(?!\w)|`+|^[#>\s☐✓✔✘✗•‣◦▪●○·–—+-]+|(?<!\S)\((?:[ivx]{1,4}|[a-zA-Z]|\d{1,2})\)(?!\S)"
    r"|^(?:(?:\d{1,2}|[A-Za-z])[.)]|§ ?\d+\w?)\s|^\d+(?:\.\d+)*\s(?=[A-Z][a-z]* [a-z])"
)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
# In these "no" denies nothing.
_TOGETHER = re.compile(
    r"\bno (?:longer|(?:more|less|fewer|\w+er) than)\b|\bnot (?:only|just)\b|\bhe or she\b"
    r"|(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\bnot (?:more|less|fewer|later) than\b",
    re.IGNORECASE,
)
OPENS = re.compile(
    r"\b(?:if|unless|when|whenever|where|provided(?: always)?(?: that)?|providing(?: that)?"
    r"|as long as|so long as|whether|because(?! of\b)|while|once|on condition that|in case"
    r"|(?:before|after|until)(?= (?:you|they|it|he|she)\b)"
    r"|(?<=\w )(?<!\band )(?<!\bor )(?<!\bof )(?<!\bin )(?<!\bfor )(?<!\bto )"
    r"(?<!\bdo )(?<!\bthan )(?<!\bon )(?<!\bat )(?<!\bby )(?<!\bfrom )(?<!\bwith )(?<!\bwithin )"
    r"(?<!\bduring )(?<!\bthroughout )(?<!\bafter )(?<!\bbefore )(?<!\buntil )(?<!\bunder )that"
    r"|that(?=$)"
    r"|which|who|whose)\b",
    re.IGNORECASE,
)
_WINDOW = 400
"""Characters that are looked at of what stands before a rule."""
_MOST_ITEMS = 100
"""Of a list between a rule and what leads to it."""


def spelt_out(text: str) -> str:
    """The text without contractions, mark-up, needless space and punctuation at its ends."""
    text = _LINK.sub(r"\1", " ".join(text.split()))
    text = " ".join(_MARKUP.sub("", text).split()).strip(" ,;:.–—-")
    text = _CANNOT.sub("can not", text)
    if "’" in text or "'" in text:
        for short, long in _CONTRACTIONS:
            text = short.sub(long, text)
    text = _WILL_NEED_TO.sub("must", _WILL_NEED.sub("need ", text))
    return _TOGETHER.sub(lambda found: found[0].replace(" ", JOINER), text)


_INNER_LINE = re.compile(
    r"\n\s*\n|\n\s*(?:[-•–‣◦▪●○·*✓✔✘✗☐+]+|\(?\w{1,3}[.)]|\||#+)\s|\||\n(?=[A-Z])|[A-Z]{3,}\n"
)
_JOINS = re.compile(r"(?:[,;]|\band|\bor)\s*$")
_ENDED = re.compile(r"[.!?][\"”’')\]*_]*\s*(?:[*_]*\s*)$")


def before(text: str, span: Span, lead: Span | None) -> str:
    """The lead-in of a list, and what of the rule's own sentence stands before it."""
    window = text[max(0, span.start - _WINDOW) : span.start]
    inside = _INNER_LINE.split("\n" + window)[-1].replace("*", "")
    if window.rstrip(" *_").endswith("\n") and span.of(text)[:1].isupper():
        inside = ""
    if not inside.strip() or _ENDED.search(inside):
        sentence = ""
    else:
        *_, here = sentences(inside, Span(0, len(inside)))
        sentence = here.of(inside)
        announced, colon, listed = sentence.rpartition(":")
        if colon and _JOINS.search(listed) and not OPENS.search(listed):
            sentence = announced + colon
        if "(" in sentence.rpartition(")")[2]:
            sentence = sentence.rpartition("(")[2]
    # Every rule of a list looks at what leads to it anew: a long one would be its square.
    led = lead.of(text)[-_WINDOW:] if lead and lead.end <= span.start else ""
    led = "" if led.isupper() else led
    if led and sentence.strip() and sentence.strip() in led:
        sentence = ""
    return f"{led}\n{sentence}" if led else sentence


@once_a_text
def leads_of(rule_text: RuleText) -> tuple[tuple[Span, Span | None], ...]:
    """The bullets of a text, each with the sentence that its list begins with."""
    text = rule_text.text
    found = []
    open_leads: list[tuple[int, str, Span]] = []
    for block in rule_text.blocks:
        # What begins with bold words is no bullet.
        bold = block.marker == "**" and "**" in block.span.of(text)
        if block.kind is not BlockKind.BULLET or bold:
            *_, last = sentences(text, block.span)
            said = last.of(text).rstrip("*_ ")
            leads = block.kind is not BlockKind.TITLE or said.endswith((":", "…", " if", " you"))
            open_leads = [(-1, "", last)] if leads else []
            continue
        line = block.line(text).start
        indent = len(text[line : block.span.start]) - len(text[line : block.span.start].lstrip())
        mark = block.marker.strip("().0123456789abcdefghijklmnopqrstuvwxyz")
        while open_leads and open_leads[-1][:2] >= (indent, mark):
            open_leads.pop()
        found.append((block.span, open_leads[-1][2] if open_leads else None))
        said = block.span.of(text).rstrip()
        if said.endswith((":", *_GOES_ON)) or _BARE_SUBJECT.fullmatch(said):
            open_leads.append((indent, mark, block.span))
    return tuple(found)


# "(2) The applicant" above "(A) lives here": the items below it go on with it.
_GOES_ON = tuple(
    f" {last}"
    for last in "and are be either has have if is it must not or that they when who you".split()
)
_BARE_SUBJECT = re.compile(r"(?:[Tt]he|[Yy]our|[Aa]n?) [\w-]+|[Yy]ou")
_MARK = re.compile(r"\s*(?:[-•–‣◦▪●○·*✓✔✘✗☐►+]+|\(?(?:[ivx]{1,4}|\w)[.)])\s")


def lead_of(rule_text: RuleText, span: Span) -> Span | None:
    """The sentence that a list begins with, one of whose items a rule is.

    Marks that are none to Markdown count too.
    """
    text, bullets = rule_text.text, leads_of(rule_text)
    place = bisect_right(bullets, span.start, key=lambda each: each[0].end)
    if place < len(bullets) and bullets[place][0].overlaps(span):
        return bullets[place][1]
    start = text.rfind("\n", 0, span.start) + 1
    if not _MARK.match(text, start, span.start + 1):
        return None
    for _ in range(_MOST_ITEMS):
        if not start:
            break
        end = start - 1
        start = text.rfind("\n", 0, end) + 1
        line = Span(start, end).stripped(text)
        if line and not _MARK.match(text, start):
            *_, last = sentences(text, line)
            return last
    return None
