"""What may be ordered (C66, section 13).

All faults of an order are listed, each with its rule and the order that was probably meant. An order is checked whole,
on the position as it is at that moment, before anything is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core import grammar
from gm_tools.core.i18n import _
from gm_tools.core.problems import Kind, Problem
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tacara.drive import (
    FUEL,
    allowed_steps,
    carry_out,
    fuels,
    gear_steps,
    is_at_pump,
    safe_drive,
    shift_by,
)
from gm_tools.games.tacara.orders import HOLD, PASS, Order, column_of, format_order, pieces
from gm_tools.games.tacara.position import VALUES, Car, Chips, Position, count_chips, format_chips, with_chip
from gm_tools.games.tacara.shift import ShiftTable, follow, format_shift, parse_shift, steps_to

EXACT = 6  # chips that a message names one by one


class Fault(NamedTuple):
    """One fault of an order: the number of its token, and orders that might mend it, likeliest first.

    `lasts` tells that no turn of the race can mend it: it hangs on the options or on the order alone (C63).
    """

    rule: str
    message: str
    token: int = 0
    mends: tuple[Order, ...] = ()
    lasts: bool = False


def slot_of(position: Position) -> str:
    """Return the car whose slot it is, at an offer the car that is asked (C13, C54); "" if none can act now."""
    if position.over:
        return ""
    if position.offers:
        return position.offers[0]
    return position.left[0] if position.left and not position.car(position.left[0]).flipped else ""


def check(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return every fault of an order given now; none if it is legal."""
    return _problems(position, seat, order, (*_slot_faults(position, seat, order), *_faults(position, seat, order)))


