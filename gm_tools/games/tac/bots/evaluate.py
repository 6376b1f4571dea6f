"""What a position is worth to one side, from what one seat may know: the measure of plans and bots.

The unit is one field forward. A ball that has come in is worth `ENTERED`, and a field more for each field gone; in its
house it is worth a whole lap and `ARRIVED`, less while it can still be in the way there. From the balls on the ring is
taken off what the other side may throw: the chance that a seat holds the right card, from all the cards not seen yet.
Cards kept in hand count too. The other side's balls are weighed the same and taken off, shared by the number of other
sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.balls import FRESH, HOUSE, Track, in_pen, is_home, on_ring
from gm_tools.games.tac.cards import CARDS, COPIES, MASTERS, OPENING, UNKNOWN, deck, remove_card
from gm_tools.games.tac.check import can_open
from gm_tools.games.tac.orders import Action
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.uses import colours_of, uses_on

ENTERED, ARRIVED = 18.0, 25.0  # fields that a ball on the ring, and one at home, is worth more than its way
UNSETTLED, IN_THE_WAY = 5.0, 2.0  # off for a ball at home that is not locked, and for each empty field behind it
COMPLETE, WON = 15.0, 500.0  # more for four balls at home, and for a whole side
BACK_HOME, BACK_TO_DOOR, IN_RANGE = 9.0, 5.0, 6.0  # a 4 brings it home; a 4 brings it before its house; one card does
DARING = 0.65  # how likely a card that throws is laid by who holds it
LATER = 0.5  # of what can be thrown: the other side has time to go away
NOT_AHEAD = ("tac", "jester", "devil", "angel", UNKNOWN)  # what these do later depends on what others do in between
TURN = 10.0  # what laying a card is worth to a side
STUCK = 15.0  # more for an opening card in a hand that has no ball to move
FARTHEST = 13  # fields that one card goes

# What a card in hand is worth, apart from what it is used for at once; the second number without a ball in the pen.
CARD_WORTH: Mapping[str, tuple[float, float]] = {
    "1": (11, 4),
    "13": (11, 2),
    "4": (6, 6),
    "7": (7, 7),
    "8": (4, 4),
    "trick": (5, 5),
    "tac": (7, 6),
    "jester": (3, 3),
    "warrior": (5, 5),
    "angel": (3, 3),
    "devil": (8, 8),
}
_PLAIN = (2.0, 2.0)


class Weight(NamedTuple):
    """What a position is worth, and the own balls on the ring that another side may throw by one card (fields)."""

    worth: float
    danger: tuple[int, ...]


class Scale:
    """Weighs what may become of one view, for the side of a seat.

    `side` are the seats of that side. Made once for a decision, used for every board that it may lead to. `alone` is
    for somebody who sees only the balls that the seat moves now.
    """

    def __init__(self, view: Position, seat: int, *, alone: bool = False) -> None:
        self.view, self.track, self.seat = view, view.track, seat
        self.side = view.sides.team[seat]
        others = max(1, len(view.sides.teams) - len(view.places) - 1)
        self.signs = [1.0 if colour in self.side else -1.0 / others for colour in range(len(view.letters))]
        if alone:
            own = colours_of(view, seat, view.cells)
            self.signs = [float(colour in own) for colour in range(len(view.letters))]
        self.fields, self.houses = _tables(view.track)
        self.unseen = _unseen_cards(view)
        self.mean = sum(_card_worth(card, waits=True) * copies for card, copies in self.unseen.items()) / max(
            1, self.unseen.total()
        )
        self.throws = [self._throws(colour) for colour in range(len(view.letters))]

    def _throws(self, colour: int) -> list[float]:
        """Return how likely balls of a colour throw another one so many fields ahead.

        At 0 they do so by entering, last by a 7, by a 4.
        """
        view = self.view
        helpers = [seat for seat in view.active if is_home(view.track, view.cells, seat)]
        movers = [colour] if colour in view.active else []
        movers += [seat for seat in helpers if colour in view.sides.partners[seat]]
        odds = {
            card: min(0.95, sum(self._holds(mover, card) for mover in movers)) * DARING
            for card in CARDS
            if card not in MASTERS
        }
        ahead = [sum(odds[card] for card in OPENING)]
        ahead += [odds.get(str(steps), 0.0) if steps not in (4, 7) else 0.0 for steps in range(1, FARTHEST + 1)]
        return [*ahead, odds["7"], odds["4"]]

    def _holds(self, seat: int, card: str) -> float:
        """Return how likely a seat holds a card, and has a turn to lay it."""
        hand = self.view.hands[seat]
        if hand and UNKNOWN not in hand:
            return float(card in hand)
        # A new hand is dealt when all is laid: there is some danger from a seat without cards, too.
        return min(1.0, max(len(hand), 2) * self.unseen[card] / max(1, self.unseen.total()))

    def balls_at_risk(self, cells: bytes, skipped: int = -1) -> float:
        """Return what the balls are worth with all that may be thrown by one card."""
        return self.weigh(cells, skipped).worth

    def balls(self, cells: bytes) -> float:
        """Return what the balls alone are worth where they lie, nobody throwing any."""
        track, signs, fields = self.track, self.signs, self.fields
        worth = self._homes(cells)
        for field in range(track.ring):
            ball = cells[field]
            if ball:
                colour = (ball & ~FRESH) - 1
                worth += signs[colour] * (ENTERED if ball & FRESH else fields[colour][field])
        return worth

    def _homes(self, cells: bytes) -> float:
        """Return what the balls in the houses are worth."""
        track, view = self.track, self.view
        worth = 0.0
        complete = 0
        for colour in view.use:
            house = track.houses[colour]
            mask = 0
            for field in range(house, house + HOUSE):
                mask = mask * 2 + (cells[field] != 0)
            worth += self.signs[colour] * self.houses[mask]
            complete |= (mask == 0b1111) << colour
        for team in view.sides.teams:
            if team not in view.places and all(complete >> colour & 1 for colour in team):
                worth += WON if team[0] in self.side else -WON
        return worth

    def weigh(self, cells: bytes, skipped: int = -1) -> Weight:
        """Return what the balls are worth with all that may be thrown by one card, a seat being skipped (-1: none)."""
        track, signs, throws = self.track, self.signs, self.throws
        ring, starts = track.ring, track.starts
        team = self.view.sides.team
        worth = self._homes(cells)
        danger = []
        out = [field for field in range(ring) if cells[field]]
        count = len(out)
        for at, field in enumerate(out):
            ball = cells[field]
            colour = (ball & ~FRESH) - 1
            value = ENTERED if ball & FRESH else self.fields[colour][field]
            mates = team[colour]
            risk = 0.0
            for back in range(1, count):
                behind = out[at - back]
                steps = (field - behind) % ring
                if steps > FARTHEST or (back > 1 and steps > 7):
                    break
                other = (cells[behind] & ~FRESH) - 1
                if other in mates or other == skipped:
                    continue
                if back == 1:
                    risk += throws[other][steps]
                if steps <= 7:
                    risk += throws[other][-2]
            if count > 1:
                ahead = out[(at + 1) % count]
                other = (cells[ahead] & ~FRESH) - 1
                if (ahead - field) % ring == 4 and other not in mates and other != skipped:
                    risk += throws[other][-1]
            if field in starts:
                other = starts.index(field)
                if other not in mates and other != skipped and other in self.view.use and in_pen(track, cells, other):
                    risk += throws[other][0]
            if signs[colour] > 0:
                if risk:
                    danger.append(field)
                worth += signs[colour] * value * (1 - min(risk, 0.9))
            else:
                worth += signs[colour] * value * (1 - min(risk, 0.9) * LATER)
        return Weight(worth, tuple(danger))

    def judge_hand(self, seat: int, hand: Iterable[str], cells: bytes) -> float:
        """Return what the cards that a seat keeps are worth; those of another side are so much worse."""
        waits = any(in_pen(self.track, cells, colour) for colour in colours_of(self.view, seat, cells))
        worth = sum(self.mean if card == UNKNOWN else _card_worth(card, waits=waits) for card in hand)
        return worth if seat in self.side else -worth * LATER

    def turn_of(self, seat: int, cells: bytes) -> float:
        """Return what it is worth that a seat lays a card.

        A turn is worth little to a seat that has no ball to move and said that it cannot open.
        """
        worth = TURN if seat in self.side else -TURN
        if any(on_ring(self.track, cells, colour) for colour in colours_of(self.view, seat, cells)):
            return worth
        return worth * (0.5 if self.view.can[seat] else 0.1)


def after_action(scale: Scale, action: Action, cells: bytes) -> float:
    """Return what the position is worth after an action of the seat whose turn it is, which led to `cells`."""
    view, seat = scale.view, scale.view.turn
    hand = remove_card(view.hands[seat], action.laid)
    following = view.next_hand(view.turn)
    worth = scale.judge_hand(seat, hand, cells)
    if action.verb == "skip":
        return worth + scale.balls_at_risk(cells, following) - scale.turn_of(following, cells)
    worth += scale.balls_at_risk(cells)
    if action.verb == "jester":  # the new hand for the old one, and a card more is laid at once
        gained = scale.judge_hand(seat, view.hands[view.next_seat(seat)], cells)
        return worth - scale.judge_hand(seat, hand, cells) + gained + scale.turn_of(seat, cells)
    if action.verb == "devil":  # the next card is laid for this side
        return worth - 1.5 * scale.turn_of(following, cells)
    return worth


def _card_worth(card: str, *, waits: bool) -> float:
    worth = CARD_WORTH.get(card, _PLAIN)
    return worth[0] if waits else worth[1]


def _unseen_cards(view: Position) -> Counter[str]:
    """Return the cards that may be in hands or stack for all that the viewer knows."""
    unseen = Counter(deck(len(view.letters), view.settings.edition))
    unseen.subtract(card for cards in (view.pile, view.swaps, *view.hands) for card in cards)
    return Counter({card: unseen[card] for card in COPIES if unseen[card] > 0})


@cache
def _tables(track: Track) -> tuple[tuple[tuple[float, ...], ...], tuple[float, ...]]:
    """Return the worth of a ball on each ring field for each colour, and of a house by its balls (bits, a first)."""
    ring = track.ring
    fields = tuple(tuple(_on_ring((field - start) % ring, ring) for field in range(ring)) for start in track.starts)
    return fields, tuple(_in_house(mask, ring) for mask in range(1 << HOUSE))


def _on_ring(gone: int, ring: int) -> float:
    """Return the worth of a ball so many fields past its start field, not fresh.

    On the start field it has gone a lap.
    """
    if gone == 0:
        return ENTERED + ring + IN_RANGE
    if gone < HOUSE:
        return ENTERED + gone + BACK_HOME
    return ENTERED + gone + (BACK_TO_DOOR if gone == HOUSE else IN_RANGE if gone >= ring - FARTHEST + 1 else 0)


def _in_house(mask: int, ring: int) -> float:
    worth, empty = 0.0, 0
    for deep in range(HOUSE):  # from d outwards
        if not mask >> deep & 1:
            empty += 1
        else:
            worth += ENTERED + ring + ARRIVED - (UNSETTLED + IN_THE_WAY * empty if empty else 0)
    return worth + (COMPLETE if not empty else 0)


# Swapping


def swap_worth(scale: Scale, giver: int, card: str) -> float:
    """Return what it is worth to give a card: what the partner can do with it, less what the giver could (T3.5)."""
    view = scale.view
    partner = view.sides.gives_to[giver]
    hand = remove_card(view.hands[giver], card)
    opens = card in OPENING
    to_partner, to_giver = _good_for(scale, partner, card), _good_for(scale, giver, card)
    if opens:
        to_partner *= 0.5 if view.can[partner] else 0.95
    if card in hand or (opens and can_open(hand)):
        to_giver *= 0.5
    return to_partner - to_giver


def _good_for(scale: Scale, seat: int, card: str) -> float:
    """Return what a seat has of a card: its own worth, and part of what its best use brings on the board as it is."""
    view, cells = scale.view, scale.view.cells
    now = scale.balls(cells)
    uses = (
        (after for action, after in uses_on(view, seat, card, cells) if action.verb != "skip") if card != "tac" else ()
    )
    best = max((scale.balls(after) - now for after in uses), default=0.0)
    if card in OPENING and not any(on_ring(view.track, cells, colour) for colour in colours_of(view, seat, cells)):
        best += STUCK
    return scale.judge_hand(seat, (card,), cells) + 0.7 * max(best, 0.0)
