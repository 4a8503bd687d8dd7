"""Words of English grammar, as far as the question writer has to know them."""

from __future__ import annotations

import re
from collections.abc import Sequence

PRONOUNS = frozenset("you they it he she we there i he\u2060or\u2060she".split())
SOMEBODY = frozenset(
    """someone somebody anyone anybody everyone everybody nobody nothing anything something
    everything""".split()
)
"""Subjects of one word, beside pronouns."""
DETERMINERS = frozenset(
    """a an the this that these those your their his her its our my any all each every some no both
    either neither another such""".split()
)
PREPOSITIONS = frozenset(
    """in on at under over within between from of above below by for with without during since
    before after until till through throughout into onto towards toward against about around across
    behind beside besides beyond near outside inside off upon via per despite among along as like
    than because due out up aged except including""".split()
)
CONJUNCTIONS = frozenset("and or but nor".split())
RELATIVES = frozenset("who that which whose where whom when if unless while because".split())
"""What begins a clause inside another."""
ADVERBS = frozenset(
    """also usually normally only just still already generally currently always now not never ever
    then therefore either both each all often sometimes even once otherwise together first yet soon
    since themselves yourself""".split()
) | {"no\u2060longer", "not\u2060only", "not\u2060just"}
"""What can stand between a subject and its verb; a word joiner holds words together."""
DROPPED = frozenset("also either both therefore then too".split())
"""Adverbs that join a rule to another."""
DUTIES = frozenset("must should shall".split())
BE = frozenset("am is are was were".split())
HAVE = frozenset("have has had".split())
DO = frozenset("do does did".split())
MODALS = frozenset("will would can could may might".split())
AUXILIARIES = DUTIES | BE | HAVE | DO | MODALS

PEOPLE = frozenset(
    """accountant adult applicant apprentice artist athlete author boarder boater borrower builder
    bursar buyer cadet candidate caregiver carer citizen claimant client clinician coach
    commuter consumer contractor couple crew customer cyclist dealer dentist diner diplomat
    director doctor donor driver employee employer entrant farmer father firefighter fisher
    foreigner founder freelancer friend grandmaster grandparent grower guardian guest guide
    head hiker holder homeowner householder hunter immigrant individual instructor intern
    inventor investor journalist keeper landlord landowner lawyer leader leaseholder lecturer
    lodger maker man manager mason member merchant midwife migrant minister minor mother
    motorist mum musician national neighbour newcomer nurse occupant occupier officer operator
    organiser orphan owner owner-occupier paramedic parent participant partner passenger
    patient pensioner performer person pharmacist photographer physician picker pilot player
    plot-holder policyholder postgraduate producer professional professor pupil purchaser
    recipient refugee registrant relative renter repairer researcher resident retailer retiree
    rider sailor scholar seafarer seller senior servicemember shearer singer skater skipper
    smoker soldier solicitor son spouse staff student subscriber subtenant supplier supporter
    surfer survivor swimmer taxpayer teacher teenager temp tenant tourist trader trainee
    trainer traveler traveller trustee tutor undergraduate user veteran victim viewer visitor
    volunteer voter waiter walker warden wearer welder widow widower woman worker worshipper
    writer

    admin advocate aider airman alien ambassador amputee ancestor angler appellant architect
    asylum-seeker attendee auditor babysitter baker bather beekeeper beginner beneficiary bidder
    biker boarder breadwinner breeder broker camper captain cardholder caretaker casual
    celebrant chaperone chef childminder civilian clergyman clerk client colleague collector
    competitor complainant composer conductor consultant cook councillor counsellor courier
    creditor crewmember dancer debtor defendant dependant dependent descendant detainee
    developer disciple diver donee editor educator elder elector electrician emigrant engineer
    enthusiast evacuee exporter expat facilitator filmmaker finalist first-timer fisherman
    fiancé fiancée forager foreman forester fundraiser gamer gardener giver graduate grandchild
    grandmother grandfather granddaughter handler heir helper herder host hostess housemate
    illustrator importer inmate inspector insurer interpreter islander janitor jobseeker jockey
    joiner judge junior juror kayaker labourer laborer landlady learner lender lessee lessor
    librarian licensee lifeguard listener lone-parent magistrate mechanic mentor miner minder
    mourner naturalist newlywed non-member non-resident novelist nominee nun observer occupant
    offender onlooker organist orphan outpatient pedestrian physicist plumber podcaster poet
    postgrad postdoc presenter priest principal prisoner probationer programmer promoter
    prospector psychologist publisher puppeteer referee registrar rep reporter representative
    reservist respondent returner reviewer roofer rower runner sailor scientist scout sculptor
    secretary servant settler shareholder shopkeeper shopper sibling signatory skier sophomore
    spectator sponsor sportsman squatter starter steward stallholder stepchild stepparent
    subcontractor supervisor surgeon surveyor switcher taxi-driver technician teen therapist
    tradesperson translator treasurer undertaker vendor vet vicar villager winner witness
    workman youngster youth""".split()
)
STATES = frozenset(
    """able adult alive asleep available awake aware away bankrupt blind born british caring dead
    deaf disabled divorced due eligible employed engaged entitled expecting fewer fit
    foreign free full-time homeless ill independent insured international jobless less
    liable local married medically mentally more new not older ordinarily part-time
    permanent permanently physically pregnant present privately registered related
    resident responsible retired self-employed separated severely sick single subject
    temporarily terminally unable unemployed unfit unmarried unpaid unwell vulnerable
    widowed younger""".split()
)
"""What one can be, beside what ends in "ed" or "ing"."""

