"""Every reported figure has its recipe: it still says what was run, or what differs is named."""

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, asdict, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from e3.training.recipe import EditorRecipe, Recipe, read_recipe

ROOT = Path(__file__).parents[2]
RESULTS = sorted(path.parent for path in (ROOT / "results").glob("*/recipe.json"))
NAMED = re.compile(r"^\| `([\w-]+)` \| `(\w+)` \| (.+) \|$", re.MULTILINE)


def recipe_file(run: str) -> Path:
    """The recipe that a run is named after."""
    name = run.rpartition("-")[0]
    folder = ROOT / "recipes" / ("mpnet" if name.startswith("mpnet-") else "")
    return folder / f"{name.removeprefix('mpnet-')}.toml"


def settings(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """The settings in an object, each with its dotted name."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from settings(part, f"{name}.{key}" if name else key)
    else:
        yield name, value


def defaults(recipe: Recipe) -> dict[str, Any]:
    """What settings are that a recipe does not name, of all parts that it has."""
    found: dict[str, Any] = {}
    parts = {"data": recipe.data, "augmentation": recipe.augmentation, "model": recipe.model}
    parts |= {"training": recipe.training, "editor": recipe.editor}
    if isinstance(recipe.editor, EditorRecipe):
        parts["editor.training"] = recipe.editor.training
    for name, part in parts.items():
        for field in fields(part) if is_dataclass(part) else ():
            if field.default is not MISSING:
                found[f"{name}.{field.name}"] = json.loads(json.dumps(field.default))
    return found


def named(run: str) -> tuple[str, set[str]]:
    """The commit and the settings that results/README.md names for a run."""
    page = (ROOT / "results" / "README.md").read_text(encoding="utf-8")
    for name, commit, what in NAMED.findall(page):
        if name == run.rpartition("-")[0]:
            return commit, set(re.findall(r"`([\w.]+)`", what))
    return "", set()


@pytest.mark.parametrize("folder", RESULTS, ids=lambda folder: folder.name)
def test_the_recipe_says_what_was_run(folder: Path) -> None:
    was: dict[str, Any] = json.loads((folder / "recipe.json").read_bytes())
    recipe = read_recipe(recipe_file(folder.name), [f"seed = {was['seed']}"])
    then = dict(settings(was))
    now = dict(settings(json.loads(json.dumps(asdict(recipe)))))
    since = {name for name, value in defaults(recipe).items() if now.get(name) == value}
    differ = {name for name in then.keys() | now.keys() if then.get(name) != now.get(name)}
    differ -= {name for name in since if name not in then}
    commit, told = named(folder.name)
    assert differ == told
    made: dict[str, Any] = json.loads((folder / "run.json").read_bytes())
    assert made["commit"].startswith(commit)
