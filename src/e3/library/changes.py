"""What a document says otherwise than when a policy was drafted from it.

Documents are compared sentence by sentence: whatever moved, or was set otherwise, is the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from rapidfuzz import fuzz, process

from e3.documents.atoms import Atom, atoms
from e3.documents.document import Document
from e3.language.en.references import without_number
from e3.library.citations import Citation
from e3.library.entries import DocumentEntry
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.text import Span

_ALIKE = 55
"""Per cent that the new words of a sentence share with the old ones at least."""
_MOST_ADDED = 20
_MOST_GONE, _MOST_COMPARED = 500, 2_000
"""Sentences that are gone, and new ones, that are compared; of more there is another document."""


@dataclass(frozen=True)
class ChangedSentence:
    """A sentence of a policy's text that its document does not have any more."""

    span: Span
    """In the policy's text."""
    rules: tuple[str, ...]
    """The ids of those that stand in it, or below it in a list."""
    now: str | None
    """What stands there now; None where nothing is like it."""


@dataclass(frozen=True)
class Changes:
    """What became of a document since a policy was drafted from it."""

    source: str
    document: DocumentEntry | None
    """As it is now; None where it was removed."""
    changed: tuple[ChangedSentence, ...] = ()
    added: tuple[str, ...] = ()
    """Sentences that are new under the titles that the policy's text stands under."""
    elsewhere: int = 0
    """How many more are new."""

    @property
    def matter(self) -> bool:
        """Whether somebody has to look: not if other parts of the document alone have changed."""
        return self.document is None or bool(self.changed or self.added)


def changes(
    policy: Policy, citation: Citation, entry: DocumentEntry | None, now: Document | None
) -> Changes:
    """What became of the document that a policy was drafted from."""
    if now is None:
        return Changes(citation.source, None)
    ours, text = atoms(policy.rule_text), policy.rule_text.text
    before, after = _by_words(citation.document), _by_words(now)
    # What was never in the document is the reviewer's own.
    gone = [atom for atom in ours if (said := _words(atom, text)) in before and said not in after]
    new = {said: atom for said, atom in after.items() if said not in before}
    rules_in = _RulesIn.of(policy, ours)
    # Where much has changed, those that a rule stands in are looked at first.
    gone.sort(key=lambda atom: (not rules_in(atom), atom.span))
    changed: list[ChangedSentence] = []
    paired: set[str] = set()
    for atom in gone[:_MOST_GONE]:
        among = islice((said for said in new if said not in paired), _MOST_COMPARED)
        other = _other_wording(_words(atom, text), list(among))
        paired |= {other} if other is not None else set()
        now_said = None if other is None else new[other].span.of(now.text).strip()
        changed.append(ChangedSentence(atom.span, rules_in(atom), now_said))
    titles = {_title(atom, text) for atom in ours}
    rest = [(said, atom) for said, atom in new.items() if said not in paired]
    near = [said for said, atom in rest if _title(atom, now.text) in titles]
    return Changes(
        citation.source,
        entry,
        tuple(each for each in changed if each.rules),
        tuple(near[:_MOST_ADDED]),
        len(rest) - len(near[:_MOST_ADDED]),
    )


def _by_words(document: Document) -> dict[str, Atom]:
    rule_text = RuleText(document.text)
    return {_words(atom, document.text): atom for atom in atoms(rule_text)}


def _words(atom: Atom, text: str) -> str:
    """What an atom says, without its sign or number and with single blanks."""
    return without_number(" ".join(atom.span.of(text).split()))


def _title(atom: Atom, text: str) -> str:
    """The title that an atom stands under; empty where there is none."""
    first = atom.needs[0].of(text) if atom.needs else ""
    return without_number(" ".join(first.split()), title=True)


def _other_wording(said: str, among: Sequence[str]) -> str | None:
    found = process.extractOne(said, among, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return None if found is None else str(found[0])


@dataclass(frozen=True)
class _RulesIn:
    """The rules that stand in an atom, or in one that it leads to."""

    policy: Policy
    below: Mapping[Span, Sequence[Span]]
    """Of each title and lead, what it leads to."""

    @classmethod
    def of(cls, policy: Policy, ours: Sequence[Atom]) -> _RulesIn:
        below: dict[Span, list[Span]] = defaultdict(list)
        for atom in ours:
            for span in atom.needs:
                below[span].append(atom.span)
        return cls(policy, below)

    def __call__(self, atom: Atom) -> tuple[str, ...]:
        spans = [atom.span, *self.below.get(atom.span, ())]
        rules = self.policy.rules
        return tuple(r.id for r in rules if any(span.overlaps(r.span) for span in spans))
