"""A map as sets of tiles, each set one whole number: bit i stands for tile i of the flat map.

Moving a whole set of cars by a step is one shift, asking what they meet is one `&`. `search.py` drives on this; the
rules that it follows are those of `driving_rules.py`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import ASPHALT, BAGS, BANK, OFF, OIL, SAND, Board
from gm_tools.games.nascar.driving_rules import ACTING, Ground


class Terrain(NamedTuple):
    """A map's tiles by their ground, and where a move in each heading ends with nothing having happened.

    `easy` is for a car that a bank may still turn, `easier` for one that no bank turns any more (N8).
    """

    grounds: tuple[tuple[Ground, int], ...]
    easy: tuple[int, ...]
    easier: tuple[int, ...]
    track: int
    zone: int
    line: int
    oil: int
    sand: int
    bags: int  # visible ones

    def finish_tiles(self, *, finish_in_pits: bool) -> int:
        """Return the tiles of the line on which a crossing may finish a car (N12.8)."""
        return self.line if finish_in_pits else self.line & ~self.zone


def shift_tiles(tiles: int, step: int) -> int:
    """Return a set of tiles moved by a step of the flat index."""
    return tiles << step if step >= 0 else tiles >> -step


def find_first_met(growing: Sequence[int], tiles: int, guess: int) -> int:
    """Return the index of the first of some sets, each within the next, that meets some tiles.

    If none does, it is how many sets there are.
    """
    low, high = 0, len(growing)
    if guess < high:
        if growing[guess] & tiles:
            high = guess
            if not guess or not growing[guess - 1] & tiles:
                return guess
        else:
            low = guess + 1
            if low < high and growing[low] & tiles:
                return low
    return bisect_left(growing, 1, low, high, key=lambda known: bool(known & tiles))


def indices(tiles: int) -> Iterator[int]:
    """Yield the tiles of a set in ascending order."""
    text = bin(tiles)[:1:-1]
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)


def _set_of(flags: str) -> int:
    """Return the set of the places of `1` in a text of `0` and `1`."""
    return int(flags[::-1], 2)


@lru_cache(maxsize=8)
def _lasting(board: Board) -> tuple[int, int, int, int]:
    """Return what no turn changes: the zone, the line, banks to the left, banks to the right."""
    zone, line = (sum(1 << at for at in tiles) for tiles in (board.zone, board.line))
    turns = [board.bank_of(index) if glyph == BANK else 0 for index, glyph in enumerate(board.tiles)]
    left, right = (_set_of("".join("1" if turn == side else "0" for turn in turns)) for side in (-1, 1))
    return zone, line, left, right


@lru_cache(maxsize=32)
def terrain(board: Board, tiles: str) -> Terrain:
    """Return a map of a track as sets of tiles."""
    zone, line, left, right = _lasting(board)
    by_glyph = {}
    for glyph in ACTING:
        if glyph in tiles:
            by_glyph[glyph] = _set_of(tiles.translate({ord(other): "01"[other == glyph] for other in set(tiles)}))
    off = _set_of(tiles.translate({ord(other): "01"[other == OFF] for other in set(tiles)}))
    track = ((1 << len(tiles)) - 1) ^ off
    plain = track
    for members in by_glyph.values():
        plain &= ~members
    kinds = [(ASPHALT, 0, plain)]
    for glyph, members in by_glyph.items():
        banks = ((-1, members & left), (1, members & right), (0, members & ~(left | right)))
        kinds += [(glyph, turn, part) for turn, part in banks] if glyph == BANK else [(glyph, 0, members)]
    grounds = [(Ground(OFF), off)]
    for glyph, turn, members in kinds:
        for is_zone, in_zone in ((False, members & ~zone), (True, members & zone)):
            for is_line, found in ((False, in_zone & ~line), (True, in_zone & line)):
                if found:
                    grounds.append((Ground(glyph, turn, is_zone, is_line), found))
    bank = by_glyph.get(BANK, 0)
    quiet = plain & ~zone & ~line
    slow = quiet | bank & ~zone & ~line  # quiet for whom no bank turns
    easy, easier = [], []
    for step in board.steps:
        near = shift_tiles(zone | line, step)
        # A line in a row of line tiles, or a zone left: not quiet; a bank after no bank: quiet.
        easier.append(slow & ~near)
        easy.append((quiet | slow & ~shift_tiles(bank, step)) & ~near)
    return Terrain(
        tuple(grounds),
        tuple(easy),
        tuple(easier),
        track,
        zone,
        line,
        by_glyph.get(OIL, 0),
        sum(by_glyph.get(glyph, 0) for glyph in SAND),
        sum(by_glyph.get(glyph, 0) for glyph in BAGS),
    )
