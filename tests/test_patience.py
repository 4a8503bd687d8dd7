"""No test counts on how fast the machine is: all wait as tests/patience.py does."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.patience import until

TESTS = Path(__file__).parent
IN_ONE_PLACE = ("conftest.py", "patience.py", "server.py", Path(__file__).name)

BY_THE_CLOCK = re.compile(
    # httpx gives up after five seconds: tests.serve.server.client waits.
    r"httpx\.Client\(|httpx\.(?:get|post|put|delete|head|options)\((?!.*timeout=PATIENCE)"
    r"|deadline="
    r"|timeout=\d|wait\(\d|result\(\d|WebDriverWait\(\w+, \d"
    r"|\btime\(\)|(?<!def )\b(?:monotonic|perf_counter|process_time|thread_time)(?:_ns)?\("
    r"|\bsleep\((?!0\))[\d.]+\)"
)


def test_nothing_is_timed_but_in_one_place() -> None:
    files = [path for path in TESTS.rglob("*.py") if path.name not in IN_ONE_PLACE]
    found = [
        f"{path.relative_to(TESTS)}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if BY_THE_CLOCK.search(line)
    ]
    assert found == [], "wait for it with PATIENCE or until() of tests/patience.py"


def test_properties_have_no_deadline() -> None:
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


def test_what_is_waited_for_is_given_back() -> None:
    answers = iter([None, "", "now"])
    assert until(lambda: next(answers)) == "now"


def test_what_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.patience.PATIENCE", 0.0)
    with pytest.raises(AssertionError, match="not within 0 seconds"):
        until(lambda: False)
