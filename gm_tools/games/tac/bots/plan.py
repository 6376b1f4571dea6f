"""What a seat could do now: every legal order that leads to something else, with its outcome, best first (`gm plan`).

Everything is worked out from what the seat may know: no hidden card is asked. What an outcome is worth: evaluate.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gm_tools.core.blocks import Column
from gm_tools.core.draws import Scripted
from gm_tools.core.events import Event
from gm_tools.core.i18n import _
from gm_tools.core.plans import Choice, Plan
from gm_tools.core.text import decimal
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import HOUSE, HOUSE_NAMES, count_locked, is_home, name_of
from gm_tools.games.tac.bots.evaluate import NOT_AHEAD, Scale, after_action, swap_worth
from gm_tools.games.tac.cards import remove_card, sorted_hand
from gm_tools.games.tac.check import check_hands, legal_orders, legal_uses
from gm_tools.games.tac.notation import format_cells
from gm_tools.games.tac.orders import Action, Order, format_action
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.report import describe
from gm_tools.games.tac.rules import resolve
from gm_tools.games.tac.trial import doubt_of
from gm_tools.games.tac.uses import uses_on

BREADTH = 8  # boards that are gone on from after each card that is looked ahead
_TOLD = ("skipped", "passed", "looked", "win_waits", "won", "put_aside")


def plan(view: Position, seat: str, turns: int, progress: Callable[[int, int], None]) -> Plan[Order]:
    """Return every order that the person at a seat may give now, one for each outcome, best first.

    With `turns` above 1 the worth is that of the board after so many cards of the own hand, while nobody else moves.
    Raises InputError if the hand is not known.
    """
    if view.phase not in ("swap", "play"):
        return Plan((), (), (), complete=True)
    check_hands(view, seat)
    if view.phase == "swap":
        return _plan_of_swap(view, seat)
    scale = Scale(view, view.decider)
    now = scale.balls_at_risk(view.cells) + scale.judge_hand(view.turn, view.hands[view.turn], view.cells)
    outcomes: dict[Position, tuple[Action, tuple[Event, ...]]] = {}
    for action, __ in legal_uses(view):
        events, after = resolve(view, {seat: Order((action,))}, Scripted({}))
        outcomes.setdefault(after, (action, events))
    choices = []
    for done, (after, (action, events)) in enumerate(outcomes.items(), 1):
        line = _best_line(scale, after, turns - 1)
        worth = after_action(scale, action, after.cells) + line.gain - now
        choices.append(_choice(scale, after, action, events, worth, line.then))
        progress(done, len(outcomes))
    gain = _(
        "counted in fields, compared with the position now: how far this side's balls have come, more for a ball at home, less for what can be thrown, plus the cards kept, minus the other side's balls"
    )
    danger = _(
        "balls that another side could throw with one card, if it holds that card; other hands are not known here"
    )
    columns = [
        Column(_("Outcome")),
        Column(_("Gain"), right=True, meaning=gain),
        Column(_("In danger"), meaning=danger),
    ]
    columns += [Column(_("Then"))] if turns > 1 else []
    cut = len(columns)
    ordered = sorted(
        (choice._replace(cells=choice.cells[:cut]) for choice in choices), key=lambda choice: -choice.worth
    )
    return Plan(tuple(columns), tuple(ordered), _notes(turns), complete=True)


def _notes(turns: int) -> tuple[str, ...]:
    if turns == 1:
        return ()
    return (
        _(
            "Looked ahead over this hand's cards only ({turns} in all, no TAC, Jester, Angel or Devil, the {breadth} best boards each time), as if nobody else moved.",
            turns=turns,
            breadth=BREADTH,
        ),
    )


def _gain(worth: float) -> str:
    """Return in words what an order brings the own side, in fields."""
    if worth < 0:
        return _("{fields} fields worse", fields=decimal(-worth))
    return _("{fields} fields better", fields=decimal(worth))


def _choice(
    scale: Scale, after: Position, action: Action, events: Sequence[Event], worth: float, then: Sequence[Action]
) -> Choice[Order]:
    view = scale.view
    danger = [name_of(view.track, view.letters, after.cells, field) for field in scale.weigh(after.cells).danger]
    text = "; ".join(outcome(view, action, events, after))
    ahead = [format_action(one) for one in then]
    data: Mapping[str, Any] = {
        "outcome": text,
        "pos": format_cells(after.track, after.cells, after.letters),
        "thrown": [ball for event in events for ball in event.data.get("thrown", ())],
        "home": {
            view.letters[seat]: sum(after.cells[field] != 0 for field in range(house, house + HOUSE))
            for seat in scale.side
            for house in (view.track.houses[seat],)
        },
        "locked": {view.letters[seat]: count_locked(after.track, after.cells, seat) for seat in scale.side},
        "danger": danger,
        "keeps": list(after.hands[view.turn]),
        "then": ahead,
    }
    return Choice(Order((action,)), round(worth, 1), (text, _gain(worth), " ".join(danger), "; ".join(ahead)), data)


# Outcomes in words


def outcome(view: Position, action: Action, events: Sequence[Event], after: Position) -> list[str]:
    """Return what an order brings, in clauses: `R62 home to b`, `throws G15`."""
    data: Mapping[str, Any] = next(
        (event.data for event in events if event.kind in ("played", "discarded")), {"order": ""}
    )
    clauses = []
    if data.get("undone"):
        clauses.append(_("the last turn is undone"))
    if data.get("stops"):
        clauses.append(_("the win is undone"))
    clauses += _tell_done(view, action, data)
    if data.get("thrown"):
        clauses.append(_("throws {balls}", balls=", ".join(data["thrown"])))
    clauses += [
        _("all balls of {seat} are home", seat=view.letters[seat])
        for seat in view.use
        if is_home(after.track, after.cells, seat) and not is_home(view.track, view.cells, seat)
    ]
    clauses += [describe(event) for event in events if event.kind in _TOLD]
    doubt = doubt_of(view, view.turn, after)
    return clauses + ([doubt] if doubt else [])


def _tell_done(view: Position, action: Action, data: Mapping[str, Any]) -> list[str]:
    match action.verb:
        case "drop":
            return [_("{card} is laid unused", card=action.card)]
        case "enter":
            return [_("a ball of {seat} comes in", seat=action.colour)]
        case "exchange":
            one, other = action.parts
            return [_("{one} and {other} change places", one=one.ball, other=other.ball)]
        case "strike":
            way = data.get("way", "")
            return [_("{ball} to {place}", ball=action.parts[0].ball, place=way.partition(">")[2])] if way else []
        case "move":
            return [_tell_move(part.ball, part.at, part.to) for part in action.parts]
    del view
    return []


def _tell_move(ball: str, at: str, to: str) -> str:
    if to in HOUSE_NAMES and at not in HOUSE_NAMES:
        return _("{ball} home to {place}", ball=ball, place=to)
    return _("{ball} to {place}", ball=ball, place=to)


# Looking ahead


class Continuation(NamedTuple):
    """Further cards of the own hand, one after the other: what they gain, and how they are used."""

    gain: float
    then: tuple[Action, ...]


class _State(NamedTuple):
    worth: float
    cells: bytes
    hand: tuple[str, ...]
    then: tuple[Action, ...]


def _best_line(scale: Scale, after: Position, cards: int) -> Continuation:
    """Return the best use of so many further cards of the seat that decides, from a board on (T5.1 is kept)."""
    view, seat = scale.view, scale.view.decider
    hand = sorted_hand(after.hands[seat])
    start = scale.balls_at_risk(after.cells) + scale.judge_hand(seat, hand, after.cells)
    states = [_State(start, after.cells, hand, ())]
    for __ in range(cards):
        following: dict[tuple[bytes, tuple[str, ...]], _State] = {}
        for state in states:
            for card in dict.fromkeys(state.hand):
                if card in NOT_AHEAD:
                    continue
                left = remove_card(state.hand, card)
                for action, cells in uses_on(view, seat, card, state.cells):
                    key = cells, left
                    if action.verb != "skip" and key not in following:
                        worth = scale.balls_at_risk(cells) + scale.judge_hand(seat, left, cells)
                        following[key] = _State(worth, cells, left, (*state.then, action))
        if not following:
            break
        states = sorted(following.values(), key=lambda state: -state.worth)[:BREADTH]
    best = states[0]
    return Continuation(best.worth - start, best.then)


# Swapping


def _plan_of_swap(view: Position, seat: str) -> Plan[Order]:
    """Return every card that a seat may give, best first (T3.5).

    Its worth is what the partner can do with it, less what the seat could.
    """
    giver = view.number(seat)
    scale = Scale(view, giver)
    to = view.letters[view.sides.gives_to[giver]]
    choices = []
    for order in legal_orders(view, seat):
        card = order.actions[0].card
        worth = swap_worth(scale, giver, card)
        hand = remove_card(view.hands[giver], card)
        text = _("{seat} gets {card}", seat=to, card=card)
        kept = ", ".join(hand) or "-"
        data = {"outcome": text, "card": card, "to": to, "keeps": list(hand)}
        choices.append(Choice(order, round(worth, 1), (text, _gain(worth), kept), data))
    gain = _(
        "counted in fields: what the best use of the card now would bring the partner, less what it would bring here"
    )
    columns = (Column(_("Outcome")), Column(_("Gain"), right=True, meaning=gain), Column(_("Kept")))
    note = _("The partner's hand is not known; whether it can bring a ball in was announced.")
    return Plan(columns, tuple(sorted(choices, key=lambda choice: -choice.worth)), (note,), complete=True)
