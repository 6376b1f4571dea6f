"""The options of a race of Monza, and its settings."""

from __future__ import annotations

from gm_tools.core.game_options import choice
from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple

OPTIONS = (
    choice(
        "extra_step", (False, True), "Z31", N_("the variation: the car of the colour used last may move one square")
    ),
    choice(
        "obligation",
        ("most", "stuck"),
        "Z20",
        N_("how far a car must drive: as far as possible, or until nothing fits"),
    ),
    choice(
        "last_round", ("finish", "one_more"), "Z26", N_("after the first arrival: play the round out, or one turn each")
    ),
    choice("starter", ("first", "draw"), "Z5", N_("who begins: the first seat, or one drawn; seats sit clockwise")),
    choice("missing_orders", ("wait", "drive_on"), "Z40", N_("what a silent player's car does at the deadline")),
)


class Settings(NamedTuple):
    """The options of a race."""

    extra_step: bool = False
    obligation: str = "most"
    last_round: str = "finish"
    starter: str = "first"
    missing_orders: str = "wait"
