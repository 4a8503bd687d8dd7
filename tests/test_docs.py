"""The documentation is true: examples run, links lead somewhere, the reference is current."""

from __future__ import annotations

import doctest
import functools
import re
import runpy
import shlex
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import e3
from e3.cli import cli
from e3.corpus.augmentation import Augmentation
from e3.corpus.sources import read_corpus
from e3.reading.registry import find_reader, reader_names
from e3.training.recipe import DataRecipe, EditorRecipe, Schedule

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")], key=str)
READERS = (
    "e3.corpus.sources",
    "e3.training.recipe",
    "e3.cli.commands.data.spans",
    "e3.cli.commands.data.stats",
    "e3.cli.commands.data.trees",
)
REFERENCE = ROOT / "docs" / "reference" / "cli.md"
RESULTS = ROOT / "docs" / "results.md"
POLICY = "You may come back if you had permanent residence when you left."

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.fixture(scope="module")
def make_reference() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "make_reference.py"))


@pytest.fixture(scope="module")
def make_results() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "make_results.py"))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="the model that the pages have trained needs torch")
    from tests.tiny import make_encoder, make_run  # noqa: PLC0415 - needs torch

    folder = tmp_path_factory.mktemp("model")
    return make_run(folder / "run", make_encoder(folder / "encoder"))


def _run(*command: str) -> Result:
    return CliRunner().invoke(cli, command, prog_name="e3")


# What several pages show of our own corpus is made once: it keeps this fast.
corpora, run = functools.cache(read_corpus), functools.cache(_run)


def ours(*arguments: str) -> bool:
    return any(argument.startswith(("policies", "pages", "recipes/")) for argument in arguments)


@pages
def test_examples_run_and_print_what_the_page_shows(
    page: Path, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page.read_text(encoding="utf-8")

    def read(source: str, *, longest: int = 0) -> Any:
        return (corpora if ours(source) else read_corpus)(source, longest=longest)

    for module in READERS:
        monkeypatch.setattr(import_module(module), "read_corpus", read)
    # What the pages take for granted: our recipes, the model that was trained, and a policy.
    (tmp_path / "recipes").symlink_to(ROOT / "recipes")
    if "runs/e3-0" in text:
        (tmp_path / "runs").mkdir()
        (tmp_path / "runs" / "e3-0").symlink_to(request.getfixturevalue("model"))
    (tmp_path / "policy.txt").write_text(POLICY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for kind, block in _BLOCK.findall(text):
        if kind == "python":
            exec(compile(block, str(page), "exec"), names)
        elif kind == "console":
            for command, shown in _commands(block):
                result = run(*command) if ours(*command) else _run(*command)
                assert result.exit_code == 0, f"e3 {shlex.join(command)}: {result.output}"
                if shown:
                    assert _agree(shown, result.stdout), (
                        f"e3 {shlex.join(command)} prints\n{result.stdout}"
                    )


def _commands(block: str) -> Iterator[tuple[list[str], str]]:
    """The commands of a block without `e3`, each with the output that is shown for it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        program, *arguments = shlex.split(command)
        assert program == "e3", command
        yield arguments, shown


def _agree(shown: str, printed: str) -> bool:
    """Whether the output is the one shown, where a line "..." stands for any lines."""
    return doctest.OutputChecker().check_output(
        shown, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )


@pages
def test_relative_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(_BLOCK.sub("", page.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            headings = _HEADING.findall(target.read_text(encoding="utf-8"))
            assert anchor in map(_anchor, headings), link


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pages
def test_every_command_that_is_named_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    code = [block for kind, block in _BLOCK.findall(text) if kind != "python"]
    code += _INLINE.findall(_BLOCK.sub("", text))
    for piece in code:
        for words in re.findall(r"(?:^|\$ )e3((?: +[a-z]+\b(?![.:/-]))*)", piece, re.MULTILINE):
            command: click.Command = cli
            for word in words.split():
                if not isinstance(command, click.Group):
                    break  # an argument
                found = command.get_command(click.Context(command), word)
                assert found, f"e3{words}"
                command = found


def test_the_reference_is_current(make_reference: dict[str, Any]) -> None:
    assert REFERENCE.read_text(encoding="utf-8") == make_reference["reference"](), (
        "run python docs/make_reference.py"
    )


def test_every_command_and_option_is_in_the_reference(make_reference: dict[str, Any]) -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    sections = dict(re.findall(r"^#+ `(e3.*?)`\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL))
    for context in make_reference["contexts"]():
        for parameter in context.command.get_params(context):
            for name in parameter.opts if isinstance(parameter, click.Option) else []:
                assert name in sections[context.command_path], f"{context.command_path} {name}"


def test_the_whole_public_api_is_in_the_reference() -> None:
    text = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert not [name for name in e3.__all__ if not re.search(rf"`{name}\b", text)]


def test_every_key_of_a_recipe_is_in_the_reference() -> None:
    text = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    section = text[text.index("\n## Recipes") : text.index("\n## Exported models")]
    kinds = [find_reader(name).recipe for name in reader_names()]
    recipes = [DataRecipe, Augmentation, Schedule, EditorRecipe, *filter(None, kinds)]
    keys = {key.name for recipe in recipes for key in fields(recipe)}
    said = {key.strip("[]").rpartition(".")[2] for key in _INLINE.findall(section)}
    assert not keys - said


def test_the_check_tells_a_stale_reference(
    make_reference: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_reference["main"]
    monkeypatch.setattr("sys.argv", ["make_reference.py", "--check"])
    stale = tmp_path / "cli.md"
    stale.write_text("old", encoding="utf-8")
    monkeypatch.setitem(main.__globals__, "TARGET", stale)
    assert main() == 1
    assert stale.read_text(encoding="utf-8") == "old"
    monkeypatch.setitem(main.__globals__, "TARGET", REFERENCE)
    assert main() == 0


def test_the_results_are_current(
    make_results: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["make_results.py", "--check"])
    assert make_results["main"]() == 0, "run python docs/make_results.py"


def test_the_check_tells_stale_results(
    make_results: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_results["main"]
    monkeypatch.setattr("sys.argv", ["make_results.py", "--check"])
    stale = tmp_path / "results.md"
    page = RESULTS.read_text(encoding="utf-8").replace("<!-- /table -->", "old\n<!-- /table -->")
    stale.write_text(page, encoding="utf-8")
    monkeypatch.setitem(main.__globals__, "TARGET", stale)
    assert main() == 1
    assert stale.read_text(encoding="utf-8") == page
