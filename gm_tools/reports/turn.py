"""The post about a turn, made from views only.

It tells what happened, the board, the standings, how orders came about, and who is awaited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture
from gm_tools.core.deadline import Deadline, public_data
from gm_tools.core.events import GM, Event, dump_event, view_events
from gm_tools.core.i18n import N_, _, language, ngettext
from gm_tools.core.sources import FORCED, shown_source
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, Scene, awaited_data, name_players, shown_value
from gm_tools.reports.fairness import Fairness, fairness_lines
from gm_tools.reports.summary import (
    brief_events,
    call_block,
    course_block,
    proof_block,
    result_block,
    sort_blocks,
    summary_block,
    words_block,
)
from gm_tools.table.turn_file import TurnFile, Used, missed_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gm_tools.core.draws import Draw
    from gm_tools.table import Turn


class PlayedTurn(NamedTuple):
    """A turn that was played, and all that its table knows of it.

    `after` is the position after it, before its amendments; `earlier` are the events of the turns before that the game
    recalls. The rest is known at a table that has a file of the turn: `record` is what that file holds, `then` names
    the players who had the seats in that turn, `deadline` is that of the turn after, if it is set.
    """

    number: int
    after: Any
    events: Sequence[Event]
    record: TurnFile | None = None
    amendments: Sequence[Turn] = ()
    fairness: Fairness | None = None
    deadline: Deadline | None = None
    then: Scene | None = None
    earlier: Iterable[Event] = ()


def turn_report(
    scene: Scene, turn: PlayedTurn, *, label: str = "", page: str = "", full_events: bool = False
) -> Report:
    """Return the post about a turn: what happened, the board and the standings, amendments with their reasons.

    `label` is put behind the title (`preview`). `page` is the address at which players try their orders. With
    `full_events` every event is told, else the game's short form of them.
    """
    game, viewer = scene.game, scene.viewer
    record, amendments, fairness = turn.record, turn.amendments, turn.fairness
    then = turn.then or scene
    view = game.view(amendments[-1].after if amendments else turn.after, viewer)
    told = _view_events(turn.events, viewer)
    later = [event for amendment in amendments for event in _view_events(amendment.record.events, viewer)]
    changes = [event for event in later if event.kind == "amended"]
    told += [event for event in later if event.kind != "amended"]
    recalled = _view_events(turn.earlier, viewer)
    whole = [Event("recalled", (), {"events": recalled}), *told] if recalled else told
    blocks = [_with_players(scene, block) for block in game.turn_blocks(whole, view)]
    orders = record.orders if record is not None else ()
    entered = _list_entered(record.draws if record is not None else ())
    by_hand = tuple(f"{kind}: {shown_source(source)}" for kind, source in entered)
    is_proven = bool(fairness and (fairness.key or fairness.seed))
    brief = None if full_events else brief_events(then, told, view)
    closed = _list_closed(record) if record is not None else []
    how = (*_order_lines(then, record, closed), *_look_lines(then, record)) if record is not None else ()
    silent = [row["seat"] for row in closed if not row["refused"]]
    deadline = turn.deadline
    if deadline is not None and (deadline.at is None or deadline.turn != turn.number + 1):
        deadline = None
    parts: list[tuple[str, Block | None]] = [
        *(("amendments", Lines(_("Amended by the game master"), _change_lines(change))) for change in changes),
        *((name, brief if brief and name == "events" else block) for name, block in _name_blocks(blocks)),
        ("draws", Lines(_("Draws entered by hand"), by_hand) if entered else None),
        ("summary", summary_block(then, told, view, silent) if turn.number else course_block(scene, view)),
        ("result", result_block(scene, view)),
        ("proof", proof_block() if is_proven and game.is_over(view) else None),
        ("words", words_block(blocks)),
        ("orders", Lines(_("Orders"), how) if how else None),
        ("fairness", Lines(_("Fairness"), fairness_lines(fairness, turn.number)) if fairness is not None else None),
        ("deadline", call_block(scene, view, deadline, page)),
    ]
    data = {
        **scene.common(view),
        "turn": turn.number,
        "language": language(),
        "events": [dump_event(event) for event in told],
        "amendments": [dict(change.data) for change in changes],
        "entered": [list(entry) for entry in entered],
        "alternatives": [_alternative(scene, order) for order in orders if _is_shown(scene, order)],
        "missed": closed,
        **({"forced": forced} if (forced := [order.seat for order in orders if order.source == FORCED]) else {}),
        **(
            {"previews": record.previews, "changed_since_preview": list(record.changed)}
            if record is not None and record.previews
            else {}
        ),
        "bots": [{"seat": order.seat, "bot": order.bot} for order in orders if order.bot],
        "standings": _standings(scene, view),
        "awaited": awaited_data(scene, game.awaited(view)),
        "position": game.dump_position(view),
    }
    if fairness is not None:
        data |= {key: value for key, value in fairness._asdict().items() if value}
    if deadline is not None and not data["over"]:
        data["deadline"] = public_data(deadline)
    what = ", ".join([game.headline(view), *([_("amended")] if amendments else []), *([label] if label else [])])
    return Report("turn", scene.title(what), sort_blocks(parts), data)


def _name_blocks(blocks: Sequence[Block]) -> Iterator[tuple[str, Block]]:
    """Yield a game's blocks with what each is, for templates.

    The first picture is the board, the first grid of seats the standings.
    """
    names: set[str] = set()
    for block in blocks:
        name = "more"
        if isinstance(block, Picture):
            name = "board"
        elif isinstance(block, Grid) and block.seats:
            name = "standings"
        elif block.name:
            name = block.name
        yield "more" if name in names else name, block
        names.add(name)


def _list_closed(record: TurnFile) -> list[dict[str, Any]]:
    """Return for whom the game master closed the turn.

    A row has the policy, whether an order was `refused`, and how often that was so far.
    """
    counts, refused = missed_counts(record), {row.seat for row in record.dropped}
    return [
        {"seat": row.seat, "policy": row.missed, "refused": row.seat in refused, "count": counts.get(row.seat, 0)}
        for row in record.orders
        if row.missed
    ]


def _order_lines(scene: Scene, record: TurnFile, closed: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return in lines which alternatives were used, and for whom the game master closed the turn.

    They hold no text that may be secret.
    """
    lines = []
    closed_for = {row["seat"]: row for row in closed}
    for order in record.orders:
        who = scene.name_seat(order.seat)
        if row := closed_for.get(order.seat):
            message = N_("{who}: no order; closed by the game master, policy {policy!r}; {missed}")
            if row["refused"]:
                message = N_(
                    "{who}: the order could not be carried out; closed by the game master, policy {policy!r}; {missed}"
                )
            missed = ngettext("{n} turn missed so far", "{n} turns missed so far", row["count"])
            lines.append(_(message, who=who, policy=order.missed, missed=missed))
        elif order.source == FORCED:
            lines.append(_("{who}: {order}, the only legal order", who=who, order=order.canonical))
        elif order.bot:
            lines.append(_("{who}: played by the bot {bot!r}", who=who, bot=order.bot))
        elif _is_shown(scene, order):
            used = N_("{who}: alternative {number} of the order was used")
            if _is_told(scene, order):
                used = N_("{who}: alternative {number} of the order was used: {order} (posted: {text})")
            text = " ".join(order.text.split())
            lines.append(_(used, who=who, number=order.alternative, order=order.canonical, text=text))
    return tuple(lines)


