"""Which document answers a question: one, one of a few that a person has to say, or none.

How likely the nearest document is the right one is a logistic function of how near it is: by its
meaning, by how many of the words it has (rare ones count more), by how far the next document is
behind, and by how many there are to confuse it with. `tools/measure_choosing.py` has fitted it on
OR-ShARC's development set and on our texts for training, in libraries of all sizes, half of the
time with the right text taken away. Where a reader has read the nearest, what it says counts too:
that was fitted on those of OR-ShARC's questions that the reader has not learnt from.
"""

from __future__ import annotations

from dataclasses import dataclass

from e3.library.entries import DocumentEntry
from e3.library.library import Library
from e3.library.nearest import Evidence, Nearest
from e3.library.readings import read
from e3.reading.systems import BatchReader

OFFERED = 3
"""Documents that a person is asked to choose from, and titles that are told as near."""

READ = 10
"""Documents that a reader reads a passage of, where there is one."""

TIE = 0.1
"""Standard deviations: what is nearer by less is not nearer."""


@dataclass(frozen=True)
class Chosen:
    """A document that is likely to be the right one."""

    document: DocumentEntry
    by_meaning: bool = True


@dataclass(frozen=True)
class Unclear:
    """Documents one of which may be meant, the nearest first."""

    documents: tuple[DocumentEntry, ...]
    by_meaning: bool = True


@dataclass(frozen=True)
class NotInLibrary:
    """No document is near; these are the nearest."""

    documents: tuple[DocumentEntry, ...]
    by_meaning: bool = True


Choice = Chosen | Unclear | NotInLibrary
"""Each says whether the encoder had a say, or words alone."""


@dataclass(frozen=True)
class Relevance:
    """What speaks for the nearest document, and how much; in log odds."""

    meaning: float
    question: float
    words: float
    margin: float
    size: float
    constant: float
    read: float = 0.0
    least: float = 0.0
    """Below this nothing is near."""

    def of(self, evidence: Evidence) -> float:
        """How likely the nearest document is the right one; above 0 it is more so than not."""
        return (
            self.meaning * evidence.meaning
            + self.question * evidence.question
            + self.words * evidence.words
            + self.margin * evidence.margin
            + self.size * evidence.size
            + self.read * evidence.read
            + self.constant
        )


BY_MEANING = Relevance(
    meaning=26.128,
    question=1.75,
    words=1.588,
    margin=0.361,
    size=-0.337,
    constant=-23.936,
    least=-3.114,
)
"""With the vectors of gte-small; those of another encoder may be nearer to each other or less."""
BY_WORDS = Relevance(
    meaning=0.0,
    question=3.311,
    words=1.342,
    margin=0.707,
    size=-0.184,
    constant=-3.17,
    least=-3.003,
)
READ_BY_MEANING = Relevance(
    meaning=13.25,
    question=0.887,
    words=0.805,
    margin=0.15,
    size=-0.171,
    constant=-13.677,
    read=0.455,
    least=-2.026,
)
"""Where the reader that comes with E3 has read the nearest; another may be surer or less."""
READ_BY_WORDS = Relevance(
    meaning=0.0,
    question=1.16,
    words=0.47,
    margin=0.638,
    size=-0.064,
    constant=-3.515,
    read=0.433,
    least=-2.256,
)


def choose(
    library: Library, question: str, story: str = "", *, judge: BatchReader | None = None
) -> Choice:
    """The document that a question is to be asked of; `judge` reads the nearest, if given."""
    return chosen_of(library.nearest(question, story, most=READ), question, story, judge=judge)


def chosen_of(
    found: Nearest, question: str, story: str, *, judge: BatchReader | None = None
) -> Choice:
    """The same of the nearest documents, which take no library any more."""
    if judge is not None:
        found = read(found, judge, question, story)
    return decided(found, relevance_of(found))


def relevance_of(found: Nearest) -> Relevance:
    """What is chosen by, which depends on who had a say."""
    if found.is_read:
        return READ_BY_MEANING if found.by_meaning else READ_BY_WORDS
    return BY_MEANING if found.by_meaning else BY_WORDS


def decided(found: Nearest, relevance: Relevance) -> Choice:
    """What is made of the nearest documents."""
    evidence, offered = found.evidence, found.documents[:OFFERED]
    if evidence is None or (likely := relevance.of(evidence)) < relevance.least:
        return NotInLibrary(offered, found.by_meaning)
    if likely < 0 or (len(offered) > 1 and evidence.margin < TIE):
        return Unclear(offered, found.by_meaning)
    return Chosen(offered[0], found.by_meaning)
