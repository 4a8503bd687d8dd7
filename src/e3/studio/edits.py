"""All edits of a policy, as data: made one after the other, sent, kept, and made again."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from e3.policy.policy import Policy
from e3.serialise import explain
from e3.studio.case_edits import CaseEdit
from e3.studio.editing import EditRefused, followable
from e3.studio.fact_edits import FactEdit
from e3.studio.logic_edits import LogicEdit
from e3.studio.policy_edits import PolicyEdit
from e3.studio.question_edits import QuestionEdit
from e3.studio.rule_edits import RuleEdit

Edit = Annotated[
    RuleEdit | FactEdit | LogicEdit | QuestionEdit | CaseEdit | PolicyEdit,
    Field(discriminator="kind"),
]

_edit: TypeAdapter[Edit] = TypeAdapter(Edit)


def edited(policy: Policy, edit: Edit) -> Policy:
    """The policy after an edit; EditRefused, with a sentence, where there would be none."""
    # As it is read again: what is too long, say, would be kept and never opened.
    return followable(edit_of(edit_object(edit)).made(policy))


def edit_object(edit: Edit) -> dict[str, Any]:
    """An edit as an object ready for JSON."""
    found: dict[str, Any] = _edit.dump_python(edit, mode="json")
    return found


def edit_of(value: Any) -> Edit:
    """The edit that such an object is; EditRefused with the field that is wrong."""
    try:
        return _edit.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        # It begins with the kind of the edit.
        field = ".".join(map(str, first["loc"][1:])) or None
        raise EditRefused(explain(error), field) from None
