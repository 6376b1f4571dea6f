"""What reports look like on the desk.

They have the same sections and drawings as everywhere, with their styles in a file of their own.
"""

from __future__ import annotations

from markupsafe import Markup

from gm_tools.core.blocks import Lines, Picture
from gm_tools.render.drawing import STYLE, draw, seat_marks
from gm_tools.render.drawing.layers import draw_sample
from gm_tools.render.html import role_rules, sections
from gm_tools.render.text_colours import DARK, LIGHT
from gm_tools.reports.base import Report

_WIDEST = 400  # columns of a map of text


def report_sections(report: Report) -> Markup:
    """Return the blocks of a report as sections of a page, boards drawn."""
    return Markup("\n".join(sections(report.blocks, drawn=True)))  # noqa: S704  (sections escape what they show)


def post_sections(report: Report) -> Markup:
    """Return a report as its post shows it, boards as text.

    It may stand beside the report, whose landmarks it must not have again.
    """
    shown = "\n".join(sections(report.blocks, "post"))
    return Markup(shown.replace('role="region"', 'role="group"'))  # noqa: S704


def news_of(report: Report) -> tuple[str, ...]:
    """Return what a turn came to, in few lines: the report's summary, or who has won; nothing if it says neither."""
    summary, result = report.find("summary"), report.find("result")
    if isinstance(summary, Lines):
        return summary.lines
    return result.lines[:1] if isinstance(result, Lines) else ()


def board(picture: Picture | None, wide: int = 1200) -> Markup:
    """Return a picture's board as an element of a page; nothing for a picture that is not there or not drawn."""
    if picture is None or picture.drawing is None:
        return Markup()
    return Markup(draw(picture.drawing, picture.title, wide))  # noqa: S704  (draw escapes the few words in it)


def draw_tile(role: str) -> Markup:
    """Return a tile that shows what a role of a drawing looks like, as an element of a page."""
    return Markup(draw_sample(role))  # noqa: S704  (a role is a word of ours)


def mark_class(picture: Picture | None, seat: str) -> str:
    """Return the class of a seat's mark, in the colour that its piece has on a board."""
    return seat_marks([picture]).get(seat, "") if picture is not None else ""


def board_style() -> str:
    """Return the style sheet of boards, drawn and of text."""
    widths = "".join(f'[data-columns="{width}"]{{--columns:{width}}}' for width in range(20, _WIDEST))
    dark = "".join(role_rules(DARK))
    return "".join(role_rules(LIGHT)) + f"@media (prefers-color-scheme:dark){{{dark}}}" + STYLE + widths
