"""`gm guide`: short guides to hand out, for a table and a forum."""

from typing import Annotated, Literal

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit_post
from gm_tools.cli.forum import MarkupOf
from gm_tools.cli.options import StageName, option
from gm_tools.cli.tables import open_stage
from gm_tools.guide import GUIDES, Chain, guide_report
from gm_tools.render import Format
from gm_tools.render.forum_posts import MARKUPS
from gm_tools.table import Table
from gm_tools.table.settings import ThreadSettings


@command(
    "gm guide player dust --forum phpbb               to be the thread's second post",
    "gm guide gm dust --forum discord",
    "gm guide board dust",
    "gm guide fair dust --lang de",
)
def guide(
    which: Annotated[
        Literal["player", "gm", "board", "fair"],
        typer.Argument(metavar=f"[{'|'.join(GUIDES)}]", help="For players, for you, for a board, on fairness."),
    ],
    table: StageName,
    forum: MarkupOf = "",
    markup: Format | None = option("--format -f", None, "Another markup than the forum's.", default=None),
) -> None:
    """Print a short guide for players or for you.

    player: how to write, try and correct an order, for the thread's second post. gm: an evening, from the saved thread
    to the next post. board: from the empty file to a track that is checked and simulated. fair: what is proven, and how
    to check it.
    """
    stage = open_stage(table)
    settings = stage.thread if isinstance(stage, Table) else ThreadSettings()
    forum = forum or (settings.profile if markup is None else "")
    report = guide_report(which, stage, forum, settings.page, Chain(bool(stage.keys), bool(stage.beacon)))
    if markup in MARKUPS:
        forum, markup = str(markup), None
    emit_post(report, forum, markup)
