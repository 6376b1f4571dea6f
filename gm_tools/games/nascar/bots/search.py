"""Every way in which one car's turn can end, by all rules, the others standing still.

The search is exact, without walking all orders. Orders that have used as many steers, and been through the same, move
as one *wave*: a set of tiles (`terrain.py`) and the state that the cars on them share. A letter moves a whole wave by
one shift; where something acts, the wave is split by the ground it came from and the ground it met, and the rule is
asked once for each part. Where chance parts the ways of one order (oil), it goes on as a *belief*: all states that it
may have, each on its own tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import chain
from operator import or_

from gm_tools.core.draws import fork
from gm_tools.games.nascar.board import BAGS, OFF, OIL, SAND
from gm_tools.games.nascar.bots.beliefs import BeliefSearch
from gm_tools.games.nascar.bots.costs import Changes, speed_changes
from gm_tools.games.nascar.bots.stops import Stops
from gm_tools.games.nascar.bots.terrain import Terrain, indices, shift_tiles, terrain
from gm_tools.games.nascar.bots.waves import (
    LETTERS,
    STAYS,
    Group,
    Kept,
    Move,
    Node,
    Outcome,
    Source,
    Trace,
    Wave,
    Waves,
    Way,
    Ways,
    make_source,
    put_together,
    shared_waves,
)
from gm_tools.games.nascar.check import (
    NOTHING,
    TURNS,
    Parts,
    can_follow,
    faults,
    legal_orders,
    mark_order,
    most_alike,
    steer_cost,
    steerings,
    take_apart,
)
from gm_tools.games.nascar.drive import drive_alone
from gm_tools.games.nascar.driving_rules import TURNS_BACK, CarState, Ground, InexactError, Rules, end_standing
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Position


class Search:
    """All that one car's orders can come to in a turn: `outcomes` with where each comes from, `order` for its order.

    With `sure`, only what neither certainly leaves the track nor meets oil: what bots look at first. With `begun`, only
    the orders whose letters begin with those of one; if it has no moves, all of them stand in its beginning.
    """

    def __init__(self, position: Position, seat: str, *, sure: bool = False, begun: Parts = NOTHING) -> None:
        car = position.car(seat)
        assert car is not None
        self.position, self.car, self.sure = position, car, sure
        self.board, self.limited = position.board, position.settings.wild_card_limit
        slips = can_follow(position, car)
        self.given = begun.moves  # letters that all moves begin with
        self.changes, self.plainest, cut = speed_changes(position.settings, car, slips=slips, begun=begun)
        self.top = max(self.changes, default=0)
        # Only a window of the flat map can play a part: the numbers stay small.
        self.base = max(0, car.at - (self.top + 3) * (self.board.stride + 1))
        whole = terrain(self.board, position.tiles)
        window = (1 << (2 * (self.top + 4) * (self.board.stride + 1))) - 1
        self.terrain = Terrain(
            tuple((ground, found) for ground, tiles in whole.grounds if (found := (tiles >> self.base) & window)),
            tuple((tiles >> self.base) & window for tiles in whole.easy),
            tuple((tiles >> self.base) & window for tiles in whole.easier),
            *((tiles >> self.base) & window for tiles in whole[3:]),
        )
        near = self._near_tiles()
        oil = 0 if sure else (self.terrain.oil & near).bit_count()
        self.most_steers = most_alike(car, is_limited=self.limited)  # to one side
        turns = self.most_steers + 1 + oil  # by steers, a bank, oil
        self.rules = Rules(position, car, meets_again=bool(self.terrain.sand & near) and turns >= TURNS_BACK)
        self.oiled = oil > 0
        self.shortest_loop = 3 if self.oiled else 6  # moves from a tile back to it; one turn may be a bank's
        self._looked_at = self.terrain.track & ~self.terrain.oil if sure else -1
        self.most_bags = max((one.bags for each in self.changes.values() for one in each), default=0)
        if not self.terrain.bags:
            self.most_bags = 0
        figures = car.special, car.speed, car.max_speed, car.wild_cards, slips
        common = self.board, position.settings, *figures, self.rules.meets_again, self.most_bags
        self._waves = shared_waves(*common) if begun == NOTHING else Waves()
        self._stops = Stops(self, self._waves, cut)
        self.beliefs = BeliefSearch(self)
        self.layers: list[dict[Wave, int]] = []
        self._ranks: dict[Wave, int] = {}  # in the order in which waves come up
        self._ways_back: dict[tuple[Wave, int, int], Way] = {}  # of `order`: most orders begin alike
        self.ends: dict[int, Ways] = {}  # by the number of the outcome
        self.parted = self.beliefs.found
        try:
            self._search()
        except InexactError:
            self.ends, self.parted = {}, walk(position, seat, None if begun == NOTHING else self._orders())

    def _near_tiles(self) -> int:
        """Return the tiles that are no further away than the car can drive this turn."""
        far, stride = self.top, self.board.stride
        return shift_tiles(_square(2 * far + 1, stride), self.car.at - self.base - far * (stride + 1))

    def allows(self, left: int, right: int) -> bool:
        """Tell whether so many steers can be legal: two of each where that is limited, and paid for (N2.6, N3.2)."""
        return max(left, right) <= self.most_steers and steer_cost(self.car, left, right) <= self.car.wild_cards

    def may_be(self, letter: str, number: int) -> bool:
        """Tell whether a letter can be that of a move, for it is not given or given so."""
        return self.given[number - 1 : number] in ("", letter)

    def _orders(self) -> Iterator[Order]:
        """Yield all legal orders that go on from the one that is begun."""
        for moves, every in self.changes.items():
            for driven in steerings(moves, self.most_steers):
                for changes in every if driven.startswith(self.given) else ():
                    order = mark_order(self.car, changes.begin + driven + changes.end)
                    if not faults(self.position, self.car, order):
                        yield order

    # The search, layer by layer: one move each

    def _search(self) -> None:
        start = self.wave(0, 0, tuple(self.changes), self.rules.start(), 0)
        layer = {start: 1 << (self.car.at - self.base)}
        for number in range(self.top + 1):
            self.layers.append(layer)
            for wave, tiles in layer.items():
                if number in wave.speeds:
                    self._end_wave(wave, tiles, number)
            self.beliefs.end(number)
            if number < self.top:
                going = {wave: tiles for wave, tiles in layer.items() if wave.speeds[-1] > number}
                layer = self._advance(going, number + 1)
                self.beliefs.advance(number + 1, layer)
        for outcome, group in self._stops.ends():
            self._note(outcome, group)

    def _advance(self, layer: dict[Wave, int], number: int) -> dict[Wave, int]:
        """Return the waves that one more move makes of a layer's; add the beliefs that part from them."""
        following: dict[Wave, int] = {}
        easy, easier = self.terrain.easy, self.terrain.easier
        given = self.given[number - 1 : number]
        for wave, tiles in layer.items():
            quiet_on = easy if wave.state.banks and number > 1 else easier
            letters = [one for one in wave.letters if one[0] == given] if given else wave.letters
            for letter, heading, step, steers in letters:
                there = (tiles << step if step >= 0 else tiles >> -step) & self._looked_at
                quiet = there & quiet_on[heading]
                if quiet:
                    to = wave.quiet.get(letter)
                    if to is None:
                        to = self.wave(*steers, wave.speeds, wave.state._replace(heading=heading), wave.bags)
                        to.origins.add((wave, step))
                        wave.quiet[letter] = to
                    following[to] = following.get(to, 0) | quiet
                if quiet != there:
                    move = Move(wave, letter, heading, step, steers, number)
                    self._meet(move, there ^ quiet, following)
        return following

    def wave(self, left: int, right: int, speeds: tuple[int, ...], state: CarState, bags: int) -> Wave:
        """Return the wave of cars that have steered so often, with these speeds and this state.

        So many bags are planned on.
        """
        key = (left, right, speeds, state, bags)
        found = self._waves.by_key.get(key)
        if found is None:
            found = self._waves.by_key[key] = Wave(left, right, speeds, state, bags)
            for letter, more_left, more_right in LETTERS:
                steers = left + more_left, right + more_right
                if letter == "M" or self.allows(*steers):
                    heading = (state.heading + TURNS[letter]) % 8
                    found.letters.append((letter, heading, self.board.steps[heading], steers))
        return found

    def _meet(self, move: Move, there: int, following: dict[Wave, int]) -> None:
        """Split cars that got where something may happen by the grounds they came from and met, and let it happen."""
        grounds, step = self.terrain.grounds, move.step
        for onto, members in grounds:
            met = there & members
            if not met:
                continue
            there ^= met
            origin = met >> step if step >= 0 else met << -step
            for came, others in grounds:
                if not origin:
                    break
                part = origin & others
                if not part:
                    continue
                origin ^= part
                if self._parts(move.wave.state, came, onto, move.wave.speeds[-1] - move.number):
                    self.beliefs.part(move, part, came, onto, following)
                elif onto.glyph == OFF:
                    self._stops.leave(move, part, came, onto)
                else:
                    found = part << step if step >= 0 else part >> -step
                    for to in self._judge_waves(move, came, onto):
                        if to.state.stop is None:
                            following[to] = following.get(to, 0) | found
                        else:
                            self._stops.finish(move, to, found)
            if not there:
                break

    def _parts(self, state: CarState, came: Ground, onto: Ground, left: int) -> bool:
        """Tell whether what happens to the cars of a wave has to be followed one by one."""
        if self.rules.meets_again and onto.glyph in SAND and left >= self.shortest_loop:
            return True
        return onto.glyph == OIL or bool(state.unknown and (came.zone or onto.zone))

    def _judge_waves(self, move: Move, came: Ground, onto: Ground) -> list[Wave]:
        """Return the waves that come of a move between two grounds."""
        wave = move.wave
        key = (move.letter, came, onto, move.number if onto.line else move.number == 1)
        known = wave.after.get(key)
        if known is None:
            known = []
            for speeds in [(one,) for one in wave.speeds] if came.zone or onto.zone else [wave.speeds]:
                told = self.rules.move(wave.state, move.heading, came, onto, move.number, speeds[0], steers=move.steers)
                ((_, state),) = told
                to = self.wave(*move.steers, speeds, state._replace(sand=()), self.bags(wave.bags, onto))
                to.origins.add((wave, move.step))
                known.append(to)
            wave.after[key] = known
        return known

    def bags(self, bags: int, onto: Ground) -> int:
        """Return the visible bags on a planned path with one more tile, as far as they count (N7.5)."""
        return min(self.most_bags, bags + (onto.glyph in BAGS))

    # Cars at the end of their orders

    def _end_wave(self, wave: Wave, tiles: int, moves: int) -> None:
        entries = [(tiles, 0, wave, moves, "")]
        ends = wave.ends.get(moves)
        if ends is None:
            ends = wave.ends[moves] = list(self._ends(wave, moves))
        for outcome, changes in ends:
            self._note(outcome, (tiles, entries, changes, moves, STAYS))

    def _ends(self, wave: Wave, moves: int) -> Iterator[tuple[int, Changes]]:
        """Yield how the turn can end for a wave after so many moves, without its tile, by number."""
        steers = steer_cost(self.car, wave.left, wave.right)
        told, cards = self.rules.resolve_unknown(wave.state), self.car.wild_cards - steers
        for changes in self.plainest[moves]:
            if changes.cost > cards or changes.bags > wave.bags:
                continue
            paid = steers + changes.cost
            ends = [(chance, self.rules.end_running(one, 0, moves, changes.net, paid)) for chance, one in told]
            yield self._waves.outcome(put_together(ends)), changes

    def _note(self, outcome: int, group: Group) -> None:
        """Keep that cars come to an outcome: they are alike in what comes of them, their orders in nothing."""
        found = self.ends.get(outcome)
        if found is None:
            found = self.ends[outcome] = Ways()
        found.tiles |= group[0]
        found.groups.append(group)

    # What was found

    def sets(self) -> Iterator[tuple[Outcome, int]]:
        """Yield the outcomes that end on one tile whatever chance does.

        Each comes without that tile, and with all tiles that it can be.
        """
        for outcome, found in self.ends.items():
            yield self._waves.outcomes[outcome], found.tiles << self.base

    def groups(self) -> Iterator[tuple[int, Outcome, list[Group]]]:
        """Yield the same by number, each with all that comes to it."""
        for number, found in self.ends.items():
            yield number, self._waves.outcomes[number], found.groups

    def source(self, outcome: Outcome, at: int) -> Source:
        """Return where one of `sets` comes from, on one of its tiles."""
        return next(self.sources(outcome, at))

    def sources(self, outcome: Outcome, at: int) -> Iterator[Source]:
        """Yield all of where one of `sets` comes from, on one of its tiles."""
        tile = at - self.base
        for tiles, entries, changes, moves, _marks in self.ends[self._waves.outcome(outcome)].groups:
            if tiles >> tile & 1:
                yield from (make_source(entry, tile, changes, moves) for entry in entries if entry[0] >> tile & 1)

    def single_outcomes(self) -> Iterator[tuple[Outcome, Source | Order]]:
        """Yield every other outcome of the car's legal orders once, with where it comes from."""
        for ends, (first, *_others) in self.parted.items():
            at = ends[0][1].at
            known = None
            if all(end.at == at for _, end in ends):
                alike = put_together([(chance, end._replace(at=0)) for chance, end in ends])
                known = self.ends.get(self._waves.outcome_numbers.get(alike, -1))
            if known is None or not known.tiles >> (at - self.base) & 1:
                yield ends, first.source

    def outcomes(self) -> Iterator[tuple[Outcome, Source | Order]]:
        """Yield every outcome of the car's legal orders once, with where it comes from."""
        for outcome, tiles in self.sets():
            for at in indices(tiles):
                yield tuple((chance, end._replace(at=at)) for chance, end in outcome), self.source(outcome, at)
        yield from self.single_outcomes()

    def order(self, source: Source | Order) -> Order:
        """Return an order that comes to an outcome."""
        if isinstance(source, Order):
            return source
        wave, number, at, letters = source[:4]
        while number:
            known = self._ways_back.get((wave, at, number))
            if known is None:
                known = self._ways_back[wave, at, number] = self._find_before(wave, at, number)
            wave, number, at, driven = known
            letters = driven + letters
        return mark_order(self.car, source.changes.begin + letters + source.changes.end)

    def _find_before(self, wave: Wave, at: int, number: int) -> Way:
        """Return a wave from which a tile of a wave is come to.

        With it comes after how many moves, on which tile, and by which letters.
        """
        layer = self.layers[number - 1]
        ways = [way for way in wave.origins if at >= way[1] and layer.get(way[0], 0) >> at - way[1] & 1]
        is_only = len(ways) == 1 and (wave, number, at) not in self.beliefs.joined
        if len(ways) > 1:
            for known in () if self._ranks else chain.from_iterable(self.layers):
                self._ranks.setdefault(known, len(self._ranks))
            ways.sort(key=lambda way: self._ranks[way[0]])
        for origin, step in ways:
            before = at - step
            if is_only or self._advance({origin: 1 << before}, number).get(wave, 0) >> at & 1:
                letter = "MLR"[(wave.left > origin.left) + 2 * (wave.right > origin.right)]
                return origin, number - 1, before, letter
        return self.beliefs.joined[wave, number, at].way

    def nodes_before(self, node: Node) -> Iterator[tuple[Node, str]]:
        """Yield all from which one letter leads to a belief or to cars of a wave, with that letter."""
        if isinstance(node, Trace):
            yield from node.before
            return
        wave, number, at = node
        layer = self.layers[number - 1]
        for origin, step in wave.origins:
            before = at - step
            if before >= 0 and layer.get(origin, 0) >> before & 1:
                letter = "MLR"[(wave.left > origin.left) + 2 * (wave.right > origin.right)]
                if self.may_be(letter, number) and self._leads(origin, letter, number, before, at, wave):
                    yield (origin, number - 1, before), letter
        if joined := self.beliefs.joined.get(node):
            yield from joined.before

    def _leads(self, origin: Wave, letter: str, number: int, before: int, at: int, wave: Wave) -> bool:
        """Tell whether a wave becomes another by a letter that brings it from a tile to another."""
        quiet_on = self.terrain.easy if origin.state.banks and number > 1 else self.terrain.easier
        if quiet_on[(origin.state.heading + TURNS[letter]) % 8] >> at & 1:
            return origin.quiet.get(letter) is wave
        came, onto = self.beliefs.ground(before), self.beliefs.ground(at)
        if onto.glyph == OFF or self._parts(origin.state, came, onto, origin.speeds[-1] - number):
            return False
        return wave in origin.after.get((letter, came, onto, number if onto.line else number == 1), ())


@lru_cache(maxsize=64)
def _square(side: int, stride: int) -> int:
    """Return a square of tiles, the first of them in its corner; of a narrow map its rows run into each other."""
    row = (1 << side) - 1
    return reduce(or_, (row << number * stride for number in range(side)))


def walk(position: Position, seat: str, orders: Iterable[Order] | None = None) -> dict[Outcome, list[Kept]]:
    """Return the same by carrying out every order (or those given) by the rulebook: much slower."""
    found: dict[Outcome, list[Kept]] = {}
    for order in legal_orders(position, seat) if orders is None else orders:
        ends, leaves = [], True
        for branch in fork(lambda draws, order=order: drive_alone(position, seat, order, draws)):  # type: ignore[misc]
            run = branch.outcome
            moves = len(take_apart(run.car, order).moves)
            finish = (len(run.path), moves) if run.finish else None
            end = end_standing(run.car)._replace(finish=finish)
            ends.append((branch.probability, end))
            leaves = leaves and run.state.stop is not None and run.finish is None
        steers = sum(letter in "LR" for letter in order.letters)
        kept = Kept(len(order.marks) if leaves else STAYS, steers, len(order.letters), order)
        found.setdefault(put_together(ends), []).append(kept)
    return found
