"""The options of a Nascar race, its editions, and its settings (N15, N18)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gm_tools.core.game_options import Option, choice, is_count, whole_number
from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from gm_tools.games.nascar.board import Board

SPECIALS = ("turbo", "swaybars", "performance")
Figure = int | str  # a speed entry may be "stop" (N15)
LOWEST_MAX_SPEED = 6  # N1.4
MOST_SPACES = 3  # off the track that count (N6.2)


def times_cards(special: str) -> int:
    """Return by how much a special multiplies the WC on the grid and those from the pits (N4.3)."""
    return 2 if special == "performance" else 1


class Settings(NamedTuple):
    """The options of a race, filled in from edition and track (N15). The defaults are the tenth edition."""

    edition: str = "x"
    laps: int = 3
    start_speed: int = 6
    start_max_speed: int = 12
    start_wild_cards: int = 8
    start_behind_line: bool = True
    specials: tuple[str, ...] = SPECIALS
    unmarked_wild_cards: str = "reject"
    slipstream_over_max: bool = False
    slipstream_gap: int = 0
    slipstream_after_crash: bool = True
    wild_card_limit: bool = True
    finish_in_pits: bool = False
    sand_density: float = 0.4
    off_track_penalties: tuple[tuple[Figure, int], ...] = ((3, 2), (6, 4), (9, 8))
    oil_penalty: tuple[Figure, ...] = (4, 3)
    crash_penalty: tuple[Figure, int] = (1, 1)
    missing_orders: str = "wait"
    grid: str = "order"


DEFAULTS = Settings()

# N18: what is known to differ from the tenth edition. What is not known of an edition is as in the tenth.
EDITIONS: Mapping[str, Mapping[str, Any]] = {
    "x": {},
    "xii": {"slipstream_over_max": True, "laps": 4},  # its penalties are not known
    "ix": {"start_wild_cards": 6, "laps": 3},  # its penalties are not known
    "vi": {"wild_card_limit": False, "slipstream_after_crash": False, "unmarked_wild_cards": "charge"},
    "v": {
        "off_track_penalties": ((2, 0), (3, 0), ("stop", 0)),
        "oil_penalty": (),
        "crash_penalty": (3, 0),
        "slipstream_after_crash": False,
        "unmarked_wild_cards": "charge",
    },
    "iii": {"start_speed": 6, "start_wild_cards": 4, "slipstream_gap": 1, "unmarked_wild_cards": "charge"},
}


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and (value[0] == "stop" or is_count(value[0]))
        and is_count(value[1])
    )


OPTIONS = (
    choice("edition", tuple(EDITIONS), "N18", N_("preset of the options below")),
    whole_number("laps", DEFAULTS.laps, 1, 99, "N1.1", N_("full rounds to drive; default: the track's")),
    whole_number("start_speed", DEFAULTS.start_speed, 0, 99, "N1.3", N_("speed on the grid; default: the track's")),
    whole_number(
        "start_max_speed", DEFAULTS.start_max_speed, LOWEST_MAX_SPEED, 99, "N1.3", N_("max speed on the grid")
    ),
    whole_number(
        "start_wild_cards",
        DEFAULTS.start_wild_cards,
        0,
        99,
        "N1.3",
        N_("wild cards on the grid; the performance package doubles them"),
    ),
    choice(
        "start_behind_line",
        (True, False),
        "N13.1",
        N_("the grid lies behind the line: the first crossing opens lap 1"),
    ),
    Option(
        "specials",
        DEFAULTS.specials,
        N_("a list of turbo, swaybars, performance"),
        lambda v: isinstance(v, list | tuple) and all(item in SPECIALS for item in v),
        "N4",
        N_("specials that may be chosen"),
    ),
    choice(
        "unmarked_wild_cards", ("reject", "charge"), "N3.4", N_("missing +1 marks: refuse the order, or charge them")
    ),
    choice("slipstream_over_max", (False, True), "N11.2", N_("S may exceed max speed for the turn")),
    choice("slipstream_gap", (0, 1), "N15", N_("free tiles allowed between a car and the one it follows")),
    choice("slipstream_after_crash", (True, False), "N18", N_("a car that crashed last turn may use S")),
    choice(
        "wild_card_limit", (True, False), "N15", N_("at most two A, B, L, R a turn; false: every further one is paid")
    ),
    choice("finish_in_pits", (False, True), "N12.8", N_("a car may finish by crossing the line inside the pits")),
    Option(
        "sand_density",
        DEFAULTS.sand_density,
        N_("a number from 0 to 1"),
        lambda v: isinstance(v, int | float) and not isinstance(v, bool) and 0 <= v <= 1,
        "N7.6",
        N_("share of bags in the sand alley; default: the track's"),
    ),
    Option(
        "off_track_penalties",
        DEFAULTS.off_track_penalties,
        N_('three pairs [speed, max speed] for 1, 2, 3 tiles; a speed may be "stop"'),
        lambda v: isinstance(v, list | tuple) and len(v) == MOST_SPACES and all(map(_is_pair, v)),
        "N6.3",
        N_("what leaving the track costs"),
    ),
    Option(
        "oil_penalty",
        DEFAULTS.oil_penalty,
        N_("a pair [speed, max speed], or [] for none of its own"),
        lambda v: isinstance(v, list | tuple) and (len(v) == 0 or _is_pair(v)),
        "N6.4",
        N_("what 2 or 3 tiles cost after oil"),
    ),
    Option(
        "crash_penalty",
        DEFAULTS.crash_penalty,
        N_("a pair [speed, max speed]"),
        _is_pair,
        "N10.1",
        N_("what a crash costs"),
    ),
    choice(
        "missing_orders", ("wait", "straight", "brake"), "N15", N_("what a car without an order does at the deadline")
    ),
    choice("grid", ("order", "draw"), "N15", N_("start slots in the order of the seats, or drawn")),
)


def settle(given: Mapping[str, Any], board: "Board") -> Settings:
    """Return the settings of a race.

    Each is the option given, else the edition's, else the track's, else the tenth edition's.
    """
    edition = given.get("edition", "x")
    track = {"laps": board.laps, "start_speed": board.start_speed, "sand_density": board.sand_density}
    return written_settings({**track, **EDITIONS[edition], **given})


def written_settings(plain: Mapping[str, Any]) -> Settings:
    """Return the settings that a written position says, lists as tuples."""
    return Settings(**{key: _freeze(value) for key, value in plain.items()})


def _freeze(value: Any) -> Any:
    return tuple(map(_freeze, value)) if isinstance(value, list | tuple) else value
