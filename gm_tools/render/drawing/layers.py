"""What a page lays over a board that it shows already: an order's path with its ends.

The legend beside the board is made here, too.
"""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot

from gm_tools.core.drawing import Drawing, Point
from gm_tools.core.i18n import _
from gm_tools.render.drawing.board import draw_layers
from gm_tools.render.drawing.elements import escape
from gm_tools.render.drawing.legend import sample
from gm_tools.render.drawing.meanings import MARKS, TRIED, explain_marks, list_marks
from gm_tools.render.drawing.surfaces import ON_SQUARE, late_letters

_FINE = 8  # parts of a step of a way, each shorter than a letter
_CLEAR = 0.9  # tiles round the middle of the piece that an order moves, which leaves its letter free


def overlay(drawing: Drawing) -> str:
    """Return what stands on a board and changes with an order: pieces, path and ends, without the ground, which stays.

    The overlay is in the board's own units; a page puts it into the group of the board (`data-board` names its margin).
    `data-marks` names the marks on it, which `table_of_marks` explains.
    """
    squares = [] if drawing.has_rulers else [part for part in drawing.shapes if len(part.points) > 2]
    if drawing.steps:  # on a short square the letter that stands aside would lie on that of the piece
        squares = [part for part in squares if part.aside is None or dist(part.aside, drawing.steps[-1]) > _CLEAR]
    lettered = late_letters(squares, _free_steps(drawing), _points_along(drawing))
    bare = drawing._replace(shapes=(), gates=(), labels=(), trails=(), targets=(), legend=(), props=(), window=None)
    marks = f'<g data-marks="{" ".join(list_marks(bare._replace(areas=())))}"/>'
    return "".join((marks, *draw_layers(bare, is_laid=True), *lettered))


def _free_steps(drawing: Drawing) -> list[Point]:
    """Return the steps of an order that hide letters: where a piece stands the board shows the letter aside already."""
    pieces = [one.at for one in drawing.pieces]
    return [at for at in drawing.steps if all(hypot(at[0] - x, at[1] - y) > ON_SQUARE for x, y in pieces)]


def _points_along(drawing: Drawing) -> list[Point]:
    """Return points of the ways of an order, near enough to each other that none of them misses a letter between."""
    legs = [leg for way in (drawing.steps, *drawing.more) for leg in pairwise(way)]
    legs += [(one.at, ghost.at) for ghost in drawing.put for one in drawing.pieces if one.seat == ghost.seat]
    return [(x + (u - x) * k / _FINE, y + (v - y) * k / _FINE) for (x, y), (u, v) in legs for k in range(_FINE + 1)]


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
