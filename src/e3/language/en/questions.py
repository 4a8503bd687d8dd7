"""A follow-up question from a rule (rule-based question generation): no parser, nothing learnt.

A rule is first made a clause with a subject ("you must" + "be 18" gives "you must be 18"), and then
its verb is put before the subject ("Are you 18?"). Negation is dropped where that is natural:
people ask "Do you smoke?", and a yes then means that the rule is not met.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace

from e3.language.en import verbs
from e3.language.en.begun import Begun, begun, is_kin
from e3.language.en.clauses import take_apart
from e3.language.en.completing import completed
from e3.language.en.grammar import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    bare,
    is_body,
    is_person,
    is_plural,
    singular,
)
from e3.language.en.leads import OPENS, before, lead_of, leads_of, spelt_out
from e3.language.en.nouns import MAIN_OPENING, head, noun_at_end, small
from e3.language.en.question_forms import (
    NOBODY,
    SHARE_GOOD,
    SHORT,
    AskedRule,
    Form,
    as_it_stands,
    best,
    finished,
    small_start,
)
from e3.language.en.rules import RuleSpan, tidied
from e3.language.en.sentences import sentences
from e3.language.en.wrong_questions import reads_wrong
from e3.policy.answers import State
from e3.policy.rule_text import RuleText
from e3.text import Span

__all__ = [
    "NOBODY",
    "SHARE_GOOD",
    "AskedRule",
    "Form",
    "asked",
    "asked_about",
    "question_about",
    "write_question",
]

# What stands before the clause itself: "In order to qualify, ...", "and if ...".
_OPENING = re.compile(
    r"(?:(?:in order )?to\b[^,]*?(?:,(?= (?:you|your|the)\b)|(?=\byou\b))\s*)?"
    r"(?:(?:and|or|but|also|even(?= (?:if|when))|only(?= (?:if|when|where|for|to))|if"
    r"|in order(?= to\b)|unless|when|whenever|whether|in addition|because(?! of\b)|such as"
    r"|provided(?: that)?|as long as|so long as|additionally|however|either way|in case"
    r"|except(?: that| when| if| for| where| to)?|save(?: that| for)?|in all cases|please)\b,?\s*)*"
    r"(?:(?:where|while|once|until|after|before"
    r"|that(?= (?:you|it|they|we|he|she|there|the|your)\b))"
    r"\b\s*(?=(?P<clause>.*)))?",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|where|whether|while|because(?! of\b)|as long as|once)\b",
    re.IGNORECASE,
)
# Examples and what a rule adds after a dash explain it.
_REMARK = re.compile(
    r"\s[-–—]\s.*|,? \((?:for example|for instance|eg|e\.g\.?|such as|see|including|not |even "
    r"|note:)[^)]*(?:\)|$)|,? (?:for example|for instance|eg|e\.g\.|such as in)\b.*"
    r"|,? \(?(?:even|but|although)$|,? or (?:earlier|sooner)$"
    # What follows from the rule, and to whom else it goes.
    r"|,? (?:in which case|whereupon|and otherwise)\b.*|, so (?:such|you|we|it|they|the)\b.*"
    r"|, who (?:are|is|have|has|were|was|live|lives)\b.*"
    r"|,? (?:nor|and) (?:to|for|by|from|on) (?:anyone|anybody|those"
    r"|people|persons|any person)\b.*|, (?:to|for) (?:anyone|anybody|those|people|persons)\b.*"
    r"|, for \w+ who\b.*",
    re.IGNORECASE | re.DOTALL,
)


def asked(rule_text: RuleText, rule: RuleSpan) -> AskedRule:
    """A question about a rule of a text, and what a yes to it means.

    Met or not met is the rule itself, not what leads to it: of "you must not | owe us money" the
    rule is that you owe money.
    """
    text = rule_text.text
    first = next(
        (each for each in sentences(text, rule.span) if not SHORT.search(each.of(text))), rule.span
    )
    told = before(text, rule.span, rule.lead or lead_of(rule_text, rule.span))
    said, is_condition = _without_opening(_listed(text, first))
    said = _with_shared_end(text, first, _with_its_verb(text, first, said, told))
    said, told = _with_article(text, rule.span, said, told)
    said = small_start(_REMARK.sub("", said).strip(" ,;:.–—-") or said, text)
    if aged := _from_age(said, told):
        return AskedRule(finished(aged), State.MET, Form.STATE)
    if (needed := _NEEDED.fullmatch(said)) or (
        not is_condition and _NEEDED_BEHIND.match(text, rule.span.end)
    ):
        thing = needed["thing"] if needed else said
        if not is_condition and not is_person(head(thing)) and not verbs.gerund(bare(thing)):
            return AskedRule(finished(f"do you have {thing}"), State.MET, Form.THING)
    if clause := _of_subject_alone(said, told):
        said, told, is_condition = clause, "", True
    if _is_heading(told) and said[:1] != first.of(text)[:1]:
        told = ""  # it begins with a capital letter, and so a sentence of its own
    if thing := _of_those_things(said, told):
        said, is_condition = thing, True
    came = begun(told)
    said = _of_another(said if is_condition else _of_thing(said, told), told)
    if first.of(text).casefold().startswith("such as "):
        came = Begun()
    if is_condition:
        came = Begun(is_condition=True, is_open=True, main=came.main or spelt_out(told))
    if came.main and (sibling := _item_before(rule_text, rule.span)):
        came = replace(came, main=sibling)
    found = best(said, came, text)
    if found.form in _GUESSED and (of_clause := completed(told[-_NEAR:], said)):
        other = AskedRule(finished(of_clause), State.MET, Form.GONE_ON)
        found = found if reads_wrong(other.question) else other
    found = replace(found, question=_of_who_did_it(found.question))
    if not reads_wrong(found.question):
        return found
    return as_it_stands(first.of(text).strip(" ,;:.–—-*_"))


# "An enclosed garden is a must": who asks has one or not.
_IS_NEEDED = (
    r" (?:is|are) (?:also |always )?"
    r"(?:a must|compulsory|essential|mandatory|needed|required)\b(?! to\b)"
)
_NEEDED = re.compile(
    r"(?P<thing>(?:an?|the|proof|evidence|prior|written) "
    r"(?:(?!\b(?:who|that|if|you|has|have|is|are|was|were)\b)[^,;]){2,60}?)"
    rf"{_IS_NEEDED}.*",
    re.IGNORECASE | re.DOTALL,
)
_NEEDED_BEHIND = re.compile(_IS_NEEDED, re.IGNORECASE)
_FROM_AGE = re.compile(r"(?:from )?(?:the )?(?:age of )?(?P<age>\d{1,3})", re.IGNORECASE)
_CHILD = re.compile(r"\b(?:child(?:ren)?|pupils?|kids?)\b", re.IGNORECASE)


def _from_age(said: str, told: str) -> str:
    """The question for an age from which something may be done: "from the age of 18"."""
    found = _FROM_AGE.fullmatch(said)
    if found is None or not f"{told[-_NEAR:].rstrip()} {said}".casefold().endswith(
        f"from the age of {found['age']}"
    ):
        return ""
    who = "is the child" if _CHILD.search(told[-_NEAR:]) else "are you"
    return f"{who} {found['age']} or over"


# "Is it posted a bond?" is what somebody has done; what it is called, or was given, is of it.
_DONE_TO = re.compile(
    r"(?:Is|Was) (?P<who>it|(?:the|your) \w+) "
    r"(?P<does>(?!(?:called|named|considered|deemed|given|paid|awarded|offered|made|left"
    r"|refused|granted|denied|sent|shown)\b)[a-z]+) (?:(?:the|an?|your|you|us|them)\b|[$£€] ?\d)",
)


def _of_who_did_it(question: str) -> str:
    """A question for a thing that has been done, asked of who did it."""
    found = _DONE_TO.match(question)
    base = verbs.past(found["does"]) if found else None
    if found is None or base is None:
        return question
    if found["who"] == "it":
        return f"Have you {question[found.start('does') :]}"
    return f"Did {found['who']} {base}{question[found.end('does') :]}"


# "One of these must be true of the veteran. They:", "You’re:"
_SUBJECT_ALONE = re.compile(
    r"(?:^|(?<=[.!?] ))(?:you|they|your [\w-]+)(?P<be> (?:are|is|was|were))?$",
    re.IGNORECASE,
)


def _of_subject_alone(said: str, told: str) -> str:
    """An item of a list that a subject alone leads to, with it; "" for any other rule."""
    lead, _, inline = told.rpartition("\n")
    found = _SUBJECT_ALONE.search(small(spelt_out(lead)))
    first = bare((said.split() or [""])[0])
    if found is None or spelt_out(inline) or first in PRONOUNS:
        return ""
    is_verb = first in AUXILIARIES or first in verbs.BASES or verbs.past(first) is not None
    if found["be"]:
        return "" if first in AUXILIARIES else f"{found[0]} {said}"
    return f"{found[0]} {said}" if is_verb else ""


_THOSE = re.compile(r"those (?!who\b|whose\b|of\b|that\b)(?P<rest>\w.*)", re.IGNORECASE | re.DOTALL)


def _of_those_things(said: str, told: str) -> str:
    """What is so of some of the things before: "mobile homes can't, except | those on land"."""
    found = _THOSE.fullmatch(said)
    parts = (
        take_apart(MAIN_OPENING.sub("", spelt_out(told[-_NEAR:].rpartition("\n")[2])))
        if found
        else None
    )
    if found is None or parts is None or not is_plural(parts.subject):
        return ""
    who = head(parts.subject)
    if bare(who) in PRONOUNS or is_person(who) or is_body(who):
        return ""
    return f"it is {found['rest']}"


def _is_heading(told: str) -> bool:
    """Whether a list stands below a title, which nothing goes on with: "Parking permits"."""
    lead, _, inline = told.rpartition("\n")
    words = lead.split()
    led = bare(words[-1]) if words else ""
    if inline.strip(" -–•*✗✓") or not words or lead.rstrip()[-1:] in {":", "…"}:
        return False
    return (
        words[0][:1].isupper()
        and is_plural(lead)
        and singular(led) != led
        and take_apart(lead) is None
        and not is_person(led)
    )


_GUESSED = frozenset({Form.STATE, Form.THING, Form.ABOUT})
"""Forms of rules that do not say whom to ask."""


def _item_before(rule_text: RuleText, span: Span) -> str:
    """The item before a rule's in its list, where it has a subject that "it" may stand for."""
    bullets = leads_of(rule_text)
    place = bisect_right(bullets, span.start, key=lambda each: each[0].end)
    if not 0 < place < len(bullets) or bullets[place][0].start != span.start:
        return ""
    (item, its_lead), (_, lead) = bullets[place - 1], bullets[place]
    said, _ = _without_opening(spelt_out(item.of(rule_text.text)))
    known = lead is not None and its_lead == lead and take_apart(said)
    if known and is_person(head(known.subject)):
        return ""
    return said if known and bare(said.split()[0]) in {"the", "a", "an", "your", "this"} else ""


