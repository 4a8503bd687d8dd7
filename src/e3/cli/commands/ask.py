"""`e3 ask`."""

from __future__ import annotations

import shutil

import click

from e3.cli.figure import figure
from e3.cli.models import MODEL, load_reader
from e3.cli.output import echo, echo_coloured, echo_written_json
from e3.cli.texts import called, excerpt_for, read_source, read_text
from e3.errors import BadInput
from e3.harmless import one_line
from e3.language.en import wording
from e3.policy.answers import Answer
from e3.reading.conversation import Conversation, Decision, Reply, Turn
from e3.serialise import from_json, to_json


@click.command()
@click.option(
    "--policy",
    metavar="FILE|URL|-",
    help="The rule text: a PDF, a DOCX, a page, Markdown or plain text; - reads standard input.",
)
@click.option("--question", metavar="TEXT", help="What the person wants to know.")
@click.option("--scenario", default="", metavar="TEXT", help="What the person says of themselves.")
@click.option(
    "--turn",
    "turns",
    multiple=True,
    metavar="QUESTION=yes|no",
    help="A follow-up question that was asked, and its answer. Repeatable, in order.",
)
@click.option(
    "--conversation",
    "file",
    metavar="FILE|-",
    help="All of these at once, as a Conversation in JSON.",
)
@click.option("--model", metavar="RUN", help=MODEL)
@click.option("--json", "as_json", is_flag=True, help="Print the whole reply as JSON.")
@click.option("--explain", is_flag=True, help="Show the rules in their text and all scores.")
def ask(
    *,
    policy: str | None,
    question: str | None,
    scenario: str,
    turns: tuple[str, ...],
    file: str | None,
    model: str | None,
    as_json: bool,
    explain: bool,
) -> None:
    """One turn of a conversation: answer a question by a rule text, or ask what has to be known.

    \b
    e3 ask --policy policy.txt --question "Can I come back in?"
    e3 ask --policy policy.txt --question "Can I come back in?" \\
      --turn "Did you have permanent residence when you left?=yes" --explain
    e3 ask --model runs/e3-0 --conversation conversation.json --json
    """
    if as_json and explain:
        raise click.UsageError("give --json or --explain: the JSON has all that --explain shows")
    if file is not None:
        if policy is not None or question is not None or scenario or turns:
            raise click.UsageError("--conversation says all: leave the other parts out")
        conversation = _read_conversation(file)
        reader = load_reader(model)
    elif policy is None or question is None:
        raise click.UsageError("give --policy and --question, or --conversation")
    else:
        history = tuple(_turn(turn) for turn in turns)
        document, reader = read_source(policy), load_reader(model)
        rule_text = excerpt_for(document, [question], scenario, reader=reader).rule_text
        conversation = Conversation(rule_text, question.strip(), scenario.strip(), history)
    reply = reader.read(conversation)
    if as_json:
        echo_written_json(to_json(reply, indent=1))
        return
    if explain:
        width = min(100, shutil.get_terminal_size().columns)
        echo_coloured(figure(conversation, reply, width=width) + "\n")
    echo(one_line(said(reply)))


def said(reply: Reply) -> str:
    """The reply as a sentence."""
    if reply.question is not None:
        return reply.question
    if reply.decision is Decision.IRRELEVANT:
        return wording.NOT_ANSWERED
    return wording.concluded(reply.decision.value, sure=True)


def _turn(turn: str) -> Turn:
    question, _, answer = turn.rpartition("=")
    known = {"yes": Answer.YES, "no": Answer.NO}.get(answer.strip().lower())
    if not question.strip() or known is None:
        raise BadInput("a turn is QUESTION=yes or QUESTION=no", source=f"--turn {turn[:80]!r}")
    return Turn(question.strip(), known)


def _read_conversation(name: str) -> Conversation:
    text = read_text(name)
    try:
        return from_json(Conversation, text)
    except BadInput as error:
        raise BadInput(str(error), source=called(name)) from None
