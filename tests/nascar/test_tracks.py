"""The shipped tracks: sound, fair to start on, and driven round lap after lap under the real rules."""

from __future__ import annotations

import tomllib
from functools import cache
from heapq import nsmallest
from itertools import product
from typing import NamedTuple

import pytest

from gm_tools.core.draws import Seeded
from gm_tools.core.events import Event
from gm_tools.core.game import Seat
from gm_tools.core.paths import folder
from gm_tools.games.nascar import GAME
from gm_tools.games.nascar.board import HEADINGS, IN_ZONE, OFF, ON_LINE, Board
from gm_tools.games.nascar.check import TURNS, mark_order
from gm_tools.games.nascar.orders import Order
from gm_tools.games.nascar.position import Car, Position
from tests import effort
from tests.ground import format_board

FILES = {path.stem: path for path in sorted((folder("tracks") / "nascar").glob("*.txt"))}
TRACKS = sorted(FILES)
PIT_LIMIT = 6  # N12.2
SPEED_CHANGES = [
    (begin, end)
    for begin, end in product((0, 1, -1, 2, -2), repeat=2)
    if max(begin, 0) + max(end, 0) <= 2 and min(begin, 0) + min(end, 0) >= -2
]


@cache
def board_of(track: str) -> Board:
    return GAME.parse_board(FILES[track].read_text(encoding="utf-8"))


def holding(glyph: str) -> list[str]:
    return [track for track in TRACKS if glyph in board_of(track).tiles]


def without(board: Board, closed: set[int]) -> Board:
    """Return the board with these tiles (flat indices) fenced off and all others where they were."""
    tiles = "".join(OFF if index in closed else glyph for index, glyph in enumerate(board.tiles))
    road = Board(board.header, tomllib.loads(board.header), board.rows_of(tiles), board.first_line)
    assert road.stride == board.stride
    return road


def tiles_of(board: Board, glyphs: str) -> set[int]:
    return {index for index, glyph in enumerate(board.tiles) if glyph in glyphs}


class State(NamedTuple):
    """What the driver looks ahead with."""

    at: int
    heading: int
    speed: int
    wild_cards: int
    laps: int


class Driver:
    """Looks four turns ahead and takes what brings it nearest to the flag, with speed and wild cards in hand.

    It knows the road that it is shown, not what the sand hides, and keeps to that road and to the limit of the pits. Only
    the choice of orders is its own: what comes of them is the rules'.
    """

    def __init__(self, road: Board, top_speed: int = 8) -> None:
        self.road, self.top_speed = road, top_speed
        self.lap = max(road.distances.values())
        self.known: dict[tuple[int, int, int], dict[tuple[int, int, int], tuple[int, str]]] = {}

    def order(self, car: Car) -> Order:
        layer = {State(car.at, car.heading, car.speed, car.wild_cards, car.laps): ""}
        for _ in range(4):
            reached: dict[State, str] = {}
            for state, first in layer.items():
                for after, letters in self.choices(state, min(car.max_speed, self.top_speed)):
                    reached.setdefault(after, first or letters)
            # The best of every speed: the fastest way into a bend is not the fastest way out of it.
            layer = {
                state: reached[state]
                for speed in range(self.top_speed + 1)
                for state in nsmallest(2, (state for state in reached if state.speed == speed), key=self.cost)
            } or layer
        return mark_order(car, layer[min(layer, key=self.cost)])

    def cost(self, state: State) -> int:
        """Return the tiles to go to the next line (N13.2), less what laps, speed and wild cards are worth in tiles."""
        to_go = self.road.distances.get(state.at, 2 * self.lap)
        return to_go - state.laps * self.lap - state.speed - 2 * state.wild_cards

    def choices(self, state: State, limit: int) -> list[tuple[State, str]]:
        """Return what a car can do in a turn without leaving the road: the state after it, and its letters."""
        found = []
        for begin, end in SPEED_CHANGES:
            speed = state.speed + begin
            if not 0 < speed <= limit or not 0 <= speed + end <= limit:
                continue
            paid = (max(begin, 0) + max(end, 0) == 2) + (min(begin, 0) + min(end, 0) == -2)
            for (at, heading, laps), (price, moves) in self.ways(state.at, state.heading, speed).items():
                left = state.wild_cards - price - paid
                if left >= 0 and (speed + end <= PIT_LIMIT or not self.road.flags[at] & IN_ZONE):
                    letters = "A" * begin + "B" * -begin + moves + "A" * end + "B" * -end
                    found.append((State(at, heading, speed + end, left, state.laps + laps), letters))
        return found

    def ways(self, start: int, course: int, speed: int) -> dict[tuple[int, int, int], tuple[int, str]]:
        """Return where the moves of a turn can lead, (tile, heading, laps), with the cheapest steering to it (N2.6, N8)."""
        if (start, course, speed) in self.known:
            return self.known[start, course, speed]
        road = self.road
        layer = {(start, course, 0, 0, 0, 0): ""}
        for _ in range(speed):
            after: dict[tuple[int, int, int, int, int, int], str] = {}
            for (at, heading, left, right, banks, laps), moves in layer.items():
                for letter in "MLR":
                    ahead = (heading + TURNS[letter]) % 8
                    there = at + road.steps[ahead]
                    lefts, rights = left + (letter == "L"), right + (letter == "R")
                    crossing = (road.flags[there] ^ road.flags[at]) & ON_LINE and road.along[ahead]
                    is_pit = (road.flags[there] | road.flags[at]) & IN_ZONE
                    if road.tiles[there] == OFF or lefts > 2 or rights > 2 or crossing < 0:
                        continue
                    if is_pit and speed > PIT_LIMIT:
                        continue
                    row = min(banks, 0)  # of banked tiles; -1 once the bonus turn is had
                    if road.tiles[there] == "b" and banks >= 0:
                        row = banks + 1
                        if row == 2:
                            ahead, row = (ahead + road.bank_of(there)) % 8, -1
                    lap = laps + bool(crossing and road.flags[there] & ON_LINE)
                    after.setdefault((there, ahead, lefts, rights, row, lap), moves + letter)
            layer = after
        best: dict[tuple[int, int, int], tuple[int, str]] = {}
        for (at, heading, left, right, _, laps), moves in layer.items():
            price = max(0, max(left, right) - 1)
            if price < best.get((at, heading, laps), (99, ""))[0]:
                best[at, heading, laps] = price, moves
        self.known[start, course, speed] = best
        return best


