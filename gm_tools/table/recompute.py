"""One turn file computed again from the one before: orders, draws, events, position, and what differs in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.beacon import mix
from gm_tools.core.draws import Draw, Recorded
from gm_tools.core.events import dump_event
from gm_tools.core.game import STRENGTHS
from gm_tools.core.i18n import N_, _
from gm_tools.core.sheets import parse_part
from gm_tools.core.sources import IMPLIED
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.amend import amend_position, amendment_events
from gm_tools.table.bots import bot_order
from gm_tools.table.carry_out import carry_out, draws_from, entered_by_hand, set_up
from gm_tools.table.forced import check_forced
from gm_tools.table.late_edits import compare_setup
from gm_tools.table.table_file import Table, setup_of
from gm_tools.table.values import list_differences, to_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gm_tools.core.keys import TurnKeys
    from gm_tools.table.carry_out import AnyDraws
    from gm_tools.table.store import Turn
    from gm_tools.table.turn_file import TurnFile, Used

_UNREAD = N_("{order!r:.60} cannot be read: {message}")


class BotOrder(NamedTuple):
    """An order that a bot gave, and whether it was recomputed: without the key it cannot be."""

    turn: int
    seat: str
    bot: str
    order: str
    recomputed: bool


class Recomputed(NamedTuple):
    """What came of one file computed again.

    `messages` say what differs; `position` is None if it could not be computed.
    """

    messages: list[str]
    position: Any = None
    drawn: frozenset[str] = frozenset()
    bots: tuple[BotOrder, ...] = ()


def set_up_again(table: Table, record: TurnFile, keys: TurnKeys | None) -> Recomputed:
    """Set the table up again; what in `table.toml` is not as it was then differs too.

    Players may have been replaced.
    """
    setup = setup_of(table)
    messages = compare_setup(record.setup, {**setup, "board": table.board_text}, "setup.")
    if not messages:
        messages = list_differences(
            record.setup.get("board"), setup["board"], "setup.board", (_("turn {turn}", turn=0), "")
        )
    game, board, seats = table.game, table.board, table.seats
    faults = (*game.check_board(board, len(seats)), *game.check_seats(board, seats, table.options))
    if faults:
        return Recomputed([*messages, *(f"setup: {problem.message}" for problem in faults)])
    keys = keys and mix(keys, record.signature)
    resolution, drawn = set_up(game, board, seats, table.options, _draws(table, record, keys))
    messages += _compare(table, record, resolution.events, resolution.position, drawn)
    return Recomputed(messages, resolution.position, _list_recomputed(table, drawn, keys))


def _list_recomputed(table: Table, drawn: Iterable[Draw], keys: TurnKeys | None) -> frozenset[str]:
    """Return the labels of the draws that the keys made just now; the others were taken from the record."""
    if keys is None:
        return frozenset()
    shut = table.game.hidden_draws if keys.hidden is None else ()
    return frozenset(draw.label for draw in drawn if not draw.entered and draw.kind not in shut)


def _draws(table: Table, record: TurnFile, keys: TurnKeys | None) -> AnyDraws:
    """Return the draws to recompute a turn with: what was entered by hand as it was, the rest from the keys."""
    if keys is None:
        return Recorded(record.draws)
    return draws_from(table.game, keys, *entered_by_hand(record.draws), record.draws)


def carry_out_again(table: Table, record: TurnFile, keys: TurnKeys | None) -> Recomputed:
    """Carry out a turn or an amendment again on the position before it.

    There is no position if the orders are not such as could be carried out. What a bot ordered is computed again as
    well.
    """
    if record.amendment:
        changes = {**record.changes, **dict.fromkeys(record.removed)}
        before = to_plain(table.game.dump_position(table.position))
        position, after = amend_position(table, before, changes)
        events = amendment_events(table, before, position, after, changes, record.reason)
        found = {"events": _dump(record.events), "position": to_plain(record.position)}
        return Recomputed(_differences(found, {"events": _dump(events), "position": after}), position)
    orders, messages = _read_orders(table, record)
    if messages:
        return Recomputed(messages, None, frozenset(), bots_on_record(record))
    bots, messages = _ask_bots(table, record, keys)
    missed = tuple(row.seat for row in record.orders if row.missed)
    keys = keys and mix(keys, record.signature)
    resolution, drawn = carry_out(table.game, table.position, orders, missed, _draws(table, record, keys))
    messages += _compare(table, record, resolution.events, resolution.position, drawn)
    return Recomputed(messages, resolution.position, _list_recomputed(table, drawn, keys), bots)


def list_changes(table: Table, turn: Turn) -> list[str]:
    """Return what a turn's file says otherwise than its orders and draws give: what a hand has changed in it."""
    if turn.before is None:
        return set_up_again(table, turn.record, None).messages
    return carry_out_again(table._replace(position=turn.before), turn.record, None).messages


