"""The options of a race of Tacara, and its settings (section 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_tools.core.game_options import Option, choice, is_count
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.board import Board
from gm_tools.games.tacara.shift import LARGEST, SHAPES, ShiftTable, load_table

POINTS = (10, 6, 4, 3, 2, 1)  # C59


class Settings(NamedTuple):
    """The options of a race (section 16), filled in from its board."""

    course: str = ""
    drafting: bool = False
    points: bool = False
    points_table: tuple[int, ...] = POINTS
    first_turn: str = "grid"
    shift_table: ShiftTable = ShiftTable()


def _is_table(value: Any) -> bool:
    if value is None or value in SHAPES:
        return True
    if not isinstance(value, dict):
        return False
    try:
        load_table(value)
    except InputError:
        return False
    return True


OPTIONS = (
    Option(
        "course",
        "",
        N_("the name of a course of the board"),
        lambda v: isinstance(v, str),
        "C3",
        N_("course to race; default: the board's first"),
    ),
    choice("drafting", (False, True), "C54", N_("follow the car directly in front, slipstream bonus")),
    choice("points", (False, True), "C60", N_("race on for points after the winner's round")),
    Option(
        "points_table",
        list(POINTS),
        N_("a list of whole numbers, the winner's first"),
        lambda v: isinstance(v, list | tuple) and all(map(is_count, v)),
        "C59",
        N_("points for the places"),
    ),
    choice(
        "first_turn", ("grid", "draw"), "C7", N_("round 1 in the order of start positions, or of a row drawn for it")
    ),
    choice(
        "missing_orders",
        ("wait", "safe_drive"),
        "C58",
        N_("wait for missing orders, or drive on as safely as possible"),
    ),
    Option(
        "shift_table",
        None,
        N_('square, diamond, or {{ x = 6, y = 6, shape = "square" }} with x and y from 1 to {}'),
        _is_table,
        "C16",
        N_("another shift table than the board's"),
        (LARGEST,),
    ),
)


def settle(options: Mapping[str, Any], board: Board) -> Settings:
    """Return the settings of a race: the options given, the rest as the board says."""
    course = options.get("course") or next(iter(board.courses), "")
    if course and course not in board.courses:
        message = _("the board has no course {course!r}", course=course)
        raise InputError(message, key="course", allowed=", ".join(board.courses) or _("none"))
    table = options.get("shift_table") or {}
    if isinstance(table, str):
        table = {"shape": table}
    given = Settings(**{key: options[key] for key in Settings._fields if key in options})
    points = tuple(given.points_table)
    return given._replace(course=course, points_table=points, shift_table=load_table(table, board.table))
