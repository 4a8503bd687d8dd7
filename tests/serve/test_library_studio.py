"""The studio and the library meet: a draft over a document, checked, published, asked, changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.interview.rowing import TEXT
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.serve.app import create_app
from e3.serve.settings import Settings

QUESTION = "May I row a boat of the club?"
OTHER = "Is the towpath closed to me?"
OLD, NEW = "You can swim.", "You can swim 100 metres."


@pytest.fixture(params=["sqlite", "postgresql"])
def http(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[httpx.Client]:
    library = str(tmp_path / "library.db")
    if request.param == "postgresql":
        library = request.getfixturevalue("postgresql").fresh_library(pgvector=False)
    settings = Settings(database=str(tmp_path / "e3.db"), library=library, limits=UNHURRIED)
    with running(create_app(settings, model_of())) as address, client(address) as http:
        put(http, TEXT)
        yield http


def put(http: httpx.Client, text: str) -> int:
    sent = http.post("/v1/library/texts", json={"title": "Boats", "text": text})
    assert sent.status_code == 201, sent.text
    number: int = sent.json()["id"]
    return number


def drafted(http: httpx.Client) -> dict[str, Any]:
    (document,) = http.get("/v1/library").json()
    made = http.post(f"/v1/library/documents/{document['id']}/drafts", json={"question": QUESTION})
    assert made.status_code == 201, made.text
    assert http.get(made.headers["Location"]).json()["id"] == made.json()["id"]
    found: dict[str, Any] = made.json()
    return found


def edited(http: httpx.Client, draft: dict[str, Any], **edit: object) -> dict[str, Any]:
    at = f"/v1/studio/{draft['id']}"
    done = http.post(f"{at}/edits", json={"base": draft["revision"], "edit": edit})
    assert done.status_code == 200, done.text
    found: dict[str, Any] = done.json()
    return found


def published(http: httpx.Client) -> dict[str, Any]:
    """A draft over the document that somebody has checked."""
    draft = edited(http, drafted(http), kind="review", by="Ada", on="2026-11-19")
    words = {"address": "boats", "title": "Boats"}
    done = http.post(
        f"/v1/studio/{draft['id']}/publication", json={"base": draft["revision"], "words": words}
    )
    assert done.status_code == 201, done.text
    return draft


def ask(http: httpx.Client, question: str, **more: object) -> dict[str, Any]:
    came = http.post("/v1/library/ask", json={"question": question, "document": 1, **more})
    assert came.status_code == 200, came.text
    found: dict[str, Any] = came.json()
    return found


def test_a_draft_over_a_document_knows_where_its_rules_are_from(http: httpx.Client) -> None:
    draft = drafted(http)
    assert draft["policy"]["source"]["address"] == "sent:Boats"
    assert draft["policy"]["title"] == "Boats"
    assert [each["question"] for each in draft["policy"]["questions"]] == [QUESTION]
    same = http.get(f"/v1/studio/{draft['id']}/document").json()
    assert (same["matter"], same["changed"], same["source"]) == (False, [], None)


def test_what_somebody_has_checked_comes_first(http: httpx.Client) -> None:
    assert ask(http, QUESTION)["interview"]["basis"]["is_draft"] is True
    published(http)
    came = ask(http, QUESTION.replace("of the club", "here"))
    assert came["kind"] == "interview"
    assert came["interview"]["basis"]["is_draft"] is False
    assert all(rule["spans"] for rule in came["rules"])  # it quotes the document as before
    other = ask(http, OTHER)
    assert other["kind"] == "checked"
    (offered,) = other["published"]
    assert (offered["address"], offered["questions"]) == ("boats", [QUESTION])
    assert ask(http, OTHER, unchecked=True)["interview"]["basis"]["is_draft"] is True
    page = http.post("/library/ask", data={"question": OTHER, "document": "1"}).text
    assert QUESTION in page
    assert "Ask the document itself" in page
    led = http.post("/library/ask", data={"question": OTHER, "document": "1", "unchecked": "on"})
    assert led.status_code == 303


def test_what_nobody_has_checked_does_not(http: httpx.Client) -> None:
    draft = drafted(http)
    body = {"base": draft["revision"], "words": {"address": "boats", "title": "Boats"}}
    assert http.post(f"/v1/studio/{draft['id']}/publication", json=body).status_code == 201
    assert ask(http, OTHER)["kind"] == "interview"


def test_a_clause_that_changed_is_shown_taken_and_checked_again(http: httpx.Client) -> None:
    draft = published(http)
    put(http, TEXT.replace(OLD.lower().rstrip("."), NEW.lower().rstrip(".")))
    at = f"/v1/studio/{draft['id']}"
    found = http.get(f"{at}/document").json()
    assert found["matter"] is True
    (changed,) = found["changed"]
    assert "can swim" in changed["before"]
    assert "100 metres" in changed["now"]
    # Until somebody has looked, nobody is interviewed by what is out of date.
    assert ask(http, QUESTION)["interview"]["basis"]["is_draft"] is True
    assert "its document has changed" in http.get("/studio").text
    assert "See what" in http.get(f"/studio/{draft['id']}/publish").text
    page = http.get(f"/studio/{draft['id']}").text
    assert "The document has changed" in page
    assert "100 metres" in page
    fields = {
        "base": str(draft["revision"]),
        "start": str(changed["span"]["start"]),
        "end": str(changed["span"]["end"]),
        "now": changed["now"],
    }
    assert http.post(f"/studio/{draft['id']}/document", data=fields).status_code == 303
    after = http.get(at).json()
    [rule] = [each for each in after["rules"] if "swim" in each["clause"]]
    assert "swim 100 metres" in rule["clause"]
    assert http.get(f"{at}/document").json()["changed"] == []
    # A rule that is not touched may be published as it is once more.
    done = edited(http, after, kind="review", by="Bo", on="2026-11-20")
    assert http.post(f"{at}/document/seen", json={"base": done["revision"]}).status_code == 204
    words = {"address": "boats", "title": "Boats"}
    again = http.post(f"{at}/publication", json={"base": done["revision"], "words": words})
    assert again.status_code == 201
    assert ask(http, QUESTION)["interview"]["basis"]["is_draft"] is False
    assert "The document has changed" not in http.get(f"/studio/{draft['id']}").text


def test_who_has_looked_says_that_it_holds(http: httpx.Client) -> None:
    draft = published(http)
    put(http, f"{TEXT}\n\nThe bar opens at nine.")
    assert "The bar opens at nine." in http.get(f"/studio/{draft['id']}").text
    seen = f"/studio/{draft['id']}/document/seen"
    assert http.post(seen, data={"base": "1"}).status_code == 409  # somebody has changed it
    assert http.post(seen, data={"base": "x"}).status_code == 422
    assert http.post(seen, data={"base": str(draft["revision"])}).status_code == 303
    assert "The bar opens at nine." not in http.get(f"/studio/{draft['id']}").text
    assert ask(http, QUESTION)["interview"]["basis"]["is_draft"] is False


def test_a_removed_document_is_told(http: httpx.Client) -> None:
    draft = published(http)
    http.delete("/v1/library/documents/1")
    assert "not in the library any more" in http.get(f"/studio/{draft['id']}").text
    found = http.get(f"/v1/studio/{draft['id']}/document").json()
    assert (found["matter"], found["document"], found["source"]) == (True, None, "sent:Boats")


def test_a_draft_is_begun_on_the_page_of_a_document(http: httpx.Client) -> None:
    assert "Draft it in the studio" in http.get("/library/1").text
    empty = http.post("/library/1/draft", data={"question": " "})
    assert empty.status_code == 422
    assert "Error: " in empty.text
    assert http.post("/library/9/draft", data={"question": QUESTION}).status_code == 404
    begun = http.post("/library/1/draft", data={"question": QUESTION})
    assert begun.status_code == 303
    page = http.get(begun.headers["Location"]).text
    assert "Review the rules" in page
    assert "It was drafted from a document of the library." in page


def test_a_text_of_ones_own_has_no_document(http: httpx.Client) -> None:
    made = http.post("/v1/studio", json={"policy": TEXT, "questions": [QUESTION]}).json()
    put(http, "Another text altogether.")
    assert http.get(f"/v1/studio/{made['id']}/document").json()["source"] is None
    seen = http.post(f"/v1/studio/{made['id']}/document/seen", json={"base": made["revision"]})
    assert seen.status_code == 204
