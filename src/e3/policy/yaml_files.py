"""YAML for people: every plain value is the text that was written, and every value has a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from e3.errors import BadInput

IS_YAML = (".yaml", ".yml")
"""How the names of such files end."""

_WIDTH = 100


class _Loader(yaml.SafeLoader):
    """Reads texts, lists and objects: "no" is a word here, not false, and a date is its letters."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        # A few lines of aliases could stand for gigabytes.
        if self.check_event(yaml.AliasEvent):
            mark = self.get_mark()
            raise yaml.MarkedYAMLError(problem="aliases are not allowed", problem_mark=mark)
        return super().compose_node(parent, index)


# Without these, every plain value is a text.
_Loader.yaml_implicit_resolvers = {}
# What says that it is a number, a truth or a day (!!int, !!bool, !!timestamp) is refused like any
# other tag: their readers fail in ways of their own.
_Loader.yaml_constructors = {
    tag: reads
    for tag, reads in yaml.SafeLoader.yaml_constructors.items()
    if tag is None or tag.rpartition(":")[2] in ("str", "seq", "map")
}


def parse_yaml(data: bytes, *, source: str) -> Any:
    """The value in `data`, or one sentence that says why there is none."""
    if not data.strip():
        raise BadInput("the file is empty", source=source)
    try:
        return yaml.load(data.decode("utf-8-sig"), _Loader)
    except UnicodeDecodeError:
        raise BadInput("this is not a text file in UTF-8", source=source) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"{source}:{mark.line + 1}" if mark else source
        raise BadInput(
            f"this is not YAML: {error.problem or error.context}", source=place
        ) from None
    except yaml.YAMLError as error:
        raise BadInput(f"this is not YAML: {error}", source=source) from None
    except (RecursionError, ValueError):
        raise BadInput("this YAML is no policy", source=source) from None


@dataclass(frozen=True)
class Lines:
    """The lines of a file on which its values begin, by the keys and numbers that lead to them."""

    lines: Mapping[tuple[str | int, ...], int]

    def line(self, place: tuple[str | int, ...]) -> int:
        """The line of a value, or of the nearest thing around it, counted from 1."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def lines_of(data: bytes) -> Lines:
    """The lines of a file that could be read; JSON is read as the YAML that it is, but for tabs."""
    found: dict[tuple[str | int, ...], int] = {}

    def note(node: yaml.Node, place: tuple[str | int, ...]) -> None:
        found.setdefault(place, node.start_mark.line + 1)
        if isinstance(node, yaml.SequenceNode):
            for number, item in enumerate(node.value):
                note(item, (*place, number))
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                found[(*place, key.value)] = key.start_mark.line + 1
                note(value, (*place, key.value))

    try:
        text = data.decode("utf-8-sig").replace("\t", " ")
        if root := yaml.compose(text, _Loader):
            note(root, ())
    except (yaml.YAMLError, ValueError, RecursionError):
        return Lines(found)
    return Lines(found)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as they are read, and everything in the order it is given."""


# YAML takes each of these for a line end like others, and keeps them only where they are spelt out.
_OTHER_LINE_ENDS = re.compile("[\r\x85\u2028\u2029]")


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text.strip() else None
    if _OTHER_LINE_ENDS.search(text):
        style = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def write_yaml(value: Any) -> str:
    """The text of a YAML file that stands for a value of texts, numbers, lists and objects."""
    return yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=_WIDTH)
