"""The blocks of a rule text, and what a reply may be."""

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from e3.policy.rule_text import BlockKind, RuleText
from e3.reading.conversation import Decision, Reply, Rule
from e3.text import Span

BIASED = st.lists(
    st.sampled_from(["#", "*", "**", "- ", "1.", "(a)", "•", "\n", "\r\n", "\r", " ", "\t", "ab c"])
).map("".join)
TEXTS = BIASED | st.text() | st.text(alphabet="#*\n\r -a.1()•\x85\u2028\x0c")
MARKER = re.compile(r"#+|\*+|[-•–‣◦▪●○·✓✔✗✘☐]|\(?\d{1,2}[.)]|\(?[a-z][.)]|\(?[ivx]{2,4}[.)]")

TITLE, PARAGRAPH, BULLET = BlockKind.TITLE, BlockKind.PARAGRAPH, BlockKind.BULLET


def blocks(text: str) -> list[tuple[BlockKind, str]]:
    return [(block.kind, block.span.of(text)) for block in RuleText(text).blocks]


def test_title_paragraph_and_bullets() -> None:
    text = "## Boat help\n\nYou can get it if:\n\n* you own a boat\n* you can swim\n"
    assert blocks(text) == [
        (TITLE, "Boat help"),
        (PARAGRAPH, "You can get it if:"),
        (BULLET, "you own a boat"),
        (BULLET, "you can swim"),
    ]
    rule_text = RuleText(text)
    assert rule_text.title == rule_text.blocks[0]
    assert rule_text.paragraphs == rule_text.blocks[1:2]
    assert rule_text.bullets == rule_text.blocks[2:]


@pytest.mark.parametrize(
    "marker", ["* ", "** ", "*", "- ", "• ", "– ", "1. ", "12) ", "(a) ", "b) ", "  * ", "\t- "]
)
def test_what_marks_a_bullet(marker: str) -> None:
    assert blocks(f"{marker}own a boat") == [(BULLET, "own a boat")]


@pytest.mark.parametrize("start", ["-5 degrees or less", "1.5 litres", "2024. A year", "A. Smith"])
def test_what_only_looks_like_a_bullet(start: str) -> None:
    assert blocks(start) == [(PARAGRAPH, start)]


def test_levels_are_counted() -> None:
    assert [block.level for block in RuleText("# A\n### B\n* c\n** d\n- e\ntext").blocks] == [
        *(1, 3, 1, 2, 1, 0)
    ]


def test_windows_line_endings_make_no_difference() -> None:
    text = "# Boats\n\nYou can\nif:\n\n* you row\n  often\n\nEnd."
    with_returns = text.replace("\n", "\r\n")
    assert [(kind, inside.replace("\r\n", "\n")) for kind, inside in blocks(with_returns)] == (
        blocks(text)
    )


def test_text_directly_after_bullets_is_a_new_paragraph() -> None:
    assert blocks("* row\n* sail\nAsk us.") == [
        (BULLET, "row"),
        (BULLET, "sail"),
        (PARAGRAPH, "Ask us."),
    ]


def test_a_hard_wrapped_paragraph_is_one_block() -> None:
    assert blocks("You can row\nif you swim\nwell.") == [
        (PARAGRAPH, "You can row\nif you swim\nwell.")
    ]


def test_an_indented_line_goes_on_with_the_bullet() -> None:
    assert blocks("* you row\n  every day\n* sail") == [
        (BULLET, "you row\n  every day"),
        (BULLET, "sail"),
    ]


def test_a_blank_line_ends_everything() -> None:
    assert blocks("One.\n \t\nTwo.\n\n* row\n\n  Three.") == [
        (PARAGRAPH, "One."),
        (PARAGRAPH, "Two."),
        (BULLET, "row"),
        (PARAGRAPH, "Three."),
    ]


def test_text_directly_below_a_title_is_no_part_of_it() -> None:
    assert blocks("#Boats\nYou row.") == [(TITLE, "Boats"), (PARAGRAPH, "You row.")]


def test_a_text_without_markers_has_no_title() -> None:
    rule_text = RuleText("Boats\n\nYou can row.")
    assert rule_text.title is None
    assert blocks(rule_text.text) == [(PARAGRAPH, "Boats"), (PARAGRAPH, "You can row.")]


@pytest.mark.parametrize("text", ["", " \n\t\r\n ", "#", "##  \n", "* \n", "- \r\n"])
def test_where_there_is_nothing_there_is_no_block(text: str) -> None:
    assert RuleText(text).blocks == ()


@pytest.mark.parametrize("line", ["**", "***", "*****"])
def test_a_line_of_stars_holds_no_bullet_made_of_a_star(line: str) -> None:
    found = blocks(f"One.\n\n{line}\n\nTwo.")
    assert (BULLET, "*") not in found


@given(TEXTS)
@settings(max_examples=400)
def test_blocks_of_any_text(text: str) -> None:
    found = RuleText(text).blocks
    for block in found:
        assert block.span.end <= len(text)
        inside = block.span.of(text)
        assert inside
        assert inside == inside.strip()
    assert all(one.span.end <= next_.span.start for one, next_ in pairwise(found))
    edges = [0, *(edge for block in found for edge in (block.span.start, block.span.end))]
    between = [text[a:b] for a, b in zip(edges[::2], [*edges[1::2], len(text)], strict=True)]
    for line in (line.strip() for part in between for line in part.splitlines()):
        assert not line or MARKER.fullmatch(line), "only markers stand between blocks"


@given(TEXTS)
@example("*\n\n#\n*")
@settings(max_examples=400)
def test_a_block_never_reaches_over_a_blank_line(text: str) -> None:
    for block in RuleText(text).blocks:
        assert all(line.strip() for line in block.span.of(text).splitlines())


def test_a_reply_that_inquires_has_a_question() -> None:
    assert Reply(Decision.INQUIRE, 0.5, "Do you row?").question == "Do you row?"
    assert Reply(Decision.YES, 1.0).question is None


@pytest.mark.parametrize(
    ("decision", "confidence", "question", "what"),
    [
        (Decision.INQUIRE, 0.5, None, "if and only if it inquires"),
        (Decision.YES, 0.5, "Do you row?", "if and only if it inquires"),
        (Decision.NO, 1.5, None, "a probability"),
        (Decision.NO, -0.1, None, "a probability"),
        (Decision.NO, float("nan"), None, "a probability"),
    ],
)
def test_a_reply_that_makes_no_sense_is_refused(
    decision: Decision, confidence: float, question: str | None, what: str
) -> None:
    with pytest.raises(ValueError, match=what):
        Reply(decision, confidence, question)


def test_a_reply_names_one_of_its_rules() -> None:
    rule = Rule(Span(0, 3))
    assert Reply(Decision.INQUIRE, 0.5, "Do you row?", (rule,), asked=0).asked == 0
    with pytest.raises(ValueError, match="there is no rule 1"):
        Reply(Decision.INQUIRE, 0.5, "Do you row?", (rule,), asked=1)
