"""What one move makes of a car, by the rules of driving (N5 to N9, N12, N13.1).

`move(state, …)` gives every way that chance may take, with how likely it is. Driving (`drive.py`) draws among the ways,
tells what happens and changes the map of sand (N7.2, N7.3), the search (`search.py`) asks once for many tiles. The path
that orders are judged by is planned without chance, in `check.py: plan_move`.
"""

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import (
    ASPHALT,
    BAG,
    BAGS,
    BANK,
    FLAT_BAG,
    HEADINGS,
    IN_ZONE,
    OFF,
    OIL,
    ON_LINE,
    PIT_REPAIR,
    SAND,
    UNKNOWN,
)
from gm_tools.games.nascar.options import LOWEST_MAX_SPEED, MOST_SPACES, times_cards
from gm_tools.games.nascar.position import Car, Pit, Position

if TYPE_CHECKING:
    from fractions import Fraction

    from gm_tools.games.nascar.board import Board

PIT_LIMIT = 6
# How oil may turn a car, all as likely, in the order of the ways that a move gives (N9.1)
SLIDES = {"left": -1, "same": 0, "right": 1}
TURNS_BACK = 5  # by 45 degrees and to one side (steers, a bank, oil), that bring a car back to a tile in one turn
_DENSITY_PARTS = 10_000  # whole-number weights of a sand density
ACTING = (BANK, *SAND, OIL, PIT_REPAIR)  # glyphs that do something; the others are as asphalt
Chance: TypeAlias = "Fraction | int"  # 1 where there is none
NEXT_SAND = {UNKNOWN: BAG, BAG: FLAT_BAG, FLAT_BAG: ASPHALT}  # a tile with a bag after a car


class Ground(NamedTuple):
    """What a tile is to the rules: a glyph that acts (else `*`), the turn of a bank, in the pit zone, on the line."""

    glyph: str
    bank: int = 0  # -1 left, 1 right
    zone: bool = False
    line: bool = False


class End(NamedTuple):
    """How the turn of a car ends: what can differ in it afterwards.

    `finish` is (number of the crossing move, moves).
    """

    at: int
    heading: int
    speed: int
    max_speed: int
    wild_cards: int
    laps: int
    pit: Pit | None
    finish: tuple[int, int] | None


def end_standing(car: "Car") -> End:
    """Return a car as it stands, as if a turn had just ended there."""
    figures = car.speed, car.max_speed, car.wild_cards, car.laps
    return End(car.at, car.heading, *figures, car.pit, None)


def car_after(car: "Car", end: End) -> "Car":
    """Return a car as it stands when its turn has ended so, crashes and its place in the finish aside."""
    return car._replace(
        at=end.at,
        heading=end.heading,
        speed=end.speed,
        max_speed=end.max_speed,
        wild_cards=end.wild_cards,
        laps=end.laps,
        pit=end.pit,
        crashed=False,
    )


class Stop(NamedTuple):
    """Why a car moves no more: it finished with move `finish`, or left the track by so many `spaces` (N6.2).

    While they are still counted, the rest of the order leads on from tile `at` with `heading`.
    """

    left: int  # steers until then: the marks of later ones are void (N3.5)
    right: int
    finish: int = 0
    spaces: int = 0
    at: int = 0
    heading: int = 0
    counting: bool = False


class CarState(NamedTuple):
    """What a car has come to in the middle of its turn, its tile aside."""

    heading: int
    laps: int
    max_speed: int
    pit: Pit | None
    banks: bool = True  # one may still turn it (N8.2)
    lost: int = 0  # speed, by sandbags
    unknown: int = 0  # alley tiles entered, each of which may have held one more
    cards: int = 0  # won and lost in the pits
    oiled: bool = False
    stop: Stop | None = None
    # Tiles it changed (`.`: nobody knows to what), where it can come there again
    sand: tuple[tuple[int, str], ...] = ()

    def speed(self, moves: int) -> int:
        """Return the speed of a car that began the turn with so many moves."""
        return max(0, moves - self.lost)


class InexactError(Exception):
    """Something that the search does not tell exactly: WC that a reversal had brought to 0 and repairs raised again."""


