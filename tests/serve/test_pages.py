"""The pages as they are sent: what is in them, and what can never be."""

import re
from html.parser import HTMLParser

import httpx
import pytest
from tests.interview.fake_readers import (
    BOAT,
    HIRED,
    SWIM,
    TEXT,
    ChaoticReader,
    LogicReader,
    ShortReader,
    span_of,
)
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.policy.rule_text import RuleText
from e3.policy.samples import samples
from e3.readers.heuristic.system import HeuristicSystem
from e3.reading.conversation import Conversation, Decision, Reply, Rule, RuleScores
from e3.reading.reader import Reader
from e3.serve.app import create_app
from e3.serve.pages.marks import Mark, paragraphs, pieces
from e3.serve.served_model import Model, about
from e3.serve.settings import Settings
from e3.text import Span

pytest_plugins = ("tests.serve.fixtures",)

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><script>alert(2)</script>",
    "{{ 7 * 7 }}{% include 'base.html' %}",
    "&lt;b&gt; &amp;",
)


class Tags(HTMLParser):
    """The tags of a page, its text, and the words of its title."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def begin(http: httpx.Client, **fields: str) -> str:
    """The address of a new interview."""
    answer = http.post("/interviews", data={"policy": TEXT, "question": "May I row?", **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def post(http: httpx.Client, path: str, **fields: str) -> str:
    answer = http.post(path, data=fields, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer.text


def heading(page: str) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert found
    return found[1].strip()


def test_the_menu_has_a_dozen_policies_and_each_leads_to_its_form(http: httpx.Client) -> None:
    home = http.get("/").text
    assert len(samples()) == 12
    for policy in samples():
        assert f'href="/new?policy={policy.slug}"' in home
        form = Tags(http.get(f"/new?policy={policy.slug}").text)
        assert policy.questions[0].question in [each.get("value") for each in form.named("input")]
    assert http.get("/new?policy=none").status_code == 404


def test_a_whole_interview_without_a_script(http: httpx.Client) -> None:
    at = begin(http, scenario="I swim well.\r\nI came in my own boat.")
    page = http.get(at).text
    assert heading(page) == "What I understood from your story"
    page = post(http, f"{at}/confirm", **{"turn": "1", "fact-0": "yes", "fact-1": "no"})
    assert heading(page) == HIRED
    assert '<mark class="asked first last">' in page
    assert "If yes, the answer is yes. If no, the answer is no." in page
    page = post(http, f"{at}/answer", turn="3", answer="yes")
    assert heading(page) == "Yes."
    assert "90% confident" in page
    for words in ("✓</span> met", "✗</span> not met", "You wrote “my own boat” and corrected it"):
        assert words in page


def test_change_and_back(http: httpx.Client) -> None:
    at = begin(http)
    for turn, answer in enumerate(("yes", "no", "yes"), start=1):
        post(http, f"{at}/answer", turn=str(turn), answer=answer)
    assert heading(http.get(f"{at}/facts/0").text) == SWIM
    page = post(http, f"{at}/facts/0", turn="4", answer="no")
    assert heading(page) == "No."
    assert page.count("not needed now; kept in case it is") == 2
    page = post(http, f"{at}/back", turn="5")
    assert heading(page) == SWIM
    assert "You answered no before." in page
    assert http.get(f"{at}/facts/9").status_code == 404
    assert http.get(f"{at}/facts/x").status_code == 422


def test_not_sure_can_not_tell_and_not_answered(database: str, http: httpx.Client) -> None:
    at = begin(http)
    for turn, answer in enumerate(("unknown", "yes"), start=1):
        page = post(http, f"{at}/answer", turn=str(turn), answer=answer)
    assert heading(page) == "I can&#39;t tell: these rules are still open."
    page = http.get(begin(http, question="Do you sell cheese?")).text
    assert heading(page) == "This text does not answer that question."
    app = create_app(Settings(database=database), model_of(LogicReader(confidence=0.4)))
    with running(app) as address, client(address) as unsure:
        page = post(unsure, f"{begin(unsure)}/answer", turn="1", answer="no")
    assert heading(page) == "Not sure: probably no."
    assert "40% confident: that is too little to rely on" in page


def test_what_is_missing_is_said_where_it_is_missing(http: httpx.Client) -> None:
    answer = http.post("/interviews", data={"policy": "", "question": " ", "scenario": "I am 30."})
    assert answer.status_code == 422
    page = Tags(answer.text)
    assert "Error: Your own text" in page.text
    wrong = [each for tag, each in page.tags if each.get("aria-invalid") == "true"]
    assert [each["id"] for each in wrong] == ["policy", "question"]
    assert wrong[0]["aria-describedby"] == "policy-hint policy-error"
    assert "Paste the policy." in page.text
    assert "Write your question." in page.text
    assert "I am 30." in page.text
    long = http.post("/interviews", data={"policy": "a" * 200_001, "question": "May I?"})
    assert "Shorten the policy: it may have 200,000 characters." in long.text
    control = http.post("/interviews", data={"policy": "a\x07", "question": "May I?"})
    assert "The rule text holds U+0007 at 1, which is no text." in control.text


def test_a_text_that_is_too_long_for_the_model(database: str) -> None:
    app = create_app(Settings(database=database), model_of(ShortReader(most_turns=1)))
    with running(app) as address, client(address) as http:
        story = "I came a long way. " * 20
        for what, field in (({"policy": TEXT}, "policy"), ({"sample": "walking-a-pet-pig"}, None)):
            fields = {**what, "question": "May I row?", "scenario": story}
            answer = http.post("/interviews", data=fields)
            assert answer.status_code == 422
            page = Tags(answer.text)
            assert "This is too long for me: I read about 380 words at once." in page.text
            assert story.strip() in page.text  # nothing that was written is lost
            wrong = [each["id"] for _, each in page.tags if each.get("aria-invalid") == "true"]
            assert wrong == [field or "scenario"]
        at = begin(http)
        assert heading(post(http, f"{at}/answer", turn="1", answer="yes")) == BOAT
        late = http.post(f"{at}/answer", data={"turn": "2", "answer": "no"})
        assert late.status_code == 422
        assert "I can’t go on from that answer" in late.text
        assert heading(late.text) == BOAT


def test_an_answer_that_comes_twice_or_too_late(http: httpx.Client) -> None:
    at = begin(http)
    for _ in range(2):  # a double click
        assert heading(post(http, f"{at}/answer", turn="1", answer="yes")) == BOAT
    late = http.post(f"{at}/answer", data={"turn": "1", "answer": "no"})
    assert late.status_code == 409
    assert "gone on elsewhere" in late.text
    assert heading(late.text) == BOAT


def test_forms_that_make_no_sense(http: httpx.Client) -> None:
    at = begin(http, scenario="I swim well.")
    for path, fields, status in (
        ("answer", {"answer": "maybe"}, 422),
        ("answer", {}, 422),
        ("confirm", {"fact-1": "yes"}, 422),
        ("confirm", {"fact-0": "yes", "fact-1": "yes", "turn": "1"}, 409),
        ("answer", {"answer": "yes", "turn": "99999999999999999999"}, 409),
        ("back", {"turn": "7"}, 409),
    ):
        answer = http.post(f"{at}/{path}", data=fields)
        assert (path, answer.status_code) == (path, status)
        assert answer.headers["Content-Type"].startswith("text/html")
    assert http.post(f"{at}/answer", content=b"\xff\xfe").status_code == 400
    assert http.post(f"{at}/answer", content=b"a=1&" * 1000).status_code == 400


def test_other_sites_can_send_no_forms(http: httpx.Client) -> None:
    fields = {"policy": TEXT, "question": "May I row?"}
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 303)):
        answer = http.post("/interviews", data=fields, headers={"Sec-Fetch-Site": site})
        assert answer.status_code == status


def test_print_download_and_delete(http: httpx.Client) -> None:
    at = begin(http)
    post(http, f"{at}/answer", turn="1", answer="no")
    shown = http.get(f"{at}/explanation.html")
    assert "Content-Disposition" not in shown.headers
    assert shown.headers["Content-Security-Policy"].endswith("sandbox")
    for ending in ("txt", "md", "json"):
        saved = http.get(f"{at}/explanation.{ending}")
        assert saved.headers["Content-Disposition"].startswith("attachment")
        assert "if you can swim" in saved.text
    assert http.get(f"{at}/explanation.pdf").status_code == 404
    assert len(http.get(f"{at}/export.json").json()["events"]) == 2
    assert heading(http.get(f"{at}/delete").text) == "Delete this interview?"
    assert http.get(at).status_code == 200
    assert heading(post(http, f"{at}/delete")) == "The interview is deleted"
    gone = http.get(at)
    assert gone.status_code == 404
    assert "There is no such interview." in gone.text


@pytest.mark.parametrize("seed", range(4))
def test_every_page_of_a_reader_that_says_anything(seed: int, database: str) -> None:
    app = create_app(Settings(database=database), model_of(ChaoticReader(seed)))
    with running(app) as address, client(address) as http:
        at = begin(http, scenario="I have one, and another, and more of them.")
        for turn in range(1, 9):
            page = http.get(at)
            assert page.status_code == 200
            assert http.get(f"{at}/reading").status_code == 200
            fields = {"turn": str(turn), "answer": "no"}
            facts = sum(tag == "fieldset" for tag, _ in Tags(page.text).tags)
            fields.update({f"fact-{place}": "no" for place in range(facts)})
            moved = http.post(f"{at}/{'confirm' if facts else 'answer'}", data=fields)
            assert moved.status_code in (303, 409)
        assert http.get(f"{at}/explanation.html").status_code == 200


def test_the_researchers_view(http: httpx.Client) -> None:
    at = begin(http)
    post(http, f"{at}/answer", turn="1", answer="yes")
    page = Tags(http.get(f"{at}/reading").text)
    assert BOAT in page.text
    assert "This model scores no r, g and h" in page.text
    assert "settled by turn 1" in page.text
    assert '"decision": "inquire"' in page.text


def test_the_researchers_view_has_what_the_reader_was_given(http: httpx.Client) -> None:
    at = begin(http, scenario="I swim well.")
    assert "I swim well." in Tags(http.get(f"{at}/reading").text).text
    post(http, f"{at}/confirm", **{"turn": "1", "fact-0": "yes"})
    view = Tags(http.get(f"{at}/reading").text).text
    assert "I swim well." not in view  # confirmed, it stands in the history
    assert "turn 1" in view


class Scoring:
    """Scores two rules, as E3 does."""

    def read(self, _: Conversation) -> Reply:
        rules = (
            Rule(span_of("you own a boat"), scores=RuleScores(-0.5, 0.25, 0.0)),
            Rule(span_of("if you can swim"), scores=RuleScores(1.5, 0.0, 0.75)),
        )
        sure = {Decision.INQUIRE: 0.75, Decision.NO: 0.25}
        return Reply(Decision.INQUIRE, 0.75, SWIM, rules, 1, sure)


def test_the_researchers_view_with_scores(database: str) -> None:
    app = create_app(Settings(database=database), model_of(Scoring()))
    with running(app) as address, client(address) as http:
        page = http.get(f"{begin(http)}/reading").text
    score = r'class="score">([-\d.]+)<svg class="bar (\w)".*?class="fill" width="(.*?)"'
    scores = re.findall(score, page)
    assert scores == [
        ("-0.50", "r", "0.0"),
        ("0.25", "g", "25.0"),
        ("0.00", "h", "0.0"),
        ("1.50", "r", "100.0"),
        ("0.00", "g", "0.0"),
        ("0.75", "h", "75.0"),
    ]
    assert "75.0%" in page
    assert page.count("(asked about)") == 1


# What is pasted is text


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_is_text_on_every_page(text: str, database: str) -> None:
    policy = f"You may row if you {text} can swim."
    reader = LogicReader(
        yes_when="swim",
        text=policy,
        rules={"swim": (f"if you {text} can swim", f"Can you {text}?")},
    )
    settings = Settings(database=database, limits=UNHURRIED)
    app = create_app(settings, model_of(reader))
    with running(app) as address, client(address) as http:
        plain = {tag for tag, _ in Tags(http.get("/").text).tags}
        at = begin(http, policy=policy, question=f"May I {text}?", scenario=f"I {text}.")
        pages = [http.get(at).text, http.get(f"{at}/reading").text]
        pages.append(post(http, f"{at}/answer", turn="1", answer="yes"))
        pages += [http.get(f"{at}/facts/0").text, http.get(f"{at}/explanation.html").text]
        pages.append(http.post("/interviews", data={"policy": policy, "question": ""}).text)
    ours = plain | set(
        """mark fieldset legend input textarea label button form section details summary q dl dt dd
        ol table thead tbody tr th td caption pre style sup bdi strong""".split()
    )
    for page in pages:
        found = Tags(page)
        assert len(found.named("script")) <= 1
        assert found.named("img") == []
        assert {tag for tag, _ in found.tags} <= ours
        assert not any(name.startswith("on") for _, each in found.tags for name in each)
        assert "49" not in found.text
        assert text in found.text


def test_marks_that_turn_the_direction_are_made_visible(database: str) -> None:
    turned = "if you can \N{RIGHT-TO-LEFT OVERRIDE}mi\N{POP DIRECTIONAL FORMATTING}ws"
    reader = LogicReader("swim", f"You may row {turned}.", {"swim": (turned, f"{turned}?")})
    app = create_app(Settings(database=database), model_of(reader))
    with running(app) as address, client(address) as http:
        at = begin(http, policy=reader.text, question=f"{turned}?", scenario=turned)
        pages = [http.get(at).text, http.get(f"{at}/reading").text]
        pages.append(post(http, f"{at}/answer", turn="1", answer="yes"))
    for page in pages:
        assert "if you can \N{REPLACEMENT CHARACTER}mi\N{REPLACEMENT CHARACTER}ws" in page
        assert not set(page) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_a_line_of_megabytes(database: str) -> None:
    reader = Reader(HeuristicSystem())
    settings = Settings(database=database, limits=UNHURRIED)
    app = create_app(settings, Model(reader, about(reader, None)))
    line = "You may row if you can swim. "
    with running(app) as address, client(address) as http:
        for path in ("/interviews", "/v1/interviews"):
            body = {"policy": line * 250_000, "question": "May I row?"}
            too_long = http.post(path, json=body) if "v1" in path else http.post(path, data=body)
            assert too_long.status_code == 413
        # As long as it may be, it is read and shown.
        at = begin(http, policy=(line * 8_000)[:200_000])
        assert http.get(at).status_code == 200


def test_headers_that_let_a_page_do_little(http: httpx.Client) -> None:
    for path in ("/", "/new", "/docs", "/nothing", begin(http)):
        headers = http.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in headers


def test_nothing_is_loaded_from_elsewhere(http: httpx.Client) -> None:
    for path in ("/", "/new", "/docs", begin(http)):
        page = Tags(http.get(path).text)
        for _, each in page.tags:
            assert "style" not in each
            for name in ("src", "href", "action"):
                assert (each.get(name) or "/").startswith(("/", "#"))


def test_files_are_kept_by_browsers_until_they_change(http: httpx.Client) -> None:
    page = Tags(http.get("/").text)
    addresses = [each["href"] for each in page.named("link")] + [page.named("script")[0]["src"]]
    for address in addresses:
        assert address
        answer = http.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
    assert http.get("/static/../app.py").status_code == 404
    assert http.get("/static/none.css").status_code == 404


# Marks


def test_overlapping_marks_and_marks_over_blocks() -> None:
    text = RuleText("# One\n\ntwo three\n* four\n1. five")
    three_to_four = Mark(Span(11, 22), "asked", "asked about")
    four = Mark(Span(19, 23), "met", "met")
    (title,), (line,), (star, number) = paragraphs(text, [three_to_four, four])
    assert [(piece.text, piece.mark) for piece in title.pieces] == [("One", None)]
    assert [piece.text for piece in line.pieces] == ["two ", "three"]
    assert line.pieces[1].first
    assert line.pieces[1].last
    assert [(p.text, p.mark and p.mark.kind) for p in star.pieces] == [
        ("fou", "asked"),
        ("r", "met"),
    ]
    assert (star.sign, number.sign) == ("•", "1.")


def test_pieces_of_nothing() -> None:
    assert pieces("", []) == ()
    assert "".join(piece.text for piece in pieces("a\u202eb", [])) == "a\N{REPLACEMENT CHARACTER}b"
