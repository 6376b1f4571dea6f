"""The parts of the page that are made twice: when it is published, and in the browser, of a snapshot that is dropped on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.blocks import Lines, Picture
from gm_tools.render import html

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gm_tools.core.blocks import Block
    from gm_tools.core.game import Game
    from gm_tools.report import Report, Scene


class Parts(NamedTuple):
    """A report in two parts, each a piece of HTML: the maps, which stand above the order box, and all else."""

    maps: str
    rest: str


def parts(report: Report, name: str = "block") -> Parts:
    """Return a report in its parts; `name` begins the names of headings, which differ on one page."""
    maps = [block for block in report.blocks if isinstance(block, Picture)]
    rest = [block for block in report.blocks if not isinstance(block, Picture)]
    return Parts(_joined(maps, f"{name}-map"), _joined(rest, name, maps))


def _joined(blocks: Sequence[Block], name: str, among: Sequence[Block] = ()) -> str:
    return "\n".join(html.sections(blocks, name, among))


def seats_data(scene: Scene, awaited: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the seats for the box to choose from: mark, player, and what is asked of those that are awaited."""
    return [
        {
            "mark": seat.mark,
            "player": seat.player,
            "asked": awaited[seat.mark].text if seat.mark in awaited else "",
        }
        for seat in scene.seats
    ]


def notation(game: Game[Any, Any, Any], more: Iterable[Lines] = ()) -> str:
    """Return how orders of a game are written, as HTML."""
    sheet = Lines("", tuple(game.rules_sheet.rstrip("\n").split("\n")))
    return "\n".join(html.sections((sheet, *more), "sheet"))
