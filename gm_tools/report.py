"""What is shown of a turn, a trial, a table: a `Report`, assembled from views only, so that it cannot leak.

What the `data` of a report holds is a contract with programs (`--json`): render/json.py describes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.events import GM, PUBLIC, dump_event, seen
from gm_tools.core.problems import Problem, format_problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gm_tools.core.draws import Branch, Draw
    from gm_tools.core.events import Event
    from gm_tools.core.game import Game, Request, Seat

MOST_BRANCHES = 500  # of chance, that one trial follows


class Report(NamedTuple):
    """Something to show: its kind (`turn`, `trial` …), a title, blocks to draw, and the same as plain data."""

    kind: str
    title: str
    blocks: tuple[Block, ...]
    data: Mapping[str, Any]


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
            return "for the game master only"
        return f"for {self.player(self.viewer)}, seat {self.viewer}, only"

    def player(self, mark: str) -> str:
        """Return the name of the player at a seat, the mark itself if there is no such seat."""
        return next((seat.player for seat in self.seats if seat.mark == mark), mark)


class Amended(NamedTuple):
    """A change made by the game master's word after a turn: its events, and the position after it."""

    events: Sequence[Event]
    after: Any


class Fairness(NamedTuple):
    """What lets others check the draws: the commitment of the seed, and the seed itself once it is published."""

    commitment: str
    seed: str = ""


def turn_report(
    scene: Scene,
    turn: int,
    before: Any | None,
    after: Any,
    events: Sequence[Event],
    *,
    amendments: Sequence[Amended] = (),
    draws: Iterable[Draw] = (),
    fairness: Fairness | None = None,
    label: str = "",
) -> Report:
    """Return the post about a turn: what happened, the board and the standings, amendments with their reasons.

    `before` is None for the set-up; `after` is the position after the turn, before its amendments; `label` is put behind the
    title (`preview`).
    """
    game, viewer = scene.game, scene.viewer
    now = amendments[-1].after if amendments else after
    view = game.view(now, viewer)
    told = _told(events, viewer)
    later = [event for amendment in amendments for event in _told(amendment.events, viewer)]
    changes = [event for event in later if event.kind == "amended"]
    told += [event for event in later if event.kind != "amended"]
    blocks = [
        _with_players(scene, block)
        for block in game.turn_blocks(game.view(now if before is None else before, viewer), told, view)
    ]
    blocks[:0] = [Lines("Amended by the game master", _change_lines(change)) for change in changes]
    entered = _entered(draws)
    if entered:
        blocks.append(Lines("Draws entered by hand", tuple(f"{kind}: {source}" for kind, source in entered)))
    data = {
        **scene.common(view),
        "turn": turn,
        "events": [dump_event(event) for event in told],
        "amendments": [dict(change.data) for change in changes],
        "entered": [list(entry) for entry in entered],
        "standings": _standings(scene, view),
        "awaited": _awaited(scene, game.awaited(view)),
        "position": game.dump_position(view),
    }
    if fairness is not None:
        blocks.append(Lines("Fairness", fairness_lines(fairness)))
        data |= {key: value for key, value in fairness._asdict().items() if value}
    what = game.headline(view) + (", amended" if amendments else "") + (f", {label}" if label else "")
    return Report("turn", scene.title(what), tuple(blocks), data)


def _told(events: Iterable[Event], viewer: str) -> list[Event]:
    """Return the events as `viewer` sees them, without a word about who else does."""
    return [event._replace(audience=None, twin=None) for event in seen(events, viewer)]


def _with_players(scene: Scene, block: Block) -> Block:
    """Return a grid that is about seats with their players' names, which positions do not hold, behind their marks."""
    if not isinstance(block, Grid) or not block.seats or len(block.seats) != len(block.rows):
        return block
    marks = list(zip(block.seats, block.rows, strict=True))
    at = next((at for at in range(len(block.columns)) if all(row[at] == seat for seat, row in marks)), None)
    if at is None:
        return block
    rows = tuple((*row[: at + 1], scene.player(seat), *row[at + 1 :]) for seat, row in marks)
    return block._replace(columns=(*block.columns[: at + 1], Column("Player"), *block.columns[at + 1 :]), rows=rows)


