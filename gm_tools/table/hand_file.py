"""Orders in hand: `orders.toml`, every order as it was posted, with where it came from and the turn it was posted for.

A sheet (core/sheets.py) becomes an order in hand for each turn that it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.sheets import Part, Tried, by_time, meant, parse_sheet, read_part, read_sheet, try_all, unread
from gm_tools.core.sources import BY_HAND, IMPLIED
from gm_tools.core.toml import known_keys, parse_toml, take
from gm_tools.table.files import encode, write_atomic
from gm_tools.table.toml_writer import joined, pairs, rows
from gm_tools.table.values import clean, take_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from gm_tools.core.game import Request, Seat
    from gm_tools.table.store import Table

FILE = "orders.toml"
FORMAT = 1


class Posted(NamedTuple):
    """An order in hand. `number` is its own for as long as the table lasts; `turn` the first turn it may be used in.

    `text` is for one turn, and may hold several alternatives with `else` between them. `edited` says that the post was
    changed after it was made, and how. `only` is the one turn that the post names (0: it names none).
    """

    number: int
    seat: str
    text: str
    source: str
    turn: int
    edited: str = ""
    only: int = 0


class Hand(NamedTuple):
    """What `orders.toml` holds: the turn that comes next, the number of the next order, and the orders, oldest first.

    `unnumbered` says that some of the orders were written in by hand and have their numbers from here, not from the file.
    """

    turn: int
    number: int
    orders: tuple[Posted, ...]
    unnumbered: bool = False


class Verdict(NamedTuple):
    """One line of status: what a seat is asked for, which of its orders is meant for it, and all that is wrong with it.

    `request` is None for a seat that is not awaited, `posted` for one whose order is missing; `order` is None if there
    is none that can be read. `tried` are the alternatives where there are several, `alternative` (from 1) the one that
    `order` is. `warnings` say what is wrong, as things stand, with an order in hand before its time. An order that the game takes an order in hand for (C63: HOLD) has no number, and is in nobody's hand.
    """

    seat: str
    posted: Posted | None
    order: Any
    problems: tuple[Problem, ...]
    request: Request | None
    tried: tuple[Tried, ...] = ()
    alternative: int = 0
    warnings: tuple[Problem, ...] = ()

    @property
    def ready(self) -> bool:
        """Tell whether the seat's order is in, read and legal."""
        return self.order is not None and not self.problems


class Ahead(NamedTuple):
    """An order taken in hand for a later turn: its alternatives, of which is known only whether they can be read; what it replaced."""

    posted: Posted
    tried: tuple[Tried, ...]
    replaced: tuple[Posted, ...]


class Put(NamedTuple):
    """What came of a sheet put in hand: the table after, what is to be said of the order for now, what it replaced.

    A sheet that cannot be read, or of which a turn cannot be read at all, is not taken in hand: `verdict.posted` is None,
    and the table is as it was. One that is meant for later is taken, and `verdict.request` is None. `ahead` are the orders
    for later turns (`verdict` is about the first of them if there is none for now), `outdated` the turns named that are past.
    """

    table: Table
    verdict: Verdict
    replaced: tuple[Posted, ...]
    ahead: tuple[Ahead, ...] = ()
    outdated: tuple[int, ...] = ()

    def first_order(self) -> Posted | None:
        """Return the order in hand that the one just put there is kept behind, None if there is none.

        Where the game has such a rule (TAC: T3.5), the first legal order of a seat counts, not the last.
        """
        posted, game, position = self.verdict.posted, self.table.game, self.table.position
        if posted is None or self.verdict.order is None or not game.first_order_rule:
            return None
        for one in in_time(self.table, self.verdict.seat):
            if one.number < posted.number:
                order = verdict_of(self.table, one.seat, (one,), self.verdict.request).order
                orders = [] if order is None else [order, self.verdict.order]
                if orders and game.choose(position, one.seat, orders) == order and _is_meant(self, one.seat):
                    return one
        return None


def _is_meant(put: Put, seat: str) -> bool:
    """Tell whether the order put in hand is of the kind that is asked for: else it waits for its time, behind nothing."""
    game, order = put.table.game, put.verdict.order
    return bool(game.choose(put.table.position, seat, [order]) == order)


