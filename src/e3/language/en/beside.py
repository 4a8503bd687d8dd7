"""What a question says beside what it compares: a lead, what is left out of a sum, who one is.

"If you rent, do you pay more than £900?" compares what "Do you pay more than £900?" does.
"""

from __future__ import annotations

import re
from dataclasses import replace

from e3.language.en.compared_quantity import Compared
from e3.language.en.quantities import quantities
from e3.text import Span

# "In the last tax year, did you earn less than £900?"
_LEAD = re.compile(
    r"(?P<word>in|for|during|over|as|with|without|leaving out|(?:not )?(?:counting|including)"
    r"|before|after|apart from|aside from|besides|excluding|together with|of"
    r"|since|if|when|while|at|on|under)\s"
    r"[^,?]{1,80},\s(?=(?:is|are|was|were|do|does|did|have|has|had|will|would|can|could)\s)",
    re.IGNORECASE,
)
_CONDITIONS = ("if", "when", "while", "at", "on", "under")
"""What begins a lead that may ask for something itself: "If you are over 60, …"."""

# What is said not to count has amounts of its own: "and a car worth up to €4,000".
_LEFT_OUT = re.compile(
    r",\s(?:not counting|leaving out|leaving aside|excluding|not including|apart from)\s"
    r"(?:[^,?]|,(?=\d{3}))*(?:,(?=\s)|(?=\?|$))",
    re.IGNORECASE,
)
# "Do you weigh at least 50 kg (7 stone 12 pounds)?"
_IN_BRACKETS = re.compile(r"(?<=\w)\s\((?P<said>[^()]{1,40})\)(?=\s|\?|$)")
# "Are you, the leader, 21 or over?"
_WHO_IS = re.compile(
    r"^(?:(?:is|are|were|was)\s(?:you|(?:the|your)\s\w+))(?P<out>,\s(?:the|your|as)\s[^,?\d]{1,40},)"
    r"(?=\s)",
    re.IGNORECASE,
)


def beside(question: str) -> Span | None:
    """Words of a question that may be taken out of it, with what it compares unchanged."""
    if lead := _LEAD.match(question):
        asks = lead["word"].casefold() in _CONDITIONS and any(quantities(lead[0]))
        return None if asks else Span(0, lead.end())
    if who := _WHO_IS.match(question):
        return Span(*who.span("out"))
    if (again := _IN_BRACKETS.search(question)) and _is_amount(question[: again.start()], again):
        return Span(*again.span())
    left_out = _LEFT_OUT.search(question)
    return None if left_out is None else Span(*left_out.span())


def _is_amount(before: str, again: re.Match[str]) -> bool:
    """Whether brackets hold an amount and no more, behind another of its kind."""
    last, said = list(quantities(before))[-1:], list(quantities(again["said"]))
    whole = len(said) == 1 and len(said[0].span) == len(again["said"])
    return whole and bool(last) and last[0].kind is not None and last[0].kind is said[0].kind


def put_back(found: Compared | None, out: Span) -> Compared | None:
    """What a question compares, in the places of the one that some words were taken out of."""
    if found is None:
        return None
    by = out.end - out.start

    def later(span: Span) -> Span:
        start, end = (at + by if at >= out.start else at for at in (span.start, span.end))
        return Span(start, end)

    quantity = replace(found.quantity, span=later(found.quantity.span))
    things = found.things and later(found.things)
    return replace(found, phrase=later(found.phrase), quantity=quantity, things=things)
