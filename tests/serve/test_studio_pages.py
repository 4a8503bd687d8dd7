"""The pages of the studio as they are sent: forms that become edits, what is refused."""

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest
from tests.interview.rowing import RULES, SWIM, TEXT
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy
from e3.serve.app import create_app
from e3.serve.keys import VARIABLE
from e3.serve.pages.markdown import Block, Run, blocks
from e3.serve.pages.studio.spans import ManyPlaces, group_near, marked_span, whole_words
from e3.serve.settings import Settings
from e3.studio.editing import EditRefused
from e3.text import Span

pytest_plugins = ("tests.serve.fixtures",)

KEY = "a-key-for-the-tests"
SITE = "https://help.example.org"


def policy_of(http: httpx.Client, at: str) -> Policy:
    return parse_policy(http.get(f"/v1{at}").json()["policy"])


def begun(http: httpx.Client, text: str = TEXT, questions: str = "May I row?") -> str:
    answer = http.post("/studio/new", data={"text": text, "questions": questions})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def post(http: httpx.Client, at: str, *, base: int | str = 1, **fields: str) -> httpx.Response:
    return http.post(at, data={"base": str(base), **fields})


def heading(page: httpx.Response) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page.text, re.DOTALL)
    assert found
    return unescape(found[1]).strip()


# Reviewing


def test_what_is_refused_keeps_what_was_written(http: httpx.Client) -> None:
    at = begun(http)
    wrong = post(http, at, formula="swim and (nobody or")
    assert wrong.status_code == 422
    assert "swim and (nobody or</textarea>" in wrong.text
    assert 'aria-invalid="true"' in wrong.text
    for fields, says in (
        ({"words": "no such words", "mark": "on"}, "do not stand in the text"),
        ({"any": "on"}, "Tick what you mean first."),
        ({"any": "on", "tick-0.0": "on"}, "Tick two of them at least."),
        ({"formula": "1 and (2 or 9)"}, "There is no rule 9."),
        ({"all": "on", "tick-0.0": "on", "tick-0.1": "on"}, "That changes nothing"),
        ({"deny": "7.7"}, "no such question"),
        ({"start": "5", "end": "99999", "mark": "on"}, "no part of the text"),
        ({}, "press one of the buttons"),
    ):
        refused = post(http, at, **fields)
        assert (refused.status_code, says in unescape(refused.text)) == (422, True), fields
    assert http.get(f"/v1{at}").json()["revision"] == 1
    for path in ("/rules/none", "/questions/9", "/try/9", "/history/99"):
        assert http.get(f"{at}{path}").status_code == 404
    assert http.get("/studio/none").status_code == 404


def test_what_was_ticked_stays_ticked_when_it_is_refused(http: httpx.Client) -> None:
    at = begun(http)
    refused = post(http, at, any="on", **{"tick-0.0": "on"})
    ticked = re.compile(r'<input type="checkbox" name="(tick-[\d.]+)"[^>]* checked')
    assert ticked.findall(refused.text) == ["tick-0.0"]
    assert ticked.findall(http.get(at).text) == []


def test_a_formula_may_call_rules_by_their_numbers(http: httpx.Client) -> None:
    at = begun(http)
    ids = [rule.id for rule in policy_of(http, at).rules]
    assert post(http, at, formula="not 3 or (1 and 2)").status_code == 303
    assert f"not {ids[2]} or ({ids[0]} and {ids[1]})</textarea>" in http.get(at).text


def test_words_that_stand_twice_are_asked_for(http: httpx.Client) -> None:
    at = begun(http, f"{TEXT}\n\nDogs may not row. Cats may not row.")
    twice = post(http, at, words="may not row", mark="on")
    assert "Which of them?" in twice.text
    places = re.findall(r'name="place" value="(\d+-\d+)"', twice.text)
    assert len(places) == 2
    assert post(http, at, words="may not row", place=places[1], mark="on").status_code == 303
    marked = policy_of(http, at)
    spans = [rule.span.start for rule in marked.rules]
    assert spans[-1] == int(places[1].split("-")[0])


def test_a_marked_clause_speaks_for_the_answer_however_it_is_asked(http: httpx.Client) -> None:
    at = begun(http, f"{TEXT}\n\nYou do not owe us a fine.")
    assert post(http, at, words="You do not owe us a fine", mark="on").status_code == 303
    page = http.get(at).text
    assert "Do you owe us a fine?" in page
    assert "and not r1</textarea>" in page


