"""What is published: versions at an address, interviews that keep theirs, numbers of nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.interview.rowing import StoryReader, rowing
from tests.interview.test_journal import server, where  # noqa: F401 - fixtures
from tests.serve.policies import RowingDrafter

from e3 import Answer
from e3.interview.journal import Journal, NoSuchInterview
from e3.interview.moves import ChangeAnswer, GiveAnswer
from e3.serve.service import Service
from e3.studio.editing import EditRefused
from e3.studio.logic_edits import DenyNode
from e3.studio.publishing import (
    AddressRefused,
    AddressTaken,
    NothingAnswered,
    NotPublished,
    Words,
    suggested_address,
)
from e3.studio.question_edits import DeleteQuestion
from e3.studio.stored import EditConflict, NoSuchDraft
from e3.studio.studio import Studio

WORDS = Words("rowing", "May you row?", yes="Come **in**.")
YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN


@pytest.fixture
def service(where: str) -> Iterator[Service]:  # noqa: F811
    with Journal.open(where) as journal:
        yield Service(StoryReader(), RowingDrafter(), journal, "m")


@pytest.fixture
def studio(service: Service) -> Studio:
    return service.studio


def begin(service: Service, *answers: Answer) -> str:
    kept = service.begin_published("rowing", "May I row?")
    for answer in answers:
        kept = service.move(kept.id, GiveAnswer(answer))
    return kept.id


def test_a_version_never_changes(studio: Studio) -> None:
    draft = studio.drafts.create(rowing())
    first = studio.publications.publish(draft.id, WORDS, base=1, by="ada")
    assert (first.number, first.revision, first.by, first.words) == (1, 1, "ada", WORDS)
    again = studio.publications.publish(draft.id, WORDS, base=1, by="bo")
    assert again == first
    studio.drafts.edit(draft.id, DenyNode("0.0"), base=1)
    assert studio.publications.published("rowing") == first
    with pytest.raises(EditConflict):
        studio.publications.publish(draft.id, WORDS, base=1)
    second = studio.publications.publish(draft.id, WORDS, base=2)
    assert studio.publications.versions(draft.id) == (second, first)
    assert studio.publications.published("rowing") == second
    assert [each.version for each in studio.drafts.revisions(draft.id)] == [2, 1]


def test_an_address_is_one_drafts(studio: Studio) -> None:
    one, other = (studio.drafts.create(rowing()) for _ in range(2))
    studio.publications.publish(one.id, WORDS, base=1)
    with pytest.raises(AddressTaken):
        studio.publications.publish(other.id, WORDS, base=1)
    for address in ("", "Rowing", "a b", "-a", "../x", "a" * 61):
        with pytest.raises(AddressRefused):
            studio.publications.publish(other.id, Words(address, "T"), base=1)
    for site in ("javascript:alert(1)", "https://a.org/path", "https://a b", "*", "https://a;b"):
        with pytest.raises(EditRefused):
            studio.publications.publish(other.id, Words("x", "T", embed=(site,)), base=1)
    with pytest.raises(EditRefused):
        studio.publications.publish(other.id, Words("x", " "), base=1)
    studio.publications.unpublish(one.id)
    with pytest.raises(NotPublished):
        studio.publications.published("rowing")
    with pytest.raises(AddressTaken):
        studio.publications.publish(other.id, WORDS, base=1)
    studio.drafts.delete(one.id)
    assert studio.publications.publish(other.id, WORDS, base=1).number == 1
    for address in ("ä", "a\0b", "nowhere"):
        with pytest.raises(NotPublished):
            studio.publications.published(address)


def test_what_answers_nothing_is_not_published(studio: Studio) -> None:
    draft = studio.drafts.create(rowing())
    studio.drafts.edit(draft.id, DeleteQuestion(0), base=1)
    with pytest.raises(NothingAnswered):
        studio.publications.publish(draft.id, WORDS, base=2)


def test_a_running_interview_keeps_its_version(service: Service, studio: Studio) -> None:
    draft = studio.drafts.create(rowing())
    studio.publications.publish(draft.id, WORDS, base=1)
    id = begin(service, YES)
    assert not service.visit("rowing", id).is_outdated
    studio.drafts.edit(draft.id, DenyNode("0.0"), base=1)
    studio.publications.publish(draft.id, Words("rowing-now", "New"), base=2)
    visit = service.visit("rowing", id)
    assert (visit.is_outdated, visit.newest, visit.now_at) == (True, 2, "rowing-now")
    assert visit.version.words == WORDS
    assert service.move(id, GiveAnswer(YES)).interview.explain().outcome == "yes"
    studio.publications.unpublish(draft.id)
    visit = service.visit("rowing", id)
    assert (visit.is_outdated, visit.newest, visit.now_at) == (False, None, None)
    assert service.look(id).interview.policy.version == visit.version.policy.version


def test_an_interview_is_found_only_where_it_was_begun(service: Service, studio: Studio) -> None:
    draft = studio.drafts.create(rowing())
    studio.publications.publish(draft.id, WORDS, base=1)
    id = begin(service)
    elsewhere = service.ask_instead(id, 0).id
    assert service.visit("rowing", elsewhere).version.number == 1
    for address, interview in (("other", id), ("rowing", "0" * 32)):
        with pytest.raises(NoSuchInterview):
            service.visit(address, interview)


def test_numbers_tell_of_nobody(service: Service, studio: Studio) -> None:
    draft = studio.drafts.create(rowing())
    studio.publications.publish(draft.id, WORDS, base=1)
    begin(service, NO)
    gone = begin(service, YES, YES)
    begin(service, YES, UNKNOWN)
    begin(service, UNKNOWN, UNKNOWN)
    changed = begin(service, NO)
    service.move(changed, ChangeAnswer(0, YES))
    service.begin_published("rowing", "Is there cheese?")
    service.delete(gone)
    studio.drafts.edit(draft.id, DenyNode("0.0"), base=1)
    studio.publications.publish(draft.id, WORDS, base=2)
    begin(service)
    numbers = studio.publications.numbers(draft.id)
    ended = {"yes": 1, "no": 1, "cannot tell": 1, "not answered": 1}
    assert (numbers.begun, numbers.open, numbers.ended) == (7, 3, ended)
    left = {each.rule: each.count for each in numbers.left_at}
    assert left == {"hired": 1, "boat": 1, "swim": 1}
    unknown = [(each.rule, each.question, each.count) for each in numbers.not_known]
    assert unknown[0] == ("boat", "Do you own a boat?", 2)
    assert studio.publications.numbers(draft.id, 2).begun == 1
    assert studio.publications.visit(gone) is None


def test_with_a_draft_go_the_interviews_begun_at_it(service: Service, studio: Studio) -> None:
    draft = studio.drafts.create(rowing())
    studio.publications.publish(draft.id, WORDS, base=1)
    id = begin(service, YES)
    other = service.begin_published("rowing", "May I row?").id
    studio.drafts.delete(draft.id)
    for each in (id, other):
        with pytest.raises(NoSuchInterview):
            service.look(each)
    with pytest.raises(NoSuchDraft):
        studio.publications.numbers(draft.id)


def test_an_address_of_a_title() -> None:
    assert suggested_address("  Bücher & Ausweise: 2026!") == "bucher-ausweise-2026"
    assert suggested_address("船") == "policy"
