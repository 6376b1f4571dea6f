"""What a simulation is of: everything that its result depends on, as plain values that any machine can be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.game import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping


class Setup(NamedTuple):
    """A simulation's set-up. `bots` play the seats in turn: the first one the first seat, and from the start when they run out.

    `track` is only a name; `board` is the text of the board file. `max_turns` is in the unit of the game's tally.
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
        from hmac import digest

        seed = self.seed.encode(errors="surrogateescape")  # a word of the command line may be any bytes
        return digest(seed, f"game/{number}".encode(), "sha256")


def dump_setup(setup: Setup) -> dict[str, Any]:
    """Return a set-up as plain JSON data; `load_setup` takes it back."""
    seats = [[seat.mark, seat.player, seat.extra] for seat in setup.seats]
    return {**setup._asdict(), "seats": seats, "options": dict(setup.options), "bots": list(setup.bots)}


def load_setup(plain: Mapping[str, Any]) -> Setup:
    """Return the set-up that `dump_setup` made plain."""
    seats = tuple(Seat(mark, player, (), extra) for mark, player, extra in plain["seats"])
    return Setup(**{**plain, "seats": seats, "bots": tuple(plain["bots"])})