_MANY = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "staff": "staff",
    "knives": "knife",
    "wives": "wife",
    "shelves": "shelf",
    "calves": "calf",
    "feet": "foot",
    "teeth": "tooth",
    "mice": "mouse",
}
_NOT_MANY = frozenset(
    """news series diabetes athletics mathematics means gas bus lens asbestos wales overseas
    abroad always perhaps besides towards afterwards upstairs downstairs indoors outdoors
    plus thus hers ours yours theirs christmas species physics economics politics rabies
    measles tennis""".split()
)

# By sound: an hour, a union, a one-parent family, a UK resident.
_VOWEL = re.compile(
    r"(?!uni|use|usu|eu|one\b|once\b|u[ks]\b|ut|ur[aei])[aeiouéáíóú]|hour|hono|heir|8|11\b|18\b|80",
    re.IGNORECASE,
)
_BEHIND_HEAD = re.compile(
    r",? (?:of|for|in|from|with|without|at|on|under|over|to|by|that|which|who|whose|where|you|we"
    r"|they|named|aged|living|receiving|being|between|against|after|before|about|below|above|within|during"
    r"|since|until|near|outside|inside)\b"
)


def bare(word: str) -> str:
    """A word in small letters and without the signs around it."""
    return word.strip(",;:.()\"“”'‘’*!?_").casefold()


def singular(noun: str) -> str:
    """One of many; a noun that is not plural as it is."""
    if noun in _MANY:
        return _MANY[noun]
    if noun.endswith(("ss", "is", "us")) or noun in _NOT_MANY or len(noun) < 3:
        return noun
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes")):
        return noun[:-2]
    return noun.removesuffix("s")


def is_plural(subject: str) -> bool:
    """Whether a subject wants "are" and "do": "the value of shares" does not."""
    first, *_ = whole = [bare(word) for word in subject.split()] or [""]
    if first in {"you", "they", "we", "both", "these", "those", "i"}:
        return True
    if first in {"each", "every", "either", "neither", "one", "another", "anyone", "someone"}:
        return False
    if first in {"any", "none", "all", "some", "most"} and "of" in whole[1:2]:
        return singular(whole[-1]) != whole[-1]
    head = _BEHIND_HEAD.split(subject.casefold())[0].split() or [""]
    if "and" in head[1:]:
        return True
    last = bare(head[-1])
    return (singular(last) != last or last in _MANY) and not last.endswith(("'s", "’s"))


def with_article(words: Sequence[str], noun: str) -> tuple[str, ...]:
    """Words that go before a noun: "a" and "an" as it wants them, and neither before a plural."""
    if not noun or not words or words[-1] not in {"a", "an"}:
        return tuple(words)
    if is_plural(noun):
        return tuple(words[:-1])
    return (*words[:-1], article(noun))


def article(noun: str) -> str:
    """The article that a noun wants, by its sound."""
    return "an" if _VOWEL.match(noun) else "a"


