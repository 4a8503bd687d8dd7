"""kill -9 while somebody edits and publishes: nothing acknowledged is lost, nothing is half there.

It is done as in tests/interview/test_journal_kill.py: a writer says what the studio acknowledged
until it is killed, then the store is opened anew and compared with what it had said.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from tests.interview.rowing import rowing
from tests.interview.test_journal_kill import Told, killed, nursery, say, warm

from e3.interview.journal import Journal
from e3.studio.policy_edits import Describe
from e3.studio.publishing import Words
from e3.studio.stored import NoSuchDraft
from e3.studio.studio import Studio

KILLS = 40


def title(seed: int, revision: int) -> str:
    """What a revision is called; some fill several pages of the database."""
    return f"{seed}/{revision} " + "x" * Random(f"{seed} {revision}").choice([1, 100])


def writer(file: str, seed: int) -> None:
    """Edits and publishes until it is killed; a version is named by its draft and a v."""
    random = Random(seed)
    say("alive", os.getpid())
    with Journal.open(file) as journal:
        studio = Studio.kept_in(journal.database)
        while True:
            draft = studio.drafts.create(rowing(title=title(seed, 1)))
            say("wrote", draft.id, 1)
            for base in range(1, random.randint(3, 10)):
                edit = Describe(title(seed, base + 1))
                draft = studio.drafts.edit(draft.id, edit, base=base)
                say("wrote", draft.id, draft.revision)
                if base % 2:
                    words = Words(f"a-{draft.id}", draft.policy.title)
                    made = studio.publications.publish(draft.id, words, base=draft.revision)
                    say("wrote", f"{draft.id}v", made.number)
            if random.random() < 0.3:
                say("deletes", draft.id)
                studio.drafts.delete(draft.id)
                say("deleted", draft.id)


def check(studio: Studio, told: Told) -> None:
    """All that was acknowledged is there and whole, and at most one thing more."""
    more = 0
    for id in (id for id in told.wrote if not id.endswith("v")):
        try:
            draft = studio.drafts.draft(id)
        except NoSuchDraft:
            assert id in told.deletes, "a draft is lost"
            continue
        assert id not in told.deleted, "a deleted draft is back"
        numbers = [each.number for each in studio.drafts.revisions(id)]
        assert numbers == list(range(draft.revision, 0, -1))
        for number in numbers:
            policy = studio.drafts.revision(id, number).policy
            assert policy == rowing(title=title(told.seed, number))
        versions = studio.publications.versions(id)
        assert [each.words.title for each in versions] == [each.policy.title for each in versions]
        assert draft.published == (versions[0].number if versions else None)
        more += draft.revision - told.wrote[id]
        more += len(versions) - told.wrote.get(f"{id}v", 0)
    assert more in (0, 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and kill -9")
def test_kills_while_a_draft_is_edited_and_published(tmp_path: Path) -> None:
    random = Random()
    file = tmp_path / "studio.db"
    all_told = []
    with warm("tests.studio.test_studio_kill") as process:
        for seed in range(KILLS):
            all_told.append(killed(process, file, seed, random))
            with Journal.open(file) as journal:
                check(Studio.kept_in(journal.database), all_told[-1])
    with Journal.open(file) as journal:
        for told in all_told:
            check(Studio.kept_in(journal.database), told)
    assert sum(len(told.wrote) for told in all_told) > KILLS / 2


if __name__ == "__main__":
    nursery(writer)
