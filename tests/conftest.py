"""What several tests share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, settings
from tests.command_line import Ran, Run
from tests.postgresql import Server, running_server

from e3.cli import cli
from e3.errors import E3Error

# A property is true or not, however long a busy machine takes to find out. On a machine for checks
# the same examples every time; at home new ones, to find what is wrong.
settings.register_profile(
    "e3",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("e3")

# Torch runs tiny models fastest on one thread, and pytest has a process for each core.
os.environ.setdefault("OMP_NUM_THREADS", "1")

_FIRST = ("test_forgetting.py", "test_memory.py")
"""They go through all that a process holds, which is least before the others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in _FIRST)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder beside the repository that holds ShARC."""
    path = Path(__file__).parents[2] / "shared"
    if not path.is_dir():
        pytest.skip("needs ../shared, which is not here")
    return path


@pytest.fixture(autouse=True, scope="session")
def _own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test keeps interviews where its user does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("E3_STORE", str(tmp_path_factory.mktemp("store") / "interviews.db"))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server for libraries."""
    with running_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql", "pgvector"])
def library_at(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a library may be made, in every database that it can be in."""
    if request.param == "sqlite":
        return str(tmp_path / "library.db")
    server: Server = request.getfixturevalue("postgresql")
    return server.fresh_library(pgvector=request.param == "pgvector")


@pytest.fixture
def run() -> Run:
    """Runs the command line in this process and ends as `e3.cli.main` does.

    What a person can't mend is raised again, so that a traceback fails the test.
    """

    def invoke(*arguments: str | Path) -> Ran:
        result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
        if isinstance(result.exception, E3Error):
            return Ran(2, result.stdout, f"{result.stderr}Error: {result.exception}\n")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return invoke