def format_hand(hand: Hand) -> str:
    """Return the text of `orders.toml`; `parse_hand` takes it back."""
    orders = [{key: value for key, value in posted._asdict().items() if value not in ("", 0)} for posted in hand.orders]
    remark = f"# Orders in hand for turn {hand.turn}; when its file is there, they have been carried out."
    return joined([remark, *pairs({"format": FORMAT, "turn": hand.turn, "next": hand.number}), *rows("order", orders)])


def parse_hand(text: str, turn: int, first: int = 1) -> Hand:
    """Return what the text of `orders.toml` holds; raise InputError with key and what is allowed.

    An order written in by hand needs no more than `seat` and `text`: its number is the next one (at least `first`), its
    turn the next one (`turn`), its source "by hand". Where its text is for several turns, it becomes as many orders.
    """
    data = parse_toml(text)
    known_keys(data, ("format", "turn", "next", "order"))
    if take(data, "format", int) != FORMAT:
        raise InputError(_("found {value}", value=data["format"]), key="format", allowed=str(FORMAT))
    stated = take(data, "turn", int, turn)
    given = take_tables(data, "order")
    numbers = [row["number"] for row in given if type(row.get("number")) is int]
    following = max([first, take(data, "next", int, 1), *(number + 1 for number in numbers)])
    orders: list[Posted] = []
    for at, row in enumerate(given, 1):
        try:
            known_keys(row, Posted._fields)
            posted = Posted(
                take(row, "number", int, following),
                take(row, "seat", str),
                clean(take(row, "text", str), "text"),
                take(row, "source", str, BY_HAND),
                take(row, "turn", int, turn),
                take(row, "edited", str, ""),
                take(row, "only", int, 0),
            )
            if any(posted.number == other.number for other in orders):
                raise InputError(
                    _("found {value!r} again", value=posted.number), key="number", allowed=_("a number of its own")
                )
        except InputError as error:
            raise error.within("", f"order #{at}") from None
        each = [posted] if "number" in row else _by_turn(posted)
        following = max(following, each[-1].number + 1)
        orders += each
    return Hand(stated, following, tuple(orders), any("number" not in row for row in given))


def _by_turn(posted: Posted) -> list[Posted]:
    """Return an order without a number as one for each turn that its text names."""
    parts = parse_sheet(posted.text, lambda _text: True)
    if isinstance(parts, Problem) or (len(parts) == 1 and not parts[0].turn):
        return [posted]
    return [
        posted._replace(number=posted.number + at, text=part.text, only=part.turn or posted.only)
        for at, part in enumerate(parts)
    ]


def hand_of(table: Table) -> Hand:
    """Return what `orders.toml` of a table holds."""
    return Hand(table.turn + 1, table.number, table.hand)


def write_hand(folder: Path, hand: Hand) -> None:
    """Write `orders.toml`."""
    path = folder / FILE
    write_atomic(path, encode(format_hand(hand), path))


def verdict_of(table: Table, seat: str, posted: Sequence[Posted], request: Request | None) -> Verdict:
    """Return the verdict on the one of a seat's orders (oldest first) that is meant for what it is asked now.

    Of an order with alternatives the first legal one stands for it; the game chooses among what stands for each.
    """
    read = [_read(table, seat, one, request) for one in posted]
    left = [verdict for verdict in read if verdict.order is not None]
    if not left:
        return read[-1] if read else Verdict(seat, None, None, (), request)
    if request is None:
        return left[-1]
    refused: Verdict | None = None
    while left:
        chosen = table.game.choose(table.position, seat, [verdict.order for verdict in left])
        if chosen is None:
            break
        found = [verdict for verdict in left if verdict.order == chosen]
        if not found:
            # The game takes what is in hand for an order that nobody wrote; what is in hand stays there.
            text = table.game.format_order(chosen)
            implied = Posted(0, seat, text, f"{IMPLIED}{posted[-1].source}", table.turn + 1)
            return _read(table, seat, implied, request)
        if not found[-1].problems:
            return found[-1]
        # Illegal now that its time has come: as if never posted, if something else in hand is meant as well (C63).
        refused = refused or found[-1]
        left = [verdict for verdict in left if verdict.order != chosen]
    return refused or Verdict(seat, None, None, (), request)


