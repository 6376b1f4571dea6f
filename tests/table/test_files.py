"""Files of a table that came from a stranger: links, pipes, absurd values; what was left unfinished; fifty writers at once."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gm_tools.core.problems import InputError
from gm_tools.core.toml import parse_toml
from gm_tools.table import clear_abandoned, files, open_table, put_order
from gm_tools.table.files import read_text, write_atomic
from gm_tools.table.resolve import resolve
from tests import effort
from tests.table.crossing import begin, contents, order_all, refusal

ROOT = Path(__file__).parents[2]
needs_links = pytest.mark.skipif(os.name == "nt", reason="links and pipes as Unix has them")


@needs_links
@pytest.mark.parametrize(
    "name",
    [
        "orders.toml.new",
        "orders.toml.0123abcd.new",
        "turn-001.toml",
        "turn-001.toml.new",
        "posts.toml",
        "deadline.toml",
        "table.lock",
        "captures",
    ],
)
def test_a_link_in_a_table_is_refused_and_not_followed(folder: Path, tmp_path: Path, name: str) -> None:
    order_all(folder)
    victim = tmp_path / "victim"
    victim.write_text("years of work", encoding="utf-8")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(victim)
    for call in (lambda: put_order(folder, "A", "r1"), lambda: resolve(folder)):
        error = refusal(call)
        assert str(error) == f"{folder / name}: is a link (allowed: a regular file)"
    assert victim.read_text(encoding="utf-8") == "years of work"
    assert (folder / name).is_symlink()


@needs_links
@pytest.mark.parametrize("name", ["orders.toml", "secret.toml", "table.toml", "turn-000.toml"])
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "socket", "folder", "device"])
def test_a_device_or_pipe_is_refused_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, kind: str
) -> None:
    order_all(folder)
    path = folder / name
    path.rename(folder.parent / name)
    if kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "link":
        path.symlink_to(folder.parent / name)
    elif kind == "dangling link":
        path.symlink_to(folder.parent / "nowhere")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        monkeypatch.chdir(folder)  # the name of a socket has to be short
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(name)
    before = os.lstat(path)
    error = refusal(lambda: resolve(folder))
    said = {"pipe": "is a pipe", "socket": "is a socket", "folder": "is a folder"}.get(kind, "is a link")
    if kind == "dangling link" and name == "table.toml":
        assert "there is no table.toml" in str(error)
    else:
        assert f"{name}: {said}" in str(error)
    assert os.lstat(path).st_ino == before.st_ino


@needs_links
def test_devices_and_pipes_given_as_files_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe" in str(refusal(lambda: read_text(tmp_path / "pipe")))
    assert "is a device" in str(refusal(lambda: read_text(Path("/dev/zero"))))
    assert "is a folder" in str(refusal(lambda: read_text(tmp_path)))
    assert "is not a file name" in str(refusal(lambda: read_text(tmp_path / "a\0b")))
    for path in (tmp_path / "pipe", tmp_path):
        refusal(lambda path=path: write_atomic(path, b"x"))  # type: ignore[misc]
    (tmp_path / "link").symlink_to(tmp_path / "victim")
    assert "is a link" in str(refusal(lambda: write_atomic(tmp_path / "link", b"x")))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]


def test_a_file_beyond_all_bounds_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "big").open("wb") as file:
        file.truncate(200_000_000_000)
    assert "is too large (allowed: at most 64 MB)" in str(refusal(lambda: read_text(tmp_path / "big")))


def test_writing_uses_no_name_that_somebody_else_may_have_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plot.svg.new").write_text("mine", encoding="utf-8")
    monkeypatch.setattr(os, "urandom", lambda n: b"\xab" * n)
    (tmp_path / "plot.svg.abababab.new").symlink_to(tmp_path / "victim")
    assert "cannot be written" in str(refusal(lambda: write_atomic(tmp_path / "plot.svg", b"x")))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plot.svg.abababab.new", "plot.svg.new"]
    monkeypatch.undo()
    write_atomic(tmp_path / "plot.svg", b"x")
    assert (tmp_path / "plot.svg.new").read_text(encoding="utf-8") == "mine"


def test_the_next_writer_clears_what_was_left_unfinished(folder: Path) -> None:
    (folder / "turn-001.toml.0123abcd.new").write_bytes(b"half a tu")
    (folder / "notes.new").write_bytes(b"mine")
    put_order(folder, "A", "r1")
    assert not (folder / "turn-001.toml.0123abcd.new").exists()
    assert (folder / "notes.new").exists()


# Values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb = " + "9" * 5000, "t:2:5: a number of 5000 digits"),
        ("[[a]]\nb = 0x" + "f" * 5000, "t: a #1.b: the number is too large"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "[" * 200 + "]" * 200, "nested too deeply"),
        ("a = " + "{b = " * 60 + "1" + "}" * 60, "nested too deeply"),
        (".".join("a" * 400_000) + " = 1", "t:1: not TOML: nested too deeply"),
        ("\n[" + ".".join("a" * 400_000) + "]", "t:2: not TOML: nested too deeply"),
        ("x = {" + ".".join(['"a"'] * 100_000) + " = 1}", "nested too deeply"),
        ("a = 1\nb = '\0'", "t:2:"),
        ("a" * 4_000_001, "is too long"),
    ],
    ids=lambda text: text[:20],
)
def test_absurd_toml_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_toml(text, "t")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("key", ["format", "turn", "number"])
@pytest.mark.parametrize("value", ["9" * 5000, "0x" + "f" * 5000, "[" * 5000, "'" + "x" * 100_000 + "'"])
def test_absurd_values_in_a_table_are_refused(folder: Path, key: str, value: str) -> None:
    (folder / "orders.toml").write_text(f"{key} = {value}\n", encoding="utf-8")
    error = refusal(lambda: open_table(folder))
    assert str(error).startswith(str(folder / "orders.toml"))
    assert len(str(error)) < 600


# Tables that were begun and not finished


@needs_links
def test_a_table_left_unfinished_is_cleared_and_one_in_the_making_is_not(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    left = tmp_path / f".crossing.{gone.pid}.new"
    at_work = tmp_path / f".crossing.{os.getppid()}.new"
    foreign = tmp_path / f".crossing.{gone.pid + 0}0000.new"
    other = tmp_path / f".other.{gone.pid}.new"
    for path in (left, at_work, foreign, other):
        path.mkdir()
        (path / "secret.toml").write_text("x", encoding="utf-8")
    (left / "table.toml.0123abcd.new").write_text("x", encoding="utf-8")
    (foreign / "thesis.odt").write_text("years of work", encoding="utf-8")
    (tmp_path / ".crossing.999999.new").symlink_to(other)
    assert clear_abandoned(tmp_path / "crossing") == [left]
    begin(tmp_path / "crossing")
    assert at_work.exists()
    assert (foreign / "thesis.odt").exists()
    assert (other / "secret.toml").exists()


@needs_links
def test_a_link_in_the_place_of_a_new_table_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    link = tmp_path / f".crossing.{os.getpid()}.new"
    link.symlink_to(tmp_path / "home")
    assert str(refusal(lambda: begin(tmp_path / "crossing"))).startswith(f"{link}: cannot be made: ")
    assert list((tmp_path / "home").iterdir()) == []


# Fifty at once

WRITER = """
import sys
from tests.table import ferry
from gm_tools.table import put_order

ferry.register_here()
sys.stdin.read(1)
put_order(sys.argv[1], sys.argv[2], sys.argv[3], "post")
"""


@pytest.mark.long
def test_many_writers_wait_for_one_another(folder: Path) -> None:
    count = effort.choose(3, 50)
    assert files.WAIT >= 30
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), "ABC"[at % 3], f"r{at % 4}@{1 + at // 3}"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for at in range(count)
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    for writer in writers:
        _, errors = writer.communicate()
        assert (writer.returncode, errors) == (0, b"")
    hand = open_table(folder).hand
    assert len(hand) == count
    assert sorted(posted.number for posted in hand) == list(range(1, count + 1))
    assert not any(name.endswith(".new") for name in contents(folder))


def test_an_older_gitignore_is_renewed_unless_somebody_changed_it(folder: Path) -> None:
    ignored = folder / ".gitignore"
    fresh = ignored.read_text()
    assert "accounts.toml" in fresh
    ignored.write_text("secret.toml\ntable.lock\n*.new\n")
    put_order(folder, "A", "r2")
    assert ignored.read_text() == fresh
    ignored.write_text("*.new\n")
    put_order(folder, "A", "r2")
    assert ignored.read_text() == "*.new\n"
