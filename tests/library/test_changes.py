"""When a document changes, the sentences of a policy that it does not have any more are told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.library.making import open_library

from e3.drafting.form import FormDrafter
from e3.library.asking import draft_from
from e3.library.changes import Changes
from e3.library.citations import Citation, located
from e3.library.library import Library
from e3.library.uploads import put_text
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText

TEXT = """# Cards

You can get a card if:

* you live in Ashby
* you owe us no fine

Ask at the desk.

# Rooms

You can have a room if you have a card."""


def drafted(library: Library) -> Policy:
    entry = put_text(library, "Cards", TEXT)
    made = draft_from(library, entry, "Can I get a card?", drafter=FormDrafter())
    library.cite(made.policy, made.citation)
    return made.policy


def after(library: Library, policy: Policy, *edits: tuple[str, str]) -> Changes | None:
    text = TEXT
    for before, now in edits:
        assert before in text
        text = text.replace(before, now)
    put_text(library, "Cards", text)
    return library.changes(policy)


def clauses(policy: Policy, changes: Changes) -> list[tuple[str, list[str], str | None]]:
    text = policy.rule_text.text
    words = {rule.id: rule.span.of(text) for rule in policy.rules}
    return [
        (each.span.of(text), [words[rule] for rule in each.rules], each.now)
        for each in changes.changed
    ]


def test_nothing_is_told_of_a_document_that_is_the_same(library_at: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        assert library.changes(policy) is None
        assert library.changes(replace(policy, rule_text=RuleText("Of my own."))) is None


def test_a_clause_with_other_words(library_at: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        found = after(library, policy, ("live in Ashby", "live in Ashby or Birch"))
        assert found is not None
        assert found.matter
        assert clauses(policy, found) == [
            ("* you live in Ashby", ["you live in Ashby"], "* you live in Ashby or Birch")
        ]
        assert (found.added, found.elsewhere) == ((), 0)


def test_what_leads_to_clauses_concerns_them(library_at: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        found = after(library, policy, ("a card if:", "a card if one of these is so:"))
        assert found is not None
        ((_, rules, now),) = clauses(policy, found)
        assert rules == ["you live in Ashby", "you owe us no fine"]
        assert now == "You can get a card if one of these is so:"


def test_a_clause_that_is_gone_and_one_that_is_new(library_at: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        found = after(
            library, policy, ("* you owe us no fine\n", ""), ("desk.", "desk. Bring proof of it.")
        )
        assert found is not None
        assert [now for *_, now in clauses(policy, found)] == [None]
        assert found.added == ("Bring proof of it.",)


def test_what_moved_or_is_set_otherwise_is_the_same(library_at: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        cards, rooms = TEXT.split("# Rooms")
        put_text(library, "Cards", f"# Rooms{rooms}\n\n{cards.replace('* ', '- ')}")
        found = library.changes(policy)
        assert found is not None
        assert not found.matter


def test_other_parts_of_a_document_do_not_matter(library_at: str) -> None:
    with open_library(library_at) as library:
        entry = put_text(library, "Cards", TEXT)
        made = draft_from(library, entry, "Can I get a card?", drafter=FormDrafter())
        # Only the first section was read.
        text = RuleText(TEXT.split("\n\n# Rooms", maxsplit=1)[0])
        policy = replace(made.policy, rule_text=text)
        document = made.citation.document
        library.cite(policy, Citation("sent:Cards", document, located(text, document)))
        found = after(library, policy, ("have a card.", "have a card. Dogs stay out."))
        assert found is not None
        assert (found.matter, found.elsewhere) == (False, 1)


def test_a_removed_document_is_told(library_at: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        (entry,) = library.documents()
        library.remove(entry.id)
        found = library.changes(policy)
        assert found is not None
        assert found.matter
        assert found.document is None


def test_who_edits_rules_quotes_the_same_document(library_at: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        fewer = replace(policy, rules=policy.rules[:1], questions=())
        assert fewer.version != policy.version
        cited = library.cited(fewer)
        assert cited is not None
        assert cited.quoted(fewer.rules[0].span) == "you live in Ashby"


@pytest.mark.parametrize("own", ["You can swim.", "* you live in Ashby"])
def test_a_text_is_located_where_it_stands(library_at: str, own: str) -> None:
    with open_library(library_at) as library:
        policy = drafted(library)
        cited = library.cited(policy)
        assert cited is not None
        text = RuleText(f"{own}\n\nAsk at the desk.")
        for here, there in located(text, cited.document).parts:
            assert here.of(text.text) == there.of(TEXT)


def test_a_long_document_that_is_wholly_another(library_at: str) -> None:
    long = "\n\n".join(f"You can get card {number} if you ask." for number in range(900))
    with open_library(library_at) as library:
        entry = put_text(library, "Cards", long)
        made = draft_from(library, entry, "Can I get a card?", drafter=FormDrafter())
        library.cite(made.policy, made.citation)
        put_text(library, "Cards", long.replace("get card", "have the key"))
        found = library.changes(made.policy)
        assert found is not None
        assert found.matter
