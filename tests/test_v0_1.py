"""What version 0.1 wrote is read: run folders, an exported model, a journal."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from e3 import Answer, Conversation, Reader
from e3.interview import recording
from e3.interview.journal import Journal
from e3.serialise import from_object, to_json

# scikit-learn says so whenever it is of another version than the file.
pytestmark = pytest.mark.filterwarnings("ignore:Trying to unpickle estimator")

FOLDER = Path(__file__).parent / "v0_1"
NEEDS = {
    "bertqa": "torch",
    "e3": "torch",
    "exported": "onnxruntime",
    "heuristic": "e3",
    "pipeline": "skops",
    "seq2seq": "torch",
    "states": "torch",
}

CHANGED = {"e3": ("question", "rules")}
"""What a later version makes of the same scores: since 0.2 E3 trims bullets."""
BY_GRAMMAR = ("exported", "heuristic", "pipeline", "states")
"""Those whose questions are written by the rules of grammar, which are others since 0.2."""


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_bytes())


@pytest.mark.parametrize("system", NEEDS)
def test_a_model_replies_as_it_did(system: str) -> None:
    pytest.importorskip(NEEDS[system], reason="this model needs e3-reader[train]")
    conversations = [from_object(Conversation, value) for value in read("conversations.json")]
    replies = Reader.load(FOLDER / system).read_many(conversations)
    for reply, wanted in zip(replies, read("replies.json")[system], strict=True):
        found = json.loads(to_json(reply))
        for changed in CHANGED.get(system, ()):
            del found[changed], wanted[changed]
        same = without_questions if system in BY_GRAMMAR else dict
        assert same(found) == nearly(same(wanted))


def without_questions(reply: dict[str, Any]) -> dict[str, Any]:
    """A reply but for how it asks, and for how sure it is of each rule, which 0.1 did not say."""
    rules = [
        {k: v for k, v in r.items() if k not in ("question", "confidence")} for r in reply["rules"]
    ]
    return {**reply, "question": reply["question"] is not None, "rules": rules}


def nearly(value: Any) -> Any:
    """The same, but for the last digits of what a network computes on another machine."""
    if isinstance(value, float):
        return pytest.approx(value, abs=1e-4)
    if isinstance(value, list):
        return [nearly(each) for each in value]
    return {k: nearly(v) for k, v in value.items()} if isinstance(value, dict) else value


def test_a_journal_opens_and_its_interviews_go_on(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "interviews.db", tmp_path)
    with Journal.open(tmp_path / "interviews.db", create=False) as journal:
        kept = read("interviews.json")
        assert {one.id for one in journal.list()} == kept.keys()
        for id, wanted in kept.items():
            exported = json.loads(journal.export(id))
            assert exported == {
                **wanted["export"],
                "owner": None,
                "adopted": len(wanted["export"]["events"]),
                "digest": journal.load(id).digest,
            }
            # What was told is there; what follows from it is now by a draft of the text.
            interview = recording.resume(journal, id)
            before = wanted["explanation"]
            assert interview.policy.is_draft
            assert (interview.opening.question, interview.opening.scenario) == (
                before["question"],
                before["scenario"],
            )
            told = {(rule["question"], rule["answer"]) for rule in before["rules"]}
            assert {(fact.question, fact.answer) for fact in interview.facts} <= told
            assert interview.explain().text()
            changed = interview.change(0, Answer.YES)
            recording.keep(journal, id, changed, model="form")
            assert len(journal.load(id).events) == 1 + len(wanted["export"]["events"])
