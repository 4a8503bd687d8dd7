"""Edits of a policy: what each does to its rules, its logic and its cases."""

from __future__ import annotations

from datetime import date

import pytest
from tests.interview.rowing import TEXT, rowing, span_of

from e3 import Answer, Policy
from e3.policy.answers import State
from e3.policy.logic import written
from e3.policy.parsing import parse_policy
from e3.policy.policy import ExamplePerson
from e3.studio import case_edits, logic_edits, policy_edits, question_edits, rule_edits
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit, edit_object, edit_of, edited

LOGIC = "swim and (boat or hired)"


def logic(policy: Policy, question: int = 0) -> str:
    return written(policy.questions[question].yes_when)


def after(*edits: Edit, yes_when: str = LOGIC) -> Policy:
    policy = rowing(yes_when)
    for edit in edits:
        policy = edited(policy, edit)
    return policy


def refusal(*edits: Edit) -> str:
    with pytest.raises(EditRefused) as refused:
        after(*edits)
    return str(refused.value)


@pytest.mark.parametrize(
    ("edit", "becomes"),
    [
        (logic_edits.MoveNodes(("0.0",), "0.1"), "boat or hired or swim"),
        (logic_edits.MoveNodes(("0.1.0",), "0"), "swim and hired and boat"),
        (logic_edits.MoveNodes(("0.1.0",), "0", at=0), "boat and swim and hired"),
        (logic_edits.MoveNodes(("0.0",), "0.1.1"), "boat or (hired and swim)"),
        (logic_edits.MoveNodes(("0.1.0", "0.1.1"), "0.1"), LOGIC),
        (logic_edits.MoveNodes(("0.0", "0.1.1"), "0.1.0"), "boat and swim and hired"),
        (logic_edits.GroupNodes(("0.0", "0.1.1"), "any"), "(swim or hired) and boat"),
        (logic_edits.GroupNodes(("0.0", "0.1"), "any"), "swim or boat or hired"),
        (logic_edits.GroupNodes(("0.1.0", "0.1.1"), "all"), "swim and boat and hired"),
        (
            logic_edits.GroupNodes(("0.0", "0.1.1"), "all", denied=True),
            "not (swim and hired) and boat",
        ),
        (logic_edits.SetApart("0.1.1", "all"), "swim and boat and hired"),
        (logic_edits.SetApart("0.1.1", "any"), "(swim and boat) or hired"),
        (logic_edits.ChangeGroup("0", "any"), "swim or boat or hired"),
        (logic_edits.ChangeGroup("0.1", "all"), "swim and boat and hired"),
        (logic_edits.DenyNode("0.1"), "swim and not (boat or hired)"),
        (logic_edits.DenyNode("0"), "not (swim and (boat or hired))"),
        (logic_edits.Ungroup("0.1"), "swim and boat and hired"),
        (logic_edits.RemoveNode("0.1.1"), "swim and boat"),
        (logic_edits.RemoveNode("0.1"), "swim"),
        (
            logic_edits.SetFormula(0, "not not swim and (boat and (hired))"),
            "swim and boat and hired",
        ),
        (rule_edits.DeleteRule("boat"), "swim and hired"),
        (rule_edits.RenameRule("boat", "own"), "swim and (own or hired)"),
        (rule_edits.TurnRule("boat"), "swim and (not boat or hired)"),
        (rule_edits.MergeRules(("boat", "hired")), "swim and boat"),
    ],
)
def test_what_becomes_of_the_logic(edit: Edit, becomes: str) -> None:
    assert logic(after(edit)) == becomes


def test_a_not_is_taken_away_again() -> None:
    turned = after(logic_edits.DenyNode("0.1.0"))
    assert logic(turned) == "swim and (not boat or hired)"
    assert logic(edited(turned, logic_edits.DenyNode("0.1.0"))) == LOGIC
    assert logic(edited(turned, logic_edits.Ungroup("0.1.0"))) == LOGIC


