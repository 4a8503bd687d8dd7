"""People who are interviewed by a server over HTTP, and without one: for benchmarks."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from uuid import uuid4

from e3.corpus.policies import our_policies
from e3.interview.interview import Interview
from e3.interview.kept_policy import policy_to_keep
from e3.interview.steps import Ask, Confirm
from e3.policy.answers import Answer
from e3.policy.policy import Policy
from e3.policy.writing import policy_object
from e3.reading.systems import ConversationReader
from e3.serve.client import Client
from e3.serve.responses import InterviewState

_TRIES = 3000
_ANSWERS = ("yes", "no")


class Caller:
    """A connection that costs next to nothing; the typed client costs as much as a turn."""

    def __init__(self, port: int) -> None:
        self._http = HTTPConnection("127.0.0.1", port, timeout=60)
        self.refused = 0
        """How often it was told to come back (503)."""

    def send(self, path: str, body: Mapping[str, object], *, key: str | None) -> tuple[int, Any]:
        """The status of the answer and what it says; sent once."""
        headers = {"Content-Type": "application/json"}
        if key is not None:
            headers["Idempotency-Key"] = key
        self._http.request("POST", path, json.dumps(body), headers)
        answer = self._http.getresponse()
        return answer.status, json.loads(answer.read())

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """The answer; what got none is sent again, and is done once by its idempotency key."""
        key = uuid4().hex
        for _ in range(_TRIES):
            try:
                status, said = self.send(path, body, key=key)
            except (OSError, HTTPException):
                self._http.close()
            else:
                if status < 300:
                    found: dict[str, Any] = said
                    return found
                if status != 503:
                    raise RuntimeError(f"{status}: {said}")
                self.refused += 1
            time.sleep(0.1)
        raise RuntimeError("the server does not come back")


TOLD, SILENT, ANSWER = "begun with a story", "begun without", "an answer"
"""What takes time: a story is read by a network, and all else is logic."""


@dataclass
class Person:
    """Somebody who is interviewed, and what the server acknowledged."""

    policy: Policy
    question: str
    scenario: str
    seed: str
    at: str = "/v1/interviews"
    """Where interviews are begun: with a policy, or at a published address without."""
    seconds: list[tuple[str, float]] = field(default_factory=list)
    last: dict[str, Any] = field(default_factory=dict)

    @property
    def start(self) -> dict[str, object]:
        """What begins the interview: the question, the story, and perhaps a policy."""
        asked: dict[str, object] = {"question": self.question, "scenario": self.scenario}
        if self.at != "/v1/interviews":
            return asked
        policy = {**policy_to_keep(self.policy), "rule_text": self.policy.rule_text.text}
        return {"policy": policy, **asked}

    def interviewed(self, caller: Caller) -> None:
        """Goes through a whole interview."""
        chance = random.Random(self.seed)
        self._say(caller, "", self.start, TOLD if self.scenario else SILENT)
        while (kind := self.last["step"]["kind"]) in ("ask", "confirm"):
            at, said = f"/{self.last['id']}", chance.choice(_ANSWERS)
            turn = {"turn": self.last["turn"]}
            if kind == "ask":
                self._say(caller, f"{at}/answers", {"answer": said, **turn}, ANSWER)
            else:
                self._say(caller, f"{at}/confirmations", {"answers": [said], **turn}, ANSWER)

    def alone_with(self, reader: ConversationReader) -> Interview:
        """The same interview without a server."""
        chance = random.Random(self.seed)
        interview = Interview.begin(self.policy, self.question, self.scenario, reader=reader)
        while isinstance(interview.step, Ask | Confirm):
            said = Answer(chance.choice(_ANSWERS))
            asked = isinstance(interview.step, Ask)
            interview = interview.answer(said) if asked else interview.confirm(said)
        return interview

    def _say(self, caller: Caller, path: str, body: Mapping[str, object], kind: str) -> None:
        began = time.perf_counter()
        self.last = caller.post(f"{self.at}{path}", body)
        self.seconds.append((kind, time.perf_counter() - began))

    def is_kept(self, client: Client) -> bool:
        """Whether the server has all that it acknowledged, and nothing of anybody else."""
        kept = client.export(self.last["id"])
        first = kept["events"][0]["event"]
        return (
            kept["policy"]["text"] == self.policy.rule_text.text
            and first["question"] == self.question
            and first["scenario"] == self.scenario
            and len(kept["events"]) == self.last["turn"]
            and client.look(self.last["id"]) == InterviewState.model_validate(self.last)
        )


def people(number: int, seed: int, policies: Sequence[Policy] | None = None) -> list[Person]:
    """So many, each with a policy and a question; half of them with a story of their own."""
    chance = random.Random(seed)
    made = []
    for place, policy in enumerate(chance.choices(policies or our_policies(), k=number)):
        question = chance.choice(policy.questions).question
        story = chance.choice(policy.stories).text if policy.stories else "I am here."
        # Something nobody else says, so that no reading is known from before.
        told = f"{story} My number is {seed}-{place}."
        scenario = told if chance.random() < 0.5 else ""
        made.append(Person(policy, question, scenario, f"{seed}-{place}"))
    return made


def publish(caller: Caller, policy: Policy, address: str) -> str:
    """Publishes a policy in the studio; says where interviews by it are begun."""
    draft = caller.post("/v1/studio", {"policy": policy_object(policy)})["id"]
    published(caller, draft, address, policy.title, base=1)
    return f"/v1/published/{address}/interviews"


def published(caller: Caller, draft: str, address: str, title: str, *, base: int) -> int:
    """Publishes a revision of a draft; says the number of the version."""
    body = {"base": base, "words": {"address": address, "title": title}}
    number: int = caller.post(f"/v1/studio/{draft}/publication", body)["number"]
    return number
