"""The explanation: what it says, and that no text can act in any of its formats."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.interview.rowing import BOAT, QUESTION, StoryReader, rowing

from e3 import Answer, Explanation, Interview, Outcome, Policy, State
from e3.interview.explanation import schema
from e3.language.en.wording import clause_line
from e3.policy.parsing import parse_policy
from e3.policy.policy import Review
from e3.policy.writing import policy_object
from e3.serialise import from_json

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "interview-schema.json"
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
SCENARIO = "I swim well, and have no boat of my own."


def told(
    *answers: Answer,
    scenario: str = "",
    confirmed: tuple[Answer, ...] = (),
    policy: Policy | None = None,
) -> Interview:
    interview = Interview.begin(policy or rowing(), QUESTION, scenario, reader=StoryReader())
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
    policy = rowing(source={"date": "May 2026", "contact": "the boat house"})
    explanation = told(scenario=SCENARIO, confirmed=(YES, YES), policy=policy).explain()
    swim, boat, hired = explanation.rules
    assert (swim.id, swim.clause, swim.answer) == ("swim", "you can swim", YES)
    assert (swim.scenario, boat.understood, boat.answer) == ("I swim well", NO, YES)
    assert (hired.state, hired.answer) == (State.NOT_NEEDED, None)
    assert explanation.text() == (
        "May I row?\n"
        "\n"
        "Yes.\n"
        "\n"
        "Yes, because “you can swim” is met, and of “you own a boat” and “you have hired one from"
        " the club” one is: “you own a boat”.\n"
        "The answer would be no if “you can swim” were not met.\n"
        "The answer would be no if “you own a boat” were not met, and if, of what is not known yet,"
        " “you have hired one from the club” were not met.\n"
        "\n"
        "  met         you can swim\n"
        "              You wrote “I swim well” and confirmed yes to “Can you swim?”\n"
        "  met         you own a boat\n"
        "              You wrote “no boat of my own” and corrected it to yes: “Do you own a boat?”"
        "\n"
        "  not needed  you have hired one from the club\n"
        "\n"
        f"It rests on “Rowing”, of May 2026, version {policy.version[:12]}.\n"
        "Whom to ask: the boat house.\n"
    )
    left_out = told(scenario=SCENARIO, confirmed=(UNKNOWN, YES)).explain()
    assert left_out.rules[0].state is State.UNKNOWN
    assert "You left out what you wrote: “I swim well”" in left_out.text()


def test_the_outcomes() -> None:
    assert told(YES).explain().outcome is Outcome.OPEN
    assert "not finished" in told(YES).explain().text()
    assert told(NO).explain().outcome is Outcome.NO
    undecided = told(YES, UNKNOWN, NO).explain()
    assert (undecided.outcome, undecided.because) == (Outcome.CANNOT_TELL, None)
    assert "I can't tell: these rules are still open." in undecided.text()
    assert f"You don't know: “{BOAT}”" in undecided.text()
    unanswered = Interview.begin(rowing(), "Do you sell cheese?").explain()
    assert (unanswered.outcome, unanswered.rules) == (Outcome.NOT_ANSWERED, ())
    for said in (unanswered.text(), unanswered.markdown(), unanswered.html()):
        assert "This text does not answer that question." in said
        assert "It answers: “May I row?”" in said


def formats(explanation: Explanation) -> list[str]:
    return [explanation.text(), explanation.markdown(), explanation.html()]


def test_an_unreviewed_draft_says_so_and_a_reviewed_one_who_reviewed_it() -> None:
    draft = rowing(drafted_by="form")
    followed = told(NO, policy=draft).explain()
    assert all("Nobody has checked this" in said for said in formats(followed))
    by_ann = replace(draft, review=Review("Ann", "2026-11-17", draft.version))
    checked = told(NO, policy=by_ann).explain()
    assert all("Nobody has checked this" not in said for said in formats(checked))
    assert all("checked by Ann on 2026" in said.replace("\\", "") for said in formats(checked))
    # What was changed since is a draft again.
    changed = replace(by_ann, title="Rowing anew")
    assert told(NO, policy=changed).explain().basis.is_draft


def test_a_draft_is_as_sure_as_the_rules_that_the_answer_rests_on() -> None:
    def unsure(of_swim: float) -> Policy:
        sure = {"rule": 1.0, "question": 1.0, "polarity": 1.0}
        policy = policy_object(rowing(drafted_by="form"))
        for rule in policy["rules"]:
            rule["confidence"] = {**sure, "rule": of_swim if rule["id"] == "swim" else 0.96}
        policy["questions"][0]["confidence"] = {"answered": 1.0, "logic": 0.96}
        return parse_policy(policy)

    no = told(NO, policy=unsure(0.2)).explain()
    assert no.confidence == pytest.approx(0.192)
    assert no.sure is False
    assert "Not sure: probably no. (confidence in the draft: 19%)" in no.text()
    yes = told(YES, YES, policy=unsure(1.0)).explain()
    assert yes.confidence == pytest.approx(0.9216)
    assert yes.sure is True
    assert told(NO).explain().confidence is None


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


@pytest.fixture
def evil() -> Explanation:
    rules = [
        {"id": f"r{start}", "span": (EVIL + " end")[start:end], "question": f"{EVIL}{start}"}
        for start, end in [(0, len(EVIL)), (3, 12), (30, len(EVIL) + 4)]
    ]
    policy = {
        "title": EVIL,
        "source": {"date": EVIL, "address": EVIL, "contact": EVIL},
        "rule_text": f"{EVIL} end",
        "rules": rules,
        "questions": [{"question": EVIL, "yes_when": "r0 and (r3 or r30)"}],
        "drafted_by": EVIL,
    }
    reader = StoryReader({})
    interview = Interview.begin(parse_policy(policy), EVIL, EVIL, reader=reader)
    return interview.answer(YES).answer(NO).answer(YES).explain()


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
    assert headings[1:] == ["## What was told", "## What this rests on", "## The rule text"]


def test_json_keeps_every_character(evil: Explanation) -> None:
    assert json.loads(evil.json())["question"] == EVIL
