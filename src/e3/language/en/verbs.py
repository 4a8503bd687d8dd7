"""Verbs and their forms, as far as rules are made of them (a lexicon and its morphology).

The list is our own: what stands behind "do", "will" and "to" in our corpora for training, and the
verbs that laws and terms are made of besides. A larger lexicon has a verb for nearly every noun
("to letter", "to room"), so it finds verbs where there are none.
"""

from __future__ import annotations

from collections.abc import Mapping

_REGULAR = """
abandon abolish absorb abuse accelerate accept access accompany account accredit accrue accumulate
achieve acknowledge acquire act activate adapt add address adhere adjourn adjust administer admit
adopt advance advertise advise affect afford agree aim alert allege allocate allot allow alter amend
amount amputate analyse announce annul answer anticipate appeal appear apply appoint appreciate
approach approve archive argue arrange arrest arrive ask assault assemble assess assign assist
assume assure attach attack attempt attend attract audit authorise authorize avail avoid award back
bake balance ban bar base bath battle behave believe belong benefit bill blame bleach block blur
board boil bolt book borrow bother brand breach breathe brew budget bully bury calculate call camp
cancel cap capture care carry cart cash cause cease celebrate certify challenge change charge
charter chase chat cheat check chew circulate cite claim classify clean clear click climb close
coach collapse collect combine command commence comment commit communicate commute compare
compensate compete complain complete comply comprise conceal concern conclude condemn conduct
confine confirm confiscate conform connect consent consider consist consolidate constitute construct
consult consume contact contain contest continue contract contribute control convert convey convict
cook cooperate copy correct correspond cough count countersign cover crack crash create credit crew
criticise cross cultivate cure damage dance date deactivate debit decay deceive decide declare
decline decorate decrease deduct deem default defend defer define delay delegate delete deliver
demand demolish demonstrate deny depart depend deploy deport deposit derive describe deserve design
designate destroy detach detain deter determine develop deviate devote diagnose die differ direct
disagree disappear discharge discipline disclose disconnect discontinue discount discover discuss
dismiss displace display dispose dispossess dispute disqualify disregard dissolve distribute disturb
dive divert divide divorce document donate double download draft drag drain drape drill drop dry
duplicate earn economise edit educate elapse elect eliminate email emigrate emit employ empty enable
encash enclose encounter encourage encrypt end endanger endorse enforce engage enhance enjoy enlist
enrol enroll ensure enter entitle erase erect escape establish estimate evacuate evict examine
exceed exchange exclude excuse execute exempt exercise exhaust exist expand expect expedite expel
expire explain exploit explore export expose express extend face fade fail falsify fancy farm fasten
favour fax fell fence fetch file fill film finance fine finish fire fish fit fix float flood fold
follow force forfeit forge form forward foster frame free fulfil fulfill function fund furnish gain
gamble gather generate govern grade graduate grant graze greet guarantee guard guess guide halve
hand handle happen harm harvest hate haul head heal heat help hesitate hinder hire hitchhike honour
hook hospitalise hospitalize host house hunt hurry identify ignite ignore illustrate immigrate
impair implement imply import impose imprison improve include increase incur indicate infect inflict
influence inform infringe inhabit inherit initiate inject injure insist inspect install instruct
insulate insure intend interest interfere interrupt interview introduce invade invent invest
investigate invite invoice involve irrigate irritate isolate issue join judge jump justify kick
kidnap kill kiss knit knock label lack land lapse last laugh launch lead learn lease lecture
legalise lengthen lessen license lift like limit link list listen litter live load loan locate lock
lodge log look love lower mail maintain manage manufacture mark market marry match matter mature
measure mediate mend mention mentor merge meter microchip milk mind mine miss misuse mix modify
monitor moor mortgage mount move mow multiply murder name narrow naturalise naturalize need neglect
negotiate neuter nominate note notice notify number nurse obey object oblige observe obstruct obtain
occupy occur offend offer omit open operate oppose opt order organise organize originate outline
outweigh overhang overlap overlook overstay owe own pack paint park participate pass patent pause
penalise perform permit persist persuade phone photocopy photograph pick pierce pitch place
plagiarise plan plant play plead pledge plough plug point poison pollinate pop port pose possess
post postpone pour practise pray precede predict prefer prejudice prepare prescribe present preserve
press prevent price print proceed process procure produce profit program progress prohibit promise
promote proof propose prosecute protect prove provide prune publish pull punish purchase pursue push
qualify quarrel quarry query question queue quote race rain raise rate ratify reach react realise
realize recall receive reckon reclaim recognise recognize recommend reconsider record recover
recruit recur recycle redeem redeploy redevelop reduce refer refinance refit reflect refrain refund
refurbish refuse regain regard register regret regulate rehearse reimburse reinstate reject rejoin
relate relax release relet relieve relinquish reload relocate rely remain remark remarry remember
remind remove render renew renounce renovate rent reopen reorganise repair repeal repeat replace
replant reply report represent reproduce request require rescue research resemble resent reserve
resettle reside resign resist resit resolve respect respond rest restore restrict resubmit result
resume retail retain retake retire retract retrain retrench return reuse reveal reverse review
revise revoke reward risk rob roll rot row rule sack sail sample sanction satisfy save scan schedule
scoop score scrap scratch screen screw scrutinise seal search seat secure seem seize select sentence
separate serve service settle share shear shelter shift ship shop shorten show sign signal simplify
skate ski skip slaughter slip smell smoke snatch sneeze soak solicit solve sort sound spare spay
specialise specify spoil sponsor spray sprinkle squat stack staff stage stamp start starve state
station stay steer step sterilise stock stop store strain strand strengthen stress stretch study
sublease submit subscribe substitute subtract succeed sue suffer suggest suit sum supervise
supplement supply support suppose surface surrender surround survey survive suspect suspend sustain
swap sweat switch tackle tag talk tamper tape target taste tattoo tax telephone tempt tend terminate
test text thank threaten tick tie tip tolerate top total touch tour tow trace track trade train
transact transfer translate transmit transplant transport trap travel treat trespass trigger trim
trouble trust try tune turn tutor type undergo unload unlock update upgrade upload uproot urge use
utilise utilize vacate vaccinate validate value vandalise vanish vary verify video view violate
visit volunteer vote vouch wait waive walk want warm warn wash waste watch water weaken weatherize
weigh welcome weld whistle widen wipe wish witness wonder work worm worry worsen wound wrap yield
"""

