"""What `gm games` and `gm rules` show: the games there are, the notation and the options of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.game import Game
from gm_tools.core.i18n import _
from gm_tools.core.rules_sheet import set_lines
from gm_tools.core.sheets import SHEETS
from gm_tools.reports.base import Report, text_grid


def games_report(games: Sequence[Game[Any, Any, Any]]) -> Report:
    """Return a list of games. Data: `games` (name, title, rules_version, seat_marks, options)."""
    columns = (Column(_("Game")), Column(_("Title")), Column(_("Rules"), right=True), Column(_("Marks of seats")))
    rows = tuple((game.name, _(game.title), str(game.version), _(game.seat_marks)) for game in games)
    data = [
        {
            "name": game.name,
            "title": _(game.title),
            "rules_version": game.version,
            "seat_marks": _(game.seat_marks),
            "options": _options_data(game),
        }
        for game in games
    ]
    return Report("games", _("Games"), (Grid("", columns, rows),), {"games": data})


def rules_report(game: Game[Any, Any, Any], *, options: bool = False) -> Report:
    """Return a game's notation, or with `options` what can be chosen for a table.

    Data: `game`, `rules_version`, `seat_extra`, `sheet` and `options` (name, default, allowed, rule, help).
    """
    lines = set_lines(game.sheet())
    blocks: tuple[Block, ...] = (Lines("", lines), Lines(_("Order sheets, in every game"), set_lines(_(SHEETS))))
    if options:
        titles = (_("Option"), _("Default"), _("Allowed"), _("Rule"), _("What it does"))
        rows = (
            (option.name, format_default(option.default), option.values(), option.rule, _(option.help))
            for option in game.options
        )
        blocks = (text_grid(titles, rows),)
    data = {
        "game": game.name,
        "rules_version": game.version,
        "seat_extra": _(game.seat_extra),
        "sheet": "\n".join([*lines, ""]),
        "options": _options_data(game),
    }
    return Report("rules", _(game.title), blocks, data)


def _options_data(game: Game[Any, Any, Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": option.name,
            "default": option.default,
            "allowed": option.values(),
            "rule": option.rule,
            "help": _(option.help),
        }
        for option in game.options
    ]


def format_default(default: Any) -> str:
    """Return a default as it would be typed, empty where there is none."""
    from json import dumps  # which a start without --options need not pay for

    return "" if default is None else default if isinstance(default, str) else dumps(default)