_NO_ARTICLE_BEFORE = DETERMINERS | PRONOUNS | PREPOSITIONS
_LAST_ARTICLE = re.compile(r"(?:^|(?<=\s))(an?|any|every|each)\s*$", re.IGNORECASE)


def _with_article(text: str, rule: Span, said: str, told: str) -> tuple[str, str]:
    """The rule with the article that was cut from it: "a | shift that you missed"."""
    cut = _LAST_ARTICLE.search(text[max(0, rule.start - _LONGEST_ARTICLE) : rule.start])
    found = _LAST_ARTICLE.search(told, max(0, len(told) - _NEAR))
    first = bare((said.split() or [""])[0])
    if cut is None or found is None or first in _NO_ARTICLE_BEFORE:
        return said, told
    return f"{found[1].casefold()} {said}", told[: found.start()]


_VERB_BEHIND = re.compile(
    r" (?P<verb>must|has to|have to|should|will|is|are|was|were|has) (?P<rest>[^.;,\n]{3,120})"
)


def _with_its_verb(text: str, rule: Span, said: str, told: str) -> str:
    """A thing that is only the subject of a condition, with the rest: "the well | must be deep"."""
    behind = _VERB_BEHIND.match(text, rule.end)
    words = said.split()
    if behind is None or not 1 < len(words) < _LONG_THING or words[0] not in {"the", "your"}:
        return said
    condition = bool(OPENS.search(told.rpartition("\n")[2])) or behind["verb"] in _DUTIES
    if not condition or is_person(bare(words[-1])) or behind["rest"].startswith("not "):
        return said
    own = re.split(r"\W+(?:or|and)\W+(?=(?:the|your|you|an?|it|they)\b)", behind[0])[0]
    return f"{said} {spelt_out(own)}"


