"""The game interface: one record of functions, the same for simultaneous races and hidden hands.

A game is a value of `Game`. Acting in turn is a batch of one; nobody awaited and not over is a chance step, which is
resolved without orders. `B`, `P` and `O` are the game's own board, position and order types.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from types import ModuleType

    from gm_tools.core.blocks import Block
    from gm_tools.core.cases import CaseRun
    from gm_tools.core.drawing import Drawing, Point, Target
    from gm_tools.core.draws import Branch, Draws
    from gm_tools.core.events import Event
    from gm_tools.core.game_options import Option
    from gm_tools.core.growth import Growth
    from gm_tools.core.plans import Plan, Shortest
    from gm_tools.core.tally import Tally

B = TypeVar("B")
P = TypeVar("P")
O = TypeVar("O")  # noqa: E741  (O for order)

STRENGTHS = ("easy", "medium", "hard")  # of bots
HIDDEN = "?"  # in a plain position: what its viewer may not know


class Seat(NamedTuple):
    """A place at a table. `extra` is what the game asks for at the start: a special, a colour (`A:Alice:turbo`).

    `bot` is the strength of the bot that plays it, empty for a seat that a player plays.
    """

    mark: str
    player: str
    aliases: tuple[str, ...] = ()
    extra: str = ""
    bot: str = ""


class Request(NamedTuple):
    """What a seat is asked for now: `6 moves at speed 6`.

    `how` is a sentence with an example where such an order is not written as `Game.how_to_order` says.
    """

    text: str
    rule: str = ""
    how: str = ""


class Standing(NamedTuple):
    """A line of the standings. `place` is None for a seat that is not placed (yet); `figures` are plain values."""

    place: int | None
    seat: str
    figures: Mapping[str, Any]


class Resolution(NamedTuple, Generic[P]):
    """What came of a turn: the events in the order in which they happened, and the position after."""

    events: tuple[Event, ...]
    position: P


class Game(NamedTuple, Generic[B, P, O]):
    """A game. Every function is pure; `resolve` and `setup` are the only ones that draw."""

    name: str  # nascar
    title: str  # Nascar, the forum race
    version: int  # of the rules: a table begun under another one says that it cannot go on
    options: tuple[Option, ...]
    rules_sheet: str  # the notation on one screen, see core/rules_sheet.py; its fields in braces are `sheet_fields`

    parse_board: Callable[[str], B]
    """Return a board file as a board; raise InputError (with Problems by line and column) if it cannot be read."""
    check_board: Callable[[B, int], tuple[Problem, ...]]
    """Return every fault that would spoil a game of so many seats (0: of any number)."""
    board_blocks: Callable[[B], tuple[Block, ...]]
    """Draw an empty board, with its facts."""

    check_seats: Callable[[B, Sequence[Seat], Mapping[str, Any]], tuple[Problem, ...]]
    setup: Callable[[B, Sequence[Seat], Mapping[str, Any], Draws], P]
    """Return the first position; options are those given (already valid), the game fills in the rest."""
    load_position: Callable[[Mapping[str, Any], B], P]
    """Return the position that `dump_position` made plain; raise InputError with key and what is allowed."""
    dump_position: Callable[[P], dict[str, Any]]
    """Return a position as plain TOML data, board left out; `HIDDEN` stands for what the viewer of a view may not know."""

    parse_order: Callable[[str], O | Problem]
    format_order: Callable[[O], str]
    """Return the canonical text of an order; `parse_order` takes it back."""

    awaited: Callable[[P], Mapping[str, Request]]
    check: Callable[[P, str, O], tuple[Problem, ...]]
    default_order: Callable[[P, str, str], O | None]
    """Return the order of a seat that missed its turn, under a policy of the option `missing_orders`; None: wait."""
    legal_orders: Callable[[P, str], Iterator[O]]
    resolve: Callable[[P, Mapping[str, O], Draws, Collection[str]], Resolution[P]]
    """Resolve a turn: an order for every seat awaited, the `missed` ones being defaults. Refuses nothing: check first."""
    is_over: Callable[[P], bool]
    standings: Callable[[P], tuple[Standing, ...]]
    headline: Callable[[P], str]
    """Say in a few words how far the game is: `turn 6, lap 2 of 3`."""
    turn_blocks: Callable[[Sequence[Event], P], tuple[Block, ...]]
    """Return what a turn's report shows: from the events seen and the view after.

    With `recalls` an event `recalled` comes before those of the turn: its `events` are those of so many turns before.
    """
    trial: Callable[[P, str, O, Draws], Any]
    """Carry out any readable order of an awaited seat, legal or not, alone on a view (others do not move).

    What comes back is `trial_blocks`' own affair.
    """
    trial_blocks: Callable[[P, str, O, Sequence[Branch], bool], tuple[Block, ...]]
    """Return what `gm try` shows, from all branches of chance; the flag asks for the whole board, not a crop."""

    plan: Callable[[P, str, int, Callable[[int, int], None]], Plan[O]]
    """Return what an awaited seat could do, best first, from its own view: `plan(view, seat, turns, progress)`.

    `turns` (1 or more) is how many of its own turns are looked ahead; `progress(done, count)` is called now and then.
    """
    reach_blocks: Callable[[P, str], tuple[Block, ...]]
    """Draw from an awaited seat's view where its orders can take it this turn: `gm plan --reach`."""
    bot: Callable[[P, str, str, Draws], O]
    """Choose a legal order as a bot does: `bot(view, seat, strength, draws)`, one of `STRENGTHS`; the same from the same draws."""

    cases: Callable[[], type[CaseRun[B, P, O]]]
    """Return how a case of a case file is run; a function, so that only `gm conform` imports it."""

    view: Callable[[P, str], P] = lambda position, _viewer: position
    """Return what `viewer` may know, as a position whose unknown parts are marked unknown; the default hides nothing."""
    tell_amendment: Callable[[P, P], tuple[Event, ...]] = lambda _before, _after: ()
    """Return the events that an amendment by the game master amounts to (`retired`), beside `amended` itself."""
    position_words: Mapping[str, str] = {}
    """What people call what stands of a seat under a key of a plain position, where no table says it: `max_speed` is the highest speed."""
    draw_words: Mapping[str, str] = {}
    """What people call the kinds of draws, and what can come of one: `sand`, `sand true`; both as they are typed (`--draw sand=true`)."""
    seat_texts: tuple[str, ...] = ()
    """The keys of a plain position whose text says something of each seat: `R:17,a B:40`."""
    sheet_fields: Mapping[str, str] = {}
    seat_marks: str = ""  # what a seat may be marked with, for help texts
    seat_extra: str = ""  # what the third part of MARK:PLAYER:… is, for help texts; "" if there is none

    # Orders of seats that are not awaited, and orders in hand

    check_early: Callable[[P, str, O], tuple[Problem, ...]] = lambda _position, _seat, _order: ()
    """Return what waiting can never mend of an order of a seat that is not awaited (its car has finished): it is not taken."""
    warn_early: Callable[[P, str, O], tuple[Problem, ...]] = lambda _position, _seat, _order: ()
    """Return what is wrong with such an order as things stand, and may be mended by waiting: it stays in hand (C63)."""
    can_try_early: Callable[[P, str], bool] = lambda _position, _seat: False
    """Tell whether `trial` can also show an order of a seat that is not awaited, as if it were: a car whose slot is to come."""
    why_out: Callable[[P, str], str] = lambda _position, _seat: ""
    """Say why a seat is asked for nothing any more while the game goes on (a car that has retired); empty if it may still be."""
    choose: Callable[[P, str, Sequence[O]], O | None] = lambda _position, _seat, orders: orders[-1] if orders else None
    """Choose among the orders a seat has in hand (oldest first) the one meant for what it is asked now."""
    stays_in_hand: Callable[[P, str, O], bool] = lambda _position, _seat, _order: False
    """Tell whether an order in hand stays in hand after a turn that its seat acted in (position after)."""
    replaces: Callable[[O, O], bool] = lambda _new, _old: True
    """Tell whether a new order in hand replaces an older one of the same seat."""
    first_order_rule: str = ""
    """The rule by which a seat's first legal order counts and a later one waits behind it; empty: the later one replaces it."""
    hidden_draws: tuple[str, ...] = ()
    """Kinds of draws that stay hidden after their turn, at the latest until the game is over: a deck. They have keys of their own."""
    opens_hidden: Callable[[P, P], bool] = lambda _before, _after: False
    """Tell whether a turn, by the positions before and after it, leaves nothing secret that depends on hidden draws of earlier turns."""
    course: Callable[[P], str] = lambda _view: ""
    """Return what is played on and how long, for the first post: `Penny Egg, 3 laps`."""
    summary: Callable[[Sequence[Event], P, Mapping[str, str]], Sequence[str]] = lambda _events, _view, _names: ()
    """Return at most two lines for those who read no further: who leads, what is worth telling; players by their seats' marks."""
    brief_events: Callable[[Sequence[Event], P, Mapping[str, str]], Sequence[str]] = lambda _events, _view, _names: ()
    """Return what happened in a line a seat, causes before results; nothing: all events are listed."""
    deed: Callable[[Sequence[Event], str], tuple[str, Sequence[str]]] = lambda _events, _seat: ("", ())
    """Return what a seat did in a turn, from the events seen: its order, empty if they do not tell it, and what came of it, each in a few words."""
    board_help: tuple[tuple[str, str], ...] = ()  # settings and tables of a board file, and what each means
    palette: tuple[tuple[str, str], ...] = ()
    """The signs that a board is painted with, each with what it means, that of nothing first: tile by tile, or shape by shape where a
    drawing says whose `cell` it is. None: there is nothing to choose from, and boards are typed only."""
    tile_roles: Callable[[], Mapping[str, str]] = dict
    """Return what the signs of the palette look like: the role of each in a drawing."""
    how_to_order: str = ""  # a sentence with an example, for every post

    private_events: tuple[str, ...] = ()
    """The kinds of events that tell a seat what it cannot know otherwise: a private message has to be sent to it then."""
    private: Callable[[P, str, str], P | Problem] | None = None
    """Return a seat's view with what the text of its private message tells it; None: the game hides nothing."""
    hand_cards: Callable[[P, str], tuple[tuple[tuple[str, str], ...], int]] = lambda _view, _seat: ((), 0)
    """Return every card that a seat's hand may hold, as often as there is one; and how many the hand holds.

    Of each: how orders write it, and what people call it; `private` takes both."""
    lies_open: Callable[[P], bool] = lambda _position: False
    """Tell whether nothing is hidden at this table of a game that hides hands elsewhere: one person plays all of them."""
    draw_unknown: Callable[[P, Mapping[str, O], Draws], P] = lambda view, _orders, _draws: view
    """Return a whole position that a view may stand for, what is hidden drawn at random, and so that these orders, by seat, may be given."""
    hold_any: Callable[[P, str], P] = lambda view, _seat: view
    """Return a seat's view in which its hand, if that is not known, may hold every card: what an order of it can come to."""
    assumed: Callable[[P, str, O], str] = lambda _view, _seat, _order: ""
    """Say what a legal order takes for granted of a hand that is not known: `if you hold the 4`; empty: nothing."""
    can_fail: Callable[[P, str, O], bool] = lambda _view, _seat, _order: True
    """Tell whether an order of an awaited seat that is legal may still be refused when the turn comes: a second one behind `else` has a
    meaning then."""
    hand_example: str = ""  # the shortest text that `private` takes

    targets: Callable[[P, str], tuple[Target, ...]] = lambda _view, _seat: ()
    """Return where an awaited seat can come this turn, from its own view, each with a legal order that leads there at the least cost."""

    targets_begun: Callable[[P, str, str], tuple[Target, ...]] = lambda _view, _seat, _text: ()
    """Return the same of the legal orders that begin with a text and take nothing of it back, for games in which they are so many that
    `targets` tells one of them."""

    waypoints: Callable[[P, str, str], Mapping[Point, str]] = lambda _view, _seat, _text: {}
    """Return the places on the way of the legal orders that begin with a text, each with the shortest beginning that leads there, for games
    whose orders are made of steps; without a text those of all legal orders."""

    draw_pad: Callable[[P, str], Drawing | None] = lambda _view, _seat: None
    """Return what orders are made of beside the board (a table of shifts), drawn: a tap on a target writes its `order`, or its beginning."""
    taken_of_pad: Callable[[P, str, O], str] = lambda _view, _seat, _order: ""
    """Return the `order` of the pad's target that an order takes, legal or not; empty if it takes none."""

    recalls: int = 0
    """How many turns back what is shown of a turn reaches: a move that goes on in a turn of its own is drawn whole."""

    grow: Callable[[P, str, str], Growth] | None = None
    """Return how far the text of a seat's order has come and what may follow, for games that do not read it off their legal orders."""
    words_after: Callable[[P, str, str], Iterator[str]] | None = None
    """Yield what the legal orders of a seat that begin with a text in canonical form and capitals go on with, as far as the end of a word:
    the rest of its last word, ` ` and the next word, or `` at an order's end; for games that may have too many orders to list them all."""
    counted_parts: str = N_("{given} of {needed} moves")  # how far an order has come, in games that count its parts
    counts_words: bool = False  # whether the words of an order are such parts
    name_key: Callable[[str], str] = lambda _part: ""
    """Return what a part of an order does, in a word (`turbo`), for the key that writes it; empty where the part says it itself."""
    is_secret: Callable[[P, str, O | None], bool] = lambda _view, _seat, _order: False
    """Tell whether an order (None: one that cannot be read) must not be posted where others read it: it goes to the game master alone."""

    tally: Callable[[], Tally[B, P]] | None = None
    """Return what a simulation counts in the game; a function, so that only a simulation imports it."""

    best: Callable[[P, str], Shortest[O]] | None = None
    """Return a shortest way for a seat to the end, alone on the board, with its proof: `best(view, seat)`; None: the game has no search for it."""
    sequence: Callable[[O], tuple[O, ...]] = lambda order: (order,)
    """Return the orders that one text stands for, one a turn from the next one on: itself alone where a game has no sequences."""

    def sheet(self) -> str:
        """Return the rules sheet in the language in use, as `core/rules_sheet.py` reads it."""
        return _(self.rules_sheet, **self.sheet_fields)

    def hides(self, position: P) -> bool:
        """Tell whether there is anything at this table that not everybody may know."""
        return self.private is not None and not self.lies_open(position)

    def __hash__(self) -> int:
        """Return the same for the same game, though it holds dictionaries: what is worked out for one is kept."""
        return hash(self.name)


