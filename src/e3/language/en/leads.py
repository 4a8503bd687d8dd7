"""What stands before a rule, and what of it the rule goes on with (ellipsis resolution).

"You can apply if you:" begins "you"; "they must own a car and" lends its subject to what follows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from e3.language.en import verbs
from e3.language.en.clauses import INTRANSITIVE, Clause, take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    PREPOSITIONS,
    PRONOUNS,
    SOMEBODY,
    bare,
    is_adverb,
    is_number,
    is_person,
)
from e3.language.en.sentences import sentences
from e3.policy.rule_text import BlockKind, RuleText
from e3.text import Span

JOINER = "\u2060"
"""Holds words together that are one word to grammar: "no longer"."""

_CONTRACTIONS = (
    (r"\bcan[’']t\b|\bcannot\b", "can not"),
    (r"\bwon[’']t\b", "will not"),
    (r"n[’']t\b", " not"),
    (r"[’']re\b", " are"),
    (r"[’']ve\b", " have"),
    (r"[’']ll\b", " will"),
    (r"\b(it|he|she|that|there|who|what)[’']s (?=been\b|had\b|got\b)", r"\1 has "),
    (r"\b(it|he|she|that|there|who|what)[’']s\b", r"\1 is"),
    (r"\b(you|they|he|she|we)[’']d (?=\w+ed\b|been\b|had\b)", r"\1 had "),
    (r"\b(you|they|he|she|we)[’']d\b", r"\1 would"),
    (r"\bwill (?:also )?need (?!to\b)", "need "),
)
_MARKUP = re.compile(
    r"\*+|(?<!\w)_+|_+(?!\w)|`+|^[#>\s☐✓✔✘✗•–—-]+|(?<!\S)\((?:[ivx]{1,4}|[a-z]|\d{1,2})\)(?!\S)"
    r"|^(?:\d{1,2}|[A-Za-z])[.)]\s"
)
# In these "no" denies nothing.
_TOGETHER = re.compile(
    r"\bno (?:longer|(?:more|less|fewer|\w+er) than)\b|\bnot (?:only|just)\b|\bhe or she\b"
    r"|(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\bnot (?:more|less|fewer|later) than\b",
    re.IGNORECASE,
)

# What announces a list says nothing of the rules in it.
_ANNOUNCED = re.compile(
    r"[\s,]*\b(?:(?:(?:at least|only|any|all|exactly|every) )?"
    r"(?:one|any|all|both|each|either|two|three|none|some)(?: or more)?(?: one)?"
    r"(?: of)? )?(?:the following|followings|these|this|those|the conditions below)\b[^,.:]*$",
    re.IGNORECASE,
)
_ANNOUNCED_SHORT = re.compile(
    r"[\s,]*\b(?:either|both|all|any|at least one|one|also|still|any one|neither)(?: of)?$",
    re.IGNORECASE,
)
_MEETS = re.compile(
    r"\b(?:and )?(?:(?:you|they|it|he or she|applicants?)(?: must| also| will)*\s)?"
    r"(?:meets?|satisf(?:y|ies)|fulfils?|falls? into|in)$",
    re.IGNORECASE,
)
_RELATIVES = frozenset("who that which whose".split())
_OPENS = re.compile(
    r"\b(?:if|unless|when|whenever|where|provided(?: always)?(?: that)?|providing(?: that)?"
    r"|as long as|so long as|whether|because|while|once|on condition that|in case"
    r"|(?:before|after|until)(?= (?:you|they|it|he|she)\b)"
    r"|(?<=\w )(?<!\band )(?<!\bor )(?<!\bof )(?<!\bin )(?<!\bfor )(?<!\bto )(?<!\bdo )(?<!\bthan )that"
    r"|which|who|whose)\b",
    re.IGNORECASE,
)
_DUTY = re.compile(r"\b(?:must|should|shall|needs? to|needs?$|ha(?:ve|s) to)\b", re.IGNORECASE)
_JOINS = re.compile(
    r"(?:,|;)?\s*\b(?:and|or|but|nor|and/or)(?: also| then| either| not)?$|[,;]$", re.IGNORECASE
)
_JOINED_VERB = re.compile(
    r"(?P<clause>.+?)[,;]? (?:and|or|but)(?: also| either)? (?P<verb>(?:must|has|have|had|is|are"
    r"|was|were|will|can|should|may|be|do(?: not)|does(?: not)|did(?: not))"
    r"(?: not| never| also| be| have| been)*)$",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(r", |;|\band (?=(?:you|it|they|he|she|there|we|your|the)\b)")
_WHERE_JOINED = re.compile(r"(?:,|;|\band|\bor|\bbut)\s+")
_MAIN_OPENING = re.compile(
    r"^(?:(?:in order to|to|in|at|for|on|with|within|after|before|whatever|whichever|during)\b"
    r"[^,]*?(?:,\s*|(?=\b(?:you|he|she|they)\b(?! \w+,)))"
    r"|(?:either way|normally|also|and|or|but|then|here|instead|usually|besides"
    r"|what)\b,?\s*)+",
    re.IGNORECASE,
)
_KIN = frozenset(
    """baby brother child cadet daughter dependant dog father friend mother parent partner person
    pet relative sibling sister son spouse""".split()
)
_NO_SUBJECTS = frozenset("we there no nobody only neither".split())
_OPEN_TO = frozenset("open available free only not".split())
# "While you are abroad you must": the condition has ended.
_CONCLUDED = re.compile(r" (you (?:must|need to|have to|should)(?: \w+)?)$", re.IGNORECASE)
_WINDOW = 400
_LONG_SUBJECT = 9
_LONG_CLAUSE = 14


@dataclass(frozen=True, slots=True)
class Begun:
    """What a rule goes on with."""

    clause: str = ""
    """Begun and not ended: "you must be"."""
    joined: str = ""
    """A clause that the rule is joined to by "and" or "or"."""
    noun: str = ""
    """What stood last, where that is a noun: "salmon farms"."""
    last: str = ""
    """The last word."""
    is_condition: bool = False
    """Whether "if" or the like came before."""
    is_open: bool = False
    """Whether a whole clause is to follow."""
    main: str = ""
    """What stood before "if": the subject that "it" and "they" mean may be there."""
    is_reader: bool = False
    """Whether the clause is of people who are the reader: "their" is "your" then."""


def spelt_out(text: str) -> str:
    """The text without contractions, mark-up, needless space and punctuation at its ends."""
    text = " ".join(_MARKUP.sub("", " ".join(text.split())).split()).strip(" ,;:.–—-")
    for short, long in _CONTRACTIONS:
        text = re.sub(short, long, text, flags=re.IGNORECASE)
    return _TOGETHER.sub(lambda found: found[0].replace(" ", JOINER), text)


_INNER_LINE = re.compile(
    r"\n\s*\n|\n\s*(?:[-•–‣◦*✓✔✘☐]+|\(?\w{1,3}[.)]|\||#+)\s|\||\n(?=[A-Z])|[A-Z]{3,}\n"
)
_ENDED = re.compile(r"[.!?][\"”’')\]*_]*\s*(?:[*_]*\s*)$")


def before(text: str, span: Span, lead: Span | None) -> str:
    """The lead-in of a list, and what of the rule's own sentence stands before it."""
    window = text[max(0, span.start - _WINDOW) : span.start]
    inside = _INNER_LINE.split("\n" + window)[-1].replace("*", "")
    if window.rstrip(" *_").endswith("\n") and span.of(text)[:1].isupper():
        inside = ""
    if not inside.strip() or _ENDED.search(inside):
        sentence = ""
    else:
        *_, here = sentences(inside, Span(0, len(inside)))
        sentence = here.of(inside)
        announced, colon, listed = sentence.rpartition(":")
        if colon and re.search(r"(?:[,;]|\band|\bor)\s*$", listed) and not _OPENS.search(listed):
            sentence = announced + colon
        if "(" in sentence.rpartition(")")[2]:
            sentence = sentence.rpartition("(")[2]
    led = lead.of(text) if lead and lead.end <= span.start else ""
    if led and sentence.strip() and sentence.strip() in led:
        sentence = ""
    return f"{led}\n{sentence}" if led else sentence


