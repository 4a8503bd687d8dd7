"""ShARC is read from a file, a folder or an archive; what can't be read is told in one sentence."""

import io
import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest

from e3.corpus.rows import Row, RowType, dump
from e3.corpus.sharc import MAX_MEMBER, MAX_TEXT, load_json, parse_rows
from e3.errors import BadInput
from e3.files import parse_json, read_bytes
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Turn

ROW: dict[str, Any] = {
    "utterance_id": "u1",
    "tree_id": "t1",
    "source_url": "https://example.org",
    "snippet": "You may row if you swim.",
    "question": "May I row?",
    "scenario": "I like lakes.",
    "history": [{"follow_up_question": "Do you swim?", "follow_up_answer": "Yes"}],
    "evidence": [],
    "answer": "Yes",
}


def written(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def read(path: Path, split: str | None = None) -> list[Row]:
    return parse_rows(load_json(path, split), source=str(path))


def one(**fields: Any) -> Row:
    return parse_rows([ROW | fields], source="file")[0]


def refused(objects: Any, *, gold: bool = True) -> str:
    with pytest.raises(BadInput) as caught:
        parse_rows(objects, source="file", gold=gold)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 300
    return message


def unreadable(path: Path, split: str | None = None) -> str:
    with pytest.raises(BadInput) as caught:
        read(path, split)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    assert len(message) < 300 + len(str(path))
    return message.removeprefix(str(path))


def archive(**members: Any) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, rows in members.items():
            file.writestr(f"sharc1-official/json/sharc_{name}.json", json.dumps(rows))
        file.writestr("__MACOSX/json/sharc_dev.json", "rubbish")
    return buffer.getvalue()


def test_a_row_is_all_that_the_file_says() -> None:
    assert one() == Row(
        utterance_id="u1",
        tree_id="t1",
        conversation=Conversation(
            RuleText("You may row if you swim."),
            "May I row?",
            "I like lakes.",
            (Turn("Do you swim?", Answer.YES),),
        ),
        answer="Yes",
        evidence=(),
        source_url="https://example.org",
        origin="official",
    )


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    evidence = [{"follow_up_question": "Own a boat?", "follow_up_answer": "No"}]
    rows = [one(), one(evidence=None), one(evidence=evidence, answer="Own a — boat?", origin="x")]
    path = tmp_path / "rows.json"
    path.write_text(dump(rows), encoding="utf-8")
    assert read(path) == rows


def test_a_single_file(tmp_path: Path) -> None:
    assert [row.utterance_id for row in read(written(tmp_path / "any.json", [ROW]))] == ["u1"]


def test_a_single_file_has_no_parts(tmp_path: Path) -> None:
    assert "has no split 'dev'" in unreadable(written(tmp_path / "any.json", [ROW]), "dev")


def test_an_unpacked_folder(tmp_path: Path) -> None:
    for split in ("train", "dev"):
        written(tmp_path / "json" / f"sharc_{split}.json", [ROW | {"utterance_id": split}])
    assert read(tmp_path, "dev")[0].utterance_id == "dev"
    assert read(tmp_path, "train")[0].utterance_id == "train"
    message = unreadable(tmp_path)
    assert f"{tmp_path}:train or {tmp_path}:dev" in message
    assert "say which part" in unreadable(tmp_path, "test")


def test_a_folder_with_one_part_needs_no_choice(tmp_path: Path) -> None:
    written(tmp_path / "dev.json", [ROW])
    assert len(read(tmp_path)) == 1


def test_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "sharc1-official.zip"
    path.write_bytes(archive(train=[ROW], dev=[ROW, ROW]))
    assert len(read(path, "train")) == 1
    assert len(read(path, "dev")) == 2
    assert f"{path}:train or {path}:dev" in unreadable(path)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "windows.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([ROW]).encode())
    assert len(read(path)) == 1


@pytest.mark.parametrize(
    ("spelt", "answer"),
    [
        ("Yes", Answer.YES),
        ("yes", Answer.YES),
        ("No", Answer.NO),
        ("Noe", Answer.NO),
        (" NO ", Answer.NO),
    ],
)
def test_answers_as_sharc_spells_them(spelt: str, answer: Answer) -> None:
    turn = {"follow_up_question": "Do you swim?", "follow_up_answer": spelt}
    assert one(history=[turn]).conversation.history == (Turn("Do you swim?", answer),)


def test_a_key_without_its_underscore() -> None:
    turn = {"followup_question": "Do you swim?", "followup_answer": "no"}
    assert one(evidence=[turn]).evidence == (Turn("Do you swim?", Answer.NO),)


def test_outer_spaces_go_but_the_rule_text_stays_as_it_is() -> None:
    row = one(snippet=" You may. \n", question="May I? ", scenario=" \n", answer="Irrelevant ")
    assert row.conversation.rule_text.text == " You may. \n"
    assert row.conversation.question == "May I?"
    assert row.conversation.scenario == ""
    assert row.decision is Decision.IRRELEVANT


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"answer": "irrelevant"}, RowType.IRRELEVANT),
        ({"scenario": ""}, RowType.NO_SCENARIO),
        ({"evidence": ROW["history"]}, RowType.EVIDENCE),
        ({"evidence": []}, RowType.NO_EVIDENCE),
        ({"evidence": None}, RowType.UNKNOWN),
    ],
)
def test_row_types(fields: dict[str, Any], kind: RowType) -> None:
    assert one(**fields).type is kind


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        ("Yes", Decision.YES),
        ("no", Decision.NO),
        ("Irrelevant", Decision.IRRELEVANT),
        ("No boat?", Decision.INQUIRE),
    ],
)
def test_decisions(answer: str, decision: Decision) -> None:
    assert one(answer=answer).decision is decision


