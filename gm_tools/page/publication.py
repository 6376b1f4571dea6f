"""A table as files for any web space or git branch, made from what everybody may know.

Same table, same bytes. A file that is the same as before is not touched. New content is written beside the old under
names that cannot be guessed, then renamed file by file, the newest page last: whoever looks in between sees pages that
fit together. The marker lists the files of the publication: nothing else in the folder is written over or removed, and
no link is followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from json import dumps
from pathlib import Path

from gm_tools.core.events import PUBLIC, Event
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.toml import format_toml, parse_toml
from gm_tools.core.tuples import NamedTuple
from gm_tools.guide import HERE, Chain, guide_report
from gm_tools.page import build
from gm_tools.page.foreseen import foresee_means, foresee_reach
from gm_tools.page.parts import log_entry, seats_data
from gm_tools.page.pyodide import read_package
from gm_tools.render import html, png, render
from gm_tools.render.html import page_name
from gm_tools.render.layout import can_render_png
from gm_tools.render.moving import moving_picture
from gm_tools.reports.base import Report
from gm_tools.reports.deeds import Deed, deeds
from gm_tools.reports.status_post import status_post
from gm_tools.reports.stills import Still, still_of
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import Table
from gm_tools.table.files import (
    PUBLICATION,
    discard,
    fault,
    list_names,
    read_text,
    refuse_irregular,
    replace_staged,
    stage,
    sync,
    write_atomic,
)
from gm_tools.table.known_draws import newest_opening
from gm_tools.table.public_turn import public_turn
from gm_tools.table.snapshot import snapshot
from gm_tools.table.store import read_turn

Watch = Callable[[int, int], None]
SNAPSHOT = "snapshot.toml"
_PARTS = ("posts", "data", "page", "pyodide")
_FORMATS = (
    ("html", "{}.html"),
    ("svg", "{}.svg"),
    ("text", "posts/{}.txt"),
    ("bbcode", "posts/{}.bbcode.txt"),
    ("markdown", "posts/{}.md"),
    ("json", "data/{}.json"),
)
# The names that this command gives. A marker may come from a stranger: what else it lists is not believed.
_OWN = re.compile(
    r"turn-\d{3,}\.(html|svg|png)|replay\.(gif|svg)|posts/turn-\d{3,}\.(txt|bbcode\.txt|md)|data/turn-\d{3,}(\.proof)?\.json|data/log\.json|index\.(html|json)|snapshot\.toml"
    r"|page/(page\.css|[a-z_]+\.js|(start|engine)\.zip)|pyodide/(pyodide\.(mjs|asm\.(js|wasm)(\.gz)?)|python_stdlib\.zip)"
)
_UNFINISHED = re.compile(r"(.+)\.[0-9a-f]{8}\.new")


class ToldHand(NamedTuple):
    """The turn that told a seat its hand last, and the seat's orders since, each with its turn.

    A hand that a player has told the page is still that hand, but for the cards laid since: `hand.js` remembers it. It
    tells nothing but what everybody knows.
    """

    told: int
    orders: tuple[tuple[int, str], ...] = ()


def _nobody(_done: int, _of: int) -> None:
    pass


def publish_table(
    table: Table,
    folder: Path,
    pyodide: Path | None = None,
    *,
    force: bool = False,
    replay: bool = False,
    watch: Watch = _nobody,
) -> tuple[list[str], list[str]]:
    """Write a table's publication to a folder; return the names of the files written and of those removed.

    The other parameters are those of `contents`.
    """
    owned = _check(folder, table, force=force)
    return _write(folder, contents(table, pyodide, folder, replay=replay, watch=watch), owned)


def contents(
    table: Table,
    pyodide: Path | None = None,
    earlier: Path | None = None,
    *,
    replay: bool = False,
    watch: Watch = _nobody,
) -> dict[str, bytes]:
    """Return the files of a published table by their names: the marker first, the page of the table last.

    `pyodide` is the folder of the npm package to put beside the page, `earlier` that of an earlier publication, whose
    pictures are used again. PNG and GIF are made if the extra `png` is installed. `watch` is told how many turns are
    done, of how many.
    """
    has_pixels = can_render_png()
    stills: list[Still] = []
    beside = build.files(table.game.name, read_package(pyodide) if pyodide is not None else None)
    files = {PUBLICATION: b"", **beside}
    opened = newest_opening(table)
    done: dict[str, Deed] = {}
    log = []
    hands: dict[str, ToldHand] = {}
    for turn in range(table.turn + 1):
        watch(turn, table.turn + 1)
        post = turn_post(table, turn, PUBLIC)
        record = read_turn(table, turn).record
        orders = {row.seat: row.canonical for row in record.orders}
        done = deeds(post, table.game, orders, done)
        _follow_hands(hands, turn, done, record.events, table.game.private_events)
        post = post._replace(deeds=partial(dict, done))  # so that no turn is read again for those
        name = page_name(turn)
        still = still_of(post)
        if still is not None:
            stills.append(still)
            if has_pixels:
                files[f"{name}.png"] = png.render(post, _read(earlier, f"{name}.png"))
        files |= _files(post, name, files)
        log.append(log_entry(post))
        files[f"{name}.html"] = build.with_deeds(files[f"{name}.html"], post, done)
        if made := public_turn(table, turn, opened):
            files[f"data/{name}.proof.json"] = dumps(made, ensure_ascii=True, indent=1).encode()
    watch(table.turn + 1, table.turn + 1)
    if replay and stills:
        files["replay.svg"] = moving_picture(stills, "svg")
        if has_pixels:
            files["replay.gif"] = moving_picture(stills, "gif", watch)
    name = page_name(table.turn)
    files["index.json"] = files[f"data/{name}.json"]
    files[build.LOG] = dumps(log, ensure_ascii=False, indent=1).encode()
    files[SNAPSHOT] = snapshot(table).encode()
    ordered = [one["seat"] for one in status_post(table, PUBLIC).data["awaited"] if one["in"]]
    bots = [seat.mark for seat in table.seats if seat.bot]
    held = SNAPSHOT, files[SNAPSHOT]
    game, view = table.game, table.game.view(table.position, PUBLIC)
    is_sealed = any(game.is_secret(view, seat, None) for seat in game.awaited(view))
    foreseen = {"reach": foresee_reach(game, view), "means": foresee_means(game, view, game.awaited(view))}
    secrets = {"sealed": is_sealed, "hidden": game.hides(view)}
    more = {"seats": seats_data(post, ordered, bots), "deeds": done, "hands": hands, **foreseen, **secrets}
    page = build.page(post, table.game, beside, held, _links(name, files), _guides(table), more)
    files["index.html"] = page.encode()
    files[PUBLICATION] = _marker(table.name, table.commitment, files)
    return files


def _follow_hands(
    hands: dict[str, ToldHand], turn: int, done: dict[str, Deed], events: Iterable[Event], kinds: Collection[str]
) -> None:
    """Bring hands by seat up to a turn.

    `done` is what everybody saw done, and events of some `kinds` tell a seat its hand.
    """
    for seat, deed in done.items():
        if seat in hands and deed.order and not deed.is_earlier:
            hands[seat] = hands[seat]._replace(orders=(*hands[seat].orders, (turn, deed.order)))
    for event in events:
        if event.kind in kinds:
            hands |= {seat: ToldHand(turn) for seat in event.audience or ()}


def _guides(table: Table) -> list[Report]:
    """Return the guides for those who come to the page: how to play, what can be checked."""
    chain = Chain(bool(table.keys), bool(table.beacon))
    return [guide_report(which, table, page=HERE, chain=chain) for which in ("player", "fair")]


def _read(folder: Path | None, name: str) -> bytes:
    """Return a file of an earlier publication, nothing if there is none."""
    path = None if folder is None else folder / name
    return path.read_bytes() if path is not None and path.is_file() and not path.is_symlink() else b""


def _marker(name: str, commitment: str, files: Iterable[str]) -> bytes:
    """Return the marker of a publication: whose it is, and the files that it consists of."""
    listed = sorted(one for one in files if one != PUBLICATION)
    return format_toml({"format": 1, "table": name, "commitment": commitment, "files": listed}).encode()


def _files(report: Report, name: str, beside: Collection[str]) -> dict[str, bytes]:
    """Return the files of one turn; `beside` are the names of those that there are already."""
    links = _links(name, beside)
    return {
        place.format(name): (html.render(report, links) if markup == "html" else render(report, markup)).encode()
        for markup, place in _FORMATS
    }


def _links(name: str, beside: Collection[str]) -> list[tuple[str, str]]:
    """Return the files that a turn's page links to, each with its name for people.

    The PNG and the replay are among them if they are among those `beside`.
    """
    pixels = [(f"{name}.png", "PNG")] if f"{name}.png" in beside else []
    moving = [("replay.svg", _("moving picture")), ("replay.gif", "GIF")]
    return [
        (f"{name}.svg", _("picture")),
        *pixels,
        *(link for link in moving if link[0] in beside),
        (f"posts/{name}.txt", _("text")),
        (f"posts/{name}.bbcode.txt", "BBCode"),
        (f"posts/{name}.md", "Markdown"),
        (f"data/{name}.json", "JSON"),
        (SNAPSHOT, _("snapshot to try orders on")),
    ]


def _check(folder: Path, table: Table, *, force: bool) -> set[str]:
    """Return the files in a folder that an earlier publication wrote.

    Raises InputError if it is not a folder to write this table to.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(_("is not a folder"), file=str(folder), allowed=_("a folder, or an unused name"))
    if (folder / "table.toml").exists():
        raise InputError(_("is a table, which holds what is secret"), file=str(folder), allowed=_("another folder"))
    if not folder.exists():
        return set()
    _refuse_own_links(folder)
    marker = folder / PUBLICATION
    if marker.exists():
        held = parse_toml(read_text(marker), str(marker))
        if held.get("commitment") != table.commitment and not force:
            raise InputError(
                _("holds another table: {table}", table=held.get("table")),
                file=str(folder),
                allowed=_("--force to write over it"),
            )
        listed = held.get("files")  # markers of earlier versions list nothing: then the names are all that there is
        names = {str(name) for name in listed} if isinstance(listed, list) else set(_names(folder))
        return {name for name in names if _OWN.fullmatch(name)}
    others = sorted(name for name in list_names(folder) if not name.startswith("."))
    if others and not force:
        shown = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
        raise InputError(
            _("holds other things: {shown}", shown=shown),
            file=str(folder),
            allowed=_("an empty folder, or --force to write beside them"),
        )
    return set()


