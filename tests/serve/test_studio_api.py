"""The studio for programs: drafts are edited, tried and published; people need no key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.interview.rowing import TEXT
from tests.serve.policies import ROWING
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.serve.app import create_app
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

DESK, HALL = ({"Authorization": f"Bearer {name}-key-0123456789"} for name in ("desk", "hall"))
WORDS = {"address": "rowing", "title": "May you row?", "yes": "**Come in.**", "no": "Sorry."}


@pytest.fixture
def keyed(tmp_path: Path, database: str) -> Iterator[httpx.Client]:
    """A server with two keys; those who show none are people who are interviewed."""
    file = tmp_path / "keys.txt"
    file.touch(0o600)
    file.write_text("desk desk-key-0123456789\nhall hall-key-0123456789\n")
    settings = Settings(database=database, keys=str(file), needs_key=True, limits=UNHURRIED)
    with running(create_app(settings, model_of())) as address, client(address) as http:
        yield http


def begun(http: httpx.Client, policy: Any = ROWING, **headers: Any) -> dict[str, Any]:
    answer = http.post("/v1/studio", json={"policy": policy}, **headers)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    assert answer.headers["Location"] == f"/v1/studio/{found['id']}"
    return found


def sent(http: httpx.Client, path: str, body: Any, status: int = 200, **headers: Any) -> Any:
    answer = http.post(f"/v1/studio/{path}", json=body, **headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def seen(http: httpx.Client, path: str, status: int = 200, **query: Any) -> Any:
    answer = http.get(f"/v1/studio/{path}", params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_text_becomes_a_draft_with_all_there_is_to_say_of_it(http: httpx.Client) -> None:
    body = {"policy": TEXT, "questions": ["May I row?"]}
    made = http.post("/v1/studio", json=body).json()
    assert made["revision"] == 1
    (answer,) = made["answers"]
    assert answer["formula"] == "swim and (boat or hired)"
    assert answer["sentence"].startswith("Yes if you can swim, and either")
    assert [part["address"] for part in answer["logic"]["parts"]] == ["0.0", "0.1"]
    assert [rule["speaks"] for rule in made["rules"]] == [["for"]] * 3
    assert made["unsure"][0]["sure"] == 0.9
    assert made["policy"]["drafted_by"] == "rowing"
    assert seen(http, made["id"]) == made
    assert made["id"] in [each["id"] for each in http.get("/v1/studio").json()]


def test_a_policy_is_taken_with_its_cases(http: httpx.Client) -> None:
    people = [{"name": "Ann", "answers": {"swim": "no"}, "gets": "yes"}]
    made = begun(http, {**ROWING, "people": people})
    (case,) = made["cases"]
    assert (case["gets"], case["expected"], case["as_expected"]) == ("no", "yes", False)
    assert made["doubts"][0]["place"] == "people.0.gets"
    wrong = http.post("/v1/studio", json={"policy": {**ROWING, "rules": []}})
    assert (wrong.status_code, wrong.json()["error"]["field"]) == (
        422,
        "policy.questions.0.yes_when",
    )


def test_edits_undo_redo_and_the_history(http: httpx.Client) -> None:
    id = begun(http)["id"]
    edit = {"base": 1, "edit": {"kind": "deny node", "node": "0.0"}}
    after = sent(http, f"{id}/edits", edit)
    assert (after["revision"], after["can_undo"]) == (2, True)
    assert after["answers"][0]["formula"] == "not swim and (boat or hired)"
    assert sent(http, f"{id}/edits", edit) == after
    assert sent(http, f"{id}/undo", {"base": 2})["revision"] == 1
    assert sent(http, f"{id}/undo", {"base": 1}, 409)["error"]["code"] == "conflict"
    assert sent(http, f"{id}/redo", {"base": 1})["revision"] == 2
    assert sent(http, f"{id}/restore", {"base": 2, "revision": 1})["revision"] == 3
    assert [each["number"] for each in seen(http, f"{id}/revisions")] == [3, 2, 1]
    before = seen(http, f"{id}/revisions/2")
    assert before["edit"] == edit["edit"]
    said = seen(http, f"{id}/differences", before=1, after=2)["sentences"]
    assert said[0].startswith("The answer to “May I row?” was: Yes if you can swim")
    assert seen(http, f"{id}/differences", before=1, after=3)["sentences"] == []
    assert seen(http, f"{id}/revisions/9", 404)["error"]["code"] == "not_found"


def test_of_two_editors_both_are_kept_and_it_is_said_where(http: httpx.Client) -> None:
    id = begun(http)["id"]
    first = {"base": 1, "edit": {"kind": "set formula", "question": 0, "formula": "swim"}}
    sent(http, f"{id}/edits", first)
    mine = {"base": 1, "edit": {"kind": "set formula", "question": 0, "formula": "boat"}}
    refused = http.post(f"/v1/studio/{id}/edits", json=mine)
    assert (refused.status_code, refused.json()["error"]["field"]) == (409, "base")
    kept = http.get(refused.headers["Location"]).json()
    assert kept["summary"]["beside"]
    assert kept["policy"]["questions"][0]["yes_when"] == "boat"
    assert seen(http, id)["answers"][0]["formula"] == "swim"


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        ({"kind": "set formula", "question": 0, "formula": "sail"}, "formula"),
        ({"kind": "delete rule", "rule": "sail"}, "rule"),
        ({"kind": "delete rule"}, "edit.delete rule.rule"),
        ({"kind": "burn"}, "edit"),
        ({"kind": "deny node", "node": "0", "nodes": []}, "edit.deny node.nodes"),
    ],
)
def test_what_can_not_be_done_names_the_field(
    http: httpx.Client, edit: dict[str, Any], field: str
) -> None:
    id = begun(http)["id"]
    error = sent(http, f"{id}/edits", {"base": 1, "edit": edit}, 422)["error"]
    assert (error["code"], error["field"]) == ("invalid", field)


def test_cases_are_made_and_tried(http: httpx.Client) -> None:
    id = begun(http)["id"]
    made = seen(http, f"{id}/cases")
    assert (len(made["deciding"]), len(made["table"])) == (5, 8)
    tried = sent(http, f"{id}/cases", {"answers": {"swim": "no"}})
    assert (tried["gets"], tried["rests_on"]) == ("no", ["swim"])
    assert tried["would_change"]
    assert (
        sent(http, f"{id}/cases", {"answers": {"sail": "no"}}, 422)["error"]["field"] == "answers"
    )
    assert seen(http, f"{id}/cases", 404, question=3)["error"]["field"] == "question"
    asked = sent(http, f"{id}/asked", {"question": "may i row"})
    assert asked == {"number": 0, "question": "May I row?"}
    assert sent(http, f"{id}/asked", {"question": "Is it cheese?"})["number"] is None


def test_a_question_is_added_with_the_drafters_answer(http: httpx.Client) -> None:
    rules = [rule for rule in ROWING["rules"] if rule["id"] != "hired"]
    rules = [{**rule, "id": f"my_{rule['id']}"} for rule in rules]
    asked = [{"question": "May I swim?", "yes_when": "my_swim and not my_boat"}]
    no_row = ["May I row?", "Is there a café?"]
    policy = {**ROWING, "rules": rules, "questions": asked, "irrelevant_questions": no_row}
    id = begun(http, policy)["id"]
    after = sent(http, f"{id}/questions", {"base": 1, "question": "May I row?"})
    assert after["answers"][1]["formula"] == "my_swim and (my_boat or r1)"
    assert [rule["id"] for rule in after["rules"]] == ["my_swim", "my_boat", "r1"]
    assert after["policy"]["irrelevant_questions"] == no_row[1:]
    body = {"base": 2, "question": "Is there cheese?"}
    assert sent(http, f"{id}/questions", body, 422)["error"]["field"] == "question"
    assert sent(http, f"{id}/undo", {"base": 2})["revision"] == 1


def test_a_copy_and_the_end(http: httpx.Client) -> None:
    id = begun(http)["id"]
    copy = sent(http, f"{id}/duplicate", None, 201)
    assert copy["id"] != id
    assert http.delete(f"/v1/studio/{id}").status_code == 204
    assert http.delete(f"/v1/studio/{id}").status_code == 404
    assert seen(http, copy["id"])["revision"] == 1


def test_people_need_no_key_and_advisers_do(keyed: httpx.Client) -> None:
    assert keyed.get("/v1/studio").status_code == 401
    assert keyed.post("/v1/studio", json={"policy": ROWING}).status_code == 401
    id = begun(keyed, headers=DESK)["id"]
    edit = {"base": 1, "edit": {"kind": "describe", "title": "Rowing here"}}
    after = sent(keyed, f"{id}/edits", edit, headers=HALL)
    assert after["changed_by"] == "hall"  # a team: every key may edit, and it is known who did
    published = sent(keyed, f"{id}/publication", {"base": 2, "words": WORDS}, 201, headers=DESK)
    assert (published["number"], published["by"]) == (1, "desk")
    told = keyed.get("/v1/published/rowing").json()
    assert (told["version"], told["questions"]) == (1, ["May I row?"])
    begin = {"question": "May I row?"}
    state = keyed.post("/v1/published/rowing/interviews", json=begin, headers=HALL).json()
    here = f"/v1/published/rowing/interviews/{state['id']}"
    state = keyed.post(f"{here}/answers", json={"answer": "no"}).json()
    assert state["outcome"] == "no"
    version = keyed.get(f"{here}/version").json()
    assert (version["outdated"], version["says"]) == (False, "Sorry.")
    # Nobody reads it who has no part in it: it is not the adviser's.
    assert keyed.get(f"/v1/interviews/{state['id']}", headers=DESK).status_code == 404
    assert keyed.get(f"/v1/interviews/{state['id']}").status_code == 401
    assert keyed.get(here.replace("rowing", "other")).status_code == 404
    own = keyed.post("/v1/interviews", json={**begin, "policy": ROWING}, headers=DESK).json()
    assert keyed.get(f"/v1/published/rowing/interviews/{own['id']}").status_code == 404
    numbers = keyed.get(f"/v1/studio/{id}/numbers", headers=DESK).json()
    assert (numbers["begun"], numbers["ended"]["no"]) == (1, 1)
    assert keyed.delete(here).status_code == 204
    assert keyed.get(here).status_code == 404


def test_a_newer_version_is_told_of(http: httpx.Client) -> None:
    id = begun(http)["id"]
    words = {**WORDS, "address": "newer"}
    sent(http, f"{id}/publication", {"base": 1, "words": words}, 201)
    begin = {"question": "May I row?", "scenario": ""}
    state = http.post("/v1/published/newer/interviews", json=begin).json()
    edit = {"kind": "set formula", "question": 0, "formula": "boat and hired"}
    sent(http, f"{id}/edits", {"base": 1, "edit": edit})
    case = {"kind": "add case", "name": "Ann", "answers": {"boat": "no"}, "gets": "yes"}
    sent(http, f"{id}/edits", {"base": 2, "edit": case})
    words = {**words, "no": "No.", "introduction": "Hello."}
    second = sent(http, f"{id}/publication", {"base": 3, "words": words}, 201)
    assert second["differences"][0].startswith("The answer to “May I row?” was: Yes if")
    assert second["differences"][-1] == (
        "People are told otherwise: the introduction, what a no says."
    )
    assert second["failing"] == ["Ann"]
    here = f"/v1/published/newer/interviews/{state['id']}"
    assert http.get(f"{here}/version").json()["outdated"]
    assert http.get(here).json()["step"]["question"] == "Can you swim?"
    assert [each["number"] for each in seen(http, f"{id}/versions")] == [2, 1]
    other = begun(http)["id"]
    taken = sent(http, f"{other}/publication", {"base": 1, "words": words}, 409)
    assert taken["error"]["field"] == "address"
    assert http.delete(f"/v1/studio/{id}/publication").status_code == 204
    assert http.post("/v1/published/newer/interviews", json=begin).status_code == 404
    assert http.get(here).status_code == 200
