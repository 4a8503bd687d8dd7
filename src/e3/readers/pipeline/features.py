"""What the Pipeline's decision is drawn from: counts, cue words and shared words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from e3.language.en.content_words import stems
from e3.language.en.cues import CUES, DENIAL
from e3.language.en.rules import RuleSpan, find_rules
from e3.language.en.sentences import sentences
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText, once_a_text
from e3.readers.pipeline.scenario import ANSWERS, Array, share
from e3.reading.asked_rules import answered, rule_about, rule_to_ask
from e3.reading.conversation import Conversation
from e3.text import Span

_SIGN = {Answer.YES: 1, Answer.NO: -1, Answer.UNKNOWN: 0}


def features(conversation: Conversation, settled: Array) -> dict[str, float]:
    """The features of a conversation by name; `settled` is what the scenario reader makes of it."""
    return {
        **_of_text(conversation.rule_text),
        **_of_history(conversation),
        **_of_question(conversation),
        **_of_scenario(conversation, settled),
    }


@once_a_text
def _of_text(rule_text: RuleText) -> Mapping[str, float]:
    text, rules = rule_text.text, find_rules(rule_text)
    lead = " ".join(part.of(text) for part in dict.fromkeys(rule.lead for rule in rules) if part)
    said = [rule.span.of(text) for rule in rules]
    outside = "".join(part.of(text) for part in _outside(text, rules))
    return {
        "bullets": len(rule_text.bullets),
        "rules": len(rules),
        **{f"{name} in text": len(cue.findall(text)) for name, cue in CUES.items()},
        **{f"{name} before list": len(cue.findall(lead)) for name, cue in CUES.items()},
        "negation before list": len(DENIAL.findall(lead)),
        "negation outside rules": len(DENIAL.findall(outside)),
        "negated rules": sum(bool(DENIAL.search(rule)) for rule in said),
        "rules with unless": sum(rule.casefold().startswith("unless") for rule in said),
    }


def _outside(text: str, rules: tuple[RuleSpan, ...]) -> Iterator[Span]:
    start = 0
    for rule in rules:
        yield Span(start, max(start, rule.span.start))
        start = rule.span.end
    yield Span(start, len(text))


def _of_history(conversation: Conversation) -> Mapping[str, float]:
    text, history = conversation.rule_text.text, conversation.history
    rules = find_rules(conversation.rule_text)
    known = answered(history, text, rules)
    bullets = len(conversation.rule_text.bullets)
    signs = [_SIGN[turn.answer] for turn in history]
    last = rule_about(history[-1].question, text, rules) if history else None
    return {
        "turns": len(history),
        "yes answers": signs.count(1),
        "no answers": signs.count(-1),
        "first answer": signs[0] if signs else 0,
        "last answer": signs[-1] if signs else 0,
        "rules known": len(known),
        "rules open": len(rules) - len(known),
        "share of rules known": len(known) / max(1, len(rules)),
        "bullets less turns": bullets - len(history),
        **_of_last_rule(conversation.rule_text, rules, last),
    }


def _of_last_rule(
    rule_text: RuleText, rules: tuple[RuleSpan, ...], last: int | None
) -> Mapping[str, float]:
    """The rule that was asked about last, and its sentence; a bullet has that of its list too."""
    text, around, rule = rule_text.text, "", ""
    if last is not None:
        found = rules[last]
        rule = found.span.of(text)
        every = (s for block in rule_text.blocks for s in sentences(text, block.span))
        around = " ".join(s.of(text) for s in every if s == found.lead or s.overlaps(found.span))
    return {
        "last rule is a bullet": last is not None and rules[last].lead is not None,
        "rules behind last": 0 if last is None else len(rules) - 1 - last,
        "last rule negated": bool(DENIAL.search(rule)),
        "last rule with unless": rule.casefold().startswith("unless"),
        "negation around last rule": len(DENIAL.findall(around)),
    }


def _of_question(conversation: Conversation) -> Mapping[str, float]:
    asked, title = stems(conversation.question), conversation.rule_text.title
    there = stems(conversation.rule_text.text)
    named = stems(title.span.of(conversation.rule_text.text)) if title else frozenset[str]()
    return {
        "question in text": share(asked, there),
        "words of question in text": len(asked & there),
        "question in title": share(asked, named),
        "negation in question": bool(DENIAL.search(conversation.question)),
    }


def _of_scenario(conversation: Conversation, settled: Array) -> Mapping[str, float]:
    text = conversation.rule_text.text
    rules = find_rules(conversation.rule_text)
    known = answered(conversation.history, text, rules)
    told = stems(conversation.scenario)
    # Without rules there is nothing to settle.
    asked = settled[rule_to_ask(len(rules), known)] if rules else np.zeros(len(ANSWERS))
    likeliest = [ANSWERS[int(each.argmax())] for i, each in enumerate(settled) if i not in known]
    return {
        "scenario": bool(conversation.scenario),
        "scenario in text": share(told, stems(text)),
        "scenario in question": share(told, stems(conversation.question)),
        "words of scenario in text": len(told & stems(text)),
        "next rule settled yes": float(asked[ANSWERS.index(Answer.YES)]),
        "next rule settled no": float(asked[ANSWERS.index(Answer.NO)]),
        "open rules settled yes": likeliest.count(Answer.YES),
        "open rules settled no": likeliest.count(Answer.NO),
    }
