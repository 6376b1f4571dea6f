"""`table.toml`: what a table is, as plain text that a game master may edit: game, board, options, seats, commitment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from gm_tools.core.game import STRENGTHS, Game, Seat
from gm_tools.core.game_options import check_options
from gm_tools.core.i18n import _, languages
from gm_tools.core.keys import MOST as MOST_KEYS
from gm_tools.core.names import name_key
from gm_tools.core.problems import InputError, at_key, in_file, place_of
from gm_tools.core.record import FORMAT, Field, check_hex, dump, parse_record, refuse
from gm_tools.core.sha256 import sha256
from gm_tools.core.toml import join_lines, pairs, parse_toml, rows, section, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games import find
from gm_tools.table.files import exists, read_text
from gm_tools.table.settings import ThreadSettings, format_settings
from gm_tools.table.values import clean_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gm_tools.table.hand_file import Posted
    from gm_tools.table.snapshot import SnapshotFile

FILE = "table.toml"
BEACON = "drand"  # the one there is: core/beacon.py


class Table(NamedTuple):
    """One game being played, as it is now. `position` is the game master's: it may hold secrets.

    `turn` and `amendment` say which turn file the position was read from; as `read_table_file` returns it, none was:
    `turn` is -1, and there is no position and no order in hand. `number` is the number of the next order; `seed_public`
    is the published seed in hexadecimal digits, empty until it is revealed; `language` that of the posts, empty if none
    is named; `gm` are the game master's accounts in forums; `needs_cleanup` says that `orders.toml` holds orders that
    the last turn has used, or some without a number. `missed` counts the turns each seat has missed so far.
    `commitment`, `hidden` and `keys` are what is published of the chains of keys (table/keys.py), `thread` says where
    it is played.
    """

    path: Path
    name: str
    game: Game[Any, Any, Any]
    board: Any
    board_text: str
    track: str
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    commitment: str
    seed_public: str = ""
    language: str = ""
    turn: int = -1
    amendment: int = 0
    position: Any = None
    hand: tuple[Posted, ...] = ()
    number: int = 1
    needs_cleanup: bool = False
    missed: Mapping[str, int] = {}
    gm: tuple[str, ...] = ()
    hidden: str = ""
    keys: int = 0
    beacon: str = ""
    thread: ThreadSettings = ThreadSettings()

    @property
    def players(self) -> dict[str, str]:
        """Return who plays each seat, by its mark."""
        return {seat.mark: seat.player for seat in self.seats}


def check_keys(count: int) -> int:
    """Return how many keys the chains of a table have; raise InputError if winding them would never end."""
    if not 0 <= count <= MOST_KEYS:
        raise refuse(count, _("a whole number from {low} to {high}", low=0, high=MOST_KEYS))
    return count


def check_name(name: str) -> str:
    """Return the name of a table, which is the title of its posts; raise InputError if it is not one line of text."""
    return clean_text(name, "", lines=False)


class TableFile(NamedTuple):
    """The values in `table.toml`, of which `Table` is made."""

    name: Annotated[str, Field(check=check_name)]
    game: str
    rules_version: int
    track: str
    board: str
    commitment: Annotated[str, Field(check=check_hex)]
    hidden: Annotated[str, Field(check=check_hex)] = ""
    keys: Annotated[int, Field(check=check_keys)] = 0
    beacon: Annotated[str, Field(check=check_beacon)] = ""
    language: Annotated[str, Field(check=check_language)] = ""
    gm: tuple[str, ...] = ()
    seed: Annotated[str, Field(check=check_hex)] = ""
    options: Mapping[str, Any] = {}
    seats: tuple[Annotated[Seat, Field(check=check_seat)], ...] = ()
    thread: ThreadSettings = ThreadSettings()


def check_folder(folder: Path) -> None:
    """Raise InputError if a folder is no table, before anything is done in it."""
    if not exists(folder):
        raise InputError(_("no such folder"), file=str(folder), allowed=_("the folder of a table, made by gm new"))
    if not exists(folder / FILE):
        raise InputError(
            _("there is no {file} in this folder", file=FILE), file=str(folder), allowed=_("the folder of a table")
        )


def read_table_file(folder: Path) -> Table:
    """Return a table as `table.toml` says it.

    Raises InputError if it cannot be used, or the game has gone on to other rules.
    """
    path = folder / FILE
    text = read_text(path)
    with in_file(path):
        file = parse_record(TableFile, text)
        game = find_game(file)
        check_names(file.seats)
        check_gm(file.gm, file.seats)
        same = {key: value for key, value in file._asdict().items() if key in Table._fields}
        read = {"path": folder, "game": game, "board": read_board(game, file.board)}
        return Table(**{**same, **read, "board_text": file.board, "seed_public": file.seed})


def marks_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the marks of seats, in their order."""
    return tuple(seat.mark for seat in seats)


