"""`e3 review`: the studio on a file, in a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.command_line import Run
from tests.interview.rowing import rowing
from tests.patience import PATIENCE
from tests.serve.server import client

from e3.errors import BadInput
from e3.interview.journal import Journal
from e3.policy.logic import written
from e3.policy.parsing import read_policy
from e3.policy.writing import as_json, as_yaml
from e3.readers.heuristic.system import HeuristicSystem
from e3.studio.drafts import Drafts
from e3.studio.logic_edits import DenyNode, SetFormula
from e3.studio.reviewed_file import ReviewedFile


@contextmanager
def reviewed(path: Path, model: Path) -> Iterator[tuple[httpx.Client, str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "e3", "review", str(path), "--model", str(model)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r".* is at (http://\S+)/studio/(\w+) \(Ctrl\+C stops it\)\n", line)
        assert found, line
        with client(f"{found[1]}/v1/studio/{found[2]}") as http:
            yield http, found[2]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.communicate()


def test_a_file_is_edited_and_written_back(tmp_path: Path) -> None:
    HeuristicSystem().save(tmp_path / "model")
    path = tmp_path / "policy.yaml"
    path.write_text(as_yaml(rowing()), encoding="utf-8")
    with reviewed(path, tmp_path / "model") as (http, first):
        edit = {"kind": "set formula", "question": 0, "formula": "swim or boat or hired"}
        assert http.post("/edits", json={"base": 1, "edit": edit}).status_code == 200
        assert written(read_policy(path).questions[0].yes_when) == "swim or boat or hired"
        assert http.post("/undo", json={"base": 2}).status_code == 200
        assert read_policy(path) == rowing()
    with reviewed(path, tmp_path / "model") as (http, again):
        assert again == first
        assert http.get(str(http.base_url).rstrip("/")).json()["can_redo"]


@pytest.fixture
def drafts(tmp_path: Path) -> Iterator[Drafts]:
    with Journal.open(tmp_path / "studio.db") as journal:
        yield Drafts(journal.database)


def test_a_file_that_was_changed_elsewhere_is_taken_anew(tmp_path: Path, drafts: Drafts) -> None:
    path = tmp_path / "policy.json"
    path.write_text(as_json(rowing()), encoding="utf-8")
    file = ReviewedFile.opened(path, drafts)
    draft = drafts.edit(file.draft, DenyNode("0.0"), base=1)
    file.write(draft)
    assert read_policy(path) == draft.policy
    path.write_text(as_json(rowing("swim and boat and hired")), encoding="utf-8")
    after = drafts.edit(file.draft, SetFormula(0, "swim"), base=2)
    with pytest.raises(BadInput, match="changed elsewhere"):
        file.write(after)
    assert read_policy(path) == rowing("swim and boat and hired")
    again = ReviewedFile.opened(path, drafts)
    assert again.draft == file.draft
    draft = drafts.draft(file.draft)
    assert (draft.revision, draft.policy) == (4, read_policy(path))
    assert drafts.revision(file.draft, 3).policy == after.policy


def test_drafts_that_are_no_files_leave_it_alone(tmp_path: Path, drafts: Drafts) -> None:
    path = tmp_path / "policy.json"
    path.write_text(as_json(rowing()), encoding="utf-8")
    file = ReviewedFile.opened(path, drafts)
    file.write(drafts.create(rowing("swim and boat and hired")))
    assert read_policy(path) == rowing()


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("policy.txt", "You may row.", "e3 draft TEXT"),
        ("missing.yaml", None, "no such file"),
        ("policy.yaml", "title: A\n", "required"),
        ("policy.json", "[]", "object"),
    ],
)
def test_what_is_no_policy_is_refused(
    run: Run, tmp_path: Path, name: str, content: str | None, why: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    ran = run("review", path)
    assert ran.code == 2
    assert why in ran.err
