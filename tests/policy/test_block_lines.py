"""A block knows the line that it begins on, whatever ends lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from e3.policy.rule_text import RuleText

ENDS = ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("end", ENDS)
def test_the_sign_of_a_bullet_is_on_its_line(end: str) -> None:
    text = end.join(["You may if you:", "", "  * swim", "  ** far"])
    lines = [block.line(text).of(text) for block in RuleText(text).blocks]
    assert lines == ["You may if you:", "  * swim", "  ** far"]


@given(st.lists(st.sampled_from([*ENDS, "* a", "# T", "  word", " ", "- b", "\x0b", "\x1e"])))
def test_lines_are_those_of_the_text(parts: list[str]) -> None:
    text = "".join(parts)
    starts = {0}
    for of_text in text.splitlines(keepends=True):
        starts.add(max(starts) + len(of_text))
    for block in RuleText(text).blocks:
        line = block.line(text)
        assert line.start in starts
        assert line.end == block.span.end
        assert len(text[line.start : block.span.start].splitlines()) <= 1
