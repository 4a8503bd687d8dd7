"""The bench of the library: recall over a few texts, and pages between other pages."""

import json
from pathlib import Path

from tools.measure_library import Asked, in_whole, long_pages, or_sharc, recall

from e3.documents.excerpt import Excerpt
from e3.policy.policy import Policy, PolicyRule
from e3.policy.rule_text import RuleText
from e3.text import Span

DOGS, CARS = "You may bring a dog.", "A driver pays a fee."


def test_recall_counts_what_is_found() -> None:
    rows = [
        Asked("May my dog come?", "", DOGS, "seen"),
        Asked("Is there a fee?", "I am a driver.", CARS, "unseen"),
        Asked("Is there a fee?", "", DOGS, "unseen"),
    ]
    found = recall({DOGS: "", CARS: ""}, rows, None)
    assert (found["texts"], found["searched_by"]) == (2, "words")
    assert found["all"] == {
        "questions": 3,
        "recall@1": 66.7,
        "recall@5": 100.0,
        "recall@20": 100.0,
    }
    assert found["seen"]["recall@1"] == 100.0


def test_rows_of_or_sharc(tmp_path: Path) -> None:
    (tmp_path / "snippets.json").write_text(json.dumps({"1": DOGS, "2": CARS}), encoding="utf-8")
    row = {"question": "Q?", "scenario": "S.", "gold_snippet_id": "2", "snippet_seen": False}
    (tmp_path / "dev.json").write_text(json.dumps([row]), encoding="utf-8")
    texts, rows = or_sharc(tmp_path, "dev")
    assert (list(texts), rows) == ([DOGS, CARS], [Asked("Q?", "S.", CARS, "unseen")])


def test_a_page_between_others_has_its_rules_where_they_stand() -> None:
    page = next(long_pages("pages:evaluation", 3))
    assert page.page.rule_text.text in page.whole
    for alone, there in zip(page.page.rules, page.gold.rules, strict=True):
        assert alone.span.of(page.page.rule_text.text) == there.span.of(page.whole)


def test_a_draft_of_an_excerpt_as_one_of_the_whole() -> None:
    whole = f"{CARS}\n\n{DOGS}"
    there = Span(whole.index(DOGS), len(whole))
    excerpt = Excerpt(RuleText(DOGS), ((Span(0, len(DOGS)), there),))
    rule = PolicyRule("r1", Span(8, 19), "Is it a dog?")
    moved = in_whole(Policy("", "", RuleText(DOGS), (rule,), ()), excerpt, whole)
    assert moved.rules[0].span.of(whole) == rule.span.of(DOGS)
