"""Where an interview is shown: at an address of its own, at a published one, or in the studio.

The pages are the same; what differs is their address, and what stands around them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Request

from e3.serve.guard import content_policy
from e3.serve.pages.markdown import Block, blocks
from e3.serve.service import KeptInterview, Service
from e3.studio.publishing import Version, Words

_OWN = "'self'"
_PUBLISHED = re.compile(r"/p/[a-z0-9-]+(?=/|$)")
_TRIAL = re.compile(r"/studio/[A-Za-z0-9]+/trial(/|$)")


@dataclass(frozen=True)
class Around:
    """What stands around the pages of an interview."""

    at: str
    """Their address."""
    start: str
    """Where another interview begins; empty where none can."""
    shell: str = "base.html"
    """The template that they stand in."""
    words: Words | None = None
    """Of the publication."""
    newer: bool = False
    """Whether a newer version was published since."""
    framed_by: str = "'none'"
    """The sites that may have the pages in a frame."""

    @property
    def headers(self) -> dict[str, str]:
        return {"Content-Security-Policy": content_policy(framed_by=self.framed_by)}

    def says(self, outcome: str) -> list[Block]:
        """What the publisher has to say to an outcome."""
        words = {} if self.words is None else {"yes": self.words.yes, "no": self.words.no}
        return blocks(words.get(outcome, ""))

    @property
    def contact(self) -> list[Block]:
        """Whom to ask, by the publisher."""
        return blocks(self.words.contact if self.words else "")


@dataclass(frozen=True)
class Door:
    """An interview that stands alone."""

    at: str = "/interviews"

    def look(self, service: Service, id: str) -> tuple[KeptInterview, Around]:
        """An interview, and what stands around it."""
        return service.look(id), self.around(service, id)

    def around(self, service: Service, id: str) -> Around:  # noqa: ARG002 - others ask it
        """What stands around an interview; who has none there is refused."""
        return Around(f"{self.at}/{id}", "/")

    def check_there(self, service: Service, id: str) -> Around:
        """What stands around an interview that may be damaged."""
        service.check_there(id)
        return self.around(service, id)


@dataclass(frozen=True)
class TrialDoor(Door):
    """An interview that an adviser tries a draft with."""

    def around(self, service: Service, id: str) -> Around:  # noqa: ARG002
        """A frame of our own may have it."""
        return Around(f"{self.at}/{id}", "", "bare.html", framed_by=_OWN)


@dataclass(frozen=True)
class PublishedDoor(Door):
    """An interview that was begun at a published address."""

    address: str = ""

    def around(self, service: Service, id: str) -> Around:
        """The words of the version that it began with."""
        visit = service.visit(self.address, id)
        around = published_around(visit.now_at, visit.version)
        return replace(around, at=f"{self.at}/{id}", newer=visit.is_outdated)


def published_around(address: str | None, version: Version) -> Around:
    """What stands around the pages of a version; if there is an address, one more begins there."""
    framed_by = " ".join([_OWN, *version.words.embed])
    start = f"/p/{address}" if address else ""
    return Around("", start, "bare.html", version.words, framed_by=framed_by)


def refused_around(path: str) -> Around:
    """What stands around a page that says what was refused at an address.

    What was published may stand in a frame, and a trial does: a refusal tells nothing, and can be
    shown wherever the page could have been.
    """
    if published := _PUBLISHED.match(path):
        start = published[0] if published[0] != path else ""
        return Around("", start, "bare.html", framed_by="*")
    if _TRIAL.match(path):
        return Around("", "", "bare.html", framed_by=_OWN)
    return Around("", "/")


async def _door(request: Request) -> Door:
    match request.path_params:
        case {"address": str(address)}:
            return PublishedDoor(f"/p/{address}/interviews", address)
        case {"draft": str(draft)}:
            return TrialDoor(f"/studio/{draft}/trial")
    return Door()


Opened = Annotated[Door, Depends(_door)]
"""The door that a request came by."""
