"""What an order asks for, what it costs, and every reason to refuse it (rules N2, N3, N4, N7.5, N11).

Nothing here draws or changes anything. `take_apart` says what `drive.py` carries out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

from gm_tools.core import grammar
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.problems import Problem
from gm_tools.core.race import other_cars
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.nascar.board import BAGS, OFF
from gm_tools.games.nascar.driving_rules import ground_of, turn_by_bank
from gm_tools.games.nascar.options import Settings
from gm_tools.games.nascar.orders import CHANGES, MOVES, Order, column_of, format_order
from gm_tools.games.nascar.position import Car, Position

TURNS = {"M": 0, "L": 7, "R": 1}  # eighths clockwise
MOST_ALIKE = 2  # of A, B, L and R each (N2.5, N2.6)
# Rule, what makes the message, place of the letter it is about. Bots look at thousands of orders that nobody is told
# anything of: the words are looked up for those that somebody is.
Fault = tuple[str, partial[str], int]


class Parts(NamedTuple):
    """An order taken apart: letters before the moves, the moves, letters after them, each with its first place."""

    begin: str
    moves: str
    end: str

    @property
    def drives(self) -> str:
        """The moves without the changes between them, which no legal order has (N2.1)."""
        return "".join(letter for letter in self.moves if letter in MOVES)


NOTHING = Parts("", "", "")


class Planned(NamedTuple):
    """A car on its planned path: its tile, its heading, the moves made, and whether a bank may still turn it (N8)."""

    at: int
    heading: int
    moves: int = 0
    may_turn: bool = True


def take_apart(car: Car, order: Order) -> Parts:
    """Return beginning, moves and end of an order (N2.1); one without moves is split where that is legal (N2.8)."""
    letters = order.letters
    if rest := letters.lstrip(CHANGES):
        moves = rest.rstrip(CHANGES)
        return Parts(letters[: -len(rest)], moves, rest[len(moves) :])
    for place in range(len(letters), -1, -1):
        begin, end = letters[:place], letters[place:]
        if speed_after(car.speed, begin) == 0 and "S" not in end and 0 <= end_change(end) <= car.max_speed:
            return Parts(begin, "", end)
    return Parts(letters, "", "")


def speed_after(speed: int, begin: str) -> int:
    """Return the speed after the changes of a beginning (N2.2)."""
    return speed + end_change(begin) + begin.count("S")


def end_change(end: str) -> int:
    """Return what the changes of an end add to the speed; an S has no place there and adds nothing (N2.3)."""
    return end.count("A") - end.count("B")


def highest_speed(max_speed: int, begin: str, *, over_max: bool) -> int:
    """Return the speed that a beginning may ask for at most (N2.7, N11.2).

    `over_max` is the option `slipstream_over_max`.
    """
    return max_speed + (over_max and "S" in begin)


def change_cost(car: Car, faster: int, slower: int) -> int:
    """Return the WC that so many `A` and `B` cost (N3.1, N4.1)."""
    cost = max(0, faster - 1) + max(0, slower - 1)
    return max(0, cost - 1) if car.special == "turbo" else cost


def steer_cost(car: Car, left: int, right: int) -> int:
    """Return the WC that so many `L` and `R` cost (N3.2, N4.2)."""
    cost = max(0, max(left, right) - 1)
    return max(0, cost - 1) if car.special == "swaybars" else cost


COSTS = {"AB": change_cost, "LR": steer_cost}  # by the letters whose marks pay for them (N3.3)


def cost_of(car: Car, letters: str, kind: str) -> int:
    """Return the WC that the letters of a kind (`AB`, `LR`) in an order cost."""
    return COSTS[kind](car, *map(letters.count, kind))


def most_alike(car: Car, *, is_limited: bool) -> int:
    """Return how many A, B, L or R there can be in an order (N2.5, N2.6, N15).

    Two where a rule limits them, else as many as WC can pay for.
    """
    if is_limited:
        return MOST_ALIKE
    cards = car.wild_cards
    return max(count for count in range(cards + 3) if min(cost(car, count, 0) for cost in COSTS.values()) <= cards)


def charged_marks(settings: Settings, car: Car, order: Order) -> tuple[int, ...]:
    """Return the places of the marks, those that are missing put on the last changes or steers (N3.5, `charge`)."""
    if settings.unmarked_wild_cards != "charge":
        return order.marks
    marks = set(order.marks)
    for kind in COSTS:
        places = [place for place, letter in enumerate(order.letters) if letter in kind]
        missing = cost_of(car, order.letters, kind) - sum(place in marks for place in places)
        marks |= set([place for place in reversed(places) if place not in marks][: max(0, missing)])
    return tuple(sorted(marks))


def can_follow(position: Position, car: Car) -> bool:
    """Tell whether there is a car to slipstream behind (N11.1).

    It must be on the next tile ahead, with the same heading, at the start of the turn.
    """
    if car.crashed and not position.settings.slipstream_after_crash:
        return False
    at = car.at
    for __ in range(1 + position.settings.slipstream_gap):
        at += position.board.steps[car.heading]
        if position.tiles[at] == OFF:
            return False
        ahead = [other.heading for other in other_cars(position.cars, car.seat) if other.at == at]
        if ahead:
            return car.heading in ahead
    return False


def planned_path(position: Position, car: Car, moves: str) -> tuple[int, ...]:
    """Return the tiles an order leads over on the map as it is: banks turn, oil goes straight on (N7.5).

    The first off-track space, if there is one, is the last entry.
    """
    path = []
    planned = Planned(car.at, car.heading)
    for letter in moves:
        planned = plan_move(position, planned, letter)
        path.append(planned.at)
        if position.tiles[planned.at] == OFF:
            break
    return tuple(path)


def plan_move(position: Position, before: Planned, letter: str) -> Planned:
    """Return where a move leads on the map as it is, chance left aside (N7.5, N8).

    `driving_rules.py: Rules.move` says what the move does to the car when it is made: an order is judged before that,
    by the path alone, on which oil slides nobody and no bag lies in the way.
    """
    board, tiles = position.board, position.tiles
    heading = (before.heading + TURNS[letter]) % 8
    at, moves = before.at + board.steps[heading], before.moves + 1
    came, onto = ground_of(board, before.at, tiles[before.at]), ground_of(board, at, tiles[at])
    heading, may_turn = turn_by_bank(heading, came, onto, moves, banks=before.may_turn)
    return Planned(at, heading, moves, may_turn)


def check(position: Position, seat: str, order: Order) -> tuple[Problem, ...]:
    """Return all faults of an order, each with its rule (N2.9).

    Where that mends it, a fault has the order as it should have been.
    """
    car = position.car(seat)
    if car is None:
        seats = ", ".join(other.seat for other in position.cars)
        message = _("there is no car {seat}; cars are {seats}", seat=seat, seats=seats)
        return (Problem("illegal", "N1.2", message, seat),)
    if not car.runs:
        return (Problem("illegal", "N10.3", why_out(position, seat), seat),)
    if position.ended:
        return (Problem("illegal", "N14.3", _("the race is over: no car takes orders any more"), seat),)
    found = faults(position, car, order)
    if not found:
        return ()
    better = None if grammar.is_probing() else mend(position, car, order)
    suggestion = format_order(better) if better is not None else ""
    return tuple(
        Problem("illegal", rule, message(), seat, 1, column_of(order, place), suggestion)
        for rule, message, place in found
    )


def why_out(position: Position, seat: str) -> str:
    """Say why a car is asked for no orders any more: it has finished or retired; empty if it runs."""
    car = position.car(seat)
    if car is None or car.runs:
        return ""
    message = N_("car {seat} has retired: it takes no more orders")
    if car.finished:
        message = N_("car {seat} has finished (place {place}): it takes no more orders")
    return _(message, seat=seat, place=car.finished)


def faults(position: Position, car: Car, order: Order) -> list[Fault]:
    """Return rule, what makes the message, and place of the letter of each fault; those that letters mend come last."""
    letters, settings = order.letters, position.settings
    found: list[Fault] = []
    for letter, rule in ((kind, rule) for kinds, rule in (("AB", "N2.5"), ("LR", "N2.6")) for kind in kinds):
        count = letters.count(letter)
        if settings.wild_card_limit and count > MOST_ALIKE:
            third = [place for place, other in enumerate(letters) if other == letter][MOST_ALIKE]
            message = N_("{count} {letter} in a turn; at most two")
            if rule == "N2.5":
                message = N_("{count} {letter} in a turn; at most two, beginning and end together")
            found.append(_fault(rule, third, message, count=count, letter=letter))
    if "S" in letters:
        place = letters.index("S")
        if letters.count("S") > 1:
            second = letters.index("S", place + 1)
            found.append(_fault("N11.1", second, N_("S appears twice; it is allowed once a turn")))
        if car.crashed and not settings.slipstream_after_crash:
            found.append(_fault("N11.1", place, N_("this edition allows no slipstream after a crash")))
        elif not can_follow(position, car):
            alone = N_("no one to follow: S needs a car on the next tile ahead with the same heading")
            found.append(_fault("N11.1", place, alone))
    return [*found, *_structure(position, car, order), *_marks(settings, car, order)]


def _fault(rule: str, place: int, message: str, **fields: Any) -> Fault:
    return rule, partial(_, message, **fields), place


def _structure(position: Position, car: Car, order: Order) -> list[Fault]:
    """Return the faults of an order's letters (N2.1, N2.2, N2.3, N2.7, N2.8).

    These are about their order, their number, and the speeds they ask for.
    """
    parts = take_apart(car, order)
    if parts.moves:
        return _read_as(position, car, parts)
    letters = order.letters
    splits = [_read_as(position, car, Parts(letters[:at], "", letters[at:])) for at in range(len(letters), -1, -1)]
    return min(splits, key=len)


def _read_as(position: Position, car: Car, parts: Parts) -> list[Fault]:
    found = []
    begin, moves, end = parts
    first_end = len(begin) + len(moves)
    for place, letter in enumerate(moves, len(begin)):
        if letter in CHANGES:
            between = N_("{letter} between moves: it is allowed only at the beginning or at the end")
            if letter == "S":
                between = N_("{letter} between moves: it is allowed only at the beginning")
            found.append(_fault("N2.1", place, between, letter=letter))
    if "S" in end:
        found.append(_fault("N2.3", first_end + end.index("S"), N_("S cannot come at the end")))
    speed = speed_after(car.speed, begin)
    limit = highest_speed(car.max_speed, begin, over_max=position.settings.slipstream_over_max)
    if speed < 0:
        found.append(_fault("N2.7", 0, N_("the beginning asks for speed {speed}; not below 0"), speed=speed))
    if speed > limit:
        message = N_("the beginning asks for speed {speed}; max speed is {limit}")
        found.append(_fault("N2.7", 0, message, speed=speed, limit=limit))
    given, needed = len(parts.drives), max(speed, 0)
    if given != needed:
        found.append(("N2.2", partial(_count_moves, needed, given), len(begin)))
    net = end_change(end)
    if speed >= 0 and speed + net < 0:
        found.append(_fault("N2.7", first_end, N_("the end asks for speed {speed}; not below 0"), speed=speed + net))
    if net > 0 and speed <= limit and speed + net > car.max_speed:
        bags = sum(position.tiles[at] in BAGS for at in planned_path(position, car, parts.drives))
        if speed + net > car.max_speed + bags:
            above = N_("the end asks for speed {speed}; max speed is {limit}")
            if bags:
                above = N_(
                    "the end asks for speed {speed}; max speed is {limit}, plus {bags} for the visible sandbags on the way"
                )
            found.append(_fault("N2.7", first_end, above, speed=speed + net, limit=car.max_speed, bags=bags))
    return found


def _count_moves(needed: int, given: int) -> str:
    if 0 < given < needed:
        return ngettext(
            "{given} of {needed} moves at speed {needed}: write {n} more",
            "{given} of {needed} moves at speed {needed}: write {n} more",
            needed - given,
            given=given,
            needed=needed,
        )
    return ngettext(
        "{n} move needed at speed {n}, {given} given",
        "{n} moves needed at speed {n}, {given} given",
        needed,
        given=given,
    )


def _marks(settings: Settings, car: Car, order: Order) -> list[Fault]:
    """Return the faults of the +1 marks (N3.3, N3.4)."""
    letters = order.letters
    unpaid = N_("a mark on {letter}: only A, B, L and R can have one")
    found = [_fault("N3.3", place, unpaid, letter=letters[place]) for place in order.marks if letters[place] in "MS"]
    total = 0
    for kind, message in (
        ("AB", N_("the speed changes cost wild cards: {cost}, {count} marked with +1")),
        ("LR", N_("the steers cost wild cards: {cost}, {count} marked with +1")),
    ):
        # A third letter of a kind is refused as such (N2.5, N2.6): that it is unpaid, too, is not said.
        full = cost_of(car, letters, kind)
        cost = cost_of(car, _limit(letters), kind) if full and settings.wild_card_limit else full
        marked = [place for place in order.marks if letters[place] in kind]
        total += max(cost, len(marked))
        if len(marked) > full:
            found.append(_fault("N3.4", marked[-1], message, cost=full, count=len(marked)))
        elif len(marked) < cost and settings.unmarked_wild_cards != "charge":
            last = max(place for place, letter in enumerate(letters) if letter in kind)
            found.append(_fault("N3.4", last, message, cost=cost, count=len(marked)))
    if total > car.wild_cards:
        message = N_("the order takes {total} wild cards; there are {left}")
        found.append(_fault("N3.4", 0, message, total=total, left=car.wild_cards))
    return found


def mend(position: Position, car: Car, order: Order) -> Order | None:
    """Return the order as it should have been written, None if no plain repair makes it legal.

    Repairs, likeliest first: the marks alone; changes moved out of the moves; S left out or read as A; what is
    above the limits straightened; moves added at the end or cut.
    """
    letters = order.letters
    remarked = mark_order(car, letters, order.marks)
    if not faults(position, car, remarked):
        return remarked
    for arranged in _arrangements(letters):
        for followed in dict.fromkeys(
            (arranged, arranged.replace("S", ""), arranged.replace("S", "A", 1).replace("S", ""))
        ):
            if "S" in followed and not can_follow(position, car):
                continue
            for limited in dict.fromkeys((followed, _limit(followed))):
                for counted in dict.fromkeys((limited, _fit_count(car, limited))):
                    candidate = mark_order(car, counted)
                    if not faults(position, car, candidate):
                        return candidate
    return None


def _arrangements(letters: str) -> Iterator[str]:
    """Yield the letters with changes between the moves put at the end, or at the beginning, S always in front."""
    first = next((place for place, letter in enumerate(letters) if letter in MOVES), len(letters))
    begin, rest = letters[:first], letters[first:]
    moves = "".join(letter for letter in rest if letter in MOVES)
    changes = "".join(letter for letter in rest if letter in "AB")
    slip = "S" if "S" in letters else ""
    begin = begin.replace("S", "")
    yield slip + begin + moves + changes
    if moves:
        yield slip + begin + changes + moves


def _limit(letters: str) -> str:
    """Return the letters without a third A or B, a third L or R driven straight on."""
    out = ""
    for letter in letters:
        if letter in "MS" or out.count(letter) < MOST_ALIKE:
            out += letter
        elif letter in "LR":
            out += "M"
    return out


def _fit_count(car: Car, letters: str) -> str:
    """Return the letters with as many moves as the beginning asks for: M added at the end, or cut from the end."""
    parts = take_apart(car, Order(letters))
    begin = parts.begin
    while speed_after(car.speed, begin) > car.max_speed and "A" in begin:
        begin = begin.replace("A", "", 1)
    speed = max(0, speed_after(car.speed, begin))
    moves = parts.moves[:speed] + "M" * (speed - len(parts.moves))
    return begin + moves + parts.end


def mark_order(car: Car, letters: str, given: tuple[int, ...] = ()) -> Order:
    """Return an order of these letters with the marks it needs.

    Of those given as many are kept as fit; the others go on the last letters.
    """
    marks: list[int] = []
    for kind in COSTS:
        places = [place for place, letter in enumerate(letters) if letter in kind]
        # Sorted: those that were marked as given come first, then the others from the end.
        places.sort(key=lambda place: (place not in given, place if place in given else -place))
        marks += places[: cost_of(car, letters, kind)]
    return Order(letters, tuple(sorted(marks)))


def legal_orders(position: Position, seat: str) -> Iterator[Order]:
    """Yield every legal order that does something else than the others, straight ones first.

    Of changes only what they come to is told apart (`AB` is `-`), and each order bears its marks on the last letters.
    """
    car = position.car(seat)
    if car is None or not car.runs or position.ended:
        return
    slips = ("", "S") if can_follow(position, car) else ("",)
    settings = position.settings
    counts = range(1, most_alike(car, is_limited=settings.wild_card_limit) + 1)
    changes = ["", *(letter * count for letter in "AB" for count in counts)]
    if settings.wild_card_limit:
        changes.sort(key=len)
    for slip, begin, end in product(slips, changes, changes):
        speed = speed_after(car.speed, slip + begin)
        if not 0 <= speed <= highest_speed(car.max_speed, slip, over_max=settings.slipstream_over_max):
            continue
        for moves in steerings(speed, most_alike(car, is_limited=settings.wild_card_limit)):
            order = mark_order(car, slip + begin + moves + end)
            if not faults(position, car, order):
                yield order


def steerings(count: int, most: int) -> Iterator[str]:
    """Yield the strings of so many moves, so many L and so many R among them at most, straight on first."""
    stack = [("", 0, 0)]
    while stack:
        moves, left, right = stack.pop()
        if len(moves) == count:
            yield moves
            continue
        if left < most:
            stack.append((moves + "L", left + 1, right))
        if right < most:
            stack.append((moves + "R", left, right + 1))
        stack.append((moves + "M", left, right))
