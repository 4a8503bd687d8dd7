"""The pages of the library in a real browser: whole, without a script, and on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interview.rowing import SWIM, TEXT
from tests.serve.browsing import (
    Browser,
    axe_script,
    check_axe,
    check_width,
    find,
    opened,
    text_of,
    until,
    until_heading,
)
from tests.serve.server import UNHURRIED, client, model_of, running

from e3.serve.app import create_app
from e3.serve.settings import Settings

LONG = "The club meets on Mondays and drinks tea. " * 40


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("serve")
    settings = Settings(
        database=str(folder / "interviews.db"),
        library=str(folder / "library.db"),
        limits=UNHURRIED,
    )
    with running(create_app(settings, model_of())) as address, client(address) as http:
        for title in ("Dogs", "Parking"):
            sent = {"title": title, "text": f"{title} are allowed on Sundays."}
            assert http.post("/v1/library/texts", json=sent).status_code == 201
        yield address


def test_a_file_is_sent_asked_and_removed_without_a_script(address: str, tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(f"# Teas\n\n{LONG}\n\n# Boats\n\n{TEXT}", encoding="utf-8")
    with opened(f"{address}/library/add", width=1280, dark=False, script=False) as browser:
        find(browser, "#file").send_keys(str(guide))
        find(browser, "form .main").click()
        until_heading(browser, "Teas")
        at = browser.current_url
        find(browser, "summary").click()
        sections = ["Teas", "Boats", "Rowing"]
        until(browser, lambda: text_of(browser, ".contents").split("\n")[1:] == sections)
        browser.get(f"{address}/library")
        find(browser, "#question").send_keys("May I row a boat of the club?")
        find(browser, "form .main").click()
        until_heading(browser, SWIM)
        assert "you can swim" in text_of(browser, ".sheet mark.asked")
        assert not _is_in_sight(browser, ".sheet mark.asked")
        find(browser, "a[href='#clause']").click()
        until(browser, lambda: _is_in_sight(browser, ".sheet mark.asked"))
        find(browser, ".beside a[href^='/library/']").click()
        until_heading(browser, "Teas")
        assert browser.current_url.endswith("#clause")
        until(browser, lambda: _is_in_sight(browser, ".sheet mark.asked"))
        browser.get(f"{at}/remove")
        find(browser, "form .danger").click()
        until(browser, lambda: find(browser, ".documents"))
        assert "Teas" not in text_of(browser, ".documents")


def _is_in_sight(browser: Browser, what: str) -> bool:
    """Whether what is looked for stands within the window; the driver may ask, pages may not."""
    inside = "const at = arguments[0].getBoundingClientRect(); return at.top >= 0 && at.bottom <="
    return bool(browser.execute_script(f"{inside} innerHeight", find(browser, what)))


def test_every_page_can_be_used_by_everybody(address: str) -> None:
    script, width = axe_script(), 360
    with opened(f"{address}/library", width=width, dark=False, script=True) as browser:

        def check(page: str) -> None:
            check_axe(browser, script, page)
            check_width(browser, width, page)

        check("list")
        for page in ("library/add", "library/1?clause=0-4", "library/1/remove"):
            browser.get(f"{address}/{page}")
            check(page)
        for question, heading in (
            ("Is it allowed on Sundays?", "Which of these do you mean?"),
            ("Must pensioners file council tax?", "This is not in this library"),
        ):
            browser.get(f"{address}/library")
            find(browser, "#question").send_keys(question)
            find(browser, "form .main").click()
            until_heading(browser, heading)
            check(heading)
        browser.get(f"{address}/library")
        find(browser, "#question").send_keys("Sundays?")
        find(browser, "button[name=search]").click()
        until_heading(browser, "The nearest passages")
        check("found")
