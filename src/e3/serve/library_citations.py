"""Drafts of the studio are kept to the document of the library that they were drafted from.

A draft knows it by its text; who changes the text takes that along.
"""

from __future__ import annotations

from dataclasses import replace

from e3.library.citations import Citation, located
from e3.policy.policy import Policy
from e3.serve.library_desk import LibraryDesk
from e3.studio.drafts import Drafts
from e3.studio.stored import Draft


def citation_of(desk: LibraryDesk, policy: Policy) -> Citation | None:
    """What a policy quotes; None for one that was not drafted from the library."""
    return desk.look(lambda library: library.cited(policy))


def take_along(desk: LibraryDesk, drafts: Drafts, draft: Draft) -> None:
    """Keeps a draft whose text was changed to the document that it was drafted from."""
    policy = draft.policy
    if not policy.origin.address or citation_of(desk, policy) is not None:
        return
    parent = drafts.revision(draft.id, draft.revision).summary.parent
    if parent is None:
        return
    cited = citation_of(desk, drafts.revision(draft.id, parent).policy)
    if cited is not None:
        again = replace(cited, excerpt=located(policy.rule_text, cited.document))
        desk.change(lambda library: library.cite(policy, again))


def hold(desk: LibraryDesk, policy: Policy) -> None:
    """Somebody has looked at what changed: the policy is of the document as it is now."""
    cited = citation_of(desk, policy)
    entry = cited and desk.look(lambda library: library.from_source(cited.source))
    if not entry:
        return
    now = desk.look(lambda library: library.document(entry.id)).document
    citation = Citation(entry.source, now, located(policy.rule_text, now), entry.id)
    desk.change(lambda library: library.cite(policy, citation))
