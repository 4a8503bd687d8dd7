"""`e3 chat`: an interview in the terminal."""

from __future__ import annotations

import io
import shlex
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from e3.cli import terminal
from e3.cli.dialogue import as_sentence, converse, demonstrate
from e3.cli.journals import default_store, open_journal, store_option
from e3.cli.menu import choose
from e3.cli.output import echo
from e3.cli.terminal import PersonLeft
from e3.cli.texts import read_text
from e3.corpus.policies import our_policies
from e3.errors import BadInput
from e3.files import is_there
from e3.interview import recording
from e3.interview.interview import Interview, check, followed
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.samples import samples
from e3.reading.conversation import Conversation
from e3.reading.reader import Reader


@click.command()
@click.argument("policy", required=False)
@click.option("--question", metavar="TEXT", help="What you want to know; else it is asked for.")
@click.option("--scenario", metavar="TEXT", help="What you tell of yourself.")
@click.option("--resume", "id", metavar="ID", help="Go on with an interview that was kept.")
@store_option
@click.option("--model", metavar="RUN", help="The folder of a trained model.")
def chat(
    *,
    policy: str | None,
    question: str | None,
    scenario: str | None,
    id: str | None,
    where: str,
    model: str | None,
) -> None:
    """An interview: answers a question by a rule text, and asks you what has to be known.

    POLICY is a text file, or the title of one of our policies; without it there is a menu of
    these. Each question shows the clause it comes from; answer it with y, n or ? (don't know), go
    back with b, ask why with w, quit with q. What the scenario seems to tell is shown first, for
    you to confirm or correct. Every answer is kept in the store before the next question is asked.

    Without POLICY and without a terminal to type in, it shows an interview with itself.

    \b
    e3 chat
    e3 chat policy.txt --question "Can I come back in?"
    e3 chat --resume 7f6b3d84cc3fd44262c287ff92f61aa4
    """
    if id is not None and (policy, question, scenario) != (None, None, None):
        raise click.UsageError("--resume says all: leave POLICY, --question and --scenario out")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no answer, and no more
    if id is None and policy is None and not terminal.somebody_types():
        demonstrate(Reader.load(model), samples()[0])
        return
    try:
        topic = _topic(policy) if id is None else None
    except PersonLeft:  # they took none from the menu
        return
    reader = Reader.load(model)
    with open_journal(where, create=id is None) as journal:
        try:
            if topic is not None:
                echo(f"\nWhat you say is kept in {journal.name}.\n")
                interview = _begun(reader, topic, question, scenario)
                id = recording.begin(journal, interview, model=reader.model_id)
            else:
                assert id is not None
                interview = recording.resume(journal, id, reader)
            keep = partial(recording.keep, journal, id, model=reader.model_id)
            converse(interview, recorded=keep)
            echo(f"Kept in {journal.name} as {id}.")
        except (PersonLeft, KeyboardInterrupt) as end:
            echo("\nThe interview ends here.")
            if id is not None:
                echo(f"To go on: {_command(id, where, model)}")
            if isinstance(end, KeyboardInterrupt):
                raise click.exceptions.Exit(130) from None


@dataclass(frozen=True)
class _Topic:
    """A rule text, and for one of ours what can be asked of it."""

    rule_text: RuleText
    example: str | None = None


def _topic(name: str | None) -> _Topic:
    """The rule text of a file, or of our policy with that title, or of one from the menu."""
    if name is None:
        return _ours(choose())
    if name == "-":
        raise BadInput("the policy is a file or a title: standard input is for the answers")
    if is_there(Path(name)):
        rule_text = RuleText(read_text(name))
        # What is wrong with it is said before anything is asked.
        check(Conversation(rule_text, "?"))
        return _Topic(rule_text)
    for policy in our_policies():
        if name.casefold() in (policy.title.casefold(), policy.slug):
            return _ours(policy)
    raise BadInput("there is no such file, and none of our policies has that title", source=name)


def _ours(policy: Policy) -> _Topic:
    return _Topic(policy.rule_text, policy.questions[0].question)


def _begun(reader: Reader, topic: _Topic, question: str | None, scenario: str | None) -> Interview:
    """The interview with what the options say; what they don't say is asked for."""
    terminal.show_policy(topic.rule_text)
    if question is not None:
        begins = Conversation(topic.rule_text, question.strip(), (scenario or "").strip())
        return followed(Interview.start(reader, begins))
    hint = f" (Enter: {topic.example})" if topic.example else ""
    echo("")
    while True:
        asked = terminal.ask(f"What do you want to know?{hint} ") or topic.example or ""
        if asked.casefold() in terminal.LEAVES:
            raise PersonLeft
        told = scenario
        if told is None:
            told = terminal.ask("What should be known of you? (Enter: nothing) ")
        try:
            begins = Conversation(topic.rule_text, asked, told.strip())
            return followed(Interview.start(reader, begins))
        except BadInput as error:
            echo(f"{as_sentence(error)}\n")


def _command(id: str, where: str, model: str | None) -> str:
    """How to go on; a URL, which may hold a password, is not repeated."""
    store = "URL" if "://" in where else shlex.quote(where)
    options = [] if where == default_store() else ["--store", store]
    options += [] if model is None else ["--model", shlex.quote(model)]
    return " ".join(["e3 chat --resume", id, *options])
