"""Rules that complete a clause before them, and say themselves neither who nor what."""

import pytest

from e3.language.en.questions import asked_about
from e3.policy.rule_text import RuleText
from e3.text import Span


def asked(text: str) -> str:
    """The question about what stands between bars."""
    before, rule, after = text.split("|")
    found = asked_about(RuleText(before + rule + after), Span(len(before), len(before) + len(rule)))
    return found.question


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # What one may do, or must have leave for, is asked for as a wish.
        ("You can't post:\n* |glue|", "Do you want to post glue?"),
        ("You can only lend |books of your own|.", "Do you want to lend books of your own?"),
        (
            "You need a slip to camp |on the island|.",
            "Do you want to camp on the island?",
        ),
        ("No guest may row |more than twice a day|.", "Do you want to row more than twice a day?"),
        (
            "Without asking us you may put up |a tent under 3 metres|.",
            "Do you want to put up a tent under 3 metres?",
        ),
        ("Please do not bring them:\n- |raw eggs|", "Do you want to bring raw eggs?"),
        # What stands for the list gives way to the rule.
        (
            "You can carry these on board for free:\n* |skis|",
            "Do you want to carry skis on board for free?",
        ),
        (
            "Until further notice you need a pass to move any of these off your land:\n* |sheep|",
            "Do you want to move sheep off your land?",
        ),
        # What has to be shown is asked for as had.
        ("Send one of the following with your form:\n* |a bank slip|", "Do you have a bank slip?"),
        (
            "You must:\n- show proof of age or |a letter from your tutor|",
            "Do you have a letter from your tutor?",
        ),
        # A time or a place of what has to be so, or of a condition.
        (
            "Your letter has to reach the office |within a week of the vote|.",
            "Will your letter reach the office within a week of the vote?",
        ),
        ("At the mill you must wear a mask |in Hall 3|.", "Are you in Hall 3?"),
        ("It is refused if you have sold |without a badge|.", "Have you sold without a badge?"),
        # "With" and "except" are no part of what one wants.
        ("You may ride |with a helmet|.", "Do you have a helmet?"),
        ("You can spend it on anything except:\n- |stamps|", "Is it a stamp?"),
        (
            "Bring it back |within 9 days of buying it|.",
            "Are you bringing it back within 9 days of buying it?",
        ),
        ("You need, as well, either |two stamps| or a seal.", "Do you have two stamps?"),
        # Others than the reader may do it.
        ("A friend can stay |up to three nights|.", "Is it up to three nights?"),
        ("The head can allow absence for |a wedding|.", "Is it for a wedding?"),
    ],
)
def test_a_rule_is_asked_with_the_clause_that_it_completes(text: str, question: str) -> None:
    assert asked(text) == question


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # The article was cut off.
        ("A |ride that you missed with leave| counts.", "Is it a ride that you missed with leave?"),
        ("To deduct any |single gift of $90 or more|, ask.", "Is it a single gift of $90 or more?"),
        # Children are not the reader, families are.
        ("|Children under nine| wear a vest.", "Is the child under nine?"),
        ("It is for |kids entering Year 7|.", "Is the child entering Year 7?"),
        ("It is for |families with twins|.", "Does your family have twins?"),
        ("|Households on the gas network| get it.", "Is your household on the gas network?"),
        ("|Rangers and clubs| get relief.", "Is it about rangers and clubs?"),
        ("|Charities and rowing clubs| get it.", "Are you a charity or a rowing club?"),
        ("|Animal rescues| don't have to.", "Are you an animal rescue?"),
        ("Slips are given |to lobster fishers|.", "Are you a lobster fisher?"),
        ("|Self-employed jurors| can claim.", "Are you a self-employed juror?"),
        ("|Over-75s| don't.", "Are you over 75?"),
        ("Groups:\n- |adults 20 to 30 with a bike|", "Are you an adult aged 20 to 30 with a bike?"),
        ("|Staff who live a mile away| are not.", "Do you live a mile away?"),
        (
            "except |those fined in the last two years|.",
            "Have you been fined in the last two years?",
        ),
        # What goes with a noun.
        ("Riders |with a spare wheel| get it.", "Do you have a spare wheel?"),
        (
            "Boats |built more than 40 years ago| go free.",
            "Were the boats built more than 40 years ago?",
        ),
        ("It is not given to barns |built after 2010|.", "Were the barns built after 2010?"),
        ("We lend with a guarantor, |who must be a member too|.", "Is the guarantor a member too?"),
        ("We do not test a child |who was tested in May|.", "Was the child tested in May?"),
        ("Entrants are |15 or older on 1 June|.", "Are you 15 or older on 1 June?"),
        ("No pupil may be |self-employed|.", "Are you self-employed?"),
        (
            "A pass is for those visiting a patient who |has been here for a week|.",
            "Has the patient been here for a week?",
        ),
        (
            "You need not tell us about guests who |stay for a night|.",
            "Do the guests stay for a night?",
        ),
        ("No claim can be paid that |reaches us after May|.", "Does the claim reach us after May?"),
        ("Your dentist |must send us a plan|.", "Has your dentist sent us a plan?"),
        ("We turn away a child with |a cold|.", "Does the child have a cold?"),
        ("Anyone |convicted of theft| is refused.", "Have you been convicted of theft?"),
        ("Families |on low pay| get it.", "Is your family on low pay?"),
        ("|The self-employed| pay more.", "Are you self-employed?"),
        ("Note:\n- |members only|", "Are you a member?"),
        ("You can pay for all but:\n- |other gift cards|", "Is it another gift card?"),
        ("Both sums are for barns |below the line|.", "Are the barns below the line?"),
        ("|Unpaid land tax| rules you out.", "Is it unpaid land tax?"),
        ("Add it up. |Over $90|?", "Is it over $90?"),
        # What has no plural needs no article, and no quotation.
        ("No duty is due on:\n* |plain water|", "Is it plain water?"),
        ("You can tow a cart of up to 300 kg |when loaded|.", "Is it loaded?"),
        ("Up to six is fine. |More than six| isn't.", "Is it more than six?"),
    ],
)
def test_a_rule_that_names_somebody_or_something(text: str, question: str) -> None:
    assert asked(text) == question


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # Verbs that are found.
        ("if |you fell ill|", "Did you fall ill?"),
        ("if |you sell at fairs or markets in town|", "Do you sell at fairs or markets in town?"),
        ("Anyone who |lives, works or studies here|", "Do you live, work or study here?"),
        ("if |you had approved sick leave|", "Did you have approved sick leave?"),
        (
            "It goes to |a firm that carries waste only by rail|.",
            "Are you a firm that carries waste only by rail?",
        ),
        (
            "while |a pilot aged 18 or over sits beside you|",
            "Does a pilot aged 18 or over sit beside you?",
        ),
        ("if |the bus you were in broke down|", "Did the bus you were in break down?"),
        (
            "You may put up a shed as long as |it covers less than half of your yard|.",
            "Does the shed cover less than half of your yard?",
        ),
        ("We don't carry |cars that leak fuel|.", "Is it a car that leaks fuel?"),
        ("no barn in which |a person over 65 lives|", "Does a person over 65 live?"),
        ("|anything made with raw egg|", "Is it anything made with raw egg?"),
        (
            "So does |work that began before the loan was agreed|.",
            "Is it work that began before the loan was agreed?",
        ),
        (
            "|The sums from one shop on one day must come to £9|.",
            "Will the sums from one shop on one day come to £9?",
        ),
        (
            "You can if you are ill and one of these is true:\n* |a child under 9 lives with you|",
            "Does a child under 9 live with you?",
        ),
        (
            "if |the person who looks after you can no longer do it|",
            "Can the person who looks after you no longer do it?",
        ),
        ("It was |issued by a club on List A|.", "Was it issued by a club on List A?"),
        (
            "You may if you have a note and |that note is less than a year old|.",
            "Is that note less than a year old?",
        ),
        # Tenses.
        ("if |you quit because your wife was moved|", "Did you quit because your wife was moved?"),
        ("if |we put up the price|", "Have we put up the price?"),
        ("if |you pay back the gift|", "Will you pay back the gift?"),
        ("You get it back if |you return both keys|.", "Will you return both keys?"),
        ("unless |the board forgives the debt|", "Has the board forgiven the debt?"),
        ("if |we decide not to let it to you|", "Have we decided not to let it to you?"),
        ("|Your income last year must have been under £9|.", "Was your income last year under £9?"),
        ("if |you're not yet 66|", "Are you 66 or over?"),
        # Headings, numbers and signs are no part of a clause.
        ("5.1 You must |live in town|; else not.", "Do you live in town?"),
        (
            "The rider (A) lives in town, or (B) |owns land in town|.",
            "Does the rider own land in town?",
        ),
        ("You are one of these:\n+ under 18\n+ |pregnant|", "Are you pregnant?"),
        (
            "**Refunds.** Money is given back only where\n- |it was paid twice|",
            "Was the money paid twice?",
        ),
        ("Team: cadets can play if they\n- |are in the troop|", "Are you in the troop?"),
        ("A flatmate, where there is one, |must agree|.", "Has the flatmate agreed?"),
        ("It ends where you taught Greek throughout that term, or |rowed|.", "Did you row?"),
        (
            "NEW RULES\n\n1. You may row if you\n   a. |are 62 or older|;\n   b. swim.",
            "Are you 62 or older?",
        ),
        (
            "Money is given back where\n- the show is called off, or\n- |it is cut short|.",
            "Is the show cut short?",
        ),
        # Whom "they" and "their" mean.
        (
            "It ends when your child turns 16, unless |they stay at school|.",
            "Does your child stay at school?",
        ),
        ("Skippers must ring if |their trip began abroad|.", "Did your trip begin abroad?"),
    ],
)
def test_verbs_tenses_and_pronouns(text: str, question: str) -> None:
    assert asked(text) == question


@pytest.mark.parametrize("sign", ["*", "-", "•", "–", "+"])
def test_a_bullet_of_any_sign_completes_the_sentence_before_its_list(sign: str) -> None:
    assert asked(f"You can sell:\n\n{sign} |plants|\n{sign} pots") == "Do you want to sell plants?"
