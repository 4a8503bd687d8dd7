"""The studio in a real browser: reviews by mouse, by keyboard, without a script, on a phone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from tests.interview.rowing import RULES, SWIM, TEXT, StoryReader
from tests.serve.browsing import (
    HOSTILE,
    Browser,
    By,
    Keys,
    axe_script,
    check_axe,
    check_width,
    find,
    has_focus,
    opened,
    press,
    tab_to,
    text_of,
    until,
    until_heading,
    webdriver,
)
from tests.serve.server import UNHURRIED, client, model_of, running
from tests.studio.passes import FIELDS

from e3 import Policy, RuleText
from e3.policy.parsing import parse_policy
from e3.serve.app import create_app
from e3.serve.settings import Settings

MISSED = "you have hired one from the club"
RIGHT = "swim and (boat or r1)"
MANY = 25


@dataclass(frozen=True)
class HastyDrafter:
    """Misses a rule, joins the others wrongly, and is not sure."""

    name: str = "hasty"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        text = rule_text.text
        if "you can swim" in text:
            rules = {id: RULES[id] for id in ("swim", "boat")}
        else:  # one rule a line
            lines = [line[2:] for line in text.splitlines() if line.startswith("* ")]
            rules = {f"r{n}": (line, f"Is it so: {line}?") for n, line in enumerate(lines, 1)}
        sure = {"rule": 0.6, "question": 0.9, "polarity": 0.8}
        return parse_policy(
            {
                "title": "Rowing",
                "rule_text": text,
                "drafted_by": self.name,
                "rules": [
                    {"id": id, "span": span, "question": question, "confidence": sure}
                    for id, (span, question) in rules.items()
                ],
                "questions": [
                    {
                        "question": question,
                        "yes_when": " and ".join(rules),
                        "confidence": {"answered": 0.9, "logic": 0.4},
                    }
                    for question in questions
                ],
            }
        )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("studio") / "interviews.db"
    settings = Settings(database=str(database), limits=UNHURRIED)
    with running(create_app(settings, model_of(StoryReader(), HastyDrafter()))) as address:
        yield address


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Browser]:
    with opened(address, width=1280, dark=False, script=True) as browser:
        yield browser


@pytest.fixture(scope="module")
def axe() -> str:
    return axe_script()


def draft(address: str, text: str = TEXT) -> str:
    """The address of a new draft."""
    with client(address) as http:
        fields = {"text": text, "questions": "May I row?"}
        return f"{address}{http.post('/studio/new', data=fields).headers['Location']}"


def until_said(browser: Browser, what: str, words: str) -> None:
    until(browser, lambda: words in text_of(browser, what))


def button(browser: Browser, words: str, within: str = "main") -> None:
    """Presses the button that says so; what is only for screen readers does not count."""
    found = browser.find_elements(By.CSS_SELECTOR, f"{within} button, {within} a")
    next(each for each in found if each.text and each.text.splitlines()[0] == words).click()


def tick(browser: Browser, *places: int) -> None:
    """Ticks rules by their places on the page."""
    boxes = browser.find_elements(By.CSS_SELECTOR, ".card-rule input")
    for place in places:
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", boxes[place])
        boxes[place].click()


def formula(browser: Browser) -> str:
    return str(find(browser, "#formula").get_attribute("value"))


def until_formula(browser: Browser, words: str) -> None:
    until(browser, lambda: formula(browser) == words)


def test_a_whole_review_by_mouse(  # noqa: PLR0915 - from a text to somebody's answer
    browser: Browser, address: str, axe: str
) -> None:
    browser.get(f"{address}/studio")
    button(browser, "Paste a text")
    find(browser, "#text").send_keys(TEXT)
    find(browser, "#questions").send_keys("May I row?")
    button(browser, "Draft the rules")
    until_heading(browser, "Review the rules")
    assert "checked by nobody yet" in text_of(browser, ".tag")
    first = browser.find_elements(By.CSS_SELECTOR, ".look-first .percent")
    assert [each.text for each in first] == ["40% sure", "60% sure", "60% sure"]  # least sure first
    # Mark what was missed, from its first letter to its last.
    words = next(
        each
        for each in browser.find_elements(By.CSS_SELECTOR, ".sheet [data-at]")
        if MISSED in each.text
    )
    half = words.size["width"] // 2 - 1
    webdriver.ActionChains(browser).move_to_element_with_offset(
        words, -half, 0
    ).click_and_hold().move_to_element_with_offset(words, half, 0).release().perform()
    until_said(browser, "#marking q", MISSED)
    button(browser, "Make it a rule", "#marking")
    until_said(browser, ".saved", "marked")
    marked = browser.find_elements(By.CSS_SELECTOR, ".sheet mark [data-at]")
    assert [each.text for each in marked] == ["you can swim", "you own a boat", MISSED]
    assert "Undo" in text_of(browser, ".saved")
    # It is one of two: tick both, and say so.
    tick(browser, 1, 2)
    button(browser, "One of them is enough")
    until_formula(browser, RIGHT)
    assert "Yes if you can swim, and either you own a boat or" in text_of(browser, "#sentence")
    check_axe(browser, axe, "review")
    button(browser, "Undo", ".saved")
    until_formula(browser, "swim and boat and r1")
    button(browser, "Redo", ".saved")
    until_formula(browser, RIGHT)
    # Reword a rule, on its own page.
    browser.find_elements(By.CSS_SELECTOR, ".card-rule a[href*='/rules/']")[2].click()
    until_heading(browser, "Rule 3")
    check_axe(browser, axe, "rule")
    question = find(browser, "#question")
    question.clear()
    question.send_keys("Did you hire a boat from us?")
    button(browser, "Save the question")
    until_heading(browser, "Review the rules")
    assert "Did you hire a boat from us?" in text_of(browser, "#logic")
    # The formula says the same, and what is wrong in it is said.
    find(browser, ".formula summary").click()
    assert formula(browser) == "swim and (boat or r1)"
    find(browser, "#formula").clear()
    find(browser, "#formula").send_keys("swim and (boat or")
    button(browser, "Use this formula")
    until(browser, lambda: has_focus(browser, ".summary"))
    assert formula(browser) == "swim and (boat or"
    browser.get(browser.current_url)
    button(browser, "Next: try it on people")
    until_heading(browser, "Try it on people")
    check_axe(browser, axe, "try")
    for number in range(1, 5):  # all that were made up
        button(browser, "Right", "[aria-labelledby=made-heading]")
        until_said(browser, "#passed", f"{number} of {number} come out as they should")
    button(browser, "Why?", ".cases")
    until(browser, lambda: "because" in text_of(browser, ".because"))
    check_axe(browser, axe, "case")
    browser.back()
    # The interview in the pane follows the draft.
    until_heading(browser, "Try it on people")
    button(browser, "Be interviewed by this draft")
    browser.switch_to.frame(find(browser, "iframe"))
    until_heading(browser, SWIM)
    assert browser.find_elements(By.CSS_SELECTOR, ".top") == []  # the interview and nothing else
    find(browser, "button[value=no]").click()
    until(browser, lambda: text_of(browser, "h1").endswith("no."))  # probably: a draft
    browser.switch_to.default_content()
    button(browser, "Next: publish it")
    until_heading(browser, "Publish it")
    find(browser, "#yes").send_keys("**Bring** a towel. <script>window.hacked = 1</script>")
    find(browser, "#embed").send_keys("https://help.example.org")
    find(browser, "#reviewer").send_keys("Ann Lee")
    button(browser, "Publish", "form.stack")
    until_said(browser, ".step", "It is published")
    assert "sandbox=" in text_of(browser, "#snippet")
    check_axe(browser, axe, "publish")
    find(browser, ".step a").click()
    until_heading(browser, "Rowing")
    check_axe(browser, axe, "published")
    assert browser.find_elements(By.CSS_SELECTOR, "a[href^='/studio']") == []
    button(browser, "Start")
    until_heading(browser, SWIM)
    for said, then in (("yes", "Do you own a boat?"), ("yes", "Yes.")):
        find(browser, f"button[value={said}]").click()
        until_heading(browser, then)
    assert text_of(browser, ".says") == "Bring a towel. <script>window.hacked = 1</script>"
    assert text_of(browser, ".says strong") == "Bring"
    assert "checked by Ann Lee" in text_of(browser, ".basis")
    assert browser.execute_script("return window.hacked") is None


def test_a_review_by_keyboard_alone(browser: Browser, address: str) -> None:
    browser.get(draft(address))
    until_heading(browser, "Review the rules")
    press(browser, Keys.TAB)
    assert has_focus(browser, ".skip")
    press(browser, Keys.ENTER)
    tab_to(browser, ".markable", 80)
    press(browser, Keys.ARROW_RIGHT, *[Keys.ARROW_DOWN] * 3)  # the last paragraph
    webdriver.ActionChains(browser).key_down(Keys.SHIFT).send_keys(*[Keys.ARROW_RIGHT] * 6).key_up(
        Keys.SHIFT
    ).perform()
    until_said(browser, "#marking q", MISSED)
    press(browser, Keys.ENTER)
    until_said(browser, ".saved", "marked")
    assert has_focus(browser, "#sentence")
    for place in (2, 3):
        tab_to(browser, f".group > ul > li:nth-child({place}) input")
        press(browser, Keys.SPACE)
    tab_to(browser, ".acts button[name=any]")
    press(browser, Keys.ENTER)
    until_formula(browser, RIGHT)
    assert has_focus(browser, ".acts button[name=any]")  # where one was
    tab_to(browser, ".next a")
    press(browser, Keys.ENTER)
    until_heading(browser, "Try it on people")


def test_a_review_without_a_script(address: str) -> None:
    with opened(draft(address), width=1280, dark=False, script=False) as plain:
        find(plain, "#words").send_keys("you have  hired one from the CLUB")
        button(plain, "Make it a rule", ".typed")
        until_said(plain, ".saved", "marked")
        tick(plain, 1, 2)
        button(plain, "One of them is enough")
        until_formula(plain, RIGHT)
        button(plain, "Turn round", ".group .group .card-rule")
        until_formula(plain, "swim and (not boat or r1)")
        button(plain, "Undo", ".saved")
        until_formula(plain, RIGHT)
        # Split a rule and make one of the two again.
        plain.find_elements(By.CSS_SELECTOR, ".card-rule a[href*='/rules/']")[2].click()
        until_heading(plain, "Rule 3")
        find(plain, "#at option:nth-child(5)").click()
        button(plain, "Split it")
        until_heading(plain, "Review the rules")
        assert len(plain.find_elements(By.CSS_SELECTOR, ".card-rule")) == 4
        tick(plain, 2, 3)
        button(plain, "Make one rule of them")
        until_formula(plain, RIGHT)
        # A question more, and what words are taken for.
        button(plain, "Questions", ".tabs")
        find(plain, "#question").send_keys("Must I swim?")
        find(plain, "#rules input").click()
        button(plain, "Add the question")
        until_said(plain, ".questions > li:last-child .says-yes", "Yes if you can swim.")
        find(plain, "#sentence").send_keys("may I row then")
        button(plain, "Try it", "[aria-labelledby=taken-heading]")
        until_said(plain, "#taken", "May I row?")
        # Somebody who should get something else is a test that fails.
        button(plain, "Try it", ".tabs")
        button(plain, "Wrong", "[aria-labelledby=made-heading]")
        until_said(plain, "#passed", "0 of 1 come out as they should")
        button(plain, "Be interviewed by this draft")
        plain.switch_to.frame(find(plain, "iframe"))
        until_heading(plain, SWIM)


def choose(browser: Browser, name: str, value: str) -> None:
    find(browser, f"#{name} option[value='{value}']").click()


def compare(browser: Browser, at: str, rule: str, how: str, amount: str) -> None:
    """Has a rule compare the first fact."""
    browser.get(f"{at}/rules/{rule}/value?fact=0")
    choose(browser, "how", how)
    find(browser, "#amount").clear()
    find(browser, "#amount").send_keys(amount)
    button(browser, "Compare it so")
    until_heading(browser, "Review the rules")


def test_facts_without_a_script(address: str, axe: str) -> None:
    rules = [{name: rule[name] for name in ("id", "span", "question")} for rule in FIELDS["rules"]]
    with client(address) as http:
        fields = {**FIELDS, "facts": [], "rules": rules}
        at = f"{address}/studio/{http.post('/v1/studio', json={'policy': fields}).json()['id']}"

    with opened(f"{at}/rules/old", width=1280, dark=False, script=False) as browser:
        # The words of the question say what it compares: one press.
        button(browser, "Ask for that, and compare it")
        until_heading(browser, "Review the rules")
        assert "Your age: over 60" in text_of(browser, "#rule-old")
        # Another rule compares the same, and a value is missed between them.
        compare(browser, at, "young", "under", "60")
        missed = "Your age: at 60, neither “under 16” nor “you are over 60” holds."
        assert missed in text_of(browser, ".doubts")
        # A new fact; what does not fit its kind is out of the way.
        browser.get(f"{at}/rules/learns/value?fact=new")
        find(browser, "#name").send_keys("weekly hours")
        choose(browser, "measures", "duration")
        assert not find(browser, "#choices").is_displayed()
        find(browser, "#unit").send_keys("hours a week")
        find(browser, "#question").send_keys("How many hours a week do you study?")
        choose(browser, "how", "least")
        assert not find(browser, "#to").is_displayed()
        find(browser, "#amount").send_keys("12")
        button(browser, "Compare it so")
        until_heading(browser, "Review the rules")
        assert "Weekly hours: 12 hours a week or more" in text_of(browser, "#rule-learns")
        button(browser, "Undo", ".saved")
        until_heading(browser, "Review the rules")
        assert "Weekly hours" not in text_of(browser, "#logic")
        button(browser, "Change", "#facts")
        until_heading(browser, "Your age")
        assert text_of(browser, ".ranges tbody tr:nth-child(2)") == "60 none"
        # The boundary is tried, and one of it kept as a test.
        button(browser, "Try it", ".tabs")
        rows = browser.find_elements(By.CSS_SELECTOR, ".boundaries tbody tr")
        assert [row.text.split()[0] for row in rows] == ["59", "60", "61"]
        button(browser, "Right", ".boundaries tbody tr:nth-child(2)")
        until_said(browser, ".cases", "Your age: 60 years")
        compare(browser, at, "young", "most", "60")
        until_said(browser, "#failing", "1 of your tests fails now")
        pages = ("", "/rules/old", "/rules/live/value", "/facts/0", "/try")
        with opened(at, width=360, dark=True, script=True) as phone:
            for page in pages:
                phone.get(f"{at}{page}")
                check_width(phone, 360, page)
                check_axe(phone, axe, page)
        button(browser, "Change", "#facts")
        button(browser, "Take it away")
        until_heading(browser, "Review the rules")
        assert browser.find_elements(By.CSS_SELECTOR, ".compares, #facts") == []
        assert browser.get_log("browser") == []


PRESS_TWICE = """
let sent = 0;
window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) sent += 1;
  event.preventDefault();
});
const form = document.querySelector("main form");
form.requestSubmit();
form.requestSubmit();
return sent;
"""


def test_who_presses_twice_means_one_draft(browser: Browser, address: str) -> None:
    browser.get(f"{address}/studio/new")
    until_heading(browser, "Paste a text")
    assert browser.execute_script(PRESS_TWICE) == 1


def test_two_editors_at_once(browser: Browser, address: str) -> None:
    at = draft(address)
    browser.get(at)
    with client(address) as other:
        sent = other.post(at, data={"base": "1", "deny": "0.0"})
        assert sent.status_code == 303
    button(browser, "Turn round", ".group > ul > li:nth-child(2)")
    until_heading(browser, "Somebody else changed this draft meanwhile")
    assert "swim" in text_of(browser, "#theirs") and "boat" in text_of(browser, "#mine")
    button(browser, "Make my change on theirs")
    until_heading(browser, "Review the rules")
    assert formula(browser) == "not swim and not boat"
    button(browser, "All changes")
    until_heading(browser, "All changes")
    assert "two people changed the draft at once" in text_of(browser, ".history")


def many_rules() -> str:
    lines = [f"* you have done task number {number:02}" for number in range(1, MANY + 1)]
    return "\n".join(["You may go if:", *lines, f"* {HOSTILE}"])


@pytest.mark.parametrize("width", [1280, 360])
def test_many_rules_and_hostile_texts(address: str, axe: str, width: int) -> None:
    at = draft(address, many_rules())
    with opened(at, width=width, dark=width == 360, script=True) as browser:
        cards = browser.find_elements(By.CSS_SELECTOR, ".card-rule")
        assert len(cards) == MANY + 1
        assert HOSTILE in text_of(browser, ".sheet") and HOSTILE in text_of(browser, "#logic")
        tick(browser, 1, MANY - 1)
        button(browser, "One of them is enough")
        until(browser, lambda: find(browser, ".group .group"))
        inside = browser.find_elements(By.CSS_SELECTOR, ".group .group .q")
        assert [each.text for each in inside] == [
            f"Is it so: you have done task number {number:02}?" for number in (2, MANY)
        ]
        # With a wide screen the other pages were looked at before.
        others = ("/rules/r26", "/questions", "/try", "/publish", "/history", "/delete")
        with client(address) as http:
            words = {"title": "May you go, with all that you have done?", "address": f"go-{width}"}
            http.post(f"{at}/publish", data={"base": "2", **words})
        shown = [f"{at}{path}" for path in ("", *(others if width == 360 else ()))]
        for path in (*shown, f"{address}/p/go-{width}"):
            browser.get(path)
            check_width(browser, width, path)
            check_axe(browser, axe, path)
        assert browser.execute_script("return window.hacked") is None
        assert browser.find_elements(By.CSS_SELECTOR, "img") == []
        assert browser.get_log("browser") == []
