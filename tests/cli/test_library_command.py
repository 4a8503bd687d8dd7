"""`e3 library`, and the commands that take documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.command_line import Run
from tests.documents.making import Made, write_docx, write_pdf

from e3.policy.parsing import read_policy
from e3.policy.rule_text import BlockKind

pytest.importorskip("pypdfium2", reason="needs e3-reader[documents]")
pytest.importorskip("fpdf", reason="needs e3-reader[test]")

QUESTION = "Can I have a card?"
CARD = [
    Made(BlockKind.TITLE, ("Cards",)),
    Made(BlockKind.PARAGRAPH, tuple("You can have a card if you:".split())),
    Made(BlockKind.BULLET, tuple("live in Ashby".split())),
    Made(BlockKind.BULLET, tuple("do not owe us a fine".split())),
]
MINUTES = "The committee meets each month and writes down what it has talked about. " * 25


def many(sections: int) -> list[Made]:
    """A document of several pages with the card in its middle."""
    others = [
        Made(kind, tuple(said.split()))
        for number in range(sections)
        for kind, said in ((BlockKind.TITLE, f"Part {number}"), (BlockKind.PARAGRAPH, MINUTES))
    ]
    return [*others[:sections], *CARD, *others[sections:]]


@pytest.fixture
def folder(library_at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("E3_LIBRARY", library_at)
    folder = tmp_path / "texts"
    folder.mkdir()
    write_pdf(folder / "guide.pdf", many(4))
    write_docx(folder / "card.docx", CARD)
    (folder / "dogs.md").write_text("# Dogs\n\nYou may bring a dog.", encoding="utf-8")
    return folder


def test_a_library_from_first_to_last(run: Run, folder: Path) -> None:
    ran = run("library", "add", folder)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "3 added"
    assert run("library", "add", folder).out == "3 unchanged\n"
    listed = json.loads(run("library", "list", "--json").out)
    assert [(each["id"], each["format"]) for each in listed] == [
        (1, "docx"),
        (2, "markdown"),
        (3, "pdf"),
    ]
    assert "dogs.md" in run("library", "list").out
    assert "Part 1  (page 1)" in run("library", "show", "guide").out
    assert run("library", "show", "Dogs", "--text").out == "# Dogs\n\nYou may bring a dog.\n"
    shown = json.loads(run("library", "show", "3", "--json").out)
    assert shown["sections"][0]["places"][0]["page"] == 1
    (folder / "dogs.md").write_text("# Cats\n\nYou may bring a cat.", encoding="utf-8")
    (folder / "card.docx").unlink()
    updated = run("library", "update").out
    assert updated.splitlines()[-1] == "1 replaced, 1 unchanged, 1 removed"
    assert run("library", "remove", "Cats").out == f"removed  {folder}/dogs.md\n"
    assert len(json.loads(run("library", "list", "--json").out)) == 1


def test_what_is_found_has_its_place(run: Run, folder: Path) -> None:
    run("library", "add", folder / "guide.pdf", folder / "dogs.md")
    ran = run("library", "search", "May I bring my dog?", "--most", "1")
    assert ran.out.startswith(f"1  Dogs\n   line 1 of {folder}/dogs.md\n   # Dogs You may bring")
    assert ran.err == "Searched by words alone: there is no encoder (--encoder).\n"
    found = json.loads(run("library", "search", QUESTION, "--in", "guide", "--json").out)
    assert found["searched_by"] == "words"
    first = found["found"][0]
    assert "owe us a fine" in first["text"]
    assert {"page", "box"} <= first["places"][0].keys()


def test_a_question_to_a_library(run: Run, folder: Path, tmp_path: Path) -> None:
    run("library", "add", folder)
    out = tmp_path / "card.yaml"
    unclear = run("library", "ask", QUESTION, "-o", out)  # the guide has the same words
    card, guide, *_ = unclear.out.splitlines()[1:]
    assert card.split() == ["1", "card", f"{folder}/card.docx"]
    assert guide.split() == ["3", "guide", f"{folder}/guide.pdf"]
    asked = json.loads(run("library", "ask", QUESTION, "--json").out)
    assert [each["title"] for each in asked["which"]][:2] == ["card", "guide"]
    assert not out.exists()
    ran = run("library", "ask", QUESTION, "--in", "card", "-o", out)
    assert ran.code == 0
    assert "paragraph 3  live in Ashby" in ran.out
    assert ran.out.startswith(f"From {folder}/card.docx, read whole.\n")
    assert "a draft by" in ran.out
    assert read_policy(out).origin.address == str(folder / "card.docx")
    run("library", "remove", "card")
    asked = json.loads(run("library", "ask", QUESTION, "--json").out)
    assert asked["document"]["format"] == "pdf"
    quoted = {rule["quoted"]: rule["places"][0]["page"] for rule in asked["rules"]}
    assert quoted["live in Ashby"] == quoted["do not owe us a fine"]


def test_what_no_document_answers(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    question = "Must pensioners file council tax on empty flats abroad?"
    ran = run("library", "ask", question)
    assert ran.code == 0
    assert ran.out.startswith("This is not in this library. The nearest are:\n")
    assert len(json.loads(run("library", "ask", question, "--json").out)["nearest"]) == 3


def test_bad_documents_are_told_and_the_others_kept(run: Run, folder: Path) -> None:
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 no")
    ran = run("library", "add", folder)
    assert (ran.code, ran.err.count("Error: ")) == (2, 2)
    assert f"Error: {folder}/empty.pdf: the file is empty\n" in ran.err
    assert ran.out.splitlines()[-1] == "3 added, 2 failed"
    lines = [json.loads(line) for line in run("library", "add", folder, "--json").out.splitlines()]
    assert sorted(line["outcome"] for line in lines) == ["failed"] * 2 + ["unchanged"] * 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["list"], "there is no library here: add documents first"),
        (["add", "nowhere"], "nowhere: there is no such file or folder"),
        (["add", "http://127.0.0.1/"], "127.0.0.1 is in a private network"),
        (["search", " "], "the question is empty"),
        (["ask", "a", "-o", "a.txt"], "the name should end in .yaml or .json"),
        (["list", "--encoder", "nowhere"], "nowhere: there is no encoder in this folder"),
    ],
)
def test_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.setenv("E3_LIBRARY", str(tmp_path / "library.db"))
    ran = run("library", *arguments)
    assert (ran.code, sentence in ran.err, ran.err.count("\n")) == (2, True, 1)


@pytest.mark.parametrize("suffix", ["pdf", "docx", "html", "md"])
def test_a_draft_of_any_format(run: Run, tmp_path: Path, suffix: str) -> None:
    from tests.documents.making import WRITERS  # noqa: PLC0415 - lxml may be missing

    path = tmp_path / f"card.{suffix}"
    WRITERS[suffix](path, CARD)
    ran = run("draft", path, "--question", QUESTION, "--json")
    assert (ran.code, ran.err) == (0, "")
    spans = {rule["span"] for rule in json.loads(ran.out)["rules"]}
    assert spans == {"live in Ashby", "do not owe us a fine"}


def test_a_long_pdf_is_drafted_chatted_with_and_asked(run: Run, folder: Path) -> None:
    guide = folder / "guide.pdf"
    ran = run("draft", guide, "--question", QUESTION)
    assert ran.code == 0
    assert ran.err.startswith("This is long: what bears on the question is read, at page")
    assert "live in Ashby" in ran.out
    chatted = run("chat", guide, "--question", QUESTION)
    assert "live in Ashby" in chatted.out
    assert "The interview ends here." in chatted.out
    asked = run("ask", "--policy", guide, "--question", QUESTION)
    assert asked.code == 0


def test_a_long_text_without_a_question(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    minutes = f"{MINUTES}\n\n" * 80
    path.write_text(f"{minutes}You may row if you swim.\n\n{minutes}", encoding="utf-8")
    ran = run("draft", path)
    assert (ran.code, "this is long: say with --question" in ran.err) == (2, True)
    # By form: what a network makes of the same minutes eighty times is chance.
    ran = run("draft", path, "--question", "May I row?", "--drafter", "form")
    assert (ran.code, "you swim" in ran.out) == (0, True)
