"""What is shown of TAC: events as sentences, the board, the seats, the hands that the viewer may know (rule T12.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm_tools.core.blocks import Block, Column, Grid, Lines, Picture, merge_spans, what_happened
from gm_tools.core.events import Event
from gm_tools.core.game import draw_later
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.standings import cells_of, columns_of
from gm_tools.core.text import all_of
from gm_tools.games.tac.board import Board
from gm_tools.games.tac.cards import UNKNOWN, name_card
from gm_tools.games.tac.picture import COLOURS, draw
from gm_tools.games.tac.position import NOBODY, Position
from gm_tools.games.tac.standings import FIGURES

WIDTH = 78  # characters of a line of cards
PRIVATE_EVENTS = ("hand", "given", "looked")

RULES_SHEET = N_("""\
A ball is named by its colour and place: R17 on the ring, Rb in the house (a b c d, a next to the start field).
A star marks a fresh ball: it may not go home before it has left its start field.

5 R10>15  move R10 to 15 (2 3 5 6 9 10 12: forward)
5 R62>b  move R62 into the house, to b
1 in, 13 in  bring a ball in from the pen
1 in B  bring in a ball of your partner B
4 R20  move R20 four fields backward
4 R3>b  move R3 backward into the house
7 R5+3 R9  split: three steps with R5, the rest with R9
7 Ra>d R63>b  split: in the house, or into it
8 R5  move R5
8 skip  have the next player skipped
trick R5 G20  exchange two balls on the ring
tac 13 in  undo the last turn, use its 13
warrior R5  throw the next ball, take its place
jester  pass all hands to the right
angel in  bring in a ball of the next player
angel G20+13  move that ball 1 or 13, if none waits in the pen
devil  look at the next hand; then order for it: G: 5 G20
drop 9  lay a card unused, if none can be used
swap 12  give your partner a card (privately)
G: swap 12  name the seat if you play several
... else ...  the first that is legal when the turn comes

