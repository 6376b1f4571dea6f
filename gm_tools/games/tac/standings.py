"""What is told of the seats of a game, for programs and people (rules T8.5, T10.2.4, T11.3)."""

from __future__ import annotations

from gm_tools.core.game import Standing
from gm_tools.core.i18n import N_, _
from gm_tools.core.standings import Figure, figures_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import HOUSE, in_pen, on_ring
from gm_tools.games.tac.picture import COLOURS
from gm_tools.games.tac.position import Position

POSITION_WORDS = {"pos": N_("on the board"), "hands": N_("hand")}
SEAT_TEXTS = ("pos",)


class BallCount(NamedTuple):
    """Where the four balls of a seat are."""

    pen: int
    ring: int
    home: int


def count_balls(position: Position, seat: int) -> BallCount:
    """Return how many balls of a seat are in its pen, on the ring and in its house."""
    pen, ring = in_pen(position.track, position.cells, seat), len(on_ring(position.track, position.cells, seat))
    return BallCount(pen, ring, HOUSE - pen - ring)


def _can_enter(position: Position, seat: int) -> str:
    """Return whether a seat can bring a ball in, as it has announced (T3.4); a dash if it has not or need not."""
    is_out = position.settings.play_on and seat not in position.active
    return "-" if is_out or not position.size else _("yes") if position.can[seat] else _("no")


def _count(where: str, title: str, meaning: str) -> Figure[Position, int]:
    """Return the figure of balls at a place of `BallCount`, which the board shows too."""
    return Figure(
        where,
        title,
        lambda game, seat: getattr(count_balls(game, seat), where),
        right=True,
        meaning=meaning,
        is_minor=True,
    )


FIGURES: tuple[Figure[Position, int], ...] = (
    Figure("", N_("Colour"), lambda _game, _seat: None, lambda _game, seat: _(COLOURS[seat]), is_minor=True),
    Figure("team", N_("Team"), lambda game, seat: "".join(game.letters[other] for other in game.sides.team[seat])),
    Figure("", N_("Enter"), lambda _game, _seat: None, _can_enter, meaning=N_("can bring a ball in"), shows=("can",)),
    Figure("cards", N_("Cards"), lambda game, seat: len(game.hands[seat]), right=True),
    _count("pen", N_("Pen"), N_("balls not yet in play")),
    _count("ring", N_("Ring"), N_("balls on the ring")),
    _count("home", N_("Home"), N_("balls at home")),
    # Cards laid so far in a co-operative game; fewer are better (T10.2.4).
    Figure("score", "", lambda game, _seat: game.laid if game.together else None),
)
# JSON keeps the order that it has always had; what is not named comes last, as declared.
_IN_JSON = {key: place for place, key in enumerate(("team", "home", "ring", "pen", "cards"))}
_FOR_PROGRAMS = sorted(FIGURES, key=lambda figure: _IN_JSON.get(figure.key, len(_IN_JSON)))


def standings(position: Position) -> tuple[Standing, ...]:
    """Return a line a seat, with the place of its team if that has finished or is the last one left."""
    lines = []
    for seat in position.use:
        team = position.sides.team[seat]
        place = position.places.index(team) + 1 if team in position.places else None
        lines.append(Standing(place, position.letters[seat], figures_of(_FOR_PROGRAMS, position, seat)))
    last = len(position.places) + 1
    if position.phase == "over" and last > 1 and (position.settings.play_on or last == len(position.sides.teams)):
        return tuple(line if line.place else line._replace(place=last) for line in lines)
    return tuple(lines)
