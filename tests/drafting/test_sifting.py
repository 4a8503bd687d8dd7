"""Of a text that is too long to be read at once, what bears on a question is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from e3.documents.passages import passages
from e3.drafting.network import NetworkDrafter
from e3.drafting.sifting import MOST_READ, nearest_passages, sift
from e3.errors import TooLong
from e3.interview.interview import Interview
from e3.interview.steps import Ask
from e3.language.en.chunks import chunks
from e3.policy.logic import And, Name
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Reply
from e3.reading.drafts import Bearing, FoundDraft, FoundRule, StoryRule, Told
from e3.text import Span

QUESTION = "Can I get a refund?"
FILLING = "The committee meets each month and writes down what it has talked about. "
MAIN = "You can get a refund if you kept the receipt."
CLAIM = "Nothing is paid unless you ask within ten days."
FINE = "Section 4 does not apply if you owe a fine."


@dataclass
class Fake:
    """Knows a rule by its words; some only beside what they bear on. A word is a piece."""

    rules: Sequence[str] = ("you kept the receipt",)
    beside: Sequence[str] = ("you ask within ten days",)
    most: int = 160
    read_texts: list[str] = field(default_factory=list)

    @property
    def drafting(self) -> Fake:
        return self

    def read(self, conversation: Conversation) -> Reply:
        raise TooLong(len(conversation.rule_text.text), self.most)

    def tell(self, *_: str | Sequence[StoryRule]) -> list[Told]:
        raise TooLong(0, 0)

    def pieces(self, text: str) -> int:
        return len(text.split())

    def room(self, question: str) -> int:
        return self.most - len(question.split())

    def bearing(self, rule_text: RuleText, question: str) -> Bearing:
        self._check(rule_text, question)
        found = self._found(rule_text.text)
        of_chunks = (
            (chunk.span, 0.9 if any(span.overlaps(chunk.span) for span in found) else 0.01)
            for chunk in chunks(rule_text)
        )
        return Bearing(0.9 if found else 0.1, tuple(of_chunks))

    def draft(self, rule_text: RuleText, question: str) -> FoundDraft:
        self._check(rule_text, question)
        spans = self._found(rule_text.text)
        rules = tuple(FoundRule(span, speaks_for=True, sure=0.9, side_sure=0.9) for span in spans)
        names = tuple(Name(f"r{number}") for number in range(len(rules)))
        logic = And(names) if len(names) > 1 else names[0] if names else None
        return FoundDraft(rules, logic, 0.9, logic_sure=0.9, right=0.7)

    def _check(self, rule_text: RuleText, question: str) -> None:
        text = rule_text.text
        self.read_texts.append(text)
        needed = self.pieces(text) + len(chunks(rule_text)) + self.pieces(question)
        if needed > self.most:
            raise TooLong(needed, self.most)

    def _found(self, text: str) -> list[Span]:
        known = [*self.rules, *(self.beside if any(rule in text for rule in self.rules) else ())]
        return sorted(
            Span(text.index(words), text.index(words) + len(words))
            for words in known
            if words in text
        )


def long(*said: str, sections: int = 6) -> str:
    """What is said, each in a section of its own, far from each other."""
    parts = [f"# {number} Part\n\n{FILLING * 6}" for number in range(1, sections + 1)]
    for number, words in enumerate(said):
        parts[3 + number * (sections - 4) // len(said)] += f"\n\n{words}"
    return "\n\n".join(parts)


def read_of(text: str, system: Fake) -> str:
    rule_text = RuleText(text)
    found = sift(rule_text, [QUESTION], system, nearest_passages(rule_text, QUESTION, system))
    for here, there in found.parts:
        assert here.of(found.rule_text.text) == there.of(text)
    return found.rule_text.text


def test_what_bears_on_a_question_is_read_and_little_else() -> None:
    system = Fake()
    said = read_of(long(MAIN, CLAIM), system)
    assert MAIN in said
    assert CLAIM in said  # bears on it only beside what it excepts from
    assert FILLING.strip() not in said
    assert said.index("# 4 Part") < said.index(MAIN) < said.index(CLAIM)


def test_what_names_the_part_comes_along() -> None:
    assert FINE in read_of(long(MAIN, FINE), Fake(beside=()))


def test_nothing_that_is_read_is_too_long() -> None:
    system = Fake(rules=(FILLING.split(".", maxsplit=1)[0],))
    said = read_of(long(MAIN), system)
    assert system.pieces(said) <= system.room(QUESTION)
    many = " ".join(f"You can get a refund if you kept receipt {n}." for n in range(90))
    assert "refund" in read_of(f"{FILLING}\n\n{many}", Fake(rules=("kept receipt",)))


@pytest.mark.parametrize("text", ["# A\n\n" * 400, "word " * 900, "- a\n" * 700, "a, b; " * 500])
def test_texts_of_titles_or_of_one_sentence_come_to_an_end(text: str) -> None:
    system = Fake()
    rule_text = RuleText(text)
    found = sift(rule_text, [QUESTION], system, passages(rule_text, system.pieces))
    assert found.rule_text.text.strip()


def test_of_a_very_long_text_the_nearest_passages_are_read() -> None:
    system = Fake()
    said = read_of(long(MAIN, CLAIM, sections=300), system)
    assert MAIN in said
    assert len(system.read_texts) <= MOST_READ + 20


def test_a_long_text_is_drafted_whole() -> None:
    text = long(MAIN, CLAIM).replace("#", "##")
    policy = NetworkDrafter(Fake()).draft(RuleText(text), [QUESTION])
    assert policy.drafted_by.startswith("network")
    assert policy.rule_text.text == text
    assert [rule.span.of(text) for rule in policy.rules] == [
        "you kept the receipt",
        "you ask within ten days",
    ]
    begun = Interview.begin(text, QUESTION, drafter=NetworkDrafter(Fake()), reader=Fake())
    assert isinstance(begun.step, Ask)


def test_several_questions_share_what_is_read() -> None:
    system = Fake()
    rule_text = RuleText(long(MAIN, CLAIM))
    among = passages(rule_text, system.pieces)
    found = sift(rule_text, [QUESTION, "May I have my money back, and when?"], system, among)
    assert MAIN in found.rule_text.text