@lru_cache(maxsize=2**12)
def leads_of(text: str) -> tuple[tuple[Span, Span | None], ...]:
    """The bullets of a text, each with the sentence that its list begins with."""
    found = []
    open_leads: list[tuple[int, str, Span]] = []
    for block in RuleText(text).blocks:
        # What begins with bold words is no bullet.
        bold = block.marker == "**" and "**" in block.span.of(text)
        if block.kind is not BlockKind.BULLET or bold:
            *_, last = sentences(text, block.span)
            said = last.of(text).rstrip("*_ ")
            leads = block.kind is not BlockKind.TITLE or said.endswith((":", "…", " if", " you"))
            open_leads = [(-1, "", last)] if leads else []
            continue
        line = text.rfind("\n", 0, block.span.start) + 1
        indent = len(text[line : block.span.start]) - len(text[line : block.span.start].lstrip())
        mark = block.marker.strip("().0123456789abcdefghijklmnopqrstuvwxyz")
        while open_leads and open_leads[-1][:2] >= (indent, mark):
            open_leads.pop()
        found.append((block.span, open_leads[-1][2] if open_leads else None))
        if block.span.of(text).rstrip().endswith((":", " if", " who", " that")):
            open_leads.append((indent, mark, block.span))
    return tuple(found)