def test_a_part_of_the_text_becomes_a_rule_that_is_asked_for() -> None:
    span = span_of(" on the lake ")
    policy = after(rule_edits.AddRule(span.start, span.end, "Is it on the lake?", into="0"))
    new = policy.rules[0]
    assert (new.id, new.span.of(TEXT), new.question) == ("r1", "on the lake", "Is it on the lake?")
    assert logic(policy) == "r1 and swim and (boat or hired)"  # in the order of the text
    asked = after(
        rule_edits.DeleteRule("swim"), rule_edits.AddRule(*_ends("you can swim"), into="0")
    )
    assert asked.rules[0].question == "Can you swim?"


def _ends(part: str) -> tuple[int, int]:
    span = span_of(part)
    return span.start, span.end


def test_a_rule_that_no_logic_needs_is_only_doubtful() -> None:
    assert len(after(rule_edits.AddRule(*_ends("on the lake"), "Is it on the lake?")).rules) == 4


def test_a_rule_is_split_where_it_was_cut() -> None:
    text = "You get it if you are 60 and live in Ashby."
    fields = {"id": "a", "span": "you are 60 and live in Ashby", "question": "Is it so?"}
    policy = parse_policy(
        {
            "title": "A",
            "rule_text": text,
            "rules": [fields, {"id": "b", "span": "You get it", "question": "Do you want it?"}],
            "questions": [{"question": "Do I get it?", "yes_when": "b and not a"}],
            "people": [{"name": "Ann", "answers": {"a": "no", "b": "yes"}, "gets": "yes"}],
        }
    )
    split = edited(policy, rule_edits.SplitRule("a", text.index("and"), "any"))
    assert [rule.span.of(text) for rule in split.rules[1:]] == ["you are 60", "and live in Ashby"]
    assert logic(split) == "b and not (a or r1)"
    assert split.people[0].answers == {"b": Answer.YES}
    with pytest.raises(EditRefused, match="within its span"):
        edited(policy, rule_edits.SplitRule("a", 0))


def test_a_merged_rule_covers_both_and_is_asked_anew() -> None:
    merged = after(rule_edits.MergeRules(("boat", "hired"))).rule("boat")
    assert merged.span.of(TEXT).startswith("you own a boat, or")
    assert merged.span.of(TEXT).endswith("from the club")


def test_a_span_moves_and_the_question_stays() -> None:
    moved = after(rule_edits.MoveSpan("boat", *_ends("own a boat"))).rule("boat")
    assert (moved.span.of(TEXT), moved.question) == ("own a boat", "Do you own a boat?")


def test_a_yes_means_the_opposite_and_the_clause_keeps_its_part() -> None:
    turned = after(
        rule_edits.RewordRule("swim", "Are you unable to swim?"), rule_edits.TurnRule("swim")
    )
    assert turned.rule("swim").yes_means is State.NOT_MET
    assert logic(turned) == "not swim and (boat or hired)"


def test_what_is_said_of_rules_follows_them() -> None:
    policy = rowing(
        people=[{"name": "Ann", "answers": {"swim": "yes", "boat": "no"}, "gets": "unknown"}],
        stories=[{"text": "I swim.", "settles": {"swim": "yes", "boat": "no"}}],
    )
    policy = edited(policy, rule_edits.RenameRule("swim", "swims"))
    policy = edited(policy, rule_edits.RewordRule("swims", "Are you able to swim?"))
    policy = edited(policy, rule_edits.DeleteRule("boat"))
    assert policy.people[0].answers == {"swims": Answer.YES}
    assert policy.stories[0].settles == {"areyouabletoswim": Answer.YES}


