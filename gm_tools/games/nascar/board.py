"""Tracks of the forum Nascar race: text in, flat tables out (rules N12.1, N13).

A tile is an index into a flat map with a border of three blanks on every side, so that a car may be followed up to
three spaces off the map (N6.2) without asking where the map ends. Row and column count from 0 at the top left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from gm_tools.core.boards import check_front, refuse_unknown, split_board
from gm_tools.core.game_options import check_value
from gm_tools.core.i18n import N_, _
from gm_tools.core.maps import Map, Tile, free_letters, search
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.toml import known_keys, take
from gm_tools.games.nascar.options import MOST_SPACES, OPTIONS

OFF, ASPHALT, BANK, OIL, SLOT = " ", "*", "b", "o", "x"
UNKNOWN, BAG, FLAT_BAG = ".", "S", "s"  # sand
PIT_LINE, PIT_REPAIR = "#", "P"
FINISH = "=|"  # of both, either is the line
HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # (rows, columns) of each heading
TILES = (  # all that there is to a sign of the map
    Tile(OFF, N_("grass"), "off", "ground"),
    Tile(ASPHALT, N_("asphalt"), "track", "track"),
    Tile(BANK, N_("banked curve"), "bank", "bank"),
    Tile(UNKNOWN, N_("sand alley, unknown"), "sand", "unknown"),
    Tile(BAG, N_("sandbag"), "sand", "bag"),
    Tile(FLAT_BAG, N_("flattened sandbag (still slows by 1)"), "sand", "flat_bag"),
    Tile(OIL, N_("oil"), "oil", "oil"),
    *(Tile(glyph, N_("finish line"), "line", "finish") for glyph in FINISH),
    Tile(PIT_LINE, N_("pit delimiter"), "pit", "pit_line"),
    Tile(PIT_REPAIR, N_("pit repair line"), "pit", "repair"),
    Tile(SLOT, N_("start slot"), "track", "slot"),
)
PALETTE = tuple((tile.glyph, tile.meaning) for tile in TILES)
GLYPHS = "".join(glyph for glyph, _meaning in PALETTE)
BAGS = BAG + FLAT_BAG  # that everybody sees
SAND = UNKNOWN + BAGS
MARKS = free_letters(TILES)  # of cars
_KEYS = (
    "name",
    "about",
    "laps",
    "finish_heading",
    "start_heading",
    "start_speed",
    "bank_turn",
    "bank_areas",
    "sand_density",
)
_TURNS = {"left": -1, "right": 1}
_AREA = '{ rows = [0, 8], columns = [20, 40], turn = "right" }'
IN_ZONE, ON_LINE = 1, 2  # flags of a tile


def degrees(heading: int) -> int:
    """Return a heading in degrees clockwise from north."""
    return heading * 45


def without_slots(tiles: str) -> str:
    """Return a map with asphalt where cars started: a slot means nothing once they drive."""
    return tiles.replace(SLOT, ASPHALT)


BOARD_HELP = (
    ("laps", N_("how many laps a race has")),
    ("finish_heading", N_("the heading in which the line is crossed: N NE E SE S SW W NW")),
    ("start_heading", N_("the heading of all cars at the start; their places are the x in the map")),
    ("start_speed", N_("the speed of all cars at the start")),
)


class Board(Map):
    """A track, compiled. `tiles` is the flat map as the file draws it; `steps` the index change of each heading."""

    border, kinds = MOST_SPACES, TILES

    def __init__(self, header: str, front: Mapping[str, Any], lines: tuple[str, ...], first_line: int) -> None:
        super().__init__(header, front, lines, first_line)
        stride = self.stride
        self.steps = tuple(down * stride + right for down, right in DIRECTIONS)
        self.about = take(front, "about", str, "")
        self.laps = _option(front, "laps")
        self.start_speed = _option(front, "start_speed")
        self.finish_heading = _heading(front, "finish_heading")
        self.start_heading = _heading(front, "start_heading")
        self.has_finish_heading = "finish_heading" in front
        self.bank_turn = _turn(front, "bank_turn")
        self.bank_areas = _bank_areas(front)
        self.sand_density = _option(front, "sand_density")
        line = self.finish_heading
        # Headings that have a positive (1), no (0) or a negative (-1) component along the finish heading (N13.1).
        self.along = tuple((turn <= 1 or turn == 7) - (3 <= turn <= 5) for turn in ((h - line) % 8 for h in range(8)))
        self.zone = frozenset(self._zone())
        self.line = tuple(index for index, glyph in enumerate(self.tiles) if glyph in FINISH)
        flags = bytearray(len(self.tiles))
        for index in self.zone:
            flags[index] = IN_ZONE
        for index in self.line:
            flags[index] |= ON_LINE
        self.flags = bytes(flags)
        self.has_line = bool(self.line)
        self.alley = tuple(index for index, glyph in enumerate(self.tiles) if glyph in SAND)

    def bank_of(self, index: int) -> int:
        """Return the turn (-1 left, 1 right) that a banked tile gives: the first area that holds it wins (N8.1)."""
        row, column = self.place(index)
        for top, bottom, left, right, turn in self.bank_areas:
            if top <= row <= bottom and left <= column <= right:
                return turn
        return self.bank_turn

    def _zone(self) -> Collection[int]:
        """Return the pit zone: reachable from a `P` by king moves, going on from a `#` only to another `#` (N12.1)."""
        tiles = self.tiles

        def following(here: int) -> list[int]:
            beside = [here + step for step in self.steps]
            if tiles[here] == PIT_LINE:
                return [there for there in beside if tiles[there] == PIT_LINE]
            return [there for there in beside if tiles[there] != OFF]

        return search((index for index, glyph in enumerate(tiles) if glyph == PIT_REPAIR), following)

    @cached_property
    def distances(self) -> dict[int, int]:
        """Return for each track tile the fewest king moves whose last is a +1 and none a -1 crossing (N13.2).

        Tiles from which the line cannot be reached are left out. `=*` at the finish heading E: 1 is the tile left of
        `=`.
        """
        left = {index for index, glyph in enumerate(self.tiles) if glyph != OFF}
        line = set(self.line)
        moves = tuple(zip(self.steps, self.along, strict=True))
        back = [step for step, component in moves if component < 0]
        others = [step for step, component in moves if component >= 0]
        found: dict[int, int] = {}
        moves_to_go = 0
        layer = {index - step for index in line for step, component in moves if component > 0} & left - line
        while layer:
            moves_to_go += 1
            found |= dict.fromkeys(layer, moves_to_go)
            left -= layer
            before = {there - step for there in layer for step in back}
            before -= line  # which would be a -1 crossing
            before |= {there - step for there in layer for step in others}
            before |= {there - step for there in layer & line for step in back}
            layer = before & left
        return found

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """Return the start slots, numbered by nearness to the line ahead, then row, then column (N13)."""
        far = self.distances
        found = [index for index, glyph in enumerate(self.tiles) if glyph == SLOT]
        return tuple(sorted(found, key=lambda index: (far.get(index, len(self.tiles)), index)))


def _option(front: Mapping[str, Any], name: str) -> Any:
    """Return what the track sets of a race's options; the option itself says what is allowed (N15)."""
    option = next(option for option in OPTIONS if option.name == name)
    value = take(front, name, type(option.default), option.default)
    check_value(option, value)
    return value


