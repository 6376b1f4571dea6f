"""The archive of a table's thread: every page as it was fetched, with its time and SHA-256, in the folder `thread`.

What a page said is kept when it changes, so that an edit without a mark comes to light. The names of the files are
ours: numbers. Like `posts.toml` it is the game master's: pages may show what others do not see.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.formats.detect import read_pages
from gm_tools.posts.formats.make_post import CaptureFacts
from gm_tools.posts.thread import Page
from gm_tools.table.files import fault, lock_folder, read_bytes, refuse_irregular, write_atomic
from gm_tools.table.record_file import read_rows, write_rows

FOLDER = "thread"
FILE = "fetched.toml"


class FetchedPage(NamedTuple):
    """A page as it was fetched: `file` in the archive, `page` of the thread at `address`.

    Page 0 stands for an earlier version of a post. `time` is when it was fetched and `checked` when it was last found
    unchanged, both in UTC; `sha256` is of the file, `posts` of the posts read in it; `size` is how many, `last` the id
    of the last one; `pages` and `thread` are what the page says, `turn` the turn that was awaited. `etag`, `modified`
    and `charset` are the server's.
    """

    file: str
    page: int
    address: str
    time: str
    sha256: str
    posts: str
    turn: int
    checked: str = ""
    size: int = 0
    last: str = ""
    pages: int = 0
    thread: str = ""
    etag: str = ""
    modified: str = ""
    charset: str = ""


def read_archive(folder: Path) -> tuple[FetchedPage, ...]:
    """Return what the archive of a table holds, oldest first; raise InputError with file and key."""
    return read_rows(FetchedPage, folder / FOLDER / FILE, "page")


def digest_of(page: Page) -> str:
    """Return the SHA-256 of what was read in a page: tokens and counters around the posts do not change it."""
    rows = [post._replace(file="", permalink="") for post in page.posts]
    return sha256(repr(rows).encode("utf-8", "surrogatepass")).hexdigest()


def add_page(folder: Path, page: FetchedPage, data: bytes, ending: str) -> FetchedPage:
    """Keep a page and return it with its file: first its bytes, then what is known of it."""
    with lock_folder(folder):
        known = read_archive(folder)
        path = _folder(folder)
        kept = page._replace(file=f"{len(known) + 1:04}.{ending}", sha256=sha256(data).hexdigest())
        write_atomic(path / kept.file, data, mode=0o600)
        write_rows(path / FILE, "page", (*known, kept), mode=0o600)
    return kept


def note_unchanged(folder: Path, page: FetchedPage) -> None:
    """Note that a page was found as it was: its row is put in place of the one of the same file."""
    with lock_folder(folder):
        known = read_archive(folder)
        pages = tuple(page if one.file == page.file else one for one in known)
        write_rows(_folder(folder) / FILE, "page", pages, mode=0o600)


def _folder(folder: Path) -> Path:
    path = folder / FOLDER
    try:
        if path.is_symlink():
            refuse_irregular(path.lstat().st_mode, path)
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise fault(error, path, "cannot be written, and nothing was changed: {why}") from None
    return path


def read_fetched(folder: Path, turn: int, thread: str, zone: str) -> list[Page]:
    """Return the pages in the archive that say what counts for a turn, oldest first.

    These are the last capture of each page, and every capture since the turn began. `zone` is that of times that name
    none. Raises InputError if a file is not the one that was fetched.
    """
    known = [one for one in read_archive(folder) if not thread or one.thread == thread]
    last = {(one.thread, one.page): one for one in known if one.page}
    wanted = [one for one in known if one.turn >= turn or last.get((one.thread, one.page)) is one]
    pages: list[Page] = []
    for one in wanted:
        path = folder / FOLDER / one.file
        if "/" in one.file or "\\" in one.file or one.file.startswith("."):
            raise InputError(_("is not a file name"), file=str(folder / FOLDER / FILE), key="page.file")
        data = read_bytes(path)
        if sha256(data).hexdigest() != one.sha256:
            raise InputError(
                _("has changed since it was fetched: its SHA-256 is different"),
                file=str(path),
                allowed=_("the file as it was, or remove its row from {file}", file=FILE),
            )
        pages += read_pages(data, str(path), capture=CaptureFacts(one.address, one.time, one.charset, zone))
    return pages
