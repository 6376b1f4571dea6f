"""A turn resolved: the orders in hand carried out, the chance steps after them, and one turn file written."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm_tools.core.beacon import mix, time_of
from gm_tools.core.deadline import Deadline, bring_forward, next_deadline, post_line, waits_for_absent, with_round
from gm_tools.core.draws import Branch, Draw, fork
from gm_tools.core.i18n import ENGLISH, N_, _, language
from gm_tools.core.languages import in_english
from gm_tools.core.problems import InputError
from gm_tools.core.sources import BOT, FORCED
from gm_tools.core.text import did_you_mean
from gm_tools.core.times import Moment, show_moment
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.attendance import missed_in_a_row
from gm_tools.table.beacon import (
    BeaconRound,
    BeaconWait,
    NoDraws,
    RoundNamed,
    WaitForBeacon,
    choose_round,
    named_round,
    unknown_draws,
)
from gm_tools.table.bots import OPTION, POLICIES, bot_order, strength_of
from gm_tools.table.carry_out import DrawInputs, carry_out, check_source, draws_from, resolve_all
from gm_tools.table.deadline_file import (
    keep_deadline,
    read_deadline,
    read_kept_deadline,
    refuse_early_close,
    write_deadline,
)
from gm_tools.table.digests import file_digest
from gm_tools.table.files import SECRET
from gm_tools.table.forced import forced_orders
from gm_tools.table.hand import SeatOrder, seat_order, seat_orders, stays_in_hand, usable_next_turn
from gm_tools.table.keys import keys_from, last_opened, read_keys, read_seed, with_keys
from gm_tools.table.known_draws import known_key
from gm_tools.table.previews import changed_since, read_looks
from gm_tools.table.store import Turn, open_table, read_turn, write_turn, writing
from gm_tools.table.table_file import Table, marks_of, owner
from gm_tools.table.turn_file import Dropped, TurnFile, Used, count_missed, done_texts, file_name
from gm_tools.table.undone_files import undone_records
from gm_tools.table.values import to_plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from gm_tools.core.game import Game, Resolution
    from gm_tools.core.keys import TurnKeys
    from gm_tools.core.sheets import Verdict
    from gm_tools.table.carry_out import AnyDraws
    from gm_tools.table.hand_file import Posted


class Refused(InputError):  # noqa: N818  (what the game said, not an error of anybody's)
    """The turn cannot be resolved yet: `orders` say whose order is missing or illegal, and why."""

    def __init__(self, message: str, refused: Sequence[SeatOrder]) -> None:
        super().__init__(message, status=1)
        self.orders = tuple(refused)


class Resolved(NamedTuple):
    """A turn that was resolved and the table after it; `again` if it had been resolved before and nothing was changed.

    `turn.dropped` are the orders that went out of hand without having been carried out, `reasons` why, by their
    numbers, in the language in use (the file has them in English). `due` is the deadline as it was, `deadline` as it is
    now: that of the next turn, if the table has a timer.
    """

    turn: Turn
    table: Table
    again: bool = False
    due: Deadline | None = None
    deadline: Deadline | None = None
    reasons: Mapping[int, str] = {}


def resolve(
    path: str | Path,
    *,
    close: bool = False,
    policy: str | None = None,
    inputs: DrawInputs = DrawInputs(),  # noqa: B008  (a tuple)
    preview: bool = False,
    turn: int | None = None,
    now: int | None = None,
) -> Resolved:
    """Resolve the next turn of a table, write its file, and return it.

    Raises Refused while orders are missing or illegal, unless `close`: then the game's `policy` (by default the table's
    option `missing_orders`), or a bot (`bot-easy` …), gives those seats an order. Seats with a bot are not waited for.
    `inputs` are draws made elsewhere, and what is given of the beacon. With `preview` nothing is written. With `turn`
    it must be that turn's turn; one resolved already is returned again. Without it, a turn is not closed before its
    deadline if the one before was closed and nobody has ordered since, or if all have just been given more time.

    `now` (seconds since 1970) is when this happens: from then the table's timer counts to the next deadline. What it
    was is kept for `undo`, in a file of its own: no turn file knows the time. The new one is written before the turn
    is; it says which turn it is for, and until the one before is there, what was kept holds.

    At a table with a beacon a turn that draws waits for the round that its deadline names: the signature of that round
    is pasted, or fetched once the round is out; before that, WaitForBeacon is raised, unless the turn is drawn without
    the beacon. Where all orders are in and no deadline is to be waited for, the round is named now (RoundNamed).
    A round that is out is left out only if it cannot be had.
    """
    folder = Path(path)
    inputs = inputs._replace(source=check_source(inputs.source))
    with nullcontext(open_table(folder)) if preview else writing(folder, as_seen=turn is None) as table:
        due = read_deadline(folder)
        if turn is not None and 0 <= turn <= table.turn:
            return Resolved(read_turn(table, turn), table, again=True, due=due, deadline=due)
        _check_turn(table, turn)
        root = read_seed(table)
        keys = keys_from(table, root, table.turn + 1)
        orders, used, refused = _orders(table, close, policy, keys, _list_given_up(table, due, now))
        missed = tuple(row.seat for row in used if row.missed)
        if close and missed and turn is None and not preview:
            is_first = not table.missed or bool(refused) or any(row.number for row in used)
            refuse_early_close(folder, due, table.turn + 1, now, is_first=is_first)
        number = named_round(due, table.turn + 1)
        waiting = BeaconWait(table.turn + 1, number, now, inputs.signature, inputs.without_beacon)
        try:
            resolution, drawn, beacon = _draw_and_carry_out(table, orders, missed, inputs, keys, waiting)
        except WaitForBeacon:
            if not preview and not missed:
                _name_round(folder, due, waiting)
            raise
        with in_english():
            dropped = _put_aside(table, resolution.position, used, refused)
        told = dropped if language() == ENGLISH else _put_aside(table, resolution.position, used, refused)
        record = _record_turn(table, resolution, used, dropped, drawn, beacon)
        deadline = due
        if due is not None and now is not None and not table.game.is_over(resolution.position):
            deadline = _next_deadline(table, due, record.turn + 1, now)
        if not preview:
            record = _open_keys(table, _count_looks(folder, record), root, resolution.position)
            if due is not None:
                keep_deadline(folder, record.turn, due)
            if deadline is not None and deadline != due:
                write_deadline(folder, deadline)  # not the table's until the turn is there: read_deadline
            write_turn(table, record)
        after = _table_after(table, record, resolution.position)
        turned = Turn(record, table.position, resolution.position)
        return Resolved(turned, after, due=due, deadline=deadline, reasons={row.number: row.why for row in told})


def _check_turn(table: Table, turn: int | None) -> None:
    """Raise InputError if `turn` is given and not the next one, or if the game is over."""
    if turn is not None and turn != table.turn + 1:
        raise InputError(
            _("turn {turn} is not the next one", turn=turn),
            file=str(table.path),
            allowed=_("turn {turn}", turn=table.turn + 1),
        )
    if table.game.is_over(table.position):
        raise InputError(_("the game is over: there is nothing to resolve"), file=str(table.path), status=1)


def _record_turn(
    table: Table,
    resolution: Resolution[Any],
    used: Sequence[Used],
    dropped: tuple[Dropped, ...],
    drawn: tuple[Draw, ...],
    beacon: BeaconRound,
) -> TurnFile:
    """Return what the file of the turn holds, but for keys and looks, which a preview does without."""
    return TurnFile(
        table.commitment,
        table.turn + 1,
        table.game.name,
        table.game.version,
        file_digest(table.path / file_name(table.turn, table.amendment)),
        to_plain(table.game.dump_position(resolution.position)),
        seats=marks_of(table.seats),
        orders=tuple(used),
        dropped=dropped,
        draws=drawn,
        events=resolution.events,
        missed=count_missed(table.missed, used),
        players=tuple(owner(seat.player, seat.bot) for seat in table.seats),
        **beacon._asdict(),
    )


def _count_looks(folder: Path, record: TurnFile) -> TurnFile:
    """Return the record with how often its draws were looked at before, and the seats whose order changed since.

    A preview does without: what it shows is the same each time.
    """
    looks = read_looks(folder, record.turn)
    changed = changed_since(looks, {row.seat: row.canonical for row in record.orders})
    return record._replace(previews=len(looks), changed=changed)


def _open_keys(table: Table, record: TurnFile, root: bytes | None, position: Any) -> TurnFile:
    """Return the record with the keys that everybody may know once the turn has led to `position`."""
    opened = last_opened(table.game, record.turn, table.position, position)
    record = with_keys(record, table, root, opened)
    return record._replace(known_key=known_key(table, record))


def _next_deadline(table: Table, due: Deadline, turn: int, now: int) -> Deadline:
    """Return the deadline of `turn`, the next one: what players have read of it before, else what the timer says."""
    read = read_kept_deadline(table.path, turn)
    deadline = next_deadline(due, turn, now, read and read.at)
    return with_round(deadline, read, now) if table.beacon and deadline.turn == turn else deadline


def fork_turn(path: str | Path, *, close: bool = False, policy: str | None = None) -> Iterator[Branch]:
    """Yield what can come of the next turn, by how chance falls; nothing is drawn or written.

    Raises Refused as `resolve` does.
    """
    table = open_table(Path(path))
    orders, used, __ = _orders(table, close, policy, read_keys(table, table.turn + 1))
    missed = tuple(row.seat for row in used if row.missed)

    return fork(lambda draws: resolve_all(table.game, table.position, orders, missed, draws))


def _name_round(folder: Path, due: Deadline | None, wait: BeaconWait) -> None:
    """Name a round a few minutes ahead for a turn whose orders are all in, and raise RoundNamed.

    Nothing happens if its deadline is to be kept.
    """
    named = bring_forward(due, wait.turn, wait.now) if wait.now is not None else None
    if named is None:
        return
    write_deadline(folder, named)
    message = N_(
        "all orders are in: the draws of turn {turn} wait for round {number} of the beacon, which comes out {when}. Post this line now, and resolve the turn then"
    )
    when = show_moment(Moment(time_of(named.round)))
    raise RoundNamed(_(message, turn=wait.turn, number=named.round, when=when), post_line(named))


def _draw_and_carry_out(
    table: Table,
    orders: Mapping[str, Any],
    missed: Sequence[str],
    inputs: DrawInputs,
    keys: TurnKeys | None,
    waiting: BeaconWait,
) -> tuple[Resolution[Any], tuple[Draw, ...], BeaconRound]:
    """Return what comes of the turn, and the round of the beacon in its draws.

    A turn that draws nothing waits for no round. Without keys, the error says so when a draw is wanted that was not
    entered by hand.
    """
    game, position = table.game, table.position
    found = BeaconRound()
    if table.beacon and keys is not None:
        draws: AnyDraws = unknown_draws(inputs.script, inputs.source)
        try:
            return (*carry_out(game, position, orders, missed, draws), found)
        except NoDraws.Asked:
            found = choose_round(table.path, waiting, undone_records(table, waiting.turn))
            keys = mix(keys, found.signature)
    try:
        draws = draws_from(game, keys, inputs.script, inputs.source)
        return (*carry_out(game, position, orders, missed, draws), found)
    except InputError as error:
        if keys is not None:
            raise
        raise InputError(
            _("{message}; without {secret} every draw has to be entered by hand", message=error.message, secret=SECRET),
            file=str(table.path),
            key=error.key,
            allowed=error.allowed,
        ) from None


def _table_after(table: Table, record: TurnFile, position: Any) -> Table:
    done = done_texts(record)
    hand = tuple(one for one in table.hand if one.number not in done)
    return table._replace(
        turn=record.turn,
        amendment=0,
        position=position,
        hand=hand,
        needs_cleanup=len(hand) < len(table.hand),
        missed=record.missed,
    )


def _list_given_up(table: Table, due: Deadline | None, now: int | None) -> Collection[str]:
    """Return the seats that are not waited for any longer.

    They have missed many turns in a row, and the table says so.
    """
    if now is None or waits_for_absent(due, table.turn + 1, now):
        return ()
    return missed_in_a_row(table)


def _orders(
    table: Table, close: bool, policy: str | None, keys: TurnKeys | None, given_up: Collection[str] = ()
) -> tuple[dict[str, Any], list[Used], list[Posted]]:
    """Return the order of every seat awaited, as it is carried out and as it is recorded, and the orders refused.

    Seats in `given_up` miss the turn if they have no order, whether it is closed or not.
    """
    game = table.game
    if policy is not None:
        missing_policy(table, policy)  # a wrong one is refused even when nobody's order is missing
    awaited = [one for one in seat_orders(table) if one.request is not None]
    bots = {seat.mark: seat.bot for seat in table.seats if seat.bot}
    open_seats = [one for one in awaited if not one.ready and not (one.seat in bots and (close or one.posted is None))]
    forced = forced_orders(table, [one.seat for one in open_seats if one.posted is None])
    open_seats = [one for one in open_seats if one.seat not in forced]
    if any(one.posted is not None or one.seat not in given_up for one in open_seats) and not close:
        raise Refused(_what_is_open(open_seats), [one for one in awaited if one.ready or one in open_seats])
    wanted = missing_policy(table, policy) if open_seats else ""
    orders: dict[str, Any] = {}
    used: list[Used] = []
    refused: list[Posted] = []
    waiting = []
    for given in awaited:
        seat, posted = given.seat, given.posted
        if given.ready and posted is not None:
            orders[seat] = given.verdict.order
            used.append(_own_order(game, posted, given.verdict))
            continue
        if seat in forced:
            orders[seat] = forced[seat]
            text = game.format_order(forced[seat])
            used.append(Used(seat, text, text, FORCED))
            continue
        order, row = _give_order(table, seat, wanted, bots.get(seat, ""), keys)
        if order is None:
            waiting.append(given)
            continue
        orders[seat] = order
        used.append(row)
        if posted is not None and posted.number:
            refused.append(posted)
    if waiting:
        message = N_("no orders from {seats}, and the policy is {policy!r}")
        if any(one.posted is not None for one in waiting):
            message = N_("no legal orders from {seats}, and the policy is {policy!r}")
        left = [one for one in awaited if one.ready or one in waiting]
        raise Refused(_(message, policy=wanted, seats=_names(waiting)), left)
    return orders, used, refused


def _own_order(game: Game[Any, Any, Any], posted: Posted, verdict: Verdict) -> Used:
    """Return how a seat's own order is recorded."""
    return Used(
        posted.seat,
        posted.text,
        game.format_order(verdict.order),
        posted.source,
        posted.number,
        edited=posted.edited,
        alternative=verdict.number,
        only=posted.only,
    )