def test_a_draft_that_found_nothing_is_made_by_hand(http: httpx.Client) -> None:
    at = begun(http, "Rowing. You may go out by day. Bring a lamp.", "May I row for cheese?")
    page = http.get(at).text
    assert "found no rule that decides “May I row for cheese?”" in unescape(page)
    assert post(http, at, words="by day", mark="on").status_code == 303
    assert post(http, at, base=2, words="Bring a lamp", mark="on").status_code == 303
    made = post(http, at, base=3, begin="all", question="May I row for cheese?")
    assert made.status_code == 303
    assert policy_of(http, at).irrelevant_questions == ()
    asked = http.post(f"{at}/asked", data={"sentence": "may I row for cheese"})
    assert "It would be taken for: <strong>May I row for cheese?</strong>" in asked.text


def test_hostile_words_are_inert_wherever_they_are_shown(http: httpx.Client) -> None:
    hostile = '"><img src=x onerror=alert(1)>\u202e</textarea><script>alert(1)</script>'
    at = begun(http, f"{TEXT}\n\n{hostile}", f"May I row {hostile}?")
    post(http, f"{at}/rules/swim", question=hostile, reword="on")
    post(http, f"{at}/questions", base=2, question=hostile, **{"add-irrelevant": "on"})
    post(http, f"{at}/try/0", base=3, name=hostile, **{"keep-yes": "yyy"})
    pages = ("", "/rules/swim", "/questions", "/try", "/publish", "/history", "/history/2")
    for path in (*pages, "/try/0/case/yyy"):
        page = http.get(f"{at}{path}")
        assert page.status_code == 200, path
        assert "<img" not in page.text and "<script>alert" not in page.text, path
        shown = re.sub(r'value="[^"]*"', "", page.text)  # who changes words has them as they are
        assert "\u202e" not in shown, path
    assert "&lt;script&gt;" in http.get(at).text


# Two at once


def test_both_versions_are_kept_and_either_can_be_taken(http: httpx.Client) -> None:
    at = begun(http)
    assert post(http, at, deny="0.0").status_code == 303
    late = post(http, at, deny="0.1.0")
    assert (late.status_code, heading(late)) == (409, "Somebody else changed this draft meanwhile")
    kept = re.search(rf'action="{at}/history/(\d+)"', late.text)
    assert kept
    seen = http.get(f"{at}/history").text
    assert "two people changed the draft at once" in seen
    theirs = policy_of(http, at).version
    assert post(http, f"{at}/history/{kept[1]}", base=2, restore="on").status_code == 303
    assert policy_of(http, at).version != theirs
    assert post(http, f"{at}/undo", base=4).status_code == 303
    assert policy_of(http, at).version == theirs
    assert post(http, f"{at}/undo", base=9).status_code in (404, 409)


# Publishing


def published(http: httpx.Client, at: str, *, base: int | str = 1, **words: str) -> httpx.Response:
    fields = {"title": "Rowing", "address": "rowing", **words}
    return post(http, f"{at}/publish", base=base, **fields)


def test_only_the_published_pages_may_be_framed_and_only_where_it_is_said(
    http: httpx.Client,
) -> None:
    at = begun(http)
    for wrong in ("help.example.org", "https://a.example/path", "https://*", "'self'; x"):
        refused = published(http, at, embed=wrong)
        assert (refused.status_code, "site is written like" in refused.text) == (422, True), wrong
    assert published(http, at, address="Not One!").status_code == 422
    assert published(http, at, introduction="x" * 20_001).status_code == 422
    assert (
        published(http, at, embed=SITE, yes="**Yes** [here](javascript:alert(1))").status_code
        == 303
    )
    start = http.get("/p/rowing")
    assert _framed(start) == f"'self' {SITE}"
    interview = http.post("/p/rowing", data={"asked": "May I row?"}).headers["Location"]
    assert _framed(http.get(interview)) == f"'self' {SITE}"
    for other in ("/", "/studio", at, f"{at}/try", f"{at}/publish"):
        assert _framed(http.get(other)) == "'none'"
    trial = http.post(f"{at}/trial", data={"question": "0"}).headers["Location"]
    assert _framed(http.get(trial)) == "'self'"
    assert "frame-src 'self'" in http.get(f"{at}/try").headers["Content-Security-Policy"]
    # An interview is there at its own address alone.
    assert http.get(interview.replace("/p/rowing", "/p/other")).status_code == 404
    assert http.get(trial.replace(f"{at}/trial", "/p/rowing/interviews")).status_code == 404
    http.post(f"{interview}/answer", data={"turn": "1", "answer": "yes"})
    ended = http.post(
        f"{interview}/answer", data={"turn": "2", "answer": "yes"}, follow_redirects=True
    )
    assert "<strong>Yes</strong> [here](javascript:alert(1))" in ended.text
    assert 'href="javascript' not in ended.text


