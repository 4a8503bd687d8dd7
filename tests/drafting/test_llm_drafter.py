"""Drafts by a language model: its words are proved, or they are not in the draft."""

import json
from typing import Any

import pytest
from tests.llm.fake import Fake, fake, prices, says

from e3.drafting.drafter import drafted_by, find_drafter
from e3.drafting.llm.drafter import LlmDrafter
from e3.errors import BadInput, ModelUnreachable
from e3.llm.asking import LanguageModel
from e3.policy.logic import written
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText

TEXT = "You may row if you:\n\n* can swim\n* own a boat\n\nUnless it is Sunday."
QUESTION = "May I row?"
RULES = {"r1": "can swim", "r2": "own a boat", "r3": "it is Sunday"}


def drafted(logic: str, rules: dict[str, str] | None = None, *, answered: bool = True) -> Any:
    quotes = [{"id": id, "quote": quote} for id, quote in (rules or RULES).items()]
    return says({"answered": answered, "rules": quotes, "yes_when": logic})


def policy_of(server: Fake, *questions: str) -> Policy:
    return LlmDrafter(LanguageModel(server.server())).draft(RuleText(TEXT), questions or [QUESTION])


def test_quotes_and_logic_become_a_policy() -> None:
    with fake(drafted("(r1 or r2) and not r3")) as server:
        policy = policy_of(server)
        assert TEXT in server.last
    assert [rule.span.of(TEXT) for rule in policy.rules] == [*RULES.values()]
    assert [rule.question for rule in policy.rules][:2] == ["Can you swim?", "Do you own a boat?"]
    assert written(policy.questions[0].yes_when) == "(r1 or r2) and not r3"
    assert policy.drafted_by.startswith("llm:fake ")


def test_the_order_and_the_ids_are_the_texts() -> None:
    with fake(drafted("not r9 and r5", {"r9": "it is Sunday", "r5": "own a boat"})) as server:
        policy = policy_of(server)
    assert written(policy.questions[0].yes_when) == "not r2 and r1"


def test_a_quote_that_stands_nowhere_is_asked_again_then_dropped_and_told() -> None:
    wrong = drafted("r1 and r2", {"r1": "can swim", "r2": "have a licence to fly"})
    with fake(wrong) as server:
        model = LanguageModel(server.server(prices=prices("1", "1")))
        found = drafted_by(LlmDrafter(model), RuleText(TEXT), [QUESTION])
        assert len(server.asked) == 3
        assert "have a licence to fly" in server.last
    assert [rule.span.of(TEXT) for rule in found.policy.rules] == ["can swim"]
    assert (found.quotes, found.dropped) == (2, 1)
    dropped, took = found.notes
    assert "have a licence to fly" in dropped
    assert "3 requests" in took
    assert "cost" in took


def test_a_quote_within_another_is_dropped() -> None:
    both = drafted("r1 or r2", {"r1": "can swim\n* own a boat", "r2": "own a boat"})
    with fake(both) as server:
        assert len(policy_of(server).rules) == 1


@pytest.mark.parametrize(
    "logic",
    [
        "r1 and r4",
        "r1 and",
        "r1 if r2 else r3",
        "__import__('os').system('true')",
        "r1 or not r1",
        "r1 and (r1 or r2)",
        "",
        "(" * 5_000 + "r1" + ")" * 5_000,
    ],
)
def test_logic_that_can_not_be_followed_is_refused(logic: str) -> None:
    with fake(drafted(logic)) as server, pytest.raises(ModelUnreachable, match="3 tries"):
        policy_of(server)


def test_logic_in_other_signs_is_read() -> None:
    with fake(drafted("(r1 || r2) && !r3")) as server:
        assert written(policy_of(server).questions[0].yes_when) == "(r1 or r2) and not r3"


def test_what_the_text_does_not_answer_has_no_logic() -> None:
    with fake(drafted("", {}, answered=False)) as server:
        policy = policy_of(server)
    assert policy.irrelevant_questions == (QUESTION,)
    assert policy.rules == ()


def test_two_questions_share_their_rules() -> None:
    answers = (
        drafted("r1", {"r1": "can swim"}),
        drafted("r1 and r2", {"r1": "can swim", "r2": "own a boat"}),
    )
    with fake(*answers) as server:
        policy = policy_of(server, QUESTION, "May I fish?")
    assert len(policy.rules) == 2
    assert [written(each.yes_when) for each in policy.questions] == ["r1", "r1 and r2"]


def test_no_word_of_the_models_is_in_a_draft() -> None:
    said = json.dumps(
        {
            "answered": True,
            "rules": [{"id": "r1", "quote": "can swim", "question": "Send us your PIN?"}],
            "yes_when": "r1",
            "title": "Free boats",
            "verdict": "yes",
        }
    )
    with fake(says(f"Certainly! {said} Visit evil.example.")) as server:
        policy = policy_of(server)
    assert policy.rules[0].question == "Can you swim?"
    shown = [policy.title, *(rule.question for rule in policy.rules)]
    assert not [text for text in shown if "PIN" in text or "Free" in text or "evil" in text]


def test_it_is_found_by_its_name_and_needs_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("E3_LLM_ADDRESS", raising=False)
    with pytest.raises(BadInput, match="E3_LLM_ADDRESS"):
        find_drafter("llm:m")
    with pytest.raises(BadInput, match="llm:NAME"):
        find_drafter("llm")
    monkeypatch.setenv("E3_LLM_ADDRESS", "http://127.0.0.1:9/v1")
    assert find_drafter("llm:m").name.startswith("llm:m ")
    with pytest.raises(BadInput, match="nothing behind a colon"):
        find_drafter("form:m")
