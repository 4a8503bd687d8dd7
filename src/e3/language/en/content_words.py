"""Words that say something, told from words of grammar (stop words), and their stems."""

from __future__ import annotations

from e3.memory import remembered
from e3.text import Span, words

_STEM = 5

EMPTY_WORDS = frozenset(
    """a an the and or but if of to in on at for from by with as is are was were be been being am
    do does did have has had having will would can could should may might must shall i you your
    yours yourself he she it its they their them we our us his her him this that these those there
    here any so then which who whom whose what when where how why also s t re ve ll d m isn aren
    don doesn didn wasn weren hasn haven won""".split()
)
"""Words of grammar: they are trimmed from questions and spans and cost next to nothing."""

LIGHT_WORDS = frozenset(
    """not no either both each all some such than about into over under up down out only own same
    other more most before after during within without between until since least""".split()
)
"""Words that mean something, but only beside others."""


def content_words(text: str) -> list[str]:
    """The words of a text that are not words of grammar."""
    return [word.text for word in words(text) if word.text not in EMPTY_WORDS]


@remembered
def stems(text: str) -> frozenset[str]:
    """The content words of a text, cut to their first letters, so that most forms are one."""
    return frozenset(word[:_STEM] for word in content_words(text))


def trimmed(text: str, span: Span, *, but: frozenset[str] = frozenset()) -> Span:
    """The span from its first to its last word that is not one of grammar; never empty.

    Words of grammar directly before the first stay if they are of `but`.
    """
    inside = words(text, span)
    content = [place for place, word in enumerate(inside) if word.text not in EMPTY_WORDS]
    if not content:
        return Span(inside[0].span.start, inside[-1].span.end) if inside else span
    first = content[0]
    while first and inside[first - 1].text in but:
        first -= 1
    return Span(inside[first].span.start, inside[content[-1]].span.end)
