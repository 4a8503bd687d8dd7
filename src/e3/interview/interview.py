"""An interview: a question to a policy that is answered by asking what has to be known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from e3.drafting.drafter import Drafter, find_drafter
from e3.errors import BadInput
from e3.interview.asked import question_asked
from e3.interview.course import Course, follow
from e3.interview.events import (
    Answered,
    Changed,
    ChangedValue,
    Confirmed,
    ConfirmedValue,
    Event,
    GaveValue,
    Started,
    Understood,
    UnderstoodValue,
    WentBack,
)
from e3.interview.explanation import Explanation, explain
from e3.interview.facts import Fact, Testimony, testimony_of
from e3.interview.kept_policy import kept_policy, policy_to_keep
from e3.interview.steps import Ask, Confirm, Step
from e3.interview.stories import understood, with_compared
from e3.interview.story_values import compared_in, understood_values
from e3.interview.values import Given, checked_value, rules_of
from e3.interview.why import Why
from e3.policy.answers import Answer, State
from e3.policy.facts import Value
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation
from e3.reading.reader import as_read, shipped_reader
from e3.reading.systems import ConversationReader

MOST_CHARACTERS = {"rule text": 200_000, "question": 2_000, "scenario": 20_000}
"""Of the texts that an interview is held with."""


@dataclass(frozen=True)
class Interview:
    """An interview as a value: a policy, and what happened. Every move gives a new one."""

    policy: Policy
    events: tuple[Event, ...]
    testimony: Testimony = field(init=False, repr=False, compare=False)
    """What the events tell."""

    def __post_init__(self) -> None:
        """Follows the events: what can't be the record of one is no interview."""
        object.__setattr__(self, "testimony", testimony_of(self.events))
        if self.opening.policy_version != self.policy.rule_text.version:
            raise BadInput("the interview is over another version of the rule text")

    @classmethod
    def begin(
        cls,
        policy: Policy | RuleText | str,
        question: str,
        scenario: str = "",
        *,
        reader: ConversationReader | None = None,
        drafter: Drafter | None = None,
        planned: bool = False,
        today: date | None = None,
    ) -> Interview:
        """Asks a policy, or a text, of which a draft is made, and perhaps tells a story.

        A story is read with `reader`, or with the one that comes with E3. Rules are asked for in
        the order of the text, or `planned` so that few have to be. Ages and the like are counted
        until `today`, which is the day where the program runs unless it is given.
        """
        text = policy.rule_text if isinstance(policy, Policy) else policy
        rule_text = RuleText(text) if isinstance(text, str) else text
        check(rule_text, question, scenario)
        if not isinstance(policy, Policy):
            drafter = drafter or find_drafter(reader=reader or shipped_reader())
            policy = drafter.draft(rule_text, [question])
        asked = question_asked(policy, question)
        read: tuple[Understood, ...] | None = ()
        values: tuple[UnderstoodValue, ...] = ()
        today = (today or date.today()) if policy.facts else None
        if asked is not None and scenario:
            read = understood(reader or shipped_reader(), policy, question, scenario)
            day = today or date.today()
            values = understood_values(policy, scenario, day)
            read = with_compared(read, compared_in(policy, scenario, day))
        started = Started(
            rule_text.version,
            question,
            scenario,
            policy_to_keep(policy),
            asked,
            read or (),
            unread=read is None,
            planned=planned,
            understood_values=values,
            today=today,
        )
        return cls(policy, (started,))

    @classmethod
    def resume(cls, rule_text: RuleText, events: Iterable[Event]) -> Interview:
        """Goes on where these events of an interview over `rule_text` end."""
        happened = tuple(events)
        first = happened[0] if happened else None
        if not isinstance(first, Started):
            raise BadInput("an interview begins with the event that starts it")
        if first.policy is not None:
            return cls(kept_policy(first.policy, rule_text), happened)
        # E3 0.1 kept no policy: its interviews go on by a draft.
        policy = find_drafter().draft(rule_text, [first.question])
        opening = replace(first, asked=question_asked(policy, first.question))
        return cls(policy, (opening, *happened[1:]))

    @property
    def opening(self) -> Started:
        """How it began."""
        first = self.events[0]
        assert isinstance(first, Started)
        return first

    @property
    def rule_text(self) -> RuleText:
        return self.policy.rule_text

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is known, in the order in which it was told."""
        return self.testimony.facts

    @property
    def course(self) -> Course:
        """Where all that was told leads."""
        # Not a cached_property: in Python 3.11 all interviews would wait for each other.
        if "_course" not in vars(self):
            course = follow(self.policy, self.opening, self.facts)
            object.__setattr__(self, "_course", course)
        known: Course = vars(self)["_course"]
        return known

    @property
    def states(self) -> Mapping[str, State]:
        """What is known of each rule of the policy, by its id: met, not met or unknown."""
        answers = self.course.answers
        return {rule.id: rule.state(answers.get(rule.id)) for rule in self.policy.rules}

    @property
    def step(self) -> Step:
        """What comes next: something to confirm, a question, or how it ended."""
        if self.testimony.reopened is None:
            return self.course.step
        fact = self.facts[self.testimony.reopened]
        if fact.words is None:
            asked = None if fact.of is None else self.policy.fact(fact.of)
            before = fact.answer if fact.value is None else None
            return Ask(fact.question, fact.rule, before, asked, fact.value)
        again = replace(fact, answer=fact.understood or fact.answer, value=fact.understood_value)
        return Confirm((again,))

    @property
    def unused(self) -> tuple[int, ...]:
        """The places of facts that nothing depends on any more; they are kept in case it does."""
        return tuple(p for p in range(len(self.facts)) if p not in self.course.used)

    def answer(self, answer: Answer | Given) -> Interview:
        """Answers the question that is asked: with yes, no or unknown, or with a value.

        Where a value is asked for, unknown leads to the yes-or-no questions of its rules, and yes
        or no answers that of the rule that the step is about: who knows no values can go on.
        """
        step = self.step
        if not isinstance(step, Ask):
            raise BadInput("there is no question to answer")
        if step.fact is None:
            return self._with(Answered(step.question, step.rule, _yes_or_no(answer)))
        assert step.rule is not None
        if answer in (Answer.YES, Answer.NO) and answer not in step.fact.choices:
            known = self.course.answers
            here = [r for r in rules_of(self.policy, step.fact.id) if r.span == step.rule]
            rule = next((r for r in here if r.id not in known), here[0])
            return self._with(Answered(rule.question, step.rule, _yes_or_no(answer)))
        value = self._value(step.fact.id, answer)
        return self._with(GaveValue(step.fact.id, step.question, step.rule, value))

    def confirm(self, answer: Answer | Given | None = None) -> Interview:
        """Says of the first fact to confirm that it is so, or what is so; unknown leaves it out."""
        if not isinstance(self.step, Confirm):
            raise BadInput("there is nothing to confirm")
        fact = self.step.facts[0]
        assert fact.rule is not None
        assert fact.words is not None
        if fact.of is not None:
            assert fact.value is not None
            value = self._value(fact.of, fact.value if answer is None else answer)
            return self._with(
                ConfirmedValue(fact.of, fact.question, fact.rule, fact.words, fact.value, value)
            )
        said = fact.answer if answer is None else _yes_or_no(answer)
        return self._with(Confirmed(fact.question, fact.rule, fact.words, fact.answer, said))

    def change(self, turn: int, answer: Answer | Given) -> Interview:
        """Changes what was told of a fact, by its place; what was told later stays."""
        of = self.facts[turn].of if 0 <= turn < len(self.facts) else None
        if of is not None:
            return self._with(ChangedValue(turn, self._value(of, answer)))
        return self._with(Changed(turn, _yes_or_no(answer)))

    @property
    def today(self) -> date:
        """The day until which ages and the like are counted."""
        return self.opening.today or date.today()

    def _value(self, fact: str, given: Answer | Given) -> Value | None:
        """The value that was given for a fact; None where it is not known."""
        of = self.policy.fact(fact)
        assert of is not None
        if isinstance(given, str) and given in (*Answer, ""):
            if given == Answer.UNKNOWN:
                return None
            if given not in of.choices:
                raise BadInput(f"a {of.kind.value} is asked for, or “unknown”")
        return checked_value(self.policy, of, given, self.today)

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
        text, rule = self.rule_text.text, self.step.rule
        if self.step.fact is not None:
            matters = self.course.matters
            of = [r for r in rules_of(self.policy, self.step.fact.id) if r.id in matters]
            spans = [each.span for each in of] or ([rule] if rule else [])
            return Why(tuple(span.of(text) for span in spans))
        clauses = () if rule is None else (rule.of(text),)
        return Why(clauses, self.answer(Answer.YES).step, self.answer(Answer.NO).step)

    def explain(self) -> Explanation:
        """Why it stands where it does, and on what that rests."""
        return explain(self.policy, self.opening, self.facts, self.course, self.step)

    def _with(self, event: Event) -> Interview:
        return replace(self, events=(*self.events, event))


def _yes_or_no(answer: Answer | Given) -> Answer:
    try:
        return Answer(answer)  # type: ignore[arg-type]
    except ValueError:
        raise BadInput("yes, no or unknown is asked for, not a value") from None


def check(rule_text: RuleText, question: str, scenario: str = "") -> None:
    """Refuses, in a sentence, texts that no interview can be held with."""
    given = {"rule text": rule_text.text, "question": question, "scenario": scenario}
    for what, text in given.items():
        if len(text) > (most := MOST_CHARACTERS[what]):
            raise BadInput(
                f"the {what} has {len(text):,} characters, more than {most:,}: shorten it"
            )
    as_read(Conversation(rule_text, question, scenario))
