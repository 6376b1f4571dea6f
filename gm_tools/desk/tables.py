"""The tables of a folder, and what each wants of the game master, read as the commands read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from shlex import quote
from typing import Any

from markupsafe import Markup

from gm_tools.core import clock
from gm_tools.core.blocks import Picture
from gm_tools.core.deadline import state, state_line
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import N_, _, keep_language, language, ngettext
from gm_tools.core.languages import prefer
from gm_tools.core.problems import InputError
from gm_tools.core.sha256 import sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.desk.look import board
from gm_tools.live.outbox import turn_key
from gm_tools.posts.sent import read_sent
from gm_tools.reports.base import Report
from gm_tools.reports.status_post import status_post
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import Table, open_table
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.table_file import FILE

_FEW = 3  # names that a sentence can hold
_SMALL = 640  # units that a board in the list is wide


class Place(NamedTuple):
    """Where the tables are: commands run in `folder`, and a table called `name` lies in `tables / name`.

    `example` is the thread of an example's turn, empty for tables that are really played.
    """

    folder: Path
    tables: Path
    example: str = ""

    def path(self, name: str) -> Path:
        """Return the folder of a table; raise InputError for a name that is none of those there are."""
        if name not in self.names():
            raise InputError(_("there is no table {name!r}", name=name), allowed=", ".join(self.names()), status=1)
        return self.tables / name

    def names(self) -> list[str]:
        """Return the names of the tables there are, in their order."""
        found = (path.parent.name for path in self.tables.glob(f"*/{FILE}"))
        return sorted(name for name in found if not name.startswith("-"))


def find_place(folder: Path) -> Place:
    """Return where the tables of a folder are: in it, or in `turns` below it, as for every command."""
    folder = folder.resolve()
    if not folder.is_dir():
        raise InputError(_("no such folder"), file=str(folder), allowed=_("a folder that holds tables"))
    if (folder / FILE).exists():  # a table itself
        folder = folder.parent
    return Place(folder, folder / "turns" if (folder / "turns").is_dir() else folder)


class Card(NamedTuple):
    """A table in the list.

    `wants` is what it needs, in one sentence; `step` is the page of the next step, `button` the words on its button,
    `line` its command. `reminder` is what can be pasted into the thread for those who are missing, as `gm status` gives
    it.
    """

    name: str
    game: str = ""
    headline: str = ""
    due: str = ""
    wants: str = ""
    step: str = ""
    button: str = ""
    line: str = ""
    rank: int = 0
    board: Markup = Markup()
    fault: str = ""
    reminder: str = ""

    @property
    def is_urgent(self) -> bool:
        """Tell whether the game master is wanted."""
        return self.rank == 0


def stamp(folder: Path) -> str:
    """Return a digest of a table's files as they are now: a page made from others is older than the table."""
    rows = sorted((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in folder.glob("*.toml"))
    return sha256(repr(rows).encode()).hexdigest()[:20]


def cards(place: Place, wanting: Mapping[tuple[str, int], int]) -> list[Card]:
    """Return all tables, those that want the game master first.

    `wanting` counts the decisions that wait for him, by table and turn.
    """
    return sorted((_card(place, name, wanting) for name in place.names()), key=lambda card: (card.rank, card.name))


def _card(place: Place, name: str, wanting: Mapping[tuple[str, int], int]) -> Card:
    try:
        table = open_table(place.tables / name)
        return _card_of(table, name, wanting.get((name, table.turn + 1), 0))
    except InputError as error:
        return Card(name, wants=_("This table cannot be opened."), fault=str(error))


def _card_of(table: Table, name: str, decisions: int) -> Card:
    data = status_post(table, GM, clock.now()).data
    game, turn = table.game, table.turn + 1
    view = game.view(table.position, PUBLIC)
    due = read_deadline(table.path)
    when = state_line(due, turn, clock.now()) if due is not None and not data["over"] else ""
    card = Card(
        name,
        game.name,
        game.headline(view),
        when,
        board=_small_board(table.path, table.turn, stamp(table.path), language()),
        reminder=_reminder(table, data),
    )
    word = quote(name)
    if _is_unposted(table, data):
        return card._replace(
            wants=_("Turn {turn} is resolved and not posted yet.", turn=table.turn),
            step="post",
            button=_("Copy the post"),
            line=f"gm post {word}",
            reminder="",  # they do not know yet that it is their turn
        )
    if data["over"]:
        return card._replace(
            wants=_("The game is over."), step="post", button=_("Show the last post"), line=f"gm report {word}", rank=3
        )
    awaited = data["awaited"]
    wanted = sum(1 for one in data["orders"] if one["problems"])
    count = ngettext(
        "{done} of {n} order is in", "{done} of {n} orders are in", len(awaited), done=sum(one["in"] for one in awaited)
    )
    if decisions:
        return card._replace(
            wants=ngettext("{count}, {n} needs you.", "{count}, {n} need you.", decisions, count=count),
            step="orders",
            button=ngettext("Settle the one", "Settle the {n}", decisions),
            line=f"gm collect {word}",
        )
    if data["ready"]:
        wants = _("All orders are in and legal.")
        return card._replace(
            wants=wants,
            step="preview",
            button=_("Preview turn {turn}", turn=turn),
            line=f"gm resolve {word} --preview",
        )
    if wanted:
        wants = ngettext("{count}, {n} is not legal.", "{count}, {n} are not legal.", wanted, count=count)
        return card._replace(wants=wants, step="orders", button=_("Look at them"), line=f"gm status {word}")
    is_over = state(due, turn, clock.now()) == "over"
    missing = [table.players[one["seat"]] for one in awaited if not one["in"]]
    if len(awaited) == len(missing) == 1:
        count = _("{player} is awaited", player=missing[0])
    elif 1 <= len(missing) <= _FEW:
        count = _("{count}, missing: {players}", count=count, players=", ".join(missing))
    message = N_("{count}, and the deadline has passed.") if is_over else N_("{count}.")
    return card._replace(
        wants=_(message, count=count),
        step="thread",
        button=_("Read the thread"),
        line=f"gm collect {word} …",
        rank=0 if is_over else 1,
    )


def _reminder(table: Table, data: Mapping[str, Any]) -> str:
    """Return what `gm status` gives to paste for those who are missing, in the table's own language as there."""
    before = language()
    with keep_language():
        prefer(table.language)
        own = data if language() == before else status_post(table, GM, clock.now()).data
    return "\n".join(own.get("reminders", ()))


def _is_unposted(table: Table, data: Mapping[str, Any]) -> bool:
    """Tell whether the last turn's post is not in the thread.

    Nobody has noted that it is, and nobody has ordered since.
    """
    if not table.thread.address or any(one["in"] for one in data["awaited"]):
        return False
    key = turn_key(table, table.turn)
    return not any(one.key == key for one in read_sent(table.path))


def public_board(path: Path, turn: int) -> Picture | None:
    """Return the board of a table after a turn, as everybody may see it.

    It is drawn anew only once the table's files have changed.
    """
    return _public_board(path, turn, stamp(path), language())


@lru_cache(maxsize=64)
def _public_board(path: Path, turn: int, _stamp: str, _language: str) -> Picture | None:
    return picture_of(turn_post(open_table(path), turn, PUBLIC))


@lru_cache(maxsize=64)
def _small_board(path: Path, turn: int, _stamp: str, _language: str) -> Markup:
    return board(public_board(path, turn), _SMALL)


def picture_of(report: Report) -> Picture | None:
    """Return the board in a report, None if it has none that is drawn."""
    found: Any = next((block for block in report.blocks if getattr(block, "drawing", None) is not None), None)
    return found  # type: ignore[no-any-return]