_MARK = re.compile(r"\s*(?:[-•–‣◦*✓✔✘✗☐►]+|\(?(?:[ivx]{1,4}|\w)[.)])\s")


def lead_of(text: str, span: Span) -> Span | None:
    """The sentence that a list begins with, one of whose items a rule is.

    Marks that are none to Markdown count too.
    """
    bullets = leads_of(text)
    place = bisect_right(bullets, span.start, key=lambda each: each[0].end)
    if place < len(bullets) and bullets[place][0].overlaps(span):
        return bullets[place][1]
    start = text.rfind("\n", 0, span.start) + 1
    if not _MARK.match(text, start, span.start + 1):
        return None
    while start:
        end = start - 1
        start = text.rfind("\n", 0, end) + 1
        line = Span(start, end).stripped(text)
        if line and not _MARK.match(text, start):
            *_, last = sentences(text, line)
            return last
    return None


def begun(told: str) -> Begun:
    """What the words before a rule have begun to say."""
    lead, _, inline = told.rpartition("\n")
    if inline.strip() and lead:
        within = begun(inline)
        if _begun(spelt_out(lead)).is_open and not within.is_condition:
            within = _continued(spelt_out(inline), within.last, main="", is_condition=True)
        named = within.noun and not within.joined and not _is_predicate(inline)
        if within.clause or within.is_open or named:
            return within
        if within.joined:
            return _joined_to_lead(lead, within)
        from_lead = _begun(spelt_out(lead))
        if from_lead.clause and _is_predicate(inline):
            clause = f"{from_lead.clause} {spelt_out(inline)}"
            return replace(from_lead, clause=clause, last=within.last)
        return from_lead
    joins = bool(re.search(r"[,;]\s*$", inline))
    found = _begun(spelt_out(inline or lead) + ("," if joins else ""))
    announces = (inline or lead).rstrip(" *_").endswith(":")
    if not found.is_condition and announces and found.clause and not take_apart(found.clause):
        return Begun(last=found.last) if found.clause.casefold() != "you" else found
    if lead and not inline and not announces and _ends_in_verb(found.clause):
        return Begun(last=found.last)
    return found


