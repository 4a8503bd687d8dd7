"""`e3 draft`: a text in, a draft policy out."""

from __future__ import annotations

from pathlib import Path

import click

from e3.cli.draft_report import draft_report
from e3.cli.output import echo, echo_written_json
from e3.cli.texts import called, excerpt_for, new_policy_file, read_source
from e3.drafting.drafter import DEFAULT, find_drafter
from e3.errors import BadInput
from e3.files import write_whole
from e3.interview.interview import MOST_CHARACTERS, check
from e3.policy.parsing import is_yaml
from e3.policy.policy import Policy
from e3.policy.writing import as_json, as_yaml
from e3.reading.reader import shipped_reader


@click.command()
@click.argument("text", metavar="FILE|URL|-")
@click.option(
    "--question",
    "questions",
    multiple=True,
    metavar="TEXT",
    help="What the text should answer. Repeatable. [default: what the drafter finds]",
)
@click.option("--drafter", "name", default=DEFAULT, show_default=True, help="Who drafts.")
@click.option("--yaml", "to_yaml", is_flag=True, help="Print the policy as YAML.")
@click.option("--json", "to_json", is_flag=True, help="Print the policy as JSON.")
@click.option(
    "--out",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the policy to a new file, by its name YAML or JSON.",
)
def draft(
    *,
    text: str,
    questions: tuple[str, ...],
    name: str,
    to_yaml: bool,
    to_json: bool,
    out: Path | None,
) -> None:
    """Make a draft policy of a text: its rules, how each is asked, and the logic of the answers.

    FILE is a PDF, a DOCX, a page, Markdown or plain text. Of a long one the passages are read that
    are nearest to the questions.

    It is printed for a person to read, the parts that the drafter is least sure of at the end.
    Nobody has checked it: put right what is wrong in the file, then `e3 check` it. `e3 chat`
    follows it as it is.

    \b
    e3 draft policy.txt --question "Can I come back in?"
    e3 draft policy.txt --question "Can I come back in?" -o policy.yaml
    e3 draft guide.pdf --question "Can I come back in?"
    """
    if to_yaml and to_json:
        raise click.UsageError("give --yaml or --json")
    if out is not None:
        new_policy_file(out)
    policy = _drafted(text, [question.strip() for question in questions], name)
    if out is not None:
        write_whole(out, [as_yaml(policy) if is_yaml(out) else as_json(policy)])
    if to_json:
        echo_written_json(as_json(policy).rstrip("\n"))
    elif to_yaml:
        echo(as_yaml(policy), end="")
    else:
        echo(draft_report(policy))


def _drafted(name: str, questions: list[str], drafter: str) -> Policy:
    document = read_source(name)
    rule_text = document.rule_text
    if questions:
        rule_text = excerpt_for(document, " ".join(questions)).rule_text
    elif len(document.text) > MOST_CHARACTERS["rule text"]:
        raise BadInput("this is long: say with --question what it should answer", source=name)
    for question in questions or ["?"]:
        check(rule_text, question)
    policy = find_drafter(drafter, shipped_reader()).draft(rule_text, questions)
    if not policy.rules:
        asked = " for this question" if questions else ""
        raise BadInput(f"there are no rules in this text{asked}", source=called(name))
    return policy
