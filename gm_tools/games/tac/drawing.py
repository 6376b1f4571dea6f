"""A TAC board drawn: a ring with houses and marbles, with pens and hands at each seat.

It shows the last card, who must play, and the viewer's own hand.
"""

from __future__ import annotations

from math import cos, pi
from textwrap import wrap

from gm_tools.core.drawing import Arrow, Drawing, Label, Point, Prop, Trail
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.problems import Problem
from gm_tools.games.tac.balls import HOUSE, Track, field_of, in_pen
from gm_tools.games.tac.cards import MASTERS, OPENING, UNKNOWN
from gm_tools.games.tac.drawn_board import WORDS, Disc, Plate, draw_board, field_middle, hand_places, lay
from gm_tools.games.tac.journeys import journeys_of
from gm_tools.games.tac.orders import Action, parse_order
from gm_tools.games.tac.paths import path_of
from gm_tools.games.tac.picture import COLOURS
from gm_tools.games.tac.uses import cells_for

__all__ = ["draw_board", "draw_game", "draw_refused", "draw_trial", "field_middle"]

from collections.abc import Iterable, Iterator, Sequence

from gm_tools.core.events import Event
from gm_tools.games.tac.position import Position

_CARD = 4.6  # how wide a card is that is shown
_LINE, _APART = 16, 1.25  # signs of a line beside the card, from one line to the next
_FACED = 2  # hands that lie below the board at most
_NOTES = {
    "1": N_("enter"),
    "13": N_("enter"),
    "4": N_("back"),
    "7": N_("split"),
    "8": N_("skip"),
    "trick": N_("switch"),
    "tac": N_("rewind"),
    "jester": N_("pass on"),
    "warrior": N_("throw"),
    "angel": N_("next in"),
    "devil": N_("look"),
}
_KINDS = dict.fromkeys(_NOTES, "special") | dict.fromkeys(OPENING, "opening") | dict.fromkeys(MASTERS, "master")
_KINDS |= {"tac": "tac"}


def draw_game(position: Position, events: Iterable[Event] = ()) -> Drawing:
    """Return the board with the last card, the stack, and who must play.

    The hands that this viewer knows lie face up below.
    """
    track, letters = position.track, position.letters
    disc = lay(track)
    acting = (position.turn,) if position.phase == "play" else position.due()
    faced = _find_faced(position)
    plates = [_plate(position, seat, acts=seat in acting, is_below=seat in faced) for seat in range(track.seats)]
    drawing = draw_board(track, position.cells, letters, position.use, plates)
    x, y = disc.middle
    props, labels, arrows = list(drawing.props), list(drawing.labels), list(drawing.arrows)
    trails: list[Trail] = []
    notes = [(_tell_plate(plates[seat], letters[seat]), _box(disc.plate(seat))) for seat in position.use]
    turn = disc.turn(track.starts[position.turn]) if position.phase == "play" and position.turn >= 0 else pi
    played = [event for event in events if event.kind in ("played", "discarded")]
    for event in played[-1:]:
        trails = list(_ways_of_event(position, event))
        props.append(_card(event.data["card"], (x, y), _CARD)._replace(kind="laid"))
        told = _tell_card(event)
        labels += _label_card(told, disc, is_above=cos(turn) > 0.2)
        notes.append((" · ".join(told), _box((x - _CARD / 2, y - 0.71 * _CARD, _CARD, 1.42 * _CARD))))
    if not played and position.phase == "play" and position.last is not None:
        props.append(_card(position.last.card, (x, y), _CARD)._replace(kind="laid"))
    if position.rest:
        at = (x - 6.6, y - 0.7) if track.seats > 4 else (x - 7.2, y - 5.6)  # where neither arrows nor words come
        props.append(Prop("back", str(len(position.rest)), at, 1.9))
        labels.append(Label(_("stack"), (at[0], at[1] + 2.2), WORDS, "carved"))
    if position.phase == "play" and position.turn >= 0:
        arrows.append(Arrow("turn", disc.place(turn, max(3.2, disc.inner - 3.4)), disc.place(turn, disc.inner - 0.5)))
    if position.phase == "over" and position.places:
        team = position.places[0]
        labels.append(Label(ngettext("winner", "winners", len(team)), (x, y - 6.4), 1.2, "carved", bold=True))
        props += [
            Prop("chip", letters[seat], (x + 2.5 * (at - (len(team) - 1) / 2), y - 4.7), 2.2, COLOURS[seat])
            for at, seat in enumerate(team)
        ]
    legend = drawing.legend
    if trails:
        legend += (("began", _("last move: where it began")),)
    rows = board_rows = drawing.rows
    for seat in position.use:
        if seat in faced:
            rows, more, words = _shown_hand(position, seat, position.hands[seat], rows, drawing.columns)
            props += more
            labels += words
        props += _small_hand(plates[seat].hand, hand_places(disc, seat, len(plates[seat].hand)))
    return drawing._replace(
        rows=rows,
        props=tuple(props),
        labels=tuple(labels),
        arrows=tuple(arrows),
        trails=tuple(trails),
        legend=legend,
        foot=rows - board_rows,
        notes=tuple(notes),
    )


