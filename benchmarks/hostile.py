"""Texts that were made to be slow, and all that reads or writes one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from e3.drafting.form import FormDrafter
from e3.drafting.sifting import nearest_passages, sift
from e3.interview.explanation import Basis, ExplainedRule, Explanation, Outcome
from e3.interview.interview import MOST_CHARACTERS, Interview
from e3.interview.steps import Ask
from e3.language.en.chunks import chunks
from e3.language.en.questions import question_about, write_question
from e3.language.en.rules import RuleSpan, find_rules
from e3.language.en.sentences import as_sentence, clauses, sentences
from e3.language.en.told_values import told_values
from e3.language.en.wording import NOT_CHECKED
from e3.policy.answers import Answer, State
from e3.policy.checking import MOST_RULES
from e3.policy.logic import And, Expression, Name
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.policy.rule_text import RuleText
from e3.policy.writing import as_yaml
from e3.reading.drafts import Bearing, FoundDraft, Told
from e3.serve.api import Format, explained
from e3.serve.pages.doors import Around
from e3.serve.pages.marks import Mark, paragraphs
from e3.serve.pages.render import page
from e3.serve.pages.rules_view import RulesView, rules_view
from e3.text import Span

Shape = Callable[[int], str]
"""As many characters as are wanted, or a few less."""


def again(*units: str) -> Shape:
    """One after the other, each as often as its share allows."""
    return lambda size: "".join(size // len(units) // len(unit) * unit for unit in units)


def numbered(size: int) -> str:
    """Bullets of which none is like another."""
    return "".join(f"* swim {number:05}\n" for number in range(size // 13))


def below_a_title(size: int) -> str:
    """As many bullets as there can be, which no sentence leads to."""
    title = "\n\n# Rowing\n\n"
    return title + (size - len(title)) // 4 * "* a\n"


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
    "bullets below a title": below_a_title,
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
    "children and numbers": again("a child of 3 and "),
    "halves": again("and a half "),
    "amounts": again("£5 a week or "),
    "names": again("Mr. "),
    "sections": again("section 4.2 and "),
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
        for rule in find_rules(RuleText(text))
    )
    return Explanation(
        rule_text=text,
        question="May I?",
        scenario=_scenario(text),
        unread=False,
        outcome=Outcome.YES,
        because="Yes, because it is so.",
        would_change=(),
        confidence=0.9,
        sure=True,
        rules=rules,
        answers=("May I?",),
        basis=Basis("Rowing", "0" * 64, True, "form", "", "", "", "", ""),
    )


def _scenario(text: str) -> str:
    return text[: MOST_CHARACTERS["scenario"]]


def shown(text: str) -> str:
    """The page of a text with all rules marked."""
    rules = enumerate(find_rules(RuleText(text)), start=1)
    marks = [Mark(rule.span, "met", "met", number) for number, rule in rules]
    groups = paragraphs(RuleText(text), marks)
    view = RulesView("Rowing", True, [NOT_CHECKED], (), (), groups)
    around = Around("/interviews/1", "/new")
    response = page("rules.html", around=around, view=view, not_checked=NOT_CHECKED)
    return bytes(response.body).decode()


def followed(text: str) -> str:
    """An interview by as many rules as a policy can have, all of them needed."""
    spans = sorted({rule.span for rule in find_rules(RuleText(text))})[:MOST_RULES]
    if not spans:
        return ""
    rules = tuple(
        PolicyRule(f"r{number}", span, f"Is it {number}?") for number, span in enumerate(spans)
    )
    names = tuple(Name(rule.id) for rule in rules)
    logic: Expression = names[0] if len(names) == 1 else And(names)
    policy = Policy("Rowing", "", RuleText(text), rules, (PolicyQuestion("May I?", logic),))
    interview = Interview.begin(policy, "May I?").answer(Answer.NO)
    return f"{interview.explain().json()}{len(rules_view(interview).rules)}"


def drafted(text: str) -> str:
    """The draft of a text by its form, and the first answers of an interview by it."""
    policy = FormDrafter().draft(RuleText(text), ["May I row?"])
    interview = Interview.begin(policy, "May I row?")
    for _ in range(2):
        if isinstance(interview.step, Ask):
            interview = interview.answer(Answer.YES)
    return f"{as_yaml(interview.policy)}{interview.step}"


class Sieve:
    """Takes every chunk for half a rule; a network's time does not count here."""

    def bearing(self, rule_text: RuleText, question: str) -> Bearing:  # noqa: ARG002
        return Bearing(0.5, tuple((chunk.span, 0.5) for chunk in chunks(rule_text)))

    def pieces(self, text: str) -> int:
        return len(text) // 4 + 1

    def room(self, question: str) -> int:
        return 500 - self.pieces(question)

    def draft(self, *_: object) -> FoundDraft:
        return FoundDraft((), None, 0.0, 0.0, 0.0)

    def tell(self, *_: object) -> list[Told]:
        return []


def sifted(text: str) -> str:
    """What of a text that can't be read at once is read."""
    if not text.strip():
        return ""
    rule_text, asked = RuleText(text), "May I row as section 4 says?"
    among = nearest_passages(rule_text, asked, Sieve())
    return sift(rule_text, [asked], Sieve(), among).rule_text.text


def told(text: str) -> str:
    """The values that a story tells."""
    return f"{[*told_values(_scenario(text), date(2026, 1, 1))]}"


def asked_about(text: str) -> str:
    """Questions about the whole text and about every rule."""
    rule_text, whole = RuleText(text), Span(0, len(text))
    of_whole = question_about(rule_text, whole), write_question(rule_text, RuleSpan(whole, whole))
    return "\n".join(
        [*of_whole, *(write_question(rule_text, rule) for rule in find_rules(rule_text))]
    )


def segmented(text: str) -> str:
    """The sentences, clauses and chunks, and the text as a sentence."""
    parts = [clauses(text, sentence) for sentence in sentences(text, Span(0, len(text)))]
    cores = [chunk.core(text) for chunk in chunks(RuleText(text))]
    return f"{as_sentence([text])}{sum(map(len, parts))}{len(cores)}"


WRITERS = {
    **{f"explanation as {form}": written_as(form) for form in Format},
    "page": shown,
    "rules": followed,
    "questions": asked_about,
    "sentences": segmented,
    "draft": drafted,
    "sifted": sifted,
    "values of a story": told,
}