_DUTIES = frozenset(["must", "has to", "have to", "should"])
_LONG_THING = 5
_SHARES_END = re.compile(
    r"(?:, [a-z]+)*,? (?:and|or) (?P<verb>[a-z]+)"
    r" (?P<end>(?:in|at|for|near|within|outside) [^.;:,\n]{1,60})"
)


def _with_shared_end(text: str, rule: Span, said: str) -> str:
    """A verb alone with the place that verbs behind it have: "lives, works or studies in town"."""
    behind = _SHARES_END.match(text, rule.end)
    last = bare((said.split() or [""])[-1])
    if behind is None or not set(map(bare, said.split()[:-1])) <= PRONOUNS | RELATIVES:
        return said
    alike = verbs.present(last) if verbs.present(behind["verb"]) else last in verbs.BASES
    known = last not in {"do", "does", "is", "are", "has", "have"}
    other = verbs.present(behind["verb"]) or behind["verb"] in verbs.BASES
    return f"{said} {spelt_out(behind['end'])}" if alike and known and other else said


_SURE_VERBS = AUXILIARIES | {"cannot"}
_LONGEST_ARTICLE = 8
_NEAR = 500
"""Characters before a rule in which its noun or its verb may stand; more would take too long."""


def _of_thing(said: str, told: str) -> str:
    """A clause that belongs to the noun before it, with that noun: "tax | you paid last year"."""
    clause = MAIN_OPENING.sub("", told.rpartition("\n")[2])
    if not re.match(r"(?:you|we) ", said) or OPENS.search(told) or not clause[-1:].isalnum():
        return said
    parts = take_apart(clause)
    thing = parts.rest[-1] if parts and parts.rest else ""
    known = parts is not None and parts.verb in _SURE_VERBS and noun_at_end(thing)
    return f"{thing} {said}" if known and verbs.past(bare(thing)) is None else said