def on_the_grid(board: Board, laps: int = 3) -> Position:
    return GAME.setup(board, [Seat("A", "Alice")], {"laps": laps}, Seeded(bytes(32)))


def drive(position: Position, driver: Driver) -> tuple[Position, tuple[Event, ...]]:
    """Resolve one turn of a race of one, by an order that must be legal."""
    order = driver.order(position.cars[0])
    assert GAME.check(position, "A", order) == (), GAME.format_order(order)
    resolution = GAME.resolve(position, {"A": order}, Seeded(bytes(32)), ())
    return resolution.position, resolution.events


@pytest.mark.parametrize("track", TRACKS)
def test_a_track_has_no_faults_and_prints_back_byte_for_byte(track: str) -> None:
    text = FILES[track].read_bytes().decode("utf-8")
    board = board_of(track)
    assert GAME.check_board(board, len(board.slots)) == ()
    assert format_board(board) == text
    assert FILES[track].stem == board.name.lower().replace(" ", "-")
    assert board.about.endswith(".")


@pytest.mark.parametrize("track", TRACKS)
def test_a_track_fits_into_a_post(track: str) -> None:
    board = board_of(track)
    assert 60 <= board.columns <= 100
    assert 18 <= board.rows <= 40
    assert min(len(line) - len(line.lstrip()) for line in board.lines if line) == 0


def test_there_are_tracks_of_every_kind() -> None:
    assert len(TRACKS) >= 6
    assert max(len(board_of(track).slots) for track in TRACKS) >= 30
    assert holding("b")
    assert holding(".")
    assert holding("P")
    turns = {turn for track in TRACKS for *_, turn in board_of(track).bank_areas}
    assert turns == {-1, 1}