def _heading(front: Mapping[str, Any], key: str) -> int:
    value = take(front, key, str, "E")
    if value not in HEADINGS:
        raise InputError(_("found {value!r}", value=value), key=key, allowed=" ".join(HEADINGS))
    return HEADINGS.index(value)


def _turn(front: Mapping[str, Any], key: str) -> int:
    if key not in front:
        return 0
    value = front[key]
    if not isinstance(value, str) or value not in _TURNS:
        raise InputError(_("found {value!r}", value=value), key=key, allowed=", ".join(_TURNS))
    return _TURNS[value]


def _bank_areas(front: Mapping[str, Any]) -> tuple[tuple[int, int, int, int, int], ...]:
    """Return the areas as (first row, last row, first column, last column, turn)."""
    areas = []
    for number, area in enumerate(take(front, "bank_areas", list, [])):
        key = f"bank_areas[{number}]"
        if not isinstance(area, dict):
            raise InputError(_("found {value!r}", value=area), key=key, allowed=_AREA)
        with at_key(key):
            known_keys(area, ("rows", "columns", "turn"))
            turn = _turn(area, "turn")
            if not turn:
                raise InputError(_("is missing"), key="turn", allowed=", ".join(_TURNS))
            areas.append((*_range(area, "rows"), *_range(area, "columns"), turn))
    return tuple(areas)


def _range(area: Mapping[str, Any], key: str) -> tuple[int, int]:
    match area.get(key):
        case [int(first), int(last)] if 0 <= first <= last:
            return first, last
        case other:
            allowed = _("[first, last], counted from 0")
            raise InputError(_("found {value!r}", value=other), key=key, allowed=allowed)