def _ends_in_verb(clause: str) -> bool:
    """Whether a title ends in a verb: "Vehicles that never pay" begins nothing."""
    last = bare((clause.split() or [""])[-1])
    return last in verbs.BASES and last not in AUXILIARIES


def _is_predicate(inline: str) -> bool:
    return bare((spelt_out(inline).split() or [""])[0]) in verbs.BASES | AUXILIARIES


def _joined_to_lead(lead: str, within: Begun) -> Begun:
    """A part of a bullet is joined to the bullet's beginning, and that goes on with the lead-in."""
    first = bare(within.joined.split()[0]) if within.joined else ""
    if first in PRONOUNS | DETERMINERS and take_apart(within.joined):
        return within
    from_lead = _begun(spelt_out(lead))
    joined = f"{from_lead.clause} {within.joined}".strip()
    return replace(from_lead, clause="", joined=joined, last=within.last)


def _begun(told: str) -> Begun:
    announced = _without_announcement(told)
    told = _MEETS.sub("", announced).rstrip(" ,:") if announced != told.rstrip(" :") else told
    last = bare(told.split()[-1]) if told.split() else ""
    if told.casefold().endswith((" because of", " up to", " due to")):
        last = JOINER.join(told.casefold().split()[-2:])
    openings = list(_OPENS.finditer(told))
    if not openings:
        return _in_main_clause(told, last)
    opening = openings[-1]
    rest, main = told[opening.end() :].strip(), told[: opening.start()].strip()
    if concluded := _CONCLUDED.search(rest):
        return _in_main_clause(concluded[1], last)
    if opening[0].casefold() in _RELATIVES:
        if not main and rest:
            return Begun(last=last)
        if rest and (outer := _around_relative(told, openings, last)):
            return outer
        return _behind_relative(opening[0].casefold(), rest, main, last)
    if not rest:
        return Begun(last=last, is_condition=True, is_open=True, main=main)
    return _continued(rest, last, main=main, is_condition=True)


def _around_relative(told: str, openings: list[re.Match[str]], last: str) -> Begun | None:
    """What was begun by a clause whose subject has a relative clause: "if the person who died"."""
    outer = [each for each in openings if each[0].casefold() not in _RELATIVES]
    rest = told[outer[-1].end() :].strip() if outer else _MAIN_OPENING.sub("", told)
    first = bare((rest.split() or [""])[0])
    if first not in DETERMINERS | SOMEBODY - {"no"} and not is_person(first):
        return None
    parts = take_apart(rest)
    if parts is None and outer and first in {"the", "your", "a", "an"}:
        return Begun(rest, last=last, is_condition=True)
    ends = parts is not None and not parts.rest and last in BE
    if parts and _is_unfinished(rest) and (ends or ((outer or _DUTY.search(rest)) and parts.rest)):
        return Begun(_without_denial(rest), last=last, is_condition=bool(outer))
    return None


def _behind_relative(opening: str, rest: str, main: str, last: str) -> Begun:
    noun = _noun_at_end(main)
    if not noun and (earlier := re.match(r"(.*?) (?:which|that|who)\b", main)):
        noun = _noun_at_end(earlier[1])
    last_noun = bare(noun.split()[-1]) if noun else ""
    if opening == "which" and bare((main.split() or [""])[-1]) in PREPOSITIONS:
        return Begun(last=last, is_condition=True, is_open=True)
    if opening == "that" and not noun:
        # "... provides that", "to show that": what follows is a clause of its own.
        if not rest:
            return Begun(last=last, is_condition=True, is_open=True)
        return _continued(rest, last, main="", is_condition=True)
    one_of_many = re.search(r"\b(?:an?|any|every|each) (?:[\w-]+ )?$", main[: -len(noun) or None])
    known = last_noun in _KIN and not (last_noun == "person" and one_of_many)
    reader = not known and (opening == "who" or not noun or is_person(last_noun))
    owner = "you" if reader else f"the {_small(noun)}"
    if opening == "whose":
        owner = "your" if reader else f"{owner}'" + ("" if last_noun.endswith("s") else "s")
    if not rest:
        is_open = opening == "that"
        return Begun(owner, last=last, is_condition=True, is_open=is_open, is_reader=reader)
    found = _continued(f"{owner} {rest}", last, main="", is_condition=True)
    return replace(found, is_reader=reader)