def _tell_plate(plate: Plate, letter: str) -> str:
    """Return what a plate says by signs, and in words that a small board leaves out."""
    parts = [_("with {seat}", seat=plate.partners)] if plate.partners else []
    count = ngettext("{n} card", "{n} cards", plate.cards or 0)
    return " · ".join([letter, *parts, count, _("can bring a ball in") if plate.can else _("cannot bring a ball in")])


def _box(place: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what lies at a left, a top, a width and a height."""
    left, top, wide, high = place
    return left, top, left + wide, top + high


def _find_faced(position: Position) -> tuple[int, ...]:
    """Return the seats whose hands lie below the board: of those that are known the one that a card is laid from.

    If none of them is, all are, as long as they are few. The other hands that are known have their places on plates.
    """
    known = tuple(seat for seat in position.use if position.hands[seat] and UNKNOWN not in position.hands[seat])
    if position.phase == "play" and position.turn in known:
        return (position.turn,)
    return known if len(known) <= _FACED else ()


def _plate(position: Position, seat: int, *, acts: bool, is_below: bool) -> Plate:
    """Return what everybody may know of a seat, and its hand if that is known and does not lie below the board."""
    is_used = seat in position.use
    hand = position.hands[seat]
    return Plate(
        len(position.hands[seat]),
        "".join(position.letters[other] for other in position.sides.partners[seat]) if is_used else "",
        can=is_used and position.size > 0 and position.can[seat],
        acts=acts,
        hand=() if is_below or UNKNOWN in hand else hand,
    )


def _tell_card(event: Event) -> list[str]:
    """Return who laid the last card, what was done with it, and what it threw, if anything."""
    message = N_("{seat} played") if event.kind == "played" else N_("{seat} discarded")
    seat, by = event.seats[0], event.data.get("by")
    who = _("{seat} (by {other})", seat=seat, other=by) if by else seat
    told = [_(message, seat=who), event.data["order" if event.kind == "played" else "card"]]
    if event.data.get("thrown"):
        told.append(_("throws {balls}", balls=", ".join(event.data["thrown"])))
    return told


def _label_card(told: Sequence[str], disc: Disc, *, is_above: bool) -> Iterator[Label]:
    """Yield what is told of the last card, in three lines at most.

    The label stands on the side of the card from which no arrow goes to who must play.
    """
    who, order, *thrown = told
    lines = [who, *wrap(order, _LINE, break_long_words=False), *thrown][:3]
    x, y = disc.middle
    away = 0.71 * _CARD + 0.95
    first = y - away - _APART * (len(lines) - 1) if is_above else y + away
    for number, line in enumerate(lines):  # letters that grow would lie on the line above
        yield Label(line, (x, first + _APART * number), WORDS, "carved", bold=number > 0, room=11.0, needs=0.9 * _APART)


def draw_trial(view: Position, action: Action) -> Drawing:
    """Return the board that an action is used on, with the ways of the balls that it moves, numbered.

    After a TAC it is the board restored.
    """
    cells = cells_for(view, tac=action.tac)
    ways = journeys_of(view.track, view.letters, cells, action)
    drawing = draw_game(view._replace(cells=cells))._replace(trails=())
    if not ways:
        return drawing
    last = len(ways[0]) - 1
    counts = (ngettext("{n} field to go", "{n} fields to go", last - at) for at in range(last + 1))
    notes = tuple(_("card {card}, {fields}", card=action.card, fields=fields) for fields in counts)
    return drawing._replace(steps=ways[0], step_notes=notes, more=tuple(ways[1:]))


def draw_refused(view: Position, action: Action) -> Drawing:
    """Return the board as it is, with the way of each ball that an action which is not legal would move."""
    paths = path_of(view.track, view.letters, action) if action.verb == "move" else ()
    ways = [tuple(field_middle(view.track, field) for field in fields) for __, fields in paths]
    return draw_game(view)._replace(steps=ways[0] if ways else (), more=tuple(ways[1:]))


def _shown_hand(
    position: Position, seat: int, hand: Sequence[str], top: float, wide: float
) -> tuple[float, list[Prop], list[Label]]:
    """Return a hand face up in a row of its own below the board: only who may know it is shown it."""
    size = min(_CARD, (wide - 7.6) / len(hand) / 1.15)
    left = 7.4 + size / 2
    y = top + 0.6 + size * 0.71
    letter = position.letters[seat]
    is_invented = letter in position.invented
    count = _("made up") if is_invented else ngettext("{n} card", "{n} cards", len(hand))
    words = [
        Label(_("hand of {seat}", seat=letter), (0.3, y - 0.8), WORDS, "words", "start", room=6.9),
        Label(count, (0.3, y + 0.8), WORDS, "words" if is_invented else "said", "start", room=6.9),
    ]
    props = [_card(card, (left + number * size * 1.15, y), size) for number, card in enumerate(hand)]
    return y + size * 0.71 + 0.3, props, words


def _small_hand(hand: Sequence[str], places: tuple[float, Sequence[Point]]) -> list[Prop]:
    """Return the cards of a hand that lies on a plate: there is no room for what a card does."""
    size, ats = places
    return [_card(card, at, size)._replace(note="") for card, at in zip(hand, ats, strict=True)]


def _card(card: str, at: Point, size: float) -> Prop:
    return Prop("card", card, at, size, _KINDS.get(card, ""), _(_NOTES[card]) if card in _NOTES else "")


def _ways_of_event(position: Position, event: Event) -> Iterator[Trail]:
    """Yield what the last card moved.

    These are ways along the fields, jumps of balls that were put, and the place in a pen that a ball left.
    """
    track, letters = position.track, position.letters
    order = parse_order(event.data["order"])
    if event.kind != "played" or isinstance(order, Problem):
        return
    action = order.actions[0]
    begin, __, to = event.data.get("way", "").partition(">")
    if action.verb == "enter" and to:
        seat = track.starts.index(field_of(track, 0, to))
        place = lay(track).pen(seat)[min(in_pen(track, position.cells, seat), HOUSE - 1)]
        yield Trail(seat, (place,), COLOURS[seat], is_pointed=True)
    elif to:
        seat = letters.index(begin[0])
        ends = [field_middle(track, field_of(track, seat, name)) for name in (begin[1:], to)]
        yield Trail(seat, _bow(ends[0], ends[1]), COLOURS[seat], put=True, is_pointed=True)
    for one in ways_of(track, letters, action):
        yield one._replace(is_pointed=True)


def ways_of(track: Track, letters: str, action: Action) -> Iterator[Trail]:
    """Yield the ways of the balls that an action moves.

    Balls that are put go in a bow, so that two that change places are both seen.
    """
    for colour, fields in path_of(track, letters, action):
        points = tuple(field_middle(track, field) for field in fields)
        if len(points) > 1:
            put = action.verb != "move"
            yield Trail(colour, _bow(points[0], points[-1]) if put else points, COLOURS[colour], put=put)


def _bow(begin: Point, end: Point) -> tuple[Point, ...]:
    """Return a way from one point to another that bends a little to its left."""
    (x, y), (u, v) = begin, end
    bend = [(k / 12, 0.4 * k / 12 * (1 - k / 12)) for k in range(13)]
    return tuple((x + share * (u - x) + bow * (v - y), y + share * (v - y) - bow * (u - x)) for share, bow in bend)
