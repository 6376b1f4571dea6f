"""What one move makes of a car, rule by rule, as a function: the search of `reach.py` asks it once for many tiles.

`drive.py` says the same in the rulebook's order, one car and one event after the other; the tests hold the two together.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from gm_tools.games.nascar.board import ASPHALT, BAG, BANK, FLAT_BAG, OFF, OIL, PIT_REPAIR, UNKNOWN
from gm_tools.games.nascar.drive import DENSITY_PARTS, LOWEST_MAX_SPEED, PIT_LIMIT, suffered
from gm_tools.games.nascar.position import Pit

if TYPE_CHECKING:
    from gm_tools.games.nascar.position import Car, Position
    from gm_tools.games.nascar.terrain import Ground

Chance = Fraction | int  # 1 where there is none
_NEXT = {BAG: FLAT_BAG, FLAT_BAG: ASPHALT}


class End(NamedTuple):
    """How the turn of a car ends: what can differ in it afterwards. `finish` is (number of the crossing move, moves)."""

    at: int
    heading: int
    speed: int
    max_speed: int
    wild_cards: int
    laps: int
    pit: Pit | None
    finish: tuple[int, int] | None


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


class Fate(NamedTuple):
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
    sand: tuple[
        tuple[int, str], ...
    ] = ()  # tiles it changed (`.`: nobody knows to what), where it can come there again


class UnusualError(Exception):
    """Something that the search does not tell exactly: WC that a reversal had brought to 0 and repairs raised again."""


@lru_cache(maxsize=256)
def binomial(count: int, chance: Fraction) -> tuple[Fraction, ...]:
    """Return how likely 0, 1, 2 … of `count` tiles hold a bag."""
    return tuple(comb(count, bags) * chance**bags * (1 - chance) ** (count - bags) for bags in range(count + 1))


class Rules:
    """The rules of a move for one car of a position. `meets_again`: it may come to a tile of sand twice in a turn."""

    def __init__(self, position: Position, car: Car, *, meets_again: bool) -> None:
        self.board, self.settings, self.car, self.meets_again = position.board, position.settings, car, meets_again
        self.density = Fraction(round(position.settings.sand_density * DENSITY_PARTS), DENSITY_PARTS)

    def start(self) -> Fate:
        """Return the car as it stands before its turn."""
        car = self.car
        return Fate(car.heading, car.laps, car.max_speed, car.pit)

    def move(
        self,
        fate: Fate,
        heading: int,
        came: Ground,
        onto: Ground,
        at: int,
        steers: tuple[int, int],
        number: int,
        speed: int,
    ) -> list[tuple[Chance, Fate]]:
        """Return what move `number` brings that leads onto tile `at`, heading already turned, with its chances.

        `speed` is that of the beginning; it is asked only where a tile of the pit zone is concerned.
        """
        out: list[tuple[Chance, Fate]] = []
        pits = came.zone or onto.zone
        for chance, told in self.told(fate) if pits else [(1, fate)]:
            passed = self._pass_pits(told, came, onto, speed) if pits else told
            if onto.glyph == OFF:
                stop = Stop(*steers, 0, 1, at, heading, counting=True)
                out.append((chance, passed._replace(heading=heading, stop=stop)))
                continue
            moved = passed._replace(heading=heading)
            if onto.line != came.line:
                moved = self._cross_line(moved, came, onto, steers, number)
                if moved.stop is not None:
                    out.append((chance, moved))
                    continue
            out += [(chance * more, acted) for more, acted in self._act(moved, came, onto, at, number)]
        return out

    def count_space(self, fate: Fate, heading: int, at: int, onto: Ground) -> Fate:
        """Count one more space off the track, or none if the order has led back onto it (N6.2, N6.6)."""
        stop = fate.stop
        assert stop is not None
        spaces = stop.spaces + (onto.glyph == OFF)
        if spaces == 3 or onto.glyph != OFF:
            return fate._replace(stop=stop._replace(spaces=spaces, counting=False, at=0, heading=0))
        return fate._replace(stop=stop._replace(spaces=spaces, at=at, heading=heading))

    def told(self, fate: Fate) -> list[tuple[Chance, Fate]]:
        """Return the fates that one comes to when it is told how many of the unknown tiles held a bag."""
        if not fate.unknown:
            return [(1, fate)]
        told: list[tuple[Chance, Fate]] = [(1, fate)]
        for at, tile in fate.sand:
            if tile == UNKNOWN:  # one that it may come to again has to be told for itself
                told = [
                    (before * chance, self._swept(one._replace(unknown=one.unknown - 1, lost=one.lost + bag), at, now))
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

    def _cross_line(self, fate: Fate, came: Ground, onto: Ground, steers: tuple[int, int], number: int) -> Fate:
        """Count a crossing (N13.1)."""
        component = self.board.along[fate.heading]
        if came.line:
            return fate._replace(laps=fate.laps - 1) if component < 0 else fate
        if component <= 0:
            return fate
        finishes = fate.laps + 1 >= self.settings.laps
        if finishes and onto.zone and not self.settings.finish_in_pits:
            return fate  # N12.8
        return fate._replace(laps=fate.laps + 1, stop=Stop(*steers, finish=number) if finishes else None)

    def _act(self, fate: Fate, came: Ground, onto: Ground, at: int, number: int) -> list[tuple[Chance, Fate]]:
        """Let the tile entered do what it does: oil (N9), banks (N8), sand (N7)."""
        glyph = dict(fate.sand).get(at, onto.glyph) if fate.sand else onto.glyph
        if glyph == OIL:
            return [
                (Fraction(1, 3), fate._replace(heading=(fate.heading + turn) % 8, oiled=fate.oiled or turn != 0))
                for turn in (-1, 0, 1)
            ]
        if glyph == BANK and came.glyph == BANK and fate.banks and number > 1:
            return [(1, fate._replace(heading=(fate.heading + onto.bank) % 8, banks=False))]
        if glyph in (BAG, FLAT_BAG):
            return [(1, self._swept(fate._replace(lost=fate.lost + 1), at, _NEXT[glyph]))]
        if glyph != UNKNOWN:
            return [(1, fate)]
        if dict(fate.sand).get(at) != UNKNOWN:
            return [(1, self._swept(fate._replace(unknown=fate.unknown + 1), at, UNKNOWN))]
        # Entered before in this turn: what it held then, it is told now.
        fate = fate._replace(unknown=fate.unknown - 1)
        hit, empty = self._swept(fate._replace(lost=fate.lost + 2), at, FLAT_BAG), self._swept(fate, at, ASPHALT)
        return [(chance, one) for chance, one in ((self.density, hit), (1 - self.density, empty)) if chance]

    def _swept(self, fate: Fate, at: int, tile: str) -> Fate:
        if not self.meets_again:
            return fate
        return fate._replace(sand=tuple(sorted({**dict(fate.sand), at: tile}.items())))

    # The pits

    def _pass_pits(self, fate: Fate, came: Ground, onto: Ground, moves: int) -> Fate:
        """Judge a move that starts or ends in the pit zone (N12.2 to N12.6)."""
        speed = max(0, moves - fate.lost)
        if onto.glyph != OFF and onto.zone and not came.zone:
            fate = fate._replace(pit=Pit())
        if speed > PIT_LIMIT:
            fate, speed = self._violate(fate, speed)
            fate = fate._replace(lost=moves - speed)
        if onto.glyph == OFF:
            return fate
        if came.glyph == PIT_REPAIR and onto.glyph != PIT_REPAIR and fate.pit == Pit():
            if fate.cards < 0:
                raise UnusualError
            gained = 10 - speed, (10 - speed) // 3 * (2 if self.car.special == "performance" else 1)
            pit = Pit(violated=False, repairs=gained)
            fate = fate._replace(pit=pit, max_speed=fate.max_speed + gained[0], cards=fate.cards + gained[1])
        return fate if onto.zone else fate._replace(pit=None)

    def _violate(self, fate: Fate, speed: int) -> tuple[Fate, int]:
        """Break the limit of the pits; return also the speed then (N12.5)."""
        if fate.pit is None or fate.pit.violated:
            return fate, speed
        had = fate.pit.repairs
        fate = fate._replace(pit=Pit(violated=True))
        if had is None:
            return fate, speed
        max_speed = max(LOWEST_MAX_SPEED, fate.max_speed - had[0])
        return fate._replace(max_speed=max_speed, cards=fate.cards - had[1]), min(speed, max_speed)

    # How the turn ends

    def ended(self, fate: Fate, at: int, moves: int, net: int, paid: int) -> End:
        """Return how the turn ends for a car still on its way: changes of the end, the limit of the pits (N2.3, N12.2).

        `net` is what the end adds to the speed, `paid` the WC spent.
        """
        speed = max(0, min(max(0, moves - fate.lost) + net, fate.max_speed))
        if fate.pit is not None and speed > PIT_LIMIT:  # a car in the zone has a visit under way
            fate, speed = self._violate(fate, speed)
        cards = max(0, self.car.wild_cards - paid + fate.cards)
        return End(at, fate.heading, speed, fate.max_speed, cards, fate.laps, fate.pit, None)

    def stopped(self, fate: Fate, at: int, moves: int, spaces: int, finish: int, paid: int) -> End:
        """Return how the turn ends for a car that has finished or left the track (N6.3, N6.4, N14.2)."""
        cards = max(0, self.car.wild_cards - paid + fate.cards)
        speed, max_speed = max(0, moves - fate.lost), fate.max_speed
        if finish:
            return End(at, fate.heading, speed, max_speed, cards, fate.laps, None, (finish, moves))
        settings = self.settings
        slow, damage = settings.off_track_penalties[spaces - 1]
        if fate.oiled and spaces > 1 and settings.oil_penalty:
            slow, damage = settings.oil_penalty[0], int(settings.oil_penalty[1])
        max_speed, speed = suffered(max_speed, speed, slow, damage)
        return End(at, fate.heading, speed, max_speed, cards, fate.laps, fate.pit, None)