_ONE = re.compile(r"\b(?:an?|the|your|any|each|every) (?:\w+ )?$")


def _of_another(said: str, told: str) -> str:
    """A relative clause with its noun, where that is not the reader: "with a guarantor, | who"."""
    told = told[-_NEAR:]
    if told.endswith(" with") and is_kin(noun_at_end(told.removesuffix(" with"))):
        return f"the {small(noun_at_end(told.removesuffix(' with')))} has {said}"
    who = re.match(r"who (?=\w)", said)
    aside = told.rstrip().endswith(",")
    noun = noun_at_end(told.rstrip(" ,"))
    named = told.rstrip().removesuffix(",")
    one = named.endswith(noun) and _ONE.search(named.removesuffix(noun))
    if who is None or not noun or not one or not (aside or is_kin(noun)):
        return said
    if not aside and noun.split()[-1].casefold() in {"person", "parent", "cadet"}:
        return said
    return f"the {small(noun)} {said[who.end() :]}"


def write_question(rule_text: RuleText, rule: RuleSpan) -> str:
    """A question about a rule of a text."""
    return asked(rule_text, rule).question


def asked_about(rule_text: RuleText, rule: Span) -> AskedRule:
    """A question about any part of a text; a bullet is read with the sentence before its list."""
    return asked(rule_text, RuleSpan(tidied(rule_text.text, rule)))


def question_about(rule_text: RuleText, rule: Span) -> str:
    """A question about any part of a text."""
    return asked_about(rule_text, rule).question


_LAST_OF_LIST = re.compile(
    r"(.*),((?! \d{4}$)(?! (?:such|for|including|even|not|if|but|who|which|that|you|we|it|they"
    r"|there|in|on|at|as|with|to|by|the)\b)(?: [\w’'-]+){1,6})",
    re.DOTALL | re.IGNORECASE,
)
_JOIN_BEHIND = re.compile(r",?\s+(and|or)\s", re.IGNORECASE)


def _listed(text: str, rule: Span) -> str:
    """The rule spelt out; of a list that goes on behind it, its last two are joined as all are."""
    said = spelt_out(rule.of(text))
    joins = _JOIN_BEHIND.match(text, rule.end)
    found = _LAST_OF_LIST.fullmatch(said)
    if joins is None or found is None or re.search(r"\b(?:and|or)\b", found[2]):
        return said
    return f"{found[1]} {joins[1].casefold()}{found[2]}"


def _can_stand(opening: str, behind: str) -> bool:
    """Whether a clause can be asked about without "where", "until" or the like before it."""
    parts = take_apart(behind)
    if parts is None or not re.search(r"\b(?:until|after|before)\s*$", opening, re.IGNORECASE):
        return parts is not None
    return parts.verb in {"has", "have", "is", "are"}  # "until they turn 17" is no "they turn 17"


def _without_opening(whole: str) -> tuple[str, bool]:
    """The rule without what opens it, and whether that was "if" or the like."""
    opening = _OPENING.match(whole)
    if opening is None:
        return whole, False
    end = opening.end()
    if (behind := opening["clause"]) is not None and not _can_stand(whole[:end], behind):
        end = len(whole[:end].rsplit(None, 1)[0]) + 1 if " " in whole[:end].rstrip() else 0
    said = whole[end:].strip()
    return said or whole, bool(said) and bool(_CONDITION.search(whole[:end]))
