"""A real browser for tests of the pages: with and without a script, wide or narrow."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE

webdriver = pytest.importorskip("selenium.webdriver")
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
DRIVER = shutil.which("chromedriver")
if CHROMIUM is None or DRIVER is None:
    pytest.skip("needs Debian's chromium and chromium-driver", allow_module_level=True)

__all__ = [
    "AXE",
    "CHROMIUM",
    "DRIVER",
    "HOSTILE",
    "Browser",
    "By",
    "Keys",
    "axe_script",
    "check_axe",
    "check_width",
    "find",
    "follow",
    "has_focus",
    "opened",
    "press",
    "tab_to",
    "text_of",
    "until",
    "until_heading",
    "webdriver",
]

HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"

Browser = Any


@contextmanager
def opened(address: str, *, width: int, dark: bool, script: bool) -> Iterator[Browser]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not script:
        blocked = {"profile.managed_default_content_settings.javascript": 2}
        options.add_experimental_option("prefs", blocked)
    browser = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    browser.set_script_timeout(PATIENCE)
    # The driver's own 120 seconds are fewer than a script may take on a busy machine.
    browser.command_executor.client_config.timeout = 2 * PATIENCE
    try:
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        browser.get(address)
        yield browser
    finally:
        browser.quit()


def find(browser: Browser, what: str) -> Any:
    return browser.find_element(By.CSS_SELECTOR, what)


def text_of(browser: Browser, what: str) -> str:
    return str(find(browser, what).text)


def until(browser: Browser, found: Callable[[], object]) -> None:
    """Waits; what is gone while a page changes is looked for again."""
    WebDriverWait(browser, PATIENCE, ignored_exceptions=[Exception]).until(lambda _: found())


def until_heading(browser: Browser, heading: str) -> None:
    """Waits for a page, all of it: what follows may be about its end, and needs its script."""
    until(browser, lambda: text_of(browser, "h1").replace("\n", " ") == heading)
    until(browser, lambda: browser.execute_script("return document.readyState") == "complete")


def follow(browser: Browser, what: str) -> None:
    """Clicks, and waits for another page, which may have the heading of this one.

    By when it began: to ask for an element of the one before may fail in more ways than one.
    """
    began = browser.execute_script(_BEGAN)
    find(browser, what).click()
    until(browser, lambda: browser.execute_script(_BEGAN) not in (None, began))


_BEGAN = "return document.readyState == 'complete' ? performance.timeOrigin : null"


def has_focus(browser: Browser, what: str) -> bool:
    return bool(browser.switch_to.active_element == find(browser, what))


def press(browser: Browser, *keys: str) -> None:
    webdriver.ActionChains(browser).send_keys(*keys).perform()


def tab_to(browser: Browser, what: str, most: int = 60) -> None:
    """Goes to something with the Tab key; all that has the focus on the way must show it."""
    for _ in range(most):
        press(browser, Keys.TAB)
        focused = browser.switch_to.active_element
        outline = focused.value_of_css_property("outline-style")
        assert outline != "none", focused.get_attribute("outerHTML")
        if has_focus(browser, what):
            return
    raise AssertionError(f"{what} can't be reached")


AXE = """
const done = arguments[0];
axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]})
  .then(found => done(found.violations), error => done(String(error)));
"""


def axe_script() -> str:
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        pytest.skip("needs axe-core-python, which is not installed")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def check_axe(browser: Browser, script: str, page: str = "") -> None:
    """Fails where axe-core finds something."""
    # In one go: another page that came between would know nothing of axe.
    violations = browser.execute_async_script(script + AXE)
    assert violations == [], f"{page}: {json.dumps(violations, indent=1)}"


def check_width(browser: Browser, width: int, page: str = "") -> None:
    """Fails where a page is wider than the screen."""
    wide = browser.execute_script("return document.documentElement.scrollWidth")
    assert wide <= width, page