@lru_cache(maxsize=256)
def binomial(count: int, chance: "Fraction") -> "tuple[Fraction, ...]":
    """Return how likely 0, 1, 2 … of `count` tiles hold a bag."""
    return tuple(comb(count, bags) * chance**bags * (1 - chance) ** (count - bags) for bags in range(count + 1))


@lru_cache(maxsize=64)
def _chance(parts: int, whole: int) -> "Fraction":
    from fractions import Fraction  # with decimal, which it brings along, too dear for commands that meet no chance

    return Fraction(parts, whole)


@lru_cache(maxsize=4096)
def ground_of(board: "Board", at: int, glyph: str) -> Ground:
    """Return what a tile that shows a glyph is to the rules."""
    if glyph == OFF:
        return Ground(OFF)
    flags = board.flags[at]
    acting = glyph if glyph in ACTING else ASPHALT
    return Ground(acting, board.bank_of(at) if glyph == BANK else 0, bool(flags & IN_ZONE), bool(flags & ON_LINE))


@lru_cache(maxsize=4096)
def suffer(max_speed: int, speed: int, slow: int | str, damage: int) -> tuple[int, int]:
    """Return max speed and speed after a penalty; `"stop"` is speed 0 (N1.4, N15)."""
    max_speed = max(min(max_speed, LOWEST_MAX_SPEED), max_speed - damage)
    return max_speed, min(max_speed, 0 if isinstance(slow, str) else max(0, speed - slow))


def turn_by_bank(heading: int, came: Ground, onto: Ground, number: int, *, banks: bool) -> tuple[int, bool]:
    """Return the heading after move `number` onto a bank, and whether one may still turn the car (N8).

    Two banks in a row do, once a turn.
    """
    if banks and onto.glyph == BANK == came.glyph and number > 1:
        return (heading + onto.bank) % 8, False
    return heading, banks