def _refuse_own_links(folder: Path) -> None:
    """Raise InputError for a link, a pipe or a device where this command reads or writes.

    Other files in the folder are none of its business.
    """
    for part in _PARTS:
        if (folder / part).is_symlink() or ((folder / part).exists() and not (folder / part).is_dir()):
            state = (folder / part).lstat()
            refuse_irregular(state.st_mode, folder / part)
            raise InputError(_("is not a folder"), file=str(folder / part), allowed=_("a folder"))
    for name in (PUBLICATION, *_names(folder)):
        path = folder / name
        if path.is_symlink() or path.exists():
            refuse_irregular(path.lstat().st_mode, path)


def _write(folder: Path, files: Mapping[str, bytes], owned: Collection[str] = ()) -> tuple[list[str], list[str]]:
    """Bring a folder to hold these files; return the names written and the names removed.

    `owned` are the files that an earlier publication wrote. Before anything else is, the marker is written with those
    and the new ones: a publication that is cut off leaves nothing that the next does not know as its own.
    """
    staged: dict[str, str] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        foreign = [name for name in files if name not in owned and name != PUBLICATION and (folder / name).exists()]
        foreign = [name for name in foreign if not _holds(folder / name, files[name])]
        if foreign:
            message = _("was not written by gm publish")
            raise InputError(message, file=str(folder / foreign[0]), allowed=_("another folder, or move the file away"))
        _clear_unfinished(folder)
        changed = [name for name in files if not _holds(folder / name, files[name])]
        stale = sorted(name for name in owned if name not in files and (folder / name).is_file())
        if changed or stale:
            last = parse_toml(files[PUBLICATION].decode())
            both = _marker(last["table"], last["commitment"], {*files, *owned})
            if not _holds(folder / PUBLICATION, both):
                write_atomic(folder / PUBLICATION, both)
        for name in changed:
            (folder / name).parent.mkdir(exist_ok=True)
            if name != PUBLICATION:
                staged[name] = stage(folder / name, files[name])
        for name in list(staged):
            replace_staged(staged.pop(name), folder / name)
        for name in stale:
            (folder / name).unlink()
        for part in _PARTS:
            if (folder / part).is_dir():
                if not any((folder / part).iterdir()):
                    (folder / part).rmdir()
                else:
                    sync(folder / part)
        if not _holds(folder / PUBLICATION, files[PUBLICATION]):
            write_atomic(folder / PUBLICATION, files[PUBLICATION])
        sync(folder)
    except OSError as error:
        raise fault(error, Path(os.fspath(error.filename or folder)), N_("cannot be written: {why}")) from None
    finally:
        for new in staged.values():
            discard(new)
    return changed, stale


def _clear_unfinished(folder: Path) -> None:
    """Delete what a publication that was cut off was writing."""
    for place in ("", *_PARTS):
        for path in (folder / place).glob("*.new"):
            found = _UNFINISHED.fullmatch(path.relative_to(folder).as_posix())
            if found and (found[1] == PUBLICATION or _OWN.fullmatch(found[1])):
                discard(os.fspath(path))


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def _names(folder: Path) -> list[str]:
    """Return the names in a folder that follow the pattern of those that this command gives."""
    found = [path for place in ("", *_PARTS) for path in (folder / place).glob("*")]
    return [name for path in found if _OWN.fullmatch(name := path.relative_to(folder).as_posix())]
