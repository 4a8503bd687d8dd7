"""Rules about somebody, turned to the person who reads them: "people who work" is "you work"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from e3.language.en import verbs
from e3.language.en.clauses import take_apart
from e3.language.en.grammar import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SOMEBODY,
    STATES,
    article,
    bare,
    is_adverb,
    is_body,
    is_number,
    is_person,
    is_plural,
    singular,
)

_ROLE = (
    r"applicant|borrower|candidate|claimant|customer|employee|member|passenger|policyholder"
    r"|recipient|renter|student|tenant|traveller|worker"
)
_ANYBODY = (
    r"(?:(?:only|all|any|every|other|most|for|to) )*(?:people|persons|staff|those|anyone|anybody"
    r"|everyone|everybody|(?:a|any|each|every) person|individuals|applicants"
    r"|(?:an|every|each|any) applicant{more})"
)
_SOMEBODY = _ANYBODY.replace("{more}", rf"|someone|somebody|(?:an?|any) (?:{_ROLE})")
_EVERYBODY = _ANYBODY.replace("{more}", "")
_FLAGS = re.IGNORECASE | re.DOTALL
_WHO = re.compile(rf"(?:{_SOMEBODY} )?who (?P<does>.+)|{_SOMEBODY} that (?P<do>.+)", _FLAGS)
_WHOSE = re.compile(rf"(?:{_SOMEBODY} )?whose (?P<has>.+)", _FLAGS)
_WITH = re.compile(rf"{_EVERYBODY} with(?P<out>out)? (?P<has>.+)", _FLAGS)
_BEING = re.compile(
    rf"{_EVERYBODY} (?P<state>(?:\w+ly )?"
    r"(?:aged|under|over|in|on|from|at|not|\w+ing|\w+ed|unable|born|made|found) .+)",
    _FLAGS,
)
_BEHIND_PEOPLE = frozenset(
    "who of in on with without under over aged from at whose for between born".split()
)
_THEIRS = {
    "their": "your",
    "they": "you",
    "them": "you",
    "themselves": "yourself",
    "theirs": "yours",
    "his or her": "your",
    "he\u2060or\u2060she": "you",
    "him or her": "you",
}
_THEIR = re.compile(
    rf"(?<!\bin )(?<!\bof )(?<!\bon )\b(?:{'|'.join(sorted(_THEIRS, key=len, reverse=True))})\b"
    r"|\b(?:their|his or her)\b",
    re.IGNORECASE,
)
_NO_VERBS_ALONE = AUXILIARIES | DETERMINERS | PRONOUNS
_THIRD = {"are": "is", "were": "was", "have": "has", "do": "does"}
_ANYONE = frozenset("anyone anybody everyone everybody those people".split())
_THE_ROLE = re.compile(rf"(?:the|an?|each|every|any) (?:{_ROLE})", re.IGNORECASE)


def described(said: str) -> str:
    """What a rule says of you where it describes people; "" where it does not."""
    said = said.removesuffix(" only")
    like_them = _WITH.match(said) or _BEING.match(said)
    last = bare((said.split() or [""])[-1])
    parts = take_apart(said, is_whole=True) if like_them else None
    if parts and parts.verb == last and verbs.present(last):
        return ""  # "a person over 65 lives"
    described = like_them and not AUXILIARIES & set(map(bare, said.split()))
    if not described and take_apart(said) and not said.startswith("who"):
        return ""
    others = said.startswith(("someone", "somebody", "a ", "an ", "any ")) and " you" in said
    if others:
        return ""
    if who := _WHO.match(said):
        return f"you {yours(who['does'] or who['do'])}"
    if whose := _WHOSE.match(said):
        return f"your {yours(whose['has'])}"
    if having := _WITH.match(said):
        return f"you {'do not ' if having['out'] else ''}have {yours(having['has'])}"
    if state := _BEING.match(said):
        return being("you", yours(state["state"]))
    found = _of_child(said) or _of_family(said) or _one_of(said) or _one_or_other(said)
    return _IN_HOMES.sub(lambda each: f"{each[1]} {article(each[2])} {each[2]}", found)


# Each of many lives in one.
_IN_HOMES = re.compile(
    r"\b(in|of) ((?:[a-z-]+ )?(?:apartment|care home|flat|home|hospital|hostel|house|prison))s$"
)


def _one_or_other(said: str) -> str:
    """ "Charities and sports clubs" as "you are a charity or a sports club"."""
    named = re.fullmatch(
        r"((?:[\w-]+ ){0,2}[\w-]+) (?:and|or) ((?:[\w-]+ ){0,2}?[\w-]+)"
        r"(?P<rest> (?:with|of|in) .+)?",
        said,
    )
    ones = [part.rpartition(" ") for part in named.groups()[:2]] if named else []
    heads = [bare(last) for _, _, last in ones]
    if not ones or not all(singular(h) != h and (is_person(h) or is_body(h)) for h in heads):
        return ""
    each = [f"{kind.removeprefix('the')} {singular(last)}".strip() for kind, _, last in ones]
    # "And other businesses" is another one.
    each = [
        f"another {one.removeprefix('other ')}"
        if one.startswith("other ")
        else f"{article(one)} {one}"
        for one in each
    ]
    rest = named["rest"] or "" if named else ""
    return f"you are {' or '.join(each)}{yours(rest)}"


_PAST_TIME = re.compile(
    r"\b(?:in the (?:last|past)|since|during the (?:last|past))\b", re.IGNORECASE
)
_AGO = re.compile(r"\b(?:ago|(?:before|after|in|on|between) (?:\d|[A-Z]))")


def being(subject: str, state: str) -> str:
    """A clause of what somebody is, or was: "fined in the last two years" is no "are fined"."""
    first, _, rest = state.partition(" ")
    many, first = is_plural(subject), bare(first)
    if first in AS_VERBS and rest:
        base = verbs.gerund(first) or ""
        return f"{subject} {base if many else third(base)} {rest}"
    if first == "already" and verbs.participle(bare(rest.split()[0] if rest else "")):
        return f"{subject} {'have' if many else 'has'} already been {rest}"
    happened = verbs.participle(first) and first not in _STATES_OF_ALL
    once = first in _ONCE or re.match(r"made (?:redundant|bankrupt)\b", state)
    if (happened and _PAST_TIME.search(state)) or once:
        return f"{subject} {'have' if many else 'has'} been {state}"
    if happened and _AGO.search(state):
        return f"{subject} {'were' if many else 'was'} {state}"
    return f"{subject} {'are' if many else 'is'} {state}"


_STATES_OF_ALL = STATES | {"aged", "born", "based"}
_ONCE = frozenset(
    """arrested banned convicted disqualified dismissed evicted expelled fined found refused sacked
    suspended""".split()
)
# What is never going on: "a box containing glass" contains it.
AS_VERBS = frozenset("belonging consisting containing costing exceeding including".split())
_CHILD = re.compile(
    r"(?:all |any |only )?(?P<many>children|kids|babies|infants|dependants) (?P<rest>.+)", _FLAGS
)
_FAMILY = re.compile(r"(?:all |any |only )?(?P<many>families|households) (?P<rest>.+)", _FLAGS)


def _of_child(said: str) -> str:
    """Children may be anybody's: "children under 18" as "the child is under 18"."""
    found = _CHILD.fullmatch(said)
    many = found["many"].casefold() if found else ""
    one = {"kids": "child", "dependants": "dependant"}.get(many, "child")
    return _of_one(f"the {one}", found["rest"]) if found else ""