def _look_lines(scene: Scene, record: TurnFile) -> tuple[str, ...]:
    """Return what everybody is told of the game master's looks at the draws of a turn."""
    if not record.previews:
        return ()
    head = ngettext(
        "The game master previewed this turn once before it was resolved",
        "The game master previewed this turn {n} times before it was resolved",
        record.previews,
    )
    names = ", ".join(map(scene.name_seat, record.changed))
    tail = _("orders changed after that: {names}", names=names) if names else _("no order changed after that")
    return (f"{head}; {tail}",)


def _is_shown(scene: Scene, order: Used) -> bool:
    """Tell whether to say which alternative was used.

    Others are not told of a first one, since that says only that there are more.
    """
    return order.alternative > 1 or (order.alternative == 1 and _is_told(scene, order))


def _is_told(scene: Scene, order: Used) -> bool:
    return scene.viewer in {GM, order.seat}


def _alternative(scene: Scene, order: Used) -> dict[str, Any]:
    """Return which alternative was used, for programs; the texts for those who may know them."""
    data: dict[str, Any] = {"seat": order.seat, "alternative": order.alternative}
    return {**data, "order": order.canonical, "text": order.text} if _is_told(scene, order) else data


def _view_events(events: Iterable[Event], viewer: str) -> list[Event]:
    """Return the events as `viewer` sees them, without a word about who else does."""
    return [event._replace(audience=None, twin=None) for event in view_events(events, viewer)]


def _with_players(scene: Scene, block: Block) -> Block:
    """Return a grid that is about seats with their players' names, which positions do not hold, behind their marks.

    A drawing gets them, too.
    """
    block = name_players(scene, block)
    if not isinstance(block, Grid) or not block.seats or len(block.seats) != len(block.rows):
        return block
    marks = list(zip(block.seats, block.rows, strict=True))
    at = next((at for at in range(len(block.columns)) if all(row[at] == seat for seat, row in marks)), None)
    if at is None:
        return block
    rows = tuple((*row[: at + 1], scene.player(seat), *row[at + 1 :]) for seat, row in marks)
    return block._replace(columns=(*block.columns[: at + 1], Column(_("Player")), *block.columns[at + 1 :]), rows=rows)


def _change_lines(change: Event) -> tuple[str, ...]:
    """Return an amendment in lines: its reason, then what changed, key by key."""
    was, becomes = change.data.get("was", {}), change.data.get("changes", {})
    keys = [*was, *(key for key in becomes if key not in was)]
    lines = [f"{key}: {_value(was.get(key))} -> {_value(becomes.get(key))}" for key in keys]
    return (_("Reason: {reason}", reason=change.data.get("reason", "")), *lines)


def _value(value: Any) -> str:
    return _("nothing") if value is None else shown_value(value)


def _standings(scene: Scene, view: Any) -> list[dict[str, Any]]:
    return [
        {"place": line.place, "seat": line.seat, "player": scene.player(line.seat), **line.figures}
        for line in scene.game.standings(view)
    ]


def _list_entered(draws: Iterable[Draw]) -> list[tuple[str, str]]:
    """Return kinds and sources of draws that the seed did not make, each once; never their values: a deal is secret."""
    return sorted({(draw.kind, draw.source) for draw in draws if draw.entered})
