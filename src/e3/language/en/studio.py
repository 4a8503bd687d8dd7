"""What the studio says of drafts: where to look first, what was done, what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from e3.harmless import one_line
from e3.language.en.said_tests import listed, value_of_fact
from e3.language.en.said_values import fact_name
from e3.language.en.wording import clause_line
from e3.policy.boundaries import value_at
from e3.policy.facts import Kind, PolicyFact
from e3.policy.policy import Policy
from e3.policy.ranges import Seam

_OF_A_RULE = {
    "rule": "whether it is one, and where it begins and ends",
    "question": "how it is asked",
    "polarity": "what a yes means, and which side it speaks for",
}
_OF_AN_ANSWER = {"answered": "whether the text answers it", "logic": "how the rules hang together"}

_DONE = {
    "add rule": "A rule was marked: {marked}.",
    "move span": "The rule {rule} has another part of the text: {marked}.",
    "split rule": "The rule {rule} was split.",
    "merge rules": "Rules were merged: {rules}.",
    "delete rule": "The rule {rule} was deleted.",
    "reword rule": "The rule {rule} is asked in other words: {question}",
    "turn rule": "A yes to the rule {rule} means the opposite.",
    "rename rule": "The rule {rule} is called {id}.",
    "compare": "What the rule {rule} compares was changed.",
    "add fact": "A fact was added: {fact[id]}.",
    "change fact": "The fact {id} was changed.",
    "delete fact": "The fact {id} was taken away: its rules are asked with yes and no.",
    "accept rule": "The rule {rule} was found right.",
    "put rule": "The rule {rule} was put into the logic.",
    "move nodes": "Parts of the logic were moved.",
    "group nodes": "Parts of the logic were grouped: {group} of them.",
    "set apart": "A part of the logic was joined to all the rest: {group} of the two.",
    "change group": "A group of the logic is now “{group} of”.",
    "deny node": "A part of the logic was turned.",
    "ungroup": "A group of the logic was dissolved.",
    "remove node": "A part was taken out of the logic.",
    "set formula": "The logic was written anew: {formula}",
    "accept logic": "The logic was found right.",
    "add question": "A question was added: {question}",
    "reword question": "A question has other words: {question}",
    "delete question": "A question was deleted.",
    "add irrelevant": "A question that it does not answer was added: {question}",
    "delete irrelevant": "A question that it does not answer was taken away.",
    "add case": "A case was added: {name}.",
    "change case": "A case was changed: {name}.",
    "delete case": "A case was deleted.",
    "describe": "The title or the source was changed.",
    "change text": "The text was changed.",
    "change words": "A part of the text has other words: {words}",
    "review": "{by} has checked it.",
}
_LONGEST, _LONGEST_CLAUSE = 200, 60

BEGUN, COPIED, FROM_FILE = "It was begun.", "It was copied.", "It was read from its file."
FROM_LIBRARY = "It was drafted from a document of the library."


def look_at_rule(number: int, part: str) -> str:
    """What to look at in a rule of a draft."""
    return f"rule {number}: {_OF_A_RULE[part]}"


def look_at_answer(question: str, part: str) -> str:
    """What to look at in an answer of a draft."""
    return f"“{one_line(question)}”: {_OF_AN_ANSWER[part]}"


def done(edit: Mapping[str, Any], text: str, clauses: Mapping[str, str]) -> str:
    """What an edit of a text has done, in one line; rules are named by their clauses."""
    fields = dict(edit)
    if "start" in edit:
        fields["marked"] = _clause(text[edit["start"] : edit["end"]])
    if "rule" in edit:
        fields["rule"] = _clause(clauses.get(edit["rule"], edit["rule"]))
    if "rules" in edit:
        fields["rules"] = ", ".join(_clause(clauses.get(id, id)) for id in edit["rules"])
    if isinstance(edit.get("question"), str):
        fields["question"] = f"“{edit['question']}”"
    line = one_line(_DONE[edit["kind"]].format_map(fields))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def question_drafted(question: str) -> str:
    """A question was added with the answer of a drafter."""
    return f"A question was added and its answer drafted: {_quoted(question)}"


def taken_again(revision: int) -> str:
    """An older revision was restored."""
    return f"Revision {revision} was taken again."


def case_name(number: int) -> str:
    """What a made-up person is called."""
    return f"Person {number}"


OTHER_TEXT = "The text is another one."
OTHER_SOURCE = "Its source, its date or whom to ask is another."


_WORDS = {
    "address": "the address",
    "title": "the title",
    "introduction": "the introduction",
    "contact": "whom to ask",
    "yes": "what a yes says",
    "no": "what a no says",
    "embed": "the sites that may show it",
}


def told_otherwise(words: Sequence[str]) -> str:
    """Other words at a published address."""
    return f"People are told otherwise: {', '.join(_WORDS[word] for word in words)}."


def renamed(before: str, after: str) -> str:
    """Another title."""
    return f"It was called {_quoted(before)} and is called {_quoted(after)}."


def rule_new(clause: str, question: str) -> str:
    """A rule more."""
    return f"A rule is new: {_clause(clause)}, asked as {_quoted(question)}."


def rule_gone(clause: str) -> str:
    """A rule less."""
    return f"A rule is gone: {_clause(clause)}."


def rule_moved(before: str, after: str) -> str:
    """A rule with other words of the text."""
    return f"The rule {_clause(before)} is now {_clause(after)}."


def rule_asked(clause: str, before: str, after: str) -> str:
    """A rule with another question."""
    was, now = _quoted(before), _quoted(after)
    return f"The rule {_clause(clause)} was asked as {was} and is asked as {now}."


def rule_means(clause: str, means: str) -> str:
    """A rule whose question says the opposite of its clause."""
    return f"A yes to the rule {_clause(clause)} now means that it is {means}."


def rule_compares(clause: str, before: str | None, after: str | None) -> str:
    """A rule that compares something else, or in another way."""
    was, now = before or "asked with yes and no", after or "asked with yes and no"
    return f"The rule {_clause(clause)} was: {was}. It is: {now}."


def fact_asked(fact: PolicyFact) -> str:
    """A fact that people are asked for, or in another way."""
    asked = f"asked for as {_quoted(fact.question)}" if fact.since is None else "computed"
    if fact.choices:
        asked += f": {listed([one_line(choice) for choice in fact.choices], 'or')}"
    elif fact.unit:
        asked += f", in {one_line(fact.unit)}"
    return f"{fact_name(fact.id)} is {asked}."


def fact_gone(fact: str) -> str:
    """A fact that people are not asked for any more."""
    return f"{fact_name(fact)} is not asked for any more."


def seam(policy: Policy, found: Seam) -> str:
    """A gap or an overlap: "Your age: at 16, neither “under 16” nor “over 16” holds."."""
    rules = [policy.rule(id) for id in (*found.before, *found.after)]
    clauses = [_clause(rule.span.of(policy.rule_text.text)) for rule in rules]
    two = len(clauses) == 2
    if found.is_gap:
        says = f"{'neither' if two else 'none of'} {listed(clauses, 'nor' if two else 'and')} holds"
    else:
        says = f"{'both' if two else 'all of'} {listed(clauses, 'and')} hold"
    return f"{fact_name(found.fact.id)}: {_where(policy, found)}, {says}."


def _where(policy: Policy, found: Seam) -> str:
    ends = dict.fromkeys(end for end in (found.at.low, found.at.high) if end is not None)
    values = [value_at(policy, found.fact, end) for end in ends]
    said = [value_of_fact(found.fact, value) for value in values]
    if len(said) > 1:
        return f"between {' and '.join(said)}"
    return f"{'on' if found.fact.kind is Kind.DATE else 'at'} {said[0]}"


def asks_otherwise(number: int, question: str, test: str) -> str:
    """The words of a rule's question say another test than the one that it has."""
    return f"Rule {number} asks {_quoted(question)}, and compares: {test}."


def question_new(question: str, sentence: str) -> str:
    """A question more."""
    return f"It answers {_quoted(question)}: {sentence}"


def question_gone(question: str) -> str:
    """A question less."""
    return f"It does not answer {_quoted(question)} any more."


def question_decided(question: str, before: str, after: str) -> str:
    """Another logic."""
    return f"The answer to {_quoted(question)} was: {before} It is: {after}"


def other_cases(before: int, after: int) -> str:
    """Other example people."""
    return f"Its cases are others: {after}, before {before}."


def _quoted(text: str) -> str:
    line = one_line(text)
    return f"“{line if len(line) <= _LONGEST else f'{line[: _LONGEST - 1]}…'}”"


def _clause(text: str) -> str:
    line = clause_line(text)
    return f"“{line if len(line) <= _LONGEST_CLAUSE else f'{line[: _LONGEST_CLAUSE - 1]}…'}”"