_ONE_THING = frozenset(
    """account address agreement animal apartment appointment award bank bicycle bike bill boat body
    book bond bursary car card caravan cat certificate charger charity child company
    contract conviction copy course debt declaration deed degree deposit diploma disability doctor
    document dog driveway exemption farm fee firm flat garage garden gift grant guarantee
    home horse house invoice job key lease letter licence license loan machine
    medal mortgage note number offer office parcel pass passport permit pet phone
    photo photograph plan policy prescription project qualification receipt
    reference refund request room scholarship score sentence shop site
    sponsor statement student tenancy ticket tool trailer tree van vehicle visa voucher warranty
    """.split()
)


def is_one_thing(said: str) -> bool:
    """Whether a rule names one thing that wants an article: "rent book"."""
    head = _BEHIND_HEAD.split(said)[0].rstrip(" ,")
    words = head.split()
    if not words or "," in head or len(words) > _LONG_NAME or not head.islower():
        return False
    if not _NO_NAME.isdisjoint(words) or words[-1] == "staff" or "let" in words:
        return False
    return words[-1] in _ONE_THING or (is_person(words[-1]) and singular(words[-1]) == words[-1])


_LONG_NAME = 4
_NO_ARTICLE = (
    DETERMINERS
    | PREPOSITIONS
    | ADVERBS
    | PRONOUNS
    | AUXILIARIES
    | frozenset("more less fewer most several many few one two three enough parental".split())
)


_NO_NAME = _NO_ARTICLE | {"and", "or", "of", "to", "us"}


def is_person(noun: str) -> bool:
    """Whether a noun, in the singular or not, is a kind of person: "owners", "plot-holder"."""
    one = singular(noun)
    return one in PEOPLE or one.rpartition("-")[2] in PEOPLE


_BODIES = frozenset(
    """agency association business charity choir church club co-op college community company
    cooperative corporation council crew employer family farm firm group hospital household
    library manufacturer museum nursery organisation organization partnership rescue restaurant
    school shop society store team trader university""".split()
)


def is_body(noun: str) -> bool:
    """Whether a noun, in the singular or not, is one that people speak for: "charities"."""
    return singular(noun) in _BODIES


_MASS = frozenset(
    """accommodation advice alcohol asbestos baggage bedding beer bread butter camping cash cattle
    cheese childcare cider clothing coal coffee compost cooking cycling damage deer dancing diesel
    driving drink dust earth electricity equipment ethanol feed fencing fertiliser fertilizer fire
    firewood fish fishing flooding flour food footwear formula fraud fruit fuel furniture gambling
    gas glass glue gold grain gravel grooming hail hay heating help honey hunting income insulation
    insurance jewellery jewelry juice land laundry lighting livestock lodging logging luggage
    machinery maintenance meat medicine metal milk mining money mould music nursing oil paint paper
    parking petrol plastic poultry produce protection rain research rent repairs rice rubbish salt
    sand scrap seafood seed sheep shellfish silage silver smoke smoking snow soil stationery sugar
    surgery swimming swimwear tax tea theft timber tobacco traffic training transport travel
    treatment underwear vandalism venison waste water wear welding whitening wine wood wool
    work""".split()
)


def is_mass(said: str) -> bool:
    """Whether a rule names what has no plural and wants no article: "soft cheese"."""
    head = _BEHIND_HEAD.split(said)[0].rstrip(" ,")
    named = [part.split() for part in re.split(r",? (?:and|or) |, ", head)]
    return all(
        part and bare(part[-1]) in _MASS and _NO_ARTICLE.isdisjoint(map(bare, part))
        for part in named
    )


def is_number(word: str) -> bool:
    """Whether a word counts: 18, £500, two."""
    return bool(_FIGURE.match(word)) or bare(word) in _NUMBERS


_FIGURE = re.compile(r"[^\w\s]?\d")
_NUMBERS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve twenty".split()
)


def is_adverb(word: str) -> bool:
    """Whether a word can stand between a subject and its verb."""
    return word in ADVERBS or (word.endswith("ly") and word not in _NO_ADVERBS)


_NO_ADVERBS = frozenset(
    """apply supply rely comply reply fly multiply imply family elderly early daily weekly
    monthly yearly""".split()
)
