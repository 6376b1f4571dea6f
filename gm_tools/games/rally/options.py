"""The options of a Vector Rally, and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_tools.core.game_options import choice, whole_number
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.rally.board import MOST_LAPS, Board


class Settings(NamedTuple):
    """The options of a race."""

    laps: int = 1
    crash: str = "stop"
    lost_turns: int = 1
    corners: str = "touch"
    meeting: str = "bump"
    surfaces: bool = True
    grid: str = "order"
    missing_orders: str = "wait"


OPTIONS = (
    whole_number("laps", 1, 1, MOST_LAPS, "V4.3", N_("laps to drive; default: the track's")),
    choice(
        "crash",
        ("stop", "back", "out"),
        "V5.1",
        N_("a car that leaves the road stops at its edge, goes back to where its move began, or is out"),
    ),
    whole_number("lost_turns", 1, 0, 9, "V5.2", N_("turns that a car sits out after it was stopped at the edge")),
    choice(
        "corners",
        ("touch", "slip", "clear"),
        "V3.3",
        N_("a line may touch the corner of a square off the road, even slip between two, or must keep clear"),
    ),
    choice(
        "meeting",
        ("bump", "pass", "back"),
        "V6.1",
        N_("cars that end a turn on one square lose their velocity, do not matter, or go back"),
    ),
    choice("surfaces", (True, False), "V7.3", N_("gravel and slick have their effects; false: they count as road")),
    choice("grid", ("order", "draw"), "V1.4", N_("start squares in the order of the seats, or drawn")),
    choice(
        "missing_orders", ("wait", "coast", "brake"), "V2.6", N_("what a car without an order does at the deadline")
    ),
)


def settle(given: Mapping[str, Any], board: Board) -> Settings:
    """Return the settings of a race: the options given, and the laps of the track.

    Raises InputError if it cannot have so many laps.
    """
    settings = Settings(**{"laps": board.laps, **given})
    if settings.laps > 1 and len(board.gates) == 1:
        message = _("found {value}, but the track has no checkpoint [V1.3]", value=settings.laps)
        raise InputError(message, key="laps", allowed="1")
    return settings
