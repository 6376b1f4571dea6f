"""Who wins from which start slot, from the games that were played so far: a dot with its range a slot."""

from __future__ import annotations

from json import dumps, loads
from pathlib import Path
from typing import Any

from gm_tools.core.tuples import NamedTuple
from gm_tools.desk.look import board
from gm_tools.simulate.play import series_of
from gm_tools.simulate.setup import load_setup
from gm_tools.simulate.summary import count_figures, heat_maps
from gm_tools.simulate.totals import Totals
from gm_tools.simulate.verdict import number, rate_track, share_of


class Dot(NamedTuple):
    """A start slot: its share of the wins with the range that it is in with 95 %.

    Texts are for people; `at`, `low` and `high` are in per mille of the widest share.
    """

    name: str
    share: str
    interval: str
    at: int
    low: int
    high: int


def judge_games(file: Path) -> dict[str, Any]:
    """Return what the games in a file say so far.

    `dots`, `even` (where an even share is) and `even_text` tell who wins from where, `lines` are the verdict, `figures`
    what is counted and how much of it a game has, `heat` is where they drive, drawn.
    """
    lines = file.read_text(encoding="utf-8").split("\n") if file.is_file() else []
    if len(lines) < 2 or not lines[0]:
        return {"games": 0, "dots": [], "even": 0, "even_text": "", "lines": [], "figures": [], "heat": ""}
    head = loads(lines[0])
    plain = {key: value for key, value in head.items() if key not in {"format", "code"}}
    totals = Totals(load_setup(plain))
    for line in lines[1:-1]:  # what follows the last line feed is not written to its end yet
        totals.add(loads(line))
    slots = totals.by_slots() if totals.decided else ()
    widest = max((max(wins.share.high, wins.even) for wins in slots), default=1) * 1.05

    def place(share: float) -> int:
        return round(1000 * share / widest)

    dots = [
        Dot(
            wins.name,
            share_of(wins.share.share),
            f"{share_of(wins.share.low)} - {share_of(wins.share.high)}",
            place(wins.share.share),
            place(wins.share.low),
            place(wins.share.high),
        )
        for wins in slots
    ]
    even = slots[0].even if slots else 0
    series = series_of(dumps(plain))
    figures = count_figures(series, totals)
    maps = heat_maps(series, totals)
    return {
        "games": totals.games,
        "dots": dots,
        "even": place(even),
        "even_text": share_of(even),
        "lines": rate_track(totals, series.tally).lines if totals.games else (),
        "figures": [(one.title, number(one.spread.mean)) for one in figures if one.spread.most],
        "heat": board(maps[0], 800) if maps else "",
    }
