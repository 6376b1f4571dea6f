"""Reports to render: one of every kind of block."""

from __future__ import annotations

from gm_tools.core.blocks import Column, Grid, Lines, Picture, Span
from gm_tools.reports.base import Report

PICTURE = Picture(
    "Track after turn 6",
    (
        (Span("  ", "off"), Span("**", "track"), Span("A", "car1"), Span("[red]", "track"), Span("=", "line")),
        (Span(" ", "off"), Span(":car:", "track"), Span("%", "crash"), Span("  ", "off")),
    ),
    (("*", "asphalt"), ("=", "finish line")),
)
GRID = Grid(
    "Standings",
    (Column("#", right=True), Column("Car"), Column("Player")),
    (("1", "A", "Alice"), ("2", "B", "[b]Bob")),
    ("A", "B"),
)
EVENTS = Lines("What happened", ("A: (4M): to row 0", "B slips [N9.1]"))
CARET = Lines("", ("illegal [N2.2]: 5 moves needed", "  A(4M)", "   ^"))
REPORT = Report("turn", "dust: turn 6", (PICTURE, GRID, EVENTS, CARET), {"turn": 6})
