"""Every way to play TAC: seats, people, teams, who swaps with whom, whose balls a card moves (rules T2.2, T10, T11)."""

from __future__ import annotations

from functools import cache

from gm_tools.core.tuples import NamedTuple

Team = tuple[int, ...]  # seats, by number clockwise from 0


class Variant(NamedTuple):
    """A way to play. `people` lists the ways in which persons may share the seats, each as groups of one person.

    A seat in no group has a person of its own.
    """

    name: str
    seats: int  # of the board
    use: Team
    teams: tuple[Team, ...]
    people: tuple[tuple[Team, ...], ...] = ((),)
    together: bool = False  # one team of opposite pairs (T10.2)
    swap: bool = True
    play_on: bool = False  # the option exists (T11.3)


_ALL4, _ALL6 = (0, 1, 2, 3), (0, 1, 2, 3, 4, 5)
_PAIRS4 = ((0, 2), (1, 3))
_PAIRS6 = ((0, 3), (1, 4), (2, 5))

VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("pairs4", 4, _ALL4, _PAIRS4),
        Variant("team4", 4, _ALL4, (_ALL4,), ((), _PAIRS4, _PAIRS4[:1], _PAIRS4[1:]), together=True),
        Variant("solo4", 4, _ALL4, (_ALL4,), ((_ALL4,),), together=True),
        Variant("duel2", 4, (0, 2), ((0,), (2,)), swap=False),
        Variant("double2", 4, _ALL4, _PAIRS4, (_PAIRS4,)),
        Variant("free3", 4, (0, 1, 2), ((0,), (1,), (2,)), swap=False),
        Variant("double3", 4, _ALL4, _PAIRS4, (_PAIRS4[:1], _PAIRS4[1:])),
        Variant("chase3", 4, (0, 1, 2), ((0,), (1, 2))),
        Variant("pairs6", 6, _ALL6, _PAIRS6, play_on=True),
        Variant("trios6", 6, _ALL6, ((0, 2, 4), (1, 3, 5))),
        Variant("team6", 6, _ALL6, (_ALL6,), ((), _PAIRS6), together=True),
        Variant("double6", 6, _ALL6, _PAIRS6, (_PAIRS6,), play_on=True),
    )
}
NAMES = tuple(VARIANTS)


def are_letters(text: str) -> bool:
    """Tell whether a text names seats: different capital letters."""
    return text.isascii() and text.isalpha() and text.isupper() and len(set(text)) == len(text)


def names_for(seats: int) -> str:
    """Return the names of the variants on a board of so many seats."""
    return ", ".join(variant.name for variant in VARIANTS.values() if variant.seats == seats)


class Sides(NamedTuple):
    """A variant worked out for the seats in use, everything by seat number; unused seats have empty entries."""

    use: Team
    teams: tuple[Team, ...]
    team: tuple[Team, ...]  # of each seat
    partners: tuple[Team, ...]  # whose balls a seat moves when its own are home (T8.1, T8.4)
    gives_to: tuple[int, ...]  # where a seat's swap card goes, -1 for nowhere
    together: bool

    def swappers(self) -> Team:
        """Return the seats that swap (T3.5)."""
        return tuple(seat for seat in self.use if self.gives_to[seat] >= 0)


@cache
def sides(name: str, use: Team) -> Sides:
    """Return a variant worked out for the seats in use (`free3` may use any three, T10.6)."""
    variant = VARIANTS[name]
    teams = variant.teams if use == variant.use else tuple((seat,) for seat in use)
    half = variant.seats // 2
    team: list[Team] = [()] * variant.seats
    partners: list[Team] = [()] * variant.seats
    gives_to = [-1] * variant.seats
    for members in teams:
        for at, seat in enumerate(members):
            team[seat] = members
            partners[seat] = tuple(other for other in members if other != seat)
            if variant.together:
                partners[seat] = ((seat + half) % variant.seats,)
            if variant.swap and partners[seat]:
                gives_to[seat] = partners[seat][0] if variant.together else members[(at + 1) % len(members)]
    return Sides(use, teams, tuple(team), tuple(partners), tuple(gives_to), variant.together)
