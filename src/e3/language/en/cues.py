"""Words that show how rules hang together, or that something is denied (discourse cues)."""

from __future__ import annotations

import re

CUES = {
    name: re.compile(rf"\b(?:{cues})\b", re.IGNORECASE)
    for name, cues in {
        "all": "all|both|each|every",
        "any": "any|either|one of|one or more",
        "must": "must|need to|required?|should|shall",
        "only": "only",
        "unless": "unless|except|exempt",
        "if": "if|when",
        "or": "or",
        "and": "and",
        "may": "may|might|could",
    }.items()
}
"""By what they stand for."""

DENIAL = re.compile(
    r"\b(?:not|no|never|none|nor|neither|without|cannot|nothing|nobody|unable|refused?|stopped|lost"
    r"|declined)\b|n[’']t\b",
    re.IGNORECASE,
)
"""In a rule or in a story, where verbs can deny too."""

# A title that speaks of the reader is a condition ("If you live abroad"); others name the topic.
SPEAKS_OF_READER = re.compile(
    r"(?:if|when|where|unless|before|after|while|until)\b|(?:.*\s)?you(?:r|[’']re|[’']ve)?\b",
    re.IGNORECASE | re.DOTALL,
)
