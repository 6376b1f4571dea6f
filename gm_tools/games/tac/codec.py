"""Positions as plain TOML data and back (T14.2, T14.6).

They have the keys of the public board file and the game master's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from gm_tools.core import record
from gm_tools.core.game_options import check_settings
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.record import Always, Field, at_least, one_of, refuse
from gm_tools.core.toml import take
from gm_tools.core.tuples import NamedTuple
from gm_tools.games.tac.board import Board
from gm_tools.games.tac.cards import CARDS, TAKEN_OVER, UNKNOWN, deck, sorted_hand
from gm_tools.games.tac.notation import format_cells, parse_cells
from gm_tools.games.tac.options import OPTIONS, Settings
from gm_tools.games.tac.position import FOLLOW, NOBODY, PHASES, Last, Position
from gm_tools.games.tac.setup import people_by_seat
from gm_tools.games.tac.variants import VARIANTS, Team


def _settings(value: Any, _context: Any) -> Settings:
    """Return the settings that a table of options says."""
    table = take({"": value}, "", dict)
    check_settings(table, OPTIONS, Settings._fields)
    return Settings(**table)


def _known_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    for card in cards:
        if card not in _NAMES:
            raise refuse(card, _("a list of cards: {cards}", cards=", ".join(CARDS)))
    return cards


_NAMES = (*CARDS, UNKNOWN)
Count = Always[Annotated[int, at_least(0)]]
Card = Annotated[str, one_of(_NAMES)]
Cards = Annotated[tuple[str, ...], Field(check=_known_cards)]


_ALIKE = ["settings", "phase", "deal", "stacks", "size", "laid", "rest", "pile", "aside", "skip", "must_tac", "follow"]


class PositionRecord(NamedTuple):
    """A position as it is written: seats are letters, and what goes by seat is a table of the seats in use."""

    settings: Annotated[Settings, Field(_settings, lambda settings, _context: settings._asdict())]
    seats: str
    use: str
    people: Always[tuple[str, ...]] = ()
    pos: str | None = None
    dealer: str | None = None
    turn: str | None = None  # nobody's
    decider: str | None = None
    phase: Annotated[str | None, one_of(PHASES)] = None
    deal: Count = 0
    stacks: Count = 0
    size: Count = 0
    laid: Count = 0
    can: Mapping[str, bool] = {}
    hands: Mapping[str, Cards] = {}
    rest: Always[Cards] = ()
    pile: Always[Cards] = ()
    swaps: Mapping[str, Card] = {}
    aside: Cards = ()
    last: Annotated[str | None, one_of(TAKEN_OVER)] = None
    undo: str | None = None
    barred: bool = False
    skip: bool = False
    must_tac: bool = False
    follow: Annotated[str, one_of(FOLLOW)] = ""
    places: tuple[str, ...] = ()


def _alike_fields(record: Position | PositionRecord) -> dict[str, Any]:
    """Return what a position and its record say in the same way."""
    return {name: getattr(record, name) for name in _ALIKE}


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain TOML data; `load_position` takes it back.

    Seats are letters, empty values are left out.
    """
    letters, use, last = position.letters, position.use, position.last
    groups = [position.same_person(seat) for seat in use if position.people[seat] == seat]
    is_somebodys = position.turn != NOBODY
    saved = PositionRecord(
        **_alike_fields(position),
        seats=letters,
        use="".join(letters[seat] for seat in use),
        people=tuple("".join(group) for group in groups if len(group) > 1),
        pos=format_cells(position.track, position.cells, letters),
        dealer=letters[position.dealer],
        turn=letters[position.turn] if is_somebodys else None,
        decider=letters[position.decider] if is_somebodys else None,
        can={letters[seat]: position.can[seat] for seat in use},
        hands={letters[seat]: position.hands[seat] for seat in use},
        swaps={letter: card for letter, card in zip(letters, position.swaps, strict=True) if card},
        last=last.card if last else None,
        undo=format_cells(position.track, last.restore, letters) if last and last.restore is not None else None,
        barred=last is not None and last.barred,
        places=tuple("".join(letters[seat] for seat in team) for team in position.places),
    )
    return record.dump(saved)


