"""The pages as they are sent: what is in them, and what can never be."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.interview.rowing import BOAT, HIRED, SWIM, TEXT, FixedDrafter, StoryReader, rowing
from tests.serve.policies import RowingDrafter, one_rule
from tests.serve.server import UNHURRIED, client, model_of, running

from e3 import Answer, Policy
from e3.drafting.drafter import Drafter
from e3.errors import BadInput
from e3.interview import recording
from e3.interview.interview import Interview
from e3.interview.journal import Journal
from e3.language.en.wording import NOT_CHECKED, UNREAD
from e3.policy.logic import parse
from e3.policy.policy import Review
from e3.policy.rule_text import RuleText
from e3.policy.samples import samples
from e3.serve.app import create_app
from e3.serve.pages.marks import Mark, paragraphs, pieces
from e3.serve.settings import Settings
from e3.text import Span

pytest_plugins = ("tests.serve.fixtures",)

AGAINST: dict[str, Any] = {
    "rules": [
        {"id": "a", "span": "you do not smoke", "question": "Do you smoke?", "yes_means": "not met"}
    ],
    "questions": [{"question": "May I row?", "yes_when": "not a"}],
}
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


@contextmanager
def served(database: str, drafter: Drafter | None = None) -> Iterator[httpx.Client]:
    """A server with a drafter of its own."""
    settings = Settings(database=database, limits=UNHURRIED)
    app = create_app(settings, model_of(drafter=drafter))
    with running(app) as address, client(address) as http:
        yield http


def refuse(self: object, rule_text: object, questions: object) -> Policy:
    raise BadInput("this is no policy")


def heading(page: str) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert found
    return found[1].strip()


def test_a_sample_is_published_by_the_first_click(http: httpx.Client) -> None:
    home = http.get("/").text
    assert len(samples()) == 12
    for policy in samples():
        assert f'action="/samples/{policy.slug}"' in home
        at = http.post(f"/samples/{policy.slug}", data={"try": "on"}).headers["Location"]
        form = Tags(http.get(at).text)
        choices = [each for each in form.named("input") if each.get("type") == "radio"]
        assert [each["value"] for each in choices] == [q.question for q in policy.questions]
        assert ["checked" in each for each in choices] == [True] + [False] * (len(choices) - 1)
        studio = http.post(f"/samples/{policy.slug}", data={"studio": "on"}).headers["Location"]
        assert policy.title in unescape(http.get(studio).text)
        again = http.post(f"/samples/{policy.slug}", data={"studio": "on"}).headers["Location"]
        assert again == studio
    assert http.post("/samples/none").status_code == 404


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
    assert "Yes, because “you can swim” is met" in page
    assert "is 90% sure of them" in page
    for words in ("✓</span> met", "✗</span> not met", "You wrote “my own boat” and corrected it"):
        assert words in page


def test_change_and_back(http: httpx.Client) -> None:
    at = begin(http)
    for turn, answer in enumerate(("yes", "no", "yes"), start=1):
        post(http, f"{at}/answer", turn=str(turn), answer=answer)
    assert heading(http.get(f"{at}/facts/0").text) == SWIM
    page = post(http, f"{at}/facts/0", turn="4", answer="no")
    assert heading(page) == "No."
    needed, _, not_needed = page.partition(">Not needed<")
    assert [needed.count("You answered"), not_needed.count("You answered")] == [1, 2]
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
    # A program alone says so: it is asked in other words with the same text and story.
    hidden = [each for each in Tags(page).named("input") if each["type"] == "hidden"]
    kept = {str(each["name"]): str(each["value"]) for each in hidden}
    assert kept == {"policy": TEXT, "scenario": ""}
    assert heading(http.get(begin(http, **kept)).text) == SWIM
    app = create_app(Settings(database=database), model_of(drafter=RowingDrafter(0.15)))
    with running(app) as address, client(address) as unsure:
        page = post(unsure, f"{begin(unsure)}/answer", turn="1", answer="no")
    assert heading(page) == "Not sure: probably no."
    assert "15% sure of them: that is too little to rely on" in page


# Policies and drafts


def published(http: httpx.Client, sample: Policy) -> str:
    return http.post(f"/samples/{sample.slug}", data={"try": "on"}).headers["Location"]


def test_a_sample_is_followed_as_the_policy_that_it_is(http: httpx.Client) -> None:
    sample = next(each for each in samples() if len(each.questions) > 1)
    at = published(http, sample)
    for chosen, wrote, asked in ((0, "", 0), (1, "", 1), (0, sample.questions[1].question, 1)):
        fields = {"asked": sample.questions[chosen].question, "question": wrote}
        answer = http.post(at, data=fields)
        page = http.get(answer.headers["Location"])
        assert sample.questions[asked].question in page.text
        assert heading(page.text) in {rule.question for rule in sample.rules}
        assert "Nobody has checked" not in page.text
        kept = http.get(f"{answer.headers['Location']}/policy.json").json()
        assert kept["title"] == sample.title
    nothing = http.post(at, data={"scenario": "I am here."})
    assert (nothing.status_code, "Write your question." in nothing.text) == (422, True)


def test_what_a_policy_does_answer_is_asked_with_the_same_story(http: httpx.Client) -> None:
    sample = next(each for each in samples() if len(each.questions) > 1)
    fields = {"question": "Do you sell cheese?", "scenario": "I am here."}
    at = http.post(published(http, sample), data=fields).headers["Location"]
    page = Tags(http.get(at).text)
    assert "does not answer" in page.text
    for question in sample.questions:
        assert question.question in page.text
    instead = http.post(f"{at}/instead", data={"question": "1"})
    assert instead.status_code == 303
    assert instead.headers["Location"] != at
    other = http.get(instead.headers["Location"]).text
    assert sample.questions[1].question in other
    assert "I am here." in other
    for wrong in ("2", "-1", "x", ""):
        assert http.post(f"{at}/instead", data={"question": wrong}).status_code == 422


def test_wherever_a_draft_is_followed_the_page_says_so(http: httpx.Client) -> None:
    at = begin(http, scenario="I swim well.")
    confirm = http.get(at).text
    ask = post(http, f"{at}/confirm", **{"turn": "1", "fact-0": "yes"})
    for page in (confirm, ask):
        assert page.count("Nobody has checked these rules") == 1
        assert f'href="{at}/rules"' in page
    end = post(http, f"{at}/answer", turn="2", answer="yes")
    assert heading(end) == "Yes."
    for page in (end, http.get(f"{at}/rules").text, http.get(f"{at}/explanation.html").text):
        assert page.count(NOT_CHECKED) == 1


@pytest.fixture
def kept(database: str) -> Iterator[Callable[[Interview], str]]:
    """Keeps an interview, and says where its page is."""
    with Journal.open(database) as journal:
        yield lambda interview: f"/interviews/{recording.begin(journal, interview, model='m')}"


def test_a_result_says_what_it_rests_on(database: str, kept: Callable[[Interview], str]) -> None:
    source = {"date": "May 2026", "contact": "the harbour master"}
    policy = rowing(drafted_by="somebody", source=source)
    policy = replace(policy, review=Review("Ada", "2026-11-17", policy.version))
    reader = StoryReader({"no boat": ("you own a boat", Answer.NO)})
    interview = Interview.begin(policy, "May I row?", "I have no boat.", reader=reader)
    at = kept(interview.confirm().answer(Answer.NO))
    app = create_app(Settings(database=database), model_of())
    with running(app) as address, client(address) as http:
        page = http.get(at).text
    text = " ".join(Tags(page).text.split())
    assert "Nobody has checked" not in text
    said = [
        "No, because “you can swim” is not met.",
        "What would change it",
        "The answer would be yes if",
        "What you were asked",
        "You answered no to “Can you swim?”",
        "What you told in your story",
        "You wrote “no boat” and confirmed no",
        "Not needed",
        "The rules were checked by Ada on 2026-11-17.",
        f"It rests on “Rowing”, of May 2026, version {policy.version[:12]}.",
        "Whom to ask: the harbour master.",
    ]
    places = [text.find(words) for words in said]
    assert -1 not in places
    assert places == sorted(places)


def test_the_rules_of_a_policy(http: httpx.Client) -> None:
    at = begin(http)
    page = Tags(http.get(f"{at}/rules").text)
    text = " ".join(page.text.split())
    assert "Yes if you can swim, and either you own a boat or have hired" in text
    assert "all of these: “you can swim” one of these: “you own a boat”" in text
    for question in (SWIM, BOAT, HIRED):
        assert question in text
    assert text.count("A yes means that this is met.") == 3
    assert "90% sure that the text answers this" in text
    numbers = [
        attributes for attributes in page.named("span") if attributes.get("class") == "number"
    ]
    assert len(numbers) == 6  # three in the list, three in the text
    assert http.get(f"{at}/policy.yaml").text.startswith("title: Rowing\n")
    assert http.get(f"{at}/policy.txt").status_code == 404


def test_rules_that_a_yes_speaks_against_say_so(database: str) -> None:
    drafter = FixedDrafter(one_rule("you do not smoke", "Do you smoke?", **AGAINST))
    with served(database, drafter) as http:
        at = begin(http, policy=drafter.policy.rule_text.text)
        text = " ".join(Tags(http.get(f"{at}/rules").text).text.split())
        assert "A yes means that this is not met." in text
        page = post(http, f"{at}/answer", turn="1", answer="no")
    assert "✓</span> met" in page
    assert heading(page) == "Yes."


def test_the_deepest_logic_is_shown(database: str, kept: Callable[[Interview], str]) -> None:
    nested = "swim and (boat or (" * 49 + "hired" + "))" * 49
    policy = rowing()
    deep = replace(policy.questions[0], yes_when=parse(nested))
    at = kept(Interview.begin(replace(policy, questions=(deep,)), "May I row?"))
    with served(database, RowingDrafter()) as http:
        assert http.get(f"{at}/rules").status_code == 200
        assert http.get(at).status_code == 200


def test_a_story_that_is_too_long_to_be_read_is_said_to_be(http: httpx.Client) -> None:
    at = begin(http, scenario="I swim well. " * 20)
    assert heading(page := http.get(at).text) == SWIM
    assert UNREAD in page
    assert UNREAD in post(http, f"{at}/answer", turn="1", answer="no")


def test_a_text_that_no_policy_can_be_made_of(http: httpx.Client) -> None:
    """What is said is shown where it is wrong, and nothing that was written is lost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RowingDrafter, "draft", refuse)
        answer = http.post("/interviews", data={"policy": TEXT, "question": "May I row?"})
    assert answer.status_code == 422
    page = Tags(answer.text)
    assert "This is no policy." in page.text
    assert [each["id"] for _, each in page.tags if each.get("aria-invalid")] == ["policy"]
    assert TEXT in page.text


