"""Two drafts of one text: where they agree and differ, and what to look at first."""

from dataclasses import replace

from tests.interview.rowing import QUESTION, rowing

from e3.policy.policy import Policy
from e3.studio.comparing import compare


def draft(yes_when: str, by: str, **fields: object) -> Policy:
    return replace(rowing(yes_when, **fields), drafted_by=by)


def test_the_same_draft_has_nothing_to_look_at() -> None:
    one = draft("swim and (boat or hired)", "a")
    found = compare(one, draft("swim and (boat or hired)", "b"))
    assert len(found.both) == 3
    assert found.only == ((), ())
    assert [each.alike for each in found.answers] == [1.0]
    assert found.look_first == ()


def test_a_rule_of_one_alone_is_told_with_how_many_it_decides_for() -> None:
    found = compare(draft("swim and (boat or hired)", "a"), draft("swim and boat", "b"))
    assert [rule.id for rule in found.only[0]] == ["hired"]
    # They differ for who swims, has no boat and has hired one: one of eight.
    assert found.answers[0].alike == 1 - 1 / 8
    [look] = found.look_first
    assert "a alone" in look
    assert "25%" in look


def test_opposite_sides_come_first() -> None:
    found = compare(draft("swim and not boat and hired", "a"), draft("swim and boat", "b"))
    assert "speaks for a yes in one draft and against it in the other" in found.look_first[0]
    assert "hired" in found.look_first[1]


def test_the_same_rules_joined_differently() -> None:
    found = compare(draft("swim and boat", "a"), draft("swim or boat", "b"))
    assert found.answers[0].alike == 0.5
    [look] = found.look_first
    assert "hang together differently" in look


def test_a_question_of_which_the_yes_means_the_opposite_is_no_difference() -> None:
    one = draft("swim and boat", "a")
    rules = tuple(
        replace(rule, question="Do you lack a boat?", yes_means=turned)
        if rule.id == "boat"
        else rule
        for rule in one.rules
        for turned in [type(rule.yes_means)("not met")]
    )
    other = replace(draft("swim and not boat", "b"), rules=rules)
    assert compare(one, other).answers[0].alike == 1.0
    assert compare(one, other).look_first == ()


def test_an_answer_of_one_alone() -> None:
    one = draft("swim", "a")
    other = replace(draft("swim", "b"), questions=(), irrelevant_questions=(QUESTION,))
    found = compare(one, other)
    assert found.answers[0].sentences[1] is None
    assert found.answers[0].alike is None
    assert "only a finds an answer" in found.look_first[0]
