"""What is shown of a turn, a trial, a table: a `Report`, and what all reports share.

It is assembled from views only, so that it cannot leak. What the `data` of a report holds is a contract with programs
(`--json`): render/json.py describes it.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import _
from gm_tools.core.problems import Problem, format_problem
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gm_tools.core.drawing import Drawing
    from gm_tools.core.game import Game, Request, Seat
    from gm_tools.core.stage import Stage
    from gm_tools.reports.deeds import Deed


class Report(NamedTuple):
    """Something to show: its kind (`turn`, `trial` …), a title, blocks to draw, and the same as plain data.

    What takes long to compute stands in `data` as a function without parameters, which is called when somebody looks
    (`luck` of a turn: it is carried out again). So are the `deeds`, what each seat did last, for renderers that show it
    in the standings.
    """

    kind: str
    title: str
    blocks: tuple[Block, ...]
    data: Mapping[str, Any]
    deeds: Callable[[], Mapping[str, Deed]] = dict

    def find(self, name: str) -> Block | None:
        """Return the first block of a name, None if there is none."""
        return next((block for block in self.blocks if block.name == name), None)


def some_lines(title: str, lines: Iterable[str], name: str = "") -> list[Lines]:
    """Return lines as a block under a title; no block if there are none."""
    told = tuple(lines)
    return [Lines(title, told, name=name)] if told else []


def text_grid(titles: Iterable[str], rows: Iterable[Sequence[str]], seats: Iterable[str] = (), title: str = "") -> Grid:
    """Return a grid whose columns are all of text; `seats` are those that its rows are about."""
    return Grid(title, tuple(map(Column, titles)), tuple(map(tuple, rows)), tuple(seats))


def first_drawing(blocks: Iterable[Block]) -> Drawing | None:
    """Return the first board that is drawn among some blocks, None if none is."""
    drawings = (block.drawing for block in blocks if isinstance(block, Picture))
    return next((drawing for drawing in drawings if drawing is not None), None)


class Scene(NamedTuple):
    """The table that a report is about, and the viewer (a seat's mark, `public` or `gm`) it is made for."""

    name: str
    game: Game[Any, Any, Any]
    seats: Sequence[Seat]
    viewer: str

    def common(self, view: Any) -> dict[str, Any]:
        """Return the data that all reports of tables begin with."""
        return {
            "table": self.name,
            "game": self.game.name,
            "rules_version": self.game.version,
            "viewer": self.viewer,
            "headline": self.game.headline(view),
            "over": self.game.is_over(view),
            "seats": [{"mark": seat.mark, "player": seat.player} for seat in self.seats],
        }

    def title(self, what: str) -> str:
        """Return the title of a report: `dust: turn 6`, with the viewer if that is not everybody."""
        whose = "" if self.viewer == PUBLIC else f" ({self.whose()})"
        return f"{self.name}: {what}{whose}"

    def whose(self) -> str:
        """Return whose eyes the report is for: `for Alice, seat A, only`."""
        if self.viewer == GM:
            return _("for the game master only")
        return _("for {player}, seat {seat}, only", player=self.player(self.viewer), seat=self.viewer)

    def player(self, mark: str) -> str:
        """Return the name of the player at a seat, the mark itself if there is no such seat."""
        return next((seat.player for seat in self.seats if seat.mark == mark), mark)

    def name_seat(self, mark: str) -> str:
        """Return a seat for messages: `Alice (A)`."""
        return f"{self.player(mark)} ({mark})"


def scene_of(stage: Stage, viewer: str) -> Scene:
    """Return a table as a report's scene."""
    return Scene(stage.name, stage.game, stage.seats, viewer)


def name_players(scene: Scene, block: Block) -> Block:
    """Return a block whose drawing, if it has one, calls players by their names, which positions do not hold."""
    if not isinstance(block, Picture) or block.draw is None:
        return block
    return block._replace(draw=cache(partial(_named_board, scene, block.draw)))


def _named_board(scene: Scene, draw: Callable[[], Drawing]) -> Drawing:
    drawing = draw()
    labels = (one._replace(text=scene.player(one.text)) if one.role == "player" else one for one in drawing.labels)
    return drawing._replace(labels=tuple(labels))


def name_of(stage: Stage, seat: str) -> str:
    """Return a seat for messages: `Alice (A)`."""
    return scene_of(stage, PUBLIC).name_seat(seat)


def problem_lines(game: Game[Any, Any, Any], text: str, problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return what is wrong with an order posted as `text`, in lines with carets under the places."""
    return faults(problems, format_given(game, text))


def format_given(game: Game[Any, Any, Any], text: str) -> str:
    """Return the text that the columns of an order's problems count in: canonical if it can be read, else as posted."""
    order = game.parse_order(text)
    return text if isinstance(order, Problem) else game.format_order(order)


def faults(problems: Iterable[Problem], text: str) -> tuple[str, ...]:
    """Return problems in lines, with carets under the places in `text`."""
    return tuple(line for problem in problems for line in format_problem(problem, text).split("\n"))


def shown_value(value: Any) -> str:
    """Return a plain value as it is typed.

    >>> shown_value(True), shown_value(5)
    ('true', '5')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def posted_data(order: Any) -> dict[str, Any]:
    """Return whose order was put in hand, and from where, for programs."""
    return {"seat": order.seat, "text": order.text, "source": order.source}


def awaited_data(scene: Scene, requests: Mapping[str, Request]) -> list[dict[str, Any]]:
    """Return who is awaited for what, for programs."""
    return [
        {"seat": seat, "player": scene.player(seat), "request": request.text, "rule": request.rule}
        | ({"how": request.how} if request.how else {})
        for seat, request in requests.items()
    ]


def how_to_order(game: Game[Any, Any, Any], requests: Mapping[str, Request]) -> str:
    """Return how an order is written that is due now; empty if the game does not say."""
    asked = next((request.how for request in requests.values() if request.how), "")
    return asked or (_(game.how_to_order) if game.how_to_order else "")
