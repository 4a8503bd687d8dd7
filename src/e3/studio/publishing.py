"""What is published of a draft, and what can be wrong with that."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from e3.errors import BadInput
from e3.policy.fields import Few
from e3.policy.policy import Policy
from e3.serialise import sentence_of
from e3.studio.editing import EditRefused

MOST_ADDRESS = 60
_ADDRESS = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_SITE = re.compile(r"https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?")

Markdown = Annotated[str, Field(max_length=20_000)]
Site = Annotated[str, Field(max_length=200, pattern=f"^{_SITE.pattern}$")]


@dataclass(frozen=True)
class Words:
    """What people are told at a published address; texts are Markdown as it was written."""

    address: Annotated[
        str, Field(min_length=1, max_length=MOST_ADDRESS, pattern=f"^{_ADDRESS.pattern}$")
    ]
    """The end of the web address: small letters, digits and hyphens."""
    title: Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
    introduction: Markdown = ""
    contact: Markdown = ""
    """Whom to ask."""
    yes: Markdown = ""
    """What a result says where the answer is yes."""
    no: Markdown = ""
    embed: Annotated[tuple[Site, ...], Field(max_length=20), Few] = ()
    """The sites that may show it in a frame, such as https://help.example.org; none: nobody."""


_words = TypeAdapter(Words)


@dataclass(frozen=True)
class Version:
    """What was published once; it never changes."""

    draft: str
    number: int
    """Counted from 1."""
    revision: int
    words: Words
    policy: Policy
    by: str
    time: datetime


@dataclass(frozen=True)
class Visit:
    """Which version of which publication an interview was begun with."""

    draft: str
    version: Version
    """Its own."""
    newest: int | None
    """The one that people are interviewed by now; None where it is not published any more."""
    now_at: str | None
    """Where that is."""

    @property
    def address(self) -> str:
        """Where the interview was begun, and goes on."""
        return self.version.words.address

    @property
    def is_outdated(self) -> bool:
        """Whether a newer version is published."""
        return self.newest is not None and self.newest > self.version.number


@dataclass(frozen=True, slots=True)
class RuleCount:
    """How often something happened at a rule."""

    rule: str
    question: str
    """As it is asked now; as its id where there is no such rule any more."""
    count: int


@dataclass(frozen=True)
class Numbers:
    """What happened at a published address, without anything that people told."""

    begun: int
    ended: Mapping[str, int]
    """How interviews ended, by outcome."""
    open: int
    """Those that did not end, or not yet."""
    left_at: tuple[RuleCount, ...]
    """The questions at which they stand, most frequent first."""
    not_known: tuple[RuleCount, ...]
    """The questions that were answered with "don't know", most frequent first."""


class NotPublished(BadInput):
    """An address at which nothing is published."""

    def __init__(self, address: str) -> None:
        super().__init__(f"nothing is published at {address[:80]!r}")


class AddressRefused(EditRefused):
    """An address that can't be had."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "address")


class AddressTaken(AddressRefused):
    """An address that another draft has."""

    def __init__(self) -> None:
        super().__init__("another draft has this address: choose another one")


class NothingAnswered(EditRefused):
    """A policy that nobody can be interviewed by."""

    def __init__(self) -> None:
        super().__init__("it answers no question yet: add one first")


def check_address(address: str) -> str:
    """An address, if it can stand in a web address; AddressRefused where not."""
    if not _ADDRESS.fullmatch(address) or len(address) > MOST_ADDRESS:
        raise AddressRefused(
            "an address has small letters, digits and hyphens, such as library-card, and at most"
            f" {MOST_ADDRESS} of them"
        )
    return address


def check_words(words: Words) -> Words:
    """The words, if they can be published; EditRefused with the field that is wrong."""
    check_address(words.address)
    if not words.title.strip():
        raise EditRefused("write a title", "title")
    for site in words.embed:
        if not _SITE.fullmatch(site):
            raise EditRefused(
                f"a site is written like https://help.example.org, without a path, not {site!r}",
                "embed",
            )
    try:
        _words.validate_python(asdict(words))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise EditRefused(sentence_of(first), str(first["loc"][0])) from None
    return words


def suggested_address(title: str) -> str:
    """An address that a title can have."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:MOST_ADDRESS].strip("-") or "policy"
