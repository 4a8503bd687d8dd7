"""`e3 chat`: an interview in the terminal."""

from __future__ import annotations

import io
import shlex
import sys
from functools import partial
from pathlib import Path

import click

from e3.cli import terminal
from e3.cli.dialogue import as_sentence, converse, demonstrate
from e3.cli.journals import default_store, open_journal, store_option
from e3.cli.menu import choose_policy, choose_question
from e3.cli.models import load_reader
from e3.cli.output import echo
from e3.cli.terminal import PersonLeft
from e3.cli.texts import excerpt_for, is_policy_file, read_source
from e3.corpus.policies import our_policies
from e3.documents.address import is_address
from e3.documents.document import Document
from e3.errors import BadInput
from e3.files import is_there
from e3.interview import recording
from e3.interview.interview import Interview, check
from e3.library.long_texts import fits
from e3.policy.parsing import read_policy
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.samples import samples
from e3.reading.reader import Reader


@click.command()
@click.argument("policy", required=False)
@click.option("--question", metavar="TEXT", help="What you want to know; else it is asked for.")
@click.option("--scenario", metavar="TEXT", help="What you tell of yourself.")
@click.option("--plan", is_flag=True, help="Ask first what leads soonest to the answer.")
@click.option("--resume", "id", metavar="ID", help="Go on with an interview that was kept.")
@store_option
@click.option(
    "--model", metavar="RUN", help="The folder of a trained model, or llm:NAME; it reads scenarios."
)
def chat(
    *,
    policy: str | None,
    question: str | None,
    scenario: str | None,
    plan: bool,
    id: str | None,
    where: str,
    model: str | None,
) -> None:
    """An interview: answers a question by a policy, and asks you what has to be known.

    POLICY is a policy as a YAML or JSON file, which is followed as it is; or a PDF, a DOCX, a
    page, Markdown, plain text or the address (URL) of one, of which a draft is made that nobody
    has checked; or the title of one of our policies. Without it there is a menu of these. Each
    question shows the clause it comes from; answer it with y, n or ? (don't know), or with the
    value that is asked for, such as 63 or 27 March 1984; go back with b, ask why with w, quit
    with q. What the scenario seems to tell is shown first, for you to confirm or correct. Every
    answer is kept in the store before the next question is asked.

    Without POLICY and without a terminal to type in, it shows an interview with itself.

    \b
    e3 chat
    e3 chat policy.txt --question "Can I come back in?"
    e3 chat policy.yaml --plan
    e3 chat --resume 7f6b3d84cc3fd44262c287ff92f61aa4
    """
    if id is not None and (policy, question, scenario, plan) != (None, None, None, False):
        raise click.UsageError("--resume says all: leave POLICY and what is asked out")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no answer, and no more
    if id is None and policy is None and not terminal.somebody_types():
        demonstrate(load_reader(model), samples()[0])
        return
    try:
        topic = _topic(policy) if id is None else None
    except PersonLeft:  # they took none from the menu
        return
    reader = load_reader(model)
    with open_journal(where, create=id is None) as journal:
        try:
            if topic is not None:
                echo(f"\nWhat you say is kept in {journal.name}.\n")
                interview = _begun(topic, question, scenario, reader=reader, planned=plan)
                id = recording.begin(journal, interview, model=reader.model_id)
            else:
                assert id is not None
                interview = recording.resume(journal, id)
            keep = partial(recording.keep, journal, id, model=reader.model_id)
            converse(interview, recorded=keep)
            echo(f"Kept in {journal.name} as {id}.")
        except (PersonLeft, KeyboardInterrupt) as end:
            echo("\nThe interview ends here.")
            if id is not None:
                echo(f"To go on: {_command(id, where, model)}")
            if isinstance(end, KeyboardInterrupt):
                raise click.exceptions.Exit(130) from None


def _topic(name: str | None) -> Policy | Document:
    """What a file or an address holds, or our policy with that title, or one from the menu."""
    if name is None:
        return choose_policy()
    if name == "-":
        raise BadInput("the policy is a file or a title: standard input is for the answers")
    if is_there(Path(name)) or is_address(name):
        return _read(name)
    for policy in our_policies():
        if name.casefold() in (policy.title.casefold(), policy.slug):
            return policy
    raise BadInput("there is no such file, and none of our policies has that title", source=name)


def _read(name: str) -> Policy | Document:
    """What a file holds; what is wrong with it is said before anything is asked."""
    if is_address(name) or not is_policy_file(Path(name)):
        document = read_source(name)
        if not _is_long(document):
            check(document.rule_text, "?")
        return document
    policy = read_policy(Path(name))
    check(policy.rule_text, "?")
    if not policy.questions:
        raise BadInput("this policy answers no question", source=name)
    return policy


def _is_long(document: Document) -> bool:
    """Whether a document is more than a person reads before an interview."""
    return not fits(document.rule_text, "")


def _begun(
    topic: Policy | Document,
    question: str | None,
    scenario: str | None,
    *,
    reader: Reader,
    planned: bool,
) -> Interview:
    """The interview with what the options say; what they don't say is asked for."""

    def begin(asked: str, told: str) -> Interview:
        of: Policy | RuleText
        if isinstance(topic, Policy):
            of = topic
        else:
            check(RuleText("-"), asked, told)
            of = excerpt_for(topic, [asked], told, reader=reader).rule_text
            if _is_long(topic):
                terminal.show_policy(of)
        return Interview.begin(of, asked, told, reader=reader, planned=planned)

    if isinstance(topic, Policy) or not _is_long(topic):
        terminal.show_policy(topic.rule_text)
    if question is not None:
        return begin(question.strip(), (scenario or "").strip())
    answers = [each.question for each in topic.questions] if isinstance(topic, Policy) else []
    echo("")
    while True:
        asked, told = choose_question(answers), scenario
        if told is None:
            told = terminal.ask("What should be known of you? (Enter: nothing) ")
        try:
            return begin(asked, told.strip())
        except BadInput as error:
            echo(f"{as_sentence(error)}\n")


def _command(id: str, where: str, model: str | None) -> str:
    """How to go on; a URL, which may hold a password, is not repeated."""
    store = "URL" if "://" in where else shlex.quote(where)
    options = [] if where == default_store() else ["--store", store]
    options += [] if model is None else ["--model", shlex.quote(model)]
    return " ".join(["e3 chat --resume", id, *options])
