"""When two texts say or ask the same, by their words (paraphrase detection)."""

from __future__ import annotations

import re

from e3.language.en.content_words import content_words, stems
from e3.memory import remembered
from e3.text import question_key, token_f1, words

SAME_WORDS = 0.9
"""The token F1, without words of grammar, from which on two questions ask the same.

Of 702 pairs of questions in one tree of ShARC's training set 10 are as like as that and 7 of
these ask the same; of 1,579 pairs in our training policies none is. The next to come below are
"Do you get Statutory Adoption Pay?" and "Do you get Statutory Maternity Pay?".
"""

SAME_PART = 0.7
"""How like the words of one clause must be that two questions take up, to ask for one part of it.

Of two questions that a tree asks about one clause 61 of 100 pairs are told apart in ShARC's
training trees, and all 21 in our training policies. Our own question about a clause is taken for
the writer's in 87 and 99 of 100.
"""

_ARTICLES = frozenset(["a", "an", "the"])
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(
    r"\b(?:not|no(?! (?:more|less|\w+er) than)|never|none|nothing|nobody|neither|without|unable)\b"
    r"|n[’']t\b",
    re.IGNORECASE,
)
# What is not allowed or will not happen is a conclusion, and says nothing of its condition.
_CONCLUSION = re.compile(
    r"\b(?:(?:can|could|will|would|may|might|shall)(?: not|n[’']t)|cannot|can[’']t|won[’']t)\b",
    re.IGNORECASE,
)


def same_part(one: str, other: str, clause: str) -> bool:
    """Whether two questions about one clause ask for the same part of it.

    They don't if each takes up words of the clause that the other leaves: "if you fly or swim" may
    be asked about twice. What takes up nothing of its own says the same in other words.
    """
    there = stems(clause)
    mine, yours = stems(one) & there, stems(other) & there
    if mine <= yours or yours <= mine:
        return True
    return 2 * len(mine & yours) >= SAME_PART * (len(mine) + len(yours))


def same_question(one: str, other: str) -> bool:
    """Whether two questions ask the same in nearly the same words; other numbers are other things.

    A text that has no words, only signs, is like itself.
    """
    if question_key(one) == question_key(other) and question_key(one):
        return True
    if _numbers(one) != _numbers(other):
        return False
    return one == other or likeness(one, other) >= SAME_WORDS


def likeness(one: str, other: str) -> float:
    """Token F1 of the words that are not of grammar."""
    return token_f1(_content(one), _content(other))


def negated(text: str) -> bool:
    """Whether a question or a condition is a negative one."""
    return bool(_NEGATION.search(_CONCLUSION.sub("", text)))


@remembered
def _content(text: str) -> tuple[str, ...]:
    return tuple(content_words(text) or (word.text for word in words(text)))


@remembered
def _numbers(text: str) -> tuple[str, ...]:
    return tuple(sorted(_NUMBER.findall(text)))


@remembered
def _without_articles(text: str) -> tuple[str, ...]:
    """Lower-cased words without punctuation and articles."""
    return tuple(word for word in _WORD.findall(text.lower()) if word not in _ARTICLES)


@remembered
def overlap(one: str, other: str) -> float:
    """Token F1 of two texts without their articles (the paper's f1(R_i, S), section 3.2)."""
    return token_f1(_without_articles(one), _without_articles(other))
