"""What the marks on a board mean that show what moved, who acts and what a tried order would do.

These marks are the same in all games, so no game's legend has to name them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gm_tools.core.drawing import TARGET_NAMES, Arrow, Drawing, Landing, Piece, Target, Trail
from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.drawing.arrows import arrow
from gm_tools.render.drawing.legend import sample
from gm_tools.render.drawing.markers import crash, piece
from gm_tools.render.drawing.ways import steps, target, trail


class Mark(NamedTuple):
    """A kind of mark: its role in legends, what it means, whether it is on a board, and how it looks in a tile."""

    role: str
    meaning: str
    is_on: Callable[[Drawing], bool]
    look: Callable[[], str]


_LINE = ((0.1, 0.8), (0.9, 0.2))


def _way(*, put: bool) -> str:
    return "".join(trail(Trail(0, _LINE, "orange", put=put), 1))


def _star() -> str:
    return f'<g transform="translate(.25 .25) scale(.5)">{crash((0, 0), 1)}</g>'


def _arrow(role: str) -> str:
    """Return an arrow in a tile; those of boards are several tiles long."""
    return f'<g transform="scale(.33)">{"".join(arrow(Arrow(role, (0, 2.6), (2.8, 0.4), 0, "blue")))}</g>'


def _piece(state: str = "", *, is_next: bool = False) -> str:
    drawn = piece(Piece("", 0, (0.5, 0.5), colour="green", state=state, is_next=is_next), 0.5)
    return drawn.replace(' class="piece"', "")


def _has_state(state: str) -> Callable[[Drawing], bool]:
    return lambda drawing: any(one.state == state for one in drawing.pieces)


def _has_arrow(role: str) -> Callable[[Drawing], bool]:
    return lambda drawing: any(one.role == role for one in drawing.arrows)


MARKS = (
    Mark(
        "way",
        N_("way of the last move"),
        lambda drawing: any(not (one.put or one.is_pointed) for one in drawing.trails),
        lambda: _way(put=False),
    ),
    Mark("put", N_("was put there"), lambda drawing: any(one.put for one in drawing.trails), lambda: _way(put=True)),
    Mark(
        "began",
        N_("last move: where it began"),
        lambda drawing: any(one.is_pointed for one in drawing.trails),
        lambda: sample("began"),
    ),
    Mark("star", N_("crash in the last turn"), lambda drawing: bool(drawing.crashes), _star),
    Mark("shift", N_("where its shift leads"), _has_arrow("shift"), lambda: _arrow("shift")),
    Mark("turn", N_("who must act"), _has_arrow("turn"), lambda: _arrow("turn")),
    Mark("flow", N_("direction of play"), _has_arrow("flow"), lambda: _arrow("flow")),
    Mark("flipped", N_("on its roof"), _has_state("flipped"), lambda: _piece("flipped")),
    Mark("fresh", N_("fresh: may not go home yet"), _has_state("fresh"), lambda: sample("fresh")),
    Mark("locked", N_("home for good"), _has_state("locked"), lambda: sample("locked")),
    Mark(
        "acts",
        N_("acts now"),
        lambda drawing: any(one.is_next for one in drawing.pieces),
        lambda: _piece(is_next=True),
    ),
    Mark("end", N_("ends here by chance"), lambda drawing: len(drawing.landings) > 1, lambda: sample("end")),
)


def _draw_tried(*, is_refused: bool = False, is_chance: bool = False) -> str:
    """Return the path of an order in a tile: surely, by chance, or as one that is not legal."""
    drawing = Drawing(1, 1, has_rulers=True, is_refused=is_refused)
    if is_chance:
        return "".join(steps(drawing._replace(landings=(Landing(_LINE[1], 0.5, way=_LINE),))))
    return "".join(steps(drawing._replace(steps=_LINE)))


def _cross(role: str) -> str:
    return "".join(target(Target((0.5, 0.5), "", role)))


def _ends_in(role: str) -> Callable[[Drawing], bool]:
    return lambda drawing: not drawing.is_refused and any(one.role == role for one in drawing.landings)


# What an order that is tried draws, while it stands in the box
TRIED = (
    Mark(
        "path",
        N_("way of the order"),
        lambda drawing: not drawing.is_refused and any(len(way) > 1 for way in (drawing.steps, *drawing.more)),
        _draw_tried,
    ),
    Mark(
        "refused",
        N_("order that is not legal"),
        lambda drawing: drawing.is_refused and any(len(way) > 1 for way in (drawing.steps, *drawing.more)),
        lambda: _draw_tried(is_refused=True),
    ),
    Mark(
        "branch",
        N_("where chance may lead"),
        lambda drawing: not drawing.is_refused and any(len(one.way) > 1 and one.chance < 1 for one in drawing.landings),
        lambda: _draw_tried(is_chance=True),
    ),
    Mark("off_end", N_("leaves the track"), _ends_in("off"), lambda: _cross("off")),
    Mark("crash_end", TARGET_NAMES["crash"], _ends_in("crash"), lambda: _cross("crash")),
)


def list_marks(drawing: Drawing) -> list[str]:
    """Return the roles of the marks that an order draws on a board; who acts is shown without it."""
    left_out = ("acts", "end") if drawing.is_refused else ("acts",)
    return [mark.role for mark in (*TRIED, *MARKS) if mark.is_on(drawing) and mark.role not in left_out]


def explain_marks(drawing: Drawing) -> Iterator[Mark]:
    """Yield the marks that are on a board and not in its legend."""
    named = {role for role, _name in drawing.legend}
    for mark in MARKS:
        if mark.role not in named and mark.is_on(drawing):
            yield mark
