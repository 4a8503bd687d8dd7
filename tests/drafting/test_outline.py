"""Texts as their lay-out shows them."""

from e3.drafting.outline import Item, outline
from e3.policy.rule_text import RuleText


def lists(text: str) -> list[object]:
    def shown(item: Item) -> object:
        words = item.span.of(text)
        return (words, *map(shown, item.below)) if item.below else words

    return [shown(item) for passage in outline(RuleText(text)) for item in passage.items]


def test_depth_by_indentation() -> None:
    assert lists("If:\n- a b\n  - c d\n  - e f\n- g h") == [("a b", "c d", "e f"), "g h"]


def test_depth_by_the_kind_of_number() -> None:
    assert lists("If:\n1. a b\n(a) c d\n(b) e f\n2. g h") == [("a b", "c d", "e f"), "g h"]


def test_depth_by_signs() -> None:
    assert lists("If:\n* a b\n** c d\n* e f") == [("a b", "c d"), "e f"]


def test_headings_of_all_kinds() -> None:
    text = (
        "# One\n\nA b.\n\n**Two**\nC d.\n\nThree\n\nE f.\n\nFour\nG h.\n\n**Five.** I j.\n\n"
        "*Six?* K l."
    )
    found = {p.heading: [s.of(text) for s in p.sentences] for p in outline(RuleText(text))}
    assert list(found) == ["One", "Two", "Three", "Four", "Four. Five", "Four. Six?"]
    assert found["Two"] == ["C d."]


def test_the_rows_of_a_table_stand_alone() -> None:
    text = "| Age | Fee |\n|---|---|\n| under 18 | none |\n| over 60 | half |"
    rows = [s.of(text) for p in outline(RuleText(text)) for s in p.sentences]
    assert rows == ["under 18 | none", "over 60 | half"]
