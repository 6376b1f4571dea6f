"""One writer at a time: the next one waits a moment, then says what is going on and what to do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest
from filelock import FileLock

from gm_tools.core.game import Resolution
from gm_tools.table import files, open_table, put_order, seat_orders, store
from gm_tools.table.amend import amend
from gm_tools.table.resolve import resolve
from gm_tools.table.undo import undo
from tests.table.crossing import contents, order_all, play, refusal

HOLDER = """
import sys
from pathlib import Path
from gm_tools.table.files import lock_folder
with lock_folder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_table_that_another_process_is_writing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "WAIT", 0.1)
    order_all(folder)
    before = contents(folder)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        error = refusal(lambda: resolve(folder))
        assert error.status == 1
        assert str(error) == (
            f"{folder / 'table.lock'}: another program is writing at this table; nothing was changed. "
            "Wait until it has finished, or end it, and try again"
        )
        assert len(seat_orders(open_table(folder))) == 3  # who only reads needs no lock
        assert resolve(folder, preview=True).turn.record.turn == 1
        assert contents(folder) == before
        holder.kill()
    assert resolve(folder).turn.record.turn == 1  # the lock of a process that is gone is free


def test_a_short_wait_is_waited_for(folder: Path) -> None:
    lock = FileLock(folder / "table.lock", thread_local=False)
    lock.acquire()
    timer = Timer(0.15, lock.release)
    timer.start()
    assert put_order(folder, "A", "r1").now.ready
    timer.join()


@pytest.mark.parametrize("has_fcntl", [True, False])
def test_the_lock_is_that_of_filelock(folder: Path, monkeypatch: pytest.MonkeyPatch, *, has_fcntl: bool) -> None:
    """On systems without fcntl filelock does the locking; both ways keep each other out."""
    monkeypatch.setattr(files, "WAIT", 0.1)
    if not has_fcntl:
        monkeypatch.setitem(sys.modules, "fcntl", None)
    with FileLock(folder / "table.lock"):
        assert refusal(lambda: put_order(folder, "A", "r1")).message.startswith("another program is writing")
    assert put_order(folder, "A", "r1").now.ready
    with files.lock_folder(folder), pytest.raises(TimeoutError):
        FileLock(folder / "table.lock", timeout=0).acquire()


def test_a_bug_in_a_game_frees_the_lock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.table import ferry

    def break_off(*_args: object) -> Resolution[ferry.Position]:
        raise ZeroDivisionError

    order_all(folder)
    before = contents(folder)
    ferry.register(monkeypatch, ferry.GAME._replace(resolve=break_off))
    with pytest.raises(ZeroDivisionError):
        resolve(folder)
    assert contents(folder) == before
    ferry.register(monkeypatch)
    assert resolve(folder).turn.record.turn == 1


def test_a_file_system_that_cannot_lock_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def fail(*_args: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", fail)
    error = refusal(lambda: put_order(folder, "A", "r1"))
    assert error.message == "cannot be locked, and nothing was changed: No locks available"


def test_windows_does_not_sync_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    files.sync(folder)
    assert len(synced) == 1
    monkeypatch.setattr(os, "name", "nt")
    files.sync(folder)
    assert len(synced) == 1


@pytest.mark.parametrize("first", [resolve, undo])
@pytest.mark.parametrize(
    "late",
    [lambda folder: resolve(folder, close=True), undo, lambda folder: amend(folder, {"boats.A.at": 3}, "a slip")],
)
def test_a_command_that_waited_while_another_made_a_turn_does_nothing(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    first: Callable[[Path], object],
    late: Callable[[Path], object],
) -> None:
    """Two that resolve, or take back, at the same moment mean the same turn: no second one is closed or taken back."""
    play(folder, 2)
    order_all(folder)
    told = []

    @contextmanager
    def wait(path: Path) -> Iterator[None]:
        monkeypatch.setattr(store, "lock_folder", files.lock_folder)
        first(path)
        told.append(contents(path))
        with files.lock_folder(path):
            yield

    monkeypatch.setattr(store, "lock_folder", wait)
    error = refusal(lambda: late(folder))
    assert error.message == "another program has just written or taken back a turn; nothing was changed"
    assert contents(folder) == told[0]


def test_a_turn_that_is_named_is_shown_if_another_resolved_it_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order_all(folder)

    @contextmanager
    def wait(path: Path) -> Iterator[None]:
        monkeypatch.setattr(store, "lock_folder", files.lock_folder)
        resolve(path)
        with files.lock_folder(path):
            yield

    monkeypatch.setattr(store, "lock_folder", wait)
    assert resolve(folder, turn=1, close=True).again
