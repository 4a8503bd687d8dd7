"""What a language model was asked, and what that took: requests, tokens, seconds, money."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """Of a million tokens, in whatever money the user pays in."""

    read: Decimal
    written: Decimal


@dataclass(frozen=True, slots=True)
class Usage:
    """What was asked; an answer that was remembered takes nothing."""

    requests: int = 0
    read: int = 0
    """Tokens of what was sent."""
    written: int = 0
    """Tokens of what was answered."""
    seconds: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.requests + other.requests,
            self.read + other.read,
            self.written + other.written,
            self.seconds + other.seconds,
        )

    def cost(self, prices: Prices) -> Decimal:
        """What it costs."""
        return (self.read * prices.read + self.written * prices.written) / _MILLION

    def estimate(self, prices: Prices | None) -> str:
        """What it will take, in words: the tokens are guessed."""
        cost = "" if prices is None else f", cost about {_money(self.cost(prices))}"
        return f"{self.requests:,} requests, about {self.read + self.written:,} tokens{cost}"

    def sentence(self, prices: Prices | None) -> str:
        """What it took, in words."""
        if not self.requests:
            return "nothing was asked: the answers were remembered"
        requests = "1 request" if self.requests == 1 else f"{self.requests:,} requests"
        cost = "" if prices is None else f", cost {_money(self.cost(prices))}"
        tokens = f"{self.read:,} tokens read, {self.written:,} written"
        return f"{requests}, {tokens}, {self.seconds:.1f} s{cost}"


def _money(cost: Decimal) -> str:
    """To the cent, or to two digits where it is less than one."""
    return f"{cost:.2f}" if cost >= 1 or not cost else f"{cost:.2g}"