def _framed(page: httpx.Response) -> str:
    assert page.status_code == 200
    return _ancestors(page)


def _ancestors(page: httpx.Response) -> str:
    return page.headers["Content-Security-Policy"].rpartition("frame-ancestors ")[2]


def test_what_is_refused_in_a_frame_is_said_there(http: httpx.Client) -> None:
    """People at a published address are led nowhere else, and a frame is never empty."""
    at = begun(http)
    assert published(http, at, address="framed", embed=SITE).status_code == 303
    gone = http.get("/p/framed/interviews/none/rules")
    assert (gone.status_code, _ancestors(gone)) == (404, "*")
    assert 'href="/p/framed"' in gone.text
    for page in (gone, http.get("/p/nothing")):
        assert 'href="/"' not in page.text and 'href="/studio"' not in page.text
    assert "<title>There is nothing here</title>" in gone.text
    trial = http.get(f"{at}/trial/none")
    assert (trial.status_code, _ancestors(trial)) == (404, "'self'")
    other = http.get("/interviews/none")
    assert (other.status_code, _ancestors(other)) == (404, "'none'")
    assert 'href="/"' in other.text


def test_whom_to_ask_is_on_every_page_of_a_published_interview(http: httpx.Client) -> None:
    at = begun(http)
    assert published(http, at, address="with-contact", contact="Ann Lee").status_code == 303
    there = http.post("/p/with-contact", data={"asked": "May I row?"}).headers["Location"]
    http.post(f"{there}/answer", data={"turn": "1", "answer": "no"})
    for path in ("", "/rules", "/facts/0", "/delete"):
        page = http.get(f"{there}{path}")
        assert (path, page.status_code, "Ann Lee" in page.text) == (path, 200, True)
    assert "Ann Lee" in http.post(f"{there}/delete").text


def test_who_begins_again_is_led_to_where_it_is_published_now(http: httpx.Client) -> None:
    at = begun(http)
    assert published(http, at, address="old-place").status_code == 303
    interview = http.post("/p/old-place", data={"asked": "May I row?"}).headers["Location"]
    page = http.get(interview).text
    assert f"<title>{SWIM} – Rowing</title>" in page
    assert 'href="/p/old-place"' in page
    assert published(http, at, address="new-place").status_code == 303
    assert http.get("/p/old-place").status_code == 404
    page = http.get(interview).text
    assert 'href="/p/new-place">begin again' in page and 'href="/p/old-place"' not in page
    assert post(http, f"{at}/unpublish").status_code == 303
    done = http.post(
        f"{interview}/answer", data={"turn": "1", "answer": "no"}, follow_redirects=True
    )
    assert 'href="/p/new-place"' not in done.text and "Ask something else" not in done.text


def test_versions_say_what_differs_and_who_began_is_told(http: httpx.Client) -> None:
    at = begun(http)
    address = {"address": "rowing-twice"}
    assert published(http, at, **address).status_code == 303
    interview = http.post("/p/rowing-twice", data={"asked": "May I row?"}).headers["Location"]
    assert "changed after you began" not in http.get(interview).text
    post(http, f"{at}/rules/swim", question="Do you swim well?", reword="on")
    assert "The draft was changed since." in http.get(f"{at}/publish").text
    assert published(http, at, base=2, reviewer="Ann Lee", **address).status_code == 303
    page = http.get(f"{at}/publish").text
    assert "Version 2" in page and "Do you swim well?" in page
    assert "changed after you began" in http.get(interview).text
    assert SWIM in http.get(interview).text  # the version that it began with
    assert post(http, f"{at}/unpublish", base=3).status_code == 303
    assert http.get("/p/rowing-twice").status_code == 404
    assert http.get(interview).status_code == 200
    copied = http.post(f"{at}/duplicate").headers["Location"]
    assert copied != at and http.get(copied).status_code == 200
    assert http.post(f"{at}/delete").status_code == 303
    assert http.get(at).status_code == 404


