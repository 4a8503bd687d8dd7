"""The explanation: what it says, and that no text can act in any of its formats."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.interview.fake_readers import BOAT, SWIM, LogicReader, asking

from e3 import (
    Answer,
    Conversation,
    Decision,
    Explanation,
    Interview,
    Outcome,
    Reply,
    Rule,
    RuleText,
    Span,
    State,
)
from e3.interview.explanation import schema
from e3.language.en.wording import clause_line
from e3.serialise import from_json

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "interview-schema.json"
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
PHRASES = {"I swim well": ("swim", YES), "no boat of my own": ("boat", NO)}
SCENARIO = "I swim well, and have no boat of my own."


def told(*answers: Answer, scenario: str = "", confirmed: tuple[Answer, ...] = ()) -> Interview:
    interview = Interview.start(LogicReader(phrases=PHRASES), asking(scenario=scenario))
    for answer in confirmed:
        interview = interview.confirm(answer)
    for answer in answers:
        interview = interview.answer(answer)
    return interview


def states(interview: Interview) -> list[State]:
    return [rule.state for rule in interview.explain().rules]


def test_every_rule_has_its_state() -> None:
    met, not_met = State.MET, State.NOT_MET
    unknown, not_needed = State.UNKNOWN, State.NOT_NEEDED
    assert states(told(NO)) == [not_met, not_needed, not_needed]
    assert states(told(YES, YES)) == [met, met, not_needed]
    assert states(told(YES)) == [met, unknown, unknown]
    assert states(told(YES, UNKNOWN, NO)) == [met, unknown, not_met]
    assert states(told(YES, YES).change(0, NO)) == [not_met, not_needed, not_needed]


@pytest.mark.parametrize(
    ("clause", "shown"),
    [
        (", if you can\n  swim, and", "if you can swim"),
        ("you own a boat, or", "you own a boat"),
        ("You must own a boat.", "You must own a boat"),
    ],
)
def test_a_clause_is_shown_without_what_joins_it_to_others(clause: str, shown: str) -> None:
    assert clause_line(clause) == shown


def test_by_what_a_rule_is_known() -> None:
    explanation = told(scenario=SCENARIO, confirmed=(YES, YES)).explain()
    swim, boat, hired = explanation.rules
    assert (swim.clause, swim.scenario, swim.answer) == ("if you can swim", "I swim well", YES)
    assert (boat.understood, boat.answer) == (NO, YES)
    assert (hired.question, hired.answer) == (None, None)
    assert explanation.text() == (
        "May I row?\n"
        "\n"
        "Yes. (confidence 90%)\n"
        "\n"
        "  met         if you can swim\n"
        "              You wrote “I swim well” and confirmed yes to “Can you swim?”\n"
        "  met         you own a boat\n"
        "              You wrote “no boat of my own” and corrected it to yes: “Do you own a boat?”"
        "\n"
        "  not needed  you have hired one from the club\n"
    )
    left_out = told(scenario=SCENARIO, confirmed=(UNKNOWN, YES)).explain()
    assert left_out.rules[0].state is State.UNKNOWN
    assert "You left out what you wrote: “I swim well”" in left_out.text()


def test_the_outcomes() -> None:
    assert told(YES).explain().outcome is Outcome.OPEN
    assert "not finished" in told(YES).explain().text()
    assert told(NO).explain().outcome is Outcome.NO
    undecided = told(YES, UNKNOWN, NO).explain()
    assert (undecided.outcome, undecided.confidence) == (Outcome.CANNOT_TELL, None)
    assert "I can't tell: these rules are still open." in undecided.text()
    assert f"You answered that you don't know to “{BOAT}”" in undecided.text()
    unanswered = Interview.start(LogicReader(), asking("Do you sell cheese?")).explain()
    assert (unanswered.outcome, unanswered.rules) == (Outcome.NOT_ANSWERED, ())
    for said in (unanswered.text(), unanswered.markdown(), unanswered.html()):
        assert "This text does not answer that question." in said


def test_not_sure_below_a_threshold() -> None:
    interview = Interview.start(LogicReader(confidence=0.45), asking()).answer(NO)
    assert "Not sure: probably no. (confidence 45%)" in interview.explain().text()
    assert interview.explain(sure=0.4).text().splitlines()[2] == "No. (confidence 45%)"
    assert (interview.explain().sure, interview.explain(sure=0.4).sure) == (False, True)


def test_a_reader_that_keeps_to_itself_what_it_read_in_a_scenario() -> None:
    class Silent:
        def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
            return Reply(Decision.YES, 0.9, rules=(Rule(Span(0, 8)),))

    told = Interview.start(Silent(), asking(scenario="I swim."))
    assert states(told) == [State.UNKNOWN]
    assert states(Interview.start(Silent(), asking())) == [State.NOT_NEEDED]


def test_rules_without_a_place_in_the_text_come_last() -> None:
    class Spanless:
        def read(self, conversation: Conversation) -> Reply:
            if conversation.history:
                return Reply(Decision.YES, 0.9, rules=(Rule(Span(0, 8)),))
            return Reply(Decision.INQUIRE, 0.9, SWIM)

    rules = Interview.start(Spanless(), asking()).answer(YES).explain().rules
    assert [rule.clause for rule in rules] == ["# Rowing", None]
    assert SWIM in Interview.start(Spanless(), asking()).answer(YES).explain().html()


def test_json_is_the_whole_explanation_and_its_schema_is_published() -> None:
    explanation = told(YES, scenario=SCENARIO, confirmed=(YES, NO)).explain()
    assert from_json(Explanation, explanation.json()) == explanation
    published = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert undescribed(published) == undescribed(schema()), (
        "write e3.interview.explanation.schema() to the file"
    )
    assert set(published["required"]) <= set(json.loads(explanation.json()))


def undescribed(found: Any) -> Any:
    """A schema as every Pydantic makes it: before 2.13 it takes no description from a dataclass."""
    if not isinstance(found, dict):
        return found
    return {key: undescribed(value) for key, value in found.items() if key != "description"}


EVIL = "<script>alert(1)</script>&amp; \u202eevil\u2066 \x85 `*_[x](javascript:y)_*` # no\r\n- b"


class EvilReader:
    def read(self, conversation: Conversation) -> Reply:
        rules = (Rule(Span(0, len(EVIL))), Rule(Span(3, 12)), Rule(Span(30, len(EVIL) + 4)))
        if conversation.history:
            return Reply(Decision.YES, 1.0, rules=rules)
        return Reply(Decision.INQUIRE, 1.0, EVIL, rules, 0)


@pytest.fixture
def evil() -> Explanation:
    conversation = Conversation(RuleText(EVIL + " end"), EVIL, EVIL)
    return Interview.start(EvilReader(), conversation).answer(YES).explain()


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_no_text_acts_in_html(evil: Explanation) -> None:
    page = Tags()
    page.feed(evil.html())
    assert "script" not in page.tags
    assert not {"src", "href", "onload", "onclick", "style"} & set(page.attributes)
    assert "<script>alert(1)</script>&amp; \N{REPLACEMENT CHARACTER}evil" in page.text
    assert "http" not in evil.html().replace('http-equiv="Content', "")


def test_the_rule_text_is_whole_in_html(evil: Explanation) -> None:
    text = evil.html().split('<h2>The rule text</h2>\n<div class="text" dir="auto">')[1]
    bare = Tags()
    bare.feed(re.sub(r"<sup>\d+</sup>", "", text.split("</div>")[0]))
    assert bare.text.startswith("<script>alert(1)</script>&amp; ")
    assert bare.text.endswith("- b end")
    assert len(bare.text) == len(evil.rule_text)


def test_state_is_in_words_and_in_colour() -> None:
    page = told(YES, UNKNOWN, NO).explain().html()
    for state in (State.MET, State.NOT_MET, State.UNKNOWN):
        name = state.value.replace(" ", "-")
        assert f'<span class="state {name}">{state.value}</span>' in page
        assert f".{name} {{ color: #" in page


def test_no_text_acts_in_a_terminal_or_in_markdown(evil: Explanation) -> None:
    for said in (evil.text(), evil.markdown()):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", said)
    assert "<script" not in evil.markdown().replace("\\<", "")
    assert not re.search(r"(?<!\\)[`\[]", evil.markdown())
    headings = [line for line in evil.markdown().splitlines() if line.startswith("#")]
    assert headings[1:] == ["## What was told", "## The rule text"]


def test_json_keeps_every_character(evil: Explanation) -> None:
    assert json.loads(evil.json())["question"] == EVIL