_IRREGULAR = """
arise arose arisen; be was been; bear bore borne; beat beat beaten; become became become; begin
began begun; bend bent bent; bet bet bet; bind bound bound; bite bit bitten; bleed bled bled; blow
blew blown; break broke broken; breastfeed breastfed breastfed; breed
bred bred; bring brought brought; broadcast broadcast
broadcast; build built built; burn burnt burnt; burst burst burst; buy bought bought; cast cast
cast; catch caught caught; choose chose chosen; cling clung clung; come came come; cost cost cost;
creep crept crept; cut cut cut; deal dealt dealt; dig dug dug; do did done; draw drew drawn; dream
dreamt dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed
fed; feel felt felt; fight fought fought; find found found; flee fled fled; fly flew flown; forbid
forbade forbidden; forecast forecast forecast; foresee foresaw foreseen; forget forgot forgotten;
forgive forgave forgiven; forgo forwent forgone; freeze froze frozen; get got got; give gave
given; go went gone; grind ground ground; grow grew grown; hang hung hung; have had had; hear
heard heard; hide hid hidden; hit hit hit; hold held held; hurt hurt hurt; keep kept kept; kneel
knelt knelt; know knew known; lay laid laid; lead led led; lean leant leant; learn learnt learnt;
leave left left; lend lent lent; let let let; lie lay lain; light lit lit; lose lost lost; make
made made; mean meant meant; meet met met; misread misread misread; mistake mistook mistaken;
misunderstand misunderstood misunderstood; outgrow outgrew outgrown; overcome overcame overcome;
overpay overpaid overpaid; oversee oversaw overseen; overdraw overdrew overdrawn; overtake
overtook overtaken; pay paid paid; put put put; quit quit quit; read read read; rebuild rebuilt
rebuilt; redo redid redone; remake remade remade; repay repaid repaid; reset reset
reset; resell resold resold;
rethink rethought rethought; rewrite rewrote rewritten; ride rode ridden; ring rang rung; rise
rose risen; run ran run; say said said; see saw seen; seek sought sought; sell sold sold; send
sent sent; set set set; shake shook shaken; shed shed shed; shine shone shone; shoot shot shot;
show showed shown; shrink shrank shrunk; shut shut shut; sing sang sung; sink sank sunk; sit sat
sat; sleep slept slept; slide slid slid; sow sowed sown; speak spoke spoken; speed sped sped;
spend spent spent; spill spilt spilt; spin spun spun; split split split; spoil spoilt spoilt;
spread spread spread; spring sprang sprung; stand stood stood; steal stole stolen; stick stuck
stuck; sting stung stung; strike struck struck; strive strove striven; sublet sublet sublet; swear
swore sworn; sweep swept swept; swell swelled swollen; swim swam swum; swing swung
swung; take took taken; teach taught taught; tear tore torn; tell told told; think thought
thought; throw threw thrown; undergo
underwent undergone; underpay underpaid underpaid; understand understood understood; undertake
undertook undertaken; undo undid undone; uphold upheld upheld; upset upset upset; wake woke woken;
wear wore worn; weave wove woven; win won won; wind wound wound; withdraw withdrew withdrawn;
withhold withheld withheld; withstand withstood withstood; wring wrung wrung; write wrote written
"""