def _of_family(said: str) -> str:
    found = _FAMILY.fullmatch(said)
    one = f"your {singular(found['many'].casefold())}" if found else ""
    return _of_one(one, found["rest"]) if found else ""


def _of_one(one: str, rest: str) -> str:
    """What is said of one of many: what they have, do or are."""
    first, _, more = rest.partition(" ")
    word = bare(first)
    if word in {"with", "without"} and more:
        return f"{one} {'has' if word == 'with' else 'does not have'} {more}"
    if word in {"who", "that"} and more:
        verb, _, behind = more.partition(" ")
        return f"{one} {third(verb)} {behind}".strip()
    state = word in _BEHIND_PEOPLE or verbs.gerund(word) or verbs.participle(word)
    if word == "of" or not state:
        return f"{one} is aged {rest}" if is_number(first) else ""
    return being(one, rest)


def _one_of(said: str) -> str:
    """ "Former dock workers" as "you are a former dock worker"."""
    words = re.sub(r"^(?:all|any|most|other) ", "", said).split()
    places = [i for i, word in enumerate(words[:4]) if _is_many(word)]
    if not places or is_number(words[0]):
        return ""
    kind, many, rest = words[: places[0]], words[places[0]], words[places[0] + 1 :]
    after = bare(rest[0]) if rest else ""
    if rest and is_number(rest[0]):
        rest = ["aged", *rest]  # "adults 19 to 64"
        after = "aged"
    if rest and not (after in _BEHIND_PEOPLE or verbs.gerund(after) or verbs.participle(after)):
        return ""
    if "who" in rest[:-1]:
        at = rest.index("who") + 1
        at += at + 1 < len(rest) and is_adverb(bare(rest[at]))
        rest[at] = third(rest[at])
        if rest[at] == "is" and len(rest) == at + 2 and _is_many(rest[at + 1]):
            rest[at + 1] = f"{article(rest[at + 1])} {singular(rest[at + 1])}"
    if _NO_KIND & set(map(bare, kind)) or (kind and bare(kind[0]) in verbs.PLAIN):
        return ""
    if not any(_is_many(bare(word)) for word in rest):
        rest = yours(" ".join(rest)).split()
    one = " ".join([*kind, singular(many)])
    return " ".join([f"you are {article(one)} {one}", *rest])


