"""All that a game of TAC is at one moment: balls, hands, stack, whose turn it is (rules T14.2, T14.6, T12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.cards import UNKNOWN
from gm_tools.games.tac.variants import VARIANTS, Sides, Team, sides

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gm_tools.games.tac.balls import Track
    from gm_tools.games.tac.board import Board
    from gm_tools.games.tac.options import Settings

PHASES = ("deal", "swap", "play", "over")
FOLLOW = ("", "jester", "devil")
NOBODY = -1


class Last(NamedTuple):
    """What a TAC would refer to.

    `card` was laid; `restore` are the cells that a TAC brings back (None: it undoes nothing); `barred` tells that
    no TAC may answer it.
    """

    card: str
    restore: bytes | None = None
    barred: bool = False


class Position(NamedTuple):
    """A game at one moment. Seats are numbers clockwise from 0; everything by seat has an entry for unused ones, too.

    `hands`, `rest`, `swaps` and `aside` hold UNKNOWN in place of cards that the viewer may not know. `decider` is the
    seat whose person writes the next order (T9.5); `size` is how many cards this deal gave each hand, `deal` counts the
    deals of the stack, `stacks` the times it was shuffled.
    """

    board: Board
    settings: Settings
    letters: str
    use: Team
    people: tuple[int, ...]  # for each seat, the first seat that the same person runs
    cells: bytes
    dealer: int
    turn: int = NOBODY
    decider: int = NOBODY
    phase: str = "deal"
    hands: tuple[tuple[str, ...], ...] = ()
    rest: tuple[str, ...] = ()  # the top card first
    pile: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    swaps: tuple[str, ...] = ()  # a card of each seat that has given one, else ""
    can: tuple[bool, ...] = ()
    deal: int = 0
    stacks: int = 0
    size: int = 0
    laid: int = 0
    last: Last | None = None
    skip: bool = False
    must_tac: bool = False
    follow: str = ""
    places: tuple[Team, ...] = ()
    invented: str = ""  # letters whose hands nobody was dealt: the sandbox has drawn them

    @property
    def track(self) -> Track:
        """Return the fields of the board."""
        return self.board.track

    @property
    def sides(self) -> Sides:
        """Return teams and partners."""
        return sides(self.settings.variant, self.use)

    @property
    def together(self) -> bool:
        """Tell whether all play in one team (T10.2)."""
        return VARIANTS[self.settings.variant].together

    @property
    def active(self) -> Team:
        """Return the seats that take part: those in use whose team has not finished (T11.3)."""
        if not self.places:
            return self.use
        return tuple(seat for seat in self.use if all(seat not in team for team in self.places))

    def next_seat(self, seat: int) -> int:
        """Return the next active seat clockwise, with or without cards."""
        return next(other for other in self._seats_after(seat) if other in self.active)

    def next_hand(self, seat: int) -> int:
        """Return the next seat clockwise that holds a card, the seat itself coming last (T3.8).

        NOBODY if there is none.
        """
        return next((other for other in (*self._seats_after(seat), seat) if self.hands[other]), NOBODY)

    def _seats_after(self, seat: int) -> Iterator[int]:
        count = len(self.letters)
        return ((seat + step) % count for step in range(1, count))

    def others_hold(self, seat: int) -> bool:
        """Tell whether any other seat holds a card."""
        return any(cards and other != seat for other, cards in enumerate(self.hands))

    def same_person(self, seat: int) -> tuple[str, ...]:
        """Return the letters of all seats that the person at a seat runs."""
        person = self.people[seat]
        return tuple(self.letters[other] for other in self.use if self.people[other] == person)

    def number(self, letter: str) -> int:
        """Return the number of a seat in use by its letter, NOBODY if there is none."""
        seat = self.letters.find(letter) if len(letter) == 1 else NOBODY
        return seat if seat in self.use else NOBODY

    def due(self) -> Team:
        """Return the seats whose swap card is due (T3.5)."""
        if self.phase != "swap":
            return ()
        return tuple(seat for seat in self.sides.swappers() if seat in self.active and not self.swaps[seat])

    def is_open(self) -> bool:
        """Tell whether all hands lie open: one person plays alone (T10.3)."""
        return self.settings.variant == "solo4"


def lies_open(position: Position) -> bool:
    """Tell whether all hands lie open: one person plays alone (T10.3)."""
    return position.is_open()


def view(position: Position, viewer: str) -> Position:
    """Return what a viewer may know: sizes and everything public, and the cards that T12.1 allows."""
    if viewer == GM:
        return position
    seat = NOBODY if viewer == PUBLIC else position.number(viewer)
    person = NOBODY if seat == NOBODY else position.people[seat]
    known = [position.is_open() or (person != NOBODY and other == person) for other in position.people]
    hands = list(known)
    if position.phase == "play" and person != NOBODY and position.people[position.decider] == person:
        hands[position.turn] = True  # the hand a Devil looks at (T9.5.1)
    return position._replace(
        hands=tuple(
            cards if shown else (UNKNOWN,) * len(cards) for cards, shown in zip(position.hands, hands, strict=True)
        ),
        rest=(UNKNOWN,) * len(position.rest),
        aside=(UNKNOWN,) * len(position.aside),
        swaps=tuple(card if shown else UNKNOWN * bool(card) for card, shown in zip(position.swaps, known, strict=True)),
    )
