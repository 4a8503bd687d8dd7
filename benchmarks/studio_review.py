"""Reviews drafts of five pages in a real browser, and counts what that takes.

    python benchmarks/studio_review.py

The pages are every 29th of `pages:evaluation`, which no model of ours was trained on. What is done
to each draft was decided by somebody who read the page and the draft as the studio shows them; a
script does it again, with mouse and keyboard, and counts. A review has ended when the logic is
right for all people, by the page's own rules and logic. Needs chromium and chromedriver.
"""

from __future__ import annotations

import itertools
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from served import served

from e3.corpus.policies import our_policies
from e3.policy.logic import given, names
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy, PolicyRule
from e3.text import Span

EVERY = 29
_SECONDS = 120
_GROUPS = {
    "any": "One of them is enough",
    "all": "All of them are needed",
    "not all": "Not all of them together",
}


@dataclass
class Hand:
    """Somebody at a browser: every click and every key that they need is counted."""

    browser: Any
    clicks: int = 0
    keys: int = 0

    def click(self, element: Any) -> None:
        """One click, wherever it is."""
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.clicks += 1

    def press(self, words: str, within: str = "main") -> None:
        """Presses the button or follows the link that says so, and waits for the page."""
        for each in self.browser.find_elements(By.CSS_SELECTOR, f"{within} :is(button, a)"):
            if each.text and each.text.splitlines()[0] == words:
                self._then(lambda each=each: self.click(each))  # type: ignore[misc]
                return
        raise LookupError(words)

    def write(self, where: str, words: str) -> None:
        """Writes into a field, which takes a click and a key for each letter."""
        element = self.browser.find_element(By.CSS_SELECTOR, where)
        self.click(element)
        element.clear()
        element.send_keys(words)
        self.keys += len(words)

    def mark(self, words: str) -> None:
        """Marks words of the text by drawing over them, and makes them a rule."""
        found = self.browser.execute_script(_SELECT, words)
        assert found, words
        self.clicks += 1
        self.press("Make it a rule", "#marking")

    def rule(self, clause: str) -> str:
        """The card of the rule whose words begin so."""
        for card in self.browser.find_elements(By.CSS_SELECTOR, ".card-rule"):
            if card.find_element(By.CSS_SELECTOR, ".rule").text.startswith(clause):
                return f"#{card.get_attribute('id')}"
        raise LookupError(clause)

    def turn(self, clause: str) -> None:
        """A yes speaks for the other side."""
        self.press("Turn round", self.rule(clause))

    def delete(self, clause: str) -> None:
        """Takes a rule out of the policy."""
        self.press("Delete", self.rule(clause))

    def group(self, kind: str, *clauses: str) -> None:
        """Ticks rules and makes a group of them."""
        for clause in clauses:
            card = self.rule(clause)
            self.click(self.browser.find_element(By.CSS_SELECTOR, f"{card} input"))
        self.press(_GROUPS[kind], ".acts")

    def group_of(self, clause: str) -> str:
        """The innermost group that a rule is in."""
        return f".group:has(> ul > li > {self.rule(clause)})"

    def tick_group(self, clause: str) -> None:
        """Ticks the group that a rule is in."""
        group = self.group_of(clause)
        self.click(self.browser.find_element(By.CSS_SELECTOR, f"{group} > legend input"))

    def reword(self, clause: str, question: str) -> None:
        """Asks for a rule in other words."""
        self.press("Change", self.rule(clause))
        self.write("#question", question)
        self.press("Save the question")

    def formula(self, words: str, **clauses: str) -> None:
        """Writes the logic, with the names that the page has for rules."""
        named = {name: self.rule(clause).removeprefix("#rule-") for name, clause in clauses.items()}
        self.click(self.browser.find_element(By.CSS_SELECTOR, ".formula summary"))
        self.write("#formula", words.format(**named))
        self.press("Use this formula")

    def _then(self, act: Callable[[], object]) -> None:
        """Does something, and waits until another page is there."""
        before = self.browser.find_element(By.CSS_SELECTOR, "#content")
        act()
        waiting = WebDriverWait(self.browser, _SECONDS, ignored_exceptions=[Exception])
        waiting.until(lambda it: it.find_element(By.CSS_SELECTOR, "#content h1") and _gone(before))


def _gone(element: Any) -> bool:
    """Whether something was of the page before."""
    try:
        element.is_enabled()
    except StaleElementReferenceException:
        return True
    return False


_SELECT = """
const wanted = arguments[0];
const pieces = [...document.querySelectorAll(".markable [data-at]")];
let text = "";
const places = pieces.map((piece) => {
  text += piece.textContent;
  return text.length - piece.textContent.length;
});
const start = text.indexOf(wanted);
if (start < 0) return false;
const point = (at) => {
  const number = places.findLastIndex((place) => place <= at);
  return [pieces[number].firstChild, at - places[number]];
};
const [first, from] = point(start), [last, to] = point(start + wanted.length - 1);
getSelection().setBaseAndExtent(first, from, last, to + 1);
return true;
"""


def warm_rooms(hand: Hand) -> None:
    """The care home: all three together, and nothing of it in a group with the rest."""
    hand.press("Dissolve this group", hand.group_of("had been in the home"))
    hand.mark("you live in a care home")
    hand.mark("you get Pension Top-up")
    hand.group("not all", "you live in a care home", "you get Pension", "had been in the home")


