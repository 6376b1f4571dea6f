"""Orders in hand: put there, judged, taken out again. `hand_file.py` reads and writes the file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gm_tools.core.game import Request
from gm_tools.core.i18n import _
from gm_tools.core.labels import without_label
from gm_tools.core.problems import InputError, Problem, name_seat
from gm_tools.core.sheets import Part, Verdict, parse_part, parse_sheet, spread
from gm_tools.core.sources import BY_HAND, IMPLIED
from gm_tools.core.stage import seat_of
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.hand_file import FILE, Posted, write_hand
from gm_tools.table.store import writing
from gm_tools.table.table_file import Table
from gm_tools.table.values import clean_text


class SeatOrder(NamedTuple):
    """What a seat is asked for, which of its orders in hand is meant for it, and the verdict on that.

    `request` is None for a seat that is not awaited, `posted` for one whose order is missing; `replaced` are the orders
    that it took the place of. `warnings` say what is wrong, as things stand, with an order in hand before its time. An
    order that the game takes an order in hand for (C63: HOLD) has no number, and is in nobody's hand.
    """

    seat: str
    posted: Posted | None
    verdict: Verdict
    request: Request | None
    warnings: tuple[Problem, ...] = ()
    replaced: tuple[Posted, ...] = ()

    @property
    def ready(self) -> bool:
        """Tell whether the seat's order is in, read and legal."""
        return self.verdict.is_legal

    @property
    def text(self) -> str:
        """The order as it was posted, empty if it is missing."""
        return "" if self.posted is None else self.posted.text

    @property
    def turn(self) -> int:
        """The one turn that the post names, 0 if it names none."""
        return 0 if self.posted is None else self.posted.only


class PutResult(NamedTuple):
    """What came of a sheet put in hand: the table after, what became of the order for now and of those for later turns.

    A sheet that cannot be read, or of which a turn cannot be read at all, is not taken in hand: `refused` says why, and
    the table is as it was. `now.posted` is None for one that is not taken or meant for later turns only; `now.request`
    is None if it is not meant for what the seat is asked. `outdated` are the turns named that are past.
    """

    table: Table
    seat: str
    now: SeatOrder
    later: tuple[SeatOrder, ...] = ()
    refused: tuple[Problem, ...] = ()
    outdated: tuple[int, ...] = ()

    @property
    def orders(self) -> tuple[SeatOrder, ...]:
        """The orders taken in hand, the one for now first."""
        return self.later if self.now.posted is None else (self.now, *self.later)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why the sheet was not taken, or else what is wrong with its order for now."""
        return self.refused or self.now.verdict.problems

    @property
    def replaced(self) -> tuple[Posted, ...]:
        """The orders that went out of hand for those taken."""
        return tuple(posted for one in self.orders for posted in one.replaced)

    def first_order(self) -> Posted | None:
        """Return the order in hand that the one just put there is kept behind, None if there is none.

        Where the game has such a rule (TAC: T3.5), the first legal order of a seat counts, not the last.
        """
        game, position, now, order = self.table.game, self.table.position, self.now, self.now.verdict.order
        if now.posted is None or order is None or not game.first_order_rule:
            return None
        if game.choose(position, self.seat, [order]) != order:
            return None  # not of the kind that is asked for: it waits for its time, behind nothing
        for one in usable_next_turn(self.table, self.seat):
            if one.number < now.posted.number:
                before = seat_order(self.table, self.seat, (one,), now.request).verdict.order
                if before is not None and game.choose(position, self.seat, [before, order]) == before:
                    return one
        return None


def seat_order(table: Table, seat: str, posted: Sequence[Posted], request: Request | None) -> SeatOrder:
    """Return the one of a seat's orders (oldest first) that is meant for what it is asked now, judged.

    Of an order with alternatives the first legal one stands for it; the game chooses among what stands for each.
    """
    read = [_judge(table, seat, one, parse_part(table.game, one.text), request) for one in posted]
    return _choose(table, seat, read, request)


def _choose(table: Table, seat: str, read: Sequence[SeatOrder], request: Request | None) -> SeatOrder:
    """Return the order that is meant for what a seat is asked now."""
    left = [one for one in read if one.verdict.order is not None]
    if not left:
        return read[-1] if read else SeatOrder(seat, None, Verdict(), request)
    if request is None:
        return left[-1]
    refused: SeatOrder | None = None
    while left:
        chosen = table.game.choose(table.position, seat, [one.verdict.order for one in left])
        if chosen is None:
            break
        found = [one for one in left if one.verdict.order == chosen]
        if not found:
            # The game takes what is in hand for an order that nobody wrote; what is in hand stays there.
            text, before = table.game.format_order(chosen), read[-1].posted
            source = f"{IMPLIED}{before.source if before is not None else BY_HAND}"
            implied = Posted(0, seat, text, source, table.turn + 1)
            return _judge(table, seat, implied, parse_part(table.game, text), request)
        if found[-1].ready:
            return found[-1]
        # Illegal now that its time has come: as if never posted, if something else in hand is meant as well (C63).
        refused = refused or found[-1]
        left = [one for one in left if one.verdict.order != chosen]
    return refused or SeatOrder(seat, None, Verdict(), request)


def _judge(table: Table, seat: str, posted: Posted, part: Part, request: Request | None) -> SeatOrder:
    """Return one order of a seat, judged: its first legal alternative; if there is none, the first that can be read."""
    return SeatOrder(seat, posted, part.judge(table.position, seat, may_wait=True), request)


def seat_orders(table: Table) -> tuple[SeatOrder, ...]:
    """Return the order of each seat awaited and of each seat whose order is in hand too early, judged.

    They are in the order of seats.
    """
    awaited = {} if table.game.is_over(table.position) else table.game.awaited(table.position)
    out = []
    for seat in table.seats:
        posted = usable_next_turn(table, seat.mark)
        if seat.mark in awaited or posted:
            out.append(seat_order(table, seat.mark, posted, awaited.get(seat.mark)))
    return tuple(out)


def usable_next_turn(table: Table, seat: str) -> tuple[Posted, ...]:
    """Return a seat's orders in hand that may be used in the next turn, oldest first."""
    following = table.turn + 1
    return tuple(one for one in table.hand if one.seat == seat and _is_for(one, following))


