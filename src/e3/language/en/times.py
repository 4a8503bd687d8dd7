"""Words of time."""

from __future__ import annotations

import re

DATE = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|january|february|march"
    r"|april|may|june|july|august|september|october|november|december|nights?|days?|mornings?|evenings?"
    r"|holidays?|christmas|easter|weeks?|terms?|seasons?)\b",
    re.IGNORECASE,
)
"""What says when something is, and not where."""
