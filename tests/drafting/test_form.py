"""Drafts by form: what the logic of small texts must be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.drafting.drafter import draft
from e3.drafting.form import FormDrafter
from e3.policy.checking import checked
from e3.policy.diagram import Diagram
from e3.policy.logic import written
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object

DRAFTER = FormDrafter()


def drafted(text: str, *questions: str) -> Policy:
    return draft(text, *questions, drafter=DRAFTER)


def yes_for(policy: Policy, *met: str, question: int = 0) -> bool | None:
    """The answer for somebody for whom just the clauses that contain these words hold."""
    text = policy.rule_text.text
    known = {}
    for rule in policy.rules:
        holds = any(words in rule.span.of(text) for words in met)
        known[rule.id] = holds if rule.yes_means == "met" else not holds
    return Diagram.of(policy.questions[question].yes_when).given(known).value


@pytest.mark.parametrize(
    ("text", "question", "spans", "yes", "no"),
    [
        (
            "You can get a bus pass if you are over 60 and live in Bristol.",
            "Can I get a bus pass?",
            ["you are over 60", "live in Bristol"],
            [["over 60", "Bristol"]],
            [["over 60"], ["Bristol"]],
        ),
        (
            "You can get a bus pass if you are over 60 or you are disabled.",
            "Can I get a bus pass?",
            ["you are over 60", "you are disabled"],
            [["over 60"], ["disabled"]],
            [[]],
        ),
        (
            "You can keep your card unless you move abroad.",
            "Can I keep my card?",
            ["you move abroad"],
            [[]],
            [["abroad"]],
        ),
        (
            "You must file accounts if you run a company, unless the judge has excused you.",
            "Do I have to file accounts?",
            ["you run a company", "the judge has excused you"],
            [["company"]],
            [[], ["company", "judge"]],
        ),
        (
            "If you are a student, you can borrow a laptop.",
            "Can I borrow a laptop?",
            ["you are a student"],
            [["student"]],
            [[]],
        ),
        (
            "You do not have to pay the charge if you are under 18 or if you are pregnant.",
            "Do I have to pay the charge?",
            ["you are under 18", "you are pregnant"],
            [[]],
            [["under 18"], ["pregnant"]],
        ),
        (
            "You do not have to pay the charge if you are under 18.",
            "Am I exempt from the charge?",
            ["you are under 18"],
            [["under 18"]],
            [[]],
        ),
        (
            "You may join the club only if you live in the village, even if you have a car.",
            "May I join the club?",
            ["you live in the village"],
            [["village"]],
            [[]],
        ),
        (
            "People who are blind or have a guide dog can travel free on our trams.",
            "Can I travel free on the trams?",
            ["are blind", "have a guide dog"],
            [["blind"], ["dog"]],
            [[]],
        ),
        (
            "You can get a refund if you have your receipt. You cannot get a refund if the seal is "
            "broken.",
            "Can I get a refund?",
            ["you have your receipt", "the seal is broken"],
            [["receipt"]],
            [["receipt", "seal"], []],
        ),
        (
            "You can get a refund if you have your receipt. You cannot get a refund if the seal is "
            "broken.",
            "Will I be refused a refund?",
            ["you have your receipt", "the seal is broken"],
            [["receipt", "seal"], []],
            [["receipt"]],
        ),
        (
            "You can have the loan if all of these apply:\n\n- you own a farm\n- you earn less "
            "than $9,000\n\nThe earnings limit does not apply if you are retired.",
            "Can I have the loan?",
            ["you own a farm", "you earn less than $9,000", "you are retired"],
            [["farm", "earn"], ["farm", "retired"]],
            [["farm"], ["earn", "retired"]],
        ),
    ],
)
def test_sentences(
    text: str, question: str, spans: list[str], yes: list[list[str]], no: list[list[str]]
) -> None:
    policy = drafted(text, question)
    assert [rule.span.of(text) for rule in policy.rules] == spans
    assert all(yes_for(policy, *met) is True for met in yes)
    assert all(yes_for(policy, *met) is False for met in no)


@pytest.mark.parametrize(
    ("lead", "question", "any_is_yes", "all_is_yes"),
    [
        (
            "You can get the grant if all of the following apply:",
            "Can I get the grant?",
            False,
            True,
        ),
        (
            "You can get the grant if one or more of these apply:",
            "Can I get the grant?",
            True,
            True,
        ),
        ("You can get the grant if either:", "Can I get the grant?", True, True),
        ("You cannot get the grant if:", "Can I get the grant?", False, False),
        (
            "You will not get the grant if any of these is true:",
            "Do I get the grant?",
            False,
            False,
        ),
        ("You can get the grant unless:", "Can I get the grant?", False, False),
        ("To get the grant you must meet both conditions:", "Can I get the grant?", False, True),
        ("You can get the grant if none of these applies:", "Can I get the grant?", False, False),
    ],
)
def test_lists(lead: str, question: str, any_is_yes: bool, all_is_yes: bool) -> None:
    policy = drafted(f"{lead}\n\n* you live in Bristol\n* you own a boat", question)
    assert len(policy.rules) == 2
    assert yes_for(policy, "Bristol") is any_is_yes
    assert yes_for(policy, "Bristol", "boat") is all_is_yes


def test_the_last_word_of_a_bullet_joins_the_list() -> None:
    policy = drafted(
        "You can get the grant if:\n- you live in Bristol; or\n- you own a boat.",
        "Can I get the grant?",
    )
    assert yes_for(policy, "boat") is True


def test_a_list_under_a_bullet() -> None:
    text = (
        "You can get the grant if:\n\n- you live in Bristol; and\n- either of these is true:\n"
        "   - you own a boat\n   - you own a horse\n"
    )
    policy = drafted(text, "Can I get the grant?")
    assert yes_for(policy, "Bristol", "boat") is True
    assert yes_for(policy, "Bristol", "horse") is True
    assert yes_for(policy, "boat", "horse") is False
    assert yes_for(policy, "Bristol") is False


TEXT = (
    '# Boat grant\n\nYou can\'t get the grant if:\n\n* you’re under 18\n* you have a "big" boat\n\n'
    "You can get it if you live in Bristol, unless you rent."
)


@pytest.mark.parametrize("sign", ["-", "•", "–"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_other_signs_and_quotes_give_the_same_draft(sign: str, end: str) -> None:
    other = TEXT.replace("* ", f"{sign} ").replace("’", "'").replace("\n", end)
    one, two = (drafted(text, "Can I get the grant?") for text in (TEXT, other))

    def shown(policy: Policy) -> list[object]:
        text = policy.rule_text.text
        rules = [(r.span.of(text), r.question, r.yes_means) for r in policy.rules]
        plain = [(a.replace("’", "'"), b.replace("’", "'"), c) for a, b, c in rules]
        return [*plain, *(written(each.yes_when) for each in policy.questions)]

    assert shown(one) == shown(two)
    assert len(one.rules) == 4


def test_numbers_are_bullets_too() -> None:
    numbered = TEXT.replace("* you’re", "1. you’re").replace("* you have", "2. you have")
    one, two = (drafted(text, "Can I get the grant?") for text in (TEXT, numbered))
    assert [written(q.yes_when) for q in one.questions] == [
        written(q.yes_when) for q in two.questions
    ]


def test_a_question_that_the_text_does_not_answer() -> None:
    question = "Where did Napoleon spend his summer holidays in childhood?"
    policy = drafted("You can get a bus pass if you are over 60.", question)
    assert policy.irrelevant_questions == (question,)
    assert not policy.questions
    assert not policy.rules


def test_without_a_question_it_finds_its_own() -> None:
    policy = drafted("You can get a bus pass if you are over 60.")
    assert [each.question for each in policy.questions] == ["Can I get a bus pass?"]


def test_several_questions_share_rules() -> None:
    policy = drafted(
        "You can get a bus pass if you are over 60.",
        "Can I get a bus pass?",
        "Will I be refused a bus pass?",
        "can I get a bus pass",
    )
    assert [written(each.yes_when) for each in policy.questions] == ["r1", "not r1"]


def test_a_draft_says_how_sure_it_is() -> None:
    policy = drafted("You can get a bus pass if you are over 60.", "Can I get a bus pass?")
    assert policy.is_draft
    assert policy.title == "You can get a bus pass if you"
    assert policy.rules[0].confidence is not None
    assert policy.questions[0].confidence is not None


def test_a_text_without_rules() -> None:
    policy = drafted("???", "Can I get it?")
    assert policy.irrelevant_questions == ("Can I get it?",)
    assert not policy.rules


@pytest.mark.parametrize(
    "text",
    [
        "You can if:\n" + "* you are old\n" * 500,
        "you can get it if you are old and have a dog or a cat, unless it is so. " * 300,
        "".join(" " * depth + "- you are old, and:\n" for depth in range(300)),
        "if " * 3000,
        "The limit does not apply if you are old. You must be 18. " * 300,
    ],
)
def test_large_texts(text: str) -> None:
    policy = drafted(text, "Can I get it?")
    assert not [each for each in checked(policy_object(policy)).faults if each.is_fatal]


WORDS = st.sampled_from(
    "you can cannot must if unless and or who is are over 60 Bristol : . , ; ( ) * - 1. a) # ** | "
    "either all none except where not even whether \n \n\n not 's only people".split(" ")
)


@given(st.lists(WORDS, min_size=1, max_size=60), st.booleans())
def test_any_text_gives_a_policy(words: list[str], asked: bool) -> None:
    text = " ".join(words)
    if not text.strip():
        return
    policy = DRAFTER.draft(RuleText(text), ["Can I get it?"] if asked else [])
    faults = checked(policy_object(policy)).faults
    assert not [each for each in faults if each.is_fatal or "overlap" in each.sentence]
    assert not [each for each in faults if "no answer needs" in each.sentence]


def test_what_stands_before_and_either_is_a_rule_of_its_own() -> None:
    text = "You can have a card if you live in Ashby, and either\n* you are over 16, or\n* you pay."
    policy = drafted(text, "Can I have a card?")
    assert [rule.span.of(text) for rule in policy.rules] == [
        "you live in Ashby",
        "you are over 16",
        "you pay",
    ]
    assert written(policy.questions[0].yes_when) == "r1 and (r2 or r3)"


def test_who_is_excepted_need_not_meet_the_rest_of_a_bullet() -> None:
    text = "You can get it if you:\n* are 16\n* live here, unless you serve abroad"
    policy = drafted(text, "Can I get it?")
    assert written(policy.questions[0].yes_when) == "r1 and (r2 or r3)"


def test_the_first_line_is_the_title_where_there_is_none() -> None:
    assert drafted("Library card\n\nYou can if you swim.", "Can I?").title == "Library card"


def test_rules_with_one_question_say_where_they_stand() -> None:
    text = (
        "Garden rules\n\nYou may build a shed if you are a member. You may dig a pond if you are a"
        " member.\n\n* you are a member\n* you are a member\n"
    )
    asked = [rule.question for rule in drafted(text, "May I build a shed?").rules]
    assert asked[0] == "Are you a member?"
    assert asked[1].startswith("Are you a member (where the text says “")
    assert len(set(asked)) == len(asked) >= 3
    assert not any(question.endswith(f"({n})?") for question in asked for n in range(9))


def test_a_number_is_not_cut_at_its_comma() -> None:
    policy = drafted("You can get a loan for any farm that earns less than £12,000 a year.")
    assert [rule.span.of(policy.rule_text.text) for rule in policy.rules] == [
        "earns less than £12,000 a year"
    ]


def test_what_a_text_answers_is_asked_once_and_whole() -> None:
    text = "You can join the club if you are 16. You cannot join if you owe us money."
    assert [each.question for each in drafted(text).questions] == ["Can I join the club?"]
    text = "We pay up to £900 for:\n\n* raised beds\n* paths"
    assert [each.question for each in drafted(text).questions] == ["Can I get up to £900?"]


def test_a_text_without_a_title_has_its_first_words() -> None:
    assert drafted("Sending a bed back. You can if it is new.").title == "Sending a bed back"