def test_who_checked_a_draft_is_noted_until_it_is_changed(http: httpx.Client) -> None:
    at = begun(http)
    assert post(http, f"{at}/checked").status_code == 422
    assert "checked by nobody yet" in http.get(at).text and "Look at these" in http.get(at).text
    assert post(http, f"{at}/checked", reviewer="Ann Lee").status_code == 303
    assert "Ann Lee, on " in http.get(f"{at}/publish").text
    checked = http.get(at).text
    assert "checked by nobody yet" not in checked and "Look at these" not in checked
    assert post(http, at, base=2, deny="0.0").status_code == 303
    changed = http.get(at).text
    assert "it counts as not reviewed" in changed


@pytest.fixture
def keyed(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    monkeypatch.setenv(VARIABLE, KEY)
    settings = Settings(database=database, needs_key=True, limits=UNHURRIED)
    with running(create_app(settings, model_of())) as address, client(address) as http:
        yield http


def test_the_studio_wants_a_key_and_a_published_address_none(keyed: httpx.Client) -> None:
    key = {"Authorization": f"Bearer {KEY}"}
    made = keyed.post("/studio/new", data={"text": TEXT, "questions": "May I row?"}, headers=key)
    at = made.headers["Location"]
    fields = {"base": "1", "title": "Rowing", "address": "rowing"}
    assert keyed.post(f"{at}/publish", data=fields, headers=key).status_code == 303
    for path in ("/studio", "/studio/new", at, f"{at}/publish"):
        assert keyed.get(path).status_code == 401
    assert keyed.post(at, data={"base": "1", "deny": "0"}).status_code == 401
    interview = keyed.post("/p/rowing", data={"asked": "May I row?"}).headers["Location"]
    assert heading(keyed.get(interview)) == SWIM


# Words of the text


def rowing(text: str = TEXT) -> Policy:
    rules = [{"id": id, "span": RULES[id][0], "question": RULES[id][1]} for id in ("swim", "boat")]
    asked = [{"question": "May I row?", "yes_when": "swim and boat"}]
    return parse_policy({"title": "R", "rule_text": text, "rules": rules, "questions": asked})


def test_what_is_marked_is_whole_words() -> None:
    text = "If you own a boat, or hired one."
    for words in ("wn a bo", " own a boat, ", "own a boat"):
        start = text.index(words)
        found = whole_words(text, Span(start, start + len(words)))
        assert found.of(text) == "own a boat"


def test_words_are_found_as_they_are_typed() -> None:
    policy = rowing()
    span = marked_span(policy, {"words": "  You have\nHIRED one "})
    assert span.of(TEXT) == "you have hired one"
    with pytest.raises(EditRefused):
        marked_span(policy, {"words": ""})
    with pytest.raises(ManyPlaces) as found:
        marked_span(policy, {"words": "you"})
    assert all(place.words.casefold() == "you" for place in found.value.places)


def test_a_bullet_joins_the_bullets_beside_it() -> None:
    text = TEXT + "\n\nTell us first."
    rules = [{"id": id, "span": span, "question": asked} for id, (span, asked) in RULES.items()]
    asked = [{"question": "May I row?", "yes_when": "swim and (boat or hired)"}]
    policy = parse_policy({"title": "R", "rule_text": text, "rules": rules, "questions": asked})
    bullet, other = (Span(at := text.index(words), at + 3) for words in ("own a boat", "Tell us"))
    assert (group_near(policy, 0, bullet), group_near(policy, 0, other)) == ("0.1", "0")


# Markdown


def test_markdown_is_pieces_and_never_markup() -> None:
    made = blocks("# Go\n**Bring** *a* [map](https://a.example)\n- one\n- two\n\n![x](y) <b>&</b>")
    assert [block.kind for block in made] == ["heading", "paragraph", "list", "paragraph"]
    assert made[1].lines[0] == [
        Run("Bring", "strong"),
        Run(" "),
        Run("a", "em"),
        Run(" "),
        Run("map", "link", "https://a.example"),
    ]
    assert made[3] == Block("paragraph", [[Run("!"), Run("[x](y)"), Run(" <b>&</b>")]])


@pytest.mark.parametrize(
    "to", ["javascript:alert(1)", "data:text/html,x", "//a.example", "/studio"]
)
def test_a_link_leads_to_the_web_to_mail_or_to_a_telephone(to: str) -> None:
    assert [run.kind for run in blocks(f"[go]({to})")[0].lines[0]] == [""]
    for good in ("https://a.example/x", "mailto:a@b.example", "tel:+44"):
        assert blocks(f"[go]({good})")[0].lines[0] == [Run("go", "link", good)]
