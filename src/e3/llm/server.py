"""Which language model is asked, and where: named by the user, never by default.

The address and the key come from the environment, so that neither stands in a command's history.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from ipaddress import ip_address
from urllib.parse import urlsplit

from e3.errors import BadInput
from e3.llm.usage import Prices

ADDRESS, KEY, PRICES = "E3_LLM_ADDRESS", "E3_LLM_KEY", "E3_LLM_PRICES"
SECONDS, AT_ONCE = "E3_LLM_SECONDS", "E3_LLM_AT_ONCE"


@dataclass(frozen=True)
class Server:
    """A server that speaks the OpenAI-compatible chat API, and one of its models."""

    address: str
    """Up to and with /v1, where the server has that."""
    model: str
    key: str = field(default="", repr=False)
    prices: Prices | None = None
    seconds: float = 300
    """For one answer."""
    at_once: int = 4
    """Requests at the same time."""

    @classmethod
    def named(cls, model: str, environment: Mapping[str, str] = os.environ) -> Server:
        """The server that the environment names; refuses to guess one."""
        if not model:
            raise BadInput("say which language model, by the name its server has for it: llm:NAME")
        address = environment.get(ADDRESS, "").strip().rstrip("/")
        if not address:
            raise BadInput(
                f"say where the language model is, such as {ADDRESS}=http://127.0.0.1:8080/v1:"
                " texts are sent there and nowhere else"
            )
        _check(address)
        return cls(
            address,
            model,
            environment.get(KEY, "").strip(),
            _prices(environment.get(PRICES, "")),
            _number(environment, SECONDS, cls.seconds),
            int(_number(environment, AT_ONCE, cls.at_once)),
        )

    @property
    def host(self) -> str:
        """The server as people know it, without a path."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def is_here(self) -> bool:
        """Whether it is this machine."""
        name = urlsplit(self.address).hostname or ""
        try:
            return ip_address(name).is_loopback
        except ValueError:
            return name == "localhost"


def _check(address: str) -> None:
    try:
        parts = urlsplit(address)
        valid = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        valid = False
    if not valid or any(sign <= " " for sign in address):
        raise BadInput("this is no address that begins with http:// or https://", source=ADDRESS)
    if parts.username is not None:
        raise BadInput(f"an address has no password in it: the key is {KEY}", source=ADDRESS)


def _prices(said: str) -> Prices | None:
    if not said.strip():
        return None
    try:
        read, written = (Decimal(part) for part in said.split("/"))
        if not (read.is_finite() and written.is_finite() and min(read, written) >= 0):
            raise ValueError
    except (InvalidOperation, ValueError):
        raise BadInput(
            "prices are those of a million tokens read and of a million written, such as 0.15/0.60",
            source=PRICES,
        ) from None
    return Prices(read, written)


def _number(environment: Mapping[str, str], name: str, usual: float) -> float:
    said = environment.get(name, "").strip()
    try:
        number = float(said) if said else usual
        if not 1 <= number <= 86_400:
            raise ValueError
    except ValueError:
        raise BadInput("this is a number from 1 on", source=name) from None
    return number