def _give_order(table: Table, seat: str, policy: str, bot: str, keys: TurnKeys | None) -> tuple[Any, Used]:
    """Return the order that its bot, or the policy, gives a seat, None if the policy gives none, and its record."""
    game, strength = table.game, bot or strength_of(policy)
    order = bot_order(table, seat, strength, keys) if strength else game.default_order(table.position, seat, policy)
    text = "" if order is None else game.format_order(order)
    if strength:
        return order, Used(seat, text, text, BOT, missed="" if bot else policy, bot=strength)
    return order, Used(seat, "", text, OPTION, missed=policy)


def _what_is_open(open_seats: Sequence[SeatOrder]) -> str:
    missing = [one for one in open_seats if one.posted is None]
    faulty = [one for one in open_seats if one.posted is not None]
    parts = [_("no order from {seats}", seats=_names(missing))] if missing else []
    if faulty:
        message = N_("{seats}'s order is illegal") if len(faulty) == 1 else N_("the orders of {seats} are illegal")
        parts.append(_(message, seats=_names(faulty)))
    return "; ".join(parts)


def _names(some: Sequence[SeatOrder]) -> str:
    return ", ".join(one.seat for one in some)


def missing_policy(table: Table, policy: str | None) -> str:
    """Return the policy for missing orders: the one given, else the table's, else the game's.

    Raises InputError if it is unknown.
    """
    option = next((option for option in table.game.options if option.name == OPTION), None)
    if option is None:
        raise InputError(_("{game} has no policy for missing orders", game=table.game.name), key=OPTION)
    chosen = table.options.get(OPTION, option.default) if policy is None else policy
    if not option.valid(chosen) and chosen not in POLICIES:
        hint = did_you_mean(str(chosen), [*POLICIES, *(word.strip() for word in option.allowed.split(","))])
        raise InputError(
            _("found {value!r}{hint}", value=chosen, hint=hint),
            key=OPTION,
            allowed=", ".join([option.allowed, *POLICIES]),
        )
    return str(chosen)