# What most commands do not need
_LATER = {
    "plan": "bots.plan",
    "reach_blocks": "bots.plan",
    "targets": "bots.targets",
    "bot": "bots.bot",
    "trial": "trial",
    "trial_blocks": "trial",
}


def gather(package: str, modules: Sequence[ModuleType], **given: Any) -> Game[Any, Any, Any]:
    """Return the game of a package, its record filled from the names that `modules` define.

    What is `given` comes first. A function is found under the name of its field (`parse_board`), a constant in capitals
    (`OPTIONS`). Plans, bots and statistics stand in `bots/plan.py`, `bots/targets.py`, `bots/bot.py` and
    `bots/tally.py` (`TALLY`), dry runs in `trial.py`, cases in `cases.py` (`Runner`): these are imported when they are
    called. Of the last boards that were read the texts are remembered: whoever opens a table again and again, as the
    desk does, has the same board, with all that was found out about it. Raises TypeError with the names of fields that
    nothing fills.
    """
    found: dict[str, Any] = {"name": package.rpartition(".")[2]}
    found |= {field: on_call(f"{package}.{module}", field) for field, module in _LATER.items()}
    found["tally"] = lambda: import_module(f"{package}.bots.tally").TALLY
    found["cases"] = lambda: import_module(f"{package}.cases").Runner
    found |= given
    for field in Game._fields:
        for names in map(vars, modules) if field not in found else ():
            value = names.get(field, names.get(field.upper()))
            if value is not None and getattr(value, "__module__", names["__name__"]) == names["__name__"]:
                found[field] = value  # and not what the module has imported
    if "parse_board" in found:
        found["parse_board"] = lru_cache(maxsize=16)(found["parse_board"])
    return Game(**found)


def check_asked(game: Game[Any, Any, Any], position: Any, seat: str, player: str) -> None:
    """Raise InputError if a seat, which a player has, is not asked for an order now: with the reason, and who is."""
    asked = game.awaited(position)
    if seat not in asked:
        message = _("{player} ({seat}) is not asked for an order now", player=player, seat=seat)
        raise InputError(game.why_out(position, seat) or message, allowed=", ".join(asked), status=1)


def on_call(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module that is imported when it is called: most commands need no bots.

    >>> on_call("gm_tools.core.text", "find_nearest")("bob", ["Bob"])
    'Bob'
    """

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return call


def draw_later(game: str, name: str, *arguments: Any, **named: Any) -> Callable[[], Drawing]:
    """Return what draws a board once somebody looks at it, by a function of a game's `drawing.py`.

    A report that is shown as text needs no drawing.
    """
    return cache(partial(on_call(f"gm_tools.games.{game}.drawing", name), *arguments, **named))
