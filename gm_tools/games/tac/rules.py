"""A game of TAC from the first deal to the end (rules T3, T7.12, T7.15, T8.5, T9.2, T9.5, T11.3).

A turn in order (T7.15):
1. The card is laid, and for a TAC the cells are restored first; the balls move (uses.py).
2. The record of what a TAC would refer to is brought up to date.
3. A team that is complete has won, unless the next player must stop it by a TAC (T7.12).
4. Jester and Devil ask for another card; else the next seat that holds one plays.
5. When nobody holds a card, the next deal is due: a chance step without orders, which shuffles when it must, deals,
   announces, and begins the swapping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.events import Event
from gm_tools.core.game import Request, Resolution
from gm_tools.core.i18n import _
from gm_tools.core.text import all_of
from gm_tools.games.tac.balls import is_home
from gm_tools.games.tac.cards import deal_size, deck, remove_card, sorted_hand
from gm_tools.games.tac.check import LegalAction, can_open, find_legal, legal_orders
from gm_tools.games.tac.orders import Action, Order, format_action
from gm_tools.games.tac.position import NOBODY, Last, Position
from gm_tools.games.tac.uses import cells_for, colours_of, hidden_way, is_usable, thrown_balls

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.core.draws import Draws
    from gm_tools.games.tac.variants import Team

# What is given away or laid at the deadline, least wanted first (`missing_orders` = "auto").
LEAST_WANTED = (
    *("12", "10", "9", "6", "5", "3", "2", "8", "4", "trick", "7", "1", "13", "tac"),
    *("jester", "devil", "angel", "warrior"),
)


# Who is asked


def awaited(position: Position) -> dict[str, Request]:
    """Return what is asked of whom (T3.5, T3.6).

    Asked for is every swap card that is due, or the next card of the seat that decides.
    """
    letters = position.letters
    if position.phase == "swap":
        return {
            letters[seat]: Request(_("a card to give {seat}", seat=letters[position.sides.gives_to[seat]]), "T3.5")
            for seat in position.due()
        }
    if position.phase != "play":
        return {}
    return {letters[position.decider]: _request(position)}


def _request(position: Position) -> Request:
    whose = position.letters[position.turn]
    if position.must_tac:
        return Request(_("a TAC from {seat}, to stop the win", seat=whose), "T7.12")
    if position.skip:
        return Request(_("a card to lay unused, or a TAC; {seat} is skipped", seat=whose), "T5.5")
    if position.follow == "devil" or position.decider != position.turn:
        text = _("a card of {seat}, through the Devil", seat=whose)
        if position.follow == "jester":
            text = _("a second card of {seat}, through the Devil", seat=whose)
        return Request(text, "T9.5.1")
    if position.follow == "jester":
        return Request(_("a card of the new hand"), "T9.2.1")
    moved = colours_of(position, position.turn, position.cells)
    if moved != (position.turn,):
        others = all_of(position.letters[colour] for colour in moved)
        return Request(_("a card; {seat} is home and moves balls of {others}", seat=whose, others=others), "T8.1")
    return Request(_("a card"), "T3.6")


def default_order(position: Position, seat: str, policy: str) -> Order | None:
    """Return the order of a seat that missed its turn: under `auto` the first legal one by the card least wanted."""
    if policy != "auto":
        return None
    return min(legal_orders(position, seat), key=lambda order: LEAST_WANTED.index(order.actions[0].laid), default=None)


# One resolution


def resolve(
    position: Position, orders: Mapping[str, Order], draws: Draws, missed: Collection[str] = ()
) -> Resolution[Position]:
    """Return what comes of the orders of the seats awaited, by seat; without orders a deal that is due is made."""
    events = [Event("missed", (seat,), {}) for seat in position.letters if seat in missed]
    if not orders:
        return _deal(position, draws) if position.phase == "deal" else Resolution((), position)
    legal_actions = []
    for seat in sorted(orders, key=position.letters.find):
        legal = find_legal(position, orders[seat], position.number(seat))
        if legal is None:
            raise ValueError(f"not legal: {seat} {orders[seat]}")
        legal_actions.append(legal)
    if position.phase == "swap":
        return _swap(position, legal_actions, events)
    turn = _Turn(position, legal_actions[0], events)
    return turn.carry_out()


def audience(position: Position, *seats: int) -> tuple[str, ...] | None:
    """Return the letters of all seats whose persons may know what concerns some seats; None is everybody (T10.3)."""
    if position.is_open():
        return None
    people = {position.people[seat] for seat in seats}
    return tuple(position.letters[seat] for seat in position.use if position.people[seat] in people)


def opens_hidden(before: Position, after: Position) -> bool:
    """Tell whether a new stack was shuffled: all cards of those before have been played or thrown away (T3.3)."""
    return after.stacks > before.stacks


# Dealing, announcing


def _deal(position: Position, draws: Draws) -> Resolution[Position]:
    """Shuffle if the stack does not do for a deal, deal, announce; begin swapping, or playing if nobody swaps (T3)."""
    letters, edition = position.letters, position.settings.edition
    active, seats = position.active, len(position.letters)
    dealer = position.next_seat(position.dealer) if position.stacks else position.dealer
    events = []
    rest, deal, pile, aside, stacks = position.rest, position.deal, position.pile, position.aside, position.stacks
    size = deal_size(seats, edition, len(active), len(rest), deal) if stacks else 0
    if not size:
        stacks += 1
        rest = draws.shuffle("deck", f"deck/{stacks}", deck(seats, edition))
        deal, pile, aside = 0, (), ()
        size = deal_size(seats, edition, len(active), len(rest), deal)
        events.append(Event("shuffled", (letters[dealer],), {"cards": len(rest), "stack": stacks}))
    hands: list[tuple[str, ...]] = [()] * seats
    start = position.next_seat(dealer)
    order = [seat for seat in ((start + step) % seats for step in range(seats)) if seat in active]
    for seat in order:
        hands[seat], rest = sorted_hand(rest[:size]), rest[size:]
    events.append(Event("dealt", (letters[dealer],), {"each": size, "left": len(rest), "deal": deal + 1}))
    after = position._replace(
        dealer=dealer,
        turn=start,
        decider=start,
        hands=tuple(hands),
        rest=rest,
        pile=pile,
        aside=aside,
        can=tuple(can_open(cards) for cards in hands),
        invented=letters if position.invented else "",  # as is what they are dealt from
        deal=deal + 1,
        stacks=stacks,
        size=size,
        last=None,
        skip=False,
        follow="",
    )
    events += _hands(after, order)
    can = [letters[seat] for seat in order if after.can[seat]]
    cannot = [letters[seat] for seat in order if not after.can[seat]]
    events.append(Event("announced", tuple(letters[seat] for seat in order), {"can": can, "cannot": cannot}))
    swaps = any(seat in active for seat in after.sides.swappers())
    return Resolution(tuple(events), after._replace(phase="swap" if swaps else "play"))


def _hands(position: Position, seats: Sequence[int], also: int = NOBODY) -> list[Event]:
    """Return the events that show each hand to its person; that of the turn also to the seat `also` (T12.1, T12.2)."""
    events = []
    for seat in seats:
        who = audience(position, seat, *((also,) if also != NOBODY and seat == position.turn else ()))
        cards = list(position.hands[seat])
        events.append(_secret_event("hand", (position.letters[seat],), who, {"cards": cards}, {"count": len(cards)}))
    return events


def _secret_event(
    kind: str, seats: tuple[str, ...], who: tuple[str, ...] | None, secret: dict[str, Any], public: dict[str, Any]
) -> Event:
    """Return an event of which only some seats see what is secret (None: everybody does), the others what is public."""
    return Event(kind, seats, secret | public, who, None if who is None else Event(kind, seats, public))


# Swapping


def _swap(position: Position, legal_actions: Sequence[LegalAction], events: list[Event]) -> Resolution[Position]:
    """Take swap cards; when all are there they are given, all at once (T3.5)."""
    swaps, hands = list(position.swaps), list(position.hands)
    for legal in legal_actions:
        action = legal.use.action
        if action.verb != "swap":
            continue  # an announcement, which is published already (T3.4)
        swaps[legal.seat] = action.card
        hands[legal.seat] = remove_card(hands[legal.seat], action.card)
        seats, who = (position.letters[legal.seat],), audience(position, legal.seat)
        events.append(_secret_event("chosen", seats, who, {"card": action.card}, {}))
    after = position._replace(swaps=tuple(swaps), hands=tuple(hands))
    if after.due():
        return Resolution(tuple(events), after)
    letters, gives_to = position.letters, position.sides.gives_to
    givers = [seat for seat in position.sides.swappers() if swaps[seat]]
    for seat in givers:
        to = gives_to[seat]
        hands[to] = sorted_hand((*hands[to], swaps[seat]))
        pair, who = (letters[seat], letters[to]), audience(position, seat, to)
        events.append(_secret_event("given", pair, who, {"card": swaps[seat]}, {}))
    events += [Event("swapped", tuple(letters[seat] for seat in circle), {}) for circle in _circles(givers, gives_to)]
    after = after._replace(phase="play", hands=tuple(hands), swaps=("",) * len(letters))
    return Resolution(tuple(events), after)


def _circles(givers: Sequence[int], gives_to: Sequence[int]) -> list[list[int]]:
    """Return the seats between which cards go round, each group from its first seat on: pairs, or teams of three."""
    circles: list[list[int]] = []
    for seat in givers:
        if any(seat in circle for circle in circles):
            continue
        circle = [seat]
        while gives_to[circle[-1]] != seat:
            circle.append(gives_to[circle[-1]])
        circles.append(circle)
    return circles


# Playing


class _Turn:
    """One card laid and carried out: `position` is what it has become so far, `events` what has happened."""

    def __init__(self, position: Position, legal: LegalAction, events: list[Event]) -> None:
        self.before = position
        self.seat = legal.seat
        self.use, self.action = legal.use, legal.use.action
        self.events = events
        hands = list(position.hands)
        hands[self.seat] = remove_card(hands[self.seat], self.action.laid)
        self.position = position._replace(
            hands=tuple(hands),
            pile=(*position.pile, self.action.laid),
            laid=position.laid + 1,
            cells=self.use.cells,
            skip=False,
            must_tac=False,
            follow="",
            last=_last_after(position, self.action),
        )

    def carry_out(self) -> Resolution[Position]:
        """Carry the card out, in the order that stands at the top of this file."""
        self.tell()
        match self.action.verb:
            case "drop":
                self.go_on()
            case "jester":
                self.pass_hands()
            case "devil":
                self.look()
            case _:
                winners = self.complete_team()
                if not winners:
                    self.go_on()
                elif not self.win_waits(winners):
                    self.win(winners)
        return Resolution(tuple(self.events), self.position)

    def tell(self) -> None:
        """Say which card was laid, and what it did (T12.4)."""
        letters, before = self.before.letters, self.before
        data: dict[str, Any] = {"order": format_action(self.action), "card": self.action.laid}
        if before.people[before.decider] != before.people[self.seat]:
            data["by"] = letters[before.decider]
        if self.action.verb == "drop":
            if before.skip:
                data["skipped"] = True
            self.events.append(Event("discarded", (letters[self.seat],), data))
            return
        cells = cells_for(before, tac=self.action.tac)
        if way := hidden_way(before, self.action, cells):
            data["way"] = way
        if thrown := thrown_balls(before, self.seat, self.use, cells):
            data["thrown"] = thrown
        if self.action.tac and before.last is not None and before.last.restore is not None:
            data["undone"] = True
        if before.must_tac:
            data["stops"] = True
        self.events.append(Event("played", (letters[self.seat],), data))

    def go_on(self) -> None:
        """Let the next seat that holds a card play, skipped if that is what an 8 does; without any a deal is due."""
        after = self.position
        turn = after.next_hand(self.seat)
        if turn == NOBODY:
            self.position = after._replace(phase="deal", turn=NOBODY, decider=NOBODY, last=None)
            return
        skip = self.action.verb == "skip"
        self.position = after._replace(turn=turn, decider=turn, skip=skip)
        if skip:
            self.events.append(Event("skipped", (after.letters[turn],), {}))

    def pass_hands(self) -> None:
        """Pass every hand one active seat back, and let the same seat lay a card of the new one (T9.2)."""
        after = self.position
        hands = list(after.hands)
        for seat in after.active:
            hands[seat] = after.hands[after.next_seat(seat)]
        self.position = after = after._replace(hands=tuple(hands), follow="jester")
        active = after.active
        self.events.append(Event("passed", tuple(after.letters[seat] for seat in active), {}))
        self.events += _hands(after, active, after.decider)

    def look(self) -> None:
        """Show the next hand to the seat that laid the Devil, and let it play from there (T9.5.1)."""
        after = self.position
        turn = after.next_hand(self.seat)
        self.position = after = after._replace(turn=turn, decider=self.seat, follow="devil")
        pair, who = (after.letters[self.seat], after.letters[turn]), audience(after, self.seat, turn)
        self.events.append(_secret_event("looked", pair, who, {"cards": list(after.hands[turn])}, {}))

    def complete_team(self) -> tuple[int, ...]:
        """Return the team that is complete now and has not finished before, empty if there is none (T8.5)."""
        after = self.position
        for team in after.sides.teams:
            if team not in after.places and all(is_home(after.track, after.cells, seat) for seat in team):
                return team
        return ()

    def win_waits(self, winners: tuple[int, ...]) -> bool:
        """Tell whether the next player must stop the win by a TAC, and wait for it then (T7.12)."""
        after = self.position
        turn = stopper(after, self.seat, winners)
        if turn == NOBODY or "tac" not in after.hands[turn] or not is_usable(after, turn, "tac"):
            return False
        self.position = after._replace(turn=turn, decider=turn, must_tac=True)
        team = [after.letters[seat] for seat in winners]
        self.events.append(Event("win_waits", (after.letters[turn],), {"team": team}))
        return True

    def win(self, winners: tuple[int, ...]) -> None:
        """Make a win final: the end of the game, or the others play on (T11.3)."""
        after = self.position._replace(places=(*self.position.places, winners))
        letters = after.letters
        team = tuple(letters[seat] for seat in winners)
        data: dict[str, Any] = {"place": len(after.places)}
        if after.together:
            data["cards"] = after.laid
        self.events.append(Event("won", team, data))
        left = [team for team in after.sides.teams if team not in after.places]
        if not after.settings.play_on or len(left) < 2:
            self.position = after._replace(phase="over", turn=NOBODY, decider=NOBODY, last=None)
            return
        hands = list(after.hands)
        aside = list(after.aside)
        for seat in winners:
            aside += hands[seat]
            hands[seat] = ()
        count = len(aside) - len(after.aside)
        if count:
            self.events.append(Event("put_aside", team, {"count": count}))
        self.position = after._replace(hands=tuple(hands), aside=tuple(aside), last=None)
        self.go_on()


def stopper(position: Position, seat: int, winners: Team) -> int:
    """Return the seat that has to stop a win of a seat's card if it holds a TAC; NOBODY if none has to (T7.12)."""
    turn = position.next_hand(seat)
    return NOBODY if turn in winners and not position.together else turn


def _last_after(before: Position, action: Action) -> Last | None:
    """Return what a TAC refers to after an action (T7).

    Of an unused card that is its function, of a TAC that of the card before.
    """
    last = before.last
    match action.verb:
        case "drop" if action.card == "tac":
            return None if last is None else Last(last.card)  # T7.8
        case "drop" | "devil":
            return Last(action.card)  # T7.7, T9.6.4
        case "jester":
            return last  # T9.2.4
    # Barred: so a win by the TAC that stopped one waits for no other TAC, it is final (T7.12 e).
    return Last(action.card, before.cells, action.tac and before.must_tac)


# How far the game is


def is_over(position: Position) -> bool:
    """Tell whether the game is over."""
    return position.phase == "over"


def tell_amendment(before: Position, after: Position) -> tuple[Event, ...]:
    """Return the event of a game that the game master has ended by amending its phase."""
    if after.phase == "over" and before.phase != "over":
        return (Event("ended", (), {}),)
    return ()
