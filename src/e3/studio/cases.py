"""Cases: example people tried on a policy, typed in or made so that every rule decides (MC/DC).

Modified condition/decision coverage asks that each rule turns the answer by itself, both ways. With
n rules that takes n + 1 people or so, and never all 2^n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from e3.interview.asked import question_asked
from e3.interview.course import diagram_of
from e3.language.en import proofs
from e3.language.en.studio import case_name
from e3.policy.answers import Answer
from e3.policy.apart import apart
from e3.policy.changes import changes
from e3.policy.diagram import Branch, Diagram, Node
from e3.policy.policy import ExamplePerson, Policy
from e3.policy.proof import prove, rests_on
from e3.policy.ranges import held_together

MOST_TABLE_RULES = 6
"""Of a policy whose table of all cases can be read: 64 lines."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What a person gets, and why."""

    person: ExamplePerson
    gets: Answer
    because: str | None = None
    """The proof, as a sentence; None where it depends on what is not known."""
    would_change: tuple[str, ...] = ()
    """The smallest changes of answers that would turn it, each as a sentence."""
    rests_on: tuple[str, ...] = ()
    """The rules that the proof needs, in the order of the text."""
    open: tuple[str, ...] = ()
    """The rules that are not known and on which it still depends."""

    @property
    def as_expected(self) -> bool:
        """Whether they get what they should."""
        return self.gets is self.person.gets


def tried(policy: Policy, person: ExamplePerson) -> CaseResult:
    """What a person gets by the logic as it is now."""
    logic = policy.questions[person.question].yes_when
    diagram = diagram_of(logic)
    known = {id: said is Answer.YES for id, said in person.answers.items()}
    left = diagram.given(known)
    if left.value is None:
        return CaseResult(person, Answer.UNKNOWN, open=_in_order(policy, left.matters))
    verdict = left.value
    asked = {id: yes for id, yes in known.items() if id in diagram.order}
    proof = prove(logic, asked, verdict=verdict)
    return CaseResult(
        person,
        Answer.YES if verdict else Answer.NO,
        proofs.because(policy, verdict, proof),
        tuple(
            proofs.would_change(policy, change, verdict)
            for change in changes(diagram, asked, verdict=verdict)
        ),
        _in_order(policy, rests_on(proof)),
    )


def kept(policy: Policy) -> tuple[CaseResult, ...]:
    """The cases that are kept with a policy, tried now."""
    return tuple(tried(policy, person) for person in policy.people)


def table(policy: Policy, question: int) -> tuple[CaseResult, ...] | None:
    """All people that there can be; None where there are too many rules to look at."""
    rules = _in_order(policy, diagram_of(policy.questions[question].yes_when).matters)
    if len(rules) > MOST_TABLE_RULES:
        return None
    every = product((True, False), repeat=len(rules))
    people = (dict(zip(rules, answers, strict=True)) for answers in every)
    return tuple(_made(policy, question, possible(policy, people)))


def generated(policy: Policy, question: int) -> tuple[CaseResult, ...]:
    """People for whom, taken together, every rule decides: one gets yes by it, another no.

    A rule that shares its fact may decide for nobody that there can be: see `boundaries`.
    """
    diagram = diagram_of(policy.questions[question].yes_when)
    people: list[dict[str, bool]] = []
    for rule in _in_order(policy, diagram.matters):
        person = next((each for each in people if _decides(diagram, rule, each)), None)
        if person is None:
            like = people[0] if people else {}
            person = _decided_by(diagram, rule, like)
            people.append(person)
        other = {**person, rule: not person[rule]}
        if other not in people:
            people.append(other)
    return tuple(_made(policy, question, possible(policy, people)))


def taken_for(policy: Policy, sentence: str) -> int | None:
    """Which of the policy's questions a person's words would be taken for; None for none."""
    return question_asked(policy, sentence)


def possible(policy: Policy, people: Iterable[dict[str, bool]]) -> list[dict[str, bool]]:
    """The people that there can be: nobody is over 60 and under 16."""
    together = list(held_together(policy))
    return [
        person
        for person in people
        if all(
            any({id for id in rules if person.get(id)} == each & person.keys() for each in held)
            for rules, held in together
        )
    ]


def _made(
    policy: Policy, question: int, people: Sequence[Mapping[str, bool]]
) -> Iterator[CaseResult]:
    """Cases of people who get what the logic says."""
    diagram = diagram_of(policy.questions[question].yes_when)
    for number, known in enumerate(people, start=1):
        said = {rule.id: rule for rule in policy.rules if rule.id in known}
        answers = {id: Answer.YES if known[id] else Answer.NO for id in said}
        gets = Answer.YES if _value(diagram.root, diagram, known) else Answer.NO
        yield tried(policy, ExamplePerson(case_name(number), answers, gets, question))


def _value(node: Node, diagram: Diagram, known: Mapping[str, bool]) -> bool:
    while isinstance(node, Branch):
        node = node.yes if known[diagram.order[node.place]] else node.no
    return node


def _decides(diagram: Diagram, rule: str, person: Mapping[str, bool]) -> bool:
    """Whether another answer to a rule would turn what a person gets."""
    turned = {**person, rule: not person[rule]}
    return _value(diagram.root, diagram, person) is not _value(diagram.root, diagram, turned)


def _decided_by(diagram: Diagram, rule: str, like: Mapping[str, bool]) -> dict[str, bool]:
    """A person for whom a rule decides, who says yes to it; otherwise as another, or saying yes."""
    telling = apart(diagram, {rule: True}, {rule: False})
    assert telling is not None, "a rule on which nothing depends is in no diagram"
    return dict.fromkeys(diagram.order, True) | dict(like) | telling | {rule: True}


def _in_order(policy: Policy, ids: frozenset[str]) -> tuple[str, ...]:
    return tuple(rule.id for rule in policy.rules if rule.id in ids)
