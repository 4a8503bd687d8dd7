"""A policy for each dialogue tree (synthesis from decision trees): as if a person had reviewed it.

Our own policies are there already. Of a tree from ShARC one is made that has the same questions and
gives everybody the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from e3.corpus.corpus import Corpus
from e3.corpus.matching import match_spans
from e3.corpus.supervision import SpanKind, span_of
from e3.corpus.trees import Conclusion, DialogueTree, Node
from e3.language.en.chunks import chunks
from e3.language.en.likeness import negated
from e3.policy.answers import Answer, State
from e3.policy.logic import And, Expression, Name, Not, Or
from e3.policy.policy import Policy, PolicyQuestion, PolicyRule
from e3.text import Span, question_key


def policies_of(corpus: Corpus) -> dict[str, Policy]:
    """The policy of every tree, by its id."""
    return {
        tree.tree_id: corpus.policies.get(tree.tree_id)
        or policy_of(tree, corpus.human_spans.get(tree.tree_id, {}))
        for tree in corpus.trees
    }


def question_spans(tree: DialogueTree, human: Mapping[str, tuple[str, ...]]) -> dict[str, Span]:
    """By question as `question_key` writes it: the rule that it is about.

    Of what a person marked the clauses that the question is like: most mark whole sentences. Where
    several questions are about one clause, each is about the chunks of it that it is like.
    """
    matches = {
        question_key(match.question): match for match in match_spans(tree.rule_text, tree.questions)
    }
    found = {
        question: _inside(span_of(tree.rule_text, match, SpanKind.HUMAN, human), match.clause)
        for question, match in matches.items()
    }
    cut = [chunk.span for chunk in chunks(tree.rule_text)]
    parts = {
        question: _inside(span, _around(cut, matches[question].core))
        for question, span in found.items()
    }
    return {
        question: parts[question]
        if _stands_alone(question, parts) and not _stands_alone(question, found)
        else span
        for question, span in found.items()
    }


def _inside(whole: Span, part: Span) -> Span:
    """What two spans share; of those that share nothing the first."""
    start, end = max(whole.start, part.start), min(whole.end, part.end)
    return Span(start, end) if start < end else whole


def _around(cut: Sequence[Span], core: Span) -> Span:
    """The chunks that a span touches."""
    touched = [span for span in cut if span.overlaps(core)]
    return Span(touched[0].start, touched[-1].end) if touched else core


def _stands_alone(question: str, spans: Mapping[str, Span]) -> bool:
    """Whether no other question has words of its span."""
    span = spans[question]
    return not any(other != question and span.overlaps(of) for other, of in spans.items())


def policy_of(tree: DialogueTree, human: Mapping[str, tuple[str, ...]]) -> Policy:
    """The policy that a tree stands for."""
    spans = question_spans(tree, human)
    questions = sorted(tree.questions, key=lambda question: spans[question_key(question)])
    rules = [
        _rule(f"r{number}", spans[question_key(question)], question, tree.rule_text.text)
        for number, question in enumerate(questions, start=1)
    ]
    logic = _logic(tree.root, {question_key(rule.question): rule.id for rule in rules})
    if isinstance(logic, bool):  # ShARC has trees in which all ends are alike
        logic = And(()) if logic else Or(())
    asked = PolicyQuestion(tree.question, logic)
    return Policy(tree.tree_id, "", tree.rule_text, tuple(rules), (asked,))


def _rule(id: str, span: Span, question: str, text: str) -> PolicyRule:
    turned = negated(span.of(text)) and not negated(question)
    return PolicyRule(id, span, question, yes_means=State.NOT_MET if turned else State.MET)


def _logic(node: Node | None, ids: Mapping[str, str]) -> Expression | bool:
    """When the answer below a node is yes; where no row tells how it goes on, it is no."""
    if node is None:
        return False
    if isinstance(node, Conclusion):
        return node.answer is Answer.YES
    rule = Name(ids[question_key(node.question)])
    return _either(rule, _logic(node.yes, ids), _logic(node.no, ids))


def _either(rule: Name, yes: Expression | bool, no: Expression | bool) -> Expression | bool:
    """One of two, as the rule says."""
    if yes == no:
        return yes
    if isinstance(no, bool):
        if isinstance(yes, bool):
            return rule if yes else Not(rule)
        return _joined(Or, Not(rule), yes) if no else _joined(And, rule, yes)
    if isinstance(yes, bool):
        return _joined(Or, rule, no) if yes else _joined(And, Not(rule), no)
    return Or((_joined(And, rule, yes), _joined(And, Not(rule), no)))


def _joined(kind: type[And] | type[Or], one: Expression, other: Expression) -> Expression:
    return kind((one, *(other.parts if isinstance(other, kind) else (other,))))
