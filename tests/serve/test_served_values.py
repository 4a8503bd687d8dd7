"""Values by the API and on the pages: typed, checked, and refused with the field."""

import json
from datetime import date
from html import unescape
from typing import Any

import httpx
import pytest
from tests.interview.test_values import AGES
from tests.policy.test_facts import FIELDS, changed_fields

from e3 import Answer
from e3.policy.facts import Kind, PolicyFact, Value
from e3.policy.parsing import parse_policy
from e3.serve.client import Client
from e3.serve.pages.hints import hint

pytest_plugins = ("tests.serve.fixtures",)


def begin(http: httpx.Client, fields: dict[str, Any] = AGES, **more: Any) -> dict[str, Any]:
    question = fields["questions"][0]["question"]
    answer = http.post("/v1/interviews", json={"policy": fields, "question": question, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_step_says_what_is_asked_for(http: httpx.Client) -> None:
    state = begin(http)
    assert state["step"]["fact"] == {
        "id": "age",
        "kind": "number",
        "unit": "years",
        "units": ["months", "quarters", "years"],
        "choices": [],
    }
    why = http.get(f"/v1/interviews/{state['id']}/why").json()
    assert (why["yes"], why["no"]) == (None, None)
    moved = http.post(f"/v1/interviews/{state['id']}/answers", json={"value": 63}).json()
    assert moved["outcome"] == "yes"
    assert moved["facts"][0]["value"] == {"text": "63", "unit": "years"}
    exported = http.get(f"/v1/interviews/{state['id']}/export").json()
    assert exported["events"][1]["event"]["value"] == {"text": "63", "unit": "years"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"value": -1}, "value"),
        ({"value": "sixty-ish"}, "value"),
        ({"value": "17,5"}, "value"),
        ({"value": 17.5}, "value"),
        ({"value": 1e300}, "value"),
        ({"value": "1e400"}, "value"),
        ({"value": "2026-02-31"}, "value"),
        ({"value": 3, "unit": "miles"}, "value"),
        ({"value": 3, "answer": "yes"}, "answer"),
        ({}, "answer"),
    ],
)
def test_what_is_no_value_is_refused_with_the_field(
    http: httpx.Client, body: dict[str, Any], field: str
) -> None:
    id = begin(http)["id"]
    answer = http.post(f"/v1/interviews/{id}/answers", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["field"] == field
    assert http.get(f"/v1/interviews/{id}").json()["turn"] == 1


def test_neither_true_nor_a_list_is_a_value(http: httpx.Client) -> None:
    id = begin(http)["id"]
    for value in (True, [1], {"a": 1}):
        answer = http.post(f"/v1/interviews/{id}/answers", json={"value": value})
        assert answer.status_code == 422


def test_a_program_that_knows_only_yes_and_no_is_asked_to_the_end(http: httpx.Client) -> None:
    state = begin(http)
    asked = []
    while state["step"]["kind"] == "ask":
        asked.append(state["step"])
        sent = http.post(f"/v1/interviews/{state['id']}/answers", json={"answer": "no"})
        assert sent.status_code == 200, sent.text
        state = sent.json()
    assert state["outcome"] in {"yes", "no"}
    assert len(asked) == len({json.dumps(step) for step in asked})


@pytest.mark.parametrize("today", ["2026-11-18T23:59:00-10:00", 1763424000, "2026-02-31", ""])
def test_today_is_a_day_and_no_moment(http: httpx.Client, today: object) -> None:
    start = {"policy": AGES, "question": "Is it free?", "today": today}
    answer = http.post("/v1/interviews", json=start)
    assert answer.status_code == 422
    assert answer.json()["error"]["field"] == "today"


def test_the_client_sends_values(address: str) -> None:
    policy = parse_policy(FIELDS)
    with Client(address) as client:
        state = client.begin(policy, "May I swim?", today=date(2026, 11, 18))
        state = client.answer(state.id, Value("1966-11-18"))
        state = client.answer(state.id, Value("10", "stone"))
        state = client.answer(state.id, Answer.UNKNOWN)
        assert state.step.kind == "ask"
        state = client.change(state.id, 2, Value("sea"))
        assert state.outcome == "yes"
        assert client.change(state.id, 0, Value("1966-11-19")).outcome == "no"


def test_a_story_is_confirmed_as_a_value(http: httpx.Client) -> None:
    state = begin(http, scenario="I turned 63 in May.")
    [fact] = state["step"]["facts"]
    assert (fact["fact"], fact["value"]) == ("age", {"text": "63", "unit": "years"})
    body = {"answers": [{"value": 59}]}
    moved = http.post(f"/v1/interviews/{state['id']}/confirmations", json=body).json()
    assert moved["outcome"] == "no"
    page = http.get(f"/interviews/{begin(http, scenario='I turned 63 in May.')['id']}").text
    assert 'type="number"' in page
    assert 'value="63"' in page


def page_of(answer: httpx.Response) -> str:
    return unescape(answer.text)


def test_a_value_is_asked_for_on_a_page(http: httpx.Client) -> None:
    id = begin(http)["id"]
    page = page_of(http.get(f"/interviews/{id}"))
    assert "How old are you?" in page
    assert 'type="number"' in page
    assert "In whole years, in figures." in page
    wrong = http.post(f"/interviews/{id}/answer", data={"turn": "1", "value": "-3"})
    assert wrong.status_code == 422
    assert "-3 is below zero, which this can't be." in page_of(wrong)
    assert 'aria-invalid="true"' in wrong.text
    assert 'value="-3"' in wrong.text
    empty = http.post(f"/interviews/{id}/answer", data={"turn": "1", "value": ""})
    assert empty.status_code == 422
    done = http.post(
        f"/interviews/{id}/answer", data={"turn": "1", "value": "63"}, follow_redirects=True
    )
    assert "You answered 63 years to" in page_of(done)
    fact = page_of(http.get(f"/interviews/{id}/facts/0"))
    assert 'value="63"' in fact
    changed = http.post(
        f"/interviews/{id}/facts/0", data={"turn": "2", "value": "59"}, follow_redirects=True
    )
    assert "You answered 59 years to" in page_of(changed)
    refused = http.post(f"/interviews/{id}/facts/0", data={"turn": "3", "value": "x"})
    assert refused.status_code == 422
    assert "is no number" in page_of(refused)


def test_who_would_rather_not_say_is_asked_yes_or_no(http: httpx.Client) -> None:
    id = begin(http)["id"]
    data = {"turn": "1", "value": "", "answer": "unknown"}
    page = http.post(f"/interviews/{id}/answer", data=data, follow_redirects=True)
    assert "Are you over 60?" in page_of(page)


def test_days_units_and_choices_have_native_inputs(http: httpx.Client) -> None:
    id = begin(http, FIELDS)["id"]
    german = {"Accept-Language": "de-DE,de;q=0.9"}
    page = page_of(http.get(f"/interviews/{id}", headers=german))
    assert 'type="date"' in page
    assert "27. März 1984, as in Deutsch (Deutschland)." in page
    page = page_of(
        http.post(
            f"/interviews/{id}/answer",
            data={"turn": "1", "value": "1950-01-01"},
            follow_redirects=True,
        )
    )
    assert '<option value="stone">' in page
    data = {"turn": "2", "value": "10", "value-unit": "stone"}
    page = page_of(http.post(f"/interviews/{id}/answer", data=data, follow_redirects=True))
    assert 'type="radio" name="value" value="sea"' in page


@pytest.mark.parametrize(
    ("languages", "says"),
    [
        ("", "March 27, 1984."),
        ("en-GB", "27 March 1984, as in English (United Kingdom)."),
        ("fr;q=0.5, xx;q=0.9, <script>", "27 mars 1984, as in français."),
        (";;;,,,q=", "March 27, 1984."),
    ],
)
def test_hints_are_in_the_readers_locale(languages: str, says: str) -> None:
    fact = PolicyFact("birth", Kind.DATE, "", "When were you born?")
    assert hint(fact, languages) == f"A whole day, for example {says}"


def test_a_value_of_the_story_is_corrected_on_a_page(http: httpx.Client) -> None:
    story = "I turned 63 in May."
    for given, says in [
        ({"fact-0": "63"}, "confirmed 63 years"),
        ({"fact-0": "59"}, "corrected it to 59 years"),
        ({"fact-0": "63", "fact-0-out": "yes"}, "How old are you?"),
    ]:
        id = begin(http, scenario=story)["id"]
        data = {"turn": "1", "fact-0-is": "value", **given}
        page = http.post(f"/interviews/{id}/confirm", data=data, follow_redirects=True)
        assert says in page_of(page)
    wrong = http.post(
        f"/interviews/{begin(http, scenario=story)['id']}/confirm",
        data={"turn": "1", "fact-0-is": "value", "fact-0": "x"},
    )
    assert wrong.status_code == 422


TWO_VALUES = "I was born on 1 May 1950. I weigh 60 kilos."


def test_what_was_given_with_a_wrong_value_is_not_lost(http: httpx.Client) -> None:
    id = begin(http, FIELDS, scenario=TWO_VALUES)["id"]
    data = {"turn": "1", "fact-0-is": "value", "fact-0": "1951-02-03"}
    data |= {"fact-1-is": "value", "fact-1": "-9", "fact-1-unit": "stone"}
    page = page_of(http.post(f"/interviews/{id}/confirm", data=data))
    assert '<a href="#fact-1">-9 is below zero' in page
    assert page.count('aria-invalid="true"') == 1
    assert 'name="fact-0" value="1951-02-03"' in page
    assert 'name="fact-1" value="-9"' in page
    assert '<option value="stone" selected>' in page
    data |= {"fact-0-out": "yes"}
    page = page_of(http.post(f"/interviews/{id}/confirm", data=data))
    assert 'name="fact-0-out" value="yes" checked' in page


def test_a_choice_that_was_not_made_is_asked_for_again(http: httpx.Client) -> None:
    id = begin(http, FIELDS, today="2026-11-18")["id"]
    http.post(f"/interviews/{id}/answer", data={"turn": "1", "value": "1950-05-01"})
    http.post(f"/interviews/{id}/answer", data={"turn": "2", "value": "60"})
    page = page_of(http.get(f"/interviews/{id}"))
    # What a browser sends where nothing is chosen.
    assert '<input type="hidden" name="value" value="">' in page
    again = http.post(f"/interviews/{id}/answer", data={"turn": "3", "value": ""})
    assert again.status_code == 422
    assert '<a href="#value">An empty answer is none of indoor, outdoor, sea.' in page_of(again)
    assert 'id="value" name="value" value="indoor"' in again.text


def test_a_wrong_change_is_said_and_leads_to_its_field(http: httpx.Client) -> None:
    id = begin(http)["id"]
    http.post(f"/interviews/{id}/answer", data={"turn": "1", "value": "63"})
    page = page_of(http.post(f"/interviews/{id}/facts/0", data={"turn": "2", "value": "63.5"}))
    assert "<title>Error: Change: How old are you?" in page
    assert '<a href="#value">63.5 is no whole number.' in page
    assert 'value="63.5"' in page


def test_the_unit_of_a_fact_is_chosen_however_it_is_spelt(http: httpx.Client) -> None:
    fields = changed_fields()
    fields["facts"][2]["unit"] = "kilograms"
    id = begin(http, fields)["id"]
    page = http.post(
        f"/interviews/{id}/answer", data={"turn": "1", "value": "1950-05-01"}, follow_redirects=True
    )
    assert page.text.count(" selected") == 1
    assert '<option value="kg" selected>' in page.text


def test_what_was_not_said_is_called_so_and_asked_again_by_its_number(http: httpx.Client) -> None:
    id = begin(http)["id"]
    data = {"turn": "1", "value": "", "answer": "unknown"}
    page = http.post(f"/interviews/{id}/answer", data=data, follow_redirects=True)
    assert "<dd>Not said</dd>" in page.text
    assert "Question 2" in page.text
    back = http.post(f"/interviews/{id}/back", data={"turn": "2"}, follow_redirects=True)
    assert "Question 1" in back.text
    assert "You did not say it before." in back.text


def test_a_number_is_shown_as_its_input_takes_it() -> None:
    pay = PolicyFact("pay", Kind.MONEY, "EUR", "What do you earn?")
    assert hint(pay, "en") == "A number in €, for example 1234.5."
    assert hint(pay, "de") == "A number in €, for example 1234,5, as in Deutsch."
