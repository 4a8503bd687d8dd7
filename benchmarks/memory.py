"""How much memory a server holds after thousands of requests, long texts and refusals.

    python benchmarks/memory.py
    python benchmarks/memory.py --mixed 0 --longest 0 --refused 100

Mixed requests are what people and programs send: interviews from beginning to end, looks, pages,
explanations, drafts, deletions and mistakes. Then come the longest texts that may be sent, which
are drafted as far as a draft goes; and what is refused: texts that are too long to be read or to
be sent, and what is no JSON. Each is another text. Prints the resident memory of the server. Ends
with 1 where that passes `--most`, where an answer is 5xx, and where the longest texts are refused
or what is to be refused is not. For Linux.
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

from e3.serve.settings import MOST_POLICY, MOST_SCENARIO, Limits

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
        yield http.post("/v1/interviews", json=asked(bullets(number, MOST_POLICY)))


def refusals(http: httpx.Client) -> Iterator[httpx.Response]:
    """The answers to what is refused, without end."""
    for number in count():
        long = bullets(number, MOST_POLICY)
        yield http.post("/v1/read", json=asked(long))
        yield http.post("/v1/read", json=asked(long, scenario=bullets(number, MOST_SCENARIO)))
        yield http.post("/v1/interviews", json=asked(long + "* and a line"))
        yield http.post("/v1/interviews", json=asked(bullets(number, Limits.body)))
        yield http.post("/v1/drafts", json={"policy": long, "questions": [long]})
        yield http.post("/v1/interviews", content=f'{{"policy": "{long}'.encode())


def bullets(number: int, length: int) -> str:
    """A text of so many characters, with as many rules as there can be."""
    bullet = f"* a{number}\n"
    return (bullet * (length // len(bullet) + 1))[:length]


def asked(policy: str, *, scenario: str = "") -> dict[str, str]:
    """What a conversation begins with."""
    return {"policy": policy, "question": "May I row?", "scenario": scenario}


def measure(
    server: Server,
    answers: Iterator[httpx.Response],
    number: int,
    *,
    most: float,
    refused: bool | None = None,
) -> bool:
    """Sends so many requests; whether the server stayed below so many gigabytes, and did right."""
    told: Counter[int] = Counter()
    for sent in range(1, number + 1):
        told[next(answers).status_code] += 1
        held = server.resident()
        if sent % max(1, number // 5) == 0 or held > most * _GIGABYTE:
            print(f"  after {sent:6,}  {held / 2**20:8,.0f} MB  {dict(told)}", flush=True)
        if held > most * _GIGABYTE:
            print(f"  more than {most:g} GB")
            return False
    as_wanted = refused is None or all((status >= 400) == refused for status in told)
    return as_wanted and not any(status >= 500 for status in told)


def main() -> None:
    """Sends mixed requests, then the longest texts, then what is refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="the model that comes with E3 if none is given")
    parser.add_argument("--mixed", type=int, default=5_000)
    parser.add_argument("--longest", type=int, default=100)
    parser.add_argument("--refused", type=int, default=1_000)
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
        well = measure(server, visits(http), options.mixed, most=options.most)
        print(f"{options.longest:,} of the longest texts")
        well &= measure(server, longest(http), options.longest, most=options.most, refused=False)
        print(f"{options.refused:,} refused")
        well &= measure(server, refusals(http), options.refused, most=options.most, refused=True)
    sys.exit(not well)


if __name__ == "__main__":
    main()