def _change_lines(change: Event) -> tuple[str, ...]:
    """Return an amendment in lines: its reason, then what changed, key by key."""
    was, becomes = change.data.get("was", {}), change.data.get("changes", {})
    keys = [*was, *(key for key in becomes if key not in was)]
    lines = [f"{key}: {_value(was.get(key))} -> {_value(becomes.get(key))}" for key in keys]
    return (f"Reason: {change.data.get('reason', '')}", *lines)


def _value(value: Any) -> str:
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def trial_report(scene: Scene, position: Any, seat: str, text: str, *, whole_board: bool = False) -> Report:
    """Return what `gm try` shows of an order: its problems, and all ways in which it can come out.

    Everything is worked out from the seat's own view of `position` (which may be a view already). `data["legal"]`
    tells whether the order could be posted. At most 500 ways of chance are followed; if there are more, the report says so.
    """
    from textwrap import shorten

    game = scene.game
    view = game.view(position, seat)
    order = game.parse_order(text)
    blocks: list[Block] = []
    branches: list[Branch] = []
    canonical = ""
    problems: tuple[Problem, ...]
    if isinstance(order, Problem):
        problems = (order,)
    else:
        canonical = game.format_order(order)
        problems = game.check(view, seat, order)
        if seat in game.awaited(view):
            branches = _fork(game, view, seat, order)
            blocks += game.trial_blocks(view, seat, order, branches, whole_board)
    covered = sum(branch.probability for branch in branches) if branches else 1
    if covered != 1:
        share = f"{float(covered):.1%}"
        blocks.append(Lines("", (f"Only the first {len(branches)} ways of chance are shown: {share} of all.",)))
    if problems:
        blocks.insert(
            0, Lines("Not legal" if canonical else "Not understood", _problem_lines(problems, canonical or text))
        )
    data = {
        **scene.common(view),
        "seat": seat,
        "text": text,
        "order": canonical,
        "legal": not problems,
        "problems": [problem._asdict() for problem in problems],
        "branches": len(branches),
        "covered": str(covered),
    }
    title = f"{scene.name}: {scene.player(seat)} ({seat}) tries {canonical or shorten(text, 80, placeholder='...')}"
    return Report("trial", title, tuple(blocks), data)


def _fork(game: Game[Any, Any, Any], view: Any, seat: str, order: Any) -> list[Branch]:
    """Return the ways in which a trial can come out, the first `MOST_BRANCHES` of them."""
    from itertools import islice

    from gm_tools.core.draws import fork

    return list(islice(fork(lambda draws: game.trial(view, seat, order, draws)), MOST_BRANCHES))


class InHand(NamedTuple):
    """The order of a seat that is in hand: as posted, and where it comes from."""

    seat: str
    text: str
    source: str


