"""Case files of TAC, in the notation of its rules (rule T15.2).

They read `pos = "R:5"`, `hands = "R=8,2"`, `try = "R: 8 skip"`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from gm_tools.core.cases import Case, CaseError, CaseRun
from gm_tools.core.game_options import check_options
from gm_tools.core.problems import InputError, Problem, at_key
from gm_tools.core.toml import known_keys
from gm_tools.games.tac.board import LETTERS, Board, parse_board, standard_board
from gm_tools.games.tac.cards import CARDS, sorted_hand
from gm_tools.games.tac.check import LegalAction, can_open, check_action, legal_uses, refusal_of
from gm_tools.games.tac.notation import format_cells, parse_cells
from gm_tools.games.tac.options import EDITIONS
from gm_tools.games.tac.orders import Action, Order, format_action, parse_order
from gm_tools.games.tac.position import NOBODY, Position
from gm_tools.games.tac.refusals import Refusal
from gm_tools.games.tac.rules import resolve
from gm_tools.games.tac.setup import first_position, settle
from gm_tools.games.tac.variants import VARIANTS, are_letters

WORDS = (
    *("SYNTAX", "PHASE", "TURN", "CARD", "ANNOUNCE", "MUST_TAC", "MUST_PLAY", "SKIPPED", "TAC_FIRST", "TAC_BARRED"),
    *("TAC_CARD", "LAST", "COLD", "BALL", "OWNER", "PEN", "PAIR", "STEPS", "LOCKED", "DISTANCE", "BLOCKED", "FRESH"),
    "AMBIGUOUS",
)
_ORDERS_LISTED = ("only", "allows", "forbids")


class Runner(CaseRun[Board, Position, Order]):
    """A case in the notation of the rules, which has a key for everything (T15.2)."""

    keys = (
        *("variant", "seats", "pos", "turn", "hands", "phase", "play", "try", "result", "fails", "next", "hands_after"),
        *("only", "allows", "forbids", "note"),
    )
    expectations = ("result", "fails", "next", "hands_after", "only", "allows", "forbids")
    needs_board = False

    def run(self) -> list[str]:
        """Play the orders of a case and try the last one; return what differs from the expectation."""
        case = self.case
        known_keys(case.expect, ())
        check_options(self.game, case.options)
        texts = _texts(case)
        if "fails" in case.keys and texts.get("fails", "") not in WORDS:
            raise InputError(f"found {texts.get('fails')!r}", key="fails", allowed=", ".join(WORDS))
        position = position_of(case)
        result = _cells(texts, "result", position) if "result" in case.keys else None
        hands_after = _hands(texts, "hands_after", position) if "hands_after" in case.keys else {}
        draws = self.draws
        for text in _split(texts.get("play", "")):
            order = _read(position, text)
            if isinstance(order, Refusal):
                raise CaseError(f"play: {text!r} is refused with {order.word}: {order.message}")
            position = _play(position, order, draws)
        lines = _compare_legal(position, texts)
        if "try" in texts:
            order = _read(position, texts["try"])
            found, why = (order.word, f" ({order.message})") if isinstance(order, Refusal) else ("", "")
            if found != texts.get("fails", ""):
                lines.append(f"try: expected {texts.get('fails') or 'accepted'}, found {found or 'accepted'}{why}")
            if isinstance(order, Order):
                position = _play(position, order, draws)
        if result is not None and position.cells != result:
            found = format_cells(position.track, position.cells, position.letters)
            lines.append(f"result: expected {texts.get('result')!r}, found {found!r}")
        lines += _compare_after(position, texts, hands_after)
        return lines + [f"draws.{kind}: scripted and not asked for" for kind in draws.unused_kinds()]


def _texts(case: Case) -> Mapping[str, str]:
    """Return the keys of a case, all of them texts."""
    for key, value in case.keys.items():
        if not isinstance(value, str):
            raise InputError(f"found {value!r}", key=key, allowed="text")
    return case.keys


def _split(text: str) -> list[str]:
    return [order.strip() for order in text.split(";") if order.strip()]


# The position at the beginning


def position_of(case: Case) -> Position:
    """Return the position that a case begins with; raise InputError naming the key that cannot be used."""
    texts = _texts(case)
    options = dict(case.options)
    text = texts.get("variant", _in_words(options))
    words = text.split()
    name, more = words[0] if words else "", words[1:]
    if name not in VARIANTS or any(word not in (*EDITIONS, "play-on") for word in more):
        allowed = f"one of {', '.join(VARIANTS)}; basic or master; play-on"
        raise InputError(f"found {text!r}", key="variant", allowed=allowed)
    variant = VARIANTS[name]
    if "play-on" in more and not variant.play_on:
        raise InputError(f"found {text!r}", key="variant", allowed="play-on with pairs6 and double6")
    letters = texts.get("seats", options.get("letters") or LETTERS[variant.seats])
    if not are_letters(letters) or len(letters) != variant.seats:
        raise InputError(f"found {letters!r}", key="seats", allowed=f"{variant.seats} different capital letters")
    board = parse_board(case.board_text) if case.board_text else standard_board(letters)
    if len(board.letters) != variant.seats:
        raise InputError(
            f"found {len(board.letters)} seats", key="board", allowed=f"{variant.seats} seats, as {name} has"
        )
    options |= {"variant": name, "edition": "master" if "master" in more else "basic", "play_on": "play-on" in more}
    position = first_position(board, settle(options), letters, variant.use, variant.people[0])
    position = position._replace(cells=_cells(texts, "pos", position))
    hands: list[tuple[str, ...]] = [("2",) if seat in variant.use else () for seat in range(len(letters))]
    for seat, cards in _hands(texts, "hands", position).items():
        hands[seat] = cards
    turn = position.number(texts.get("turn", letters[position.dealer]))
    if turn == NOBODY:
        allowed = f"a seat in use: {' '.join(letters[seat] for seat in variant.use)}"
        raise InputError(f"found {texts.get('turn')!r}", key="turn", allowed=allowed)
    phase = texts.get("phase", "play")
    if phase not in ("swap", "play"):
        raise InputError(f"found {phase!r}", key="phase", allowed="swap, play")
    if phase == "swap" and not position.sides.swappers():
        raise InputError("found 'swap'", key="phase", allowed=f"play: nobody swaps in {name}")
    if phase == "play" and not hands[turn]:
        raise InputError(f"{letters[turn]} holds no card", key="turn", allowed="a seat with cards")
    dealer = next(seat for seat in variant.use if position.next_seat(seat) == turn)
    return position._replace(
        hands=tuple(hands),
        can=tuple(map(can_open, hands)),
        turn=turn,
        decider=turn,
        phase=phase,
        dealer=dealer,
        size=max(map(len, hands)),
        stacks=1,
        deal=1,
    )


def _in_words(options: Mapping[str, Any]) -> str:
    """Return what the options of a case say of variant and edition, in the words of the key `variant`."""
    words = [options.get("variant", "pairs4"), options.get("edition", "basic")]
    return " ".join(words + ["play-on"] * bool(options.get("play_on")))


def _cells(texts: Mapping[str, str], key: str, position: Position) -> bytes:
    with at_key(key):
        return parse_cells(texts.get(key, "-"), position.track, position.letters, position.use)


def _hands(texts: Mapping[str, str], key: str, position: Position) -> dict[int, tuple[str, ...]]:
    """Return the hands of `R=1,7 G=tac B=-` by seat number."""
    hands = {}
    for word in texts.get(key, "").split():
        letter, equals, names = word.partition("=")
        cards = () if names == "-" else tuple(names.lower().split(","))
        seat = position.number(letter)
        if not equals or seat == NOBODY or any(card not in CARDS for card in cards):
            allowed = f"SEAT=card,card… (- for none) with the cards {', '.join(CARDS)}"
            raise InputError(f"found {word!r}", key=key, allowed=allowed)
        hands[seat] = sorted_hand(cards)
    return hands


# Orders


def _read(position: Position, text: str) -> Order | Refusal:
    """Return an order, or why it is refused: SYNTAX if it cannot be read."""
    order = parse_order(text)
    if isinstance(order, Problem):
        return Refusal("SYNTAX", order.rule, order.message)
    return refusal_of(position, order) or order


def _play(position: Position, order: Order, draws: Any) -> Position:
    """Return the position after an order that nobody in particular has written (T13.3)."""
    action = next(action for action in order.actions if isinstance(check_action(position, action), LegalAction))
    legal = check_action(position, action)
    seat = legal.seat if isinstance(legal, LegalAction) and position.phase == "swap" else position.decider
    return resolve(position, {position.letters[seat]: Order((action,))}, draws).position


# What is compared


def _compare_legal(position: Position, texts: Mapping[str, str]) -> list[str]:
    """Compare the legal orders of this moment with `only`, `allows` and `forbids`."""
    if not any(key in texts for key in _ORDERS_LISTED):
        return []
    if position.phase != "play":
        raise InputError("nobody plays at this moment", key=next(key for key in _ORDERS_LISTED if key in texts))
    found = {_reduce(position, action): action for action, __ in legal_uses(position)}
    lines = []
    named: dict[str, dict[Any, str]] = {}
    for key in _ORDERS_LISTED:
        named[key] = {}
        for text in _split(texts.get(key, "")):
            order = parse_order(text)
            if isinstance(order, Problem) or len(order.actions) != 1:
                raise InputError(f"found {text!r}", key=key, allowed="canonical orders with ; between them")
            named[key][_reduce(position, order.actions[0])] = text
    for key in ("only", "allows"):
        lines += [f"{key}: {text} is not legal" for same, text in named[key].items() if same not in found]
    if "only" in texts:
        lines += [
            f"only: {format_action(action)} is legal too" for same, action in found.items() if same not in named["only"]
        ]
    lines += [f"forbids: {text} is legal" for same, text in named["forbids"].items() if same in found]
    return lines


def _reduce(position: Position, action: Action) -> Any:
    """Return what two orders have in common that are the same here: the text, for 7s the board they lead to."""
    action = action._replace(seat="")
    if action.verb == "move" and action.card == "7":
        legal = check_action(position, action)
        if isinstance(legal, LegalAction):
            return ("7", action.tac, legal.use.cells)
    return format_action(action)


def _compare_after(
    position: Position, texts: Mapping[str, str], hands_after: Mapping[int, tuple[str, ...]]
) -> list[str]:
    lines = []
    for seat, cards in hands_after.items():
        if Counter(position.hands[seat]) != Counter(cards):
            found = ",".join(position.hands[seat]) or "-"
            lines.append(f"hands_after: {position.letters[seat]}: expected {','.join(cards) or '-'}, found {found}")
    if "next" in texts:
        expected = " ".join(texts.get("next", "").split())
        if expected not in _situations(position):
            lines.append(f"next: expected {expected!r}, found {_situations(position)[0]!r}")
    return lines


def _situations(position: Position) -> list[str]:
    """Return the situation in the words of `next`; the third of three teams may be named or not (T11.3)."""
    letters = position.letters
    if position.phase == "over":
        teams = ["".join(letters[seat] for seat in team) for team in position.places]
        rest = ["".join(letters[seat] for seat in team) for team in position.sides.teams if team not in position.places]
        found = ["over " + "+".join(teams)]
        return [*found, "over " + "+".join(teams + rest)] if position.settings.play_on else found
    if position.phase in ("deal", "swap"):
        return [position.phase]
    words = [letters[position.turn]]
    if position.decider != position.turn:
        words.append(f"by {letters[position.decider]}")
    words += ["skipped"] * position.skip + ["must-tac"] * position.must_tac + ["again"] * (position.follow == "jester")
    return [" ".join(words)]
