"""Interviews for a server: each move is read, written down, and only then acknowledged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from e3.drafting.drafter import Drafted, Drafter, TellingDrafter, drafted_by, find_drafter
from e3.errors import BadInput, E3Error
from e3.interview import recording
from e3.interview.events import Started
from e3.interview.interview import Interview
from e3.interview.journal import (
    Acknowledgement,
    Conflict,
    Journal,
    NoSuchInterview,
    RequestDigest,
)
from e3.interview.moves import Move
from e3.interview.why import Why
from e3.language.en.comparing import THIS_DRAFT
from e3.language.en.studio import question_drafted
from e3.policy.amounts import BadValue
from e3.policy.checking import MOST_RULES, checked
from e3.policy.policy import Policy
from e3.policy.rule_text import RuleText
from e3.policy.writing import policy_object
from e3.reading.conversation import Conversation, Reply
from e3.reading.reader import shipped_reader
from e3.reading.systems import BatchReader, ConversationReader
from e3.serve import logs
from e3.serve.library_citations import take_along
from e3.serve.library_desk import LibraryDesk
from e3.serve.settings import MOST_EVENTS
from e3.studio.comparing import ComparedDrafts, compare
from e3.studio.drafted_question import with_drafted
from e3.studio.drafts import Saved
from e3.studio.publications import Publications
from e3.studio.publishing import Version, Visit
from e3.studio.stored import Draft
from e3.studio.studio import Studio
from e3.text import question_key


class MoveRefused(BadInput):
    """A move that an interview does not allow where it stands."""


class ValueRefused(BadInput):
    """A value that can't be the one that is asked for."""

    def __init__(self, sentence: str, *, field: str = "value", place: int = 0) -> None:
        super().__init__(sentence)
        self.field = field
        self.place = place
        """Among values that were given together."""


@dataclass(frozen=True)
class Beginning:
    """What an interview is begun with; a text is made a policy first."""

    policy: Policy | RuleText
    question: str
    scenario: str = ""
    planned: bool = False
    today: date | None = None
    """None: the day where the server is."""


@dataclass(frozen=True)
class KeptInterview:
    """An interview that is kept, where it stands."""

    id: str
    interview: Interview

    @property
    def turn(self) -> int:
        """How many events it has: what is said next belongs to this turn."""
        return len(self.interview.events)

    def why(self) -> Why:
        """Why the question is asked."""
        try:
            return self.interview.why()
        except BadInput as error:
            raise MoveRefused(str(error)) from None


