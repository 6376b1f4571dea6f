"""Positions as plain TOML data and back, with the keys of the public board file and the game master's own (T14.2, T14.6)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.toml import known_keys, take
from gm_tools.games.tac.cards import CARDS, TAKEN_OVER, UNKNOWN, deck, sorted_hand
from gm_tools.games.tac.notation import format_cells, parse_cells
from gm_tools.games.tac.position import FOLLOW, NOBODY, OPTIONS, PHASES, Last, Position, Settings
from gm_tools.games.tac.setup import people_by_seat
from gm_tools.games.tac.variants import VARIANTS, Team

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.games.tac.board import Board

_KEYS = (
    *("settings", "seats", "use", "people", "pos", "dealer", "turn", "decider", "phase", "deal", "stacks", "size"),
    *("laid", "hands", "rest", "swaps", "aside", "pile", "can", "last", "undo", "barred", "skip", "must_tac"),
    *("follow", "places"),
)


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain TOML data; `load_position` takes it back. Seats are letters, empty values are left out."""
    letters, last = position.letters, position.last
    use = [letters[seat] for seat in position.use]
    groups = [position.same_person(seat) for seat in position.use if position.people[seat] == seat]
    plain: dict[str, Any] = {
        "settings": position.settings._asdict(),
        "seats": letters,
        "use": "".join(use),
        "people": ["".join(group) for group in groups if len(group) > 1],
        "pos": format_cells(position.track, position.cells, letters),
        "dealer": letters[position.dealer],
    }
    if position.turn != NOBODY:
        plain |= {"turn": letters[position.turn], "decider": letters[position.decider]}
    plain |= {
        "phase": position.phase,
        "deal": position.deal,
        "stacks": position.stacks,
        "size": position.size,
        "laid": position.laid,
        "can": {letter: position.can[letters.index(letter)] for letter in use},
        "hands": {letter: list(position.hands[letters.index(letter)]) for letter in use},
        "rest": list(position.rest),
        "pile": list(position.pile),
    }
    swaps = {letter: card for letter, card in zip(letters, position.swaps, strict=True) if card}
    if swaps:
        plain["swaps"] = swaps
    if position.aside:
        plain["aside"] = list(position.aside)
    if last is not None:
        plain["last"] = last.card
        if last.restore is not None:
            plain["undo"] = format_cells(position.track, last.restore, letters)
        if last.barred:
            plain["barred"] = True
    plain |= {key: True for key in ("skip", "must_tac") if getattr(position, key)}
    if position.follow:
        plain["follow"] = position.follow
    if position.places:
        plain["places"] = ["".join(letters[seat] for seat in team) for team in position.places]
    return plain