def _read(table: Table, seat: str, posted: Posted, request: Request | None) -> Verdict:
    """Return the verdict on one order: its first legal alternative; if there is none, the first that can be read."""
    game, text = table.game, posted.text
    alternatives = read_part(game, text)
    if isinstance(alternatives, Problem):
        return Verdict(seat, posted, None, _placed((alternatives,), seat), request)
    tried = try_all(game, table.position, seat, alternatives, may_wait=True)
    at = meant(tried)
    if len(tried) == 1:
        return Verdict(seat, posted, tried[0].order, tried[0].problems, request)
    return Verdict(seat, posted, tried[at].order, tried[at].problems, request, tried, at + 1)


def _placed(problems: Iterable[Problem], seat: str) -> tuple[Problem, ...]:
    return tuple(problem if problem.seat else problem._replace(seat=seat) for problem in problems)


def verdicts(table: Table) -> tuple[Verdict, ...]:
    """Return a verdict for each seat awaited and for each seat whose order is in hand too early, in the order of seats."""
    awaited = {} if table.game.is_over(table.position) else table.game.awaited(table.position)
    out = []
    for seat in table.seats:
        posted = in_time(table, seat.mark)
        if seat.mark in awaited or posted:
            out.append(verdict_of(table, seat.mark, posted, awaited.get(seat.mark)))
    return tuple(out)


def in_time(table: Table, seat: str) -> tuple[Posted, ...]:
    """Return a seat's orders in hand that may be used in the next turn, oldest first."""
    following = table.turn + 1
    return tuple(one for one in table.hand if one.seat == seat and _is_for(one, following))


def _is_for(posted: Posted, turn: int) -> bool:
    return posted.only == turn if posted.only else posted.turn <= turn


def put_order(path: str | Path, seat: str, text: str, source: str = BY_HAND, *, edited: str = "") -> Put:
    """Take a sheet in hand, even an illegal one (it is what was posted), and say what is wrong with it.

    `seat` is a mark, a player's name or an alias. A sheet that cannot be read is not taken: what was in hand before
    stays. Raises InputError for an unknown seat, for text that is no text, and when the game is over.
    """
    from gm_tools.table.store import seat_of, writing

    with writing(path) as table:
        put = put_sheet(table, seat_of(table, seat).mark, text, source, edited=edited)
        if put.table is not table:
            write_hand(table.path, hand_of(put.table))
    return put


def put_sheet(table: Table, seat: str, text: str, source: str, *, edited: str = "") -> Put:
    """Return what comes of a sheet put in hand for a seat (its mark), nothing written: `put.table` is to be written by the caller.

    Where nothing was taken, `put.table` is the table given. Raises InputError for text that is no text, and when the game is over.
    """
    text = clean(text, "order")
    source = clean(source, "source")
    edited = clean(edited, "edited") if edited else ""
    if table.game.is_over(table.position):
        raise InputError(_("the game is over: no orders any more"), file=str(table.path), status=1)
    request = table.game.awaited(table.position).get(seat)
    sheet = read_sheet(table.game, text)
    if isinstance(sheet, Problem):
        return Put(table, Verdict(seat, None, None, _placed((sheet,), seat), request), ())
    timed = by_time(sheet, table.turn + 1)
    parts = tuple(part for part in sheet if part.turn not in timed.past)
    problems: tuple[Problem, ...] = () if timed.problem is None else (timed.problem,)
    problems = problems or unread(table.game, text, table.turn + 1, table.position, seat)
    if problems:
        return Put(table, Verdict(seat, None, None, _placed(problems, seat), request), (), (), timed.past)
    texts = [text] if len(sheet) == 1 and not sheet[0].turn else [part.text for part in parts]
    posts = [Posted(0, seat, text, source, 0, edited, part.turn) for part, text in zip(parts, texts, strict=True)]
    put = _put(table, list(zip(parts, posts, strict=True)), request)
    return put._replace(outdated=timed.past)


