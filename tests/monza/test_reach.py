"""How far a roll drives (Z7-Z10, Z20-Z23): against brute force over the permutations of the dice."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from gm_tools.games.monza.board import pack, parse_board
from gm_tools.games.monza.check import check, legal_orders
from gm_tools.games.monza.longest import Reach, reach, sequences
from gm_tools.games.monza.options import Settings
from gm_tools.games.monza.orders import Move, Step, format_order
from gm_tools.games.monza.position import Car, Position
from tests import effort
from tests.monza.oracle import HEADER, ahead, fields, legal, paths, pictures, rolls

SOME = effort.search(daily=24, long=600)
FEW = effort.search(daily=10, long=500)
LEADING = "+++\n+++\n1 | >B  |  Y  |  R! |\n2    |  Y  |  R  |  G  | Y! |\n3 | >W  |  R  |  #  |\n"


def place(picture: str, at: str, roll: str, obligation: str = "most") -> Position:
    """Return a race of two on a track, red to drive from a square with a roll."""
    board = parse_board(HEADER + picture)
    square = board.find(at)
    assert square is not None
    return Position(board, Settings(obligation=obligation), (Car("R", square), Car("B")), "R", roll=roll)


@SOME
@given(picture=pictures(), roll=rolls(), data=st.data())
def test_the_maximum_is_that_of_brute_force(picture: str, roll: str, data: st.DataObject) -> None:
    track = fields(picture)
    here = data.draw(st.sampled_from([None, *(field for field in track if field.text != "#")]))
    board = parse_board(HEADER + picture)
    at = board.find(here.name if here else "S")
    assert at is not None
    every = paths(track, here, roll)
    most = max(map(len, every))
    ends = [(len(path), path[-1].far if path else board.far[at]) for path in every]
    assert reach(board, at, roll) == Reach(
        most, max(far for _, far in ends), max(far for used, far in ends if used == most)
    )


@SOME
@given(
    picture=pictures(colours="RYGW"),
    roll=rolls(colours="RYGBW"),
    obligation=st.sampled_from(("most", "stuck")),
    data=st.data(),
)
def test_the_legal_orders_are_those_of_brute_force_in_ascii_order(
    picture: str, roll: str, obligation: str, data: st.DataObject
) -> None:
    track = fields(picture)
    here = data.draw(st.sampled_from([None, *(field for field in track if field.text != "#" and ahead(track, field))]))
    position = place(picture, here.name if here else "S", roll, obligation)
    listed = [format_order(order) for order in legal_orders(position, "R")]
    assert listed == sorted(legal(track, here, roll, obligation))


@FEW
@given(
    picture=pictures(colours="RY", squares=5),
    roll=rolls(colours="RYB", dice=3),
    obligation=st.sampled_from(("most", "stuck")),
    data=st.data(),
)
def test_every_order_not_listed_is_refused(picture: str, roll: str, obligation: str, data: st.DataObject) -> None:
    """Every order of up to four steps, lanes named or not: accepted if it can only mean a legal one (Z38, Z39)."""
    track = fields(picture)
    here = data.draw(st.sampled_from([None, *(field for field in track if field.text != "#" and ahead(track, field))]))
    position = place(picture, here.name if here else "S", roll, obligation)
    allowed = legal(track, here, roll, obligation)
    steps = [Step(colour, lane) for colour in "RYB" for lane in range(4)]
    for count in range(4):
        for chosen in product(steps, repeat=count):
            at, names = here, []
            for step in chosen:
                fitting = [f for f in ahead(track, at) if f.colour == step.colour and step.lane in (0, f.lane)]
                if len(fitting) != 1:
                    names = ["unclear"]
                    break
                at = fitting[0]
                names.append(f"{at.colour}{at.lane}")
            problems = check(position, "R", Move(chosen))
            assert (not problems) == ((" ".join(names) or "PASS") in allowed), (chosen, problems)


def test_sequences_come_in_ascii_order_a_prefix_before_what_goes_on_from_it() -> None:
    board = parse_board(LEADING)
    texts = [" ".join(way.name for way in taken) for taken, _ in sequences(board, 0, pack("BWYRRG"))]
    assert texts == [
        "B1",
        "B1 Y1",
        "B1 Y1 R1",
        "B1 Y1 R2",
        "B1 Y1 R2 G2",
        "B1 Y1 R2 R1",
        "B1 Y2",
        "B1 Y2 R2",
        "B1 Y2 R2 G2",
        "B1 Y2 R2 R1",
        "B1 Y2 R3",
        "B1 Y2 R3 R2",
        "B1 Y2 R3 R2 G2",
        "W3",
        "W3 R3",
        "W3 R3 R2",
        "W3 R3 R2 G2",
        "W3 R3 R2 G2 Y2",
        "W3 Y2",
        "W3 Y2 R2",
        "W3 Y2 R2 G2",
        "W3 Y2 R2 R1",
        "W3 Y2 R3",
        "W3 Y2 R3 R2",
        "W3 Y2 R3 R2 G2",
    ]
