"""What is in a library and what was found, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from e3.cli.draft_report import draft_report
from e3.cli.output import table
from e3.documents.document import Document, Place, where
from e3.documents.sections import sections
from e3.harmless import one_line
from e3.library.asking import LibraryDraft
from e3.library.choosing import NotInLibrary, Unclear
from e3.library.citations import Citation
from e3.library.entries import DocumentEntry, FoundPassage, Search, StoredDocument
from e3.library.library import Library
from e3.text import Span

_LETTERS = 300
"""Of a passage that a list of results shows."""


def entry_json(entry: DocumentEntry) -> dict[str, Any]:
    """A document without its text."""
    flat = asdict(entry)
    original = flat.pop("original")
    return {**flat, "digest": original["digest"], "bytes": original["size"]}


def document_list(entries: Sequence[DocumentEntry]) -> str:
    """The documents, a line each."""
    rows = [["", "title", "format", "passages", "read", "from"]]
    rows += [
        [str(e.id), one_line(e.title), e.format, str(e.passages), e.read[:10], one_line(e.source)]
        for e in entries
    ]
    return table(rows, right=[0, 3])


def document_report(stored: StoredDocument) -> str:
    """What a document is, and its contents with their places."""
    entry, document = stored.entry, stored.document
    lines = [
        one_line(entry.title),
        f"{entry.format} from {one_line(entry.source)}, read on {entry.read[:10]},"
        f" {entry.passages} passages, {len(document.text):,} characters",
        *(f"Note: {one_line(note)}." for note in entry.notes),
    ]
    contents = [
        f"{'  ' * len(section.path)}{one_line(section.path[-1])}"
        f"  ({where(document.places(section.title.span)[:1])})"
        for section in sections(document.rule_text)
        if section.title is not None
    ]
    return "\n".join([*lines, *(["", "Contents:", *contents] if contents else [])])


def document_json(stored: StoredDocument) -> dict[str, Any]:
    """A document with its text, and the place of each passage."""
    document = stored.document
    return {
        **entry_json(stored.entry),
        "text": document.text,
        "sections": [
            {"path": each.path, "title": _span(each.title.span), "places": places}
            for each in sections(document.rule_text)
            if each.title is not None
            for places in [_places(document.places(each.title.span))]
        ],
        "contents": [
            {"path": each.path, "spans": [_span(span) for span in each.spans]}
            for each in stored.passages
        ],
    }


def found_report(library: Library, search: Search) -> str:
    """The passages that were found, the nearest first."""
    parts = []
    documents = _documents(library, search)
    for number, found in enumerate(search.found, start=1):
        document = documents[found.document.id]
        titles = dict.fromkeys((found.document.title, *found.passage.path))
        shown = one_line(found.text)
        cut = shown if len(shown) <= _LETTERS else f"{shown[:_LETTERS].rsplit(' ', 1)[0]} …"
        at = where(_passage_places(document, found)[:1])
        head = " › ".join(one_line(title) for title in titles)
        parts.append(f"{number}  {head}\n   {at} of {one_line(found.document.source)}\n   {cut}")
    return "\n\n".join(parts)


def found_json(library: Library, search: Search) -> dict[str, Any]:
    """The same for programs, with all places."""
    documents = _documents(library, search)
    return {
        "searched_by": "words and meaning" if search.by_meaning else "words",
        "found": [
            {
                "document": found.document.id,
                "title": found.document.title,
                "source": found.document.source,
                "path": found.passage.path,
                "score": found.score,
                "text": found.text,
                "spans": [_span(span) for span in found.passage.spans],
                "places": _places(_passage_places(documents[found.document.id], found)),
            }
            for found in search.found
        ],
    }


def choice_report(choice: Unclear | NotInLibrary) -> str:
    """What a person is told where no document is likely to be the right one."""
    rows = [[str(e.id), one_line(e.title), one_line(e.source)] for e in choice.documents]
    documents = table(rows, indent="  ")  # titles may be the same, and say little
    if isinstance(choice, NotInLibrary):
        return f"This is not in this library. The nearest are:\n{documents}"
    again = "Ask again with --in and the number of one. None of these? Then it is not here."
    return f"Which of these do you mean?\n{documents}\n{again}"


def choice_json(choice: Unclear | NotInLibrary) -> dict[str, Any]:
    """The same for programs."""
    named = "nearest" if isinstance(choice, NotInLibrary) else "which"
    return {named: [entry_json(entry) for entry in choice.documents]}


def ask_report(drafted: LibraryDraft) -> str:
    """A draft over passages, with the place of each rule in the original."""
    policy = drafted.policy
    citation = drafted.citation
    lines = [f"From {one_line(drafted.entry.source)}, {_what_was_read(citation)}.", ""]
    if policy.rules:
        rows = [
            [
                str(number),
                where(citation.places(rule.span)),
                one_line(citation.quoted(rule.span)),
            ]
            for number, rule in enumerate(policy.rules, start=1)
        ]
        lines += ["Where the rules stand:", table(rows, right=[0], indent="  "), ""]
    return "\n".join([*lines, draft_report(policy)])


def _what_was_read(citation: Citation) -> str:
    read = [span for _, span in citation.excerpt.parts]
    if read == [Span(0, len(citation.document.text))]:
        return "read whole"
    begin = where(place for span in read for place in citation.document.places(span)[:1])
    return f"read for this question: {begin}"


def ask_json(drafted: LibraryDraft, policy: Any) -> dict[str, Any]:
    """The same for programs."""
    citation = drafted.citation
    return {
        "document": entry_json(drafted.entry),
        "read": [_span(span) for _, span in citation.excerpt.parts],
        "policy": policy,
        "rules": [
            {
                "id": rule.id,
                "quoted": citation.quoted(rule.span),
                "spans": [_span(span) for span in citation.spans(rule.span)],
                "places": _places(citation.places(rule.span)),
            }
            for rule in drafted.policy.rules
        ],
    }


def _documents(library: Library, search: Search) -> dict[int, Document]:
    """The documents that passages are from, each read once."""
    ids = {found.document.id for found in search.found}
    return {id: library.document(id).document for id in ids}


def _passage_places(document: Document, found: FoundPassage) -> list[Place]:
    return [place for span in found.passage.spans for place in document.places(span)]


def _span(span: Span) -> list[int]:
    return [span.start, span.end]


def _places(places: Iterable[Place]) -> list[dict[str, Any]]:
    """Without what a format does not have."""
    return [{key: value for key, value in asdict(place).items() if value} for place in places]
