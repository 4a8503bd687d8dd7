"""Passages are short enough, lose no word, and never part a list from its lead-in."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from e3.documents.excerpt import Excerpt
from e3.documents.passages import MOST_PIECES, Passage, passages
from e3.documents.sections import sections
from e3.policy.rule_text import BlockKind, RuleText
from e3.text import Span, words

TEXT = """Before any title.

# Leave

## Sick leave

You get it if you:
* are ill
** for a day
* tell us

## Parents

You may be away."""

LONG_LIST = "# Fees\n\nSome words first. You pay nothing if one of these holds:\n" + "\n".join(
    f"* you have the card number {number} of our long list" for number in range(60)
)


def count(text: str) -> int:
    return len(text.split())


def said(text: str, passage: Passage) -> str:
    return passage.of(text)


def test_sections_know_the_titles_above_them() -> None:
    found = [(each.path, len(each.blocks)) for each in sections(RuleText(TEXT))]
    assert found == [
        ((), 1),
        (("Leave",), 0),
        (("Leave", "Sick leave"), 4),
        (("Leave", "Parents"), 1),
    ]


def test_small_sections_of_one_title_are_one_passage() -> None:
    (only,) = passages(RuleText(TEXT), count)
    assert said(TEXT, only) == TEXT
    first, second = passages(RuleText(f"{TEXT}\n\n# Fees\n\nThere are none."), count)
    assert (said(TEXT, first), second.path) == (TEXT, ("Fees",))


def test_a_list_that_is_too_long_has_its_lead_in_again() -> None:
    found = passages(RuleText(LONG_LIST), count)
    assert len(found) == 2
    for passage in found:
        assert said(LONG_LIST, passage).startswith("# Fees\n")
        assert "You pay nothing if one of these holds:\n* you have" in said(LONG_LIST, passage)
        assert count(said(LONG_LIST, passage)) <= MOST_PIECES


def test_a_lead_in_is_not_left_alone_at_the_end() -> None:
    text = f"{'Long ago. ' * 170}\n\n{'And so it was. ' * 85}You pay nothing if:\n" + "\n".join(
        f"* you are number {number}" for number in range(40)
    )
    found = passages(RuleText(text), count)
    assert not [each for each in found if said(text, each).endswith("You pay nothing if:")]


_line = st.builds(
    lambda sign, said: f"{sign} {' '.join(said)}".strip(),
    st.sampled_from(["", "", "#", "##", "*", "*", "**", "1."]),
    st.lists(st.text("abc.:", min_size=1, max_size=9), min_size=1, max_size=30),
)


@given(
    text=st.lists(_line | st.just(""), min_size=1, max_size=40).map("\n".join),
    most=st.integers(40, 120),
)
@example(text="a" * 5000, most=40)
@example(text=f"{'a ' * 300}b:\n* c", most=40)
def test_every_word_is_in_a_passage_and_none_is_too_long(text: str, most: int) -> None:
    rule_text = RuleText(text)
    found = passages(rule_text, count, most=most)
    covered = [span for passage in found for span in passage.spans]
    for word in words(text):
        assert any(span.start < word.span.end and word.span.start < span.end for span in covered)
    for passage in found:
        assert sum(count(span.of(text)) for span in passage.spans) <= most
        assert list(passage.spans) == sorted(passage.spans)


@given(leads=st.integers(1, 20), items=st.lists(st.integers(1, 30), min_size=1, max_size=30))
def test_no_item_is_without_what_leads_into_it(leads: int, items: list[int]) -> None:
    lead = f"{'so ' * leads}if you:"
    text = "\n".join([f"First. {lead}", *(f"* {'own ' * size}it" for size in items)])
    rule_text = RuleText(text)
    found = passages(rule_text, count, most=60)
    for block in rule_text.blocks:
        if block.kind is BlockKind.BULLET:
            holds = [each for each in found if any(s.covers(block.span) for s in each.spans)]
            assert holds
            assert all(lead in said(text, each) for each in holds)


@given(data=st.data())
def test_an_excerpt_leads_back_to_the_whole(data: st.DataObject) -> None:
    found = passages(RuleText(LONG_LIST + "\n\n" + TEXT), count, most=60)
    text = LONG_LIST + "\n\n" + TEXT
    chosen = data.draw(st.lists(st.sampled_from(found), min_size=1, unique=True))
    excerpt = Excerpt.of(text, chosen)
    here = words(excerpt.rule_text.text)
    first = data.draw(st.integers(0, len(here) - 1))
    last = data.draw(st.integers(first, min(len(here) - 1, first + 8)))
    span = Span(here[first].span.start, here[last].span.end)
    there = excerpt.in_whole(span)
    assert (
        " ".join(each.of(text) for each in there).split() == span.of(excerpt.rule_text.text).split()
    )
