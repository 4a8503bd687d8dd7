"""A draft as a person reads it: its rules, its logic, and what to look at first."""

from __future__ import annotations

from e3.cli.output import table
from e3.harmless import one_line
from e3.language.en import proofs, stating, wording
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.studio.review import unsure

_MOST_DOUBTS = 8
"""Of the least sure parts; who is told to look at everything looks at nothing."""


def draft_report(policy: Policy) -> str:
    """The report."""
    parts = [f"{one_line(policy.title)}: a draft by {policy.drafted_by}.\n{wording.NOT_CHECKED}"]
    rules = enumerate(policy.rules, start=1)
    parts += [_rule(number, rule, policy) for number, rule in rules]
    parts += [_answer(asked, policy) for asked in policy.questions]
    parts += [
        f"{one_line(question)}\n  {wording.NOT_ANSWERED}"
        for question in policy.irrelevant_questions
    ]
    if doubts := unsure(policy)[:_MOST_DOUBTS]:
        rows = [[f"{doubt.sure:.0%}", doubt.sentence(policy)] for doubt in doubts]
        parts.append(f"Look at these first:\n{table(rows, right=[0], indent='  ')}")
    return "\n\n".join(parts)


def _rule(number: int, rule: PolicyRule, policy: Policy) -> str:
    clause = wording.clause_line(rule.span.of(policy.rule_text.text))
    sure = rule.confidence
    confidence = f" (confidence {sure.rule * sure.question * sure.polarity:.0%})" if sure else ""
    asked = f"{one_line(rule.question)} Yes means {rule.yes_means.value}.{confidence}"
    return f"{number:>3}  {clause}\n     {asked}{_compared(rule, policy)}"


def _compared(rule: PolicyRule, policy: Policy) -> str:
    """What is asked for instead, where a value settles the rule."""
    fact = policy.fact_of(rule)
    of = policy.fact(fact.since) if fact and fact.since else fact
    if rule.value is None or of is None:
        return ""
    test = f"{rule.value.test} {one_line(rule.value.unit)}".strip()
    return f"\n     By a value: yes if it is {test}. Asked once: {one_line(of.question)}"


def _answer(asked: PolicyQuestion, policy: Policy) -> str:
    lines = [one_line(asked.question), f"  {stating.yes_if(policy, asked.yes_when)}", ""]
    outline = proofs.outline(policy, asked.yes_when)
    return "\n".join([*lines, *(f"  {'  ' * depth}{line}" for depth, line in outline)])
