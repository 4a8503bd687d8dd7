"""Drafts that are kept: edits, undo, two editors at once, deletion; on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.interview.rowing import rowing
from tests.interview.test_journal import server, where  # noqa: F401 - fixtures

from e3.interview.journal import Journal
from e3.policy.logic import written
from e3.studio.drafts import Drafts
from e3.studio.editing import EditRefused, NothingToDo
from e3.studio.logic_edits import ChangeGroup, DenyNode, SetFormula
from e3.studio.policy_edits import Describe
from e3.studio.rule_edits import DeleteRule, RewordRule
from e3.studio.stored import Draft, EditConflict, NoSuchDraft, NoSuchRevision


@pytest.fixture
def journal(where: str) -> Iterator[Journal]:  # noqa: F811
    with Journal.open(where) as journal:
        yield journal


@pytest.fixture
def drafts(journal: Journal) -> Drafts:
    return Drafts(journal.database)


def logic(draft: Draft) -> str:
    return written(draft.policy.questions[0].yes_when)


def test_every_edit_is_a_revision(drafts: Drafts, where: str) -> None:  # noqa: F811
    draft = drafts.create(rowing(), by="ada")
    draft = drafts.edit(draft.id, DenyNode("0.0"), base=1, by="bo")
    assert (draft.revision, draft.changed_by, logic(draft)) == (
        *(2, "bo"),
        "not swim and (boat or hired)",
    )
    with Journal.open(where) as other:
        assert Drafts(other.database).draft(draft.id) == draft
    first, second = reversed(drafts.revisions(draft.id))
    assert (first.number, first.parent, first.by, second.parent) == (1, None, "ada", 1)
    before = drafts.revision(draft.id, 1)
    assert (before.policy, before.edit) == (rowing(), None)
    assert drafts.revision(draft.id, 2).edit == DenyNode("0.0")


def test_the_history_names_rules_by_their_clauses(drafts: Drafts) -> None:
    draft = drafts.create(rowing())
    draft = drafts.edit(draft.id, RewordRule("boat", "Is a boat yours?"), base=1)
    assert draft.what == "The rule “you own a boat” is asked in other words: “Is a boat yours?”"
    draft = drafts.edit(draft.id, DeleteRule("boat"), base=2)
    assert draft.what == "The rule “you own a boat” was deleted."


def test_undo_and_redo_go_along_the_history(drafts: Drafts) -> None:
    draft = drafts.create(rowing())
    assert not draft.can_undo
    draft = drafts.edit(draft.id, DenyNode("0.0"), base=1)
    draft = drafts.edit(draft.id, ChangeGroup("0", "any"), base=2)
    draft = drafts.undo(draft.id, base=3)
    assert (draft.revision, draft.can_redo) == (2, True)
    draft = drafts.undo(draft.id, base=2)
    with pytest.raises(NothingToDo):
        drafts.undo(draft.id, base=1)
    draft = drafts.edit(draft.id, SetFormula(0, "swim"), base=1)
    assert (draft.revision, draft.can_redo) == (4, False)
    with pytest.raises(NothingToDo):
        drafts.redo(draft.id, base=4)
    # What was undone is in the history still.
    assert logic(drafts.restore(draft.id, 3, base=4)) == "not swim or boat or hired"


def test_of_two_editors_both_are_kept(drafts: Drafts) -> None:
    draft = drafts.create(rowing())
    theirs = drafts.edit(draft.id, DenyNode("0.0"), base=1, by="ada")
    with pytest.raises(EditConflict) as conflict:
        drafts.edit(draft.id, SetFormula(0, "boat"), base=1, by="bo")
    assert (conflict.value.head, conflict.value.kept) == (2, 3)
    assert drafts.draft(draft.id) == theirs
    mine = drafts.revision(draft.id, 3)
    assert (mine.summary.beside, mine.summary.by, mine.summary.parent) == (True, "bo", 1)
    # The change is made on theirs, or taken instead of it.
    assert mine.edit is not None
    both = drafts.edit(draft.id, mine.edit, base=2)
    assert logic(both) == "boat"
    assert logic(drafts.restore(draft.id, 2, base=both.revision)) == logic(theirs)
    with pytest.raises(EditConflict) as conflict:
        drafts.undo(draft.id, base=1)
    assert conflict.value.kept is None


def test_what_is_kept_beside_is_not_redone(drafts: Drafts) -> None:
    draft = drafts.create(rowing())
    drafts.edit(draft.id, DenyNode("0.0"), base=1)
    with pytest.raises(EditConflict):
        drafts.edit(draft.id, SetFormula(0, "boat"), base=1)
    assert drafts.redo(draft.id, base=drafts.undo(draft.id, base=2).revision).revision == 2


def test_the_same_edit_again_is_acknowledged_again(drafts: Drafts) -> None:
    draft = drafts.create(rowing())
    edits = [drafts.edit(draft.id, DenyNode("0.0"), base=1) for _ in range(3)]
    assert [each.revision for each in edits] == [2, 2, 2]


def test_many_edit_at_once_and_none_is_lost(drafts: Drafts) -> None:
    draft = drafts.create(rowing())

    def edit(number: int) -> str:
        for base in range(1, 100):
            try:
                drafts.edit(draft.id, Describe(f"Rowing {number}"), base=base)
            except (EditConflict, NoSuchRevision):
                continue
            break
        return f"Rowing {number}"

    with ThreadPoolExecutor(6) as pool:
        titles = set(pool.map(edit, range(6)))
    kept = drafts.revisions(draft.id)
    assert titles <= {drafts.revision(draft.id, each.number).policy.title for each in kept}
    assert [each.number for each in kept] == list(range(len(kept), 0, -1))


def test_what_is_refused_leaves_nothing_behind(drafts: Drafts) -> None:
    draft = drafts.create(rowing())
    with pytest.raises(EditRefused):
        drafts.edit(draft.id, SetFormula(0, "sail"), base=1)
    with pytest.raises(NoSuchRevision):
        drafts.edit(draft.id, DenyNode("0"), base=7)
    assert len(drafts.revisions(draft.id)) == 1
    for id in ("0" * 32, "../x", "ä\0"):
        with pytest.raises(NoSuchDraft):
            drafts.draft(id)


def test_lists_copies_and_deletes(drafts: Drafts) -> None:
    first = drafts.create(rowing(title="First"))
    second = drafts.duplicate(first.id, by="ada")
    drafts.edit(first.id, Describe("Again first"), base=1)
    assert [each.title for each in drafts.list()] == ["Again first", "First"]
    assert [each.id for each in drafts.list(before=first.id)] == [second.id]
    assert len(drafts.list(limit=1)) == 1
    assert second.policy == first.policy
    drafts.delete(first.id)
    with pytest.raises(NoSuchDraft):
        drafts.draft(first.id)
    assert drafts.draft(second.id) == second  # they had one text


def test_no_byte_of_what_was_deleted_is_left(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "studio.db") as journal:
        drafts = Drafts(journal.database)
        text = "You may row if you know the word a1b2c3."
        draft = drafts.create(rowing(rule_text=text, rules=[], questions=[]))
        drafts.edit(draft.id, Describe("The word d4e5f6"), base=1)
        drafts.delete(draft.id)
        content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert not any(word in content for word in (b"a1b2c3", b"d4e5f6"))


def test_who_wants_is_told_before_it_is_acknowledged(journal: Journal) -> None:
    told: list[int] = []
    drafts = Drafts(journal.database, lambda draft: told.append(draft.revision))
    draft = drafts.create(rowing())
    drafts.edit(draft.id, DenyNode("0"), base=1)
    drafts.undo(draft.id, base=2)
    assert told == [1, 2, 1]
