"""From logic to the dialogue that finds out whether it holds."""

from __future__ import annotations

from collections.abc import Mapping

from e3.conversation import Answer
from e3.policies.logic import Expression, given, matters, names
from e3.sharc.trees import Conclusion, Inquiry, Node


def dialogue(yes_when: Expression | bool, questions: Mapping[str, str]) -> Node:
    """The root of a tree that asks only what still matters.

    `questions` has the question of each rule, by its id, in the order in which they are asked.
    """
    if not isinstance(yes_when, bool) and not (open_rules := matters(yes_when)):
        yes_when = given(yes_when, dict.fromkeys(names(yes_when), True))
    if isinstance(yes_when, bool):
        return Conclusion(Answer.YES if yes_when else Answer.NO)
    rule = next(rule for rule in questions if rule in open_rules)
    yes, no = (dialogue(given(yes_when, {rule: met}), questions) for met in (True, False))
    return Inquiry(questions[rule], yes, no)
