"""Readers are found by name, also those of other packages."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from e3 import Reader, plugins
from e3.errors import BadInput, MissingExtra
from e3.readers.heuristic.system import HeuristicSystem
from e3.reading import registry
from e3.reading.registry import ReaderKind, find_reader, reader_names

OURS = {"bertqa", "e3", "heuristic", "onnx", "pipeline", "seq2seq", "states"}

SHOUTING = """
from dataclasses import dataclass, field
from pathlib import Path

from e3 import Decision, Reply
from e3.reading.model_folder import write_settings
from e3.reading.registry import ReaderKind


@dataclass(frozen=True)
class Recipe:
    system: str = "shouting"
    mark: str = "!"


@dataclass(frozen=True)
class Shouting:
    mark: str = "!"

    def read(self, conversations):
        question = f"ARE YOU SURE{self.mark}"
        return [Reply(Decision.INQUIRE, 1.0, question) for _ in conversations]

    def save(self, folder: Path) -> None:
        write_settings(folder, system="shouting", mark=self.mark)


def load(folder):
    import json
    return Shouting(json.loads((folder / "model.json").read_text())["mark"])


KIND = ReaderKind(
    "shouting",
    load=load,
    open=lambda given: Shouting(given or "!"),
    recipe=Recipe,
    train=lambda context: Shouting(context.recipe.model.mark),
)
"""


def test_ours_are_found_by_the_name_they_have() -> None:
    assert set(reader_names()) >= OURS
    for name in OURS:
        assert find_reader(name).name == name
    with pytest.raises(BadInput, match=r"there is no reader 'nobody'; installed are .*states"):
        find_reader("nobody")


def installed_beside(folder: Path) -> dict[str, str]:
    """Installs a package with a reader into a folder; the environment in which it is found."""
    wheel = folder / "e3_shouting-1.0-py3-none-any.whl"
    info = "e3_shouting-1.0.dist-info"
    files = {
        "e3_shouting.py": SHOUTING,
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: e3-shouting\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[e3.readers]\nshouting = e3_shouting:KIND\n",
        f"{info}/RECORD": "",
    }
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    site = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(site), str(wheel)], check=True)
    return {**os.environ, "PYTHONPATH": str(site)}


def e3(*arguments: str | Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "e3", *map(str, arguments)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_a_reader_of_another_package(tmp_path: Path) -> None:
    env = installed_beside(tmp_path)
    policy = tmp_path / "policy.txt"
    policy.write_text("You may row if you swim.")
    asked = ("--policy", policy, "--question", "May I row?")
    ran = e3("ask", "--model", "shouting", *asked, env=env)
    assert (ran.returncode, ran.stdout) == (0, "ARE YOU SURE!\n"), ran.stderr
    assert e3("ask", "--model", "shouting:?!", *asked, env=env).stdout == "ARE YOU SURE?!\n"
    pytest.importorskip("accelerate", reason="to train one needs e3-reader[train]")
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(
        'name = "Shouting"\n[data]\ndev = "policies:evaluation"\n'
        '[model]\nsystem = "shouting"\nmark = "!!"\n'
    )
    trained = e3("train", recipe, "--out", tmp_path / "run", env=env)
    assert trained.returncode == 0, trained.stderr
    assert e3("ask", "--model", tmp_path / "run", *asked, env=env).stdout == "ARE YOU SURE!!\n"
    table = e3("table", tmp_path / "run", env=env)
    assert "Shouting" in table.stdout


def test_the_heuristic_needs_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader.load("heuristic")
    assert (reader.system, reader.model_id) == (HeuristicSystem(), "heuristic")
    # A folder of that name comes first.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heuristic").mkdir()
    with pytest.raises(BadInput, match=r"heuristic: there is no model in this folder"):
        Reader.load("heuristic")


def test_what_has_to_be_trained_says_so() -> None:
    with pytest.raises(BadInput, match="'states' has to be trained: give the folder of a run"):
        Reader.load("states")


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Entry points of a test's own; what was found before is forgotten, and again behind it."""
    plugins.installed.cache_clear()
    monkeypatch.setattr(registry, "installed", plugins.installed.__wrapped__)
    return monkeypatch


def test_two_packages_with_one_name(only: pytest.MonkeyPatch) -> None:
    ours = next(iter(entry_points(group=registry.GROUP, name="e3")))
    other = EntryPoint("e3", "somewhere:KIND", registry.GROUP)
    only.setattr(plugins, "entry_points", lambda **_: [ours, ours, other])
    with pytest.raises(
        BadInput, match=r"two packages add 'e3' to e3.readers \(.* and somewhere:KIND\)"
    ):
        find_reader("e3")


def test_files_without_an_installation(only: pytest.MonkeyPatch) -> None:
    only.setattr(plugins, "entry_points", lambda **_: [])
    with pytest.raises(BadInput, match="E3 is not installed, only its files are here"):
        Reader.load()


def test_an_entry_point_that_is_no_reader(only: pytest.MonkeyPatch) -> None:
    wrong = EntryPoint("wrong", "os:sep", registry.GROUP)
    only.setattr(plugins, "entry_points", lambda **_: [wrong])
    with pytest.raises(BadInput, match=r"os:sep: the entry point 'wrong' of e3.readers is no"):
        find_reader("wrong")


@pytest.mark.parametrize("extra", ["train", None])
def test_what_a_reader_needs_is_named(only: pytest.MonkeyPatch, extra: str | None) -> None:
    def needs_more(_: str) -> HeuristicSystem:
        raise ModuleNotFoundError("No module named 'more'", name="more")

    kind = ReaderKind("wrong", load=needs_more, open=needs_more, extra=extra)  # type: ignore[arg-type]
    only.setattr("e3.reading.reader.find_reader", lambda _: kind)
    only.setattr("e3.reading.reader.reader_names", lambda: ["wrong"])
    sentence = r"needs more.*e3-reader\[train\]" if extra else "this reader needs more, which is"
    with pytest.raises(MissingExtra if extra else BadInput, match=sentence):
        Reader.load("wrong")
