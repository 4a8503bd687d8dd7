"""The how-to pages are true: their examples run, and they name every route and every error."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from e3.cli.commands.serve import serve
from e3.serve.app import create_app
from e3.serve.refusals import CODES
from e3.serve.settings import Settings

pytest_plugins = ("tests.serve.fixtures",)

HOWTO = Path(__file__).parents[2] / "docs" / "howto"
API, STUDIO, LIBRARY = (
    (HOWTO / name).read_text(encoding="utf-8") for name in ("api.md", "studio.md", "library.md")
)
PAGES = {"/v1/studio": STUDIO, "/v1/published": STUDIO, "/v1/library": LIBRARY}
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str, page: str = API) -> str:
    found = "".join(block for of, block in _BLOCK.findall(page) if of == kind)
    assert found
    return found


def run(page: str, folder: Path, address: str, *programs: str) -> str:
    """Runs the examples of a page; what they print."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}, which is not installed")
    ran = subprocess.run(
        ["bash", "-euxo", "pipefail", "-c", blocks("bash", page)],
        cwd=folder,
        env={**os.environ, "E3": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_curl_examples(address: str, tmp_path: Path) -> None:
    run(API, tmp_path, address, "curl")
    assert "May I row?" in (tmp_path / "explanation.html").read_text(encoding="utf-8")
    assert '"kind": "answered"' in (tmp_path / "interview.json").read_text(encoding="utf-8")


def test_the_examples_of_the_studio(address: str, tmp_path: Path) -> None:
    printed = run(STUDIO, tmp_path, address, "curl", "jq")
    assert "Yes if you can swim, and either you own a boat or have hired a boat" in printed
    assert "swim or boat or hired" in printed
    assert '"begun":1' in printed


def test_every_edit_is_described() -> None:
    schemas = create_app(Settings()).openapi()["components"]["schemas"]
    kinds = schemas["EditRequest"]["properties"]["edit"]["discriminator"]["mapping"]
    assert [kind for kind in kinds if f"`{kind}`" not in STUDIO] == []


def test_the_python_example(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("E3", address)
    exec(compile(blocks("py"), "api.md", "exec"), {})
    assert "not_found There is no such interview." in capsys.readouterr().out


def test_every_route_and_every_error_is_described() -> None:
    for path in create_app(Settings()).openapi()["paths"]:
        page = next((page for start, page in PAGES.items() if path.startswith(start)), API)
        begun = re.sub(r"^/v1/(published/\{address\}/)?interviews/\{id\}", "", path)
        assert begun in page, path
    for status, code in CODES.items():
        if status not in (403, 500):  # what other sites send, and what is our fault
            assert f"| {status} | `{code}` |" in API


def test_what_the_page_says_of_options_is_true() -> None:
    page = (HOWTO / "serve.md").read_text(encoding="utf-8")
    options = {name for parameter in serve.params for name in parameter.opts}
    assert set(re.findall(r"--[a-z-]+\b", page)) - {"--build"} <= options