def _continued(rest: str, last: str, *, main: str, is_condition: bool) -> Begun:
    if joins := _JOINS.search(rest):
        joined = rest[: joins.start()].strip()
        return Begun(joined=joined, last=last, is_condition=is_condition, main=main)
    if (verb := _JOINED_VERB.match(rest)) and (parts := last_clause(verb["clause"])):
        duty = "must " if verb["verb"].casefold().startswith("be") else ""
        clause = _without_denial(f"{parts.subject} {duty}{verb['verb']}")
        return Begun(clause, last=last, is_condition=is_condition, main=main)
    clause = _NEXT_CLAUSE.split(rest)[-1].strip()
    noun = _noun_at_end(rest)
    if _is_unfinished(clause) and not clause.casefold().startswith("we "):
        clause = _without_denial(clause)
        return Begun(clause, noun=noun, last=last, is_condition=is_condition, main=main)
    return Begun(noun=noun, last=last, is_condition=is_condition, main=main)


def _in_main_clause(told: str, last: str) -> Begun:
    clause = _MAIN_OPENING.sub("", told)
    clause = re.sub(r"\b(?:may|can|will)(?: not)? be$", "must be", clause)
    first = bare((clause.split() or [""])[0])
    bound = _DUTY.search(clause) and not re.search(r"\b(?:will|can|may|not) have to\b", clause)
    if bound and first not in _NO_SUBJECTS:
        found = _continued(clause, last, main="", is_condition=False)
        if found.joined or found.clause:
            return found
    if joins := _JOINS.search(clause):
        return Begun(joined=clause[: joins.start()].strip(), last=last)
    noun = _noun_at_end(clause)
    if first == "you" and _is_bare_state(clause):
        return Begun(clause, last=last)
    if _is_subject_alone(clause) and (noun or first in SOMEBODY):
        if first in SOMEBODY or is_person(head(clause)):
            return Begun("you", noun=noun, last=last, is_reader=True)
        return Begun(_the(clause), noun=noun, last=last)
    return Begun(noun=noun, last=last)


def _is_bare_state(clause: str) -> bool:
    """ "You are", "you have": nothing more, so that a list goes on with it."""
    words = clause.split()
    return len(words) == 1 or (len(words) < 4 and bare(words[-1]) in BE | HAVE)


def _is_subject_alone(clause: str) -> bool:
    """Whether all that was said is a noun, so that it is the subject of what follows."""
    words = clause.split()
    return (
        0 < len(words) < _LONG_SUBJECT
        and not re.search(r"[:,;]", clause)
        and bare(words[0]) not in PREPOSITIONS | AUXILIARIES | PRONOUNS | _OPEN_TO
        and "to" not in map(bare, words)
        and verbs.present(bare(words[-1])) in {None, *verbs.MOSTLY_NOUNS}
        and not verbs.past(bare(words[0]))
        and bare(words[0]) not in verbs.BASES - verbs.MOSTLY_NOUNS
        and take_apart(clause) is None
    )


def head(noun: str) -> str:
    """The noun that what stands behind it belongs to: "owners" of "owners of mobile homes"."""
    first = re.split(r" (?:of|in|on|with|for|from|at|who|whose|that|under|over|aged)\b", noun)[0]
    return bare((first.split() or [""])[-1])


def _the(noun: str) -> str:
    """The noun as what was spoken of: "a bag" as "the bag"."""
    first, _, rest = noun.partition(" ")
    if first.casefold() in {"a", "an", "any", "every", "each", "all"} and rest:
        return f"the {rest}"
    return noun if first.casefold() in DETERMINERS else f"the {_small(noun)}"