@dataclass(frozen=True)
class Service:
    """What a server does with interviews; every method blocks until it is done.

    A `request` that comes twice is done once.
    """

    reader: ConversationReader
    """Of stories; what follows is logic."""
    drafter: Drafter
    journal: Journal
    model: str
    """What interviews note as the model that read."""
    forget: Callable[[Conversation | None], object] = lambda _: None
    """Is told what an interview began with that was deleted; None where nobody can say."""
    saved: Saved = lambda _: None
    """Is told of each draft that was saved."""
    library: LibraryDesk | None = None
    """The documents that people may ask; none for a server without."""
    judge: BatchReader | None = None
    """Reads the nearest of them to say whether they answer, where it is known what that is worth.

    It remembers nothing: of what was told for a question it would be known to which documents.
    """

    @property
    def studio(self) -> Studio:
        """Drafts and what was published of them, in the database of the interviews."""
        return Studio.kept_in(self.journal.database, self._saved)

    def _saved(self, draft: Draft) -> None:
        if self.library is not None:
            try:
                take_along(self.library, Studio.kept_in(self.journal.database).drafts, draft)
            except E3Error as error:
                # It is saved: what its text is from can be said anew, and nobody edits in vain.
                logs.failed(error, request="library")
        self.saved(draft)

    def seen_by(self, owner: str | None) -> Service:
        """The service for one owner, to whom the interviews of others are not there."""
        return replace(self, journal=self.journal.seen_by(owner))

    def read(self, conversation: Conversation) -> Reply:
        """One turn without an interview."""
        return self.reader.read(conversation)

    def draft(self, rule_text: RuleText, questions: Sequence[str]) -> Policy:
        """A policy made of a text."""
        return self.drafted(rule_text, questions).policy

    def drafted(self, rule_text: RuleText, questions: Sequence[str]) -> Drafted:
        """A policy made of a text, with what there is to tell of that."""
        asked = {question_key(question): question for question in questions}
        drafted = drafted_by(self.drafter, rule_text, list(asked.values()))
        policy = drafted.policy
        if len(policy.rules) > MOST_RULES:
            raise BadInput(f"this text has over {MOST_RULES} rules: take the part that decides")
        # What can't be followed would be kept, and never opened again.
        for fault in checked(policy_object(policy)).faults:
            if fault.is_fatal:
                raise BadInput(f"no policy can be made of this text: {fault.sentence}")
        return drafted

    @property
    def drafters(self) -> Mapping[str, str]:
        """Those that a draft can be compared with, and what they are."""
        own = self.drafter if isinstance(self.drafter, TellingDrafter) else None
        asked = {} if own is None else {"own": f"{own.name}, at {own.sends_to}"}
        return {"network": "the network of E3", "form": "the form of the text alone", **asked}

    def compared(self, policy: Policy, name: str) -> ComparedDrafts:
        """A draft beside what another drafter makes of its text."""
        if name not in self.drafters:
            raise BadInput("there is no such drafter here")
        drafter = self.drafter if name == "own" else find_drafter(name, shipped_reader())
        asked = [each.question for each in policy.questions]
        other = drafter.draft(policy.rule_text, asked)
        return compare(replace(policy, drafted_by=THIS_DRAFT), other)

    def draft_question(self, draft: str, question: str, *, base: int, by: str = "") -> Draft:
        """A question more for a draft in the studio, answered as the drafter would."""
        drafts = self.studio.drafts
        policy = drafts.revision(draft, base).policy
        drafted = self.draft(policy.rule_text, [question])
        after = with_drafted(policy, drafted, question)
        return drafts.replace(draft, after, base=base, by=by, what=question_drafted(question))

    def begin(self, start: Beginning, request: RequestDigest | None = None) -> KeptInterview:
        """A new interview."""
        if request and (before := self.journal.done(request)):
            return self._after(before)
        policy = start.policy
        if isinstance(policy, RuleText):
            policy = self.draft(policy, [start.question])
        return self._begun_with(replace(start, policy=policy), None, request)

    def begin_published(
        self, address: str, question: str, scenario: str = "", request: RequestDigest | None = None
    ) -> KeptInterview:
        """A new interview by what is published at an address, with the version that is now."""
        if request and (before := self.journal.done(request)):
            return self._after(before)
        version = self.studio.publications.published(address)
        return self._begun_with(Beginning(version.policy, question, scenario), version, request)

    def _begun_with(
        self, start: Beginning, version: Version | None, request: RequestDigest | None
    ) -> KeptInterview:
        interview = Interview.begin(
            start.policy,
            start.question,
            start.scenario,
            reader=self.reader,
            planned=start.planned,
            today=start.today,
        )
        counted = None if version is None else Publications.begins(version, interview)
        id = recording.begin(
            self.journal, interview, model=self.model, request=request, beside=counted
        )
        return KeptInterview(id, interview)

    def visit(self, address: str, id: str) -> Visit:
        """What an interview was begun with at an address; NoSuchInterview where it was not."""
        visit = self.studio.publications.visit(id)
        if visit is None or visit.address != address:
            raise NoSuchInterview(id)
        return visit

    def ask_instead(self, id: str, question: int | None) -> KeptInterview:
        """A new interview by the same policy with the same story, for another of its questions.

        One that was begun at a published address goes on there, with the version it began with.
        """
        before = self.look(id).interview
        asked = before.policy.questions
        if question is None or question >= len(asked):
            raise BadInput("the policy has no such question")
        start = before.opening
        again = Beginning(
            before.policy,
            asked[question].question,
            start.scenario,
            planned=start.planned,
            today=start.today,
        )
        visit = self.studio.publications.visit(id)
        return self._begun_with(again, visit.version if visit else None, None)

    def look(self, id: str) -> KeptInterview:
        """An interview, where it stands."""
        return KeptInterview(id, recording.resume(self.journal, id))

    def move(
        self,
        id: str,
        move: Move,
        *,
        turn: int | None = None,
        request: RequestDigest | None = None,
    ) -> KeptInterview:
        """Makes a move at the turn that the person saw; if none is said, where it stands."""
        if request and (before := self.journal.done(request)):
            return self._after(before)
        kept = recording.load(self.journal, id)
        last = len(kept.events)
        turn = last if turn is None else turn
        if not 1 <= turn <= last:
            raise Conflict(f"there is no turn {turn} yet")
        if turn >= MOST_EVENTS:
            raise MoveRefused(f"an interview takes {MOST_EVENTS:,} turns at most: begin a new one")
        # A turn that was taken before leads to the same event again, or to a conflict.
        interview = kept.resumed(turn)
        try:
            moved = move.made(interview)
        except BadValue as error:
            raise ValueRefused(str(error), place=error.place) from None
        except BadInput as error:
            raise MoveRefused(str(error)) from None
        written = recording.keep(
            self.journal,
            id,
            moved,
            model=self.model,
            since=turn,
            request=request,
            beside=Publications.goes_on(moved),
        )
        if written.events == len(moved.events):
            return KeptInterview(id, moved)
        return self._after(written)

    def export(self, id: str) -> str:
        """All that is kept of an interview, as JSON."""
        return self.journal.export(id)

    def check_there(self, id: str) -> None:
        """Raises NoSuchInterview where there is none; it may be damaged."""
        self.journal.summary(id)

    def delete(self, id: str) -> None:
        """Deletes an interview for good, and forgets what was read of it."""
        begun = self._begun(id)
        self.journal.delete(id)
        self.forget(begun)

    def _begun(self, id: str) -> Conversation | None:
        """What an interview began with, where it is not too damaged to say."""
        try:
            kept = recording.load(self.journal, id)
        except BadInput:
            return None
        first = kept.events[0]
        assert isinstance(first, Started)
        return Conversation(kept.rule_text, first.question, first.scenario)

    def _after(self, written: Acknowledgement) -> KeptInterview:
        kept = recording.load(self.journal, written.interview)
        return KeptInterview(written.interview, kept.resumed(written.events))
