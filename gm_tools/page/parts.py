"""The parts of the page that are made twice: when it is published, and in the browser.

The browser makes them of a snapshot that is dropped on the page.
"""

from __future__ import annotations

from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Grid, Lines, Picture
from gm_tools.core.i18n import _
from gm_tools.core.rules_sheet import group_entries
from gm_tools.core.sheets import SHEETS
from gm_tools.core.tuples import NamedTuple
from gm_tools.render import html
from gm_tools.render.drawing import draw, seat_marks
from gm_tools.render.drawing.layers import legend
from gm_tools.reports.base import Report, first_drawing, scene_of
from gm_tools.reports.turn import PlayedTurn, turn_report

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from gm_tools.core.game import Game
    from gm_tools.table.snapshot import Snapshot


def current_report(table: Snapshot, position: Any, viewer: str) -> Report:
    """Return the post about the last turn of a snapshot, from a position that a viewer knows more of."""
    *earlier, last = [told.events for told in table.told] or [()]
    turn = PlayedTurn(table.turn, position, last, earlier=chain.from_iterable(earlier))
    return turn_report(scene_of(table, viewer), turn)


class TextParts(NamedTuple):
    """The texts of a report, each a piece of HTML: the boards as text, the standings, and all else."""

    maps: str
    standings: str
    rest: str


def parts(report: Report, name: str = "block") -> dict[str, str]:
    """Return a report in its parts, each a piece of HTML: the drawn `board`, its `legend`, the fields of `TextParts`.

    `name` begins the names of headings, which must differ on one page.
    """
    drawing = first_drawing(report.blocks)
    title = next((block.title for block in report.blocks if isinstance(block, Picture)), "")
    board = draw(drawing._replace(legend=()), title) if drawing else ""
    return {"board": board, "legend": legend(drawing) if drawing else "", **text_parts(report, name)._asdict()}


def text_parts(report: Report, name: str = "block") -> TextParts:
    """Return the texts of a report without its drawn board, which takes longer to make than all of them.

    Lines without a heading that follow a map are about that map. The standings are the first grid about seats. What
    speaks of the post that it stands in is left out. `name` is as for `parts`.
    """
    maps: list[Block] = []
    standings: list[Block] = []
    rest: list[Block] = []
    before: Block | None = None
    for block in report.blocks:
        is_note = isinstance(block, Lines) and not block.title and isinstance(before, Picture)
        if is_note or isinstance(block, Picture):
            maps.append(block)
        elif isinstance(block, Grid) and block.seats and not standings:
            standings.append(block)
        elif block.name != "proof":
            rest.append(block)
        before = block
    return TextParts(
        _join(maps, f"{name}-map"),
        _join(standings, f"{name}-standings", maps),
        _join(rest, name, [*maps, *standings]),
    )


def log_entry(report: Report) -> dict[str, Any]:
    """Return what the log of a game says of the turn of a report: its number, its news, and what happened."""
    lines = {block.name: block.lines for block in report.blocks if isinstance(block, Lines)}
    return {"turn": report.data["turn"], "news": lines.get("summary", ()), "events": lines.get("events", ())}


def minor_titles(report: Report) -> list[str]:
    """Return the titles of the columns of the standings that are left out where there is little room."""
    grids = (block for block in report.blocks if isinstance(block, Grid) and block.seats)
    return [column.title for grid in grids for column in grid.columns if column.is_minor]


def lines_of(blocks: Iterable[Block], name: str) -> list[str]:
    """Return the lines of the blocks of prose that have a name."""
    return [line for block in blocks if isinstance(block, Lines) and block.name == name for line in block.lines]


def _join(blocks: Sequence[Block], name: str, among: Sequence[Block] = ()) -> str:
    return "\n".join(html.sections(blocks, name, among))


def seats_data(report: Report, ordered: Collection[str] = (), bots: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return the seats for the box to choose from.

    Each has its mark, its player, what is asked of it if it is awaited, and the role of its mark. `in` tells whether an
    order of the seat is in hand, that is, whether it is one of `ordered`, `bot` whether one of the `bots` plays it,
    so that nobody waits for it.
    """
    asked = {row["seat"]: row["request"] for row in report.data["awaited"]}
    roles = seat_marks(report.blocks)
    return [
        {
            **seat,
            "asked": asked.get(seat["mark"], ""),
            "in": seat["mark"] in ordered,
            "bot": seat["mark"] in bots,
            "role": roles.get(seat["mark"], ""),
        }
        for seat in report.data["seats"]
    ]


def notation(game: Game[Any, Any, Any]) -> str:
    """Return how orders of a game are written, as HTML."""
    title = escape(_("Order sheets, in every game"))
    return "\n".join((_set_sheet(game.sheet()), f"<h3>{title}</h3>", _set_sheet(_(SHEETS))))


def _set_sheet(sheet: str) -> str:
    """Return a rules sheet as HTML that flows: sentences, and lists of what is explained."""
    pieces = []
    for entries in group_entries(sheet):
        if entries[0].name:
            pairs = (f"<dt>{escape(name)}</dt><dd>{escape(meaning)}</dd>" for name, meaning in entries)
            pieces.append(f"<dl>{''.join(pairs)}</dl>")
        else:
            pieces += [f"<p>{escape(meaning)}</p>" for _name, meaning in entries]
    return "\n".join(pieces)


def guide(report: Report) -> str:
    """Return a guide as HTML, folded: its title is what opens it."""
    name = f"guide-{report.data['guide']}"
    sections = _join(report.blocks, name)
    return f'<details id="{name}"><summary>{escape(report.title)}</summary>\n{sections}\n</details>'
