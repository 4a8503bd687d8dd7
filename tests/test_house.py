"""The house is as it is drawn, and a release says everywhere which it is."""

import re
import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner

import e3
from e3.cli import cli

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")]


def test_the_picture_shows_the_imports_as_they_are() -> None:
    pytest.importorskip("grimp", reason="needs e3-reader[dev]")
    pytest.importorskip("matplotlib", reason="needs e3-reader[plot]")
    make = runpy.run_path(str(ROOT / "docs" / "make_house.py"))
    drawn = re.findall(r'id="(\w+)-&gt;(\w+)"', make["TARGET"].read_text(encoding="utf-8"))
    assert set(drawn) == make["arrows"](), "run python docs/make_house.py"
    rooms = {
        path.name for path in (ROOT / "src" / "e3").iterdir() if (path / "__init__.py").exists()
    }
    assert set(make["ROOMS"]) == rooms


def test_one_version_everywhere() -> None:
    version = e3.__version__
    assert re.search(rf"^## {re.escape(version)} ", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    shown = CliRunner().invoke(cli, ["--version"])
    assert shown.stdout == f"e3, version {version}\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_tells_people_to_install_somebody_elses_package(page: Path) -> None:
    # What is installed ends with two spaces, where a remark begins.
    wanted = re.findall(r"pip3? install ((?:\S+ ?)+)", page.read_text(encoding="utf-8"))
    words = [word.strip("'\"`.,:;") for said in wanted for word in said.split()]
    assert not [word for word in words if re.fullmatch(r"e3(?:[\[=<>].*)?", word)]