def parse_board(text: str) -> Board:
    """Return a track file as a board; raise InputError with line and column for what cannot be read.

    Lenient about what a race needs beyond that (a line, slots: `check_board`), so that cases may use scraps of a track.
    """
    parts = split_board(text)
    check_front(parts, "nascar", _KEYS)
    refuse_unknown(parts, GLYPHS, "N13.3", _("tiles are {glyphs} and blank", glyphs=" ".join(GLYPHS[1:])))
    with at_key("front matter"):
        return Board(parts.header, parts.front, parts.lines, parts.first_line)


def check_board(board: Board, cars: int) -> tuple[Problem, ...]:
    """Return every fault of N13.3 for a race of so many cars (0: for any)."""
    return tuple(_faults(board, cars))


def _faults(board: Board, cars: int) -> Iterator[Problem]:
    tiles, flags = board.tiles, board.flags
    track = [index for index, glyph in enumerate(tiles) if glyph != OFF]
    if not track:
        yield board.fault("N13.3", _("there is no track"))
        return
    if not board.has_line:
        yield board.fault("N13.3", _("there is no finish line: draw one with = or |"))
    else:
        if not board.has_finish_heading:
            missing = _("finish_heading is missing: {headings}", headings=" ".join(HEADINGS))
            yield Problem("invalid", "N13.3", missing, "", 1)
        far = board.distances
        for index in track:
            if index not in far:
                yield board.fault("N13.3", _("the finish line cannot be reached from here"), index)
        for index in _leaks(board):
            yield board.fault("N13.3", _("here the finish line can be passed without entering it"), index)
    slots = len(board.slots)
    if slots < max(cars, 1):
        few = _("{slots} start slots (x) for {cars} cars", slots=slots, cars=max(cars, 1))
        yield board.fault("N13.3", few)
    for index in track:
        if tiles[index] == BANK and not board.bank_of(index):
            yield board.fault("N13.3", _("a bank without bank_turn, outside all bank areas"), index)
        if tiles[index] == PIT_REPAIR and not _is_closed(board, index):
            yield board.fault("N13.3", _("the pits around this P are not closed off by # on both sides"), index)
    for index in board.slots:
        if flags[index] & IN_ZONE:
            yield board.fault("N13.3", _("a start slot is inside the pits: they are not closed off by #"), index)


def _leaks(board: Board) -> list[int]:
    """Return the tiles at which a car gets past the line without entering it.

    Either round an end or through a gap: at most three moves, none of them against the finish heading, from a tile
    before the line to one behind it. Or through the pits: driving only forward, from the straight before the line into
    the straight behind it.
    """
    tiles, flags, along = board.tiles, board.flags, board.along
    ahead = [step for heading, step in enumerate(board.steps) if along[heading] > 0]
    level = [step for heading, step in enumerate(board.steps) if along[heading] >= 0]

    def is_free(index: int) -> bool:
        return tiles[index] != OFF and not flags[index] & ON_LINE

    line = board.line
    before = {index - step for index in line for step in ahead if is_free(index - step)}
    behind = {index + step for index in line for step in ahead if is_free(index + step)}
    leaks = set()
    layer = before
    for __ in range(3):
        layer = {index + step for index in layer for step in level if is_free(index + step)}
        leaks |= layer & behind
    if not leaks:
        approach = _spread(before, [-step for step in ahead], is_free)
        exits = _spread(behind, ahead, is_free)
        pits = {index for index in _spread(approach, ahead, is_free) if flags[index] & IN_ZONE}
        ways = sorted((pits & _spread(pits & exits, [-step for step in ahead], is_free)) - approach - exits)
        if _spread(pits, ahead, is_free) & (exits - approach):
            # The tile of the pits that is nearest to the line: there the line has to be drawn on.
            leaks = {min(ways or sorted(pits), key=lambda index: min(_apart(board, index, other) for other in line))}
    return sorted(leaks)


def _apart(board: Board, one: int, other: int) -> int:
    """Return the king moves between two tiles."""
    (row, column), (row2, column2) = board.place(one), board.place(other)
    return max(abs(row - row2), abs(column - column2))


def _spread(start: Iterable[int], steps: Sequence[int], is_free: Callable[[int], bool]) -> set[int]:
    return set(search(start, lambda here: (here + step for step in steps if is_free(here + step))))


def _is_closed(board: Board, repair: int) -> bool:
    """Tell whether the zone around a `P` has delimiters with track beyond them: an open one floods the whole track."""
    tiles, zone = board.tiles, board.zone
    own = _spread({repair}, list(board.steps), lambda index: index in zone)
    lines = [index for index in own if tiles[index] == PIT_LINE]
    beyond = {
        index + step
        for index in lines
        for step in board.steps
        if tiles[index + step] != OFF and index + step not in zone
    }
    return len(lines) > 1 and bool(beyond)