def check_slot(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return what would be wrong with an order if its car's slot, or the offer that it answers, were now."""
    if _takes_no_orders(position, seat):
        return check(position, seat, order)
    return _problems(position, seat, order, tuple(_faults(position, seat, order)))


def check_early(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return what waiting can never mend of an order posted ahead of its slot (C63).

    That is what the options exclude, and what is wrong with the order by itself. Shift, chips, pool, bonus and place
    can all be different when the slot comes: see `warn_early`.
    """
    if _takes_no_orders(position, seat):
        return check(position, seat, order)
    faults = [fault for fault in _faults(position, seat, order) if fault.lasts]
    if order.is_answer and not position.settings.drafting:
        message = _("this race has no drafting: there are no offers to follow")
        faults.append(Fault("C54", message, 0, (order._replace(follows=False),) if order.follows else ()))
    return _problems(position, seat, order, tuple(faults))


def warn_early(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return what is wrong with an order ahead as things stand, and may not be any more when its slot comes (C63)."""
    if _takes_no_orders(position, seat):
        return ()
    return _problems(position, seat, order, tuple(f for f in _faults(position, seat, order) if not f.lasts))


def _takes_no_orders(position: Position, seat: str) -> bool:
    car = _car(position, seat)
    return car is None or car.gone or position.over or position.has_finished(car)


def canonical(position: Position, seat: str, order: Order) -> Order:
    """Return the canonical form of a legal order: steps for `G=`, in their order, an axis only where it counts (C65).

    It depends on the car's shift: `G=E3N1 V` from E2 is `GEN V`, `GE V` from neutral is `GE`.
    """
    order = order._replace(car="")
    if order.verb != "drive":
        return order
    table, shift = position.settings.shift_table, position.car(seat).shift
    target = shift_by(shift, gear_steps(table, shift, order.gear))
    return order._replace(gear=steps_to(table, shift, target), axis=order.axis if all(target) else "")


def _car(position: Position, seat: str) -> Car | None:
    return next((car for car in position.cars if car.mark == seat), None)


def _names(car: Car) -> tuple[str, ...]:
    """Return what orders may call a car, in small letters."""
    return (car.mark.casefold(), *car.names)


def _problems(position: Position, seat: str, order: Order, faults: tuple[Fault, ...]) -> tuple[Problem, ...]:
    """Return faults as problems, each with the first mended order that stands."""
    problems = []
    for rule, message, token, mends, __ in faults:
        mends = () if grammar.is_probing() else mends  # noqa: PLW2901
        mended = next((mend for mend in mends if _is_mended(position, seat, mend)), None)
        suggestion = format_order(canonical(position, seat, mended)) if mended else ""
        kind: Kind = "ambiguous" if rule == "C65" else "invalid" if rule == "C64" else "illegal"
        problems.append(Problem(kind, rule, message, seat, 1, column_of(order, token), suggestion))
    return tuple(problems)


def _is_mended(position: Position, seat: str, order: Order) -> bool:
    """Tell whether an order has no fault, and is of the kind that is asked for if the seat is asked at all."""
    is_of_kind = slot_of(position) != seat or order.is_answer == bool(position.offers)
    return is_of_kind and next(_faults(position, seat, order), None) is None


# Whose slot it is


def _slot_faults(position: Position, seat: str, order: Order) -> Iterator[Fault]:
    """Yield what is wrong with giving an order now: the race is over, another car's slot, no offer (C13, C53, C54)."""
    car = _car(position, seat)
    if car is None:
        cars = ", ".join(car.mark for car in position.cars)
        yield Fault("C64", _("no car is called {seat!r}; cars are {cars}", seat=seat, cars=cars))
        return
    if position.over:
        yield Fault("C53", _("the race is over"))
        return
    if order.verb == "pass":
        return
    asked = slot_of(position)
    if seat != asked:
        yield Fault("C13", _why_not_asked(position, car, asked))
    is_asked = seat == asked and bool(position.offers)
    if is_asked and not order.is_answer:
        mends = (order._replace(follows=True) if order.verb == "drive" else HOLD,)
        message = _(
            "{car} is asked whether it follows {leader}: F and a drive, or HOLD", car=seat, leader=position.last
        )
        yield Fault("C54", message, 0, mends)
    if not is_asked and order.is_answer:
        mend = (order._replace(follows=False),) if order.follows else ()
        token = pieces(order).index("F") if order.follows else 0
        yield Fault("C54", _("{car} has no offer to follow now", car=seat), token, mend)


def why_out(position: Position, seat: str) -> str:
    """Say why a car has no slot any more: it has left the board or finished; empty if it may have one."""
    car = _car(position, seat)
    if car is None:
        return ""
    if car.gone and car.place:
        return _("{car} has left the board (place {place})", car=car.mark, place=car.place)
    if car.gone:
        return _("{car} has left the board", car=car.mark)
    return _("{car} has finished; the round is played to its end", car=car.mark) if position.has_finished(car) else ""


def _why_not_asked(position: Position, car: Car, asked: str) -> str:
    """Return why it is not a car's slot."""
    out = why_out(position, car.mark)
    if out:
        return out
    whose = _("it is {car}'s slot", car=asked) if asked else _("nobody can act now")
    if car.mark in position.left:
        return _("{whose}; the row continues with {row}", whose=whose, row=", ".join(position.left))
    told = {"whose": whose, "car": car.mark, "turn": position.turn}
    if position.rows:
        row = ", ".join(position.rows[0])
        return _("{whose}; {car} has had its slot in round {turn}, next round: {row}", row=row, **told)
    return _("{whose}; {car} has had its slot in round {turn}", **told)


# What may be ordered


def _faults(position: Position, seat: str, order: Order) -> Iterator[Fault]:
    """Yield every fault of an order apart from the time at which it is given."""
    car = _car(position, seat)
    if car is None:
        return
    if order.car and order.car not in _names(car):
        known = any(order.car in _names(other) for other in position.cars)
        message = (
            _("the order names {name}, but it is posted for {car}", name=order.car, car=seat)
            if known
            else _("no car is called {name}; the order is posted for {car}", name=order.car, car=seat)
        )
        yield Fault("C13" if known else "C64", message, 0, (order._replace(car=""),), lasts=True)
    if order.verb == "pass":
        if not car.flipped:
            message = (
                _("{car} is not flipped: it must drive or take a chip", car=seat)
                if takeable_values(position, car)
                else _("{car} is not flipped: it must drive", car=seat)
            )
            yield Fault("C14", message)
    elif car.flipped:
        message = _("{car} is flipped: it only moves its chip back to neutral, by itself", car=seat)
        yield Fault("C29", message, 0, (PASS,))
    elif order.verb == "take":
        yield from _take_faults(position, car, order)
    elif order.verb == "drive":
        faults = tuple(_shift_faults(position, car, order))
        yield from faults
        yield from _chip_faults(car, order)
        if order.fuel:
            yield from _fuel_faults(position, car, order, is_drivable=not faults)


def takeable_values(position: Position, car: Car) -> tuple[int, ...]:
    """Return the values that a car may take from the pool where it stands (C38, C39, C41)."""
    return () if car.at in car.taken else tuple(value for value in VALUES if position.pool[value - 1])


def _take_faults(position: Position, car: Car, order: Order) -> Iterator[Fault]:
    if car.at in car.taken:
        message = _("{car} has already taken a chip on {space}", car=car.mark, space=position.board.space(car.at))
        yield Fault("C39", message)
    if not position.pool[order.value - 1]:
        there = format_chips(position.pool)
        mends = tuple(order._replace(value=value) for value in reversed(takeable_values(position, car)))
        message = (
            _("no {value} in the pool: there are {values}", value=order.value, values=", ".join(sorted(set(there))))
            if there
            else _("no {value} in the pool: it is empty", value=order.value)
        )
        yield Fault("C41", message, 0, mends)


def _shift_faults(position: Position, car: Car, order: Order) -> Iterator[Fault]:
    """Yield what is wrong with gear, axis and draft steps (C16, C17, C55, C65)."""
    table, most = position.settings.shift_table, allowed_steps(position, car)
    token = len(order.before) + order.follows + bool(order.car)
    steps = gear_steps(table, car.shift, order.gear)
    drafting, is_target = position.settings.drafting, order.gear[:1] == "="
    target = parse_shift(order.gear[1:]) if is_target else None
    stray = target if target and not table.holds(*target) else None
    if not target:
        stray = next((shift for shift in follow(car.shift, steps) if not table.holds(*shift)), None)
    if stray:
        fewer = tuple(
            order._replace(gear=steps[:at] + steps[at + 1 :])
            for at in reversed(range(len(steps)))
            if len(steps) <= most + 1  # one step more is a slip, many are not
        )
        message = _("{shift} is off the shift table ({edges})", shift=format_shift(stray), edges=_edges(table))
        yield Fault("C16", message, token, fewer, lasts=target is not None)
    if len(steps) > most:
        fewer = (order._replace(gear=steps[:most]),)
        message = _(
            "{count} steps from {shift}; at most {most} are allowed",
            count=len(steps),
            shift=format_shift(car.shift),
            most=most,
        )
        yield Fault("C17", message, token, fewer, lasts=not (drafting or is_target))
    after = shift_by(car.shift, steps)
    if all(after) and not order.axis:
        axes = tuple(order._replace(axis=axis) for axis in "HV")
        safe = sorted(axes, key=lambda one: carry_out(position, car.mark, one).crash >= 0)
        message = _(
            "shift {shift}: which leg is driven first? H (east–west) or V (north–south)", shift=format_shift(after)
        )
        yield Fault("C65", message, token, tuple(safe))
    first = token + 1 + bool(order.axis)
    places = [first + at for at, extra in enumerate(order.after) if extra in order.drafts]
    has_bonus = position.has_bonus(car)
    if places and not has_bonus:
        message = _("{car} has no draft bonus", car=car.mark)
        lasts = not drafting or (len(steps) > 2 and not is_target)
        yield Fault("C55", message, places[0], (_without_drafts(order, 0),), lasts)
    if len(places) > 1 and (has_bonus or drafting):
        yield Fault(
            "C55",
            _("{count} draft steps; the bonus is one", count=len(places)),
            places[1],
            (_without_drafts(order, 1),),
            lasts=True,
        )
    if places and has_bonus and len(steps) > 2:
        mends = (_without_drafts(order, 0), order._replace(gear=steps[:2]))
        yield Fault(
            "C55",
            _("the draft bonus is a third shift step or an extra step, not both"),
            places[0],
            mends,
            lasts=not is_target,
        )


def _edges(table: ShiftTable) -> str:
    if table.shape == "diamond":
        return _(
            "diamond, |e|/x + |n|/y at most 1, {x} to the east and west, {y} to the north and south",
            x=table.x,
            y=table.y,
        )
    return _("square, {x} to the east and west, {y} to the north and south", x=table.x, y=table.y)


def _without_drafts(order: Order, keep: int) -> Order:
    after: list[str] = []
    for token in order.after:
        if token[0] == "+" or keep > 0:
            after.append(token)
            keep -= token[0] == "D"
    return order._replace(after=tuple(after))


def _chip_faults(car: Car, order: Order) -> Iterator[Fault]:
    """Yield a fault if chips are played that the car does not hold, all of the order together (C36)."""
    held = car.hand
    tokens = pieces(order)
    for number, token in enumerate(tokens):
        if token[0] != "+":
            continue
        value = int(token[1])
        held = with_chip(held, value, -1)
        if held[value - 1] < 0:
            message = _(
                "{token}: {car} holds {chips}",
                token=token,
                car=car.mark,
                chips=format_chips(car.hand) or _("no turbo chips"),
            )
            yield Fault("C36", message, number, tuple(_replay(order, token, car.hand)))
            return


def _replay(order: Order, token: str, hand: Chips) -> Iterator[Order]:
    """Yield the order with its last such chip replaced by one that is held, or left out."""
    values = [value for value in reversed(VALUES) if hand[value - 1]]
    for new in (*(f"+{value}{token[2]}" for value in values), ""):
        for part in ("after", "before"):
            tokens: tuple[str, ...] = getattr(order, part)
            if token in tokens:
                at = len(tokens) - 1 - tokens[::-1].index(token)
                yield order._replace(**{part: (*tokens[:at], *((new,) if new else ()), *tokens[at + 1 :])})  # type: ignore[arg-type]
                break


def _fuel_faults(position: Position, car: Car, order: Order, *, is_drivable: bool) -> Iterator[Fault]:
    """Yield what is wrong with refuelling, found by carrying out the order on a copy (C44, C46, C47)."""
    token = len(pieces(order)) - 1
    dry = order._replace(fuel="")
    if car.refuelled:
        yield Fault("C46", _("{car} has already refuelled", car=car.mark), token, (dry,))
    if not is_drivable:
        return
    drive = carry_out(position, car.mark, dry)
    if drive.crash >= 0:
        return
    if not is_at_pump(position.board, drive.car.at):
        message = _("the drive ends on {space}, which has no T", space=position.board.space(drive.car.at))
        yield Fault("C44", message, token, (dry,))
    if "".join(sorted(order.fuel)) not in fuels(drive.pool):
        there = format_chips(drive.pool)
        if len(there) > EXACT:
            there = count_chips(drive.pool)
        message = (
            _(
                "R{fuel} takes {number} chips, but the pool holds {there}",
                fuel=order.fuel,
                number=min(FUEL, sum(drive.pool)),
                there=there,
            )
            if any(drive.pool)
            else _("the pool is empty: no fuel")
        )
        yield Fault("C47", message, token, (order._replace(fuel=_fuel_near(order.fuel, drive.pool)),))


def _fuel_near(values: str, pool: Chips) -> str:
    """Return the fuel nearest to what was asked for: what there is of it, filled up with the highest values."""
    out = ""
    for digit in (*values, *"333222111"):
        if len(out) < FUEL and pool[int(digit) - 1] > out.count(digit):
            out += digit
    return out


def default_order(position: Position, seat: str, policy: str) -> Order | None:
    """Return what a car does whose player missed the deadline (C58).

    That is HOLD at an offer, else the safe drive; None means to wait.
    """
    if policy != "safe_drive":
        return None
    return HOLD if position.offers else safe_drive(position, seat)
