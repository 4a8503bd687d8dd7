"""Contrasts: the same policy under a text of which a few words are changed."""

from typing import Any

import pytest

from e3.corpus.contrasts import (
    Contrast,
    DoesNotApply,
    Edit,
    contrast_faults,
    contrasted,
    contrasted_beside,
)
from e3.corpus.policies import corpus_policies, our_objects
from e3.errors import BadInput
from e3.policy.answers import Answer, State
from e3.policy.checking import checked
from e3.policy.logic import parse, written
from e3.policy.policy import Policy
from e3.policy.writing import policy_object
from e3.text import Span, question_key

TEXT = "You may row if you own a boat and you swim. Children may not row."
ROW = "May I row?"
FIELDS: dict[str, Any] = {
    "title": "Boats",
    "rule_text": TEXT,
    "rules": [
        {"id": "boat", "span": "you own a boat", "question": "Do you own a boat?", "yes": ["Yes."]},
        {"id": "swim", "span": "you swim", "question": "Do you swim?"},
        {"id": "child", "span": "Children", "question": "Are you a child?"},
    ],
    "questions": [{"question": ROW, "yes_when": "boat and swim and not child"}],
    "stories": [{"text": "I am seven and swim.", "settles": {"child": "yes", "swim": "yes"}}],
    "irrelevant_questions": ["May I fly?"],
}
[POLICY] = corpus_policies([FIELDS], source="here")


def one(**contrast: Any) -> Policy:
    [changed] = contrasted_beside(POLICY, {"contrasts": [contrast]})
    return changed


def spans(policy: Policy) -> dict[str, str]:
    return {rule.id: rule.span.of(policy.rule_text.text) for rule in policy.rules}


def test_the_text_and_the_logic_are_changed_and_the_rules_found_again() -> None:
    changed = one(edits=[["and you", "or you"]], yes_when="(boat or swim) and not child")
    assert changed.rule_text.text == TEXT.replace(" and ", " or ")
    assert [asked.question for asked in changed.questions] == [ROW]
    assert written(changed.questions[0].yes_when) == "(boat or swim) and not child"
    assert spans(changed) == spans(POLICY)
    assert (changed.title, changed.stories) == (POLICY.title, POLICY.stories)
    assert changed.irrelevant_questions == POLICY.irrelevant_questions
    assert changed.rules[0].statements == POLICY.rules[0].statements


def test_a_rule_that_the_edits_take_away_goes_and_with_it_what_stories_say_of_it() -> None:
    changed = one(edits=[[" Children may not row.", ""]], yes_when="boat and swim")
    assert spans(changed) == {"boat": "you own a boat", "swim": "you swim"}
    assert changed.stories[0].settles == {question_key("Do you swim?"): Answer.YES}
    assert checked(policy_object(changed)).policy == changed


def test_a_rule_that_the_logic_no_longer_needs_stays_where_it_stands() -> None:
    changed = one(edits=[["may not row", "may row too"]], yes_when="boat and swim")
    assert spans(changed) == spans(POLICY)


def test_the_writer_says_what_became_of_a_rule() -> None:
    changed = one(
        edits=[["you own a boat", "you do not own one"]],
        yes_when="not boat and swim and not child",
        spans={"boat": "you do not own one"},
    )
    assert spans(changed)["boat"] == "you do not own one"
    assert changed.rule("boat").yes_means is State.NOT_MET, "a not came into it"
    assert changed.rule("swim").yes_means is State.MET


def test_edits_are_made_one_after_the_other() -> None:
    changed = one(
        edits=[["boat and", "ship or"], ["own a ship or you", "own a ship or a crew or you"]],
        yes_when="(boat or swim) and not child",
        spans={"boat": "you own a ship"},
    )
    assert changed.rule_text.text.startswith("You may row if you own a ship or a crew or you swim.")
    assert spans(changed) == {"boat": "you own a ship", "swim": "you swim", "child": "Children"}


