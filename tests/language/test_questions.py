"""The question writer: a table of rules and the questions about them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.language.en.grammar import with_article
from e3.language.en.questions import (
    SHARE_GOOD,
    Form,
    asked_about,
    question_about,
    write_question,
)
from e3.language.en.rules import RuleSpan, find_rules
from e3.language.en.verbs import BASES, done, participle, past, present
from e3.policy.answers import State
from e3.policy.rule_text import RuleText
from e3.text import Span


def asked(rule: str, lead: str = "") -> str:
    text = f"{lead}\n{rule}"
    before = Span(0, len(lead)) if lead else None
    return write_question(RuleText(text), RuleSpan(Span(len(lead) + 1, len(text)), before))


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
        ("if she had a licence", "Did she have a licence?"),
        # Other verbs need "do", past forms "did".
        ("if you get Pension Credit", "Do you get Pension Credit?"),
        ("if you live in England", "Do you live in England?"),
        ("if it goes over the threshold", "Does it go over the threshold?"),
        ("your turnover falls below £83,000", "Does your turnover fall below £83,000?"),
        ("your circumstances change", "Do your circumstances change?"),
        ("the value of your shares exceeds £1", "Does the value of your shares exceed £1?"),
        ("if you sold land", "Did you sell land?"),
        ("you took leave", "Did you take leave?"),
        ("your spouse died", "Did your spouse die?"),
        # A duty is asked as if it were so, or done.
        ("You must be 18", "Are you 18?"),
        ("You must have a passport", "Do you have a passport?"),
        ("You must have reached pension age", "Have you reached pension age?"),
        ("The home must be a new build", "Is the home a new build?"),
        ("You need to register", "Have you registered?"),
        ("The seller has to register", "Has the seller registered?"),
        # Negation goes, and adverbs that join a rule to another.
        ("if you do not smoke", "Do you smoke?"),
        ("you can’t work", "Can you work?"),
        ("It must also be regular", "Is it regular?"),
        ("if you already get a wage", "Do you already get a wage?"),
        # What opens a clause goes, and "who" is "you".
        ("To row here, you must be 18", "Are you 18?"),
        ("In order to row here you must be 18", "Are you 18?"),
        ("who receive a wage", "Do you receive a wage?"),
        ("you or your partner must be 18", "Are you or your partner 18?"),
        ("if he or she has worked here", "Have you worked here?"),
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
        # Remarks go.
        ("you get a letter - and keep it", "Do you get a letter?"),
        ("you get a letter, for example a bill", "Do you get a letter?"),
        ("you are on a course. Courses are free.", "Are you on a course?"),
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
        ("The boat you row must:", "be a wooden one", "Is the boat you row a wooden one?"),
        ("To qualify, you must be:", "A citizen", "Are you a citizen?"),
        ("To get the grant you must:", "Be poor", "Are you poor?"),
        ("It is for those who:", "Earn a wage", "Do you earn a wage?"),
        ("You may claim it in:", "Wales", "Are you in Wales?"),
        ("Row if all of the following apply:", "you’re poor", "Are you poor?"),
        ("Apply if one of these applies:", "the animal is registered", "Is the animal registered?"),
        ("You must meet the following requirements:", "Be 62", "Are you 62?"),
        ("Benefits include:", "Income Support", "Is it Income Support?"),
        ("**One of these must be true. You’re:**", "A child of hers", "Are you a child of hers?"),
        ("One must be true. You:", "Served at sea", "Did you serve at sea?"),
        ("One must be true of the sailor. They:", "Died at sea", "Did they die at sea?"),
        ("They:", "Had been getting a pension", "Had they been getting a pension?"),
        ("They:", "Are retired (**Note:** not for long)", "Are they retired?"),
    ],
)
def test_a_bullet_goes_on_with_what_its_list_begins_with(
    lead: str, rule: str, question: str
) -> None:
    assert asked(rule, lead) == question


def asked_of(text: str) -> tuple[str, State, Form]:
    """The question about what stands between bars."""
    before, rule, after = text.split("|")
    span = Span(len(before), len(before) + len(rule))
    found = asked_about(RuleText(before + rule + after), span)
    return found.question, found.yes_means, found.form


@pytest.mark.parametrize(
    ("text", "question"),
    [
        # What once was broken English.
        ("It is for |people who look after a child|.", "Do you look after a child?"),
        ("If |your flight arrives late|, ask.", "Does your flight arrive late?"),
        ("We take |used clothing|.", "Is it used clothing?"),
        ("It is for |those who own the home they live in|.", "Do you own the home you live in?"),
        ("Go to |the person named in our book|.", "Are you the person named in our book?"),
        ("It is for |former dock workers|.", "Are you a former dock worker?"),
        ("We do not take |dogs that bite|.", "Is it a dog that bites?"),
        ("if |an expert has said the work is needed|", "Has an expert said the work is needed?"),
        # Subjects with clauses of their own.
        (
            "if |the person you care for lives in Wales|",
            "Does the person you care for live in Wales?",
        ),
        ("if |the person you care for dies|", "Has the person you care for died?"),
        ("if |the tenant who died had paid|", "Had the tenant who died paid?"),
        ("if |someone other than you pays the fees|", "Does someone other than you pay the fees?"),
        ("if |you or your partner has a car|", "Do you or your partner have a car?"),
        ("if |the purchases of one day come to £9|", "Do the purchases of one day come to £9?"),
        # Others behind "if" are not the reader.
        (
            "if |other people in the picture can be blurred|",
            "Can other people in the picture be blurred?",
        ),
        ("if |a carer is present|", "Is a carer present?"),
        ("|Applicants must be 18|.", "Are you 18?"),
        # Joined verbs go with the first; where they can't, the clause is quoted whole.
        ("if |she lives here and pays tax|", "Does she live here and pay tax?"),
        ("if |you booked a trip or bought a policy|", "Did you book a trip or buy a policy?"),
        ("if |you are ill or have a fever|", "Are you ill or do you have a fever?"),
        # "Do" as a verb of its own, a need, and what is to come.
        ("if |you do paid work|", "Do you do paid work?"),
        ("if |you must wait overnight|", "Do you have to wait overnight?"),
        ("|You must wear a helmet|.", "Will you wear a helmet?"),
        ("|You need a permit|.", "Do you have a permit?"),
        # Numbers, names, quotes and adverbs stay as they are.
        ("if |your car is marked “UK”|", "Is your car marked “UK”?"),
        ("if |you already get Universal Credit|", "Do you already get Universal Credit?"),
        ("if |your shift ends after 10 p.m.|", "Does your shift end after 10 p.m.?"),
        # What stands before a rule in its sentence.
        ("Apply if you are 18 and |live in Wales|.", "Do you live in Wales?"),
        ("You must own a car and |hold a licence|.", "Do you hold a licence?"),
        ("if you have worked here or |paid tax|", "Have you paid tax?"),
        ("We help farmers |under 35|.", "Are you under 35?"),
        ("Salmon farms |on the west coast| pay less.", "Are the salmon farms on the west coast?"),
        ("A pass is given to anyone who |holds a card|.", "Do you hold a card?"),
        ("We repair any device that |was bought here|.", "Was the device bought here?"),
        ("It is free for people whose |income is low|.", "Is your income low?"),
        ("A shop may open if |it sells plants|.", "Does the shop sell plants?"),
        ("Drivers pay less if |they rent for a week|.", "Do you rent for a week?"),
        ("You may swap it |within seven days|.", "Is it within seven days?"),
        # Relatives, participles and what people are.
        ("Open to those |born before 5 May 1950|.", "Were you born before 5 May 1950?"),
        ("It is for anyone |employed by us|.", "Are you employed by us?"),
        ("|Anyone currently barred from rowing|", "Are you currently barred from rowing?"),
        ("|People under a care order|", "Are you under a care order?"),
        ("We lend to firms |that employ nine people|.", "Do the firms employ nine people?"),
        (
            "We help owners with damp walls whose |insurer has said no|.",
            "Has your insurer said no?",
        ),
        (
            "Forms go to the Boat Keeper, who |answers in a week|.",
            "Does the Boat Keeper answer in a week?",
        ),
        # Whose verb it is.
        ("You can come if you have a sister who is ill or |has died|.", "Has the sister died?"),
        ("A pension goes to the mother of a rower who |died at sea|.", "Did the rower die at sea?"),
        ("if it is safe and |ring us|", "Have you rung us?"),
        ("if you were ill and |told us before noon|", "Did you tell us before noon?"),
        ("You must be the baby’s father or |the husband|.", "Are you the husband?"),
        (
            "Fees are dropped for cooks and |riders who work here|.",
            "Are you a rider who works here?",
        ),
        ("Ask everyone who looks young when they buy |beer|.", "Do you buy beer?"),
        ("The judge can hear your case if |it is about money|.", "Is it about money?"),
        (
            "Nor while proceedings against the club are |under way|.",
            "Are proceedings against the club under way?",
        ),
        ("Your child must go to |a school in Wales|.", "Does your child go to a school in Wales?"),
        # What is announced, and what is left out.
        ("You’ll need to |be 16 or over|.", "Are you 16 or over?"),
        ("To qualify it must |be made of oak|.", "Is it made of oak?"),
        ("Stop if you are carrying: |raw milk|", "Are you carrying raw milk?"),
        ("if you missed it because of: |illness|", "Did you miss it because of illness?"),
        ("if you could not go because of: |illness|", "Is it because of illness?"),
        ("It is open |because of the flood|.", "Is it because of the flood?"),
        ("It ends if |the boat is lent, hired| or sold.", "Is the boat lent or hired?"),
        ("We pay if |you are ill, in which case we call|.", "Are you ill?"),
        ("You may row |between 9 am and 6 pm|.", "Do you want to row between 9 am and 6 pm?"),
        ("You may row |before 9 am|.", "Are you rowing before 9 am?"),
        # Counted subjects.
        ("if |at least three people share the boat|", "Do at least three people share the boat?"),
        ("if |you and your partner live apart|", "Do you and your partner live apart?"),
        ("if |your two jobs together pay too little|", "Do your two jobs together pay too little?"),
        # What happens once is no habit.
        ("if |you move abroad|", "Have you moved abroad?"),
        ("if |you marry|", "Have you got married?"),
        ("if |your child turns 16|", "Has your child turned 16?"),
        (
            "if |you apply within a month of the birth|",
            "Are you applying within a month of the birth?",
        ),
        ("You must |tell us before you leave|.", "Will you tell us before you leave?"),
        # Articles.
        ("You can borrow if you have |rent book|.", "Do you have a rent book?"),
        ("You may row if you have |epilepsy|.", "Do you have epilepsy?"),
        ("You may go if you have |written consent|.", "Do you have written consent?"),
        ("We never take |knives with a long blade|.", "Is it a knife with a long blade?"),
        # What two verbs say is asked for one by one, each as it wants to be asked.
        (
            "if |you are pregnant or have had a baby in the last six months|",
            "Are you pregnant or have you had a baby in the last six months?",
        ),
        # A question may end in a preposition, or in a verb that needs no object.
        (
            "|You must have the loan that you are entitled to|.",
            "Do you have the loan that you are entitled to?",
        ),
        ("Yes, if |the council asked you to|.", "Did the council ask you to?"),
        ("If |you rent|, we need a letter.", "Do you rent?"),
        ("You must |be of good character|.", "Are you of good character?"),
        # Papers and leave are had.
        ("What do I need? |Proof of your address|.", "Do you have proof of your address?"),
        (
            "No shed without |the written consent of the club|.",
            "Do you have the written consent of the club?",
        ),
        # One thing of many.
        ("|Drones heavier than 2 kg| are not allowed.", "Is it a drone heavier than 2 kg?"),
        ("except |breweries making under 500 litres|", "Is it a brewery making under 500 litres?"),
        ("A request must be |in writing|.", "Is the request in writing?"),
        ("A shed must not be |larger than a garage|.", "Is the shed larger than a garage?"),
        (
            "Sheds must |stand one metre from the path|.",
            "Do the sheds stand one metre from the path?",
        ),
        # What is joined shares a verb, an object or a place, and only that.
        ("Tenants may keep one dog or |one cat|.", "Do you want to keep one cat?"),
        ("Anyone who |lives|, works or studies in the county.", "Do you live in the county?"),
        ("We can't take back hats, |pierced jewellery| or food.", "Is it pierced jewellery?"),
        ("It is taxed if eaten here or |sold with cutlery|.", "Is it sold with cutlery?"),
        ("You get paid if the ring was stolen or |destroyed|.", "Was the ring destroyed?"),
        ("We can't take back food or |anything made to order|.", "Is it anything made to order?"),
        # Who is meant.
        ("|Everyone who lives with you has to agree|.", "Has everyone who lives with you agreed?"),
        ("Staff who leave get nothing, except where |they are retiring|.", "Are you retiring?"),
        (
            "You must report tips to your employer unless |they total less than $20|.",
            "Do your tips total less than $20?",
        ),
        (
            "Swimming is free for |carers with the person they care for|.",
            "Are you a carer with the person you care for?",
        ),
        (
            "Renters can ask |with their landlord's consent|.",
            "Do you have your landlord's consent?",
        ),
        ("We help |students who are parents|.", "Are you a student who is a parent?"),
        (
            "You have to if you sell goods or |employ people who work there|.",
            "Do you employ people who work there?",
        ),
        ("Nothing |containing asbestos| is taken.", "Does it contain asbestos?"),
        ("We pay for damage |caused by water|.", "Was the damage caused by water?"),
        ("It is void if |opened by a child|.", "Is it opened by a child?"),
        ("|Applications must reach us by Friday|.", "Will your application reach us by Friday?"),
        ("Claims must be |sent in within a month|.", "Is your claim sent in within a month?"),
        ("Staff get it, provided that |their work is good|.", "Is your work good?"),
        ("We do not take pianos, nor anything |containing asbestos|.", "Does it contain asbestos?"),
        (
            "You need a permit if your boat is new or |is longer than 5 metres|.",
            "Is your boat longer than 5 metres?",
        ),
        ("Show us |proof of where you live|.", "Do you have proof of where you live?"),
        (
            "A repair is free when the boiler is new and the following are all true:"
            "\n\n- |it was fitted by us|",
            "Was it fitted by us?",
        ),
        (
            "|Corporations and other businesses| never get it.",
            "Are you a corporation or another business?",
        ),
        (
            "It is free for |students and teachers with an account|.",
            "Are you a student or a teacher with an account?",
        ),
        (
            "No if |you already have qualified teacher status|.",
            "Do you already have qualified teacher status?",
        ),
        ("Loading only, |7am to 7pm|.", "Is it between 7am and 7pm?"),
        ("Return it if |it has swollen|.", "Has it swollen?"),
        # What is needed is had.
        ("You need a diploma and |a negative test|.", "Do you have a negative test?"),
        (
            "The parent needs to be working, |in school or in training|.",
            "Is the parent in school or in training?",
        ),
        # A thing alone that its condition says more of.
        (
            "A permit is issued if |the well| will be deep or the town agrees.",
            "Will the well be deep?",
        ),
        ("You need a meter, and |the leak| must be mended.", "Is the leak mended?"),
        # A text that calls nobody "you" means its reader.
        ("Volunteers must be 16. |They have a licence|.", "Do you have a licence?"),
        (
            "Landowners may |hunt on their own land|.",
            "Will you hunt on your own land?",
        ),
        ("We close at |weekends|.", "Is it a weekend?"),
        ("|Someone in default| gets nothing.", "Are you someone in default?"),
        (
            "He or she was an active volunteer and |answered at least 20 calls|.",
            "Did you answer at least 20 calls?",
        ),
        (
            "Guests can borrow it only if |a member comes with them|.",
            "Does a member come with you?",
        ),
        ("Tell us if |someone moves in with you|.", "Has someone moved in with you?"),
        ("Open to card holders, |Monday to Friday|.", "Is it a day from Monday to Friday?"),
        ("Cars may stop, |05:00–09:00|.", "Is it between 05:00 and 09:00?"),
        # Who a group is, and what is said of it.
        ("The same goes for people |leaving prison|.", "Are you leaving prison?"),
        ("It is for kids |entering the first grade|.", "Is the child entering the first grade?"),
        ("Mobile homes can't go, except |those on a foundation|.", "Is it on a foundation?"),
        ("No notice is needed for |walks held every year|.", "Is it for walks held every year?"),
        ("We give a copy |on proof of identity|.", "Do you have proof of identity?"),
        ("You get it if you get Mobility Money or |Care Money|.", "Do you get Care Money?"),
        (
            "You can if you have type 1 diabetes or |type 2 with insulin|.",
            "Do you have type 2 with insulin?",
        ),
        (
            "He must be a citizen, and has to |earn the median wage|.",
            "Does he earn the median wage?",
        ),
        (
            "Shows and anything |bought through an agent| are final.",
            "Is it bought through an agent?",
        ),
        ("Renew what you like, except:\n\n- |DVDs|", "Is it a DVD?"),
        ("Traders may have a stall, and so may charities and |schools|.", "Are you a school?"),
        (
            "In each case the member needs to have |been with us for a year|.",
            "Have you been with us for a year?",
        ),
        (
            "Adopting: our terms\n\n- If you rent, we need |a letter from your landlord|.",
            "Do you have a letter from your landlord?",
        ),
        ("No shed may be put up |on a half plot|.", "Is it on a half plot?"),
        ("|An enclosed garden| is a must for large dogs.", "Do you have an enclosed garden?"),
        ("|An enclosed garden is a must for large dogs|.", "Do you have an enclosed garden?"),
        ("if |a student is required to go|", "Are you required to go?"),
        ("You cannot do |paid work for us|.", "Do you want to do paid work for us?"),
        ("Children who |live in the zone| are admitted.", "Does the child live in the zone?"),
        ("A request must be typed and |must say why|.", "Does the request say why?"),
        ("Bring it back with your receipt, |unused|.", "Is it unused?"),
        # Ages and days.
        ("Members may take their pension |from the age of 55|.", "Are you 55 or over?"),
        ("Free swimming, but not for |under-12s|.", "Are you under 12?"),
        ("Pay and display, except on |Sundays|.", "Is it a Sunday?"),
        # What has happened, and what is going on.
        (
            "A student |found guilty of misconduct| has no say.",
            "Have you been found guilty of misconduct?",
        ),
        ("except |those made redundant|", "Have you been made redundant?"),
        ("You pay when |you sell the car|.", "Are you selling the car?"),
        # A quotation that was cut is closed.
        ('if |your report was at least "good|"', 'Was your report at least "good"?'),
        # What can't be put into one question well.
        (
            "if |you are under 45 and work in a mine|",
            "Is it true that you are under 45 and work in a mine?",
        ),
        ("people who |row and are over 60|", "Do you row and are you over 60?"),
        (
            "someone who |relies on you for care has fallen ill|",
            "Does this apply in your case: “relies on you for care has fallen ill”?",
        ),
        ("You may row |until 15 July|.", "Are you rowing until 15 July?"),
    ],
)
def test_a_part_of_a_sentence_is_read_with_what_stands_before_it(text: str, question: str) -> None:
    assert asked_of(text)[0] == question


@pytest.mark.parametrize(
    ("rule", "question", "yes_means"),
    [
        ("you do not smoke", "Do you smoke?", State.NOT_MET),
        ("you have never been refused", "Have you ever been refused?", State.NOT_MET),
        ("you have no savings", "Do you have any savings?", State.NOT_MET),
        ("nobody else wants it", "Does anybody else want it?", State.NOT_MET),
        ("neither partner has retired", "Has either partner retired?", State.NOT_MET),
        ("no fire ban is in force", "Is any fire ban in force?", State.NOT_MET),
        ("you must not owe us money", "Do you owe us money?", State.NOT_MET),
        ("people with no car", "Do you have any car?", State.NOT_MET),
        ("you are unable to leave home", "Are you unable to leave home?", State.MET),
        ("you claim no more than 3 times", "Do you claim no more than 3 times?", State.MET),
        ("you no longer live here", "Do you no longer live here?", State.MET),
        (
            "you can’t come because of illness",
            "Is it true that you cannot come because of illness?",
            State.MET,
        ),
        ("unless you have a permit", "Do you have a permit?", State.MET),
    ],
)
def test_what_a_yes_means(rule: str, question: str, yes_means: State) -> None:
    assert asked_of(f"|{rule}|")[:2] == (question, yes_means)


def test_the_year_of_a_day_is_no_item_of_a_list() -> None:
    text = "You can have it if:\n\n- you |were ill before December 31, 2016|, and\n- you are poor"
    assert asked_of(text)[0] == "Were you ill before December 31, 2016?"


def test_what_somebody_has_done_is_not_asked_of_a_thing() -> None:
    text = "Every applicant, for whatever grade, must have |signed the code of conduct|."
    assert asked_of(text)[0] == "Have you signed the code of conduct?"
    ill = "**The illness:**\n\n- |Caused you to be ill|"
    assert asked_of(ill)[0] == "Did the illness cause you to be ill?"


def test_what_leads_to_a_rule_does_not_deny_it() -> None:
    assert asked_of("You must not |owe us money|.")[:2] == ("Do you owe us money?", State.MET)


def test_every_form_has_a_measured_share_of_good_questions() -> None:
    assert SHARE_GOOD.keys() == set(Form)
    assert all(0.5 < share <= 1 for share in SHARE_GOOD.values())


def test_a_list_within_a_list_goes_on_with_its_own_bullet() -> None:
    text = "We pay if:\n\n* you are:\n    * over 60\n* you live here"
    for rule, question in [("over 60", "Are you over 60?"), ("you live here", "Do you live here?")]:
        start = text.index(rule)
        assert question_about(RuleText(text), Span(start, start + len(rule))) == question


def test_forms_of_verbs() -> None:
    assert [present("applies"), past("took"), participle("taken")] == ["apply", "take", "take"]
    assert [past("cold-called"), present("misses")] == ["cold-call", "miss"]
    assert [done("submit"), done("pay"), done("agree")] == ["submitted", "paid", "agreed"]
    assert past("letter") is None
    assert "letter" not in BASES


def test_any_part_of_a_text_can_be_asked_about() -> None:
    text = "You can apply if you’re:\n\n* a widow, or\n* in Wales\n\nYou must pay."
    for part, question in [
        ("a widow, or", "Are you a widow?"),
        ("widow", "Are you widow?"),
        ("You must pay", "Have you paid?"),
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
    st.sampled_from(
        ["", "You must:\n\n* ", "If you:\n\n* ", "No one who ", "A dog that you own and "]
    ),
)
def test_any_rule_gives_a_question(words: list[str], lead: str) -> None:
    text = lead + " ".join(words)
    rule_text = RuleText(text)
    for rule in find_rules(rule_text):
        question = write_question(rule_text, rule)
        assert question.endswith("?")
        assert not question.endswith("??")
        assert not question[0].islower()
        assert len(question.split()) > 1
    part = Span(len(lead), len(text))
    assert question_about(rule_text, part).endswith("?")