class Rules:
    """The rules of a move for one car of a position.

    `meets_again`: it may come to a tile of sand twice in a turn. What an unknown tile of sand hides is a count in the
    state (`resolve_unknown`); who draws (`draws_sand`) is given both ways at once.
    """

    draws_sand = False

    def __init__(self, position: "Position", car: "Car", *, meets_again: bool = False) -> None:
        self.board, self.settings, self.car, self.meets_again = position.board, position.settings, car, meets_again

    @property
    def bag_weights(self) -> tuple[int, int]:
        """Return how likely an unknown tile of sand holds a bag, and how likely it does not, as weights (N7.6)."""
        bags = round(self.settings.sand_density * _DENSITY_PARTS)
        return bags, _DENSITY_PARTS - bags

    @property
    def density(self) -> "Fraction":
        """Return how likely an unknown tile of sand holds a bag."""
        return _chance(self.bag_weights[0], _DENSITY_PARTS)

    def start(self) -> CarState:
        """Return the car as it stands before its turn."""
        car = self.car
        return CarState(car.heading, car.laps, car.max_speed, car.pit)

    def move(
        self,
        state: CarState,
        heading: int,
        came: Ground,
        onto: Ground,
        number: int,
        speed: int,
        *,
        at: int = 0,
        steers: tuple[int, int] = (0, 0),
    ) -> list[tuple[Chance, CarState]]:
        """Return what move `number` brings that leads onto tile `at`, heading already turned, with its chances.

        `speed` is that of the beginning; it is asked only where a tile of the pit zone is concerned. Who asks for many
        tiles at once leaves out which it is, `at`; only who counts spaces off the track gives the `steers` until then.
        """
        out: list[tuple[Chance, CarState]] = []
        pits = came.zone or onto.zone
        for chance, known in self.resolve_unknown(state) if pits else [(1, state)]:
            passed = self._pass_pits(known, came, onto, speed) if pits else known
            if onto.glyph == OFF:
                stop = Stop(*steers, 0, 1, at, heading, counting=True)
                out.append((chance, passed._replace(heading=heading, stop=stop)))
                continue
            moved = passed if passed.heading == heading else passed._replace(heading=heading)
            if onto.line != came.line:
                moved = self._cross_line(moved, came, onto, steers, number)
                if moved.stop is not None:
                    out.append((chance, moved))
                    continue
            out += [(chance * more, acted) for more, acted in self._act(moved, came, onto, at, number)]
        return out

    def count_space(self, state: CarState, heading: int, at: int, onto: Ground) -> CarState:
        """Count one more space off the track, or none if the order has led back onto it (N6.2, N6.6)."""
        stop = state.stop
        assert stop is not None
        spaces = stop.spaces + (onto.glyph == OFF)
        if spaces == MOST_SPACES or onto.glyph != OFF:
            return state._replace(stop=stop._replace(spaces=spaces, counting=False, at=0, heading=0))
        return state._replace(stop=stop._replace(spaces=spaces, at=at, heading=heading))

    def resolve_unknown(self, state: CarState) -> list[tuple[Chance, CarState]]:
        """Return the states that one comes to when it is told how many of the unknown tiles held a bag."""
        if not state.unknown:
            return [(1, state)]
        told: list[tuple[Chance, CarState]] = [(1, state)]
        for at, tile in state.sand:
            if tile == UNKNOWN:  # one that it may come to again has to be told for itself
                told = [
                    (before * chance, self._sweep(one._replace(unknown=one.unknown - 1, lost=one.lost + bag), at, now))
                    for before, one in told
                    for bag, now, chance in ((1, BAG, self.density), (0, ASPHALT, 1 - self.density))
                    if chance
                ]
        return [
            (before * chance, one._replace(unknown=0, lost=one.lost + bags))
            for before, one in told
            for bags, chance in enumerate(binomial(one.unknown, self.density))
            if chance
        ]

    def _say(self, kind: str, state: CarState, **data: Any) -> None:
        """Tell what a move brings, as the kind of an event (N19), the car's state then and what else it says."""

    def _cross_line(
        self, state: CarState, came: Ground, onto: Ground, steers: tuple[int, int], number: int
    ) -> CarState:
        """Count a crossing (N13.1)."""
        component = self.board.along[state.heading]
        if came.line:
            return state._replace(laps=state.laps - 1) if component < 0 else state
        if component <= 0:
            return state
        finishes = state.laps + 1 >= self.settings.laps
        if finishes and onto.zone and not self.settings.finish_in_pits:
            self._say("uncounted", state)
            return state  # N12.8
        state = state._replace(laps=state.laps + 1, stop=Stop(*steers, finish=number) if finishes else None)
        self._say("finished" if finishes else "lap_completed", state, laps=state.laps)
        return state

    def _act(self, state: CarState, came: Ground, onto: Ground, at: int, number: int) -> list[tuple[Chance, CarState]]:
        """Let the tile entered do what it does: oil (N9), banks (N8), sand (N7)."""
        glyph = dict(state.sand).get(at, onto.glyph) if state.sand else onto.glyph
        if glyph == OIL:
            return [
                (
                    _chance(1, len(SLIDES)),
                    state._replace(heading=(state.heading + turn) % 8, oiled=state.oiled or turn != 0),
                )
                for turn in SLIDES.values()
            ]
        if glyph == BANK:
            heading, banks = turn_by_bank(state.heading, came, onto, number, banks=state.banks)
            if banks != state.banks:
                state = state._replace(heading=heading, banks=banks)
                self._say("bank_turned", state, heading=HEADINGS[heading])
            return [(1, state)]
        if glyph in BAGS:
            return [(1, self._sweep(state._replace(lost=state.lost + 1), at, NEXT_SAND[glyph]))]
        if glyph != UNKNOWN:
            return [(1, state)]
        if self.draws_sand:
            return [(1, state._replace(lost=state.lost + 1)), (1, state)]  # who drives draws among them by the density
        if dict(state.sand).get(at) != UNKNOWN:
            return [(1, self._sweep(state._replace(unknown=state.unknown + 1), at, UNKNOWN))]
        # Entered before in this turn: what it held then, it is told now.
        state = state._replace(unknown=state.unknown - 1)
        hit, empty = self._sweep(state._replace(lost=state.lost + 2), at, FLAT_BAG), self._sweep(state, at, ASPHALT)
        return [(chance, one) for chance, one in ((self.density, hit), (1 - self.density, empty)) if chance]

    def _sweep(self, state: CarState, at: int, tile: str) -> CarState:
        if not self.meets_again:
            return state
        return state._replace(sand=tuple(sorted({**dict(state.sand), at: tile}.items())))

    # The pits

    def _pass_pits(self, state: CarState, came: Ground, onto: Ground, moves: int) -> CarState:
        """Judge a move that starts or ends in the pit zone (N12.2 to N12.6)."""
        speed = state.speed(moves)
        if onto.glyph != OFF and onto.zone and not came.zone:
            state = state._replace(pit=Pit())
            self._say("pit_entered", state, speed=speed)
        if speed > PIT_LIMIT:
            state, speed = self._violate(state, speed)
            state = state._replace(lost=moves - speed)
        if onto.glyph == OFF:
            return state
        if came.glyph == PIT_REPAIR and onto.glyph != PIT_REPAIR and state.pit == Pit():
            if state.cards < 0:
                raise InexactError
            gained = 10 - speed, (10 - speed) // 3 * times_cards(self.car.special)
            pit = Pit(violated=False, repairs=gained)
            state = state._replace(pit=pit, max_speed=state.max_speed + gained[0], cards=state.cards + gained[1])
            self._say("pit_repaired", state, gained=list(gained))
        if not onto.zone:
            state = state._replace(pit=None)
            self._say("pit_left", state, speed=speed)
        return state

    def _violate(self, state: CarState, speed: int) -> tuple[CarState, int]:
        """Break the limit of the pits, once a visit, and return also the speed then (N12.5).

        There are no repairs, and those had are reversed.
        """
        if state.pit is None or state.pit.violated:
            return state, speed
        had, before = state.pit.repairs, speed
        state = state._replace(pit=Pit(violated=True))
        if had is not None:
            max_speed = max(LOWEST_MAX_SPEED, state.max_speed - had[0])
            state, speed = state._replace(max_speed=max_speed, cards=state.cards - had[1]), min(speed, max_speed)
        self._say("pit_violation", state, speed=before, reversed=list(had or ()))
        return state, speed

    # How the turn ends

    def end_turn(self, state: CarState, moves: int, net: int) -> tuple[CarState, int]:
        """Return a car still on its way and its speed after the changes of the end (N2.3, N12.2).

        These are `net` in all, and the limit of the pits.
        """
        # A bag met may have brought speed below what the end takes off, or one not met leave it too high (N7.5).
        speed = max(0, min(state.speed(moves) + net, state.max_speed))
        if state.pit is not None and speed > PIT_LIMIT:  # a car in the zone has a visit under way
            return self._violate(state, speed)
        return state, speed

    def pay_for_leaving(self, state: CarState, moves: int, spaces: int) -> tuple[int, int]:
        """Return max speed and speed after so many spaces off the track (N6.3, N6.4)."""
        slow, damage = self.settings.off_track_penalties[spaces - 1]
        if state.oiled and spaces > 1 and self.settings.oil_penalty:
            slow, damage = self.settings.oil_penalty[0], int(self.settings.oil_penalty[1])
        return suffer(state.max_speed, state.speed(moves), slow, damage)

    def end_running(self, state: CarState, at: int, moves: int, net: int, paid: int) -> End:
        """Return how the turn ends for a car still on its way; `paid` are the WC spent."""
        state, speed = self.end_turn(state, moves, net)
        cards = max(0, self.car.wild_cards - paid + state.cards)
        return End(at, state.heading, speed, state.max_speed, cards, state.laps, state.pit, None)

    def end_stopped(self, state: CarState, at: int, moves: int, spaces: int, finish: int, paid: int) -> End:
        """Return how the turn ends for a car that has finished or left the track (N6.3, N6.4, N14.2)."""
        cards = max(0, self.car.wild_cards - paid + state.cards)
        if finish:
            speed = state.speed(moves)
            return End(at, state.heading, speed, state.max_speed, cards, state.laps, None, (finish, moves))
        max_speed, speed = self.pay_for_leaving(state, moves, spaces)
        return End(at, state.heading, speed, max_speed, cards, state.laps, state.pit, None)
