"""What a page lays over a board that it shows already: an order's path with its ends.

The legend beside the board is made here, too.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.render.drawing.board import draw_layers
from gm_tools.render.drawing.elements import escape
from gm_tools.render.drawing.legend import sample
from gm_tools.render.drawing.meanings import MARKS, TRIED, explain_marks, list_marks
from gm_tools.render.drawing.surfaces import ON_SQUARE, late_letters

if TYPE_CHECKING:
    from gm_tools.core.drawing import Drawing, Point


def overlay(drawing: Drawing) -> str:
    """Return what stands on a board and changes with an order: pieces, path and ends, without the ground, which stays.

    The overlay is in the board's own units; a page puts it into the group of the board (`data-board` names its margin).
    `data-marks` names the marks on it, which `table_of_marks` explains.
    """
    lettered = late_letters(drawing.shapes, _free_steps(drawing)) if not drawing.has_rulers else ()
    bare = drawing._replace(
        areas=(), shapes=(), gates=(), labels=(), trails=(), targets=(), legend=(), props=(), window=None
    )
    marks = f'<g data-marks="{" ".join(list_marks(bare))}"/>'
    return "".join((marks, *draw_layers(bare), *lettered))


def _free_steps(drawing: Drawing) -> list[Point]:
    """Return the steps of an order that hide letters: where a piece stands the board shows the letter aside already."""
    pieces = [one.at for one in drawing.pieces]
    return [at for at in drawing.steps if all(hypot(at[0] - x, at[1] - y) > ON_SQUARE for x, y in pieces)]


def draw_sample(role: str) -> str:
    """Return a tile that shows what a role looks like, as an element of a page."""
    return _tile(sample(role))


def _tile(drawn: str) -> str:
    return f'<svg class="drawn" viewBox="-.1 -.1 1.2 1.2" aria-hidden="true"><g text-anchor="middle">{drawn}</g></svg>'


def legend(drawing: Drawing) -> str:
    """Return what the signs and marks of a board mean, as a list for a page; nothing is said twice."""
    items: dict[str, str] = {}
    for role, name in drawing.legend:
        items.setdefault(name, _item(role, sample(role), name))
    for mark in explain_marks(drawing):
        items.setdefault(_(mark.meaning), _item(mark.role, mark.look(), _(mark.meaning)))
    return f'<ul class="signs">{"".join(items.values())}</ul>' if items else ""


def table_of_marks() -> dict[str, str]:
    """Return what each mark that an order may draw on a board means, by its role.

    The meanings are items of the list that `legend` returns.
    """
    return {mark.role: _item(mark.role, mark.look(), _(mark.meaning)) for mark in (*TRIED, *MARKS)}


def _item(role: str, drawn: str, name: str) -> str:
    return f'<li data-role="{role}">{_tile(drawn)}{escape(name)}</li>'