_MOSTLY_NOUNS = """
abuse access account act address advance alert amount appeal audit award back balance ban bar base
bath bend benefit bill block board bolt book bother brand breach break broadcast budget burst cap
care cash cast cause challenge charge charter chat check claim clean clear close coach combine
commute concern conduct consent contract control copy correct cost crack crash credit crew damage
date deal debit default delay demand deposit design direct discharge discount dispute divorce
document double download draft drain dream drill drink dry email empty end estimate exchange excuse
export express face fall farm favour fence file film finance fine fire float flood forecast form
foster frame free fund grade graduate grant guarantee guard guide harm harvest head heat hook host
house hurry import increase interest interview invoice judge label land last lease lecture license
lift light limit link list load loan lock log lower mail mark market match matter mature mentor
meter microchip milk mine mistake monitor mortgage name note notice number nurse offer open order
own pack pass patent pause permit phone photograph pitch place plan plant pledge plough plug point
port post practise present press price process produce profit program proof purchase quarrel quarry
question queue quote rain rate record refund register release rent repair repeat report request
rescue research reserve resit rest result resume retail return review reward rise risk roll row rule
sack sample scan schedule score scrap scratch screen seal seat secure sentence separate service shed
shelter shift ship shop shrink signal sink slide slip sort sound spare speed spring stack staff
stage stamp state station stick stock store stretch strike study substitute sum supplement survey
suspect tag tape target tax test text thank tip top total tour tow trace track trade train transfer
transplant trouble trust tutor type value video view visit volunteer waste water welcome whistle
wind witness work worm wound
"""

_VOWELS = frozenset("aeiou")


def with_s(base: str) -> str:
    """The form of a third person."""
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _with(ending: str, base: str) -> tuple[str, ...]:
    """With -ed or -ing; with one and with two of a last consonant, whichever is right."""
    if ending == "ed" and base.endswith("y") and base[-2] not in _VOWELS:
        return (base[:-1] + "ied",)
    if base.endswith("ie") and ending == "ing":
        return (base[:-2] + "ying",)
    if base.endswith("e") and not (ending == "ing" and base.endswith(("ee", "oe", "ye"))):
        return (base[:-1] + ending,)
    return (base + ending, base + base[-1] + ending)


_THREE_FORMS = [each.split() for each in _IRREGULAR.split(";")]

BASES = frozenset(_REGULAR.split()) | {base for base, _, _ in _THREE_FORMS}
"""Verbs as they stand behind "do" and "will"."""

MOSTLY_NOUNS = frozenset(_MOSTLY_NOUNS.split())
"""Those of them that are nouns more often, in our corpora."""

PLAIN = BASES - MOSTLY_NOUNS
"""Those that are verbs more often."""

_IRREGULAR_BASES = frozenset(base for base, _, _ in _THREE_FORMS)
_PAST = {form: base for base in BASES - _IRREGULAR_BASES for form in _with("ed", base)}
_PAST_IRREGULAR = {past: base for base, past, _ in reversed(_THREE_FORMS)}
_PRESENT = {with_s(base): base for base in BASES} | {"has": "have", "does": "do"}
_GERUND = {form: base for base in BASES for form in _with("ing", base)}
_PARTICIPLE = {done: base for base, _, done in _THREE_FORMS}
_BY_BASE = {base: done for base, _, done in _THREE_FORMS}


def present(word: str) -> str | None:
    """The verb of a third person: "applies" is of "apply"."""
    return _found(_PRESENT, word)


def surely_present(word: str) -> bool:
    """Whether a word is a verb of a third person that is hardly ever a noun: "applies"."""
    base = present(word)
    return base is not None and base not in MOSTLY_NOUNS


def past(word: str) -> str | None:
    """The verb of a past form: "took" is of "take", "died" of "die"."""
    return _found(_PAST_IRREGULAR, word) or _found(_PAST, word)


def participle(word: str) -> str | None:
    """The verb of what follows "have" and "be": "taken" is of "take"."""
    return _found(_PARTICIPLE, word) or _found(_PAST, word)


def gerund(word: str) -> str | None:
    """The verb of "taking"."""
    return _GERUND.get(word)


def _found(forms: Mapping[str, str], word: str) -> str | None:
    """The verb of a form, also behind a hyphen: "cold-called"."""
    before, hyphen, last = word.rpartition("-")
    base = forms.get(last)
    return base and before + hyphen + base


def is_past_alone(word: str) -> bool:
    """Whether a form is never a participle nor a base: "took"."""
    return word in _PAST_IRREGULAR and word not in _PARTICIPLE and word not in BASES


def done(base: str) -> str:
    """What follows "have"."""
    if base in _BY_BASE:
        return _BY_BASE[base]
    once, *twice = _with("ed", base)
    return twice[0] if twice and _doubles(base) else once


def doing(base: str) -> str:
    """What follows "are": "applying"."""
    once, *twice = _with("ing", base)
    return twice[0] if twice and _doubles(base) else once


_DOUBLING = frozenset(
    """admit commit permit submit omit refer transfer prefer defer deter occur incur recur enrol
    cancel travel label total regret expel control fulfil refit program signal resubmit""".split()
)


def _doubles(base: str) -> bool:
    """Whether a verb doubles its last consonant: one syllable that ends in it behind one vowel."""
    if base in _DOUBLING:
        return True
    short = len(base) > 2 and sum(letter in _VOWELS for letter in base) == 1
    return short and base[-2] in _VOWELS and base[-1] not in _VOWELS | set("wxy")
