"""Facts in the studio: by its API and by its forms."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest
from tests.studio.passes import FIELDS, bus_pass

from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy
from e3.studio.review import compares

pytest_plugins = ("tests.serve.fixtures",)


def begun(http: httpx.Client, fields: dict[str, Any] = FIELDS) -> str:
    return f"/studio/{http.post('/v1/studio', json={'policy': fields}).json()['id']}"


def policy_of(http: httpx.Client, at: str) -> Policy:
    return parse_policy(http.get(f"/v1{at}").json()["policy"])


def compared(http: httpx.Client, at: str, rule: str) -> str | None:
    policy = policy_of(http, at)
    return compares(policy, policy.rule(rule))


@pytest.fixture
def at(http: httpx.Client) -> Iterator[str]:
    yield begun(http)


def sent(http: httpx.Client, path: str, *, base: int | str = 1, **fields: str) -> httpx.Response:
    return http.post(path, data={"base": str(base), **fields})


def test_the_api_tells_and_edits_facts(http: httpx.Client, at: str) -> None:
    state = http.get(f"/v1{at}").json()
    assert [rule["compares"] for rule in state["rules"]][1] == "Your age: over 60"
    age = state["facts"][0]
    assert (age["id"], age["rules"]) == ("your age", ["old", "young", "mid"])
    assert [(each["values"], each["rules"]) for each in age["ranges"]] == [
        ("15 or under", ["young"]),
        ("16 to 18", ["mid"]),
        ("19 to 60", []),
        ("61 or over", ["old"]),
    ]
    edit = {"kind": "compare", "rule": "mid", "value": {"fact": "your age", "test": "> 16"}}
    after = http.post(f"/v1{at}/edits", json={"base": 1, "edit": edit}).json()
    (gap,) = after["doubts"]
    assert (gap["place"], gap["fatal"]) == ("rules.3.value.test", False)
    assert (
        gap["sentence"] == "'young' and 'mid' leave a gap: none holds where 'your age' is 16 years"
    )
    assert http.post(f"/v1{at}/undo", json={"base": 2}).json()["doubts"] == []
    bad = {"kind": "compare", "rule": "mid", "value": {"fact": "x", "test": "> 16"}}
    refused = http.post(f"/v1{at}/edits", json={"base": 1, "edit": bad})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "value.fact")


def test_the_api_tries_boundaries_and_values(http: httpx.Client, at: str) -> None:
    age, days = http.get(f"/v1{at}/cases").json()["boundaries"]
    assert age["fact"] == "your age"
    assert [(each["value"]["text"], each["case"]["gets"]) for each in age["cases"]][-2:] == [
        ("60", "no"),
        ("61", "yes"),
    ]
    assert all("-" in each["told"]["text"] for each in days["cases"])
    case = {"values": {"your age": 61, "days since issue": "30"}, "answers": {"live": "yes"}}
    tried = http.post(f"/v1{at}/cases", json=case).json()
    assert (tried["gets"], tried["rests_on"]) == ("yes", ["live", "old", "fresh"])
    wrong = http.post(f"/v1{at}/cases", json={"values": {"your age": "sixty"}})
    assert (wrong.status_code, wrong.json()["error"]["field"]) == (422, "values")


def test_a_rule_compares_what_a_form_says(http: httpx.Client, at: str) -> None:
    to = f"{at}/rules/old/value"
    page = unescape(http.get(to).text)
    assert 'value="60"' in page and "How old are you?" in page
    assert sent(http, to, how="least", amount="sixty-five").status_code == 303
    assert compared(http, at, "old") == "Your age: 65 or over"
    # The words of its question say something else.
    assert "Rule 2 asks “Are you over 60?”, and compares: 65 or over." in unescape(
        http.get(at).text
    )
    assert (
        sent(http, to, base=2, **{"how": "from-under", "amount": "60", "to": "75"}).status_code
        == 303
    )
    assert compared(http, at, "old") == "Your age: 60 or over and under 75"
    assert sent(http, f"{at}/undo", base=3, page="review").status_code == 303
    assert compared(http, at, "old") == "Your age: 65 or over"
    assert sent(http, f"{at}/rules/old", base=2, **{"yes-or-no": "on"}).status_code == 303
    assert compared(http, at, "old") is None
    seems = unescape(http.get(f"{at}/rules/old").text)
    assert 'By its words it compares something: <strong dir="auto">Your age: over 60' in seems
    assert sent(http, f"{at}/rules/old", base=4, compare="on").status_code == 303
    assert compared(http, at, "old") == "Your age: over 60"


def test_a_new_fact_is_made_on_the_page_of_a_rule(http: httpx.Client, at: str) -> None:
    to = f"{at}/rules/learns/value?fact=new"
    school = {"name": "your school", "measures": "choice", "question": "Which school?"}
    chosen = {"choices": "North\nSouth\nnone", "passing": "North\nSouth"}
    assert sent(http, to, **school, **chosen).status_code == 303
    assert compared(http, at, "learns") == "Your school: North or South"
    page = http.get(f"{at}/rules/learns/value").text
    assert page.count("checked>") == 2
    assert sent(http, f"{at}/rules/learns/value", base=2, **{"choice-2": "on"}).status_code == 303
    assert compared(http, at, "learns") == "Your school: none"
    shared = f"{at}/rules/live/value?fact=1"
    day = {"how": "under", "amount": "2026-01-31"}
    assert sent(http, shared, base=3, **day).status_code == 303
    assert compared(http, at, "live") == "Date of issue: before 31 January 2026"
    assert [fact.id for fact in policy_of(http, at).facts][-1] == "your school"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "Say how it is compared."),
        ({"how": "least"}, "Write what it is compared with."),
        ({"how": "least", "amount": "sixty-ish"}, "is no number"),
        ({"how": "over-under", "amount": "7", "to": "3"}, "Nothing can pass"),
        ({"how": "least", "amount": "7 kg"}, "can't be changed"),
    ],
)
def test_what_is_refused_keeps_what_was_written(
    http: httpx.Client, at: str, fields: dict[str, str], says: str
) -> None:
    page = sent(http, f"{at}/rules/old/value", **fields)
    assert (page.status_code, says in unescape(page.text)) == (422, True)
    assert all(f'value="{text}"' in page.text for text in fields.values())
    assert policy_of(http, at) == bus_pass()


def test_the_page_of_a_fact(http: httpx.Client, at: str) -> None:
    page = unescape(http.get(f"{at}/facts/0").text)
    assert "61 or over" in page and "Your age: 16 to 18" in page
    named = {"name": "age", "measures": "number", "unit": "years", "question": "Your age?"}
    assert sent(http, f"{at}/facts/0", **named).status_code == 303
    assert compared(http, at, "mid") == "Age: 16 to 18"
    born = {"name": "birth", "measures": "date", "unit": "x", "question": "When were you born?"}
    assert sent(http, f"{at}/facts/new", base=2, **born).status_code == 303
    assert sent(http, f"{at}/facts/0", base=3, **{**named, "since": "3"}).status_code == 303
    age = policy_of(http, at).fact("age")
    assert age is not None and (age.since, age.question) == ("birth", "")
    refused = sent(http, f"{at}/facts/3", base=4, delete="on")
    assert "'age' is computed from it" in unescape(refused.text)
    assert sent(http, f"{at}/facts/0", base=4, delete="on").status_code == 303
    assert compared(http, at, "mid") is None
    for path in ("/facts/9", "/facts/x", "/rules/old/value?fact=9", "/rules/none/value"):
        assert http.get(f"{at}{path}").status_code == 404
    empty = sent(http, f"{at}/facts/new", base=5, name="x", measures="choice", question="Which?")
    assert (empty.status_code, "two or more" in empty.text) == (422, True)
    for wrong in ({"name": ""}, {"name": "x"}, {"name": "x", "measures": "date"}):
        assert sent(http, f"{at}/facts/new", base=5, **wrong).status_code == 422


def test_a_boundary_is_kept_as_a_test_of_its_value(http: httpx.Client, at: str) -> None:
    page = unescape(http.get(f"{at}/try").text)
    assert "At the boundaries: Your age" in page and "At the boundaries: Days since issue" in page
    fields = {"keep-no": "ynnnyy", "name": "Your age: 60 years", "value-0": "60"}
    assert sent(http, f"{at}/try/0", **fields).status_code == 303
    (ann,) = policy_of(http, at).people
    assert (ann.name, ann.values["your age"].text) == ("Your age: 60 years", "60")
    assert ann.answers.keys() == {"live", "learns", "fresh"}
    assert "one of your tests" in http.get(f"{at}/try").text
    assert sent(http, f"{at}/rules/old/value", base=2, how="least", amount="60").status_code == 303
    assert "0 of 1 come out as they should" in http.get(f"{at}/try").text


def test_somebody_you_know_has_values(http: httpx.Client, at: str) -> None:
    page = http.get(f"{at}/try").text
    assert 'name="value-0"' in page and 'name="rule-old"' not in page
    said = {"value-0": "63", "value-2": "4", "value-2-unit": "weeks", "rule-live": "yes"}
    described = http.post(f"{at}/try/0/case", data=said)
    to = described.headers["Location"]
    assert to.endswith("/case/yynn-y?value-0=63&value-2=4+weeks")
    case = http.get(to).text
    assert '<h1 id="case-heading" tabindex="-1">Yes.</h1>' in case
    assert 'name="value-2" value="4 weeks"' in case
    wrong = http.post(f"{at}/try/0/case", data={**said, "value-0": "1e400"})
    assert (wrong.status_code, "is no number" in wrong.text) == (422, True)
    assert http.get(f"{at}/try/0/case/yynn-y?value-0=x").status_code == 422


def test_hostile_names_are_inert(http: httpx.Client) -> None:
    hostile = '"><img src=x onerror=alert(1)>\u202e'
    text = FIELDS["rule_text"]
    fact = {"id": hostile, "kind": "choice", "question": hostile, "choices": [hostile, "b"]}
    value = {"fact": hostile, "test": f"one of {hostile}"}
    rules = [{"id": "a", "span": "you live in Ashby", "question": "Ashby?", "value": value}]
    asked = [{"question": "Free?", "yes_when": "a"}]
    at = begun(
        http,
        {"title": "T", "rule_text": text, "facts": [fact], "rules": rules, "questions": asked},
    )
    for path in ("", "/rules/a", "/rules/a/value", "/facts/0", "/facts/new", "/try"):
        page = http.get(f"{at}{path}")
        assert (page.status_code, "<img" in page.text) == (200, False), path
