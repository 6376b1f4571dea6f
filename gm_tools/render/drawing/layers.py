"""What a page lays over a board that it shows already: an order's path with its ends; and the legend beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_tools.render.drawing import draw_layers, sample
from gm_tools.render.drawing.elements import escape

if TYPE_CHECKING:
    from gm_tools.core.drawing import Drawing


def overlay(drawing: Drawing) -> str:
    """Return what stands on a board and changes with an order: pieces, path, ends. The ground, which stays, is left out.

    It is in the board's own units; a page puts it into the group of the board (`data-board` names its margin).
    """
    bare = drawing._replace(
        areas=(), shapes=(), gates=(), labels=(), trails=(), targets=(), legend=(), props=(), window=None
    )
    return "".join(draw_layers(bare))


def draw_sample(role: str) -> str:
    """Return a tile that shows what a role looks like, as an element of a page."""
    return f'<svg class="drawn" viewBox="-.1 -.1 1.2 1.2" aria-hidden="true"><g text-anchor="middle">{sample(role)}</g></svg>'


def legend(drawing: Drawing) -> str:
    """Return what the signs of a board mean, as a list for a page."""
    items = [f"<li>{draw_sample(role)}{escape(name)}</li>" for role, name in drawing.legend]
    return f'<ul class="signs">{"".join(items)}</ul>' if items else ""
