"""What a simulation is of: everything that its result depends on, as plain values that any machine can be sent."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from gm_tools.core.game import STRENGTHS, Game, Seat
from gm_tools.core.game_options import check_options
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, in_file
from gm_tools.core.sha256 import hmac_sha256
from gm_tools.core.text import did_you_mean
from gm_tools.core.tuples import NamedTuple
from gm_tools.games import find

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gm_tools.table import Table

RANDOM = "random"  # a bot for every game: any legal order; the floor that other bots are measured from


class Setup(NamedTuple):
    """A simulation's set-up.

    `bots` play the seats in turn: the first one the first seat, and from the start when they run out. `track` is only a
    name; `board` is the text of the board file. `max_turns` is in the unit of the game's tally.
    """

    game: str
    track: str
    board: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: str
    max_turns: int

    def bot_of(self, seat: int) -> str:
        """Return the bot that plays a seat, by its number from 0."""
        return self.bots[seat % len(self.bots)]

    def seats_of(self, number: int) -> tuple[Seat, ...]:
        """Return the seats as they take part in a game: from game to game each one place further on.

        Where start slots go by the order of the seats, every bot and special so comes to every slot equally often.
        """
        shift = number % len(self.seats)
        return self.seats[shift:] + self.seats[:shift]

    def seed_of(self, number: int) -> bytes:
        """Return the seed of one game: HMAC-SHA256 of its number under the simulation's seed."""
        seed = self.seed.encode(errors="surrogateescape")  # a word of the command line may be any bytes
        return hmac_sha256(seed, f"game/{number}".encode())


def dump_setup(setup: Setup) -> dict[str, Any]:
    """Return a set-up as plain JSON data; `load_setup` takes it back."""
    seats = [[seat.mark, seat.player, seat.extra] for seat in setup.seats]
    return {**setup._asdict(), "seats": seats, "options": dict(setup.options), "bots": list(setup.bots)}


def write_setup(setup: Setup) -> str:
    """Return a set-up as the text that workers are sent."""
    return dumps(dump_setup(setup), separators=(",", ":"))


def load_setup(plain: Mapping[str, Any]) -> Setup:
    """Return the set-up that `dump_setup` made plain."""
    seats = tuple(Seat(mark, player, (), extra) for mark, player, extra in plain["seats"])
    return Setup(**{**plain, "seats": seats, "bots": tuple(plain["bots"])})


def setup_of_table(table: Table, bots: tuple[str, ...], options: Mapping[str, Any], seed: str, max_turns: int) -> Setup:
    """Return the set-up of games on a table's board, with its seats and its options, of which `options` change some."""
    seats, board = tuple(table.seats), table.board_text
    return Setup(table.game.name, table.track, board, seats, {**table.options, **options}, bots, seed, max_turns)


def usual_seats(
    game: Game[Any, Any, Any], board: str, name: str, options: Mapping[str, Any], count: int = 0, extras: str = ""
) -> tuple[Seat, ...]:
    """Return `count` seats (0: as many as are usual) for the board file `name`.

    Raises InputError for a board with faults. `extras` are what the seats have at the start, in turn, with commas
    between them; a dash is nothing.
    """
    try:
        seats = _tally(game).seats(game.parse_board(board), options, count)
    except InputError as error:
        raise error.within(name) if error.line or error.problems else error from None
    words = [word.strip() for word in extras.split(",")] if extras else [""]
    words = ["" if word == "-" else word for word in words]
    return tuple(seat._replace(extra=words[at % len(words)]) for at, seat in enumerate(seats))


def _tally(game: Game[Any, Any, Any]) -> Any:
    if game.tally is None:
        raise InputError(_("{game} has no statistics", game=game.name), status=1)
    return game.tally()


def parse_bots(text: str) -> tuple[str, ...]:
    """Return the bots in a list; raise InputError for one that there is not.

    >>> parse_bots("hard, easy")
    ('hard', 'easy')
    """
    known = [*STRENGTHS, RANDOM]
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in known:
            message = _("no bot is called {name!r}{hint}", name=name, hint=did_you_mean(name, known))
            raise InputError(message, key="--bot", allowed=", ".join(known))
    return names


def check_setup(setup: Setup) -> None:
    """Raise InputError for a set-up that no game can be begun with."""
    game = find(setup.game)
    _tally(game)
    check_options(game, setup.options)
    with in_file(setup.track):
        board = game.parse_board(setup.board)
    problems = (*game.check_board(board, len(setup.seats)), *game.check_seats(board, setup.seats, setup.options))
    if problems:
        raise InputError(_("no game can begin like this"), file=setup.track, problems=problems)
    if game.bot is None and set(setup.bots) != {RANDOM}:
        raise InputError(_("{game} has no bots", game=game.name), key="--bot", allowed=RANDOM)