If a card can be used, one must be. No ball is jumped over; a ball hit is thrown. If a ball can go home or move on
past, say where it goes. German words work too: raus, aussetzen, abwerfen, tausche, narr, krieger, engel, teufel, sonst.
""")


def next_seat(position: Position) -> str:
    """Return the seat whose card comes next, with the one that decides for it after a Devil."""
    turn, decider = position.letters[position.turn], position.letters[position.decider]
    return turn if position.turn == position.decider else _("{seat} (by {other})", seat=turn, other=decider)


def headline(position: Position) -> str:
    """Say in a few words how far the game is: `deal 3 of stack 1, G to play`."""
    fields: dict[str, Any] = {"deal": position.deal, "stack": position.stacks}
    match position.phase:
        case "over" if position.places:
            first = position.places[0]
            fields["winners"] = all_of(position.letters[seat] for seat in first)
            return ngettext(
                "deal {deal} of stack {stack}, the game is over: {winners} won",
                "deal {deal} of stack {stack}, the game is over: {winners} won",
                len(first),
                **fields,
            )
        case "over":
            return _("deal {deal} of stack {stack}, the game is over", **fields)
        case "swap":
            return _("deal {deal} of stack {stack}, swapping", **fields)
        case "play":
            return _("deal {deal} of stack {stack}, {seat} to play", **fields, seat=next_seat(position))
    if not position.stacks:
        return _("before the first deal")
    return _("before deal {deal} of stack {stack}", deal=position.deal + 1, stack=position.stacks)


# Events


def describe(event: Event) -> str:
    """Return an event as a sentence, empty if other events say it all.

    Cards that a trial does not know are left out.
    """
    data: Mapping[str, Any] = event.data
    who = event.seats[0] if event.seats else ""
    match event.kind:
        case "shuffled":
            return _("{seat} shuffles all {cards} cards [T3.3]", seat=who, cards=data["cards"])
        case "dealt":
            fields = {"seat": who, "each": data["each"], "left": data["left"]}
            return _("{seat} deals {each} cards to each player; {left} are left [T3.1]", **fields)
        case "hand" if "cards" in data and UNKNOWN not in data["cards"]:
            if not data["cards"]:
                return _("{seat} holds nothing", seat=who)
            return _("{seat} holds {cards}", seat=who, cards=", ".join(map(name_card, data["cards"])))
        case "announced":
            return _tell_announced(data)
        case "chosen" if "card" in data:
            return _("{seat} has chosen to give {card}", seat=who, card=name_card(data["card"]))
        case "chosen":
            return _("{seat} has chosen a card to give", seat=who)
        case "given" if data.get("card", UNKNOWN) != UNKNOWN:
            return _("{seat} gives {other} {card}", seat=who, other=event.seats[1], card=name_card(data["card"]))
        case "swapped":
            return _("{seats} have swapped [T3.5]", seats=all_of(event.seats))
        case "played":
            return _tell_play(event)
        case "discarded" if data.get("skipped"):
            return _("{seat}: {order} (skipped)", seat=_player(event), order=data["order"])
        case "discarded":
            return _("{seat}: {order} (unused)", seat=_player(event), order=data["order"])
        case "skipped":
            return _("{seat} is skipped and must lay a card unused or play a TAC [T6.5]", seat=who)
        case "passed":
            return _("all hands were passed to the right [T9.2]")
        case "looked":
            cards = data.get("cards", ())
            if not cards or UNKNOWN in cards:
                return _("{seat} looks at {other}'s hand [T9.5]", seat=who, other=event.seats[1])
            shown = ", ".join(map(name_card, cards))
            return _("{seat} looks at {other}'s hand: {cards} [T9.5]", seat=who, other=event.seats[1], cards=shown)
        case "win_waits":
            team = all_of(data["team"])
            return _("{team} have all balls home, but {seat} must stop it with a TAC [T7.12]", team=team, seat=who)
        case "won":
            return _tell_win(event)
        case "put_aside":
            team, count = all_of(event.seats), data["count"]
            return ngettext(
                "{team} are finished, {n} card put aside [T11.3]",
                "{team} are finished, {n} cards put aside [T11.3]",
                count,
                team=team,
            )
        case "missed":
            return _("no order from {seat}: played by the rule for missing orders", seat=who)
        case "ended":
            return _("the game master has ended the game")
    return ""


def _tell_announced(data: Mapping[str, Any]) -> str:
    can, cannot = ", ".join(data["can"]), ", ".join(data["cannot"])
    if not cannot:
        return _("can bring a ball in: {can} [T3.4]", can=can)
    if not can:
        return _("cannot bring a ball in: {cannot} [T3.4]", cannot=cannot)
    return _("can bring a ball in: {can}; cannot bring a ball in: {cannot} [T3.4]", can=can, cannot=cannot)


def _tell_win(event: Event) -> str:
    team, data = all_of(event.seats), event.data
    if "cards" in data:
        return _("{team} have all balls home; cards laid: {cards} [T10.2]", team=team, cards=data["cards"])
    match data["place"], len(event.seats):
        case 1, 1:
            return _("{seat} has all balls home: first [T8.5]", seat=team)
        case 1, __:
            return _("{team} have all balls home: first [T8.5]", team=team)
        case _, 1:
            return _("{seat} has all balls home: second [T8.5]", seat=team)
    return _("{team} have all balls home: second [T8.5]", team=team)


def _player(event: Event) -> str:
    by = event.data.get("by")
    return _("{seat} (by {other})", seat=event.seats[0], other=by) if by else event.seats[0]


def _tell_play(event: Event) -> str:
    """Return the executed order with what its canonical form does not show in brackets (T12.4)."""
    data, notes = event.data, _play_notes(event)
    text = f"{_player(event)}: {data['order']}" + (f" ({', '.join(notes)})" if notes else "")
    if data.get("stops"):
        return _("{played}: the win is undone [T7.12]", played=text)
    return _("{played}: the last turn is undone [T7.2]", played=text) if data.get("undone") else text


def _play_notes(event: Event) -> list[str]:
    """Return what the order that was played does not show itself: where a ball came from or went, what was thrown."""
    way, thrown = event.data.get("way", ""), event.data.get("thrown")
    field = way.removeprefix("pen>")
    notes = [] if not way else [way] if field == way else [_("comes in on {field}", field=field)]
    return [*notes, _("throws {balls}", balls=", ".join(thrown))] if thrown else notes


def event_lines(events: Sequence[Event]) -> tuple[str, ...]:
    """Return events as sentences; once cards have been given, nothing is said of their having been chosen."""
    is_swapped = any(event.kind == "swapped" for event in events)
    return tuple(line for event in events if (line := describe(event)) and not (is_swapped and event.kind == "chosen"))


# Board, seats, hands


def board_picture(
    position: Position, title: str, marks: Mapping[int, str] | None = None, meaning: Sequence[tuple[str, str]] = ()
) -> Picture:
    """Return the board as it stands, with marks on fields if there are any, and what they mean."""
    cells = draw(position.track, position.cells, position.letters, position.use, marks)
    return Picture(title, _rows(cells), (*_legend(position.letters, position.use), *(meaning if marks else ())))


def _rows(cells: Sequence[Sequence[tuple[str, str]]]) -> tuple[Any, ...]:
    return tuple(merge_spans(list(row)) for row in cells)


def _legend(letters: str, use: Iterable[int]) -> tuple[tuple[str, str], ...]:
    seats = [(letters[seat], _(COLOURS[seat])) for seat in use]
    r = letters[0]
    signs = [
        (f"{r}05", _("a ball on ring field 5")),
        (f"{r}01*", _("a fresh ball")),
        ("(17)", _("a start field")),
        (f"{r}a", _("a ball at home")),
    ]
    return (*seats, *signs, (f"{r}{r}..", _("a pen")))


def board_blocks(board: Board) -> tuple[Block, ...]:
    """Return the picture of a board file, with its facts."""
    cells = draw(board.track, board.cells, board.letters, board.use)
    drawn = draw_later("tac", "draw_board", board.track, board.cells, board.letters, board.use)
    facts = [_("Seats {seats}, {ring} fields on the ring.", seats=" ".join(board.letters), ring=board.track.ring)]
    if board.about:
        facts.append(board.about)
    return Picture(board.name, _rows(cells), _legend(board.letters, board.use), drawn), Lines("", tuple(facts))


def seats_grid(position: Position) -> Grid:
    """Return the seats: their figures (`standings.py`), and what is expected of them."""
    columns = (Column(_("Seat")), *columns_of(FIGURES), Column(_("Now")))
    letters = tuple(position.letters[seat] for seat in position.use)
    rows = tuple(
        (letter, *cells_of(FIGURES, position, seat), _now(position, seat))
        for letter, seat in zip(letters, position.use, strict=True)
    )
    return Grid(_("Seats"), columns, rows, letters)


def _now(position: Position, seat: int) -> str:
    notes = []
    for place, team in enumerate(position.places, 1):
        if seat in team:
            notes.append(_("home first") if place == 1 else _("home second"))
    if position.phase in ("swap", "play") and seat == position.dealer:
        notes.append(_("dealer"))
    if seat in position.due():
        notes.append(_("gives a card"))
    elif position.phase == "swap" and position.swaps[seat]:
        notes.append(_("has given a card"))
    if position.phase == "play" and seat == position.turn:
        task = _(_task(position))
        by = position.letters[position.decider]
        notes.append(task if position.decider == position.turn else _("{task}, decided by {seat}", task=task, seat=by))
    return ", ".join(notes)


def _task(position: Position) -> str:
    """Return what the seat whose turn it is has to do, marked for the catalogues."""
    if position.must_tac:
        return N_("must stop the win with a TAC")
    if position.skip:
        return N_("is skipped")
    return N_("plays again") if position.follow == "jester" else N_("plays")


def _cards_lines(position: Position) -> tuple[str, ...]:
    """Return how many cards there are and where, the cards laid, and what a TAC would take over."""
    stack, laid = len(position.rest), position.laid
    lines = [_("{stack} cards in the stack, {laid} laid since the game began.", stack=stack, laid=laid)]
    if position.pile:
        lines += _wrap(_("Laid from this stack ({count}):", count=len(position.pile)), map(name_card, position.pile))
    last = position.last
    if position.phase == "play":
        if last is None:
            lines.append(_("There is no card yet for a TAC to take over."))
        elif last.barred:
            lines.append(_("The {card} stopped a win: no TAC may answer it.", card=name_card(last.card)))
        elif last.restore is not None:
            lines.append(_("A TAC would take over the {card} and undo the turn.", card=name_card(last.card)))
        else:
            lines.append(_("A TAC would take over the {card}; nothing would be undone.", card=name_card(last.card)))
    return tuple(lines)


def _wrap(head: str, words: Iterable[str]) -> list[str]:
    """Return words behind a head as lines of at most WIDTH characters."""
    lines = [head]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(" ")
        lines[-1] += f" {word}"
    return lines


def hands_lines(position: Position) -> Lines:
    """Return the hands that the viewer of a view may know, and the swap cards given."""
    lines, shown = [], []
    for seat in position.use:
        letter, hand = position.letters[seat], position.hands[seat]
        if hand and UNKNOWN not in hand:
            lines.append(f"{letter}: {', '.join(map(name_card, hand))}")
            shown.append((letter, "hands"))
        if position.swaps[seat] not in ("", UNKNOWN):
            lines.append(_("{seat} gives {card}", seat=letter, card=name_card(position.swaps[seat])))
    return Lines(_("Hands"), tuple(lines), shows=tuple(shown))


def turn_blocks(events: Sequence[Event], after: Position) -> tuple[Block, ...]:
    """Return what happened, the board, the seats, the cards, and the hands that the viewer knows."""
    blocks: list[Block] = [
        *what_happened(event_lines(events)),
        board_picture(after, _("Board"))._replace(draw=draw_later("tac", "draw_game", after, events)),
        seats_grid(after),
        Lines(_("Cards"), _cards_lines(after)),
    ]
    hands = hands_lines(after)
    if hands.lines:
        blocks.append(hands)
    if after.turn != NOBODY:
        is_talk_open = after.settings.talk == "open" and not after.is_open()
        talk = (_("Plans may be discussed, but nobody names cards [T10.2]."),) if is_talk_open else ()
        blocks.append(Lines("", (next_line(after), *talk)))
    return tuple(blocks)


def next_line(position: Position) -> str:
    """Return who has to do what now, as in `Next: G (by R) plays`."""
    letters = position.letters
    if position.phase == "swap":
        due = all_of(letters[seat] for seat in position.due())
        return _(
            "Next: cards to swap from {seats}, privately. {seat} plays first.", seats=due, seat=letters[position.turn]
        )
    return _("Next: {seat} {task}.", seat=next_seat(position), task=_(_task(position)))