def test_a_row_without_an_answer_is_read_where_none_is_wanted() -> None:
    bare = {key: ROW[key] for key in ("utterance_id", "snippet", "question")}
    (row,) = parse_rows([bare], source="file", gold=False)
    assert row.answer is None
    with pytest.raises(ValueError, match="has no gold answer"):
        _ = row.decision
    assert refused([ROW, bare]) == "file, row 2: answer: Field required"


LONG = "word " * 2_000_000


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        ({"rows": []}, "file: ShARC's format is a JSON list of rows, this is an object"),
        ("text", "file: ShARC's format is a JSON list of rows, this is a str"),
        ([], "file: the list of rows is empty"),
        ([ROW, 7], "file, row 2: "),
        ([{k: v for k, v in ROW.items() if k != "snippet"}], "file, row 1: snippet: Field"),
        ([ROW, ROW | {"snippet": ""}], "file, row 2: snippet: "),
        ([ROW | {"question": 3}], "file, row 1: question: "),
        ([ROW | {"history": {}}], "file, row 1: history: "),
        ([ROW | {"history": [{"follow_up_answer": "Yes"}]}], "file, row 1: history[0].follow_up_q"),
        (
            [ROW | {"history": [{"follow_up_question": "Why?", "follow_up_answer": "maybe"}]}],
            "file, row 1: history[0].follow_up_answer: should be yes or no, not 'maybe'",
        ),
        (
            [ROW | {"history": [{"follow_up_question": "Why?", "follow_up_answer": None}]}],
            "file, row 1: history[0].follow_up_answer: should be yes or no, not None",
        ),
        ([ROW | {"snippet": LONG}], f"file, row 1: snippet: String should have at most {MAX_TEXT}"),
        ([ROW | {"snippet": "\ud800"}], "file, row 1: snippet: "),
    ],
)
def test_what_is_wrong_with_a_row_is_named(objects: Any, message: str) -> None:
    assert refused(objects).startswith(message)


def test_an_answer_of_many_parts_is_not_told_whole() -> None:
    turn = {"follow_up_question": "Why?", "follow_up_answer": ["no"] * 100_000}
    assert "history[0].follow_up_answer" in refused([ROW | {"history": [turn]}])


@pytest.mark.parametrize("field", ["history", "evidence"])
def test_nobody_answers_thousands_of_questions(field: str) -> None:
    """Trees are walked recursively: what is too long for that is refused here."""
    turns = [{"follow_up_question": f"{n} boats?", "follow_up_answer": "No"} for n in range(2000)]
    assert refused([ROW | {field: turns}]).startswith(f"file, row 1: {field}: ")


