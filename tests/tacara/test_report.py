"""What is shown: the board with its numbers (C67), the shift table, a turn in words, a dry run."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given

from gm_tools.core.blocks import Block, Grid, Lines, Picture, picture_lines
from gm_tools.core.draws import Seeded, fork
from gm_tools.core.events import Event
from gm_tools.core.languages import speaking
from gm_tools.core.paths import folder
from gm_tools.core.rules_sheet import set_lines
from gm_tools.games.tacara import GAME
from gm_tools.games.tacara.drawing import draw_race
from gm_tools.games.tacara.orders import Order
from gm_tools.games.tacara.picture import car_marks, chips_on_table, draw_board, draw_table, shift_reach
from gm_tools.games.tacara.position import Position
from gm_tools.games.tacara.report import describe
from gm_tools.games.tacara.shift import ShiftTable
from gm_tools.render.html import sections
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from tests.tacara.notation import orders
from tests.tacara.scenes import DASH, PAINT, RING, begin, board_of, do, read, scene, seats

# Section 16 of the rules.
KINDS = (
    "grid_drawn", "row_drawn", "shifted", "moved", "turbo_played", "line_crossed", "crashed", "chip_back", "righted",
    "chip_taken", "chip_gained", "refuelled", "follow_offered", "followed", "held", "bonus_gained", "bonus_used",
    "finished", "left", "race_over", "order_missed",
)  # fmt: skip


def picture(block: Block) -> str:
    assert isinstance(block, Picture)
    return "\n".join(picture_lines(block)) + "\n"


def list_said(block: Block) -> tuple[str, ...]:
    assert isinstance(block, Lines)
    return block.lines


def try_order(position: Position, seat: str, text: str, *, whole: bool = False) -> tuple[Block, ...]:
    order = read(text)
    branches = list(fork(lambda draws: GAME.trial(position, seat, order, draws)))
    assert len(branches) == 1
    return GAME.trial_blocks(position, seat, order, branches, whole)


def test_c67_the_board_as_the_rules_draw_it() -> None:
    position = scene("X@2,4 Q@1,5")
    named = position._replace(
        cars=tuple(car._replace(mark=mark) for car, mark in zip(position.cars, "12", strict=True))
    )
    assert picture(draw_board(position.board, car_marks(named), "")) == (
        "     0         1         2\n"
        "     012345678901234567890123456789\n"
        "   0 ##############################\n"
        "   1 #....2.......................#\n"
        "   2 #...1........................#\n"
        "   3 #............................#\n"
        "   4 #............................#\n"
        "   5 ##############################\n"
    )


def test_c67_names_that_could_be_floor_are_drawn_by_their_start_position() -> None:
    position = scene("R@2,4 B@1,5 Q@3,3 t@4,4")
    assert {glyph for glyph, _ in car_marks(position).values()} == {"1", "2", "Q", "4"}


def test_ten_cars_are_the_digits_1_to_9_and_0() -> None:
    position = scene(" ".join(f"car{number}@2,{number + 1}" for number in range(10)))
    assert (
        picture(draw_board(position.board, car_marks(position), "")).split("\n")[4]
        == "   2 #1234567890..................#"
    )


def test_lines_are_arrows_on_the_spaces_that_are_track() -> None:
    board = board_of(RING)
    rows = picture(draw_board(board, {}, "", board.course_lines("round"), 3)).split("\n")
    assert rows[2 + 7] == "   7 #rg^^^r#             #vvvyr#"
    assert rows[2 + 3] == "   3 #rg....>.................yr#"


def test_a_part_of_the_board_keeps_its_numbers() -> None:
    position = scene("R@2,14")
    assert picture(draw_board(position.board, car_marks(position), "", crop=(1, 3, 8, 21))) == (
        "     0 1         2\n     89012345678901\n   1 ..............\n   2 ......1.......\n   3 ..............\n"
    )


def test_the_shift_table_has_north_on_top_and_east_on_the_right() -> None:
    assert picture(draw_table(ShiftTable(2, 1), {(1, 1): ("A", "car1"), (-2, 0): ("C", "car2")}, "")) == (
        "    W   0   E\n    2 1 0 1 2\n N1 . . . A .\n  0 C . + . .\n S1 . . . . .\n"
    )


def test_a_diamond_is_drawn_as_one() -> None:
    assert picture(draw_table(ShiftTable(2, 2, "diamond"), {}, "")) == (
        "    W   0   E\n    2 1 0 1 2\n N2     .\n N1   . . .\n  0 . . + . .\n S1   . . .\n S2     .\n"
    )


def test_the_chips_of_all_cars_and_where_the_next_may_go() -> None:
    position = scene("A@2,4/E1 C@1,5/E1 D@3,3/W2", shift_table={"x": 3, "y": 1})
    table = chips_on_table(position, "D")
    assert picture(table) == (
        "    W     0     E\n    3 2 1 0 1 2 3\n N1 o o o . . . .\n  0 o D o o % . .\n S1 o o o . . . .\n"
    )
    assert isinstance(table, Picture)
    assert table.legend == (("%", "E1: A C"), ("o", "where D may shift"))


def test_a_third_step_is_in_reach_with_the_draft_bonus() -> None:
    position = scene("A@2,4/0/-/d", drafting=True, shift_table={"x": 3, "y": 1})
    assert picture(shift_reach(position, position.car("A"), (2, 1), "")) == (
        "    W     0     E\n    3 2 1 0 1 2 3\n N1 . o o o o * .\n  0 o o o A o o o\n S1 . o o o o o .\n"
    )


def test_a_turn_is_described_and_drawn() -> None:
    position = scene("R@2,9/E2 G@3,19 B@2,8/E2", drafting=True)
    events, after = do(position, "R", "GE")
    board, told, standings, rows, table = GAME.turn_blocks(events, after)
    assert isinstance(board, Picture)
    assert board.title == "Board, round 2, B may follow R"
    assert list_said(told) == (
        "R: shifts E2 -> E3 [C17]",
        "R: drives 3 spaces to row 2 column 12 [C19]",
        "B: may follow R [C54]",
    )
    assert isinstance(standings, Grid)
    assert standings.rows[0] == ("-", "R", "0/0", "-", "2,12", "E3", "-", "")
    assert list_said(rows) == (
        "Round 2: R acted, G B to act",
        "Round 3: R G B",
        "Pool: 10 of 1, 10 of 2, 10 of 3",
        "Track: 3 or 4 cars [C9]",
    )
    assert isinstance(table, Picture)


def test_c61_the_notes_name_all_that_is_public() -> None:
    position = scene("A@2,4/E2/12/u3qkd C@1,1/E3N1/-/! D@3,3/-/-/-", drafting=True)
    grid = next(block for block in GAME.turn_blocks((), position) if isinstance(block, Grid))
    notes = {row[1]: row[-1] for row in grid.rows}
    assert notes == {
        "A": "turbo chip 3 under it, draft bonus, has refuelled",
        "C": "flipped, out for 2 slots",
        "D": "",
    }
    taken = [column.title for column in grid.columns].index("Chips from")
    assert {row[1]: row[taken] for row in grid.rows} == {"A": "row 2 column 4", "C": "-", "D": "-"}


def test_standings_and_order_of_play_tell_the_same_chips() -> None:
    position = scene("A@2,4/E2/12/u3qkd C@1,1/E3N1/-/! D@3,3/-/-/u1k")
    grid = next(block for block in GAME.turn_blocks((), position) if isinstance(block, Grid))
    at = [column.title for column in grid.columns].index("Turbo")
    told = {row[1]: row[at].replace("-", "") for row in grid.rows}
    queue = draw_race(position, "").queue
    assert queue is not None
    assert {go.piece.seat: "".join(sorted((*go.chips, *go.later))) for go in queue.goes} == told
    assert {go.piece.seat: go.later for go in queue.goes} == {"A": "3", "C": "", "D": "1"}


def test_chips_are_not_told_as_one_number_on_a_page_and_where_a_car_must_act() -> None:
    position = scene("A@2,4/E2/1233 C@1,1/E3N1/-")
    grid = next(block for block in GAME.turn_blocks((), position) if isinstance(block, Grid))
    assert "<td>1\u202f2\u202f3\u202f3</td>" in "".join(sections([grid]))
    assert "turbo chips 1 2 3 3" in GAME.awaited(position)["A"].text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_event_is_told_in_words(kind: str) -> None:
    data = {
        "turn": 4, "before": "E2", "after": "E1", "path": [[1, 2]], "value": 3, "direction": "N", "line": "east", "lines": 1,
        "of": 3, "at": [1, 2], "into": [1, 3], "shift": "E1", "slots": 2, "values": "123", "leader": "C", "passed": "D",
        "by": "C", "distance": 2, "place": 1,
    }  # fmt: skip
    assert describe(Event(kind, ("A",), data))


def test_every_kind_of_event_happens() -> None:
    happened = set()
    for setup, board, given_orders in (
        ("R@2,9/E2/1/u2 G@3,19 B@2,8/E2", DASH, ("R +1S G0", "B HOLD", "G T1")),
        ("R@2,9/E2 G@3,19 B@2,8/E2", DASH, ("R GE", "B F G0")),
        ("R@2,9/E2 G@3,19 B@2,8/E2", DASH, ("R G0", "B HOLD")),
        ("X@3,7/E4 A@2,9 B@2,8/E2/-/-", DASH, ("X G0",)),
        ("A@2,9 B@1,8/E1/-/d", DASH, ("A G0", "B G0 DN")),
        ("A@1,8/E1 B@3,1", PAINT, ("A G0 R123",)),
        ("A@1,8/N1 X@2,8/E3/-/! B@3,1", PAINT, ("A G0",)),
        ("A@1,8/N1 X@2,8/E2/-/! B@3,1", PAINT, ("A G0",)),
        ("A@2,10/E2/-/p1 B@3,3/E3", DASH, ("A G0", "B G0")),
    ):
        position = scene(setup, board, drafting=True, points=True)
        for order in given_orders:
            mark, _, text = order.partition(" ")
            events, position = do(position, mark, text)
            happened |= {event.kind for event in events}
    draws = Seeded(bytes(32))
    start = GAME.setup(board_of(RING), seats("ACD"), {}, draws)
    happened |= {event.kind for event in GAME.resolve(start, {}, draws, ()).events}
    silent = scene("A@2,4 B@3,4")
    default = GAME.default_order(silent, "A", "safe_drive")
    assert default is not None
    happened |= {event.kind for event in GAME.resolve(silent, {"A": default}, draws, ("A",)).events}
    assert happened == set(KINDS)


def test_the_headline_says_how_far_the_race_is() -> None:
    draws = Seeded(bytes(32))
    start = GAME.setup(board_of(RING), seats("ACD"), {}, draws)
    assert GAME.headline(start) == "on the grid"
    position = scene("R@2,10/E2/-/p1 B@3,3", DASH)
    assert GAME.headline(position) == "round 2, R to act"
    over = do(do(position, "R", "G0").position, "B", "G0").position
    assert GAME.headline(over) == "round 2, the race is over, R has won"
    ended = do(do(scene("R@2,4 B@3,3"), "R", "G0").position, "B", "G0").position
    assert GAME.headline(ended) == "round 2 is over"


# The dry run


def test_the_way_is_numbered_and_the_tenth_step_is_0() -> None:
    board, outcome, *_, table = try_order(scene("A@3,4/E6/123 C@4,20"), "A", "+3E GN H +1N")
    assert picture(board) == (
        "     0         1\n"
        "     012345678901234567\n"
        "   0 ##################\n"
        "   1 #............1....\n"
        "   2 #............0....\n"
        "   3 #...A123456789....\n"
        "   4 #.................\n"
        "   5 ##################\n"
    )
    assert list_said(outcome)[:4] == (
        "A: plays +3E: 3 spaces to row 3 column 7 [C33]",
        "A: shifts E6 -> E6N1 [C17]",
        "A: drives 7 spaces to row 2 column 13 [C19]",
        "A: plays +1N: 1 space to row 1 column 13 [C33]",
    )
    assert list_said(outcome)[4] == "shift now E6N1, on row 1 column 13, turbo chips 2; pool 10 of 1, 9 of 2, 10 of 3"
    assert isinstance(table, Picture)
    assert ("*", "shift now E6N1") in table.legend


def test_cars_that_are_digits_are_not_taken_for_steps() -> None:
    position = scene("R@2,4/E3 B@2,12")
    board = try_order(position, "R", "G0", whole=True)[0]
    assert picture(board).split("\n")[4] == "   2 #...@123....&" + "." * 16 + "#"
    assert isinstance(board, Picture)
    assert board.legend[:3] == (
        ("1234567890", "the way, step by step"),
        ("@", "car R at row 2 column 4"),
        ("&", "car B at row 2 column 12"),
    )
    near = try_order(position, "R", "G0")[0]
    assert isinstance(near, Picture)
    assert [meaning for glyph, meaning in near.legend if glyph == "&"] == []


def test_c9_what_is_a_wall_for_so_many_cars_is_drawn_as_one() -> None:
    board = board_of(PAINT)
    for starters, roles in ((3, "off off off"), (5, "green yellow off"), (7, "green yellow red")):
        spans = draw_board(board, {}, "", (), starters).rows[3]
        assert [role for text, role in spans for glyph in text if glyph in "gyr"] == roles.split()


def test_a_crash_is_marked_and_a_safer_axis_named() -> None:
    board, outcome, costs, sure, _ = try_order(scene("A@3,1/E3N1 C@3,4"), "A", "GEN H")
    assert "   3 #A12*" in picture(board)
    assert list_said(outcome) == (
        "A: shifts E3N1 -> E4N2 [C17]",
        "A: drives 2 spaces to row 3 column 3 [C19]",
        "A: crashes into car C at row 3 column 4 and lies on row 3 column 3, shift E4N2: out for 3 slots [C26, C28]",
        "shift now E4N2, on row 3 column 3, turbo chips none; pool 10 of 1, 10 of 2, 10 of 3",
    )
    assert list_said(costs) == ("no turbo chip, 0 left",)
    assert list_said(sure) == ("crashes: out for 3 slots", "GEN V would not crash [C31]")


def test_a_crash_off_the_map_is_drawn_as_far_as_there_is_a_map() -> None:
    open_board = "+++\n+++\n....\n....\n"
    board, outcome, *_ = try_order(scene("A@0,1/E3 C@1,0", open_board), "A", "G0")
    assert picture(board) == "     0\n     0123\n   0 .A12\n   1 C...\n"
    assert "crashes into a wall or closed space at row 0 column 4" in list_said(outcome)[1]


def test_a_missing_axis_is_shown_both_ways() -> None:
    blocks = try_order(scene("A@3,4 C@4,20"), "A", "GEN")
    titles = [block.title for block in blocks if isinstance(block, Picture)]
    assert titles == ["A: GEN H from row 3 column 4, shift 0", "A: GEN V from row 3 column 4, shift 0", "Shift table"]


def test_an_order_that_cannot_be_driven_shows_where_the_chip_may_go() -> None:
    (table,) = try_order(scene("A@3,4 C@4,20"), "A", "GEEE")
    assert isinstance(table, Picture)
    assert table.title == "Shift table"


def test_the_canonical_order_and_the_next_drive_are_said() -> None:
    board, _, _, risk, _ = try_order(scene("A@2,20/E6 C@4,1"), "A", "g=e5 v")
    assert isinstance(board, Picture)
    assert board.title == "A: GW from row 2 column 20, shift E6"
    assert list_said(risk)[-1] == "next drive, the others as now: 1 of 12 shifts avoid a crash"
    doomed = list_said(try_order(scene("A@2,20/E6 C@4,1"), "A", "G0")[3])
    assert doomed[-1] == "next drive, the others as now: every shift crashes without turbo chips"


def test_the_trial_tells_of_taking_holding_and_passing() -> None:
    (took,) = try_order(scene("A@2,4/E2 C@4,20"), "A", "T2")
    assert list_said(took) == ("A: takes a 2 on row 2 column 4 [C38]", "shift stays E2; pool 10 of 1, 9 of 2, 10 of 3")
    asked = do(scene("A@2,9/E2 D@3,19 C@2,8/E2", drafting=True), "A", "G0").position
    assert list_said(try_order(asked, "C", "HOLD")[0]) == ("C: does not follow, and keeps its slot in the row [C54]",)
    (passed,) = try_order(scene("C@4,20 A@2,4/E5/-/!"), "A", "PASS")
    assert list_said(passed) == ("A: a flipped car recovers by itself, with 3 more slots to go [C27]",)


def test_the_trial_tells_of_standing_still_and_refuelling() -> None:
    assert "A: stays where it is [C23]" in list_said(try_order(scene("A@2,4 C@4,20"), "A", "G0")[1])
    outcome = list_said(try_order(scene("A@1,8/E1 C@3,1", PAINT), "A", "G0 R333")[1])
    assert "A: refuels 3 3 3, shift E1 -> 0 [C45]" in outcome


def test_a_dry_run_ahead_of_a_cars_slot_shows_the_board_as_it_is() -> None:
    position = scene("C@4,20 A@2,4/E2")
    board, *_ = try_order(position, "A", "G0")
    assert "   2 #...A12" in picture(board)


def test_the_finish_in_a_dry_run_ends_nothing() -> None:
    outcome = list_said(try_order(scene("A@2,10/E2/-/p1 C@3,3", DASH, points=True), "A", "G0")[1])
    assert outcome == (
        "A: drives 2 spaces to row 2 column 12 [C19]",
        "A: crosses line goal: 2 of 2 [C48]",
        "shift now E2, on row 2 column 12, turbo chips none; pool 10 of 1, 10 of 2, 10 of 3",
        "over the finish, 1 space past it [C50]",
    )


def test_every_order_can_be_tried() -> None:
    position = begin(board_of(RING), "1234567", Seeded(bytes(32)), drafting=True)
    (seat,) = GAME.awaited(position)
    for order in islice(GAME.legal_orders(position, seat), 0, None, 1499):
        branches = list(fork(lambda draws, order=order: GAME.trial(position, seat, order, draws)))  # type: ignore[misc]
        for whole in (False, True):
            assert GAME.trial_blocks(position, seat, order, branches, whole)


@given(orders)
def test_any_readable_order_can_be_tried_legal_or_not(order: Order) -> None:
    position = scene("A@1,8/E5N1/12 B@3,1", PAINT, drafting=True)
    branches = list(fork(lambda draws: GAME.trial(position, "A", order, draws)))
    assert GAME.trial_blocks(position, "A", order, branches, False)


def test_the_rules_sheet_fits_a_screen_and_names_every_token() -> None:
    rows = set_lines(GAME.sheet())
    assert len(rows) < 40
    assert max(map(len, rows)) <= 120
    for token in ("GEN", "G=E4N2", "+3E", "R123", "T2", "PASS", "HOLD", "F GEE", "DN", "H V"):
        assert token in GAME.rules_sheet


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_round_whose_last_car_has_acted_is_told_in_a_whole_phrase(language: str) -> None:
    with speaking(language):
        table = open_table(folder("tracks").parent / "turns/lighthouse")
        for turn in (0, 30, 32, table.turn):
            lines = [
                line for one in turn_post(table, turn, "public").blocks if isinstance(one, Lines) for line in one.lines
            ]
            assert any(line.startswith(("Round", "Runde")) for line in lines)
            assert not [line for line in lines if line.endswith(("|", ":", ",", ";"))]
