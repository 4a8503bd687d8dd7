"""Batching: what waits is read at once, nothing twice, and nobody pays for another's mistake."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Semaphore

import pytest
from tests.patience import PATIENCE, until

from e3.errors import BadInput
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply
from e3.serve.batching import Batcher


def asking(question: str) -> Conversation:
    return Conversation(RuleText("You may row."), question)


@dataclass
class Recorder:
    """Replies with its question; holds its batches until they are let go."""

    let_go: Event = field(default_factory=Event)
    holds: Semaphore = field(default_factory=lambda: Semaphore(0))
    batches: list[list[str]] = field(default_factory=list)

    def read_many(self, conversations: Sequence[Conversation]) -> list[Reply]:
        questions = [conversation.question for conversation in conversations]
        self.batches.append(questions)
        self.holds.release()
        assert self.let_go.wait(PATIENCE)
        if "bad" in questions:
            raise RuntimeError("bad")
        return [Reply(Decision.INQUIRE, 0.5, question) for question in questions]


def read_all(
    batcher: Batcher, reader: Recorder, questions: Sequence[str]
) -> list[str | BaseException | None]:
    """Reads the first two alone, at the same time; all others wait while they are read."""
    with ThreadPoolExecutor(len(questions)) as pool:
        reads = []
        for question in questions[:2]:
            reads.append(pool.submit(batcher.read, asking(question)))
            assert reader.holds.acquire(timeout=PATIENCE)
        reads += [pool.submit(batcher.read, asking(question)) for question in questions[2:]]
        until(lambda: batcher.waiting >= len(set(questions[2:])))
        reader.let_go.set()
        return [read.exception() or read.result().question for read in reads]


def test_what_waits_while_the_model_reads_is_its_next_batch() -> None:
    reader = Recorder()
    batcher = Batcher(reader, most=8)
    questions = [f"{number}?" for number in range(13)]
    assert read_all(batcher, reader, questions) == questions
    assert sorted(map(len, reader.batches)) == [1, 1, 3, 8]
    assert sorted(question for batch in reader.batches for question in batch) == sorted(questions)


def test_nothing_is_read_twice() -> None:
    reader, remembered = Recorder(), []
    batcher = Batcher(reader, most=8, on_remembered=lambda: remembered.append(1))
    questions = ["1?", "2?", "3?", "3?", "3?"]
    assert read_all(batcher, reader, questions) == questions
    assert batcher.read(asking("1?")).question == "1?"
    assert reader.batches == [["1?"], ["2?"], ["3?"]]
    assert len(remembered) == 3


def test_texts_that_differ_in_where_they_are_cut_are_not_taken_for_each_other() -> None:
    reader = Recorder()
    reader.let_go.set()
    batcher = Batcher(reader, most=8)
    batcher.read(Conversation(RuleText("ab"), "c"))
    batcher.read(Conversation(RuleText("a"), "bc"))
    assert reader.batches == [["c"], ["bc"]]


def test_one_that_fails_fails_alone_and_may_go_well_the_next_time() -> None:
    reader = Recorder()
    batcher = Batcher(reader, most=8)
    *_, bad, good = read_all(batcher, reader, ["1?", "2?", "bad", "good"])
    assert ["bad", "good"] in [sorted(batch) for batch in reader.batches]
    assert isinstance(bad, RuntimeError)
    assert good == "good"
    before = len(reader.batches)
    with pytest.raises(RuntimeError, match="bad"):
        batcher.read(asking("bad"))
    assert len(reader.batches) == before + 1


def test_what_can_not_be_read_never_comes_into_a_batch() -> None:
    reader = Recorder()
    batcher = Batcher(reader, most=8)
    with pytest.raises(BadInput, match="the question is empty"):
        batcher.read(asking(" "))
    assert reader.batches == []


def test_it_stops_when_all_is_read() -> None:
    reader = Recorder()
    batcher = Batcher(reader, most=8)
    with ThreadPoolExecutor(4) as pool:
        reads = [pool.submit(batcher.read, asking(f"{number}?")) for number in range(3)]
        # Who comes after it has stopped is read no more.
        until(lambda: batcher.waiting + sum(map(len, reader.batches)) == len(reads))
        stopping = pool.submit(batcher.stop)
        reader.let_go.set()
        stopping.result()
        assert [read.result().question for read in reads] == ["0?", "1?", "2?"]
