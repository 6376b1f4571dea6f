"""Posts as the desk shows and copies them, as `gm report --forum` does.

They are in the markup of the table's forum and in the table's own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.forum_posts import posts
from gm_tools.render.forums import FORUMS
from gm_tools.render.template import Template
from gm_tools.reports.turn_post import post_of
from gm_tools.table import Refused, resolve_turn
from gm_tools.table.beacon import WaitForBeacon
from gm_tools.table.files import read_text
from gm_tools.table.preferences import read_preferences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from markupsafe import Markup

    from gm_tools.desk.evening import Evening
    from gm_tools.reports.base import Report
    from gm_tools.table import Table

_USUAL_FORUM = "phpbb"  # of a table that does not say where it is played


def forum_of(evening: Evening, table: Table, asked: str = "") -> str:
    """Return the forum that posts are written for: the one just asked for, the one asked for before, the table's."""
    evening.forum = asked if asked in FORUMS else evening.forum
    forum = evening.forum or table.thread.profile
    return forum if forum in FORUMS else _USUAL_FORUM


def write_posts(evening: Evening, table: Table, report: Report, forum: str) -> tuple[str, ...]:
    """Return a report as the posts to copy; raise InputError if the table's template cannot be read."""
    file = read_preferences(table.path).template
    template = Template(file, read_text(evening.place.folder / file)) if file else None
    return posts(report, forum, template)


class PostTexts(NamedTuple):
    """A post to copy: its `texts`, and the game master's `changes` in it as parts of a page.

    `lost` are changes that have no place any more, since the post itself has changed.
    """

    texts: tuple[str, ...]
    changes: tuple[Markup, ...] = ()
    lost: tuple[str, ...] = ()


def reword(evening: Evening, turn: int, forum: str, texts: tuple[str, ...]) -> PostTexts:
    """Return the post of a turn in the words that the game master wants."""
    found = evening.words.get((turn, forum))
    if found is None:
        return PostTexts(texts)
    done, lost = found.apply(texts)
    return PostTexts(done, tuple(found.mark()), tuple(lost))


def preview_post(table: Table, policy: str) -> Report | None:
    """Return the post that the next turn would have, None if nobody can know it yet. Writes nothing."""
    try:
        resolved = resolve_turn(table.path, close=bool(policy), policy=policy or None, preview=True)
    except (Refused, WaitForBeacon):
        return None
    return post_of(resolved.table, resolved.turn, PUBLIC, "", resolved.deadline)


def describe_draws(luck: Iterable[Mapping[str, Any]]) -> str:
    """Return how many draws a turn had and what came of them, from the `luck` of its report; empty if it had none.

    >>> row = {"seat": "", "kind": "bag", "draws": 13}
    >>> describe_draws([{**row, "outcome": "true", "drawn": 5}, {**row, "outcome": "false", "drawn": 8}])
    '13 draws: bag 5 of 13'
    >>> describe_draws([{**row, "kind": "oil", "outcome": "left", "drawn": 13}])
    '13 draws: oil left 13'
    """
    rows = [row for row in luck if not row["seat"]]
    draws = {row["kind"]: row["draws"] for row in rows}
    found = []
    for kind, count in draws.items():
        outcomes = {row["outcome"]: row["drawn"] for row in rows if row["kind"] == kind}
        if set(outcomes) <= {"true", "false"}:
            found.append(_("{kind} {drawn} of {count}", kind=kind, drawn=outcomes.get("true", 0), count=count))
        else:
            found += [f"{kind} {outcome} {drawn}" for outcome, drawn in outcomes.items() if drawn]
    made = ngettext("{n} draw", "{n} draws", sum(draws.values()))
    return f"{made}: {', '.join(found)}" if found else ""
