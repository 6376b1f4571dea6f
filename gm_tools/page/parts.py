"""The parts of the page that are made twice: when it is published, and in the browser, of a snapshot that is dropped on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.blocks import Grid, Lines, Picture
from gm_tools.core.i18n import _
from gm_tools.core.sheets import SHEETS
from gm_tools.render import html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.core.game import Game
    from gm_tools.reports.report import Report


class ReportParts(NamedTuple):
    """A report in two parts, each a piece of HTML: the maps, which stand beside the order box, and all else."""

    maps: str
    rest: str


def parts(report: Report, name: str = "block") -> ReportParts:
    """Return a report in its parts; `name` begins the names of headings, which differ on one page.

    What stands under a map without a heading of its own is about that map. Of the rest of a turn, standings come first.
    """
    maps: list[Block] = []
    rest: list[Block] = []
    before: Block | None = None
    for block in report.blocks:
        is_note = isinstance(block, Lines) and not block.title and isinstance(before, Picture)
        (maps if is_note or isinstance(block, Picture) else rest).append(block)
        before = block
    if report.kind == "turn":
        rest.sort(key=lambda block: not isinstance(block, Grid))
    return ReportParts(_joined(maps, f"{name}-map"), _joined(rest, name, maps))


def _joined(blocks: Sequence[Block], name: str, among: Sequence[Block] = ()) -> str:
    return "\n".join(html.sections(blocks, name, among))


def seats_data(report: Report) -> list[dict[str, Any]]:
    """Return the seats for the box to choose from: mark, player, and what is asked of those that are awaited."""
    asked = {row["seat"]: row["request"] for row in report.data["awaited"]}
    return [{**seat, "asked": asked.get(seat["mark"], "")} for seat in report.data["seats"]]


def notation(game: Game[Any, Any, Any]) -> str:
    """Return how orders of a game are written, as HTML."""
    sheet = Lines("", tuple(_(game.rules_sheet).rstrip("\n").split("\n")))
    sheets = Lines(_("Order sheets, in every game"), tuple(_(SHEETS).split("\n")))
    return _joined((sheet, sheets), "sheet")
