"""How much memory a server holds after thousands of requests, and after the longest texts.

    python benchmarks/memory.py
    python benchmarks/memory.py --mixed 0 --longest 100

Mixed requests are what people and programs send: interviews from beginning to end, looks, pages,
explanations, drafts, deletions and mistakes. What comes after them are the longest texts that may
be sent, each another one, which are read, or drafted as far as a draft goes. Prints the resident
memory of the server, and ends with 1 where it passes `--most`. For Linux.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
from interviewed import Person, people
from served import Server, served

from e3.serve.settings import MOST_POLICY

_GIGABYTE = 2**30


def visits(http: httpx.Client) -> Iterator[httpx.Response]:
    """The answers to requests of one person after the other, without end."""
    for number in count():
        (person,) = people(1, seed=number)
        yield from visit(http, person, random.Random(number))


def visit(http: httpx.Client, person: Person, chance: random.Random) -> Iterator[httpx.Response]:
    """The answers to all that one person sends."""
    text = {"policy": person.policy.rule_text.text, "question": person.question}
    yield http.post("/v1/drafts", json={"policy": text["policy"], "questions": [person.question]})
    yield (answer := http.post("/v1/interviews", json=person.start))
    state = answer.json()
    at = f"/v1/interviews/{state['id']}"
    while (kind := state["step"]["kind"]) in ("ask", "confirm"):
        said = chance.choice(("yes", "no"))
        what, body = {
            "ask": ("answers", {"answer": said}),
            "confirm": ("confirmations", {"answers": [said] * len(state["step"].get("facts", []))}),
        }[kind]
        yield http.get(f"{at}/why")
        yield http.get(f"/interviews/{state['id']}")
        yield (answer := http.post(f"{at}/{what}", json=body))
        state = answer.json()
    yield http.get(f"{at}/explanation")
    yield http.get(f"/interviews/{state['id']}/rules")
    yield http.post("/v1/read", json=text)
    yield http.post("/v1/read", content=b"{")
    yield http.get(f"/v1/interviews/{'0' * 32}")
    if chance.random() < 0.5:
        yield http.delete(at)


def longest(http: httpx.Client) -> Iterator[httpx.Response]:
    """The answers to the longest texts that may be sent, without end."""
    for number in count():
        bullet = f"* a{number}\n"  # as many rules as there can be
        policy = bullet * (MOST_POLICY // len(bullet))
        for path in ("/v1/interviews", "/v1/read"):
            yield http.post(path, json={"policy": policy, "question": "May I row?"})


def measure(server: Server, answers: Iterator[httpx.Response], number: int, most: float) -> bool:
    """Sends so many requests; whether the server stayed below so many gigabytes."""
    told: Counter[int] = Counter()
    for sent in range(1, number + 1):
        told[next(answers).status_code] += 1
        held = server.resident()
        if sent % max(1, number // 5) == 0 or held > most * _GIGABYTE:
            print(f"  after {sent:6,}  {held / 2**20:8,.0f} MB  {dict(told)}", flush=True)
        if held > most * _GIGABYTE:
            print(f"  more than {most:g} GB")
            return False
    return not any(status >= 500 for status in told)


def main() -> None:
    """Sends mixed requests, then the longest texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="the model that comes with E3 if none is given")
    parser.add_argument("--mixed", type=int, default=5_000)
    parser.add_argument("--longest", type=int, default=1_000)
    parser.add_argument("--most", type=float, default=2.0, help="gigabytes; it is stopped there")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(
            str(Path(folder) / "interviews.db"), Path(folder) / "log", model=options.model
        ) as server,
        httpx.Client(base_url=server.address, timeout=600) as http,
    ):
        print(f"At the start      {server.resident() / 2**20:8,.0f} MB")
        print(f"{options.mixed:,} mixed requests")
        well = measure(server, visits(http), options.mixed, options.most)
        print(f"{options.longest:,} of the longest texts")
        well &= measure(server, longest(http), options.longest, options.most)
    sys.exit(not well)


if __name__ == "__main__":
    main()