def _is_for(posted: Posted, turn: int) -> bool:
    return posted.only == turn if posted.only else posted.turn <= turn


def put_order(path: str | Path, seat: str, text: str, source: str = BY_HAND, *, edited: str = "") -> PutResult:
    """Take a sheet in hand, even an illegal one (it is what was posted), and say what is wrong with it.

    `seat` is a mark, a player's name or an alias. A sheet that cannot be read is not taken: what was in hand before
    stays. Raises InputError for an unknown seat, for text that is no text, and when the game is over.
    """
    with writing(path) as table:
        put = put_sheet(table, seat_of(table, seat).mark, text, source, edited=edited)
        if put.table is not table:
            write_hand(put.table)
    return put


def put_sheet(table: Table, seat: str, text: str, source: str, *, edited: str = "") -> PutResult:
    """Return what comes of a sheet put in hand for a seat (its mark).

    Nothing is written: the caller writes `put.table`. Where nothing was taken, `put.table` is the table given. Raises
    InputError for text that is no text, and when the game is over.
    """
    following = table.turn + 1
    text = without_label(clean_text(text, "order"), seat, following)
    source = clean_text(source, "source")
    edited = clean_text(edited, "edited") if edited else ""
    if table.game.is_over(table.position):
        raise InputError(_("the game is over: no orders any more"), file=str(table.path), status=1)
    request = table.game.awaited(table.position).get(seat)
    nothing = PutResult(table, seat, SeatOrder(seat, None, Verdict(), request))
    sheet = spread(parse_sheet(table.game, text), following)
    outdated = sheet.past_turns(following)
    problem = sheet.find_problem(following)
    problems = (
        sheet.unreadable_parts(following, table.position, seat) if problem is None else (name_seat(problem, seat),)
    )
    if problems:
        return nothing._replace(refused=problems, outdated=outdated)
    is_single = len(sheet.parts) == 1 and not sheet.parts[0].turn
    put = nothing._replace(outdated=outdated, now=nothing.now._replace(request=None))
    for part in sheet.parts:
        if part.turn in outdated:
            continue
        in_hand = Posted(put.table.number, seat, text if is_single else part.text, source, following, edited, part.turn)
        put = _put_later(put, part, in_hand) if part.turn > following else _put_now(put, part, in_hand, request)
        if put.refused:
            return nothing._replace(refused=put.refused)
    return put._replace(table=put.table._replace(needs_cleanup=False))