def status_report(
    scene: Scene, turn: int, position: Any, hand: Sequence[InHand], later: Sequence[InHand] = ()
) -> Report:
    """Return who is awaited for `turn` and for what, whose order is in, and what is wrong with it.

    `hand` holds the one order of each seat that is meant for this turn, `later` those that are not.

    Texts and faults of orders are shown to the game master, and to a seat its own; everybody may know who has
    posted.
    """
    game, viewer = scene.game, scene.viewer
    view = game.view(position, viewer)
    requests = game.awaited(view)
    posted = {order.seat: order for order in hand}
    known = {seat: order for seat, order in posted.items() if viewer in {GM, seat}}
    faults = {seat: _faults(game, view, seat, order.text, seat in requests) for seat, order in known.items()}
    seats = [*requests, *(seat for seat in known if seat not in requests)]
    rows: list[tuple[str, ...]] = [
        (
            seat,
            scene.player(seat),
            requests[seat].text if seat in requests else "not awaited",
            _state(seat, posted, faults),
            posted[seat].text if seat in known else "",
        )
        for seat in seats
    ]
    missing = [seat for seat in requests if seat not in posted]
    ready = not missing and not any(problems for seat, problems in faults.items() if seat in requests)
    blocks: list[Block] = []
    if rows:
        titles = ("Seat", "Player", "Awaited for", "Order", "As posted")[: 5 if known else 4]
        rows = [row[: len(titles)] for row in rows]
        blocks.append(Grid("", tuple(map(Column, titles)), tuple(rows), tuple(seats)))
    for seat, problems in faults.items():
        if problems:
            blocks.append(
                Lines(f"{scene.player(seat)} ({seat})", _problem_lines(problems, _written(game, known[seat].text)))
            )
    waiting = [order for order in later if viewer in {GM, order.seat}]
    if waiting:
        lines = [f"{scene.player(order.seat)} ({order.seat}): {order.text} ({order.source})" for order in waiting]
        blocks.append(Lines("In hand for later", tuple(lines)))
    blocks.append(Lines("", (_summary(scene, view, missing, ready=ready),)))
    data = {
        **scene.common(view),
        "turn": turn,
        "awaited": [{**entry, "in": entry["seat"] in posted} for entry in _awaited(scene, requests)],
        "orders": [
            {
                "seat": seat,
                "text": order.text,
                "source": order.source,
                "problems": [problem._asdict() for problem in faults[seat]],
            }
            for seat, order in known.items()
        ],
        "later": [order._asdict() for order in waiting],
        "ready": ready,
    }
    what = game.headline(view) if game.is_over(view) else f"orders for turn {turn}"
    return Report("status", scene.title(what), tuple(blocks), data)


def problem_lines(game: Game[Any, Any, Any], text: str, problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return what is wrong with an order posted as `text`, in lines with carets under the places."""
    return _problem_lines(problems, _written(game, text))


def _written(game: Game[Any, Any, Any], text: str) -> str:
    """Return the text that the columns of an order's problems count in: canonical if it can be read, else as posted."""
    order = game.parse_order(text)
    return text if isinstance(order, Problem) else game.format_order(order)


def _faults(game: Game[Any, Any, Any], view: Any, seat: str, text: str, awaited: bool) -> tuple[Problem, ...]:
    order = game.parse_order(text)
    if isinstance(order, Problem):
        return (order,)
    return game.check(view, seat, order) if awaited else ()


def _state(seat: str, posted: Mapping[str, InHand], faults: Mapping[str, Sequence[Problem]]) -> str:
    if seat not in posted:
        return "missing"
    return faults[seat][0].kind if faults.get(seat) else "in"


def _summary(scene: Scene, view: Any, missing: Sequence[str], *, ready: bool) -> str:
    """Return how the turn stands in one line."""
    if scene.game.is_over(view):
        return "The game is over."
    if missing:
        return f"Awaited: {', '.join(scene.player(seat) for seat in missing)}."
    if scene.viewer == GM:
        return "All orders are in and legal." if ready else "All orders are in; not all can be carried out."
    return "All orders are in."


def _problem_lines(problems: Iterable[Problem], text: str) -> tuple[str, ...]:
    return tuple(line for problem in problems for line in format_problem(problem, text).split("\n"))


def _awaited(scene: Scene, requests: Mapping[str, Request]) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "player": scene.player(seat), "request": request.text, "rule": request.rule}
        for seat, request in requests.items()
    ]


def _standings(scene: Scene, view: Any) -> list[dict[str, Any]]:
    return [
        {"place": line.place, "seat": line.seat, "player": scene.player(line.seat), **line.figures}
        for line in scene.game.standings(view)
    ]


def _entered(draws: Iterable[Draw]) -> list[tuple[str, str]]:
    """Return kinds and sources of draws that the seed did not make, each once; never their values: a deal is secret."""
    return sorted({(draw.kind, draw.source) for draw in draws if draw.source != "seed"})


def fairness_lines(fairness: Fairness) -> tuple[str, ...]:
    """Return the commitment, and the seed once it is published, in words."""
    lines = [f"SHA-256 of the seed: {fairness.commitment}"]
    if fairness.seed:
        lines.append(f"The seed: {fairness.seed}")
    return tuple(lines)
