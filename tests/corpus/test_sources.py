"""One way to name data: files, parts of archives, our own policies."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from e3.corpus.policies import our_objects
from e3.corpus.rows import RowType
from e3.corpus.sources import (
    files_of,
    is_ours,
    our_corpus,
    read_corpus,
    read_policies,
    read_rows,
    read_trees,
)
from e3.corpus.trees import Conclusion, Inquiry
from e3.errors import BadInput
from e3.policy.answers import Answer

SWIM = "Do you swim?"
ROWS: list[dict[str, Any]] = [
    {
        "utterance_id": str(number),
        "tree_id": "t",
        "snippet": "You may row if you swim.",
        "question": "May I row?",
        "history": [{"follow_up_question": SWIM, "follow_up_answer": said} for said in history],
        "answer": answer,
    }
    for number, (history, answer) in enumerate([([], SWIM), (["Yes"], "Yes"), (["No"], "No")])
]
POLICY = {
    "title": "Boats",
    "rule_text": "You may row if you swim.",
    "rules": [{"id": "a", "span": "you swim", "question": SWIM, "yes": ["I do."], "no": ["No."]}],
    "questions": [{"question": "May I row?", "yes_when": "a"}],
}
ROOT = Inquiry(SWIM, Conclusion(Answer.YES), Conclusion(Answer.NO))


def written(path: Path, content: Any) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def test_our_policies() -> None:
    corpus = read_corpus("policies")
    assert corpus.name == "policies"
    assert len({tree.tree_id.rpartition("/")[0] for tree in corpus.trees}) == 1_014
    assert set(corpus.scenarios) == set(corpus.human_spans) == {t.tree_id for t in corpus.trees}
    types = Counter(row.type for row in corpus.rows)
    beside = (RowType.UNKNOWN, RowType.NEAR_MISS)
    assert all(types[kind] for kind in RowType if kind not in beside)


def test_the_parts_of_our_policies_are_disjoint() -> None:
    whole, train, evaluation = (
        {tree.tree_id for tree in read_corpus(source).trees}
        for source in ("policies", "policies:train", "policies:evaluation")
    )
    assert train | evaluation == whole
    assert not train & evaluation


def test_our_rows_are_the_same_every_time() -> None:
    assert read_rows("policies:evaluation") == list(read_corpus("policies:evaluation").rows)


def test_trees_alone_are_those_of_the_corpus() -> None:
    trees, whole = read_trees("policies:evaluation"), read_corpus("policies:evaluation")
    assert (trees.trees, trees.human_spans) == (whole.trees, whole.human_spans)
    assert trees.rows == ()


@pytest.mark.parametrize("corpus", ["policies", "pages"])
def test_an_unknown_part_of_our_corpora(corpus: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_corpus(f"{corpus}:dev")
    assert str(caught.value) == f"{corpus}:dev: our {corpus} have the parts train and evaluation"


@pytest.mark.parametrize(
    ("source", "some"),
    [
        ("policies[2:5]", slice(2, 5)),
        ("policies[:3]", slice(None, 3)),
        ("policies[-2:]", slice(-2, None)),
        ("policies[::400]", slice(None, None, 400)),
    ],
)
def test_some_of_our_own(source: str, some: slice) -> None:
    titles = [value["title"] for value in our_objects("policies")][some]
    found = read_policies(source)
    assert found is not None
    assert [policy.title for policy, _ in found] == titles
    assert is_ours(source)
    assert files_of(source) == []


def test_some_of_a_part() -> None:
    every, some = (read_trees(source).trees for source in ("pages:train", "pages:train[3000:]"))
    assert 0 < len(some) < len(every)
    assert some == every[-len(some) :]


@pytest.mark.parametrize("source", ["policies[::0]", "pages:middle[2:]", "policies[two:]"])
def test_some_that_cannot_be(source: str) -> None:
    with pytest.raises(BadInput):
        read_trees(source)


def test_our_pages() -> None:
    corpus = read_corpus("pages:evaluation")
    assert corpus.name == "pages:evaluation"
    assert len(corpus.trees) == 264
    assert len({row.conversation.rule_text.text for row in corpus.rows}) == 145
    whole, train = (read_trees(source) for source in ("pages", "pages:train"))
    assert {*whole.trees} == {*train.trees, *corpus.trees}
    assert not {*train.trees} & {*corpus.trees}


@pytest.mark.parametrize("source", ["policies", "pages", "pages:train", "policies:evaluation"])
def test_our_own_sources(source: str) -> None:
    assert is_ours(source)
    assert our_corpus(source) == source.partition(":")[0]
    assert files_of(source) == []


@pytest.mark.parametrize("source", ["pages.json", "my/pages", "mine.json:dev", "policies.json"])
def test_sources_of_others(source: str) -> None:
    assert not is_ours(source)


def test_the_policies_of_a_source(tmp_path: Path) -> None:
    policies = read_policies(written(tmp_path / "mine.json", [POLICY]))
    assert policies is not None
    assert [(policy.title, value) for policy, value in policies] == [("Boats", POLICY)]
    assert read_policies(written(tmp_path / "rows.json", ROWS)) is None


def test_contrasts_beside_a_policy_are_no_part_of_it(tmp_path: Path) -> None:
    plain = read_corpus(written(tmp_path / "mine.json", [POLICY]))
    beside = POLICY | {"contrasts": [{"edits": [["if", "unless"]], "yes_when": "not a"}]}
    assert read_corpus(written(tmp_path / "mine.json", [beside])) == plain


def test_a_file_of_policies(tmp_path: Path) -> None:
    source = written(tmp_path / "mine.json", [POLICY])
    corpus = read_corpus(source)
    assert [(tree.tree_id, tree.root) for tree in corpus.trees] == [("boats/1", ROOT)]
    assert {row.tree_id for row in read_rows(source)} == {"boats/1"}


def test_a_file_of_rows(tmp_path: Path) -> None:
    source = written(tmp_path / "rows.json", ROWS)
    corpus = read_corpus(source)
    assert corpus.name == source
    assert len(corpus.rows) == 3
    assert [tree.root for tree in corpus.trees] == [ROOT]
    assert read_rows(source) == list(corpus.rows)


def test_a_part_of_a_folder(tmp_path: Path) -> None:
    written(tmp_path / "json" / "sharc_dev.json", ROWS[:1])
    written(tmp_path / "json" / "sharc_train.json", ROWS)
    assert len(read_corpus(f"{tmp_path}:dev").rows) == 1
    assert len(read_rows(f"{tmp_path}:train")) == 3


def test_a_file_whose_name_has_a_colon(tmp_path: Path) -> None:
    assert len(read_rows(written(tmp_path / "rows:dev", ROWS))) == 3


def test_rows_without_answers_are_read_where_none_are_wanted(tmp_path: Path) -> None:
    bare = [{key: row[key] for key in row if key != "answer"} for row in ROWS]
    source = written(tmp_path / "test.json", bare)
    assert [row.answer for row in read_rows(source, gold=False)] == [None] * 3
    with pytest.raises(BadInput, match="row 1: answer: Field required"):
        read_rows(source)
    with pytest.raises(BadInput, match="row 1: answer: Field required"):
        read_corpus(source)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("nothing.json", "nothing.json: there is no such file"),
        ("nothing.zip:dev", "nothing.zip: there is no such file"),
        ("", ""),
        ("x" * 5000, ""),
        ("a\0b", ""),
    ],
    ids=range(5),
)
def test_where_there_is_nothing(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput) as caught:
        read_corpus(source)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_broken_policy_is_named(tmp_path: Path) -> None:
    source = written(tmp_path / "mine.json", [POLICY, POLICY | {"title": "x", "rules": []}])
    with pytest.raises(BadInput) as caught:
        read_corpus(source)
    assert str(caught.value).startswith(f"{source}, row 2: questions[0].yes_when: ")
