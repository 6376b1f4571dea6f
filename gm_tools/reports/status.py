"""What `gm status` shows.

It tells who is awaited, whose order is in and what is wrong with it, what is in hand for later, and the deadline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Grid, Lines
from gm_tools.core.deadline import (
    Deadline,
    dice_line,
    post_line,
    public_data,
    reminder,
    state,
    state_line,
    unread_reminder,
)
from gm_tools.core.deadline_rules import rules_data, settings_line
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import N_, _
from gm_tools.core.sheets import Verdict, alternative_lines, verdict_lines
from gm_tools.core.sources import shown_source
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report, Scene, awaited_data, posted_data, some_lines, text_grid
from gm_tools.reports.next_step import next_step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from gm_tools.core.game import Game, Request
    from gm_tools.core.problems import Problem
    from gm_tools.posts.captures import Unread
    from gm_tools.table import Posted, SeatOrder


class OpenTurn(NamedTuple):
    """A turn that orders are collected for, and all that its table knows of it.

    `orders` holds the one order of each seat that is meant for this turn, `later` those in hand that are not, `unread`
    the seats of whose posts none held an order that could be read. `policy` says what becomes of missing orders,
    `forced` holds the orders of seats without a choice. `missed` is how many turns each seat has missed, `in_a_row` how
    many of the last ones those who missed many. `hands` tells that private messages are to go out, `chained` that each
    turn carries its key, `changed` the seats whose order is not the one that the game master looked at the draws with.
    """

    number: int
    position: Any
    orders: Sequence[SeatOrder]
    later: Sequence[Posted] = ()
    unread: Sequence[Unread] = ()
    deadline: Deadline | None = None
    policy: str = "wait"
    forced: Mapping[str, str] = {}
    missed: Mapping[str, int] = {}
    in_a_row: Mapping[str, int] = {}
    hands: bool = False
    chained: bool = False
    changed: Collection[str] = ()


def status_report(scene: Scene, turn: OpenTurn, now: int = 0) -> Report:
    """Return who is awaited for a turn and for what, whose order is in, and what is wrong with it.

    The status is that of `now`, in seconds since 1970. Texts and faults of orders are shown to the game master, and to
    a seat its own; everybody may know who has posted.
    """
    game, viewer = scene.game, scene.viewer
    view, deadline = game.view(turn.position, viewer), turn.deadline
    is_over, is_gm = game.is_over(view), viewer == GM
    hand = _read_hand(scene, view, turn)
    # Whose post could not be read has not been silent.
    unheard = {one.seat: one for one in turn.unread if is_gm and one.seat in hand.missing}
    waiting = sorted((order for order in turn.later if viewer in {GM, order.seat}), key=lambda order: order.only)
    is_ready = not hand.missing and not hand.faulty
    blocks: list[Block] = [*_orders_grid(scene, hand, unheard, turn.forced), *_faults(scene, hand)]
    blocks += some_lines(_("In hand for later turns"), (_waiting_line(scene, order, turn.number) for order in waiting))
    blocks.append(Lines("", (_summary(scene, view, hand.missing, ready=is_ready),)))
    data = {
        **scene.common(view),
        "turn": turn.number,
        "awaited": [{**entry, "in": entry["seat"] in hand.posted} for entry in awaited_data(scene, hand.requests)],
        "orders": [_order_data(hand, seat) for seat in hand.judged],
        "later": [
            {**posted_data(order), "turn": order.only, "outdated": 0 < order.only < turn.number} for order in waiting
        ],
        "missed": dict(turn.missed),
        "ready": is_ready,
    }
    if turn.changed:
        who = ", ".join(map(scene.name_seat, turn.changed))
        message = _("Changed after you looked at the draws, which the post will say: {who}.", who=who)
        blocks.append(Lines("", (message,)))
        data["changed_after_preview"] = list(turn.changed)
    if turn.missed:
        counts = ", ".join(f"{scene.name_seat(seat)} {count}" for seat, count in turn.missed.items())
        blocks.append(Lines("", (_("Turns missed so far: {counts}.", counts=counts),)))
    if turn.in_a_row and is_gm and not is_over:
        blocks += [Lines("", absence_lines(scene, seat, count)) for seat, count in turn.in_a_row.items()]
        data["missed_in_a_row"] = dict(turn.in_a_row)
    if deadline is not None and not is_over:
        lines = deadline_lines(deadline, turn.number, now) if is_gm else (_public_line(deadline, turn.number),)
        blocks.append(Lines("", lines))
        data["deadline"] = (deadline_data if is_gm else _public_deadline)(deadline, turn.number, now)
    if is_gm and not is_over:
        is_open = game.dump_position(game.view(turn.position, PUBLIC)) == game.dump_position(turn.position)
        reminders, private = _all_reminders(scene, hand, unheard, turn.number, deadline, is_open=is_open)
        data |= {"reminders": reminders, "private_reminders": private}
        blocks += some_lines(_("To paste"), reminders, "replies")
        blocks += some_lines(_("To send privately"), private, "replies")
    if is_gm:
        data["next"] = next_step(scene.name, turn, hand, now, is_over=is_over)
        blocks.append(Lines("", (data["next"],)))
    what = game.headline(view) if is_over else _("orders for turn {turn}", turn=turn.number)
    return Report("status", scene.title(what), tuple(blocks), data)


class KnownHand(NamedTuple):
    """The orders for a turn as a viewer may know them: who is awaited for what, and whose order is in.

    Verdicts and warnings (of orders ahead) are on those orders whose text the viewer may know.
    """

    requests: Mapping[str, Request]
    posted: Mapping[str, Posted]
    judged: Mapping[str, Verdict]
    warnings: Mapping[str, tuple[Problem, ...]]
    missing: Sequence[str]
    faulty: Sequence[str]


def _read_hand(scene: Scene, view: Any, turn: OpenTurn) -> KnownHand:
    game, requests = scene.game, scene.game.awaited(view)
    posted = {one.seat: one.posted for one in turn.orders if one.posted is not None}
    judged = {
        one.seat: _judge(one, view, requests)
        for one in turn.orders
        if one.seat in posted and scene.viewer in {GM, one.seat}
    }
    warnings = {seat: _warn(game, view, seat, one) for seat, one in judged.items() if seat not in requests}
    excused = {*posted, *turn.forced, *(seat.mark for seat in scene.seats if seat.bot)}
    missing = [seat for seat in requests if seat not in excused]
    faulty = [seat for seat, one in judged.items() if seat in requests and one.problems]
    return KnownHand(requests, posted, judged, warnings, missing, faulty)


def _orders_grid(
    scene: Scene, hand: KnownHand, unheard: Mapping[str, Unread], forced: Mapping[str, str]
) -> Iterator[Grid]:
    """Yield the table of the seats that are awaited or have ordered something, if there are any."""
    seats = [*hand.requests, *(seat for seat in hand.judged if seat not in hand.requests)]
    rows = [
        (
            seat,
            scene.player(seat),
            hand.requests[seat].text if seat in hand.requests else _("no order due"),
            _("forced: {order}", order=forced[seat]) if seat in forced else _state(scene, hand, unheard, seat),
            " ".join(hand.posted[seat].text.split()) if seat in hand.judged else "",
        )
        for seat in seats
    ]
    titles = (_("Seat"), _("Player"), _("Needed"), _("Order"), _("As posted"))[: 5 if hand.judged else 4]
    if rows:
        yield text_grid(titles, (row[: len(titles)] for row in rows), seats)


def _order_data(hand: KnownHand, seat: str) -> dict[str, Any]:
    """Return an order and what is wrong with it, for programs."""
    verdict = hand.judged[seat]
    return {
        **posted_data(hand.posted[seat]),
        "problems": [problem._asdict() for problem in verdict.problems],
        "warnings": [problem._asdict() for problem in hand.warnings.get(seat, ())],
        "alternative": verdict.number if verdict.is_legal else 0,
    }


def _faults(scene: Scene, hand: KnownHand) -> Iterator[Lines]:
    """Yield what is wrong with each order, then what would be wrong with those ahead as things stand."""
    for seat, one in hand.judged.items():
        yield from some_lines(scene.name_seat(seat), verdict_lines(scene.game, one))
    for seat, found in hand.warnings.items():
        if found:
            head = N_("{who}: as things stand this order would not be legal; it is checked again when its turn comes:")
            faults = alternative_lines(scene.game, hand.judged[seat].chosen._replace(problems=found))
            yield Lines("", (_(head, who=scene.name_seat(seat)), *(f"  {line}" for line in faults)))


def absence_lines(scene: Scene, seat: str, count: int) -> tuple[str, ...]:
    """Return what is asked of the game master about somebody who has missed many turns in a row, with the commands."""
    messages = (
        N_("{who} has missed {n} turns in a row. What should happen to the seat?"),
        N_("  gm seat {table} {seat} --substitute          the first on the waiting list takes over"),
        N_("  gm seat {table} {seat} --bot medium          a bot takes over"),
        N_("  gm players                                   the record at other tables"),
    )
    return tuple(_(one, who=scene.name_seat(seat), n=count, table=scene.name, seat=seat) for one in messages)


def _judge(order: SeatOrder, view: Any, requests: Collection[str]) -> Verdict:
    """Return the verdict on a seat's order for now from what the viewer may know."""
    part, seat = order.verdict.part, order.seat
    assert part is not None, "an order in hand was read"
    return part.judge(view, seat) if seat in requests else part.judge_early(seat)


