"""Texts that were made to be slow, and all that reads or writes one."""

from __future__ import annotations

from collections.abc import Callable

from e3.interview.course import Course
from e3.interview.explanation import ExplainedRule, Explanation, Outcome, explain
from e3.interview.interview import MOST_CHARACTERS, Interview
from e3.interview.steps import Ask, Concluded
from e3.language.en.questions import question_about, write_question
from e3.language.en.rules import RuleSpan, find_rules
from e3.language.en.sentences import as_sentence, clauses, sentences
from e3.policy.answers import Answer, State
from e3.policy.rule_text import RuleText
from e3.readers.heuristic.system import HeuristicSystem
from e3.reading.conversation import Conversation, Decision, Rule
from e3.reading.reader import Reader
from e3.serve.api import Format, explained
from e3.serve.pages.marks import Mark, paragraphs
from e3.serve.pages.render import page
from e3.text import Span

Shape = Callable[[int], str]
"""As many characters as are wanted, or a few less."""


def again(*units: str) -> Shape:
    """One after the other, each as often as its share allows."""
    return lambda size: "".join(size // len(units) // len(unit) * unit for unit in units)


def numbered(size: int) -> str:
    """Bullets of which none is like another."""
    return "".join(f"* swim {number:05}\n" for number in range(size // 13))


SHAPES = {
    "line breaks": again("\n"),
    "line breaks and spaces": again("\n "),
    "carriage returns": again("\r\n"),
    "spaces": again(" "),
    "tabs": again("\t"),
    "line separators": again("\u2028"),
    "paragraph separators": again("\u2029"),
    "next lines": again("\x85"),
    "bullets": again("* swim\n"),
    "bullets behind line separators": again("\u2028* swim"),
    "bullets of a long sentence": again("or you can ", "\n* swim"),
    "bullets with numbers": numbered,
    "numbers": again("\n1."),
    "digits": again("1"),
    "dashes": again("-\n"),
    "full stops": again(". A"),
    "brackets": again("["),
    "backticks": again("`"),
    "quotes": again('"'),
    "contractions": again("can't "),
    "combining marks": again("\u0301"),
    "turns of direction": again("\u202e"),
    "conditions": again("if you can swim and you: "),
    "joined": again("and "),
    "and you": again(" and you"),
    "commas": again(", "),
    "to": again("to "),
    "announced": again("these "),
    "adverbs": again("also "),
}
ENDINGS = (" x", "\n x you: y", " , x:")


def text_of(shape: str, size: int, ending: str, number: int = 0) -> str:
    """A text of a shape, of so many characters at most; with another number it is another text."""
    beginning = f"You may row if you can swim {number} times."
    return beginning + SHAPES[shape](size - len(beginning) - len(ending)) + ending


def written_as(form: Format) -> Callable[[str], str]:
    """An explanation with all rules, written."""
    return lambda text: explained(_explanation(text), form)


def _explanation(text: str) -> Explanation:
    rules = tuple(
        ExplainedRule(State.MET, rule.span, rule.span.of(text), "Can you swim?", Answer.YES)
        for rule in find_rules(text)
    )
    return Explanation(text, "May I?", _scenario(text), Outcome.YES, 0.9, True, rules)


def _scenario(text: str) -> str:
    return text[: MOST_CHARACTERS["scenario"]]


def shown(text: str) -> str:
    """The page of a text with all rules marked."""
    rules = enumerate(find_rules(text), start=1)
    marks = [Mark(rule.span, "met", "met", number) for number, rule in rules]
    groups = paragraphs(RuleText(text), marks)
    reading = {"text": groups, "spans": (), "history": (), "probabilities": (), "json": ""}
    words = {"decision": "yes", "confidence": 1.0, "question": None, "scored": False}
    asked = {"asked_of_text": "May I?", "scenario": _scenario(text)}
    response = page("reading.html", id="1", reading={**reading, **words, **asked})
    return bytes(response.body).decode()


def explained_anew(text: str) -> str:
    """The explanation with a reader that finds every rule twice."""
    spans = [rule.span for rule in find_rules(text)]
    rules = tuple(Rule(span, State.UNKNOWN) for span in (*spans, *spans))
    start = Conversation(RuleText(text), "May I?")
    step = Concluded(Decision.YES, 0.9)
    made = explain(start, [], Course(step, frozenset(), rules, start), step, sure=0.5)
    return "\n".join(f"{rule.span}" for rule in made.rules)


def asked_about(text: str) -> str:
    """Questions about the whole text and about every rule."""
    whole = Span(0, len(text))
    of_whole = question_about(RuleText(text), whole), write_question(text, RuleSpan(whole, whole))
    return "\n".join([*of_whole, *(write_question(text, rule) for rule in find_rules(text))])


def segmented(text: str) -> str:
    """The sentences and clauses, and the text as a sentence."""
    parts = [clauses(text, sentence) for sentence in sentences(text, Span(0, len(text)))]
    return f"{as_sentence([text])}{sum(map(len, parts))}"


def interviewed(text: str) -> str:
    """An interview with a reader that takes a text of any length, and asks for each bullet."""
    start = Conversation(RuleText(text), "May I row?")
    interview = Interview.start(Reader(HeuristicSystem()), start)
    for _ in range(2):  # once that swimming is known, each bullet asks for what is settled
        if isinstance(interview.step, Ask):
            interview = interview.answer(Answer.YES)
    return f"{interview.step}\n{interview.explain().json()}"


WRITERS = {
    **{f"explanation as {form}": written_as(form) for form in Format},
    "page": shown,
    "explanation": explained_anew,
    "questions": asked_about,
    "sentences": segmented,
    "interview": interviewed,
}
