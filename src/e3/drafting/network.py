"""Drafts by a reader that has learnt to draft; where it has not, by form.

Of a text that is too long to be read at once, what bears on a question is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from e3.drafting.answering import Answering, GivenAnswer
from e3.drafting.forbidden import with_forbidden
from e3.drafting.form import FormDrafter
from e3.drafting.formula import All, Any, Clause, Deny, Formula
from e3.drafting.making import made_policy
from e3.drafting.own_questions import own_questions
from e3.drafting.plain import plain, straight
from e3.drafting.sifting import MOST_READ, nearest_passages, sift
from e3.drafting.waived import with_waived
from e3.errors import TooLong
from e3.policy.bullet_signs import Resigned
from e3.policy.logic import And, Expression, Name, Not, Or
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.provenance import VERSION
from e3.reading.drafts import DraftingSystem, FoundDraft, SiftingSystem, drafting_of
from e3.reading.systems import ConversationReader
from e3.text import Span

ANSWERED = 0.2
"""How likely a text must be to answer a question; else it is taken not to."""
_LEAST_READ = 4
"""Passages of a long text that are read for each of many questions."""


@dataclass(frozen=True)
class NetworkDrafter:
    """Finds rules and their logic with a network."""

    reader: ConversationReader | None = field(default=None, repr=False)
    name: str = f"network {VERSION}"

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        """The draft policy."""
        system = drafting_of(self.reader)
        if system is None:
            return FormDrafter(self.reader).draft(rule_text, questions)
        asked = questions or own_questions(Answering.of(rule_text).statements)
        most = max(_LEAST_READ, MOST_READ // max(1, len(asked)))
        read = plain(rule_text)
        try:
            drafts = {
                question: _found(read.text, straight(question), system, most) for question in asked
            }
        except TooLong:
            return FormDrafter(self.reader).draft(rule_text, questions)
        found = {
            question: _given(_by_grammar(draft, read.text, question), read)
            for question, draft in drafts.items()
        }
        return replace(policy_of_draft(rule_text, found), drafted_by=self.name)


def _found(rule_text: RuleText, question: str, system: DraftingSystem, most: int) -> FoundDraft:
    """What is found in a text, or in what of it bears on the question."""
    try:
        return system.draft(rule_text, question)
    except TooLong:
        if not isinstance(system, SiftingSystem):
            raise
    among = nearest_passages(rule_text, question, system, most=most)
    excerpt = sift(rule_text, [question], system, among)
    draft = system.draft(excerpt.rule_text, question)
    # Of a rule that stands in two places the first says what it is.
    rules = (replace(rule, span=excerpt.in_whole(rule.span)[0]) for rule in draft.rules)
    return replace(draft, rules=tuple(rules))


def _by_grammar(draft: FoundDraft, rule_text: RuleText, question: str) -> FoundDraft:
    """What the words say of sides and of exceptions, whatever a network made of them."""
    return with_waived(with_forbidden(draft, rule_text, question), rule_text, question)


def _given(draft: FoundDraft, read: Resigned) -> FoundDraft:
    """The same of the text as it was given."""
    rules = (replace(rule, span=read.before(rule.span)) for rule in draft.rules)
    return replace(draft, rules=tuple(rules))


def policy_of_draft(rule_text: RuleText, found: Mapping[str, FoundDraft]) -> Policy:
    """The policy with what was found for each question; one that is not answered is irrelevant."""
    answers: dict[str, GivenAnswer] = {}
    clauses: dict[Span, Clause] = {}
    for question, draft in found.items():
        if draft.holds_when is None or draft.answered < ANSWERED:
            continue
        of = [_clause(rule.span, clauses) for rule in draft.rules]
        answers[question] = GivenAnswer(
            when=_formula(draft.holds_when, of),
            sure=dict(zip(of, (rule.sure for rule in draft.rules), strict=True)),
            sides=dict(zip(of, (rule.side_sure for rule in draft.rules), strict=True)),
            logic=draft.logic_sure,
            likely=draft.answered,
            right=draft.right,
        )
    return made_policy(rule_text, list(found), answers)


def _clause(span: Span, clauses: dict[Span, Clause]) -> Clause:
    """The clause at a span; what another question found there already is the same."""
    for known, clause in clauses.items():
        if known.overlaps(span):
            return clause
    return clauses.setdefault(span, Clause(span, "network"))


def _formula(logic: Expression, clauses: Sequence[Clause]) -> Formula:
    match logic:
        case Name(id=name):
            return clauses[int(name[1:])]
        case Not(of=inner):
            return Deny(_formula(inner, clauses))
        case And(parts=parts):
            return All(tuple(_formula(part, clauses) for part in parts))
        case Or(parts=parts):
            return Any(tuple(_formula(part, clauses) for part in parts))
