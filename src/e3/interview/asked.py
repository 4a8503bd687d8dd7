"""Which of a policy's questions a person asks, in their own words (intent matching)."""

from __future__ import annotations

from e3.language.en.likeness import likeness, same_question
from e3.policy.policy import Policy
from e3.text import question_key

LIKE = 0.6
"""How like a person's words must be to a question of the policy to be taken for it.

Of 1,680 questions near the topic that our training policies do not answer, 20 are as like as that
to one that they do; from 0.5 on it would be 81.
"""


def question_asked(policy: Policy, question: str) -> int | None:
    """The place of the question that is meant; None where the policy does not answer it."""
    key = question_key(question)
    known = [question_key(each.question) for each in policy.questions]
    if key in known:
        return known.index(key)
    if any(same_question(question, other) for other in policy.irrelevant_questions):
        return None
    alike = [likeness(question, each.question) for each in policy.questions]
    best = max(alike, default=0.0)
    return alike.index(best) if best >= LIKE else None
