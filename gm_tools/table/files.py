"""Reading and writing the files of a table: every fault said with its file, every write atomic, one writer at a time.

A folder may come from a stranger. Nothing is read from a pipe or a device, which may never end; nothing is written
through a link, which may lead anywhere; and only files that this program made are removed.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError

LOCK = "table.lock"
SECRET = "secret.toml"  # noqa: S105  (the name of the file that holds it)
SETUP = "setup.toml"  # what is fixed of a table whose set-up waits for a beacon
PUBLICATION = ".gm-publish.toml"  # the marker of a folder that gm publish writes
CANNOT_READ = N_("cannot be read: {why}")
CANNOT_WRITE = N_("cannot be written, and nothing was changed: {why}")
WAIT = 30.0  # seconds to wait for other writers; a turn is written in milliseconds, but fifty may want to write at once
LARGEST = 64_000_000  # bytes of a file that is read
LARGEST_INPUT = 1_000_000  # bytes that are read from standard input
_UNFINISHED = re.compile(r".+\.[0-9a-f]{8}\.new")  # a file that is being written: see `stage`
_KINDS = (
    (stat.S_ISLNK, N_("is a link")),
    (stat.S_ISDIR, N_("is a folder")),
    (stat.S_ISFIFO, N_("is a pipe")),
    (stat.S_ISSOCK, N_("is a socket")),
    (stat.S_ISCHR, N_("is a device")),
    (stat.S_ISBLK, N_("is a device")),
)


def fault(error: OSError, path: Path, message: str) -> InputError:
    """Return what the operating system said about `path` as an error for people: `cannot be written: disk full`.

    `message` is marked for the catalogues, with the field `why`.
    """
    return InputError(_(message, why=error.strerror or error), file=str(path))


def exists(path: Path) -> bool:
    """Tell whether there is anything at a path; raise InputError if one may not even look."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise fault(error, path, CANNOT_READ) from None
    return True


def refuse_irregular(mode: int, path: Path | str) -> None:
    """Raise InputError if a mode, as `stat` gives it, is not that of a plain file."""
    for is_kind, message in _KINDS:
        if is_kind(mode):
            raise InputError(_(message), file=str(path), allowed=_("a regular file"))


def list_names(folder: Path) -> list[str]:
    """Return the names in a folder of ours, in any order.

    Raises InputError if there is a link, a pipe or a device among them. A link in a folder that came from elsewhere
    would have foreign files read, written over or published.
    """
    try:
        with os.scandir(folder) as entries:
            names = []
            for entry in entries:
                if not (entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)):
                    refuse_irregular(entry.stat(follow_symlinks=False).st_mode, entry.path)
                names.append(entry.name)
            return names
    except OSError as error:
        raise fault(error, folder, CANNOT_READ) from None


