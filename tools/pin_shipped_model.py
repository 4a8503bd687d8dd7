"""Writes tests/reading/shipped.json: what the model that comes with E3 says to a dozen of our own.

After a new model ships: look at what changed before you commit it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from e3 import Answer, Conversation, Reader, Turn
from e3.policy.policy import Policy
from e3.policy.samples import samples

TARGET = Path(__file__).parents[1] / "tests" / "reading" / "shipped.json"


def conversation(number: int, policy: Policy) -> Conversation:
    """Without and with a story, with a history of none, one and two turns, by turns."""
    rules = policy.rules[: number % 3]
    history = tuple(Turn(r.question, [Answer.YES, Answer.NO][number % 2]) for r in rules)
    story = policy.stories[0].text if policy.stories and number % 2 else ""
    return Conversation(policy.rule_text, policy.questions[0].question, story, history)


def pinned() -> list[dict[str, Any]]:
    """Of each sample: what the model decides and asks, and in which state it sees each rule."""
    turns = [conversation(*each) for each in enumerate(samples())]
    return [
        {
            "policy": policy.title,
            "decision": reply.decision.value,
            "question": reply.question,
            "rules": [[rule.span.of(policy.rule_text.text), rule.state] for rule in reply.rules],
        }
        for policy, reply in zip(samples(), Reader.load().read_many(turns), strict=True)
    ]


if __name__ == "__main__":
    TARGET.write_text(json.dumps(pinned(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