def test_another_question() -> None:
    changed = one(edits=[["may row", "may not row"]], yes_when="not boat", question="May I go?")
    assert changed.questions[0].question == "May I go?"


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (Edit(Span(2, 4), "abcd"), Span(12, 22)),  # before it
        (Edit(Span(10, 10), "not "), Span(14, 24)),
        (Edit(Span(20, 20), " or more"), Span(10, 20)),
        (Edit(Span(25, 30), ""), Span(10, 20)),
        (Edit(Span(12, 14), ""), Span(10, 18)),  # within it
        (Edit(Span(10, 20), "another"), Span(10, 17)),
        (Edit(Span(5, 12), "xyz"), Span(8, 16)),  # over its start
        (Edit(Span(18, 25), "xyz"), Span(10, 18)),
        (Edit(Span(5, 25), "xyz"), None),
        (Edit(Span(10, 20), ""), None),
    ],
)
def test_where_a_span_is_after_an_edit(edit: Edit, found: Span | None) -> None:
    assert edit.moved(Span(10, 20)) == found


def test_of_two_places_with_the_same_words_it_is_the_rules_own() -> None:
    text = "You swim? You may row if you swim. You may dive if you swim."
    fields = {
        "title": "Twice",
        "rule_text": text,
        "rules": [
            {"id": "swim", "span": "you swim", "occurrence": 2, "question": "Do you swim?"},
        ],
        "questions": [{"question": "May I dive?", "yes_when": "swim"}],
    }
    [policy] = corpus_policies([fields], source="here")
    contrast = Contrast((Edit(Span(10, 35), ""),), parse("not swim"), "May I dive?")
    [rule] = contrasted(policy, contrast).rules
    assert rule.span == Span(26, 34)


def test_a_rule_that_is_needed_and_gone() -> None:
    contrast = Contrast((Edit(Span(44, len(TEXT)), ""),), parse("boat or child"), ROW)
    with pytest.raises(DoesNotApply, match="the rule 'child' is not found again"):
        contrasted(POLICY, contrast)


@pytest.mark.parametrize(
    ("contrast", "message"),
    [
        (3, "should be a JSON object"),
        ({"yes_when": "boat"}, "edits: "),
        ({"edits": [], "yes_when": "boat"}, "edits: "),
        ({"edits": [["you", "we"]], "yes_when": "boat"}, "edits: it stands 2 times in the text"),
        ({"edits": [["fly", "go"]], "yes_when": "boat"}, "edits: it stands 0 times in the text"),
        ({"edits": [["own", "have"]], "yes_when": "ship"}, "there is no rule 'ship'"),
        ({"edits": [["own", "have"]], "yes_when": "boat and"}, "can't be read as logic"),
        ({"edits": [["own", "have"]], "yes_when": "boat", "of": 1}, "of: there are 1 questions"),
        ({"edits": [[" you swim", ""]], "yes_when": "swim"}, "the rule 'swim' is not found again"),
        ({"edits": [["own", "have"]], "yes_when": "boat", "span": {}}, "span: "),
    ],
    ids=range(10),
)
def test_what_is_wrong_with_a_contrast_is_named(contrast: Any, message: str) -> None:
    value = {"contrasts": [contrast]}
    with pytest.raises(BadInput) as caught:
        list(contrasted_beside(POLICY, value))
    assert str(caught.value).startswith(f"Boats: contrasts[0]: {message}")
    [fault] = contrast_faults(POLICY, value)
    assert fault.place == ("contrasts", 0)
    assert fault.sentence.startswith(message)


@pytest.mark.parametrize(
    ("yes_when", "message"),
    [
        ("not (child or not (swim and boat))", "it changes nothing: the logic is as before"),
        ("boat or not boat", "the answer is always yes"),
        ("boat or (swim and not swim)", "rule 'swim' makes no difference"),
    ],
)
def test_logic_that_can_not_be_meant(yes_when: str, message: str) -> None:
    value = {"contrasts": [{"edits": [["boat", "ship"]], "yes_when": yes_when}]}
    [fault] = contrast_faults(POLICY, value)
    assert fault.sentence.startswith(message)


def test_the_contrasts_of_our_pages_can_all_be_made() -> None:
    objects = our_objects("pages")
    made = 0
    for page, value in zip(corpus_policies(objects, source="pages"), objects, strict=True):
        assert not list(contrast_faults(page, value)), page.title
        changed = list(contrasted_beside(page, value))
        assert all(each.rule_text != page.rule_text for each in changed), page.title
        made += len(changed)
    assert made == 8_771