def load_position(plain: Mapping[str, Any], board: Board) -> Position:
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed."""
    known_keys(plain, _KEYS)
    settings = _settings(take(plain, "settings", dict))
    variant = VARIANTS[settings.variant]
    letters = take(plain, "seats", str)
    if len(letters) != variant.seats or len(board.letters) != variant.seats or len(set(letters)) != len(letters):
        raise InputError(_found(letters), key="seats", allowed=_("{count} different letters", count=variant.seats))
    use = _team("use", take(plain, "use", str), letters)
    seats = _Seats(plain, letters, use)
    people = tuple(_team("people", group, letters) for group in _texts(plain, "people"))
    phase = _one_of(plain, "phase", PHASES)
    turn = decider = NOBODY
    if phase in ("swap", "play"):  # at other times the keys may be left from before an amendment
        turn, decider = seats.one("turn"), seats.one("decider")
    restore = _cells(board, letters, use, plain, "undo") if "undo" in plain else None
    last = None
    if "last" in plain:
        last = Last(_one_of(plain, "last", TAKEN_OVER), restore, take(plain, "barred", bool, False))
    elif restore is not None or "barred" in plain:
        raise InputError(_("is missing, and undo or barred is there"), key="last", allowed=", ".join(TAKEN_OVER))
    position = Position(
        board,
        settings,
        letters,
        use,
        people_by_seat(people, len(letters)),
        _cells(board, letters, use, plain, "pos"),
        seats.one("dealer"),
        turn,
        decider,
        phase,
        tuple(sorted_hand(cards) for cards in seats.by_seat("hands", _cards, ())),
        _cards(plain, "rest"),
        _cards(plain, "pile"),
        _cards(plain, "aside"),
        seats.by_seat("swaps", _card, ""),
        seats.by_seat("can", lambda table, key: take(table, key, bool), False),
        _count(plain, "deal"),
        _count(plain, "stacks"),
        _count(plain, "size"),
        _count(plain, "laid"),
        last,
        take(plain, "skip", bool, False),
        take(plain, "must_tac", bool, False),
        _one_of(plain, "follow", FOLLOW, ""),
        tuple(_team("places", group, letters) for group in _texts(plain, "places")),
    )
    _check_whole(position)
    return position


def _cells(board: Board, letters: str, use: Team, plain: Mapping[str, Any], key: str) -> bytes:
    """Return the cells that a key holds in position notation."""
    try:
        return parse_cells(take(plain, key, str), board.track, letters, use)
    except InputError as error:
        raise error if error.key else error.within("", key) from None


class _Seats:
    """Reads what a position says by the letters of seats."""

    def __init__(self, plain: Mapping[str, Any], letters: str, use: Team) -> None:
        self.plain, self.letters, self.use = plain, letters, use

    def one(self, key: str) -> int:
        letter = take(self.plain, key, str)
        seat = self.letters.find(letter) if len(letter) == 1 else NOBODY
        if seat not in self.use:
            raise InputError(_found(letter), key=key, allowed=self._allowed())
        return seat

    def by_seat(self, key: str, read: Any, default: Any) -> tuple[Any, ...]:
        table = take(self.plain, key, dict, {})
        values = [default] * len(self.letters)
        for letter in table:
            seat = self.letters.find(letter) if len(letter) == 1 else NOBODY
            if seat not in self.use:
                raise InputError(_found(letter), key=key, allowed=self._allowed())
            try:
                values[seat] = read(table, letter)
            except InputError as error:
                raise error.within("", key) from None
        return tuple(values)

    def _allowed(self) -> str:
        return _("a seat in use: {seats}", seats=" ".join(self.letters[seat] for seat in self.use))


def _settings(plain: Mapping[str, Any]) -> Settings:
    options = {option.name: option for option in OPTIONS}
    try:
        known_keys(plain, Settings._fields)
        for key, value in plain.items():
            if not options[key].valid(value):
                raise InputError(_found(value), key=key, allowed=options[key].values())
    except InputError as error:
        raise error.within("", "settings") from None
    return Settings(**plain)


def _team(key: str, text: str, letters: str) -> Team:
    if not text or len(set(text)) != len(text) or any(letter not in letters for letter in text):
        raise InputError(_found(text), key=key, allowed=_("different seats out of {seats}", seats=letters))
    return tuple(sorted(map(letters.index, text)))


def _texts(plain: Mapping[str, Any], key: str) -> Sequence[str]:
    found = take(plain, key, list, [])
    if not all(isinstance(item, str) for item in found):
        raise InputError(_found(found), key=key, allowed=_("a list of texts"))
    return found


def _one_of(plain: Mapping[str, Any], key: str, words: Sequence[str], *default: str) -> str:
    word = take(plain, key, str, *default)
    if word not in words:
        raise InputError(_found(word), key=key, allowed=", ".join(words).removeprefix(", "))
    return word


def _count(plain: Mapping[str, Any], key: str) -> int:
    number = take(plain, key, int, 0)
    if number < 0:
        raise InputError(_found(number), key=key, allowed=_("a whole number from 0"))
    return number


def _found(value: object) -> str:
    return _("found {value!r}", value=value)


def _cards(plain: Mapping[str, Any], key: str) -> tuple[str, ...]:
    cards = take(plain, key, list, [])
    for card in cards:
        if card not in (*CARDS, UNKNOWN):
            raise InputError(_found(card), key=key, allowed=_("a list of cards: {cards}", cards=", ".join(CARDS)))
    return tuple(cards)


def _card(plain: Mapping[str, Any], key: str) -> str:
    return _one_of(plain, key, (*CARDS, UNKNOWN))


def _check_whole(position: Position) -> None:
    """Raise InputError if the position contradicts itself: cards that are not those of the deck, nobody's turn to play."""
    held = Counter(position.rest) + Counter(position.pile) + Counter(position.aside)
    held += Counter(card for card in position.swaps if card)
    for hand in position.hands:
        held += Counter(hand)
    cards = Counter(deck(len(position.letters), position.settings.edition)) if position.stacks else Counter()
    unknown = held.pop(UNKNOWN, 0)
    for card in (*CARDS, UNKNOWN):
        if held[card] > cards[card]:
            raise InputError(
                _("hands, rest, pile, swaps and aside hold {count} times {card}", count=held[card], card=card),
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
        raise InputError(_("a seat whose swap card is due holds none"), key="phase", allowed="play")
    hand = position.hands[position.turn]
    if position.must_tac and (position.last is None or not {"tac", UNKNOWN} & set(hand)):
        raise InputError(_("the seat whose turn it is holds no TAC"), key="must_tac", allowed="false")
