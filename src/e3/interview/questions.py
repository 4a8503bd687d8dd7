"""A question about a rule, where the reader has not put one into words."""

from __future__ import annotations

from e3.baselines.pipeline.questions import write_question
from e3.baselines.pipeline.rules import RuleSpan, find_rules
from e3.conversation import RuleText
from e3.text import Span


def question_about(rule_text: RuleText, rule: Span) -> str:
    """A question about a rule; a bullet is read together with the sentence that begins its list."""
    text = rule_text.text
    around = (found for found in find_rules(text) if found.span.overlaps(rule))
    lead = next((found.lead for found in around), None)
    return write_question(text, RuleSpan(rule, lead))