def _small(noun: str) -> str:
    first, _, rest = noun.partition(" ")
    name = first[1:2].isupper() or (rest[:1].isupper() and not is_person(bare(first)))
    return noun if name else noun[:1].lower() + noun[1:]


def _without_denial(clause: str) -> str:
    """What a lead-in denies is its own affair: the rule is what follows."""
    return re.sub(r"\b(?:not|never)\b ?", "", clause).strip()


def _is_unfinished(clause: str) -> bool:
    """Whether a clause has begun and wants more: a subject alone, or one with a verb at the end."""
    words = clause.split()
    if not words or len(words) > _LONG_CLAUSE:
        return False
    first, last = bare(words[0]), bare(words[-1])
    if first not in PRONOUNS | DETERMINERS | SOMEBODY | {"one", "what"} and not is_person(first):
        return False
    if sum(bare(word) == "you" for word in words) > 1 and len(words) >= _LONG_SUBJECT:
        return False
    parts = take_apart(clause)
    if parts is None:
        return True
    return (
        not parts.rest
        or last in AUXILIARIES | {"be", "been", "not", "to"}
        or (last in PREPOSITIONS and len(words) < _LONG_SUBJECT)
        or all(is_adverb(bare(word)) for word in parts.rest)
        or last in verbs.BASES - verbs.MOSTLY_NOUNS
    )


def last_clause(joined: str) -> Clause | None:
    """The last of several clauses that are joined."""
    return next(_clauses(joined), None)


def _clauses(joined: str) -> Iterator[Clause]:
    cuts = [0, *(found.end() for found in _WHERE_JOINED.finditer(joined))]
    for cut in reversed(cuts):
        first = bare((joined[cut:].split() or [""])[0])
        if first in PRONOUNS | DETERMINERS or not cut:
            if parts := take_apart(joined[cut:], is_whole=True):
                yield parts


def shared(joined: str, said: str) -> str:
    """The rule with the subject, and if need be the verb, of the clause that it is joined to."""
    parts = last_clause(joined)
    if parts is None or parts.subject.casefold().startswith("no "):
        return ""
    words = [word for word in map(bare, said.split()) if not is_adverb(word)]
    first = words[0] if words else ""
    subject, verb = parts.subject, parts.verb
    modal = verb in {"must", "should", "shall", "will", "can", "could", "would", "may"}
    duty = modal or (verb in {"need", "needs", "have", "has"} and parts.rest[:1] == ("to",))
    if duty and (first in verbs.BASES or first == "be"):
        return f"{subject} {verb if modal else 'must'} {said}"
    if first in AUXILIARIES:
        return f"{subject} {said}"
    if first in PREPOSITIONS | {"to"} and (repeated := _repeated(parts, first)):
        return f"{subject} {verb} {repeated} {said}"
    if first in _MEASURES or is_number(said):
        if parts.rest and (bare(parts.rest[0]) in _MEASURES or is_number(parts.rest[0])):
            return f"{subject} {verb} {said}"
    if duty and "be" in parts.rest and first not in DETERMINERS:
        return f"{subject} must be {said}"
    if verbs.present(first) or verbs.is_past_alone(first):
        return f"{subject} {said}"
    perfect = any(verbs.participle(bare(word)) for word in parts.rest[:2])
    if verb in HAVE and perfect and verbs.participle(first):
        return f"{subject} {verb} {said}"
    after = words[1] if len(words) > 1 else ""
    finite = first in verbs.BASES and after != "by"
    finite = finite or bool(verbs.past(first) and after in DETERMINERS | _MEASURES)
    finite = finite or verbs.past(first) in INTRANSITIVE
    another = first in (DETERMINERS | SOMEBODY) - {"a", "an"}
    if verb in BE and not finite:
        return (
            ""
            if another and bare(said.split(maxsplit=1)[0]) != "no"
            else f"{subject} {verb} {said}"
        )
    if first in verbs.BASES or verbs.past(first):
        return f"{subject} {said}"
    takes = [word for word in map(bare, joined.split()) if word in _TAKES_THINGS]
    if takes and not perfect and not verbs.gerund(first):
        return f"{subject} {takes[-1]} {said}"
    things = DETERMINERS | {"least", "more"}
    counted = first in DETERMINERS - {"every", "each", "all"}
    if parts.rest and counted and bare(parts.rest[0]) in things and not modal:
        return f"{subject} {verb} {said}"
    return ""


