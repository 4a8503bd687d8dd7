"""What stands in brackets behind a rule excuses from that rule alone."""

import pytest

from e3.drafting.waived import with_waived
from e3.policy.logic import parse, written
from e3.policy.rule_text import RuleText
from e3.reading.drafts import FoundDraft, FoundRule
from e3.text import Span


def drafted(text: str, found: list[str], logic: str, question: str = "Can I join?") -> str:
    spans = [Span(text.index(words), text.index(words) + len(words)) for words in found]
    rules = tuple(FoundRule(span, speaks_for=True, sure=0.9, side_sure=0.6) for span in spans)
    draft = FoundDraft(rules, parse(logic), answered=0.9, logic_sure=0.7, right=0.6)
    after = with_waived(draft, RuleText(text), question).holds_when
    assert after is not None
    return written(after)


NOTE = "You must be 18, have a note (not needed if you are a nurse), and pay."
FOUND = ["be 18", "have a note", "you are a nurse", "pay"]


@pytest.mark.parametrize("logic", ["r0 and r1 and r2 and r3", "(r0 and r1 and r3) or r2"])
def test_who_is_excused_from_a_rule_must_meet_the_others(logic: str) -> None:
    assert drafted(NOTE, FOUND, logic) == "r0 and (r1 or r2) and r3"


@pytest.mark.parametrize(
    ("text", "found", "after"),
    [
        ("Show a receipt (unless it was a gift).", ["a receipt", "a gift"], "r0 or r1"),
        ("Pay a deposit (waived for charities).", ["a deposit", "charities"], "r0 or r1"),
        ("A year here (this does not apply to refugees).", ["year here", "refugees"], "r0 or r1"),
        ("A note (unless ill or blind) is due.", ["A note", "ill", "blind"], "r0 or r1 or r2"),
        # These excuse from nothing, or from more than the brackets can say.
        ("Live here (and own a car).", ["Live here", "own a car"], "r0 and r1"),
        ("Live here (in town). Own a car.", ["Live here", "Own a car"], "r0 and r1"),
        ("A note (unless ill and old).", ["A note", "ill", "old"], "r0 and r1 and r2"),
    ],
)
def test_how_brackets_excuse(text: str, found: list[str], after: str) -> None:
    logic = " and ".join(f"r{number}" for number in range(len(found)))
    assert drafted(text, found, logic) == after


def test_a_question_for_the_opposite_is_left_to_the_network() -> None:
    logic = "r0 and r1 and r2 and r3"
    assert drafted(NOTE, FOUND, logic, "Will I be refused?") == logic
