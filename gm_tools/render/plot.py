"""Charts as one SVG picture that holds its words as text: bars with intervals, histograms, maps.

The picture is light, or dark where the reader's system is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gm_tools.core.blocks import Picture
from gm_tools.core.text import decimal, percent
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.drawing import STYLE
from gm_tools.render.drawing.board_colours import FONT
from gm_tools.render.drawing.elements import escape, measure
from gm_tools.render.fitting import wrap_words
from gm_tools.render.svg import document, draw_map
from gm_tools.render.text_colours import DARK, LIGHT
from gm_tools.render.thread_picture import MARGIN, WIDE, place_drawing
from gm_tools.render.thread_table import LETTER
from gm_tools.reports.base import Report

_HIGH = 200  # pixels of a chart's ground
_LEFT = 62  # room for the numbers of its axis
_THICKEST = 120.0  # pixels that a column takes at most, bar and gap
_TITLE, _HEADING = 26, 22  # sizes of letters; the others are as large as on a picture for a thread
_LINE = 1.35  # how far apart lines are, for letters of size 1
_TILE = 34.0  # pixels that a tile of a map takes at most
_BINS = 40  # columns of a histogram at most
_STEPS = (1, 2, 5)  # times a power of ten: marks of an axis


class Bar(NamedTuple):
    """A share from 0 to 1 with its interval, and what it would be if all were alike."""

    name: str
    value: float
    low: float
    high: float
    even: float


class Bars(NamedTuple):
    """A bar for each of several things that are compared; `note` says what bars and whiskers are."""

    title: str
    note: str
    bars: tuple[Bar, ...]


class Histogram(NamedTuple):
    """How many games (`counts`) have which whole number of `unit`."""

    title: str
    unit: str
    counts: Mapping[int, int]


Chart = Bars | Histogram | Picture


def render(report: Report, charts: Sequence[Chart]) -> str:
    """Return charts as an SVG document as wide as a post, under the report's title.

    The description in it says the bars in words.
    """
    body, top = _words(report.title, _TITLE, MARGIN)
    for chart in charts:
        heading, top = _words(chart.title, _HEADING, top + 18)
        body += heading
        if not isinstance(chart, Picture):
            more, top = _axes(chart, round(top))
        elif chart.drawing is None:
            more, (_wide, high) = draw_map(chart._replace(title=""), round(top))
            top += high
        else:
            board, top = place_drawing(chart.drawing, top + 8, _TILE)
            more = [f"<style>{STYLE}</style>", board]
        body += more
    inside = f'<g font-family="{escape(FONT)}" font-size="{LETTER}">{"".join(body)}</g>'
    return document(report.title, " ".join(map(_say_chart, charts)), (WIDE, round(top + MARGIN)), [inside], _style())


def _words(words: str, size: float, top: float) -> tuple[list[str], float]:
    """Return a heading in as many lines as it takes, and where it ends."""
    lines = wrap_words(words, size, WIDE - 2 * MARGIN)
    body = [_text(MARGIN, top + size * (1 + _LINE * at), line, size=size, weight=700) for at, line in enumerate(lines)]
    return body, top + _LINE * size * len(lines)


def _style() -> str:
    """Return the rules of the dark scheme for what maps do not have."""
    return (
        f".bar{{fill:{DARK.link}}}.whisker{{stroke:{DARK.text}}}.axis{{stroke:{DARK.edge}}}.even{{stroke:{DARK.muted}}}"
    )


def _say_chart(chart: Chart) -> str:
    """Return a chart in words, for those who hear pictures."""
    if isinstance(chart, Bars):
        bars = (
            f"{bar.name} {percent(bar.value, '.1f')} ({percent(bar.low, '.1f')} - {percent(bar.high, '.1f')})"
            for bar in chart.bars
        )
        return f"{chart.title}: {'; '.join(bars)}."
    if isinstance(chart, Histogram):
        counts = (f"{value}: {count}" for value, count in sorted(chart.counts.items()))
        return f"{chart.title} ({chart.unit}): {', '.join(counts)}."
    return f"{chart.title}."


# Bars and histograms


class _Column(NamedTuple):
    """A column of a chart: the words under it, its height, and its whiskers and dashes if it has any."""

    label: str
    value: float
    whiskers: tuple[float, float] | None = None
    even: float | None = None


def _axes(chart: Bars | Histogram, top: int) -> tuple[list[str], float]:
    """Return a chart with axes, from `top` on over the whole width, and where it ends."""
    if isinstance(chart, Bars):
        columns = [_Column(bar.name, bar.value, (bar.low, bar.high), bar.even) for bar in chart.bars]
        note, is_share = chart.note, True
    else:
        columns, note, is_share = _bins(chart.counts), chart.unit, False
    tallest = max((max(c.value, c.whiskers[1] if c.whiskers else 0, c.even or 0) for c in columns), default=0) or 1
    step = _step(tallest) if is_share else max(1, _step(tallest))  # there are no halves of games
    ceiling = math.ceil(tallest / step - 1e-9) * step
    left, base = MARGIN + _LEFT, top + 16 + _HIGH
    room = min(_THICKEST, (WIDE - MARGIN - left) / max(len(columns), 1))
    wide = room * len(columns)
    lines = []
    for mark in range(round(ceiling / step) + 1):
        value = mark * step
        y = base - _HIGH * value / ceiling
        lines.append(_line("axis", left, y, left + wide, y, LIGHT.edge))
        shown = percent(value) if is_share else decimal(value, "g")
        lines.append(_text(left - 8, y + 0.36 * LETTER, shown, anchor="end"))
    longest = max((measure(f"{c.label} ", LETTER) for c in columns), default=0)
    every = max(1, math.ceil(longest / room))
    for at, column in enumerate(columns):
        middle = left + room * at + room / 2
        tall = _HIGH * column.value / ceiling
        thick = room * 0.7
        lines.append(
            f'<rect class="bar" x="{middle - thick / 2:.1f}" y="{base - tall:.1f}" width="{thick:.1f}" height="{tall:.1f}" fill="{LIGHT.link}"/>'
        )
        if column.whiskers:
            low, high = (base - _HIGH * value / ceiling for value in column.whiskers)
            lines.append(_line("whisker", middle, low, middle, high, LIGHT.text))
            lines += [_line("whisker", middle - 6, y, middle + 6, y, LIGHT.text) for y in (low, high)]
        if column.even is not None:
            y = base - _HIGH * column.even / ceiling
            lines.append(_line("even", middle - room / 2, y, middle + room / 2, y, LIGHT.muted, dashed=True))
        if at % every == 0:
            lines.append(_text(middle, base + 1.2 * LETTER, column.label, anchor="middle"))
    bottom = base + 1.4 * LETTER
    for line in wrap_words(note, LETTER, WIDE - MARGIN - left):
        bottom += 1.25 * LETTER
        lines.append(_text(left, bottom, line))
    return lines, bottom + 8


def _step(tallest: float) -> float:
    """Return the distance of an axis' marks, so that there are three to seven of them.

    >>> [_step(value) for value in (0.3, 1, 12, 70)]
    [0.05, 0.2, 2.0, 20.0]
    """
    power = 10.0 ** math.floor(math.log10(tallest)) / 10
    step = next(s * power * ten for ten in (1, 10, 100) for s in _STEPS if tallest / (s * power * ten) <= 6.5)
    return round(step, 10)


def _bins(counts: Mapping[int, int]) -> list[_Column]:
    """Return the columns of a histogram: each value its own, or as many together as it takes."""
    least, most = min(counts), max(counts)
    each = math.ceil((most - least + 1) / _BINS)
    columns = []
    for first in range(least, most + 1, each):
        last = min(first + each - 1, most)
        total = sum(counts.get(value, 0) for value in range(first, last + 1))
        columns.append(_Column(str(first) if first == last else f"{first}-{last}", total))
    return columns


def _text(x: float, y: float, text: str, *, size: float = 0, weight: int = 0, anchor: str = "") -> str:
    more = (f' font-size="{size:g}"' if size else "") + (f' font-weight="{weight}"' if weight else "")
    more += f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="text" x="{x:.1f}" y="{y:.1f}" fill="{LIGHT.text}"{more}>{escape(text)}</text>'


def _line(kind: str, x: float, y: float, to_x: float, to_y: float, colour: str, *, dashed: bool = False) -> str:
    more = ' stroke-dasharray="4 3"' if dashed else ""
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" stroke-width="1.6"{more}/>'
