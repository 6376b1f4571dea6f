"""Standings before and after a turn in one table: what a turn that is previewed would change."""

from __future__ import annotations

from gm_tools.core.blocks import Grid
from gm_tools.reports.base import Report


def compare_standings(before: Report, after: Report) -> Grid | None:
    """Return the standings after a turn, with what stood in a cell before if that was something else.

    Such a cell reads `9/12 → 7/12`. Their last column, which tells of the turn itself, is left as it is. None for a
    game without standings.
    """
    old, new = _standings(before), _standings(after)
    if old is None or new is None:
        return None
    titles = [column.title for column in old.columns]
    was = {seat: dict(zip(titles, row, strict=True)) for seat, row in zip(old.seats, old.rows, strict=True)}
    titles = [column.title for column in new.columns[:-1]]
    rows = [
        (
            *(_tell_change(was.get(seat, {}).get(title, cell), cell) for title, cell in zip(titles, row, strict=False)),
            row[-1],
        )
        for seat, row in zip(new.seats, new.rows, strict=True)
    ]
    return new._replace(rows=tuple(rows))


def _standings(report: Report) -> Grid | None:
    found = report.find("standings")
    return found if isinstance(found, Grid) else None


def _tell_change(was: str, now: str) -> str:
    return now if was == now else f"{was or '-'} → {now or '-'}"