def _put_aside(table: Table, position: Any, used: Sequence[Used], refused: Sequence[Posted]) -> tuple[Dropped, ...]:
    """Return the orders in hand that the turn leaves without a use, and why.

    They are those refused, those posted for this turn or an earlier one only, and those of a seat that has acted and
    that the game does not keep.
    """
    done = {row.number for row in used} | {row.number for row in refused}
    resolved = table.turn + 1
    requests = table.game.awaited(table.position) if refused else {}
    out = []
    for posted in refused:
        given = seat_order(table, posted.seat, usable_next_turn(table, posted.seat), requests[posted.seat])
        out.append(_drop(posted, "; ".join(problem.message for problem in given.verdict.problems)))
    out += [
        _drop(posted, _("it was for turn {turn} only", turn=posted.only))
        for posted in table.hand
        if posted.only and posted.only <= resolved and posted.number not in done
    ]
    for row in used:
        left = [one for one in usable_next_turn(table, row.seat) if one.number not in done and not one.only]
        out += [_drop(one, _("not used in its turn")) for one in left if not stays_in_hand(table, position, one)]
    return tuple(out)


def _drop(posted: Posted, why: str) -> Dropped:
    return Dropped(posted.number, posted.seat, posted.text, posted.source, why, posted.edited, posted.only)
