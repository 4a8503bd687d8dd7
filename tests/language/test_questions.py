"""The question writer: a table of rules and the questions about them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.language.en.grammar import with_article
from e3.language.en.questions import question_about, write_question
from e3.language.en.rules import RuleSpan, find_rules
from e3.policy.rule_text import RuleText
from e3.text import Span


def asked(rule: str, lead: str = "") -> str:
    text = f"{lead}\n{rule}"
    before = Span(0, len(lead)) if lead else None
    return write_question(text, RuleSpan(Span(len(lead) + 1, len(text)), before))


@pytest.mark.parametrize(
    ("rule", "question"),
    [
        # The verb goes before the subject.
        ("if you are employed", "Are you employed?"),
        ("if you’re employed", "Are you employed?"),
        ("if your drug is controlled", "Is your drug controlled?"),
        ("unless the goods or services are exempt", "Are the goods or services exempt?"),
        ("when it was a gift", "Was it a gift?"),
        ("if there’s a wind sock", "Is there a wind sock?"),
        ("you’ll be living here", "Will you be living here?"),
        ("if you can read", "Can you read?"),
        ("you may leave", "Can you leave?"),
        # "Have" of the perfect goes first, "have" of owning needs "do".
        ("if you’ve been abroad", "Have you been abroad?"),
        ("if you have a sponsor", "Do you have a sponsor?"),
        ("your sponsor has a licence", "Does your sponsor have a licence?"),
        ("if she had a licence", "Does she have a licence?"),
        # Other verbs need "do"; a past form is asked for with "have".
        ("if you get Pension Credit", "Do you get Pension Credit?"),
        ("if you live in England", "Do you live in England?"),
        ("if it goes over the threshold", "Does it go over the threshold?"),
        ("your turnover falls below £83,000", "Does your turnover fall below £83,000?"),
        ("your circumstances change", "Do your circumstances change?"),
        ("the value of your shares exceeds £1", "Does the value of your shares exceed £1?"),
        ("if you sold land", "Have you sold land?"),
        ("you took leave", "Have you taken leave?"),
        ("your spouse died", "Has your spouse died?"),
        # A duty is asked as if it were done.
        ("You must be 18", "Are you 18?"),
        ("You must have a passport", "Do you have a passport?"),
        ("You must have reached pension age", "Have you reached pension age?"),
        ("The home must be a new build", "Is the home a new build?"),
        ("You need to register", "Do you register?"),
        ("The seller has to register", "Does the seller register?"),
        # Negation and adverbs go.
        ("if you do not smoke", "Do you smoke?"),
        ("you can’t work", "Can you work?"),
        ("It must also be regular", "Is it regular?"),
        ("if you already get a wage", "Do you get a wage?"),
        # What opens a clause goes, and "who" is "you".
        ("To row here, you must be 18", "Are you 18?"),
        ("In order to row here you must be 18", "Are you 18?"),
        ("who receive a wage", "Do you receive a wage?"),
        ("you or your partner must be 18", "Are you or your partner 18?"),
        ("if he or she has worked here", "Has he or she worked here?"),
        # Without a verb.
        ("be in the UK", "Are you in the UK?"),
        ("Not be married", "Are you married?"),
        ("have a sponsor", "Do you have a sponsor?"),
        ("live in England", "Do you live in England?"),
        ("receives a wage", "Do you receive a wage?"),
        ("are in prison", "Are you in prison?"),
        ("leaving the UK", "Are you leaving the UK?"),
        ("employed full-time", "Are you employed full-time?"),
        ("at least 18", "Are you at least 18?"),
        ("under 18", "Are you under 18?"),
        ("a disabled person", "Are you a disabled person?"),
        ("Income Support", "Is it Income Support?"),
        # Remarks go, and a long rule is cut where a part of it ends.
        ("you get a letter - and keep it", "Do you get a letter?"),
        ("you get a letter, for example a bill", "Do you get a letter?"),
        ("you are on a course. Courses are free.", "Are you on a course?"),
        (
            "you have a link with the security system (or the tax office) of the country"
            " that you lived in before you came here",
            "Do you have a link with the security system (or the tax office) of the country?",
        ),
        (
            "you have reached the pension age, which is high, on or after the first day of April of"
            " this year",
            "Have you reached the pension age, which is high?",
        ),
    ],
)
def test_a_rule_becomes_a_question(rule: str, question: str) -> None:
    assert asked(rule) == question


@pytest.mark.parametrize(
    ("lead", "rule", "question"),
    [
        ("You can apply if you’re:", "a widow", "Are you a widow?"),
        ("You can apply if you:", "have a sponsor", "Do you have a sponsor?"),
        ("You can apply if you live in:", "Wales", "Do you live in Wales?"),
        ("Apply if you’re 16 and you:", "have a sponsor", "Do you have a sponsor?"),
        ("Apply if your sponsor is:", "an overseas school", "Is your sponsor an overseas school?"),
        ("Apply if you’re either:", "under 19", "Are you under 19?"),
        ("The home you buy must:", "be a new build", "Is the home you buy a new build?"),
        ("To qualify, you must be:", "A citizen", "Are you a citizen?"),
        ("To get the grant you must:", "Be poor", "Are you poor?"),
        ("It is for those who:", "Earn a wage", "Do you earn a wage?"),
        ("You may claim it in:", "Wales", "Are you in Wales?"),
        ("Apply if all of the following apply:", "you’re poor", "Are you poor?"),
        ("Apply if one of these applies:", "the animal is registered", "Is the animal registered?"),
        ("You must meet the following requirements:", "Be 62", "Are you 62?"),
        ("Benefits include:", "Income Support", "Is it Income Support?"),
    ],
)
def test_a_bullet_goes_on_with_what_its_list_begins_with(
    lead: str, rule: str, question: str
) -> None:
    assert asked(rule, lead) == question


def test_any_part_of_a_text_can_be_asked_about() -> None:
    text = "You can apply if you’re:\n\n* a widow, or\n* in Wales\n\nYou must pay."
    for part, question in [
        ("a widow, or", "Are you a widow?"),
        ("widow", "Are you widow?"),
        ("You must pay", "Do you pay?"),
    ]:
        start = text.index(part)
        assert question_about(RuleText(text), Span(start, start + len(part))) == question


@pytest.mark.parametrize(
    ("before", "noun", "after"),
    [
        ("are you a", "intermediary organisation", "are you an"),
        ("are you an", "member of a crew", "are you a"),
        ("is it an", "ambulances", "is it"),
        ("is it a", "motor vehicles for medical use", "is it"),
        ("are you an", "UK resident", "are you a"),
        ("do you have an", "union card", "do you have a"),
        ("have you waited a", "hour", "have you waited an"),
        ("do you have", "ambulances", "do you have"),
        ("are you a", "", "are you a"),
    ],
)
def test_an_article_is_the_one_that_its_noun_wants(before: str, noun: str, after: str) -> None:
    assert " ".join(with_article(before.split(), noun)) == after


@given(
    st.lists(
        st.sampled_from(
            """if you your who must be have not to of a the or and is has need needs paid , : ( ) -
            sells wages I’ve can’t 18 Income Support , * .""".split()
        ),
        max_size=25,
    ),
    st.sampled_from(["", "You must:\n\n* ", "If you:\n\n* "]),
)
def test_any_rule_gives_a_question(words: list[str], lead: str) -> None:
    text = lead + " ".join(words)
    for rule in find_rules(RuleText(text)):
        question = write_question(text, rule)
        assert question.endswith("?")
        assert len(question.split()) > 1