def _warn(game: Game[Any, Any, Any], view: Any, seat: str, verdict: Verdict) -> tuple[Problem, ...]:
    """Return what would be wrong, as things stand, with the order of a seat that is not awaited yet (C63).

    Such an order can wait in hand.
    """
    order = verdict.order
    return () if order is None or verdict.problems else game.warn_early(view, seat, order)


def _state(scene: Scene, hand: KnownHand, unheard: Mapping[str, Unread], seat: str) -> str:
    if seat in hand.posted:
        problems = hand.judged[seat].problems if seat in hand.judged else ()
        return _(problems[0].kind) if problems else _("in")
    bot = next((one.bot for one in scene.seats if one.mark == seat), "")
    if bot:
        return _("bot {bot!r}", bot=bot)
    if seat in unheard:
        return _("not understood") if unheard[seat].asked else _("none in the post")
    return _("missing")


def _waiting_line(scene: Scene, order: Posted, turn: int) -> str:
    """Return an order that is not for this turn in one line."""
    who = scene.name_seat(order.seat)
    text, source = " ".join(order.text.split()), shown_source(order.source)
    if not order.only:
        return f"{who}: {text} ({source})"
    message = N_("{who}, turn {turn}: {order} ({source})")
    if order.only < turn:
        message = N_("{who}, turn {turn}: {order} ({source}); outdated: that turn is past")
    return _(message, who=who, turn=order.only, order=text, source=source)