def _ask_bots(table: Table, record: TurnFile, keys: TurnKeys | None) -> tuple[tuple[BotOrder, ...], list[str]]:
    """Return the orders that bots gave, asked again, and what they would not have ordered.

    A bot's draws come from the turn's key. Without it, an order is recomputed only if the table had none either
    (table/bots.py).
    """
    rows, messages = [], []
    for row in record.orders:
        if not row.bot:
            continue
        if row.bot not in STRENGTHS:
            messages.append(_("orders: {seat}: there is no bot {bot!r}", seat=row.seat, bot=row.bot))
            continue
        if keys is not None and keys.hidden is None and table.game.hidden_draws:
            rows.append(BotOrder(record.turn, row.seat, row.bot, row.canonical, False))  # its key is still hidden
            continue
        order = table.game.format_order(bot_order(table, row.seat, row.bot, keys))
        if order != row.canonical and keys is not None:
            message = N_("orders: {seat}: the file says that the bot {bot!r} gave {found!r}, recomputed {order!r}")
            messages.append(_(message, seat=row.seat, bot=row.bot, found=row.canonical, order=order))
        rows.append(BotOrder(record.turn, row.seat, row.bot, row.canonical, order == row.canonical))
    return tuple(rows), messages


def _read_orders(table: Table, record: TurnFile) -> tuple[dict[str, Any], list[str]]:
    """Return the orders of a turn, parsed and checked again, and what is wrong with them."""
    game = table.game
    awaited = game.awaited(table.position)
    given = {row.seat: row for row in record.orders}
    none = [seat for seat in awaited if seat not in given]
    messages = [_("orders: {seat} was asked for an order and has none", seat=seat) for seat in none]
    several = [seat for seat in given if _seats(record).count(seat) > 1]
    messages += [_("orders: {seat} has more than one", seat=seat) for seat in several]
    nobodys = [
        row.seat for row in record.orders if not (row.number or row.missed or row.bot or row.source.startswith(IMPLIED))
    ]
    messages += [_("orders: {seat}: neither a player nor a bot gave it", seat=seat) for seat in nobodys]
    strangers = [seat for seat in _seats(record) if seat not in awaited]
    messages += [_("orders: {seat} was not asked for an order", seat=seat) for seat in strangers]
    messages += check_forced(table, (row for row in record.orders if row.seat in awaited))
    orders: dict[str, Any] = {}
    for seat, row in given.items():
        if seat not in awaited:
            continue
        if row.missed and not row.bot:
            order = game.default_order(table.position, seat, row.missed)
        else:
            order, wrong = _read_order(table, row)
            messages += [f"orders: {seat}: {message}" for message in wrong]
            if order is None:
                continue
        canonical = "" if order is None else game.format_order(order)
        if canonical != row.canonical:
            what = _("the default under {policy!r}", policy=row.missed) if row.missed else repr(row.text)
            message = N_("orders: {seat}: the file says {found!r}, {what:.60} is {order!r}")
            messages.append(_(message, seat=seat, found=row.canonical, what=what, order=canonical))
        orders[seat] = order
    return {seat: orders[seat] for seat in awaited if seat in orders}, messages


def _read_order(table: Table, row: Used) -> tuple[Any, list[str]]:
    """Return the order that a seat's text is, its first legal alternative, and what is wrong with the row."""
    verdict = parse_part(table.game, row.text).judge(table.position, row.seat)
    one, first = verdict.chosen, verdict.number
    if one.order is None:
        return None, [_(_UNREAD, order=one.text, message=one.problems[0].message)]
    illegal = N_("{order!r:.60} is not legal: {message}")
    wrong = [_(illegal, order=one.text, message=problem.message) for problem in one.problems]
    if row.alternative != first:
        message = N_("the file says alternative {found}, there is only one")
        if first:
            message = N_("the file says alternative {found}, the first legal one is {first}")
        wrong.append(_(message, found=row.alternative, first=first))
    return one.order, wrong


def _seats(record: TurnFile) -> list[str]:
    return [row.seat for row in record.orders]


def _compare(table: Table, record: TurnFile, events: Iterable[Any], position: Any, drawn: Iterable[Draw]) -> list[str]:
    found = {
        "draws": _by_label(record.draws),
        "events": _dump(record.events),
        "position": to_plain(record.position),
    }
    computed = {
        "draws": _by_label(drawn),
        "events": _dump(events),
        "position": to_plain(table.game.dump_position(position)),
    }
    return _differences(found, computed)


def _differences(found: Mapping[str, Any], computed: Mapping[str, Any]) -> list[str]:
    return [line for key in found for line in list_differences(found[key], computed[key], key)]


def _dump(events: Iterable[Any]) -> list[Any]:
    return [to_plain(dump_event(event)) for event in events]


def _by_label(draws: Iterable[Draw]) -> dict[str, Any]:
    return {draw.label: [draw.kind, to_plain(draw.value), draw.source, draw.entered] for draw in draws}


def bots_on_record(record: TurnFile) -> tuple[BotOrder, ...]:
    """Return the orders that a turn file says bots gave, none of them recomputed."""
    return tuple(BotOrder(record.turn, row.seat, row.bot, row.canonical, False) for row in record.orders if row.bot)