def moratorium(hand: Hand) -> None:
    """A definition, an exception to it, two exclusions, and another exception."""
    hand.delete("in the five years before")
    hand.press("Turn round", f"{hand.group_of('had symptoms')} > .does")
    hand.tick_group("had symptoms")
    hand.group("any", "you have been a member", "you have gone two years")
    hand.group("all", "you have been a member", "you have gone two years")
    hand.group("any", "treatment we have not authorised", "in an emergency")
    hand.press("Change to: all are needed", hand.group_of("cosmetic surgery"))
    hand.reword("asked a doctor", "Did you ask a doctor for advice about it in those five years?")
    hand.reword("cosmetic surgery", "Is the treatment cosmetic surgery?")
    hand.reword("normal childbirth", "Is the treatment for a normal childbirth?")
    hand.reword("in an emergency", "Was it an emergency?")


def public_flat(hand: Hand) -> None:
    """Six rules of other sections out, six of the right ones in; a rule that is needed twice."""
    for clause in (
        "Permanent residents",
        "You have lived",
        "five years for",
        "must be lawfully",
        "must hold",
        "Owners of flats",
    ):
        hand.delete(clause)
    for words in (
        "five years",
        "a flat bought with a grant",
        "three years",
        "You do not owe us any service charges",
        "you are posted overseas by your employer",
        "a doctor certifies that you must live with family who care for you",
    ):
        hand.mark(words)
    hand.reword("five years", "Have you lived in the flat for five years or more?")
    hand.reword("a flat bought", "Was the flat bought with a grant?")
    hand.reword("three years", "Have you lived in the flat for three years or more?")
    hand.formula(
        "{a} and (({b} and {c}) or (not {b} and {d}) or {f} or {g})"
        " and not {e} and not {h} and not {i}",
        a="You are a citizen",
        b="a flat bought",
        c="five years",
        d="three years",
        e="You do not owe",
        f="you are posted",
        g="a doctor certifies",
        h="Studio flats",
        i="flats in blocks",
    )


def cold_weather(hand: Hand) -> None:
    """A table, of which nothing was drafted: all by hand."""
    for words in (
        "You are 66 to 79",
        "You are 80 or older",
        "you get Invalidity Support",
        "sleep on Sorrel at least 120 nights a year",
        "are not in prison",
        "People in a care home",
        "they pay for the home themselves",
    ):
        hand.mark(words)
    hand.press("All of them are needed")
    hand.group("any", "You are 66", "You are 80", "you get Invalidity")
    hand.turn("People in a care home")
    hand.group("any", "People in a care home", "they pay for")


def after_school(hand: Hand) -> None:
    """One rule was missed."""
    hand.mark("from year 3")


REVIEWS: tuple[Callable[[Hand], None], ...] = (
    warm_rooms,
    moratorium,
    public_flat,
    cold_weather,
    after_school,
)
_SAME = {"treatment we have not authorised": ("Call us for an authorisation number", False)}
"""Words of ours that say what other words of the page's own rules say; False: the opposite."""


def is_right(ours: Policy, page: Policy) -> bool:
    """Whether everybody gets by our logic what they get by the page's own."""
    right, mine = page.questions[0].yes_when, ours.questions[0].yes_when
    told = {}
    for rule in ours.rules:
        if rule.id in names(mine):
            same = _same_rule(rule, ours, page)
            if same is None:  # what is no rule of the page decides
                return False
            told[rule.id] = same
    rules = sorted(names(right) | {id for id, _ in told.values()})
    for answers in itertools.product((True, False), repeat=len(rules)):
        known = dict(zip(rules, answers, strict=True))
        said = {id: known[other] is same for id, (other, same) in told.items()}
        if given(right, known) is not given(mine, said):
            return False
    return True


def _same_rule(rule: PolicyRule, ours: Policy, page: Policy) -> tuple[str, bool] | None:
    """The rule of the page that one of ours is, if any, and whether a yes says the same."""
    clause = rule.span.of(ours.rule_text.text)
    words, same = _SAME.get(clause, (clause, True))
    text = page.rule_text.text
    start = text.index(words) if words != clause else rule.span.start
    span = Span(start, start + len(words))
    found = max(page.rules, key=lambda each: _shared(each.span, span))
    if _shared(found.span, span) <= 0:
        return None
    return found.id, same is (found.yes_means is rule.yes_means)


def _shared(one: Span, other: Span) -> int:
    return min(one.end, other.end) - max(one.start, other.start)


def main() -> None:
    """Reviews every page, and tells what that took."""
    pages = our_policies("evaluation", corpus="pages")[::EVERY]
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"{folder}/interviews.db", Path(folder) / "log") as server,
        browsing() as browser,
    ):
        for page, review in zip(pages, REVIEWS, strict=True):
            found = reviewed(browser, server.address, page, review)
            print(json.dumps(found, ensure_ascii=False), flush=True)


def reviewed(
    browser: Any, address: str, page: Policy, review: Callable[[Hand], None]
) -> dict[str, Any]:
    """What a review took, and whether the logic was right before it and is after it."""
    fields = {"text": page.rule_text.text, "questions": page.questions[0].question}
    with httpx.Client(base_url=address, timeout=_SECONDS) as http:
        at = http.post("/studio/new", data={**fields, "title": page.title}).headers["Location"]

        def now() -> Policy:
            return parse_policy(http.get(f"/v1{at}").json()["policy"])

        before = now()
        browser.get(f"{address}{at}")
        hand = Hand(browser)
        review(hand)
        after = now()
    return {
        "page": page.title,
        "words": len(page.rule_text.text.split()),
        "rules": len(names(page.questions[0].yes_when)),
        "drafted": len(before.rules),
        "right before": bool(before.questions) and is_right(before, page),
        "clicks": hand.clicks,
        "keys": hand.keys,
        "right after": is_right(after, page),
    }


@contextmanager
def browsing() -> Iterator[Any]:
    """Chromium, without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_window_size(1280, 900)
    try:
        yield driver
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