def read_bytes(path: Path) -> bytes:
    """Return what a file holds, at most 64 MB; raise InputError if it is missing, no plain file, or cannot be read."""
    try:
        state = path.stat()
        refuse_irregular(state.st_mode, path)
        if state.st_size > LARGEST:
            allowed = _("at most {size} MB", size=LARGEST // 1_000_000)
            raise InputError(_("is too large"), file=str(path), allowed=allowed)
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(_("there is no such file"), file=str(path)) from None
    except OSError as error:
        raise fault(error, path, CANNOT_READ) from None
    except ValueError:  # a NUL in its name
        raise InputError(_("is not a file name"), file=str(path)) from None


def decode(data: bytes, path: Path) -> str:
    """Return the text of a file; raise InputError with line and column of the first byte that is no UTF-8."""
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise InputError(
            _("found byte 0x{byte:02X}", byte=data[error.start]),
            file=str(path),
            line=line,
            column=column,
            allowed=_("text in UTF-8"),
        ) from None


def encode(text: str, path: Path) -> bytes:
    """Return text as it is written to a file; raise InputError for half a surrogate pair, which no file can hold."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        shown = f"U+{ord(text[error.start]):04X}"
        raise InputError(
            _("cannot hold the character {character}; nothing was changed", character=shown), file=str(path)
        ) from None


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8 (a BOM is dropped); raise InputError if it is missing or no text."""
    return decode(read_bytes(path), path)


def read_stdin() -> str:
    """Return the text on standard input; raise InputError if it is no UTF-8 or larger than a megabyte."""
    data = sys.stdin.buffer.read(LARGEST_INPUT + 1)
    if len(data) > LARGEST_INPUT:
        raise InputError(_("more than a megabyte"), file=_("standard input"), allowed=_("an order or a board"))
    return decode(data, Path(_("standard input")))


def read_input(file: str) -> str:
    """Return the text of a file; a dash is standard input."""
    return read_stdin() if file == "-" else read_text(Path(file))


def write_atomic(path: Path, data: bytes, *, mode: int = 0o644, sync_folder: bool = True) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one, never half of one.

    Temporary file in the same folder, written, synced, renamed; then the folder is synced, unless the caller syncs it
    later or does not mind that the old file comes back after a power cut. Raises InputError, with the old file
    untouched, if that is not possible (read-only folder, full disk), or if there is a link, a folder or a device of
    that name.
    """
    replace_staged(stage(path, data, mode=mode), path)
    if sync_folder:
        sync(path.parent)


def stage(path: Path, data: bytes, *, mode: int = 0o644) -> str:
    """Write what is to become a file under a name of its own beside it, synced, and return that name.

    The file is new, and its name cannot be guessed: nobody can have put a link there. Raises InputError as
    `write_atomic`.
    """
    name = os.fspath(path)
    new = f"{name}.{os.urandom(4).hex()}.new"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    is_made = False
    try:
        with suppress(FileNotFoundError):
            refuse_irregular(os.lstat(name).st_mode, path)
        handle = os.open(new, flags, mode)
        is_made = True
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(handle, view) :]
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if is_made:
            discard(new)
        raise fault(error, path, CANNOT_WRITE) from None
    return new


def replace_staged(new: str, path: Path) -> None:
    """Give a staged file its name; raise InputError, with the old file untouched, if that is not possible."""
    try:
        os.replace(new, os.fspath(path))  # noqa: PTH105  (the path is a text already: this is the write that is measured)
    except OSError as error:
        discard(new)
        raise fault(error, path, CANNOT_WRITE) from None


def write_together(folder: Path, files: Mapping[str, bytes], *, mode: int) -> None:
    """Write files to a folder, which is made if it does not exist: all of them, or none if one cannot be written.

    What a program that was cut off was writing of them is deleted. Raises InputError as `write_atomic`, or if everybody
    is shown what lies in the folder.
    """
    staged: dict[str, str] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if exists(folder / PUBLICATION):
            message = _("is a publication, which everybody can read")
            raise InputError(message, file=str(folder), allowed=_("another folder"))
        own = tuple(f"{name}." for name in files)
        clear_unfinished(folder, [name for name in os.listdir(folder) if name.startswith(own)])  # noqa: PTH208
        for name, data in files.items():
            staged[name] = stage(folder / name, data, mode=mode)
        for name in files:
            replace_staged(staged.pop(name), folder / name)
    except OSError as error:
        raise fault(error, folder, CANNOT_WRITE) from None
    finally:
        for new in staged.values():
            discard(new)
    sync(folder)


def discard(new: str) -> None:
    """Delete a staged file that is not wanted any more."""
    with suppress(OSError):
        os.unlink(new)  # noqa: PTH108


def clear_unfinished(folder: Path, names: Iterable[str]) -> None:
    """Delete those of the files in a folder that a program which was cut off was writing. The folder's lock is held."""
    for name in names:
        if _UNFINISHED.fullmatch(name):
            discard(os.path.join(folder, name))  # noqa: PTH118  (a text is wanted)


def sync(folder: Path) -> None:
    """Make renames and removals in a folder durable; where the system cannot sync folders (Windows) do nothing."""
    if os.name == "nt":
        return
    with suppress(OSError):  # some network file systems refuse it: the rename is then as durable as they make it
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def rename(path: Path, new: Path) -> None:
    """Rename a file durably; raise InputError if that is not possible."""
    try:
        os.replace(path, new)  # noqa: PTH105  (see write_atomic)
    except OSError as error:
        raise fault(error, path, N_("cannot be renamed: {why}")) from None
    sync(path.parent)


def remove(path: Path) -> None:
    """Delete a file durably; raise InputError if that is not possible."""
    try:
        path.unlink()
    except OSError as error:
        raise fault(error, path, N_("cannot be removed: {why}")) from None
    sync(path.parent)


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Keep every other writer out of a table; wait up to `WAIT` seconds for those at work, then raise InputError."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        with _lock_by_filelock(folder / LOCK):
            yield
        return
    # The same lock as filelock's on these systems, without the 25 ms that its import costs every command.
    path = folder / LOCK
    try:
        with suppress(FileNotFoundError):
            refuse_irregular(path.lstat().st_mode, path)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    except OSError as error:
        raise fault(error, path, CANNOT_WRITE) from None
    try:
        from time import monotonic, sleep  # noqa: TID251  (waiting for another writer; no rule depends on it)

        end = monotonic() + WAIT
        while True:
            try:
                flock(handle, LOCK_EX | LOCK_NB)
                break
            except BlockingIOError:
                if monotonic() > end:
                    raise busy_error(path) from None
                sleep(0.02)
            except OSError as error:
                raise fault(error, path, N_("cannot be locked, and nothing was changed: {why}")) from None
        yield
    finally:
        os.close(handle)


@contextmanager
def _lock_by_filelock(path: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    try:
        with FileLock(str(path), timeout=WAIT):
            yield
    except Timeout:
        raise busy_error(path) from None


def busy_error(path: Path) -> InputError:
    """Return the error for a table that somebody else is writing."""
    return InputError(
        _(
            "another program is writing at this table; nothing was changed. Wait until it has finished, or end it, and try again"
        ),
        file=str(path),
        status=1,
    )
