"""A follow-up question and its answer as a person would say it of themselves (templates)."""

from __future__ import annotations

import re

from e3.policy.answers import Answer

_AUXILIARY = {
    "are you": ("I am", "I am not"),
    "were you": ("I was", "I was not"),
    "do you": ("I", "I do not"),
    "did you": ("I did", "I did not"),
    "have you": ("I have", "I have not"),
    "had you": ("I had", "I had not"),
    "will you": ("I will", "I will not"),
    "would you": ("I would", "I would not"),
    "can you": ("I can", "I cannot"),
    "could you": ("I could", "I could not"),
    "is it": ("It is", "It is not"),
    "was it": ("It was", "It was not"),
    "does it": ("It does", "It does not"),
    "has it": ("It has", "It has not"),
    "will it": ("It will", "It will not"),
    "is this": ("This is", "This is not"),
    "are they": ("They are", "They are not"),
    "do they": ("They do", "They do not"),
    "have they": ("They have", "They have not"),
}
_OPENING = re.compile(rf"({'|'.join(_AUXILIARY)})\b\s*", re.IGNORECASE)
_SECOND_PERSON = re.compile(
    r"(?:\b(?P<preposition>to|for|with|of|by|from|about|on|at|than|tell|ask|let)\s+)?"
    r"\b(?P<you>you(?:[’']re|[’']ve|[’']ll|[’']d|r|rs|rself)?)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = {
    "you": "I",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "you're": "I'm",
    "you've": "I've",
    "you'll": "I'll",
    "you'd": "I'd",
}


def first_person(text: str) -> str:
    """`text` with "you" and "your" turned to the one who speaks."""

    def turn(match: re.Match[str]) -> str:
        before = match["preposition"]
        said = _FIRST_PERSON[match["you"].casefold().replace("’", "'")]
        if before and said == "I":
            said = "me"
        return f"{before} {said}" if before else said

    return _SECOND_PERSON.sub(turn, text)


def state_answer(question: str, answer: Answer) -> str:
    """A sentence that gives `answer`, yes or no, to `question`.

    A question whose subject can't be told from its form is repeated and then answered.
    """
    question = question.strip().rstrip("?").strip()
    if opening := _OPENING.match(question):
        affirmed, denied = _AUXILIARY[opening[1].casefold().replace("ı", "i").replace("\u0307", "")]
        rest = first_person(question[opening.end() :])
        return f"{affirmed if answer is Answer.YES else denied} {rest}".strip() + "."
    return f"{first_person(question)}? {answer.value.capitalize()}."
