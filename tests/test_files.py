"""Files are written whole or stay as they were, and what is no file is never replaced."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from e3.errors import BadInput
from e3.files import check_outputs, replacing, same_file, write_whole

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has other files")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new" / "out.json"
    write_whole(path, ["a", "ü"])
    write_whole(path, ["b"])
    assert path.read_text(encoding="utf-8") == "b"
    assert names(path.parent) == ["out.json"]


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def pieces(error: BaseException) -> Iterator[str]:
    yield "half"
    raise error


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("name", ["fsync", "replace", "open"])
def test_a_full_disk_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, there: bool
) -> None:
    path = tmp_path / "out.json"
    if there:
        path.write_text("before")
    with monkeypatch.context() as patch:
        patch.setattr(os, name, full)
        with pytest.raises(BadInput, match=r"out\.json: can't be written: No space left on device"):
            write_whole(path, ["after"])
    assert names(tmp_path) == ["out.json"] * there
    assert not there or path.read_text() == "before"


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        KeyboardInterrupt(),
        ValueError("no such row"),
        UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_fails_while_it_is_written_the_file_is_as_it_was(
    tmp_path: Path, error: BaseException
) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    with pytest.raises(BadInput if isinstance(error, OSError) else type(error)):
        write_whole(path, pieces(error))
    assert names(tmp_path) == ["out.json"]
    assert path.read_text() == "before"


_LIMITED = """
import resource, sys
from pathlib import Path
from e3.files import write_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
write_whole(Path(sys.argv[1]), ["x" * 100] * 1000)
"""


@posix
def test_a_file_that_may_not_grow_is_not_half_written(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    ran = subprocess.run(
        [sys.executable, "-c", _LIMITED, str(path)], capture_output=True, text=True, check=False
    )
    assert "can't be written: File too large" in ran.stderr
    assert names(tmp_path) == ["out.json"]
    assert path.read_text() == "before"


@posix
def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file.json").write_text("before")
    link = tmp_path / "link.json"
    link.symlink_to("other.json")
    (tmp_path / "other.json").symlink_to(Path("there") / "file.json")
    write_whole(link, ["after"])
    assert link.is_symlink()
    assert (tmp_path / "other.json").is_symlink()
    assert (tmp_path / "there" / "file.json").read_text() == "after"
    assert names(tmp_path / "there") == ["file.json"]
    (tmp_path / "there" / "file.json").unlink()
    write_whole(link, ["anew"])
    assert (tmp_path / "there" / "file.json").read_text() == "anew"


@posix
def test_links_that_lead_nowhere_are_refused(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(BadInput, match="circle: can't be written"):
        write_whole(tmp_path / "circle", ["x"])
    (tmp_path / "lost").symlink_to(Path("no folder") / "file")
    with pytest.raises(BadInput, match="lost: can't be written: No such file or directory"):
        write_whole(tmp_path / "lost", ["x"])
    assert names(tmp_path) == ["circle", "lost"]


@posix
def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    path.chmod(0o640)
    with replacing(path) as beside:
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600, "nobody reads along meanwhile"
        beside.write_text("after")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    if os.geteuid() == 0:
        os.chown(path, 12345, 54321)
        write_whole(path, ["again"])
        assert (path.stat().st_uid, path.stat().st_gid) == (12345, 54321)


@posix
def test_a_file_that_may_not_be_written_is_not_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "out.json"
    path.write_text("before")
    path.chmod(0o444)
    if os.geteuid() == 0:  # who may do anything
        monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(BadInput, match="can't be written: Permission denied"):
        write_whole(path, ["after"])
    assert path.read_text() == "before"


@posix
def test_another_name_of_a_file_keeps_what_was_there(tmp_path: Path) -> None:
    path, other = tmp_path / "out.json", tmp_path / "kept.json"
    path.write_text("before")
    os.link(path, other)
    write_whole(path, ["after"])
    assert (path.read_text(), other.read_text()) == ("after", "before")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="this is a folder, a file is wanted"):
        write_whole(tmp_path, ["x"])
    with pytest.raises(BadInput, match="this is a folder, a file is wanted"):
        check_outputs(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="a file is where a folder should be"):
        write_whole(tmp_path / "file" / "out.json", ["x"])


def test_a_name_may_be_as_long_as_names_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("ü" * 120 + ".json")
    write_whole(path, ["x"])
    assert names(tmp_path) == [path.name]
    with pytest.raises(BadInput, match="can't be written: File name too long"):
        write_whole(tmp_path / ("x" * 300), ["x"])


@posix
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path, read = tmp_path / "pipe", []
    os.mkfifo(path)
    reading = Thread(target=lambda: read.append(path.read_text()))
    reading.start()
    write_whole(path, ["a", "b"])
    reading.join()
    assert read == ["ab"]
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert names(tmp_path) == ["pipe"]


def link_to(place: str, folder: Path) -> Path:
    """A link to a device: whoever replaces what it is given replaces the link, and harms nobody."""
    if not os.path.lexists(place):
        pytest.skip(f"there is no {place}")
    link = folder / "link"
    link.symlink_to(place)
    return link


@posix
def test_a_device_is_written_to(tmp_path: Path) -> None:
    link = link_to("/dev/null", tmp_path)
    write_whole(link, ["x"])
    assert link.is_symlink()
    assert stat.S_ISCHR(link.stat().st_mode)
    assert names(tmp_path) == ["link"]


@posix
def test_a_device_that_is_full_says_so(tmp_path: Path) -> None:
    link = link_to("/dev/full", tmp_path)
    with pytest.raises(BadInput, match="link: can't be written: No space left on device"):
        write_whole(link, ["x"])
    assert link.is_symlink()


_TO_STDOUT = """
import sys
from pathlib import Path
from e3.files import write_whole
print("before", flush=True)
write_whole(Path(sys.argv[1]), ["written\\n"])
print("after", flush=True)
"""


@posix
@pytest.mark.parametrize("place", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_is_added_to_wherever_it_is_sent(tmp_path: Path, place: str) -> None:
    link = link_to(place, tmp_path)
    command = [sys.executable, "-c", _TO_STDOUT, str(link)]
    piped = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    assert piped.stdout == b"before\nwritten\nafter\n"
    with (tmp_path / "file").open("ab") as file:
        subprocess.run(command, stdout=file, check=True)
    assert (tmp_path / "file").read_bytes() == b"before\nwritten\nafter\n"
    assert names(tmp_path) == ["file", "link"]


def spelt(path: Path) -> dict[str, Callable[[], Path]]:
    """Other ways to name a file that is in the working directory."""

    def linked(link: Callable[[Path], object], name: str) -> Path:
        link(path.parent / name)
        return path.parent / name

    return {
        "as it is": lambda: path,
        "relative": lambda: Path(path.name),
        "with dots": lambda: path.parent / "." / ".." / path.parent.name / path.name,
        "symlink": lambda: linked(lambda link: link.symlink_to(path), "symlink"),
        "hard link": lambda: linked(lambda link: os.link(path, link), "hard"),
        "linked folder": lambda: (
            linked(lambda link: link.symlink_to(path.parent), "folder") / path.name
        ),
    }


@posix
@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("spelling", spelt(Path()))
def test_one_file_is_known_however_it_is_spelt(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, spelling: str, there: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rows.json"
    if there:
        path.touch()
    elif spelling == "hard link":
        pytest.skip("what is not there has no other name")
    other = spelt(path)[spelling]()
    assert same_file(path, other)
    assert same_file(other, path)
    with pytest.raises(BadInput, match="this would be overwritten: name another file"):
        check_outputs(other, inputs=[path])
    with pytest.raises(BadInput, match="this would be overwritten"):
        check_outputs(path, other)


def test_other_files_are_other_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    check_outputs(one, other)
    one.touch()
    check_outputs(other, inputs=[one])
    other.touch()
    check_outputs(other, inputs=[one])


def test_names_that_differ_in_case_alone_may_become_one_file(tmp_path: Path) -> None:
    assert same_file(tmp_path / "Out.json", tmp_path / "oUT.JSON")
    assert same_file(tmp_path / "u\u0308", tmp_path / "\u00fc")
    (tmp_path / "out.json").touch()
    (tmp_path / "Out.json").touch()
    is_one = len(names(tmp_path)) == 1
    assert same_file(tmp_path / "Out.json", tmp_path / "out.json") is is_one


@posix
def test_a_device_may_take_several_outputs(tmp_path: Path) -> None:
    link = link_to("/dev/null", tmp_path)
    check_outputs(link, link, inputs=[link])
