"""`e3 draft`: a text in, a draft policy out."""

from __future__ import annotations

from pathlib import Path

import click

from e3.cli.compare_report import compare_json, compare_report
from e3.cli.draft_report import draft_report
from e3.cli.models import MODEL, drafted, load_drafter, load_reader
from e3.cli.output import echo, echo_json, echo_written_json
from e3.cli.texts import called, excerpt_for, new_policy_file, read_source
from e3.documents.document import Document
from e3.drafting.drafter import DEFAULT, Drafter, TellingDrafter
from e3.errors import BadInput
from e3.files import write_whole
from e3.interview.interview import MOST_CHARACTERS, check
from e3.policy.parsing import is_yaml
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.writing import as_json, as_yaml
from e3.reading.reader import shipped_reader
from e3.reading.systems import ConversationReader
from e3.studio.comparing import compare as compared


@click.command()
@click.argument("text", metavar="FILE|URL|-")
@click.option(
    "--question",
    "questions",
    multiple=True,
    metavar="TEXT",
    help="What the text should answer. Repeatable. [default: what the drafter finds]",
)
@click.option("--model", metavar="RUN", help=MODEL)
@click.option(
    "--drafter",
    "name",
    metavar="NAME",
    help=f"Who drafts, such as form or llm:NAME. [default: the model's own, else {DEFAULT}]",
)
@click.option(
    "--compare",
    "other",
    metavar="NAME",
    help="Another drafter: say where the two agree and differ, and what to look at first.",
)
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep a language model's answers in this folder: the same is not asked, or paid, twice.",
)
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
    model: str | None,
    name: str | None,
    other: str | None,
    cache: Path | None,
    to_yaml: bool,
    to_json: bool,
    out: Path | None,
) -> None:
    """Make a draft policy of a text: its rules, how each is asked, and the logic of the answers.

    FILE is a PDF, a DOCX, a page, Markdown or plain text. Of a long one what bears on the
    questions is read.

    It is printed for a person to read, the parts that the drafter is least sure of at the end.
    Nobody has checked it: put right what is wrong in the file, then `e3 check` it. `e3 chat`
    follows it as it is.

    A language model is used only where you name one: then the text and the questions are sent to
    its server. It says which words of the text are rules and how they hang together; words that
    do not stand in the text are dropped, which is said.

    \b
    e3 draft policy.txt --question "Can I come back in?"
    e3 draft policy.txt --question "Can I come back in?" -o policy.yaml
    e3 draft guide.pdf --question "Can I come back in?"
    e3 draft policy.txt --question "Can I come back in?" --compare form
    e3 draft policy.txt --question "Can I come back in?" --model llm:qwen2.5-7b
    """
    if to_yaml and to_json:
        raise click.UsageError("give --yaml or --json")
    if out is not None:
        new_policy_file(out)
    if other is not None and to_yaml:
        raise click.UsageError("--compare prints two drafts: for a person, or as --json")
    asked = [question.strip() for question in questions]
    document = read_source(text)
    if not asked and len(document.text) > MOST_CHARACTERS["rule text"]:
        raise BadInput("this is long: say with --question what it should answer", source=text)
    reader = shipped_reader() if model is None else load_reader(model)
    rule_text = _to_draft(document, asked, reader)
    drafters = [_keeping(load_drafter(name, reader), cache)]
    drafters += [] if other is None else [_keeping(load_drafter(other, reader), cache)]
    first, *rest = (drafted(drafter, rule_text, asked).policy for drafter in drafters)
    if not rest or out is not None:
        _check(first, asked, text)
    if out is not None:
        write_whole(out, [as_yaml(first) if is_yaml(out) else as_json(first)])
    if rest:
        found = compared(first, rest[0])
        if to_json:
            echo_json(compare_json(found))
        else:
            echo(compare_report(found))
    elif to_json:
        echo_written_json(as_json(first).rstrip("\n"))
    elif to_yaml:
        echo(as_yaml(first), end="")
    else:
        echo(draft_report(first))


def _keeping(drafter: Drafter, cache: Path | None) -> Drafter:
    """The drafter with its answers kept, where it asks a server for them."""
    if cache is None or not isinstance(drafter, TellingDrafter):
        return drafter
    return drafter.keeping(cache)


def _to_draft(document: Document, questions: list[str], reader: ConversationReader) -> RuleText:
    """What of a document is drafted."""
    for question in questions:
        check(RuleText("-"), question)
    excerpt = excerpt_for(document, questions, reader=reader) if questions else None
    rule_text = document.rule_text if excerpt is None else excerpt.rule_text
    check(rule_text, "?")
    return rule_text


def _check(policy: Policy, questions: list[str], name: str) -> None:
    """Refuses a draft without rules."""
    if not policy.rules:
        asked = " for this question" if questions else ""
        raise BadInput(f"there are no rules in this text{asked}", source=called(name))