@pytest.mark.parametrize("track", TRACKS)
def test_a_full_grid_drives_off_straight_on(track: str) -> None:
    """N13: the grid lies behind the line; at start speed nobody meets anybody, or the edge, before having crossed it."""
    board = board_of(track)
    assert len(board.slots) >= 12
    marks = [mark for mark in "ABCDEFGHIJKLMNOPQRTUVWXYZacdefghijklmnpqrtuvwyz" if mark not in "bPSosx"]
    seats = [Seat(mark, f"Driver {mark}") for mark in marks[: len(board.slots)]]
    assert len(seats) == len(board.slots)
    position = GAME.setup(board, seats, {}, Seeded(bytes(32)))
    straight = Order("M" * board.start_speed)
    first = min(board.distances[car.at] for car in position.cars)
    assert first <= board.start_speed
    resolution = GAME.resolve(position, {seat.mark: straight for seat in seats}, Seeded(bytes(32)), ())
    assert {event.kind for event in resolution.events} <= {"moved", "lap_completed"}
    assert {car.laps for car in resolution.position.cars} == {-1, 0}


@pytest.mark.parametrize("track", TRACKS)
def test_no_king_move_slips_through_a_wall(track: str) -> None:
    """N13.2: a diagonal between two blanks is no way; were there one that mattered, the distances would show it."""
    board = board_of(track)
    squeezed = [
        board.place(at)
        for at, glyph in enumerate(board.tiles)
        for heading in (1, 3, 5, 7)
        if glyph != OFF
        and board.tiles[at + board.steps[heading]] != OFF
        and board.tiles[at + board.steps[heading - 1]] == board.tiles[at + board.steps[(heading + 1) % 8]] == OFF
    ]
    assert squeezed == []


@pytest.mark.parametrize("track", TRACKS)
def test_walls_between_stretches_are_three_blanks_thick(track: str) -> None:
    """N6.2: who cuts through a wall pays for three spaces. Thinner only where two lanes meet and nothing is gained."""
    board = board_of(track)
    far = board.distances
    for at in far:
        for step in (board.steps[HEADINGS.index("E")], board.steps[HEADINGS.index("S")]):
            blanks = 0
            while blanks < 3 and board.tiles[at + step * (blanks + 1)] == OFF:
                blanks += 1
            beyond = at + step * (blanks + 1)
            if blanks in {1, 2} and beyond in far:
                assert abs(far[at] - far[beyond]) <= 6, (board.place(at), board.place(beyond))


@pytest.mark.long
@pytest.mark.parametrize("track", effort.choose(TRACKS[:1], TRACKS))
def test_a_car_drives_a_race_without_leaving_the_track(track: str) -> None:
    board, laps = board_of(track), effort.choose(1, 3)
    driver = Driver(without(board, tiles_of(board, "o#")))
    position = on_the_grid(board, laps=laps)
    kinds = []
    while not GAME.is_over(position) and position.turn < 100:
        position, events = drive(position, driver)
        kinds += [event.kind for event in events]
    assert position.cars[0].finished == 1
    assert "off_track" not in kinds
    assert kinds.count("lap_completed") == laps
    assert ("bank_turned" in kinds) == ("b" in board.tiles)
    # Between 6 and 8 tiles a turn, plus what the grid costs.
    tiles = laps * max(board.distances.values())
    assert tiles / 8 <= position.turn <= tiles / 6 + 2


@pytest.mark.long
@pytest.mark.parametrize("track", effort.choose(holding("P")[:1], holding("P")))
def test_the_pits_can_be_visited_for_repairs_without_breaking_the_limit(track: str) -> None:
    """N12.1 to N12.6, by a driver for whom the only way over the line leads through the pits."""
    board = board_of(track)
    line = {index for index, flag in enumerate(board.flags) if flag & ON_LINE and not flag & IN_ZONE}
    race, pits = Driver(without(board, tiles_of(board, "o#"))), Driver(without(board, line | tiles_of(board, "o")))
    position = on_the_grid(board)
    found: list[Event] = []
    while "pit_left" not in {event.kind for event in found}:
        position, events = drive(position, race if position.cars[0].laps < 0 else pits)
        found += events
        assert position.turn < 60
    kinds = [event.kind for event in found if event.kind.startswith("pit_")]
    assert kinds == ["pit_entered", "pit_repaired", "pit_left"]
    assert "off_track" not in {event.kind for event in found}
    assert position.cars[0].max_speed >= 12 + 4


@pytest.mark.parametrize("track", holding("."))
def test_the_alley_is_a_choice(track: str) -> None:
    """N7: there is a way round the sand, and it is longer."""
    board = board_of(track)
    road = without(board, tiles_of(board, ".Ss"))
    assert GAME.check_board(road, 0) == ()
    assert max(road.distances.values()) >= max(board.distances.values()) + 10
