"""Forms of the studio as edits: the name of the button that was pressed says what is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from e3.policy.answers import State
from e3.policy.policy import Policy, PolicyRule
from e3.serve.pages.studio.formulas import by_names
from e3.serve.pages.studio.spans import group_near, marked_span
from e3.studio import logic_edits, question_edits, rule_edits
from e3.studio.editing import EditRefused
from e3.studio.edits import Edit
from e3.studio.nodes import Address, nodes, tree

Fields = Mapping[str, str]
_TICK = "tick-"


def review_edit(policy: Policy, question: int, fields: dict[str, str]) -> Edit:
    """What is wanted on the page of one question's logic."""
    for button, edit in _BUTTONS.items():
        if button in fields:
            wanted = edit(policy, question, fields)
            if (
                isinstance(
                    wanted, logic_edits.GroupNodes | logic_edits.MoveNodes | logic_edits.SetApart
                )
                and wanted.made(policy) == policy
            ):
                raise EditRefused("that changes nothing: they belong together like this already")
            return wanted
    raise EditRefused("say what is to be done: press one of the buttons")


def joined(rules: Sequence[PolicyRule], join: str) -> str:
    """The formula of rules of which all are needed, or any; what a clause says speaks for it."""
    names = [rule.id if rule.yes_means is State.MET else f"not {rule.id}" for rule in rules]
    return (" or " if join == "any" else " and ").join(names)


def part_of(fields: Fields) -> str:
    """Where on the page somebody was, for browsers that load it anew."""
    match fields:
        case {"deny": node}:
            return f"#tick-{node}"
        case {"accept": rule} | {"put": rule}:
            return f"#rule-{rule}"
        case {"mark": _}:
            return "#text"
    return "#logic"


def rule_edit(policy: Policy, rule: str, fields: dict[str, str]) -> Edit:
    """What is wanted on the page of a rule."""
    for button, edit in _RULE_BUTTONS.items():
        if button in fields:
            return edit(policy, rule, fields)
    raise EditRefused("say what is to be done: press one of the buttons")


def _reword(_: Policy, rule: str, fields: dict[str, str]) -> Edit:
    return rule_edits.RewordRule(rule, _filled(fields, "question", "write the question"))


def _span(policy: Policy, rule: str, fields: dict[str, str]) -> Edit:
    span = marked_span(policy, fields)
    return rule_edits.MoveSpan(rule, span.start, span.end)


def _merge_with(policy: Policy, rule: str, fields: dict[str, str]) -> Edit:
    other = _filled(fields, "other", "choose the other rule")
    return rule_edits.MergeRules(
        tuple(each.id for each in policy.rules if each.id in (rule, other))
    )


def _split(_: Policy, rule: str, fields: dict[str, str]) -> Edit:
    at = _filled(fields, "at", "choose where the second rule begins")
    if not (at.isascii() and at.isdecimal() and len(at) < 8):
        raise EditRefused("choose where the second rule begins", "at")
    return rule_edits.SplitRule(rule, int(at), "any" if fields.get("join") == "any" else "all")


def _filled(fields: Fields, name: str, otherwise: str) -> str:
    value = fields.get(name, "").strip()
    if not value:
        raise EditRefused(otherwise, name)
    return value


def _mark(policy: Policy, question: int, fields: dict[str, str]) -> Edit:
    span = marked_span(policy, fields)
    rule = fields.get("rule", "")
    if rule:
        return rule_edits.MoveSpan(rule, span.start, span.end)
    into = group_near(policy, question, span) if question < len(policy.questions) else None
    return rule_edits.AddRule(span.start, span.end, into=into)


def _ticked(fields: Fields) -> tuple[str, ...]:
    found = tuple(name.removeprefix(_TICK) for name in fields if name.startswith(_TICK))
    if not found:
        raise EditRefused("tick what you mean first")
    return found


def _two_ticked(fields: Fields) -> tuple[str, ...]:
    found = _ticked(fields)
    if len(found) < 2:
        raise EditRefused("tick two of them at least")
    return found


def _merged(policy: Policy, question: int, fields: dict[str, str]) -> Edit:
    chosen = set(_two_ticked(fields))
    ids = {
        inner.rule
        for node in nodes(tree(policy, question))
        if str(node.address) in chosen
        for inner in nodes(node)
        if inner.rule
    }
    return rule_edits.MergeRules(tuple(rule.id for rule in policy.rules if rule.id in ids))


def _one_ticked(fields: Fields) -> str:
    first, *more = _ticked(fields)
    if more:
        raise EditRefused("tick only one of them")
    return first


def _begin(policy: Policy, _: int, fields: dict[str, str]) -> Edit:
    """The first question, decided by all rules that were marked."""
    asked = _filled(fields, "question", "write the question")
    return question_edits.AddQuestion(asked, joined(policy.rules, fields["begin"]))


def _put(_: Policy, question: int, fields: dict[str, str]) -> Edit:
    return logic_edits.PutRule(fields["put"], fields.get("into") or str(Address(question)))


def _switch(_: Policy, __: int, fields: dict[str, str]) -> Edit:
    group, _sep, kind = fields["switch"].partition(" ")
    return logic_edits.ChangeGroup(group, "any" if kind == "any" else "all")


_BUTTONS: dict[str, Callable[[Policy, int, dict[str, str]], Edit]] = {
    "begin": _begin,
    "mark": _mark,
    "switch": _switch,
    "deny": lambda _, __, fields: logic_edits.DenyNode(fields["deny"]),
    "ungroup": lambda _, __, fields: logic_edits.Ungroup(fields["ungroup"]),
    "put": _put,
    "accept": lambda _, __, fields: rule_edits.AcceptRule(fields["accept"]),
    "accept-logic": lambda _, question, __: logic_edits.AcceptLogic(question),
    "delete": lambda _, __, fields: rule_edits.DeleteRule(fields["delete"]),
    "formula": lambda policy, question, fields: logic_edits.SetFormula(
        question, by_names(policy, _filled(fields, "formula", "write the formula"))
    ),
    "all": lambda _, __, fields: logic_edits.GroupNodes(_two_ticked(fields), "all"),
    "any": lambda _, __, fields: logic_edits.GroupNodes(_two_ticked(fields), "any"),
    "not-all": lambda _, __, fields: logic_edits.GroupNodes(
        _two_ticked(fields), "all", denied=True
    ),
    "always": lambda _, __, fields: logic_edits.SetApart(_one_ticked(fields), "all"),
    "alone": lambda _, __, fields: logic_edits.SetApart(_one_ticked(fields), "any"),
    "move": lambda _, __, fields: logic_edits.MoveNodes(
        _ticked(fields), _filled(fields, "into", "choose where they belong")
    ),
    "merge": _merged,
    "remove": lambda _, __, fields: logic_edits.RemoveNode(_one_ticked(fields)),
}

_RULE_BUTTONS: dict[str, Callable[[Policy, str, dict[str, str]], Edit]] = {
    "reword": _reword,
    "turn": lambda _, rule, __: rule_edits.TurnRule(rule),
    "span": _span,
    "split": _split,
    "merge": _merge_with,
    "accept": lambda _, rule, __: rule_edits.AcceptRule(rule),
    "delete": lambda _, rule, __: rule_edits.DeleteRule(rule),
}