def _put_now(put: PutResult, part: Part, posted: Posted, request: Request | None) -> PutResult:
    """Return the table with an order for the next turn in hand, in place of what it replaces."""
    table, seat = put.table, put.seat
    judged = _judge(table, seat, posted, part, request)
    now = _choose(table, seat, (judged,), request)
    order = judged.verdict.order
    if now.posted != posted:  # it can be read, and is not meant for what the seat is asked now
        now = SeatOrder(seat, posted, Verdict((judged.verdict.chosen._replace(problems=()),), part), None)
    elif request is None and now.verdict.problems:  # waiting does not mend it
        return put._replace(refused=now.verdict.problems)
    elif request is None and order is not None:
        warnings = table.game.warn_early(table.position, seat, order)
        now = now._replace(warnings=tuple(name_seat(problem, seat) for problem in warnings))
    replaced = tuple(one for one in usable_next_turn(table, seat) if _replaces(table, order, one))
    return put._replace(table=_take_in_hand(table, posted, replaced), now=now._replace(replaced=replaced))


def _put_later(put: PutResult, part: Part, posted: Posted) -> PutResult:
    """Return the table with an order for a later turn in hand, in place of what it replaces."""
    table, seat = put.table, put.seat
    verdict = part.judge_early(seat)
    same = (one for one in table.hand if one.seat == seat and one.only == part.turn)
    # Of several such orders for one turn the last counts
    is_any = not table.game.replaces(verdict.order, verdict.order)
    replaced = tuple(one for one in same if is_any or _replaces(table, verdict.order, one))
    later = (*put.later, SeatOrder(seat, posted, verdict, None, (), replaced))
    return put._replace(table=_take_in_hand(table, posted, replaced), later=later)


def _take_in_hand(table: Table, posted: Posted, replaced: Sequence[Posted]) -> Table:
    left = tuple(one for one in table.hand if one not in replaced)
    return table._replace(hand=(*left, posted), number=posted.number + 1)


def _replaces(table: Table, order: Any, old: Posted) -> bool:
    """Tell whether an order takes the place of one in hand, as the game says.

    What cannot be read is always replaced.
    """
    before = parse_part(table.game, old.text).orders
    return not before or bool(table.game.replaces(order, before[0]))


def stays_in_hand(table: Table, position: Any, posted: Posted) -> bool:
    """Tell whether an order in hand stays there after a turn that its seat has acted in (position after)."""
    return any(
        table.game.stays_in_hand(position, posted.seat, order) for order in parse_part(table.game, posted.text).orders
    )


def drop_order(path: str | Path, seat: str, turn: int = 0) -> tuple[Posted, ...]:
    """Take the orders of a seat out of hand, those ahead too, and return them; raise InputError if there are none.

    With `turn` only those for that turn; what names none is for the next one.
    """
    with writing(path) as table:
        mark = seat_of(table, seat).mark
        mine = (one for one in table.hand if one.seat == mark)
        dropped = tuple(one for one in mine if turn in (0, one.only or table.turn + 1))
        if not dropped:
            message = _("no order of {seat} is in hand", seat=mark)
            if turn:
                message = _("no order of {seat} for turn {turn} is in hand", seat=mark, turn=turn)
            raise InputError(message, file=str(table.path / FILE), status=1)
        left = tuple(one for one in table.hand if one not in dropped)
        write_hand(table._replace(hand=left))
    return dropped
