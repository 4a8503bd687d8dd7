"""Texts that were made to be slow: whatever writes or reads one takes time in proportion to it."""

import time
from collections.abc import Callable

import pytest

from e3.interview.course import Course
from e3.interview.explanation import ExplainedRule, Explanation, Outcome, explain
from e3.interview.steps import Concluded
from e3.language.en.questions import question_about, write_question
from e3.language.en.rules import RuleSpan, find_rules
from e3.language.en.sentences import as_sentence, clauses, sentences
from e3.policy.answers import Answer, State
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Rule
from e3.serve.api import Format, explained
from e3.serve.pages.marks import Mark, paragraphs
from e3.serve.pages.render import page
from e3.text import Span

SHAPES = {
    "line breaks": "\n",
    "line breaks and spaces": "\n ",
    "carriage returns": "\r\n",
    "spaces": " ",
    "tabs": "\t",
    "line separators": "\u2028",
    "paragraph separators": "\u2029",
    "next lines": "\x85",
    "bullets": "* swim\n",
    "bullets behind line separators": "\u2028* swim",
    "numbers": "\n1.",
    "digits": "1",
    "dashes": "-\n",
    "brackets": "[",
    "backticks": "`",
    "quotes": '"',
    "combining marks": "\u0301",
    "turns of direction": "\u202e",
    "conditions": "if you can swim and you: ",
    "joined": "and ",
    "and you": " and you",
    "commas": ", ",
    "to": "to ",
    "announced": "these ",
    "adverbs": "also ",
}
BEGINNING, ENDINGS = "You may row if you can swim.", (" x", "\n x you: y", " , x:")
SIZES = (12_000, 48_000)
LARGEST = 20
"""Characters that are written for each that is read; HTML has 18 and more for a bullet."""


def written_as(form: Format) -> Callable[[str], str]:
    return lambda text: explained(explanation_of(text), form)


def explanation_of(text: str) -> Explanation:
    rules = tuple(
        ExplainedRule(State.MET, rule.span, rule.span.of(text), "Can you swim?", Answer.YES)
        for rule in find_rules(RuleText(text))
    )
    return Explanation(text, "May I?", text[:20_000], Outcome.YES, 0.9, True, rules)


def shown(text: str) -> str:
    rules = enumerate(find_rules(RuleText(text)), start=1)
    marks = [Mark(rule.span, "met", "met", number) for number, rule in rules]
    groups = paragraphs(RuleText(text), marks)
    reading = {"text": groups, "spans": (), "history": (), "probabilities": (), "json": ""}
    words = {"decision": "yes", "confidence": 1.0, "question": None, "scored": False}
    asked = {"asked_of_text": "May I?", "scenario": text[:20_000]}
    response = page("reading.html", id="1", reading={**reading, **words, **asked})
    return bytes(response.body).decode()


def explained_anew(text: str) -> str:
    """With a reader that finds every rule that can be found."""
    spans = [rule.span for rule in find_rules(RuleText(text))]
    rules = tuple(Rule(span, State.UNKNOWN) for span in (*spans, *spans))
    start = Conversation(RuleText(text), "May I?")
    step = Concluded(Decision.YES, 0.9)
    made = explain(start, [], Course(step, frozenset(), rules, start), step, sure=0.5)
    assert len(made.rules) == len(spans)
    return ""


def asked_about(text: str) -> str:
    rules = find_rules(RuleText(text))
    whole = Span(0, len(text))
    question_about(RuleText(text), whole)
    write_question(text, RuleSpan(whole, whole))
    return "".join(write_question(text, rule) for rule in rules[:100])


def segmented(text: str) -> str:
    found = [clauses(text, sentence) for sentence in sentences(text, Span(0, len(text)))]
    assert found
    return as_sentence([text])


WRITERS = {
    **{f"explanation as {form}": written_as(form) for form in Format},
    "page": shown,
    "explanation": explained_anew,
    "questions": asked_about,
    "sentences": segmented,
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("writer", WRITERS)
def test_time_and_length_grow_with_the_text(writer: str, shape: str) -> None:
    unit, write = SHAPES[shape], WRITERS[writer]
    for ending in ENDINGS:
        before = None
        for size in SIZES:
            text = BEGINNING + size // len(unit) * unit + ending
            began = time.thread_time()
            written = write(text)
            seconds = time.thread_time() - began
            assert len(written) < LARGEST * len(text) + 5_000
            # Four times the text: 16 times as long would be its square.
            assert before is None or seconds < 9 * before + 0.2, f"{seconds} s for {size}"
            before = seconds
