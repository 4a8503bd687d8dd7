"""200 interviews at once with a server in another process; then again while it is killed midway.

    python benchmarks/serve.py --model runs/e3-0

Everybody here has their own question to their own policy and answers it in their own way, so
that nothing can be read once for several. What each was acknowledged is compared at the end
with what the server has kept.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import mean, quantiles
from typing import Any
from urllib.request import urlopen
from uuid import uuid4

from e3.conversation import Conversation
from e3.policies.reader import our_policies
from e3.reader.reader import Reader
from e3.serve.client import Client
from e3.serve.responses import InterviewState

_TRIES = 600


class Caller:
    """A connection that costs next to nothing; the typed client costs as much as a turn."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._http = HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """The answer; what got none is sent again, and is done once by its idempotency key."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
        for _ in range(_TRIES):
            try:
                self._http.request("POST", path, json.dumps(body), headers)
                answer = self._http.getresponse()
                text = answer.read()
                if answer.status < 300:
                    found: dict[str, Any] = json.loads(text)
                    return found
                if answer.status != 503:
                    raise RuntimeError(f"{answer.status}: {text.decode()}")
            except (OSError, HTTPException):
                self._http.close()
            time.sleep(0.1)
        raise RuntimeError("the server does not come back")


@dataclass
class Person:
    """Somebody who is interviewed, and what the server acknowledged."""

    conversation: Conversation
    chance: random.Random
    seconds: list[float] = field(default_factory=list)
    last: dict[str, Any] = field(default_factory=dict)

    def interviewed(self, caller: Caller) -> None:
        """Goes through a whole interview."""
        asked = self.conversation
        start = {"policy": asked.rule_text.text, "question": asked.question}
        self._say(caller, "", {**start, "scenario": asked.scenario})
        while (kind := self.last["step"]["kind"]) in ("ask", "confirm"):
            at, said = f"/{self.last['id']}", self.chance.choice(("yes", "no"))
            turn = {"turn": self.last["turn"]}
            if kind == "ask":
                self._say(caller, f"{at}/answers", {"answer": said, **turn})
            else:
                self._say(caller, f"{at}/confirmations", {"answers": [said], **turn})

    def _say(self, caller: Caller, path: str, body: Mapping[str, object]) -> None:
        began = time.perf_counter()
        self.last = caller.post(f"/v1/interviews{path}", body)
        self.seconds.append(time.perf_counter() - began)

    def is_kept(self, client: Client) -> bool:
        """Whether the server has all that it acknowledged, and nothing of anybody else."""
        kept = client.export(self.last["id"])
        first = kept["events"][0]["event"]
        return (
            kept["policy"]["text"] == self.conversation.rule_text.text
            and first["question"] == self.conversation.question
            and first["scenario"] == self.conversation.scenario
            and len(kept["events"]) == self.last["turn"]
            and client.look(self.last["id"]) == InterviewState.model_validate(self.last)
        )


class Server:
    """`e3 serve` in a process of its own."""

    def __init__(self, model: str, database: Path, port: int, workers: int) -> None:
        self._command = [
            *(sys.executable, "-m", "e3", "serve", "--model", model),
            *("--store", str(database), "--port", str(port), "--rate", "0"),
            *("--workers", str(workers), "--waiting", "1000"),
        ]
        self.address = f"http://127.0.0.1:{port}"
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with Client(self.address, tries=200) as client:
            client.model()
        return process

    def kill_and_restart(self) -> None:
        self._process.kill()
        self._process.wait()
        self._process = self._start()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()


def people(number: int, seed: int) -> list[Person]:
    """So many, each with a policy, a question and a story of their own."""
    chance = random.Random(seed)
    made = []
    for place, policy in enumerate(chance.choices(our_policies(), k=number)):
        question = chance.choice(policy.questions).question
        story = chance.choice(policy.stories).text if policy.stories else ""
        # Something nobody else says, so that no reading is known from before.
        scenario = f"{story} My number is {seed}-{place}.".strip()
        conversation = Conversation(policy.rule_text, question, scenario)
        made.append(Person(conversation, random.Random(f"{seed}-{place}")))
    return made


def interview_all(everybody: Sequence[Person], port: int) -> float:
    """Interviews all at once; how many seconds that took."""
    with ThreadPoolExecutor(len(everybody)) as pool:
        began = time.perf_counter()
        for _ in pool.map(lambda person: person.interviewed(Caller(port)), everybody):
            pass
        return time.perf_counter() - began


def report(everybody: Sequence[Person], server: Server, seconds: float) -> None:
    """Prints how it went."""
    turns = [second for person in everybody for second in person.seconds]
    percentiles = quantiles(turns, n=100)
    with Client(server.address) as client:
        kept = sum(person.is_kept(client) for person in everybody)
    ids = {person.last["id"] for person in everybody}
    print(f"  interviews to the end   {len(ids):,} of {len(everybody):,}")
    print(f"  kept as acknowledged    {kept:,} of {len(everybody):,}")
    print(f"  turns                   {len(turns):,} in {seconds:.1f} s")
    print(f"  throughput              {len(turns) / seconds:.1f} turns a second")
    print(
        f"  a turn                  mean {mean(turns) * 1000:.0f} ms,"
        f" p50 {percentiles[49] * 1000:.0f} ms, p95 {percentiles[94] * 1000:.0f} ms,"
        f" p99 {percentiles[98] * 1000:.0f} ms"
    )


def readings(server: Server) -> tuple[float, float]:
    """How many conversations the server's model has read, and in how many batches."""
    with urlopen(f"{server.address}/metrics") as answer:
        figures = answer.read().decode()
    found = dict(re.findall(r"^e3_batch_size_(sum|count) (\S+)$", figures, re.MULTILINE))
    return float(found["sum"]), float(found["count"])


def alone(model: str, number: int) -> float:
    """How many conversations a second the reader reads on its own, one after the other."""
    reader = Reader.load(model)
    conversations = [person.conversation for person in people(number, seed=1)]
    reader.read(conversations[0])
    began = time.perf_counter()
    for conversation in conversations:
        reader.read(conversation)
    return number / (time.perf_counter() - began)


def main() -> None:
    """Runs both loads."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--interviews", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--port", type=int, default=8765)
    options = parser.parse_args()
    speed = alone(options.model, options.interviews)
    print(f"The reader alone, one after the other: {speed:.1f} readings a second")
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "interviews.db"
        server = Server(options.model, database, options.port, options.workers)
        try:
            print("The server, one interview after the other")
            everybody = people(options.interviews, seed=2)
            seconds = sum(interview_all([person], options.port) for person in everybody)
            report(everybody, server, seconds)
            print(f"{options.interviews} interviews at once")
            everybody = people(options.interviews, seed=3)
            read, batches = readings(server)
            seconds = interview_all(everybody, options.port)
            read, batches = (
                now - then for now, then in zip(readings(server), (read, batches), strict=True)
            )
            each = f"{read / seconds:.1f} a second, {read / batches:.1f} at once"
            print(f"  readings                {each}")
            report(everybody, server, seconds)
            print("The same, with the server killed and restarted midway")
            everybody = people(options.interviews, seed=4)
            midway = threading.Timer(seconds / 2, server.kill_and_restart)
            midway.start()
            seconds = interview_all(everybody, options.port)
            midway.join()
            report(everybody, server, seconds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