def load_position(data: Mapping[str, Any], board: Board) -> Position:
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed."""
    saved = record.load(PositionRecord, data)
    reader = _Reader(saved, board)
    turn = decider = NOBODY
    phase = reader.text("phase")
    if phase in ("swap", "play"):  # at other times the keys may be left from before an amendment
        turn, decider = reader.seat("turn"), reader.seat("decider")
    position = Position(
        **_alike_fields(saved),
        board=board,
        letters=saved.seats,
        use=reader.use,
        people=people_by_seat(reader.teams("people"), len(saved.seats)),
        cells=reader.cells("pos"),
        dealer=reader.seat("dealer"),
        turn=turn,
        decider=decider,
        hands=tuple(sorted_hand(cards) for cards in reader.by_seat("hands", ())),
        swaps=reader.by_seat("swaps", ""),
        can=reader.by_seat("can", default=False),
        last=reader.last(),
        places=reader.teams("places"),
    )
    _check_whole(position)
    return position


class _Reader:
    """Reads what a record says by the letters of seats; raises InputError with the key."""

    def __init__(self, saved: PositionRecord, board: Board) -> None:
        self.saved, self.board, self.letters = saved, board, saved.seats
        count = VARIANTS[saved.settings.variant].seats
        if len({*saved.seats}) != count or len(saved.seats) != count or len(board.letters) != count:
            raise InputError(_say_found(saved.seats), key="seats", allowed=_("{count} different letters", count=count))
        self.use = self._team("use", saved.use)

    def text(self, key: str) -> str:
        """Return a text that must be there."""
        text: str | None = getattr(self.saved, key)
        if text is None:
            raise InputError(_("is missing"), key=key, allowed=_("text"))
        return text

    def seat(self, key: str) -> int:
        return self._number(key, self.text(key))

    def _number(self, key: str, letter: str) -> int:
        seat = self.letters.find(letter) if len(letter) == 1 else NOBODY
        if seat not in self.use:
            seats = " ".join(self.letters[seat] for seat in self.use)
            raise InputError(_say_found(letter), key=key, allowed=_("a seat in use: {seats}", seats=seats))
        return seat

    def by_seat(self, key: str, default: Any) -> tuple[Any, ...]:
        values = [default] * len(self.letters)
        for letter, value in getattr(self.saved, key).items():
            values[self._number(key, letter)] = value
        return tuple(values)

    def cells(self, key: str) -> bytes:
        """Return the cells that a key holds in position notation."""
        try:
            return parse_cells(self.text(key), self.board.track, self.letters, self.use)
        except InputError as error:
            raise error if error.key else error.within("", key) from None

    def last(self) -> Last | None:
        saved = self.saved
        if saved.last is not None:
            return Last(saved.last, self.cells("undo") if saved.undo is not None else None, saved.barred)
        if saved.undo is not None or saved.barred:
            raise InputError(_("is missing, but undo or barred is given"), key="last", allowed=", ".join(TAKEN_OVER))
        return None

    def teams(self, key: str) -> tuple[Team, ...]:
        return tuple(self._team(key, group) for group in getattr(self.saved, key))

    def _team(self, key: str, text: str) -> Team:
        if not text or len(set(text)) != len(text) or any(letter not in self.letters for letter in text):
            raise InputError(_say_found(text), key=key, allowed=_("different seats out of {seats}", seats=self.letters))
        return tuple(sorted(map(self.letters.index, text)))


def _say_found(value: object) -> str:
    return _("found {value!r}", value=value)


def _check_whole(position: Position) -> None:
    """Raise InputError if the position contradicts itself.

    Its cards may not be those of the deck, or it may be nobody's turn to play.
    """
    held = Counter(position.rest) + Counter(position.pile) + Counter(position.aside)
    held += Counter(card for card in position.swaps if card)
    for hand in position.hands:
        held += Counter(hand)
    cards = Counter(deck(len(position.letters), position.settings.edition)) if position.stacks else Counter()
    unknown = held.pop(UNKNOWN, 0)
    for card in (*CARDS, UNKNOWN):
        if held[card] > cards[card]:
            raise InputError(
                _("hands, rest, pile, swaps and aside hold {card} {count} times", count=held[card], card=card),
                key="hands",
                allowed=_("{count}, as in the deck", count=cards[card]),
            )
    if held.total() + unknown != cards.total():
        count = held.total() + unknown
        raise InputError(
            ngettext(
                "hands, rest, pile, swaps and aside hold {n} card",
                "hands, rest, pile, swaps and aside hold {n} cards",
                count,
            ),
            key="hands",
            allowed=_("{count}, as in the deck", count=cards.total()),
        )
    if position.phase == "play" and not position.hands[position.turn]:
        message = _("{seat} holds no card", seat=position.letters[position.turn])
        raise InputError(message, key="turn", allowed=_("a seat with cards"))
    if position.phase == "swap" and not position.due():
        allowed = _("play, or swap before all have swapped")
        raise InputError(_("no swap card is due"), key="phase", allowed=allowed)
    if position.phase == "swap" and not all(position.hands[seat] for seat in position.due()):
        raise InputError(_("a seat that still has to swap a card holds none"), key="phase", allowed="play")
    hand = position.hands[position.turn]
    if position.must_tac and (position.last is None or not {"tac", UNKNOWN} & set(hand)):
        raise InputError(_("the seat whose turn it is holds no TAC"), key="must_tac", allowed="false")