_TAKES_THINGS = frozenset("have has get gets hold holds own owns receive receives".split())
_MEASURES = frozenset("less more under over at between up fewer below above".split())


def _repeated(parts: Clause, preposition: str) -> str:
    """What stands before a preposition that comes again: "away" of "away for work, for study"."""
    rest = [bare(word) for word in parts.rest]
    places = [i for i, word in enumerate(rest) if word == preposition]
    if preposition == "to":
        places = [i for i, word in enumerate(rest) if word in PREPOSITIONS]
    place = places[0] if places and preposition == "to" else places[-1] if places else 0
    return " ".join(parts.rest[:place])


def _noun_at_end(told: str) -> str:
    """The noun, with what belongs to it, that the words end in; "" where they end in none."""
    words = told.split()
    taken: list[str] = []
    for word in reversed(words[-4:]):
        each = bare(word)
        if (
            not each
            or each in PREPOSITIONS | CONJUNCTIONS | AUXILIARIES | PRONOUNS | DETERMINERS
            or each in {"to", "who", "so", "be", "been", "pm", "am", "only", "us", "me", "them"}
            or each in SOMEBODY
            or is_adverb(each)
            or is_number(word)
            or (taken and word.endswith((",", ":", ".", ";")))
            or (each in verbs.BASES and each not in verbs.MOSTLY_NOUNS)
            or (verbs.past(each) and not taken)
            or ((base := verbs.present(each)) and base not in verbs.MOSTLY_NOUNS)
            or verbs.is_past_alone(each)
        ):
            break
        taken.insert(0, word.strip(",;:"))
    return " ".join(taken)


def antecedent(main: str) -> str:
    """What "it" or "they" behind "if" means: the subject before it, or its one object."""
    main = re.sub(r"^(?:if|when|where|unless|while)\b[^,]*,\s*", "", main, flags=re.IGNORECASE)
    main = _MAIN_OPENING.sub("", main)
    parts = take_apart(main)
    if parts is None or re.search(r"\b(?:anyone|someone|anybody|people|those)\b", main):
        return ""
    if parts.subject.casefold() not in PRONOUNS and len(parts.subject.split()) < _LONG_SUBJECT:
        first = bare(parts.subject.split()[0])
        unclear = first in {"no", "nobody", "anyone", "nothing", "our", "we"}
        return "" if unclear else _the(parts.subject)
    objects = re.findall(r"\b(?:a|an|the|your|any) (?=\w)", " ".join(parts.rest))
    if len(objects) != 1 or parts.subject.casefold() != "you":
        return ""
    start = " ".join(parts.rest).index(objects[0])
    taken = []
    for word in " ".join(parts.rest)[start:].split():
        if bare(word) in PREPOSITIONS | CONJUNCTIONS | {"to"} or is_adverb(bare(word)):
            break
        taken.append(word.strip(",;:"))
        if word.endswith((",", ";", ":")):
            break
    return _the(" ".join(taken)) if 1 < len(taken) < 5 else ""


def _without_announcement(told: str) -> str:
    told = told.rstrip(" :")
    # It has no comma in it but at its start, so it is looked for behind the last one alone.
    start = len(told[: told.rfind(",") + 1].rstrip(" ,"))
    found = _ANNOUNCED.search(told, start)
    if found and not found.start() and re.match(r"(?:this|these|those) (?!conditions)", told, re.I):
        return told
    return _ANNOUNCED_SHORT.sub("", told[: found.start()] if found else told)
