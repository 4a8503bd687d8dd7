"""Takes docs/figures/web-*.png of `e3 serve`: `python docs/make_screenshots.py [FOLDER]`.

An interview by a policy of the menu, with the story that is the example there and the model that
comes with E3. Needs chromium and chromedriver.
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
from pathlib import Path
from typing import Any

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

POLICY = "ashdown-winter-flu-jab"
WIDE, PHONE = 1280, 360
_HEIGHT = 720

Browser = Any


@contextmanager
def served() -> Iterator[str]:
    """A server that keeps nothing; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "e3", "serve", "--port", "0", "--rate", "0"]
        command += ["--store", f"{folder}/interviews.db"]
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


def then(browser: Browser, click: str, heading: str) -> None:
    """Clicks, and waits for the page with that heading."""
    browser.find_element(By.CSS_SELECTOR, click).click()
    waiting = WebDriverWait(browser, 30, ignored_exceptions=[Exception])
    waiting.until(lambda it: heading in it.find_element(By.CSS_SELECTOR, "h1").text)


def pictures(browser: Browser, address: str) -> Iterator[tuple[str, Image.Image]]:
    """Goes through an interview; gives each picture with its name."""
    size(browser, WIDE, _HEIGHT)
    browser.get(address)
    yield "home", whole(browser)
    browser.get(f"{address}/new?policy={POLICY}")
    browser.find_element(By.CSS_SELECTOR, "summary").click()
    browser.find_element(By.CSS_SELECTOR, "[data-fill]").click()
    then(browser, "form .main", "What I understood")
    yield "confirm", whole(browser)
    then(browser, "form .main", "65")
    then(browser, "button[value=no]", "look after")
    browser.find_element(By.CSS_SELECTOR, "summary").click()
    yield "question", whole(browser)
    interview = browser.current_url
    browser.get(f"{interview}/rules")
    yield "rules", whole(browser)
    browser.get(interview)
    then(browser, "button[value=no]", "No")
    yield "result", whole(browser)
    size(browser, PHONE, 750, scale=2)
    browser.get(interview)
    yield "phone", picture(browser)


def main(folder: Path) -> None:
    """Takes every picture."""
    with served() as address, browsing() as browser:
        for name, image in pictures(browser, address):
            image.save(folder / f"web-{name}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "figures")