def _put(table: Table, parts: Sequence[tuple[Part, Posted]], request: Request | None) -> Put:
    """Return the table with the parts of a sheet in hand, each in place of what it replaces."""
    following, number = table.turn + 1, table.number
    now: tuple[Verdict, tuple[Posted, ...]] | None = None
    ahead: list[Ahead] = []
    for part, as_posted in parts:
        posted, seat = as_posted._replace(number=number, turn=following), as_posted.seat
        number += 1
        tried = try_all(
            table.game, table.position, seat, part.alternatives, now=part.turn in (0, following), may_wait=True
        )
        order = tried[meant(tried)].order
        if part.turn in (0, following):
            replaced = tuple(one for one in in_time(table, seat) if _replaces(table, order, one))
            verdict = verdict_of(table, seat, (posted,), request)
            if verdict.posted != posted:  # it can be read, and is not meant for what the seat is asked now
                verdict = Verdict(seat, posted, order, (), None)
            elif request is None and verdict.problems:  # waiting does not mend it
                return Put(table, verdict._replace(posted=None), ())
            elif request is None and order is not None:
                warnings = table.game.warn_ahead(table.position, seat, order)
                verdict = verdict._replace(warnings=_placed(warnings, seat))
            now = (verdict, replaced)
        else:
            same = (one for one in table.hand if one.seat == seat and one.only == part.turn)
            replaced = tuple(one for one in same if _replaces(table, order, one) or not _replaces(table, order, posted))
            ahead.append(Ahead(posted, tried, replaced))
        table = table._replace(hand=(*(one for one in table.hand if one not in replaced), posted))
    after = table._replace(number=number, untidy=False)
    gone = tuple(one for row in ahead for one in row.replaced)
    if now is None:
        first = ahead[0]
        verdict = Verdict(first.posted.seat, first.posted, first.tried[meant(first.tried)].order, (), None)
        return Put(after, verdict, gone, tuple(ahead))
    return Put(after, now[0], (*now[1], *gone), tuple(ahead))


def _replaces(table: Table, order: Any, old: Posted) -> bool:
    """Tell whether an order takes the place of one in hand: as the game says; what cannot be read is always replaced."""
    alternatives = read_part(table.game, old.text)
    if isinstance(alternatives, Problem):
        return True
    before = [one.order for one in try_all(table.game, table.position, old.seat, alternatives, now=False)]
    readable = [one for one in before if one is not None]
    return not readable or bool(table.game.replaces(order, readable[0]))


def kept(table: Table, position: Any, posted: Posted) -> bool:
    """Tell whether an order in hand stays there after a turn that its seat has acted in (position after)."""
    alternatives = read_part(table.game, posted.text)
    if isinstance(alternatives, Problem):
        return False
    orders = [one.order for one in try_all(table.game, position, posted.seat, alternatives, now=False)]
    return any(order is not None and table.game.keeps(position, posted.seat, order) for order in orders)


def holds(hand: Iterable[Posted], game: Any, seat: str, text: str, source: str) -> bool:
    """Tell whether a sheet from a source is in hand, all of its turns: then it need not be put there again."""
    parts = read_sheet(game, text)
    if isinstance(parts, Problem):
        return False
    mine = [(one.only, one.text) for one in hand if one.seat == seat and one.source == source]
    if len(parts) == 1 and not parts[0].turn:
        return any(one == text for __, one in mine)
    return all((part.turn, part.text) in mine for part in parts)


def drop_order(path: str | Path, seat: str, turn: int = 0) -> tuple[Posted, ...]:
    """Take the orders of a seat out of hand, those ahead too, and return them; raise InputError if there are none.

    With `turn` only those for that turn; what names none is for the next one.
    """
    from gm_tools.table.store import seat_of, writing

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
        write_hand(table.path, hand_of(table._replace(hand=left)))
    return dropped


def seat_marks(seats: Sequence[Seat]) -> str:
    """Return the marks of the seats, for messages."""
    return ", ".join(seat.mark for seat in seats)
