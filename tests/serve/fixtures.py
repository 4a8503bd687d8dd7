"""Servers for tests; a module that wants them names this one in `pytest_plugins`."""

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.interview.rowing import StoryReader
from tests.serve.server import UNHURRIED, client, model_of, running

from e3 import Answer
from e3.serve import logs
from e3.serve.app import create_app
from e3.serve.settings import Settings

PHRASES = {
    "I swim well": ("you can swim", Answer.YES),
    "my own boat": ("you own a boat", Answer.YES),
}


@pytest.fixture(scope="module")
def reader() -> StoryReader:
    return StoryReader(PHRASES)


@pytest.fixture(scope="module")
def address(reader: StoryReader, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that knows the rules of rowing."""
    database = tmp_path_factory.mktemp("serve") / "interviews.db"
    settings = Settings(database=str(database), limits=UNHURRIED)
    with running(create_app(settings, model_of(reader))) as address:
        yield address


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with client(address) as http:
        yield http


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "interviews.db")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What a server logs."""
    names = ("e3.serve", "uvicorn", "uvicorn.access")
    before = [
        (logger, logger.handlers, logger.level, logger.propagate, logger.disabled)
        for logger in map(logging.getLogger, names)
    ]
    stream = io.StringIO()
    logs.to_lines(stream)
    yield stream
    for logger, handlers, level, propagate, disabled in before:
        logger.handlers, logger.level = handlers, level
        logger.propagate, logger.disabled = propagate, disabled
