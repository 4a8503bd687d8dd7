"""The library by HTTP: what is sent is found, asked and removed, by programs and on pages."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.interview.rowing import BOAT, SWIM, TEXT
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.serve.app import create_app
from e3.serve.settings import Settings

OTHERS = {
    "Dogs": "You may bring a dog to the park if it is on a lead.",
    "Parking": "The driver of a car pays a fee of 5 pounds to leave it here.",
    "Days off": "You get two days off a month if you have worked for a year.",
}
GUIDE = f"# Boats\n\n{TEXT}\n\n# Other things\n\nThe club has a bar."


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def http(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("serve")
    library = str(folder / "library.db")
    if request.param == "postgresql":
        library = request.getfixturevalue("postgresql").fresh_library(pgvector=False)
    settings = Settings(database=str(folder / "interviews.db"), library=library, limits=UNHURRIED)
    with running(create_app(settings, model_of())) as address, client(address) as http:
        for title, text in OTHERS.items():
            put(http, "texts", title=title, text=text)
        yield http


def put(http: httpx.Client, kind: str, **fields: str) -> dict[str, object]:
    sent = http.post(f"/v1/library/{kind}", json=fields)
    assert sent.status_code == 201, sent.text
    assert http.get(sent.headers["Location"]).json()["title"] == sent.json()["title"]
    found: dict[str, object] = sent.json()
    return found


def put_guide(http: httpx.Client) -> dict[str, object]:
    return put(http, "files", name="guide.md", data=base64.b64encode(GUIDE.encode()).decode())


def test_what_is_sent_is_listed_shown_found_and_removed(http: httpx.Client) -> None:
    guide = put_guide(http)
    listed = http.get("/v1/library").json()
    assert [each["title"] for each in listed] == [*OTHERS, "Boats"]
    shown = http.get(f"/v1/library/documents/{guide['id']}").json()
    titles = [section["path"] for section in shown["sections"]]
    assert titles == [["Boats"], ["Rowing"], ["Other things"]]
    assert shown["sections"][0]["places"] == [
        {"page": None, "box": None, "line": 1, "element": None}
    ]
    found = http.post("/v1/library/search", json={"question": "Is my dog allowed?", "most": 1})
    (first,) = found.json()["found"]
    assert (first["title"], found.json()["searched_by"]) == ("Dogs", "words")
    assert put_guide(http)["id"] == guide["id"]
    assert http.delete(f"/v1/library/documents/{guide['id']}").status_code == 204
    for asked in (http.get, http.delete):
        gone = asked(f"/v1/library/documents/{guide['id']}")
        assert (gone.status_code, gone.json()["error"]["code"]) == (404, "not_found")


def test_a_question_leads_to_an_interview_over_the_right_document(http: httpx.Client) -> None:
    guide = put_guide(http)
    asked = http.post("/v1/library/ask", json={"question": "May I row a boat of the club?"})
    came = asked.json()
    assert (came["kind"], came["document"]["id"]) == ("interview", guide["id"])
    assert came["interview"]["step"]["question"] == SWIM
    assert asked.headers["Location"] == f"/v1/interviews/{came['interview']['id']}"
    text = http.get(f"/v1/library/documents/{guide['id']}").json()["text"]
    for rule in came["rules"]:
        (span,) = rule["spans"]
        assert text[span["start"] : span["end"]] == rule["quoted"]
        assert rule["places"][0]["line"] is not None
    # What is replaced answers no more; who was asked by it goes on.
    put(http, "files", name="guide.md", data=base64.b64encode(b"# Boats\n\nNo more.").decode())
    page = http.get(f"/interviews/{came['interview']['id']}").text
    assert "you are asked by it as it was" in page
    assert "The club has a bar." in page
    http.delete(f"/v1/library/documents/{guide['id']}")


def test_which_is_meant_and_what_is_not_there(http: httpx.Client) -> None:
    one, two = (put(http, "texts", title=name, text=TEXT) for name in ("North", "South"))
    which = http.post("/v1/library/ask", json={"question": "May I row a boat of the club?"}).json()
    assert which["kind"] == "which"
    assert {each["id"] for each in which["among"]} >= {one["id"], two["id"]}
    page = http.post("/library/ask", data={"question": "May I row a boat of the club?"}).text
    assert all(f"sent:{name}" in page for name in ("North", "South"))
    meant = {"question": "May I row?", "document": two["id"]}
    assert http.post("/v1/library/ask", json=meant).json()["document"]["title"] == "South"
    question = "Must pensioners file council tax for empty flats abroad?"
    nothing = http.post("/v1/library/ask", json={"question": question}).json()
    assert (nothing["kind"], len(nothing["nearest"])) == ("not in this library", 3)
    for each in (one, two):
        http.delete(f"/v1/library/documents/{each['id']}")


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.pdf", b"%PDF-1.4 no", "A.pdf: this PDF is broken and can't be opened."),
        ("a.txt", b"\xff\xfe", "A.txt: this is not a text file in UTF-8."),
        ("a.txt", b"  ", "A.txt: the file is empty."),
        ("a.txt", b"", "A.txt: the file is empty."),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(
    http: httpx.Client, name: str, data: bytes, sentence: str
) -> None:
    pytest.importorskip("pypdfium2", reason="needs e3-reader[documents]")
    sent = {"name": name, "data": base64.b64encode(data).decode()}
    refused = http.post("/v1/library/files", json=sent)
    assert (refused.status_code, refused.json()["error"]["message"]) == (422, sentence)
    page = http.post("/library/add", files={"file": (name, data)}, data={"title": "", "text": ""})
    assert (page.status_code, sentence.replace("'", "&#39;") in page.text) == (422, True)


def test_pages_without_a_script(http: httpx.Client) -> None:
    sent = http.post("/library/add", files={"file": ("folder\\Küche.md", GUIDE.encode())})
    assert sent.status_code == 303
    at = sent.headers["Location"]
    assert '<p class="title" id="at-2" tabindex="-1">Boats</p>' in http.get(at).text
    found = http.post("/library/ask", data={"question": "Is there a bar?", "search": "on"}).text
    clause = re.search(r'href="(/library/\d+\?clause=[\d,-]+)#clause"', found)
    assert clause is not None
    shown = http.get(clause[1]).text
    assert '<span id="clause" tabindex="-1">' in shown
    assert "The club has a bar." in re.sub("<[^>]+>", "", shown.split('id="clause"')[1])
    asked = http.post(
        "/library/ask", data={"question": "May I row?", "document": at.split("/")[-1]}
    )
    page = http.get(asked.headers["Location"]).text
    assert SWIM in page
    assert '<mark class="asked first last">' in page
    assert "The club has a bar." in page
    assert BOAT not in page.split("</h1>")[0]
    assert http.post(f"{at}/remove").status_code == 303
    assert http.get(at).status_code == 404
    assert http.post("/library/ask", data={"question": " "}).status_code == 422
    assert http.post("/library/add", content=b"a", headers={"Content-Type": "x"}).status_code == 400


@pytest.mark.parametrize("number", ["0", "-1", "2147483648", "9" * 23, "9" * 5000])
def test_a_number_that_no_document_has(http: httpx.Client, number: str) -> None:
    for path in (f"/library/{number}", f"/library/{number}/remove"):
        assert http.get(path).status_code in (404, 422)
        assert http.post(path).status_code in (404, 405, 422)


def test_a_server_without_a_library(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "interviews.db"), limits=UNHURRIED)
    with running(create_app(settings, model_of())) as address, client(address) as http:
        refused = http.get("/v1/library")
        assert refused.json()["error"]["message"] == "This server has no library."
        assert "This server has no library." in http.get("/library").text
        assert http.get("/library/add").status_code == 404


def test_pages_lead_to_the_library_where_there_is_one(http: httpx.Client, tmp_path: Path) -> None:
    link = '<a href="/library">'
    assert link in http.get("/").text
    without = create_app(Settings(database=str(tmp_path / "interviews.db")), model_of())
    with running(without) as address, client(address) as other:
        assert link not in other.get("/").text
        assert "has no library" in other.get("/library").text