_NO_KIND = AUXILIARIES | PREPOSITIONS | DETERMINERS | {"and", "or", "to"}


def one_of_things(said: str) -> str:
    """ "Books printed before 1900" as "a book printed before 1900"; "" where there is no one."""
    words = said.split()
    if not words:
        return ""
    if words[0] == "other" and (one := one_of_things(" ".join(words[1:]))):
        return f"another {one.partition(' ')[2]}"
    said_bare = [bare(word) for word in words]
    ends = (i for i in range(1, len(words)) if _ends_noun(said_bare, i))
    head = next(ends, len(words)) - 1
    many = bare(words[head])
    if verbs.gerund(bare(words[0])) and (head > 1 or is_person(many) or many == "children"):
        return ""
    if singular(many) == many or many in _NO_ONE or is_number(words[0]):
        return ""
    if _NO_KIND & set(map(bare, words[:head])) or any("," in word for word in words[: head + 1]):
        return ""
    rest = words[head + 1 :]
    if rest and bare(rest[0]) in CONJUNCTIONS:
        return ""
    relative = [i for i, word in enumerate(rest[:-1]) if bare(word) in {"that", "which", "who"}]
    if relative:
        rest[relative[0] + 1] = third(rest[relative[0] + 1])
    single = [*words[:head], singular(words[head])]
    return " ".join([article(single[0]), *single, *rest])


_BEHIND_NOUN = PREPOSITIONS | CONJUNCTIONS | RELATIVES | PRONOUNS | {"to", "such"}
_NO_ONE = frozenset(
    """arms clothes contents costs damages earnings fees funds glasses goods groceries hours jeans
    meals means medicines pants premises remains savings scissors shorts spirits tights trousers
    wages years weeks days months minutes metres things works""".split()
)


def _ends_noun(words: Sequence[str], place: int) -> bool:
    word, after = words[place], words[place + 1] if place + 1 < len(words) else ""
    if verbs.gerund(word) or (word.endswith("er") and after == "than"):
        return (
            singular(words[place - 1]) != words[place - 1]
        )  # "breweries making", not "car parking"
    return word in _BEHIND_NOUN or verbs.participle(word) is not None or is_adverb(word)


def _is_many(word: str) -> bool:
    many = word.casefold()
    return singular(many) != many and is_person(many)


def third(verb: str) -> str:
    """A verb as one other person wants it: "has" for "have"."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb in verbs.BASES:
        return verbs.with_s(verb)
    known = verb in _NO_VERBS_ALONE or is_adverb(verb)
    known = known or bool(verbs.present(verb) or verbs.past(verb)) or verb.endswith("s")
    return verb if known or not verb.isalpha() else verbs.with_s(verb)


def yours(said: str) -> str:
    """With "your" for "their"."""
    return _THEIR.sub(lambda found: _THEIRS[found[0].casefold()], said)


def to_reader(clause: str, text: str, *, is_condition: bool) -> str:
    """The clause with "you" for the one it is about, where the text calls its reader otherwise.

    Behind "if", "other people" and "a carer" are others.
    """
    parts = take_apart(clause, is_whole=True)
    if parts is None:
        return clause
    subject = parts.subject
    rest = clause[len(subject) :]
    # "Only if a member comes with them": the member is with the reader.
    beside = is_condition and re.search(r"\b(?:with|beside|for) them\b", rest) is not None
    if subject.casefold() != "he\u2060or\u2060she" and not _is_reader(
        subject, text, is_condition, beside=beside
    ):
        return f"{subject}{yours(rest)}" if beside and not _YOU.search(text) else clause
    return f"you{yours(rest)}"


# "Everyone who lives with you" is not you.
_WHO_OR_THAT = re.compile(r"\b(?:who|that)\b", re.IGNORECASE)


_YOU = re.compile(r"\byou\b", re.IGNORECASE)


def _is_reader(subject: str, text: str, is_condition: bool, *, beside: bool) -> bool:
    role = _THE_ROLE.fullmatch(subject)
    if role and beside:
        return False
    if is_condition or re.search(r"['’]|\bother\b", subject):
        return bool(role) and not re.search(r"\byou\b", text, re.IGNORECASE)
    words = re.split(r" (?:of|who|with|in|on|from|aged|under|over)\b", subject)[0].split()
    many = bare(words[-1]) if words else ""
    if (who := _WHO_OR_THAT.search(subject)) and _YOU.search(subject, who.end()):
        return False
    if many in _ANYONE and subject.casefold() not in SOMEBODY:
        return True
    plural = bool(words) and (_is_many(many) or _is_many(bare(words[0])))
    if plural and bare(words[0]) not in {"both", "two", "three", "all", "your", "the", "our", "no"}:
        return " or " not in subject or len(words) < 5
    one = bare(words[0] if words else "") in {"a", "an", "each", "every", "any"} and is_person(many)
    return bool(role or one) and not re.search(r"\byou\b", text, re.IGNORECASE)
