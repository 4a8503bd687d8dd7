"""Takes docs/figures/*.png of `e3 serve`: `python docs/make_screenshots.py [FOLDER]`.

An interview by a sample, with the story that is the example there (`web-`), and the review of a
draft of another, from the paste to the published page (`studio-`), and one that is from a document
of the library (`library-`); with the model that comes with E3. Needs chromium and chromedriver.
"""

from __future__ import annotations

import base64
import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import (
    frame_to_be_available_and_switch_to_it,
    staleness_of,
)
from selenium.webdriver.support.ui import WebDriverWait

from e3.policy.samples import sample

SAMPLE = "groceries-first-income-and-asset-limits"
SO = ("60 or over", "$1,778")
"""In the questions that are answered with yes by the sample's story."""
DRAFTED = "assisted-bin-collection"
QUESTIONS = {
    "r1": "Are you unable to move the bins yourself because of age, illness or disability?",
    "r3": "Did you have an operation or a birth in the past three months?",
    "r4": "Do you live in a block of flats with a shared bin store?",
}
"""In better words than the draft's."""
WIDE, PHONE = 1280, 360
_HEIGHT = 720

Browser = Any


@contextmanager
def served(*, library: bool = False) -> Iterator[str]:
    """A server that keeps nothing; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "e3", "serve", "--port", "0", "--rate", "0"]
        command += ["--store", f"{folder}/interviews.db"]
        command += ["--library", f"{folder}/library.db"] if library else []
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            yield next(word for word in server.stdout.readline().split() if "://" in word)
        finally:
            server.terminate()
            server.communicate()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Chromium, without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


def size(browser: Browser, width: int, height: int, scale: int = 1) -> None:
    """Gives the page a screen of that size."""
    screen = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": scale > 1}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


def picture(browser: Browser) -> Image.Image:
    """What is on the screen, in few colours: a file of tens of kilobytes."""
    taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    return Image.open(io.BytesIO(base64.b64decode(taken))).convert("RGB").quantize(256)


def whole(browser: Browser) -> Image.Image:
    """The whole page, however long it is."""
    size(browser, WIDE, _HEIGHT)
    browser.execute_script("document.activeElement.blur()")
    size(browser, WIDE, browser.execute_script("return document.documentElement.scrollHeight"))
    return picture(browser)


def press(browser: Browser, click: str) -> None:
    """Clicks, and waits until another page is there."""
    before = browser.find_element(By.CSS_SELECTOR, "#content")
    button = browser.find_element(By.CSS_SELECTOR, click)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    waiting = WebDriverWait(browser, 30, ignored_exceptions=[StaleElementReferenceException])
    waiting.until(staleness_of(before))
    waiting.until(lambda it: it.find_element(By.CSS_SELECTOR, "#content h1"))


def write(browser: Browser, field: str, words: str) -> None:
    """Fills in a field."""
    element = browser.find_element(By.CSS_SELECTOR, field)
    element.clear()
    element.send_keys(words)


def interview(browser: Browser, address: str) -> Iterator[tuple[str, Image.Image]]:
    """Goes through an interview; gives each picture with its name."""
    size(browser, WIDE, _HEIGHT)
    browser.get(address)
    yield "web-home", whole(browser)
    press(browser, f"form[action='/samples/{SAMPLE}'] button")
    browser.find_element(By.CSS_SELECTOR, "summary").click()
    browser.find_element(By.CSS_SELECTOR, "[data-fill]").click()
    yield "web-start", whole(browser)
    press(browser, "form .main")
    yield "web-confirm", whole(browser)
    press(browser, "form .main")
    browser.find_element(By.CSS_SELECTOR, "summary").click()
    yield "web-question", whole(browser)
    at = browser.current_url
    browser.get(f"{at}/rules")
    yield "web-rules", whole(browser)
    browser.get(at)
    while browser.find_elements(By.CSS_SELECTOR, "button[value=no]"):
        asked = browser.find_element(By.CSS_SELECTOR, "#content").text
        answer = "yes" if any(words in asked.split("YOUR STORY")[0] for words in SO) else "no"
        press(browser, f"button[value={answer}]")
    yield "web-result", whole(browser)
    size(browser, PHONE, 750, scale=2)
    browser.get(at)
    yield "web-phone", picture(browser)


def studio(browser: Browser, address: str) -> Iterator[tuple[str, Image.Image]]:
    """Reviews a draft, tries it and publishes it."""
    found = sample(DRAFTED)
    assert found is not None
    size(browser, WIDE, _HEIGHT)
    browser.get(f"{address}/studio/new")
    write(browser, "#text", found.rule_text.text)
    write(browser, "#title", "Help with your bins")
    write(browser, "#questions", found.questions[0].question)
    yield "studio-new", whole(browser)
    press(browser, "form .main")
    at = browser.current_url
    yield "studio-review", whole(browser)
    browser.execute_script(_MARK, "at blocks of flats with a shared bin store")
    size(browser, WIDE, _HEIGHT)
    browser.execute_script("document.querySelector('#text').scrollIntoView()")
    yield "studio-mark", picture(browser)
    press(browser, "#marking button")
    browser.find_element(By.CSS_SELECTOR, "#logic > .group > ul > li:last-child input").click()
    press(browser, "button[name=always]")
    press(browser, "#logic > .group > ul > li:last-child [name=deny]")
    words = "you can't move the bins yourself because of age, illness or disability"
    browser.execute_script(_MARK, words)
    browser.find_element(By.CSS_SELECTOR, "#marked-rule option[value=r1]").click()
    press(browser, "#marking button")
    for rule, question in QUESTIONS.items():
        press(browser, f"#rule-{rule} a[href*='/rules/']")
        write(browser, "#question", question)
        if rule == "r4":
            yield "studio-rule", whole(browser)
        press(browser, "[name=reword]")
    yield "studio-right", whole(browser)
    yield from tried(browser, at)
    yield from published(browser, at)
    yield from conflict(browser, at)
    size(browser, PHONE, 750, scale=2)
    browser.get(f"{address}/p/bins")
    yield "studio-published", picture(browser)


def tried(browser: Browser, at: str) -> Iterator[tuple[str, Image.Image]]:
    """Tries a draft on people, and in an interview."""
    browser.get(f"{at}/try")
    for _ in range(3):
        press(browser, "[aria-labelledby=made-heading] .does .button")
    browser.execute_script("document.querySelector('.pane button').click()")
    WebDriverWait(browser, 30).until(
        frame_to_be_available_and_switch_to_it((By.CSS_SELECTOR, "iframe"))
    )
    waiting = WebDriverWait(browser, 30, ignored_exceptions=[Exception])
    waiting.until(lambda it: it.find_element(By.CSS_SELECTOR, "h1"))
    browser.switch_to.default_content()
    yield "studio-try", whole(browser)
    press(browser, ".cases a")
    yield "studio-case", whole(browser)


def published(browser: Browser, at: str) -> Iterator[tuple[str, Image.Image]]:
    """Publishes a draft."""
    browser.get(f"{at}/publish")
    write(browser, "#introduction", "Four questions at most. It takes **a minute**.")
    write(browser, "#yes", "Ring **555 0100** and ask for *assisted collection*.")
    write(browser, "#no", "Our [other help](https://council.example/help) may be for you.")
    write(browser, "#contact", "The waste team, 555 0100, weekdays 9 to 5.")
    write(browser, "#address", "bins")
    write(browser, "#embed", "https://council.example")
    write(browser, "#reviewer", "Ann Lee")
    press(browser, "form.stack .main")
    yield "studio-publish", whole(browser)


def conflict(browser: Browser, at: str) -> Iterator[tuple[str, Image.Image]]:
    """Two people change a draft at once."""
    browser.get(at)
    other = browser.current_window_handle
    browser.switch_to.new_window("tab")
    size(browser, WIDE, _HEIGHT)
    browser.get(f"{at}/rules/r3")
    write(browser, "#question", "Did you have an operation or a baby in the past three months?")
    press(browser, "[name=reword]")
    browser.close()
    browser.switch_to.window(other)
    press(browser, "#rule-r4 [name=delete]")
    yield "studio-conflict", whole(browser)


def changed(browser: Browser, address: str) -> Iterator[tuple[str, Image.Image]]:
    """A document changes after a policy was drafted from it."""
    found = sample(DRAFTED)
    assert found is not None
    text = found.rule_text.text
    _send(browser, address, text)
    write(browser, "#question", found.questions[0].question)
    press(browser, "form.stack .button")
    at = browser.current_url
    _send(browser, address, text.replace("three months", "two months"))
    browser.get(at)
    yield "library-changed", picture(browser)


def _send(browser: Browser, address: str, text: str) -> None:
    """Puts a text into the library, over the one before it."""
    size(browser, WIDE, _HEIGHT)
    browser.get(f"{address}/library/add")
    write(browser, "#title", "Help with your bins")
    write(browser, "#text", text)
    press(browser, "form .main")


_MARK = """
const pieces = [...document.querySelectorAll(".markable [data-at]")];
let text = "";
const places = pieces.map((piece) => {
  text += piece.textContent;
  return text.length - piece.textContent.length;
});
const point = (at) => {
  const number = places.findLastIndex((place) => place <= at);
  return [pieces[number].firstChild, at - places[number]];
};
const start = text.indexOf(arguments[0]);
const [first, from] = point(start), [last, to] = point(start + arguments[0].length - 1);
getSelection().setBaseAndExtent(first, from, last, to + 1);
"""


def main(folder: Path) -> None:
    """Takes every picture."""
    with served() as address, served(library=True) as its, browsing() as browser:
        pages = interview(browser, address), studio(browser, address), changed(browser, its)
        for name, image in chain(*pages):
            image.save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "figures")