def owner(player: str, bot: str) -> str:
    """Return who has a seat, as turn files record it: the player, or the bot that plays for him.

    >>> owner("Bob", ""), owner("Bob", "easy")
    ('Bob', 'bot easy')
    """
    return f"bot {bot}" if bot else player


def check_marks(table: Table, played: Sequence[str]) -> None:
    """Raise InputError if the seats in `table.toml` are not those that the game is played by."""
    if marks_of(table.seats) != tuple(played):
        raise InputError(
            _(
                "found the marks {marks}, but the game is played by {played}",
                marks=", ".join(marks_of(table.seats)),
                played=", ".join(played),
            ),
            file=str(table.path / FILE),
            key="seats",
            allowed=_("the same seats in the same order; players and aliases may change"),
        )


def find_game(file: TableFile | SnapshotFile) -> Game[Any, Any, Any]:
    """Return the game of a table or snapshot.

    Raises InputError if it is unknown, under other rules, or an option is wrong.
    """
    try:
        game = find(file.game)
    except InputError as error:
        raise error.within("", "" if error.key else "game") from None
    check_version(game, file.rules_version)
    with at_key("options"):
        check_options(game, file.options)
    return game


def check_language(name: str) -> str:
    """Return the language of a table's posts, empty if it names none; raise InputError with those there are."""
    if name and name not in languages():
        raise refuse(name, ", ".join(languages()))
    return name


def check_beacon(name: str) -> str:
    """Return the beacon of a table, empty if it has none; raise InputError with the one there is."""
    if name not in {"", BEACON}:
        raise refuse(name, BEACON)
    return name


def language_in(text: str) -> str:
    """Return the language that the text of a table or snapshot names, before all else in it is read.

    The language is empty if the text names none.
    """
    if "language" not in text:
        return ""
    try:
        return check_language(take(parse_toml(text), "language", str, ""))
    except InputError:
        return ""  # what is wrong is said when the text is read


def check_version(game: Game[Any, Any, Any], version: int) -> None:
    """Raise InputError if a table was begun under other rules than this program's: never go on silently differently."""
    if version != game.version:
        raise InputError(
            _(
                "the game was begun under version {begun} of the rules of {game}; this gm_tools plays version {version} "
                "and cannot go on with it (use the gm_tools that it was begun with)",
                begun=version,
                game=game.name,
                version=game.version,
            ),
            key="rules_version",
            allowed=str(game.version),
        )


def read_board(game: Game[Any, Any, Any], text: str) -> Any:
    """Return the board in the text of a board file kept in another file, faults with the lines of the board."""
    try:
        return game.parse_board(text)
    except InputError as error:
        message = on_board(error)
        key = f"board: {error.key}" if error.key else "board"
        raise InputError(message, key=key, allowed=error.allowed, problems=error.problems) from None


def on_board(error: InputError) -> str:
    """Return the message of an error about a board that stands in another file, with its place on the board."""
    if not error.line:
        return error.message
    return _("{place} of the board: {message}", place=place_of(error.line, error.column), message=error.message)


def check_seat(seat: Seat) -> Seat:
    """Return a seat; raise InputError if there is no bot of the strength that it names."""
    check_bot(seat.bot)
    return seat


def check_bot(strength: str, *more: str) -> None:
    """Raise InputError if there is no bot of this strength.

    An empty one is no bot, and `more` words may stand in its place.
    """
    known = (*STRENGTHS, *more)
    if strength and strength not in known:
        raise InputError(_("found {value!r}", value=strength), key="bot", allowed=", ".join(known))


