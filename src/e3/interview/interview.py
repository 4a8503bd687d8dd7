"""An interview: a question to a rule text that is answered by asking what has to be known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from e3.errors import BadInput
from e3.interview.course import Course, follow
from e3.interview.events import Answered, Changed, Confirmed, Event, Started, WentBack
from e3.interview.explanation import SURE, Explanation, explain
from e3.interview.facts import Fact, Testimony, testimony_of
from e3.interview.steps import Ask, Confirm, Step
from e3.interview.why import Why
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Turn
from e3.reading.reader import as_read
from e3.reading.remembering import RememberingReader
from e3.reading.systems import ConversationReader

MOST_CHARACTERS = {"rule text": 200_000, "question": 2_000, "scenario": 20_000}
"""Of the texts that an interview is held with."""


@dataclass(frozen=True)
class Interview:
    """An interview as a value: its events, read with a reader. Every move gives a new one."""

    reader: ConversationReader = field(repr=False, compare=False)
    rule_text: RuleText
    events: tuple[Event, ...]
    testimony: Testimony = field(init=False, repr=False, compare=False)
    """What the events tell."""

    def __post_init__(self) -> None:
        """Follows the events: what can't be the record of one is no interview."""
        object.__setattr__(self, "testimony", testimony_of(self.rule_text, self.events))
        check(self.conversation)

    @property
    def course(self) -> Course:
        """Where all that was told leads; it is here that the reader reads, once."""
        # Not a cached_property: in Python 3.11 all interviews would wait for each other's reading.
        if "_course" not in vars(self):
            course = follow(self.reader, self.testimony.start, self.facts)
            object.__setattr__(self, "_course", course)
        known: Course = vars(self)["_course"]
        return known

    @classmethod
    def start(cls, reader: ConversationReader, conversation: Conversation) -> Interview:
        """Begins with a rule text, a question and perhaps a scenario; the history is to come."""
        if conversation.history:
            raise BadInput("an interview begins without a history, it makes one by asking")
        rule_text = conversation.rule_text
        started = Started(rule_text.version, conversation.question, conversation.scenario)
        return cls.resume(reader, rule_text, [started])

    @classmethod
    def resume(
        cls, reader: ConversationReader, rule_text: RuleText, events: Iterable[Event]
    ) -> Interview:
        """Goes on where these events of an interview over `rule_text` end."""
        return cls(RememberingReader(reader), rule_text, tuple(events))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is known, in the order in which it was told."""
        return self.testimony.facts

    @property
    def conversation(self) -> Conversation:
        """The interview as one conversation, all that was told in its history."""
        turns = tuple(Turn(fact.question, fact.answer) for fact in self.facts)
        return replace(self.testimony.start, history=turns)

    @property
    def step(self) -> Step:
        """What comes next: something to confirm, a question, or how it ended."""
        if self.testimony.reopened is None:
            return self.course.step
        fact = self.facts[self.testimony.reopened]
        if fact.words is None or fact.understood is None:
            return Ask(fact.question, fact.rule, fact.answer)
        understood = Fact(fact.question, fact.understood, fact.rule, fact.words, fact.understood)
        return Confirm((understood,))

    @property
    def unused(self) -> tuple[int, ...]:
        """The places of facts that nothing depends on any more; they are kept in case it does."""
        return tuple(p for p in range(len(self.facts)) if p not in self.course.used)

    def answer(self, answer: Answer) -> Interview:
        """Answers the question that is asked."""
        if not isinstance(self.step, Ask):
            raise BadInput("there is no question to answer")
        return self._with(Answered(self.step.question, self.step.rule, answer))

    def confirm(self, answer: Answer | None = None) -> Interview:
        """Says of the first fact to confirm that it is so, or what is so; unknown leaves it out."""
        if not isinstance(self.step, Confirm):
            raise BadInput("there is nothing to confirm")
        fact = self.step.facts[0]
        assert fact.rule is not None
        assert fact.words is not None
        said = fact.answer if answer is None else answer
        return self._with(Confirmed(fact.question, fact.rule, fact.words, fact.answer, said))

    def change(self, turn: int, answer: Answer) -> Interview:
        """Changes what was told of a fact, by its place; what was told later stays."""
        return self._with(Changed(turn, answer))

    def back(self) -> Interview:
        """Goes back to the fact before, which is asked again; what was told later stays."""
        at = len(self.facts) if self.testimony.reopened is None else self.testimony.reopened
        before = [place for place in range(at) if place not in self.unused]
        if not before:
            raise BadInput("there is nothing to go back to")
        return self._with(WentBack(before[-1]))

    def why(self) -> Why:
        """Why the question is asked: its clause, and where each answer would lead."""
        if not isinstance(self.step, Ask):
            raise BadInput("there is no question to explain")
        rule = self.step.rule
        clause = None if rule is None else rule.of(self.rule_text.text)
        return Why(clause, self.answer(Answer.YES).step, self.answer(Answer.NO).step)

    def explain(self, *, sure: float = SURE) -> Explanation:
        """Why it stands where it does; a conclusion less likely than `sure` is called not sure."""
        return explain(self.conversation, self.facts, self.course, self.step, sure=sure)

    def _with(self, event: Event) -> Interview:
        return replace(self, events=(*self.events, event))


def check(conversation: Conversation) -> None:
    """Refuses, in a sentence, texts that no interview can be held with."""
    given = {
        "rule text": conversation.rule_text.text,
        "question": conversation.question,
        "scenario": conversation.scenario,
    }
    for what, text in given.items():
        if len(text) > (most := MOST_CHARACTERS[what]):
            raise BadInput(
                f"the {what} has {len(text):,} characters, more than {most:,}: shorten it"
            )
    as_read(conversation)


def followed(interview: Interview) -> Interview:
    """The interview once its reader has read: what that can't read is refused before it is kept."""
    _ = interview.course
    return interview