def test_who_changes_a_rule_is_sure_of_it() -> None:
    sure = {"rule": 0.5, "question": 0.5, "polarity": 0.5}
    text, rules = (
        "You can if a and b.",
        [
            {"id": id, "span": id, "question": f"Is {id}?", "occurrence": 1, "confidence": sure}
            for id in ("if", "and")
        ],
    )
    rules = [{**rule, "id": f"x_{rule['id']}"} for rule in rules]
    asked = {"question": "Can I?", "yes_when": "x_if and x_and"}
    drafted = {"answered": 0.5, "logic": 0.5, "right": 0.4}
    policy = parse_policy(
        {
            "title": "A",
            "rule_text": text,
            "drafted_by": "us",
            "rules": rules,
            "questions": [{**asked, "confidence": drafted}],
        }
    )
    accepted = edited(policy, rule_edits.AcceptRule("x_if"))
    assert [rule.confidence is None for rule in accepted.rules] == [True, False]
    assert accepted.questions == policy.questions
    for edit in (logic_edits.AcceptLogic(0), logic_edits.ChangeGroup("0", "any")):
        confidence = edited(policy, edit).questions[0].confidence
        assert confidence is not None
        assert (confidence.answered, confidence.logic, confidence.right) == (1, 1, None)


def test_questions_have_their_own_logic_over_shared_rules() -> None:
    policy = after(
        question_edits.AddQuestion(" May I swim there? ", "swim"),
        question_edits.AddIrrelevant("Is there a café?"),
        question_edits.RewordQuestion(0, "Am I allowed to row?"),
        case_edits.AddCase("Bo", {"swim": "yes"}, "yes", 1),
        logic_edits.PutRule("boat", "1"),
    )
    assert [asked.question for asked in policy.questions] == [
        "Am I allowed to row?",
        "May I swim there?",
    ]
    assert logic(policy, 1) == "swim and boat"
    left = edited(policy, question_edits.DeleteQuestion(0))
    assert left.people == (ExamplePerson("Bo", {"swim": Answer.YES}, Answer.YES, 0),)
    assert edited(left, question_edits.DeleteQuestion(0)).people == ()


def test_cases_are_added_changed_and_deleted() -> None:
    policy = after(
        case_edits.AddCase("Ann", {"swim": "no"}, "no"), case_edits.AddCase("Bo", {}, "unknown")
    )
    policy = edited(policy, case_edits.ChangeCase(0, "Cy", {"hired": "yes", "swim": "yes"}, "yes"))
    assert [person.name for person in policy.people] == ["Cy", "Bo"]
    assert [person.name for person in edited(policy, case_edits.DeleteCase(1)).people] == ["Cy"]


def test_a_text_is_changed_around_its_rules() -> None:
    policy = after(policy_edits.ChangeText(f"From May on.\n{TEXT}\n\nAsk us."))
    assert policy.rule("hired").span.of(policy.rule_text.text) == "you have hired one from the club"
    gone = refusal(policy_edits.ChangeText(TEXT.replace("own a boat", "own a raft")))
    assert "'boat'" in gone
    assert "you own a boat" in gone


@pytest.mark.parametrize(
    ("before", "now", "rule"),
    [
        ("you own a boat", "you own a boat or a raft", "you own a boat or a raft"),
        ("you own a boat", "since May you own a boat", "since May you own a boat"),
        ("own a boat", "have a raft", "you have a raft"),
    ],
)
def test_a_rule_goes_on_in_other_words(before: str, now: str, rule: str) -> None:
    start = TEXT.index("you own a boat")
    end = start + len("you own a boat")
    words = TEXT[start:end].replace(before, now)
    policy = after(policy_edits.ChangeWords(start, end, words))
    text = policy.rule_text.text
    assert words in text
    assert policy.rule("boat").span.of(text) == rule
    others = (each for each in policy.rules if each.id != "boat")
    assert [each.span.of(text) for each in others] == [
        each.span.of(TEXT) for each in rowing().rules if each.id != "boat"
    ]