def _summary(scene: Scene, view: Any, missing: Sequence[str], *, ready: bool) -> str:
    """Return how the turn stands in one line."""
    if scene.game.is_over(view):
        return _("The game is over.")
    if missing:
        return _("Waiting for {players}.", players=", ".join(scene.player(seat) for seat in missing))
    if scene.viewer == GM:
        return _("All orders are in and legal.") if ready else _("All orders are in; not all can be carried out.")
    return _("All orders are in.")


def deadline_lines(deadline: Deadline, turn: int, now: int) -> tuple[str, ...]:
    """Return how it stands with the deadline and what the timer does, for the game master."""
    dice = dice_line(deadline) if deadline.turn == turn else ""
    return tuple(line for line in (state_line(deadline, turn, now), dice, settings_line(deadline)) if line)


def _public_line(deadline: Deadline, turn: int) -> str:
    return post_line(deadline if deadline.turn == turn else Deadline(turn))


def deadline_data(deadline: Deadline, turn: int, now: int) -> dict[str, Any]:
    """Return the deadline for the game master's programs."""
    return {**public_data(deadline), "state": state(deadline, turn, now), **rules_data(deadline)}


def _public_deadline(deadline: Deadline, turn: int, now: int) -> dict[str, Any]:
    """Return what everybody may know: not that there is a grace."""
    return {**public_data(deadline), "state": state(deadline._replace(grace=None), turn, now)}


def _all_reminders(
    scene: Scene, hand: KnownHand, unheard: Mapping[str, Unread], turn: int, deadline: Deadline | None, *, is_open: bool
) -> tuple[list[str], list[str]]:
    """Return the reminders to paste, and those to send to one player alone.

    `is_open` tells that nothing is hidden now.
    """
    reminders = _reminders(scene, [seat for seat in hand.missing if seat not in unheard], turn, deadline)
    # Whether an order is legal may hang on what only its player knows: that goes to nobody else.
    private = _reminders(scene, hand.faulty, turn, deadline, {seat: hand.judged[seat].problems for seat in hand.faulty})
    # Whether it was understood may hang on what is hidden, too.
    for entry in unheard.values():
        line = unread_reminder(scene.player(entry.seat), entry.post, turn, deadline, asked=entry.asked)
        (reminders if entry.post and (is_open or not entry.asked) else private).append(line)
    return reminders, private


def _reminders(
    scene: Scene,
    seats: Iterable[str],
    turn: int,
    deadline: Deadline | None,
    faults: Mapping[str, Sequence[Problem]] | None = None,
) -> list[str]:
    """Return a line to paste for each player of these seats.

    With `faults` it says what is wrong with each order and what to write.
    """
    players: dict[str, list[str]] = {}
    for seat in seats:
        players.setdefault(scene.player(seat), []).append(seat)
    lines = []
    for player, own in players.items():
        line = reminder(player, own, turn, deadline, faulty=faults is not None)
        for seat in own if faults is not None else ():
            said = "; ".join(map(_fault, (faults or {})[seat]))
            line += f" {seat}: {said}." if len(own) > 1 else f" {said[:1].upper()}{said[1:]}."
        lines.append(line)
    return lines


def _fault(problem: Problem) -> str:
    """Return what is wrong with an order in one line: `9 tiles, 3 allowed [F2.4]; write: r3`."""
    rule = f" [{problem.rule}]" if problem.rule else ""
    mended = "; " + _("write: {order}", order=problem.suggestion) if problem.suggestion else ""
    return f"{problem.message}{rule}{mended}"