@pytest.mark.parametrize("field", ["answer", "question", "snippet"])
def test_white_space_alone_is_no_text(field: str) -> None:
    assert refused([ROW | {field: " \n"}]).startswith(f"file, row 1: {field}: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t ", "the file is empty"),
        (b"\xef\xbb\xbf", "this is not JSON: "),
        (b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe", "this is not a text file in UTF-8"),
        ("snippet".encode("utf-16"), "this is not a text file in UTF-8"),
        (b"{}", "this is an object"),
        (b"[]", "the list of rows is empty"),
        (json.dumps([ROW])[:-20].encode(), "this is not JSON: "),
        (b'[{"utterance_id": "u1",}]', "this is not JSON: "),
        (b"x" * 10_000_000, "this is not JSON: Expecting value at line 1, column 1"),
        (b"1" * 10_000_000, ""),
        (b'[{"snippet": ' + b"7" * 5000 + b"}]", ""),
        (json.dumps([ROW | {"snippet": LONG}]).encode(), "row 1: snippet: "),
        (b"[" * 200_000, "JSON"),
        (b'{"a":' * 200_000, "JSON"),
        (b"PK\x03\x04 and then nothing", "the archive is broken: "),
        (archive(dev=[ROW])[:-30], "the archive is broken: "),
        (archive(), "there is no sharc_train.json or sharc_dev.json in it"),
        (archive(dev=[]), "the list of rows is empty"),
    ],
    ids=range(19),
)
def test_what_is_wrong_with_a_file_is_told_in_one_sentence(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert message in unreadable(path)


def damaged(content: bytes, damage: dict[int, int], at: bytes = b"PK\x01\x02") -> bytes:
    """An archive with bytes changed in its first local header and in its directory's first."""
    changed = bytearray(content)
    directory = content.index(at)
    for place, value in damage.items():
        changed[place] = changed[directory + place + 2] = value
    return bytes(changed)


def test_an_archive_with_damaged_content_is_told_in_one_sentence(tmp_path: Path) -> None:
    content = bytearray(archive(dev=[ROW] * 50))
    content[80:100] = b"\xff" * 20
    path = tmp_path / "damaged.zip"
    path.write_bytes(bytes(content))
    assert "the archive is broken" in unreadable(path)


def test_an_archive_with_a_password_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "secret.zip"
    path.write_bytes(damaged(archive(dev=[ROW]), {6: 1}))
    unreadable(path)


def test_an_archive_packed_in_an_unknown_way_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "strange.zip"
    path.write_bytes(damaged(archive(dev=[ROW]), {8: 99}))
    unreadable(path)


def packed(path: Path, name: str, data: bytes, method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        file.writestr(name, data)
    return path


def test_an_archive_that_would_fill_the_memory_is_refused_before_it_is_unpacked(
    tmp_path: Path,
) -> None:
    path = packed(tmp_path / "bomb.zip", "json/sharc_dev.json", b"[" + b" " * MAX_MEMBER)
    assert path.stat().st_size < MAX_MEMBER / 500
    tracemalloc.start()
    try:
        assert unreadable(path) == ": what is wanted of the archive has more than 64 MB unpacked"
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1e6


def test_an_archive_that_says_less_than_it_holds_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "bomb.zip", "json/sharc_dev.json", b"[" + b" " * MAX_MEMBER)
    size = (MAX_MEMBER + 1).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (1000).to_bytes(4, "little")))
    assert "the archive is broken: Bad CRC-32" in unreadable(path)


def test_an_archive_of_countless_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "names.zip"
    with zipfile.ZipFile(path, "w") as file:
        for number in range(20):
            file.writestr(f"{number}{'x' * 60_000}", "")
    assert unreadable(path) == ": the archive has too many files"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_that_can_be_unpacked_at_once_alone_is_refused(
    tmp_path: Path, method: int
) -> None:
    path = packed(tmp_path / "bomb.zip", "json/sharc_dev.json", b"[]", method)
    assert "the archive is not packed in the usual way" in unreadable(path)


def test_a_missing_file(tmp_path: Path) -> None:
    assert unreadable(tmp_path / "none.json") == ": there is no such file"


def test_a_folder_without_sharc(tmp_path: Path) -> None:
    written(tmp_path / "other.json", [ROW])
    assert "there is no sharc_train.json or sharc_dev.json" in unreadable(tmp_path)


def test_a_folder_where_a_file_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="this is a folder, a file is wanted"):
        read_bytes(tmp_path)


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    unreadable(tmp_path / ("x" * 5000))


def test_json_says_where_it_breaks() -> None:
    with pytest.raises(BadInput, match=r"^f: this is not JSON: .* at line 2, column 3$"):
        parse_json(b"[1,\n  }", source="f")
