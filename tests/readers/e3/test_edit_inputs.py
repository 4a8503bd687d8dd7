"""What of a rule the editor is given."""

import pytest

from e3.policy.rule_text import RuleText
from e3.readers.e3.edit_inputs import kept_text
from e3.text import Span


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("you must be a member", "a member"),
        ("are on a low income", "on a low income"),
        ("you have been accepted", "been accepted"),
        ("or you live in the town", "live in the town"),
        ("taken more leave than you’re entitled to;", "taken more leave than you’re entitled to"),
        ("they are", "they are"),
        ("savings", "savings"),
    ],
)
def test_articles_and_prepositions_stay_with_what_follows(rule: str, kept: str) -> None:
    assert kept_text(RuleText(rule), Span(0, len(rule))) == kept


def test_line_breaks_become_spaces() -> None:
    text = "if you\nlive   by the\nlake."
    assert kept_text(RuleText(text), Span(0, len(text))) == "live by the lake"
