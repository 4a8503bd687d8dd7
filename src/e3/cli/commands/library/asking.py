"""`e3 library ask`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from e3.cli.libraries import (
    json_option,
    library_options,
    open_library,
    story_option,
    tell_how_it_was_searched,
    within_option,
)
from e3.cli.library_report import ask_json, ask_report, choice_json, choice_report
from e3.cli.models import load_drafter
from e3.cli.output import echo, echo_json
from e3.cli.texts import new_policy_file
from e3.drafting.drafter import DEFAULT
from e3.errors import BadInput
from e3.files import write_whole
from e3.interview.interview import check
from e3.library.asking import draft_from
from e3.library.choosing import Choice, Chosen, choose
from e3.library.readings import judge_of
from e3.policy.parsing import is_yaml
from e3.policy.rule_text import RuleText
from e3.policy.writing import as_json, as_yaml
from e3.reading.drafts import sifting_of
from e3.reading.reader import shipped_reader


@click.command()
@click.argument("question")
@story_option
@within_option
@click.option(
    "--drafter", "name", default=DEFAULT, show_default=True, help="Who drafts, or llm:NAME."
)
@click.option(
    "--out",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the policy to a new file, by its name YAML or JSON.",
)
@json_option
@library_options
def ask(
    *,
    question: str,
    scenario: str,
    within: str | None,
    name: str,
    out: Path | None,
    to_json: bool,
    where: str,
    encoder: str | None,
) -> None:
    """Find the document for a question and draft a policy over its passages.

    Where several documents could be meant, it says which: ask again with --in and the number of
    one. Where none is near, it says that this is not in the library.

    Every rule is shown in the original's words and with its place there. Nobody has checked the
    draft. To be interviewed by it, write it to a file and give that to `e3 chat`.

    \b
    Example:
      e3 library ask "Can I send it back?"
      e3 library ask "Can I send it back?" --in 3 --out returns.yaml
    """
    if out is not None:
        new_policy_file(out)
    check(RuleText("-"), question, scenario)
    with open_library(where, encoder) as opened:
        choice: Choice
        if within is not None:
            choice = Chosen(opened.find(within))
        else:
            choice = choose(opened, question, scenario, judge=judge_of(shipped_reader()))
            tell_how_it_was_searched(opened, by_meaning=choice.by_meaning)
        if not isinstance(choice, Chosen):
            if not choice.documents:
                raise BadInput("there are no documents in this library")
            if to_json:
                echo_json(choice_json(choice))
            else:
                echo(choice_report(choice))
            return
        reader = shipped_reader()
        drafter = load_drafter(name, reader)
        drafted = draft_from(
            opened, choice.document, question, scenario, drafter=drafter, sieve=sifting_of(reader)
        )
    policy = drafted.policy
    if out is not None and policy.rules:
        write_whole(out, [as_yaml(policy) if is_yaml(out) else as_json(policy)])
    if to_json:
        echo_json(ask_json(drafted, json.loads(as_json(policy))))
    else:
        echo(ask_report(drafted))