def test_words_are_not_taken_from_under_a_rule() -> None:
    start = TEXT.index("you own a boat")
    assert "'boat'" in refusal(policy_edits.ChangeWords(start, start + 14, ""))
    assert "'boat'" in refusal(policy_edits.ChangeWords(start + 4, start + 20, "have a raft"))
    assert "no such part" in refusal(policy_edits.ChangeWords(5, 5, "x"))


def test_a_review_holds_until_the_next_change() -> None:
    reviewed = after(
        policy_edits.Describe("Rowing on the lake"),
        policy_edits.MarkReviewed(" Ada  L. ", date(2026, 11, 18)),
    )
    assert reviewed.is_reviewed
    assert reviewed.review
    assert reviewed.review.by == "Ada L."
    assert not edited(reviewed, logic_edits.DenyNode("0")).is_reviewed


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (rule_edits.DeleteRule("none"), "there is no rule 'none'"),
        (rule_edits.AddRule(5, 5), "no part of a text"),
        (rule_edits.AddRule(0, 10_000), "no part of a text"),
        (rule_edits.AddRule(0, 1), "no words"),
        (rule_edits.AddRule(*_ends("on the lake"), "Can you swim?"), "asks the same"),
        (
            rule_edits.AddRule(*_ends("on the lake"), "On the lake?", id="not"),
            "can't stand in logic",
        ),
        (rule_edits.RenameRule("boat", "swim"), "another rule has the id"),
        (rule_edits.RewordRule("boat", " "), "empty"),
        (logic_edits.SetFormula(0, "swim and"), "can't be read as logic"),
        (logic_edits.SetFormula(0, "swim and sail"), "there is no rule 'sail'"),
        (logic_edits.SetFormula(1, "swim"), "no such question"),
        (logic_edits.SetFormula(0, "swim or not swim"), "always yes"),
        (logic_edits.SetFormula(0, "swim and (swim or boat)"), "makes no difference"),
        (logic_edits.PutRule("swim", "0.1"), "already"),
        (logic_edits.MoveNodes(("0",), "0.1"), "into itself"),
        (logic_edits.MoveNodes(("0.7",), "0"), "no part"),
        (logic_edits.MoveNodes(("x",), "0"), "no address"),
        (logic_edits.GroupNodes(("0", "0.1.0"), "any"), "two parts"),
        (logic_edits.ChangeGroup("0.0", "any"), "no group"),
        (logic_edits.Ungroup("0"), "within another group"),
        (logic_edits.RemoveNode("0"), "nothing would be left"),
        (logic_edits.SetApart("0", "all"), "nothing else"),
        (case_edits.AddCase("Ann", {"sail": "yes"}, "yes"), "no rule 'sail'"),
        (case_edits.DeleteCase(0), "no such case"),
        (question_edits.AddQuestion("may i row", "swim"), "stands twice"),
        (policy_edits.Describe("R" * 201), "at most 200 characters"),
        (case_edits.DeleteCase(-1), "greater than or equal to 0"),
    ],
)
def test_what_can_not_be_done_is_said(edit: Edit, why: str) -> None:
    assert why in refusal(edit)


def test_the_last_rule_of_a_question_is_not_deleted_with_its_logic() -> None:
    assert "delete the question" in refusal(
        question_edits.AddQuestion("Swim?", "swim"), rule_edits.DeleteRule("swim")
    )


def test_an_edit_is_data() -> None:
    edit = case_edits.AddCase("Ann", {"swim": "yes"}, "yes")
    assert edit_of(edit_object(edit)) == edit
    assert edit_of({"kind": "move nodes", "nodes": ["0.1"], "into": "0"}) == logic_edits.MoveNodes(
        ("0.1",), "0"
    )
    with pytest.raises(EditRefused, match="none of"):
        edit_of({"kind": "burn"})
    with pytest.raises(EditRefused, match="at"):
        edit_of({"kind": "split rule", "rule": "a", "at": "3"})
