"""Monza read a second time, straight from the rules and without the game's own code: what the tests compare with.

Squares are (lane, near, far, text) by columns of one strip; ways are found by comparing columns (Z14), orders by trying
every permutation of the dice (Z7-Z9).
"""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import NamedTuple

from hypothesis import strategies as st

COLOURS = "RYGBWP"
HEADER = "+++\n+++\n"


class Field(NamedTuple):
    """A square as the picture shows it."""

    lane: int
    number: int
    near: int
    far: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.lane}.{self.number}"

    @property
    def colour(self) -> str:
        return self.text.strip(">!")


def fields(picture: str) -> list[Field]:
    """Return the squares of a track of one strip."""
    out = []
    for lane, line in enumerate(picture.splitlines(), 1):
        bars = [column for column, glyph in enumerate(line) if glyph == "|"]
        for number, (near, far) in enumerate(pairwise(bars), 1):
            out.append(Field(lane, number, near, far, line[near + 1 : far].strip(" _.")))
    return out


def ahead(track: list[Field], here: Field | None) -> list[Field]:
    """Return the squares ahead of one, None being the start (Z11, Z14, Z15, Z24)."""
    if here is None:
        return [field for field in track if field.text.startswith(">")]
    if here.text.endswith("!"):
        return []
    found = []
    for other in track:
        if other.text == "#":
            continue
        touches = other.near < here.far and other.far > here.near
        if (other.lane == here.lane and other.number == here.number + 1) or (
            abs(other.lane - here.lane) == 1 and touches and other.far > here.far
        ):
            found.append(other)
    return found


Path = tuple[Field, ...]


def paths(track: list[Field], here: Field | None, roll: str) -> set[Path]:
    """Return every sequence of squares that the dice can drive, by every order of the dice."""
    found: set[Path] = {()}

    def follow(at: Field | None, dice: tuple[str, ...], path: Path) -> None:
        found.add(path)
        if dice:
            for field in ahead(track, at):
                if field.colour == dice[0]:
                    follow(field, dice[1:], (*path, field))

    for order in set(permutations(roll)):
        follow(here, order, ())
    return found


def legal(track: list[Field], here: Field | None, roll: str, obligation: str = "most") -> set[str]:
    """Return the canonical texts of all legal orders (Z20, Z21, Z23)."""
    every = paths(track, here, roll)
    most = max(map(len, every))
    if most == 0:
        return {"PASS"}
    furthest = max(path[-1].far for path in every if path)
    by_most = max(path[-1].far for path in every if len(path) == most)
    out = set()
    for path in every - {()}:
        end = path[-1]
        if obligation == "stuck":
            enough = not any((*path, field) in every for field in ahead(track, end))
        else:
            enough = len(path) == most or (furthest > by_most and end.far == furthest)
        if enough or end.text.endswith("!"):
            out.add(" ".join(f"{field.colour}{field.lane}" for field in path))
    return out


def draw_lane(lane: int, begin: int, squares: list[tuple[int, str]], fill: str = " ") -> str:
    """Return the line of a lane: its squares as (columns from near to far end, text), beginning in column `begin`."""
    body = "".join(f"{text:{fill}^{columns - 1}}|" for columns, text in squares)
    return f"{lane} " + fill * (begin - 2) + "|" + body


@st.composite
def pictures(draw: st.DrawFn, colours: str = COLOURS, squares: int = 8) -> str:
    """Return the picture of a random track of one strip: any lengths, any staggering, tyres, two targets."""
    fill = draw(st.sampled_from(" _."))
    free = draw(st.sampled_from((1, 2, 3)))  # the lane without a target
    lines = []
    for lane in (1, 2, 3):
        count = draw(st.integers(3, squares))
        texts = [draw(st.sampled_from(colours + colours + "#")) for _ in range(count)]
        if lane != 2:
            texts[0] = ">B" if lane == 1 else ">W"
        if lane != free:
            texts[-1] = draw(st.sampled_from(colours)) + "!"
        lengths = [draw(st.integers(len(text) + 1, 9)) for text in texts]
        lines.append(draw_lane(lane, draw(st.integers(2, 7)), list(zip(lengths, texts, strict=True)), fill))
    return "\n".join(lines) + "\n"


def rolls(colours: str = COLOURS, dice: int = 6) -> st.SearchStrategy[str]:
    """Return rolls of so many dice."""
    return st.text(colours, min_size=dice, max_size=dice)
