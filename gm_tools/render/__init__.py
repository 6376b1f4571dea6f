"""Reports as text and as pictures: for a terminal, as plain text, for forums and for programs (JSON).

Nothing here knows the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from gm_tools.reports.base import Report

Format = Literal["terminal", "text", "bbcode", "markdown", "html", "svg", "json"]
FORMATS = get_args(Format)
FileFormat = Literal[Format, "png"]  # what a report can be printed as, letters or not


def render_file(report: Report, markup: str) -> bytes:
    """Return a report in one of `FORMATS` or as `png`, as the bytes of a file.

    Raises InputError without the extra `png`.
    """
    if markup == "png":
        from gm_tools.render import png

        return png.render(report)
    return render(report, markup).encode()


def render(report: Report, markup: str) -> str:
    """Return a report in one of `FORMATS`, ending with a line feed; `terminal` comes with ANSI colours.

    Each renderer is imported when it is asked for: only `terminal` costs the import of rich.
    """
    from importlib import import_module

    if markup in {"bbcode", "markdown"}:
        from gm_tools.render import forum_posts

        return forum_posts.render(report, markup)
    text: str = import_module(f"gm_tools.render.{markup}").render(report)
    return text
