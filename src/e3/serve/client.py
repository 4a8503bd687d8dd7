"""A typed client of the API."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import date
from types import TracebackType
from typing import Any, Self, TypeVar
from uuid import uuid4

import httpx
from pydantic import BaseModel, ValidationError

from e3.errors import E3Error
from e3.interview.explanation import Explanation
from e3.interview.moves import ChangeAnswer, ConfirmFacts, GiveAnswer, GoBack, Move
from e3.policy.answers import Answer
from e3.policy.facts import Value
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object
from e3.reading.conversation import Conversation, Reply
from e3.serialise import from_json
from e3.serve.refusals import ErrorBody, Problem
from e3.serve.requests import MOVE_PATHS
from e3.serve.responses import CheckedPolicy, InterviewState, ModelCard, WhyAsked

M = TypeVar("M", bound=BaseModel)

_LONGEST_WAIT = 10.0


class Refused(E3Error):
    """A request that the server refused."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(problem.message)
        self.status = status
        self.code = problem.code
        self.field = problem.field


class Client:
    """Interviews on a server.

    A request that got no answer, or that the server was too busy for, is sent again, `tries` times
    in all. Each has an idempotency key, so that nothing is answered twice.
    """

    def __init__(
        self, address: str, *, key: str | None = None, seconds: float = 60, tries: int = 4
    ) -> None:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._http = httpx.Client(base_url=address, headers=headers, timeout=seconds)
        self._tries = tries

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def model(self) -> ModelCard:
        """What is known of the model that reads."""
        return _parsed(ModelCard, self._ask("GET", "/v1/model"))

    def read(self, conversation: Conversation) -> Reply:
        """One turn without state."""
        turns = conversation.history
        body = {
            "policy": conversation.rule_text.text,
            "question": conversation.question,
            "scenario": conversation.scenario,
            "history": [{"question": t.question, "answer": t.answer.value} for t in turns],
        }
        return from_json(Reply, self._ask("POST", "/v1/read", body).content)

    def draft(self, text: RuleText | str, *questions: str) -> Policy:
        """A policy made of a text; nobody has checked it yet."""
        body = {"policy": _given(text), "questions": questions}
        return parse_policy(self._ask("POST", "/v1/drafts", body).json())

    def check(self, policy: Policy | Mapping[str, Any]) -> CheckedPolicy:
        """All that is wrong with a policy, or with an object that should be one."""
        body = {"policy": _given(policy) if isinstance(policy, Policy) else policy}
        return _parsed(CheckedPolicy, self._ask("POST", "/v1/policies/check", body))

    def begin(
        self,
        policy: Policy | RuleText | str,
        question: str,
        scenario: str = "",
        *,
        planned: bool = False,
        today: date | None = None,
    ) -> InterviewState:
        """A new interview by a policy, or by a draft that is made of a text."""
        body = {"policy": _given(policy), "question": question, "scenario": scenario}
        day = {} if today is None else {"today": today.isoformat()}
        return self._interview("POST", "", {**body, "planned": planned, **day})

    def look(self, id: str) -> InterviewState:
        """Where an interview stands."""
        return self._interview("GET", f"/{id}")

    def move(self, id: str, move: Move, *, turn: int | None = None) -> InterviewState:
        """Makes a move; with its turn, only if the interview still stands there."""
        path = f"/{id}{MOVE_PATHS[type(move)]}"
        return self._interview("POST", path, {**_body(move), "turn": turn})

    def answer(self, id: str, answer: Answer | Value, *, turn: int | None = None) -> InterviewState:
        """Answers the question; with its turn, only if that is still the one asked."""
        return self.move(id, GiveAnswer(answer), turn=turn)

    def confirm(
        self, id: str, answers: Sequence[Answer | Value], *, turn: int | None = None
    ) -> InterviewState:
        """Says what is so of the facts to confirm, in their order."""
        return self.move(id, ConfirmFacts(tuple(answers)), turn=turn)

    def change(
        self, id: str, fact: int, answer: Answer | Value, *, turn: int | None = None
    ) -> InterviewState:
        """Changes what was told of a fact, by its place."""
        return self.move(id, ChangeAnswer(fact, answer), turn=turn)

    def back(self, id: str, *, turn: int | None = None) -> InterviewState:
        """Goes back to the fact before."""
        return self.move(id, GoBack(), turn=turn)

    def why(self, id: str) -> WhyAsked:
        """Why the question is asked."""
        return _parsed(WhyAsked, self._ask("GET", f"/v1/interviews/{id}/why"))

    def explain(self, id: str) -> Explanation:
        """Why the interview stands where it does."""
        return from_json(Explanation, self._ask("GET", f"/v1/interviews/{id}/explanation").content)

    def export(self, id: str) -> dict[str, Any]:
        """All that is kept of an interview."""
        found: dict[str, Any] = self._ask("GET", f"/v1/interviews/{id}/export").json()
        return found

    def delete(self, id: str) -> None:
        """Deletes an interview for good."""
        self._ask("DELETE", f"/v1/interviews/{id}")

    def _interview(self, method: str, path: str, body: Any = None) -> InterviewState:
        return _parsed(InterviewState, self._ask(method, f"/v1/interviews{path}", body))

    def _ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """The answer to a request that may be sent more than once."""
        headers = {"Idempotency-Key": uuid4().hex}
        for left in reversed(range(self._tries)):
            try:
                response = self._http.request(method, path, json=body, headers=headers)
            except httpx.TransportError as error:
                if not left:
                    raise E3Error(f"the server can't be reached: {error}") from None
                time.sleep(0.2)
                continue
            if response.is_success:
                return response
            if response.status_code != 503 or not left:
                raise _refused(response)
            time.sleep(min(_LONGEST_WAIT, float(response.headers.get("Retry-After", 1))))
        raise AssertionError("it is tried at least once")


def _body(move: Move) -> dict[str, Any]:
    """A move as the API takes it."""
    match move:
        case ConfirmFacts(answers=answers):
            said = [_said(each) if isinstance(each, Value) else each.value for each in answers]
            return {"answers": said}
        case GiveAnswer(answer=answer):
            return _said(answer)
        case ChangeAnswer(fact=fact, answer=answer):
            return {"fact": fact, **_said(answer)}
        case GoBack():
            return {}


def _said(answer: Answer | Value) -> dict[str, Any]:
    if isinstance(answer, Value):
        return {"value": answer.text, "unit": answer.unit}
    return {"answer": answer.value}


def _given(policy: Policy | RuleText | str) -> Any:
    """A policy or a text as the API takes it."""
    if isinstance(policy, Policy):
        return policy_object(policy)
    return policy.text if isinstance(policy, RuleText) else policy


def _parsed(kind: type[M], response: httpx.Response) -> M:
    return kind.model_validate_json(response.content)


def _refused(response: httpx.Response) -> E3Error:
    try:
        problem = ErrorBody.model_validate_json(response.content).error
    except ValidationError:
        return E3Error(f"this is not E3's API: it answered with {response.status_code}")
    return Refused(response.status_code, problem)