def test_interviews_of_version_0_1_go_on_by_a_draft(tmp_path: Path) -> None:
    database = tmp_path / "interviews.db"
    shutil.copy(Path(__file__).parents[1] / "v0_1" / "interviews.db", database)
    with Journal.open(str(database)) as journal:
        ids = [each.id for each in journal.list()]
    assert ids
    with served(str(database)) as http:
        for id in ids:
            for path in ("", "/rules", "/explanation.html"):
                page = http.get(f"/interviews/{id}{path}")
                assert (path, page.status_code) == (path, 200)
            assert http.get(f"/v1/interviews/{id}").json()["basis"]["is_draft"]


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
        assert "you can swim" in saved.text
    assert http.get(f"{at}/explanation.pdf").status_code == 404
    assert len(http.get(f"{at}/export.json").json()["events"]) == 2
    assert heading(http.get(f"{at}/delete").text) == "Delete this interview?"
    assert http.get(at).status_code == 200
    assert heading(post(http, f"{at}/delete")) == "The interview is deleted"
    gone = http.get(at)
    assert gone.status_code == 404
    assert "There is no such interview." in gone.text


# What is pasted is text


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_is_text_on_every_page(text: str, database: str) -> None:
    source = {"address": text, "date": text, "contact": text}
    rules = one_rule(f"if you {text} can swim", f"Can you {text}?", title=text, source=source)
    policy = rules.rule_text.text
    with served(database, FixedDrafter(rules)) as http:
        plain = {tag for tag, _ in Tags(http.get("/").text).tags}
        at = begin(http, policy=policy, question="May I row?", scenario=f"I {text}.")
        pages = [http.get(at).text, http.get(f"{at}/rules").text]
        pages.append(post(http, f"{at}/answer", turn="1", answer="yes"))
        pages += [http.get(f"{at}/facts/0").text, http.get(f"{at}/explanation.html").text]
        pages.append(http.post("/interviews", data={"policy": policy, "question": ""}).text)
    ours = plain | set(
        """mark fieldset legend input textarea label button form section details summary q dl dt dd
        ol aside style sup bdi strong""".split()
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
    asked = [{"question": f"{turned}?", "yes_when": "a"}]
    policy = one_rule(turned, f"{turned}?", title=turned, questions=asked)
    with served(database, FixedDrafter(policy)) as http:
        at = begin(http, policy=policy.rule_text.text, question=f"{turned}?", scenario=turned)
        pages = [http.get(at).text, http.get(f"{at}/rules").text]
        pages.append(post(http, f"{at}/answer", turn="1", answer="yes"))
    for page in pages:
        assert "if you can \N{REPLACEMENT CHARACTER}mi\N{REPLACEMENT CHARACTER}ws" in page
        assert not set(page) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_a_line_of_megabytes(database: str) -> None:
    settings = Settings(database=database, limits=UNHURRIED)
    app = create_app(settings, model_of())
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
