"""Advisers who edit and publish drafts on a server over HTTP: for benchmarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from threading import Event
from typing import Any

import httpx
from interviewed import Caller, published

from e3.corpus.policies import our_policies
from e3.policy.writing import policy_object


@dataclass
class Adviser:
    """Somebody who changes one draft again and again, and what the server acknowledged."""

    number: int
    draft: str = ""
    titles: dict[int, str] = field(default_factory=dict)
    """By revision."""
    versions: dict[int, str] = field(default_factory=dict)
    """The titles of what was published, by version."""
    refused: int = 0

    def at_work(self, port: int, over: Event) -> None:
        """Goes on until it is over, after one change at least; every third is published."""
        caller = Caller(port)
        policies = our_policies()
        policy = policy_object(policies[self.number % len(policies)])
        made = caller.post("/v1/studio", {"policy": policy})
        self.draft, base = made["id"], made["revision"]
        for place in count():
            title = f"Adviser {self.number}, change {place}"
            edit = {"kind": "describe", "title": title}
            body = {"base": base, "edit": edit}
            base = caller.post(f"/v1/studio/{self.draft}/edits", body)["revision"]
            self.titles[base] = title
            if place % 3 == 0:
                version = published(caller, self.draft, f"adviser-{self.number}", title, base=base)
                self.versions[version] = title
            if over.is_set():
                break
        self.refused = caller.refused

    def lost(self, http: httpx.Client) -> int:
        """How many changes and versions were acknowledged, and are not there."""
        kept = {each["number"]: each["words"]["title"] for each in self._seen(http, "versions")}
        titles = {
            number: self._seen(http, f"revisions/{number}")["policy"]["title"]
            for number in self.titles
        }
        return sum(
            found.get(number) != title
            for found, told in ((titles, self.titles), (kept, self.versions))
            for number, title in told.items()
        )

    def twice(self, http: httpx.Client) -> int:
        """How many changes and versions there are that were made once, and kept more often."""
        revisions, versions = self._seen(http, "revisions"), self._seen(http, "versions")
        more = len(revisions) - 1 - len(self.titles) + len(versions) - len(self.versions)
        return max(0, int(more))

    def _seen(self, http: httpx.Client, path: str) -> Any:
        answer = http.get(f"/v1/studio/{self.draft}/{path}")
        answer.raise_for_status()
        return answer.json()
