"""The pages in a real browser: with and without a mouse, a script, a wide screen, or eyes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interview.rowing import BOAT, HIRED, SWIM, TEXT, StoryReader
from tests.policy.test_facts import FIELDS
from tests.serve import browsing
from tests.serve.browsing import (
    HOSTILE,
    Browser,
    By,
    Keys,
    check_axe,
    check_width,
    find,
    follow,
    has_focus,
    opened,
    text_of,
    until,
    until_heading,
    webdriver,
)
from tests.serve.server import client, model_of, running

from e3.serve.app import create_app
from e3.serve.keys import VARIABLE
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

STORY = "I swim well. I came here in my own boat."


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Browser]:
    with opened(address, width=1280, dark=False, script=True) as browser:
        yield browser


@pytest.fixture(scope="module")
def plain(address: str) -> Iterator[Browser]:
    """A browser that runs no script."""
    with opened(address, width=1280, dark=False, script=False) as browser:
        yield browser


@pytest.fixture(scope="module", params=["light", "dark"])
def phone(request: pytest.FixtureRequest, address: str) -> Iterator[Browser]:
    with opened(address, width=360, dark=request.param == "dark", script=True) as browser:
        yield browser


def begin(browser: Browser, address: str, *, policy: str = TEXT, story: str = "") -> None:
    browser.get(f"{address}/new")
    find(browser, "#policy").send_keys(policy)
    find(browser, "#question").send_keys("May I row?")
    find(browser, "#scenario").send_keys(story)
    find(browser, "form .main").click()


def answer(browser: Browser, value: str, then: str) -> None:
    find(browser, f"button[value={value}]").click()
    until_heading(browser, then)


def test_a_whole_interview(browser: Browser, address: str) -> None:
    begin(browser, address, story=STORY)
    until_heading(browser, "What I understood from your story")
    assert "/interviews/" in browser.current_url
    marked = browser.find_elements(By.CSS_SELECTOR, ".words mark")
    assert ["I swim well" in marked[0].text, "my own boat" in marked[1].text] == [True, True]
    find(browser, "input[name=fact-1][value=no]").click()
    find(browser, "form .main").click()
    until_heading(browser, HIRED)
    assert has_focus(browser, "h1")
    assert browser.title == f"{HIRED} – E3"
    assert "you have hired one from the club" in text_of(browser, ".sheet mark.asked")
    find(browser, "summary").click()
    assert "If yes, the answer is yes." in text_of(browser, "details")
    answer(browser, "yes", "Yes.")
    states = [state.text for state in browser.find_elements(By.CSS_SELECTOR, ".rules .state")]
    assert states == ["✓ met", "✓ met", "✗ not met"]  # what was asked, then what was told
    assert "Yes, because" in text_of(browser, ".because")
    assert "90% sure" in text_of(browser, ".confidence")
    assert "Nobody has checked this" in text_of(browser, ".unchecked")
    assert "You wrote “my own boat” and corrected it to no" in text_of(browser, ".now")
    assert find(browser, "[data-print]").is_displayed()


def test_change_of_an_answer_and_back(browser: Browser, address: str) -> None:
    begin(browser, address)
    until_heading(browser, SWIM)
    answer(browser, "yes", BOAT)
    answer(browser, "no", HIRED)
    answer(browser, "yes", "Yes.")
    find(browser, ".rules a").click()
    until_heading(browser, SWIM)
    answer(browser, "no", "No.")
    assert "not needed" in text_of(browser, ".now")
    find(browser, "button.link").click()
    until_heading(browser, SWIM)
    assert "You answered no before." in text_of(browser, ".step")
    answer(browser, "yes", "Yes.")
    browser.back()  # to the page where it was changed
    until_heading(browser, SWIM)
    assert "Until now: Yes." in text_of(browser, ".before")


def test_keyboard_only(browser: Browser, address: str) -> None:
    browser.get(f"{address}/new")

    def press(*keys: str) -> None:
        browsing.press(browser, *keys)

    def tab_to(what: str) -> None:
        browsing.tab_to(browser, what)

    press(Keys.TAB)
    assert has_focus(browser, ".skip")
    press(Keys.ENTER)
    tab_to("#policy")
    press(TEXT.replace("\n", Keys.ENTER))
    tab_to("#question")
    press("May I row?")
    tab_to("#scenario")
    press(STORY)
    tab_to("form .main")
    press(Keys.ENTER)
    until_heading(browser, "What I understood from your story")
    press(Keys.TAB, Keys.TAB, Keys.ARROW_RIGHT)  # the second fact: no
    tab_to("form .main")
    press(Keys.ENTER)
    until_heading(browser, HIRED)
    tab_to("button[value=yes]")
    press(Keys.TAB, Keys.TAB, Keys.TAB, Keys.SPACE)  # why
    assert find(browser, "details p").is_displayed()
    find_yes = "button[value=yes]"
    while not has_focus(browser, find_yes):
        webdriver.ActionChains(browser).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(
            Keys.SHIFT
        ).perform()
    press(Keys.SPACE)
    until_heading(browser, "Yes.")
    tab_to(".rules a")
    press(Keys.ENTER)
    until_heading(browser, HIRED)


def test_without_a_script(plain: Browser, address: str) -> None:
    begin(plain, address, story="I swim well.")
    until_heading(plain, "What I understood from your story")
    find(plain, "form .main").click()
    until_heading(plain, BOAT)
    answer(plain, "unknown", HIRED)
    find(plain, "button.link").click()
    until_heading(plain, BOAT)
    answer(plain, "no", HIRED)
    answer(plain, "no", "No.")
    assert not find(plain, "[data-print]").is_displayed()
    find(plain, "a[href$='/facts/2']").click()
    until_heading(plain, HIRED)
    answer(plain, "yes", "Yes.")
    find(plain, ".foot li:last-child a").click()
    until_heading(plain, "Delete this interview?")
    find(plain, ".danger").click()
    until_heading(plain, "The interview is deleted")


def test_pasted_markup_does_nothing(browser: Browser, address: str) -> None:
    browser.get_log("browser")
    begin(browser, address, policy=f"{TEXT}\n\n{HOSTILE}", story=HOSTILE)
    until_heading(browser, SWIM)
    assert HOSTILE in text_of(browser, ".sheet")
    assert HOSTILE in text_of(browser, ".words")
    answer(browser, "no", "No.")
    assert browser.execute_script("return window.hacked") is None
    assert browser.find_elements(By.CSS_SELECTOR, "img") == []
    assert browser.get_log("browser") == []  # nor has anything been blocked


def test_an_error_has_the_focus_and_leads_to_its_field(browser: Browser, address: str) -> None:
    browser.get(f"{address}/new")
    find(browser, "form .main").click()
    until(browser, lambda: has_focus(browser, ".summary"))
    find(browser, "#scenario").send_keys("I swim well.")
    find(browser, ".summary a").click()
    until(browser, lambda: has_focus(browser, "#policy"))
    assert find(browser, "#scenario").get_attribute("value") == "I swim well."


def test_a_sample_is_one_click_away(browser: Browser, address: str) -> None:
    browser.get(address)
    find(browser, "form[action='/samples/warm-start-rebate'] button").click()
    until_heading(browser, "Warm Start Rebate")
    find(browser, "summary").click()
    find(browser, "[data-fill]").click()
    assert find(browser, "#scenario").get_attribute("value") == text_of(browser, "#example")


def pages(browser: Browser, address: str) -> Iterator[str]:
    """Goes through every kind of page; says which one it is at."""
    for path in ("/", "/new", "/docs", "/nothing"):
        browser.get(address + path)
        yield path
    find_form = "form .main"
    browser.get(f"{address}/new")
    find(browser, find_form).click()
    until(browser, lambda: find(browser, ".summary"))
    yield "errors"
    begin(browser, address, story=STORY)
    until_heading(browser, "What I understood from your story")
    at = browser.current_url
    yield "confirm"
    find(browser, "input[name=fact-1][value=no]").click()
    find(browser, find_form).click()
    until_heading(browser, HIRED)
    find(browser, "summary").click()
    yield "ask"
    answer(browser, "unknown", "I can't tell: these rules are still open.")
    yield "cannot tell"
    browser.get(f"{at}/facts/2")
    yield "fact"
    answer(browser, "yes", "Yes.")
    yield "yes"
    for path in ("/rules", "/delete"):
        browser.get(at + path)
        yield path


def test_on_a_phone_nothing_is_cut_off(phone: Browser, address: str) -> None:
    for page in pages(phone, address):
        check_width(phone, 360, page)


@pytest.fixture(scope="module")
def axe() -> str:
    return browsing.axe_script()


def check(browser: Browser, address: str, axe: str) -> None:
    for page in pages(browser, address):
        check_axe(browser, axe, page)


def test_axe_finds_no_violation(browser: Browser, address: str, axe: str) -> None:
    check(browser, address, axe)


def test_axe_finds_no_violation_on_a_phone(phone: Browser, address: str, axe: str) -> None:
    check(phone, address, axe)


def test_signing_in(
    tmp_path: Path, axe: str, monkeypatch: pytest.MonkeyPatch, reader: StoryReader
) -> None:
    key = "a-key-for-the-tests"
    monkeypatch.setenv(VARIABLE, key)
    settings = Settings(database=str(tmp_path / "interviews.db"), needs_key=True)
    with (
        running(create_app(settings, model_of(reader))) as address,
        opened(f"{address}/new", width=360, dark=False, script=True) as browser,
    ):
        for typed, heading in (("wrong", "Sign in"), (key, "Your own text")):
            check_axe(browser, axe)
            find(browser, "#key").send_keys(typed)
            follow(browser, "form .main")
            until_heading(browser, heading)
        assert browser.current_url == f"{address}/new"
        begin(browser, address)
        until_heading(browser, SWIM)
        browser.get(address)
        find(browser, "form[action='/sign-out'] button").click()
        until_heading(browser, "Sign in")


def test_a_value_in_native_inputs(browser: Browser, plain: Browser, address: str, axe: str) -> None:
    """With and without a script: a wrong value is said and stays, a right one settles the rules."""
    start = {"policy": FIELDS, "question": "May I swim?", "scenario": "I weigh 60 kilos."}
    for window in (browser, plain):
        with client(address) as http:
            id = http.post("/v1/interviews", json=start).json()["id"]
        window.get(f"{address}/interviews/{id}")
        until(window, lambda: text_of(window, "legend").endswith("Weight"))  # noqa: B023
        assert find(window, "#fact-0").get_attribute("value") == "60"
        if window is browser:
            check_axe(window, axe)
        find(window, "form .main").click()
        until(window, lambda: find(window, "#value").get_attribute("type") == "date")  # noqa: B023
        find(window, "form .main").click()
        until(window, lambda: "is no day" in text_of(window, ".summary"))  # noqa: B023
        if window is browser:
            assert has_focus(window, ".summary")
            check_axe(window, axe)
        # As the locale of the browser has it: month, day, year.
        find(window, "#value").send_keys("05011950")
        find(window, "form .main").click()
        until(window, lambda: find(window, "input[type=radio]"))  # noqa: B023
        assert "1 May 1950" in text_of(window, ".told")
        find(window, "form .main").click()  # nothing is chosen
        until(window, lambda: "is none of" in text_of(window, ".summary"))  # noqa: B023
        find(window, ".summary a").click()
        until(window, lambda: has_focus(window, "#value"))  # noqa: B023
        find(window, "input[value=sea]").click()
        find(window, "form .main").click()
        until(window, lambda: text_of(window, "h1") == "Yes.")  # noqa: B023
