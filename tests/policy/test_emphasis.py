"""Lines in bold type or in italics are no bullets."""

from e3.policy.rule_text import Block, BlockKind, RuleText


def shown(text: str) -> list[tuple[BlockKind, str]]:
    def words(block: Block) -> str:
        return block.span.of(text)

    return [(block.kind, words(block)) for block in RuleText(text).blocks]


def test_a_line_in_bold_type_is_a_title() -> None:
    assert shown("**Who can apply**\nYou can.") == [
        (BlockKind.TITLE, "Who can apply"),
        (BlockKind.PARAGRAPH, "You can."),
    ]


def test_a_paragraph_may_begin_in_italics() -> None:
    assert shown("*Note:* you can.") == [(BlockKind.PARAGRAPH, "*Note:* you can.")]


def test_bullets_stay_bullets() -> None:
    assert [kind for kind, _ in shown("* one\n*two\n** three\n(ii) four\n(2) five")] == [
        BlockKind.BULLET
    ] * 5
