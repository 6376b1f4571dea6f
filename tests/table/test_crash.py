"""A crash at any moment leaves the old table or the new one: before every single step of a write, and by real kills."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from gm_tools.core.problems import InputError
from gm_tools.core.schedule import Schedule
from gm_tools.core.times import Duration, Moment
from gm_tools.table import drop_order, open_table, put_order
from gm_tools.table.amend import amend
from gm_tools.table.deadline_file import DeadlineChange, change_deadline, read_deadline
from gm_tools.table.files import write_atomic
from gm_tools.table.resolve import resolve
from gm_tools.table.reveal import reveal
from gm_tools.table.undo import undo
from gm_tools.table.verify import verify
from tests import effort
from tests.table.crossing import begin, contents, order_all, play

STEPS = ("open", "write", "fsync", "close", "replace", "rename", "unlink", "mkdir", "rmdir")


class PowerCut(BaseException):
    """The process is gone: nothing it would have done afterwards is done."""


class Machine:
    """The system calls that change files, counted; from a given one on, none of them is carried out any more.

    A write that is cut off leaves half of its bytes. What was open is closed by the system, which frees the lock.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, last: int | None) -> None:
        self.steps: list[str] = []
        self._left = last
        self._real = {name: getattr(os, name) for name in STEPS}
        self._handles: set[int] = set()
        for name in STEPS:
            monkeypatch.setattr(os, name, lambda *args, _name=name, **kwargs: self._step(_name, *args, **kwargs))

    def _step(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if self._left is not None and len(self.steps) >= self._left:
            if name == "write" and len(self.steps) == self._left:
                self._real["write"](args[0], bytes(args[1])[: len(args[1]) // 2])
            self.steps.append(name)
            raise PowerCut
        self.steps.append(name)
        result = self._real[name](*args, **kwargs)
        if name == "open":
            self._handles.add(result)
        elif name == "close":
            self._handles.discard(args[0])
        return result

    def off(self) -> None:
        """Do what the system does for a process that is gone."""
        for handle in self._handles:
            self._real["close"](handle)


def run_until(last: int | None, action: Callable[[], object]) -> list[str]:
    """Carry out an action on a machine that stops before step `last` (never if None); return its steps."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        machine = Machine(monkeypatch, last)
        try:
            action()
        except PowerCut:
            pass
        finally:
            machine.off()
    return machine.steps


def list_known(path: Path) -> Any:
    """Return all that a table is for those who play at it; whether `orders.toml` wants clearing is nothing to them."""
    return open_table(path)._replace(needs_cleanup=False)[6:]


def three_turns(path: Path) -> None:
    begin(path)
    play(path, 3)
    put_order(path, "A", "r3@9")  # meant for later: it stays in hand
    order_all(path)


ACTIONS: dict[str, Callable[[Path], object]] = {
    "resolve": resolve,
    "close": lambda path: resolve(path, close=True),
    "order": lambda path: put_order(path, "B", "r1", "post 9"),
    "drop": lambda path: drop_order(path, "B"),
    "undo": undo,
    "amend": lambda path: amend(path, {"boats.A.at": 1}, "a slip"),
    "reveal": lambda path: reveal(path, force=True),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_a_crash_before_any_step_leaves_the_old_table_or_the_new_one(tmp_path: Path, name: str) -> None:
    action = ACTIONS[name]
    three_turns(tmp_path / "crossing")
    folder = tmp_path / "crossing"
    old, files = list_known(folder), contents(folder)

    def restore() -> None:
        for file in folder.iterdir():
            file.unlink()
        for file_name, data in files.items():
            (folder / file_name).write_bytes(data)

    steps = run_until(None, lambda: action(folder))
    new, done = list_known(folder), contents(folder)
    assert new != old
    assert len(steps) >= 8
    outcomes = []
    for last in range(len(steps)):
        restore()
        run_until(last, lambda: action(folder))
        found = list_known(folder)
        assert found in (old, new), (name, last, steps[:last])
        assert verify(folder) == ()
        outcomes.append(found == new)
        # what was interrupted is done again by hand, and comes out as if nothing had been
        if found == old:
            action(folder)
            assert list_known(folder) == new
            assert contents(folder) == done
        else:
            put_order(folder, "C", "r1")  # the next writer, whoever it is, tidies up
            assert open_table(folder).hand[-1].text == "r1"
            assert not any(file_name.endswith(".new") for file_name in contents(folder))
    assert outcomes == sorted(outcomes)  # there is one moment at which the old table becomes the new one


def test_a_crash_while_a_table_is_begun_leaves_none_or_a_whole_one(tmp_path: Path) -> None:
    steps = run_until(None, lambda: begin(tmp_path / "crossing"))
    whole = contents(tmp_path / "crossing")
    for last in range(len(steps)):
        place = tmp_path / f"at-{last}"
        run_until(last, lambda place=place: begin(place / "crossing"))  # type: ignore[misc]  # bound at once
        if (place / "crossing").exists():
            assert contents(place / "crossing") == whole
        else:
            assert begin(place / "crossing").turn == 0


def test_a_crash_leaves_the_deadline_of_the_turn_that_comes_next(tmp_path: Path) -> None:
    """The timer of a table that nobody watches goes on: the turn is not there without the deadline after it."""
    folder = tmp_path / "crossing"
    three_turns(folder)
    now = Moment(1_800_000_000)
    at = now._replace(seconds=now.seconds + 3600)
    change_deadline(folder, DeadlineChange(at=at, rules={"every": Schedule(Duration(2))}), now)
    take_back = partial(undo, folder)
    first, again = (partial(resolve, folder, now=moment.seconds) for moment in (now, at))
    actions: list[Callable[[], object]] = [first, take_back, again, take_back, take_back]
    for action in actions:
        files, old = contents(folder), (open_table(folder).turn, read_deadline(folder))
        steps = run_until(None, action)
        done, new = contents(folder), (open_table(folder).turn, read_deadline(folder))
        assert old != new
        for last in range(len(steps)):
            for file in folder.iterdir():
                file.unlink()
            for name, data in files.items():
                (folder / name).write_bytes(data)
            run_until(last, action)
            found = open_table(folder).turn, read_deadline(folder)
            assert found in (old, new)
            if found == old:
                action()
                assert {name: data for name, data in contents(folder).items() if name in done} == done
        assert (open_table(folder).turn, read_deadline(folder)) == new


def test_a_crash_while_undoing_a_crashed_turn(tmp_path: Path) -> None:
    """The turn was written and the process ended there; then the undoing was cut off, too: no order is lost or doubled."""
    folder = tmp_path / "crossing"
    three_turns(folder)
    old = list_known(folder)
    steps = run_until(None, lambda: resolve(folder))
    undo(folder)
    assert list_known(folder) == old
    after_turn = steps.index("replace") + 1
    for last in range(after_turn, len(steps)):
        run_until(last, lambda: resolve(folder))
        assert open_table(folder).turn == 4
        for second in range(40):
            run_until(second, lambda: undo(folder))
            assert [posted.text for posted in open_table(folder).hand].count("r2") in (0, 3)
            if open_table(folder).turn == 3:
                break
        assert list_known(folder) == old


def test_a_write_is_synced_before_it_is_renamed_and_its_folder_after(tmp_path: Path) -> None:
    steps = run_until(None, lambda: write_atomic(tmp_path / "file", b"x"))
    assert steps == ["open", "write", "fsync", "close", "replace", "open", "fsync", "close"]


def test_a_turn_is_one_file_written_once(tmp_path: Path) -> None:
    three_turns(tmp_path / "crossing")
    steps = run_until(None, lambda: resolve(tmp_path / "crossing"))
    turn = ["open", "write", "fsync", "close", "replace", "open", "fsync", "close"]
    assert steps == ["open", *turn, "close"]  # the first and the last are the lock


def test_a_half_written_write_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:3]))
    write_atomic(tmp_path / "file", b"0123456789")
    assert (tmp_path / "file").read_bytes() == b"0123456789"


PLAYER = """
import sys
from tests.table import ferry
from tests.table.crossing import order_all
from gm_tools.table.amend import amend
from gm_tools.table.undo import undo
from gm_tools.table.resolve import resolve
from gm_tools.table import open_table

ferry.register_here()
path = sys.argv[1]
print("ready", flush=True)
while True:
    table = open_table(path)
    if table.turn >= 12:
        undo(path)
        undo(path)
    elif table.turn == 5 and not table.amendment:
        amend(path, {"boats.A.at": 2}, "a slip")
    else:
        order_all(path, "r0")
        resolve(path)
"""


@pytest.mark.long
def test_a_table_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    """A program that orders, resolves, amends and undoes without a pause is killed again and again."""
    folder = begin(tmp_path / "crossing").path
    chance = Random(7)
    root = Path(__file__).parents[2]
    turns: set[tuple[int, int, int]] = set()
    kills = 0
    least, wanted = effort.choose((3, 2), (100, 6))
    # Until it was killed at different moments, on a busy machine too.
    while kills < least or (len(turns) < wanted and kills < 100):
        kills += 1
        with subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(folder)], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"ready\n"
            sleep(chance.random() * 0.05 * (1 + kills // 10))
            child.kill()
            _, errors = child.communicate()
        assert child.returncode == -signal.SIGKILL
        assert errors == b""
        table = open_table(folder)
        turns.add((table.turn, table.amendment, len(table.hand)))
        assert verify(folder) == ()
        numbers = [posted.number for posted in table.hand]
        assert len(set(numbers)) == len(numbers)
    assert len(turns) >= wanted
    play(folder, 1)


def full_disk(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a system call fail as it does on a full disk, or in a folder that cannot be written."""
    import errno

    number = errno.EROFS if name == "open" else errno.ENOSPC
    real = os.open

    def fail(*args: Any, **_kwargs: Any) -> Any:
        if name == "open" and not args[1] & os.O_WRONLY:
            return real(*args)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, name, fail)


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
@pytest.mark.parametrize("name", ACTIONS)
def test_a_full_disk_or_a_read_only_folder_is_reported_and_nothing_changes(
    tmp_path: Path, name: str, step: str
) -> None:
    folder = tmp_path / "crossing"
    three_turns(folder)
    before = contents(folder)
    with pytest.MonkeyPatch.context() as monkeypatch:
        full_disk(monkeypatch, step)
        with pytest.raises(InputError) as caught:
            ACTIONS[name](folder)
    said = "Read-only file system" if step == "open" else "No space left on device"
    assert caught.value.message == f"cannot be written, and nothing was changed: {said}"
    assert Path(caught.value.file).parent == folder
    assert contents(folder) == before


@pytest.mark.parametrize("step", ["open", "write", "fsync", "mkdir", "rename"])
def test_no_table_is_begun_on_a_full_disk(tmp_path: Path, step: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        full_disk(monkeypatch, step)
        with pytest.raises(InputError):
            begin(tmp_path / "crossing")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ACTIONS)
def test_an_unwritable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """With the real modes of the file system; the superuser, who may write everywhere, steps down for it."""
    folder = tmp_path / "crossing"
    three_turns(folder)
    before = contents(folder)
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    monkeypatch.chdir(folder.parent)  # the folders above may be closed to others
    folder.parent.chmod(0o755)
    was = os.geteuid()
    try:
        if was == 0:
            os.seteuid(65534)
        with pytest.raises(InputError) as caught:
            ACTIONS[name](Path("crossing"))
    finally:
        os.seteuid(was)
        folder.chmod(0o755)
    assert caught.value.message.endswith("Permission denied")
    assert contents(folder) == before