def check_names(seats: Sequence[Seat]) -> None:
    """Raise InputError if a seat has no mark or player, or if one name could mean two players.

    A player may have several seats (a team): the name alone then says which player, and the mark which seat.
    """
    if not seats:
        raise InputError(_("there are none"), key="seats", allowed=_("at least one, MARK:PLAYER"))
    for at, seat in enumerate(seats, 1):
        clean_text(seat.mark, f"seats #{at}.mark", lines=False)
        clean_text(seat.player, f"seats #{at}.player", lines=False)
        if seat.extra:
            clean_text(seat.extra, f"seats #{at}.extra", lines=False)
        for alias in seat.aliases:
            clean_text(alias, f"seats #{at}.aliases", lines=False)
    owners: dict[str, tuple[int, Seat]] = {}
    for at, seat in enumerate(seats, 1):
        if seat.mark in owners:
            raise InputError(
                _("found {value!r} again", value=seat.mark),
                key=f"seats #{at}.mark",
                allowed=_("a mark of its own for each seat"),
            )
        owners[seat.mark] = (at, seat)
    # Marks that differ in letter case alone are two marks; a name must not be mistaken for either.
    owners = {_either_case(mark): owner for mark, owner in owners.items()}
    for at, seat in enumerate(seats, 1):
        for key, name in (("player", seat.player), *(("aliases", alias) for alias in seat.aliases)):
            other_at, other = owners.setdefault(_either_case(name), (at, seat))
            if _either_case(other.player) != _either_case(seat.player):
                raise InputError(
                    _(
                        "found {name!r}, which could also mean seat #{number}, {mark} ({player})",
                        name=name,
                        number=other_at,
                        mark=other.mark,
                        player=other.player,
                    ),
                    key=f"seats #{at}.{key}",
                    allowed=_("names that tell the players apart"),
                )


def _either_case(name: str) -> str:
    return name_key(name).casefold()


def check_gm(names: Sequence[str], seats: Sequence[Seat]) -> None:
    """Raise InputError if one of the game master's accounts cannot be one, or is the name of a player.

    A report by the account of a player would not count, and an order by that of the game master would not, either.
    """
    owners = {_either_case(name): seat for seat in seats for name in (seat.player, *seat.aliases)}
    for name in names:
        clean_text(name, "gm", lines=False)
        if seat := owners.get(_either_case(name)):
            raise InputError(
                _("found {name!r}, which is the name of the player of seat {mark}", name=name, mark=seat.mark),
                key="gm",
                allowed=_("an account that no player posts from: reports that a player posts do not count"),
            )


def format_table_file(table: Table) -> str:
    """Return the text of `table.toml`, the board as it is drawn where TOML allows it."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "name": table.name,
        "game": table.game.name,
        "rules_version": table.game.version,
        "track": table.track,
        "language": table.language or None,
        "gm": list(table.gm) or None,
        "commitment": table.commitment,
        "hidden": table.hidden or None,
        "keys": table.keys or None,
        "beacon": table.beacon or None,
        "seed": table.seed_public or None,
    }
    lines = [*pairs(head), format_board_text(table.board_text)]
    if table.options:
        lines += section("options", table.options)
    return join_lines([*lines, *rows("seats", setup_of(table)["seats"]), *format_settings(table.thread)])


def format_board_text(text: str) -> str:
    """Return the key `board` with a board file as its value, between `'''` so that nothing in it is escaped."""
    drawable = "'''" not in text and all(glyph >= " " or glyph in "\n\t" for glyph in text) and "\x7f" not in text
    if drawable and not text.endswith("'"):
        return f"board = '''\n{text}'''"
    return next(pairs({"board": text}))


def setup_of(table: Table) -> dict[str, Any]:
    """Return what turn 0 records of `table.toml`, so that a later change of it comes to light."""
    seats = [dump(seat) for seat in table.seats]
    return {"board": board_digest(table.board_text), "options": dict(table.options), "seats": seats}


def board_digest(text: str) -> str:
    """Return the SHA-256 of the text of a board file."""
    return sha256(text.encode()).hexdigest()
