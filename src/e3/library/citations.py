"""What a policy quotes: the edition of a document that it was drafted from (provenance).

A document that is replaced or removed answers nothing more; who was asked by it still sees it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

from e3.documents.atoms import atoms
from e3.documents.document import Document, Place
from e3.documents.excerpt import Excerpt
from e3.library.packing import packed_pieces, unpacked_pieces
from e3.library.store import Tables
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.text import Span


@dataclass(frozen=True)
class Citation:
    """A document as a policy quotes it."""

    source: str
    document: Document
    excerpt: Excerpt
    """What the policy was drafted from; its text is the policy's."""
    current: int | None = None
    """Its number in the library, for as long as it is as it was."""

    def spans(self, span: Span) -> tuple[Span, ...]:
        """Where words of the policy's text stand in the document."""
        return self.excerpt.in_whole(span)

    def places(self, span: Span) -> tuple[Place, ...]:
        """Where they stand in the original."""
        return tuple(place for each in self.spans(span) for place in self.document.places(each))

    def quoted(self, span: Span) -> str:
        """The same in the original's words."""
        return " ".join(self.document.quoted(each) for each in self.spans(span))


def located(rule_text: RuleText, document: Document) -> Excerpt:
    """A text as an excerpt of a document: its sentences, where they stand there to the letter."""
    whole = document.text
    parts: list[tuple[Span, Span]] = []
    for atom in atoms(rule_text):
        words = atom.span.of(rule_text.text)
        behind = parts[-1][1].end if parts else 0
        start = whole.find(words, behind)
        start = whole.find(words) if start < 0 else start
        if start >= 0:
            parts.append((atom.span, Span(start, start + len(words))))
    return Excerpt(rule_text, tuple(parts))


def cite(tables: Tables, policy: Policy, citation: Citation) -> None:
    """Keeps what a policy quotes, and who changes its rules or its logic and not its text."""
    document = citation.document
    told = json.dumps([document.title, document.format, document.text])
    digest = sha256(told.encode()).hexdigest()
    tables.execute(
        "INSERT INTO editions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            digest,
            document.title,
            document.format,
            json.dumps(document.notes, ensure_ascii=False),
            document.text,
            packed_pieces(document.pieces),
        ),
    )
    parts = [[here.start, here.end, there.start] for here, there in citation.excerpt.parts]
    for version in (policy.version, policy.rule_text.version):
        tables.execute(
            "INSERT INTO citations VALUES (?, ?, ?, ?) ON CONFLICT (policy) DO UPDATE SET"
            " source = excluded.source, edition = excluded.edition, parts = excluded.parts",
            (version, citation.source, digest, json.dumps(parts)),
        )


def cited(tables: Tables, policy: Policy) -> Citation | None:
    """What a policy quotes; None for one that was not drafted from a library.

    One that was edited since quotes what another with its text did.
    """
    for version in (policy.version, policy.rule_text.version):
        if (found := _cited_by(tables, version, policy)) is not None:
            return found
    return None


def _cited_by(tables: Tables, version: str, policy: Policy) -> Citation | None:
    found = tables.execute(
        "SELECT citations.source, parts, editions.title, editions.format, editions.notes,"
        " editions.text, editions.pieces, documents.id FROM citations"
        " JOIN editions ON editions.digest = edition"
        " LEFT JOIN documents ON documents.source = citations.source"
        " AND documents.text = editions.text WHERE policy = ?",
        (version,),
    ).fetchone()
    if found is None:
        return None
    source, parts, title, format, notes, text, pieces, current = found
    document = Document(title, format, text, unpacked_pieces(pieces), tuple(json.loads(notes)))
    spans = [
        (Span(start, end), Span(there, there + end - start))
        for start, end, there in json.loads(parts)
    ]
    return Citation(source, document, Excerpt(policy.rule_text, tuple(spans)), current)
