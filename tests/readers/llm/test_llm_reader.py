"""The reader `llm`: turns with examples before them, and stories whose words it cites."""

import json
from typing import Any

import pytest
from tests.interview.rowing import QUESTION, TEXT, rowing
from tests.llm.fake import fake, prices, refuses, says

from e3 import Answer, Conversation, Decision, Interview, Reader, RuleText, Turn
from e3.corpus.rows import Row
from e3.errors import BadInput, ModelUnreachable
from e3.interview.steps import Ask, Confirm
from e3.llm.asking import LanguageModel
from e3.readers.llm.examples import chosen, examples
from e3.readers.llm.system import LlmSystem


def row(name: str, answer: str, scenario: str = "") -> Row:
    return Row(name, name, Conversation(RuleText(TEXT), QUESTION, scenario), answer)


ROWS = [
    row(f"{answer}{number}", answer, "I swim." * (number % 2))
    for answer in ("Yes", "No", "Irrelevant", "Can you swim?")
    for number in range(4)
]
TURN = Conversation(RuleText(TEXT), QUESTION, "I row.", (Turn("Can you swim?", Answer.YES),))


def replied(decision: str, question: str = "") -> Any:
    return says({"decision": decision, "question": question})


def system_of(server: Any, **settings: Any) -> LlmSystem:
    return LlmSystem(LanguageModel(server.server(**settings)), lambda: chosen(ROWS))


@pytest.mark.parametrize("decision", [*Decision])
def test_each_decision_is_read(decision: Decision) -> None:
    with fake(replied(decision.value, "Do you own a boat?")) as server:
        [reply] = system_of(server).read([TURN])
        assert "Can you swim? yes" in server.last
    assert reply.decision is decision
    if decision is Decision.INQUIRE:
        assert reply.question == "Do you own a boat?"
        assert reply.asked is not None
        assert "you own a boat" in reply.rules[reply.asked].span.of(TEXT)


def test_examples_are_some_of_each_decision_with_and_without_a_story() -> None:
    found = chosen(ROWS)
    assert found == chosen(ROWS[::-1])
    kinds = {(each.decision, bool(each.conversation.scenario)) for each in found}
    assert len(found) == len(kinds) == 8
    with fake(replied("yes")) as server:
        system_of(server).read([TURN])
        [asked] = server.asked
    said = [each["content"] for each in asked["messages"] if each["role"] == "assistant"]
    assert {json.loads(each)["decision"] for each in said} == {each.value for each in Decision}


def test_our_own_training_part_has_examples() -> None:
    assert len({each.decision for each in examples({})}) == 4


def test_a_source_without_answers_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "rows.json"
    path.write_text('[{"utterance_id": "a", "snippet": "b", "question": "c"}]')
    with pytest.raises(BadInput):
        examples({"E3_LLM_EXAMPLES": str(path)})


def test_replies_keep_their_order_with_many_at_once() -> None:
    def does(handler: Any, body: dict[str, Any]) -> None:
        asked = body["messages"][-1]["content"]
        replied("yes" if "I am 1." in asked else "no")(handler, body)

    turns = [Conversation(RuleText(TEXT), QUESTION, f"I am {n}.") for n in range(12)]
    with fake(does) as server:
        system = system_of(server, at_once=6, prices=prices("1", "1"))
        found = [reply.decision for reply in system.read(turns)]
        assert "12 requests" in system.took()
        assert "12 requests" in system.expected(turns)
        assert "cost about" in system.expected(turns)
    assert found == [Decision.YES if n == 1 else Decision.NO for n in range(12)]


def test_a_turn_without_an_answer_of_the_form_is_counted() -> None:
    with fake(says("It depends.")) as server:
        system = system_of(server)
        [reply] = system.read([TURN])
        assert reply.decision is Decision.IRRELEVANT
        assert "1 rows got no answer" in system.took()


def test_who_inquires_must_ask() -> None:
    with fake(replied("inquire"), replied("inquire", "Can you swim?")) as server:
        assert system_of(server).read([TURN])[0].question == "Can you swim?"


def test_a_server_that_fails_ends_it_in_one_sentence() -> None:
    with fake(refuses(401)) as server, pytest.raises(ModelUnreachable, match="key"):
        system_of(server).read([TURN])


def told(*facts: tuple[int, str, str]) -> Any:
    found = [{"rule": rule, "quote": quote, "answer": said} for rule, quote, said in facts]
    return says({"told": found})


STORY = "I swim well. My cousin has a boat."


def begun(server: Any) -> Interview:
    reader = Reader(system_of(server), name="llm:fake")
    return Interview.begin(rowing(), QUESTION, STORY, reader=reader)


def test_what_is_cited_is_to_be_confirmed() -> None:
    with fake(told((1, "I swim well", "yes"))) as server:
        step = begun(server).step
        assert STORY in server.last
    assert isinstance(step, Confirm)
    [fact] = step.facts
    assert fact.words is not None
    assert fact.words.of(STORY) == "I swim well"
    assert fact.answer is Answer.YES


@pytest.mark.parametrize(
    "facts",
    [
        [(1, "I can swim a mile", "yes")],  # not in the story
        [(1, "you can swim", "yes")],  # of the policy
        [(9, "I swim well", "yes"), (0, "I swim well", "yes"), (-1, "I swim well", "yes")],
        [(1, "I swim well", "yes"), (1, "I swim well", "no")],  # both ways
        [(1, "", "yes")],
    ],
)
def test_what_is_not_cited_is_asked(facts: list[tuple[int, str, str]]) -> None:
    with fake(told(*facts)) as server:
        assert isinstance(begun(server).step, Ask)


def test_a_story_it_can_not_read_is_asked_about() -> None:
    with fake(says("What a nice story!")) as server:
        assert isinstance(begun(server).step, Ask)


def test_a_story_that_is_too_long_for_it_is_told_to_be_unread() -> None:
    with fake(refuses(400, "maximum context length is 512 tokens")) as server:
        interview = begun(server)
    assert interview.opening.unread


def test_a_text_is_drafted_with_the_models_own_drafter() -> None:
    rules = [{"id": "r1", "quote": "you can swim"}]
    with fake(says({"answered": True, "rules": rules, "yes_when": "r1"})) as server:
        reader = Reader(system_of(server), name="llm:fake")
        interview = Interview.begin(TEXT, QUESTION, reader=reader)
        assert reader.model_id.startswith("llm:fake ")
    assert interview.policy.drafted_by.startswith("llm:fake")
    assert isinstance(interview.step, Ask)


def test_it_is_opened_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.delenv("E3_LLM_ADDRESS", raising=False)
    with pytest.raises(BadInput, match="E3_LLM_ADDRESS"):
        Reader.load("llm:m")
    (tmp_path / "model.json").write_text('{"system": "llm"}')
    with pytest.raises(BadInput, match="llm:NAME"):
        Reader.load(tmp_path)
