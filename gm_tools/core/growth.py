"""Orders that are being written: what has been given of one, what may come next, how to take the last of it back.

A game whose orders are few enough to be listed needs nothing of its own: what may follow is read off its legal orders.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from gm_tools.core import grammar
from gm_tools.core.problems import Problem
from gm_tools.core.tuples import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gm_tools.core.drawing import Cell, Point
    from gm_tools.core.game import Game

MOST_ORDERS = 20_000  # that are listed to find what may follow
MOST_READ = 2_000  # that are read for the ends of all
MOST_GIVEN = 2  # words of which there is only one, that a tap writes by itself
FEW_KEYS = 6  # more are shown as far as their `>`: `R22>` stands for R22>23, R22>24 and so on
MOST_KEYS = 14  # more are shown as their first letters
_NUMBER, _LETTERS = re.compile(r"([0-9]+)"), re.compile(r"[A-Z]+")


class Key(NamedTuple):
    """A key that adds to an order.

    `label` stands on it, `name` says in a word what it does, and `text` is the whole text after it, empty if the key
    cannot follow. `place` is its row and column from 0 where keys lie as what they mean does: a compass.
    """

    label: str
    name: str
    text: str
    place: Cell | None = None


class Growth(NamedTuple):
    """How far an order has come.

    `is_half` tells that it is right so far and not finished, `given` and `needed` count its parts (0: not counted).
    `undo` is the text without its last part. `reach` are the places that can still be reached; None: all of them.
    """

    is_half: bool
    keys: tuple[Key, ...] = ()
    undo: str = ""
    given: int = 0
    needed: int = 0
    reach: tuple[Point, ...] | None = None


def grow(game: Game[Any, Any, Any], view: Any, seat: str, text: str) -> Growth:
    """Return how far the text of a seat's order has come, by the game's own rule or by its list of legal orders."""
    if game.grow is not None:
        return game.grow(view, seat, text)
    name, text = _split_name(game, view, seat, text)
    if name:
        growth = grow(game, view, seat, text)
        keys = tuple(key._replace(text=key.text and name + key.text) for key in growth.keys)
        undo = name + growth.undo if text else ""
        return growth._replace(is_half=growth.is_half or not text, keys=keys, undo=undo)
    written = " ".join(text.upper().split())
    orders = _begun_so(game, view, seat, written)
    if not orders:  # the same order may be written in another way: without spaces
        for canonical in _as_written(game, view, seat, text):
            orders = _begun_so(game, view, seat, canonical.upper())
            if orders:
                text, written = canonical, canonical.upper()
                break
    rests = {order[len(written) :] for order in orders}
    is_half = bool(written) and "" not in rests and bool(orders)
    parts = _next_parts(rest.lstrip() for rest in rests if rest)
    apart = {part for part in parts if any(rest.startswith(f" {part}") for rest in rests)}  # from the word before
    stem = orders[0][: len(written)] if orders else ""
    keys = tuple(Key(part, game.name_key(part), stem + " " * bool(written and part in apart) + part) for part in parts)
    # Nobody has to say the only thing that there is, or to take it back.
    if not written and len(keys) == 1 and keys[0].text.upper() not in rests:
        ways = grow(game, view, seat, keys[0].text).keys
        keys = tuple(way._replace(name=way.name or keys[0].label) for way in ways) if len(ways) > 1 else keys
    undo = _without_last(text)
    has_one_word = not (game.words_after or game.counts_words) and bool(orders and undo)
    if has_one_word and _is_all_there_is(undo, _list(game, view, seat)):
        undo = ""
    if not (game.counts_words and is_half):
        return Growth(is_half, keys, undo)
    needed = max(len(order.split()) for order in orders)
    return Growth(is_half, keys, undo, len(written.split()), needed)


def _is_all_there_is(begun: str, orders: Iterable[str]) -> bool:
    """Tell whether all orders begin with some words."""
    return all(f"{order} ".startswith(f"{begun} ") for order in orders)


def _split_name(game: Game[Any, Any, Any], view: Any, seat: str, text: str) -> tuple[str, str]:
    """Return what a seat's order begins with if that only says whose it is (`cyan: `), and the rest of the text."""
    name, colon, rest = text.partition(":")
    if colon and (orders := _list(game, view, seat)):
        with grammar.probing():
            order = game.parse_order(f"{name}: {orders[0]}")
            if not isinstance(order, Problem) and not game.check(view, seat, order):
                return f"{name.strip()}: ", rest.strip()
    return "", text


def _begun_so(game: Game[Any, Any, Any], view: Any, seat: str, written: str) -> list[str]:
    """Return the legal orders that begin with a text in capitals, as the game writes them.

    Of a game that may have too many it is their beginnings, one for each way to go on as far as the end of a word.
    """
    if game.words_after is None:
        return [order for order in _list(game, view, seat) if order.upper().startswith(written)]
    return [written + rest for rest in game.words_after(view, seat, written)]


def _as_written(game: Game[Any, Any, Any], view: Any, seat: str, text: str) -> Iterator[str]:
    """Yield what a text may be as the game writes it: of half an order what is left of a whole one without its end."""
    if not text.strip():
        return
    if whole := _canonical(game, text):
        yield whole
        if game.counts_words:
            yield from filter(None, (_beginning(order, whole.split()) for order in _list(game, view, seat)))
    for end in _ends(_list(game, view, seat)):
        for blank in (" ", ""):
            order = _canonical(game, f"{text}{blank}{end}")
            if order.endswith(end) and (begun := order.removesuffix(end).rstrip()):
                yield begun


def _beginning(order: str, words: list[str]) -> str:
    """Return the first words of an order if they are those given or begin with them, where these are letters alone.

    `R P` is the beginning of R3 P2 P1. Empty if they are others.
    """
    own = order.split()[: len(words)]
    same = [one == word or (word.isalpha() and one.startswith(word)) for one, word in zip(own, words, strict=False)]
    return " ".join(own) if len(same) == len(words) and all(same) else ""


@lru_cache(maxsize=4)
def _ends(orders: tuple[str, ...]) -> tuple[str, ...]:
    """Return an end of each form that orders have: of those that differ in letters and numbers only, the first."""
    ends = (order[at:] for order in orders[:MOST_READ] for at in range(1, len(order)) if order[at] != " ")
    forms: dict[str, str] = {}
    for end in ends:
        forms.setdefault(_LETTERS.sub("A", _NUMBER.sub("0", end)), end)
    return tuple(forms.values())


def _canonical(game: Game[Any, Any, Any], text: str) -> str:
    """Return a text as the game writes the order that it is; empty if it is none."""
    with grammar.probing():
        order = game.parse_order(text)
    return "" if isinstance(order, Problem) else game.format_order(order)


def texts_of_press(game: Game[Any, Any, Any], view: Any, seat: str, text: str, word: str) -> tuple[str, ...]:
    """Return the texts that come of a tap on a card or a die called `word`, while `text` stands there.

    There is one for each way to use it. It goes on with the order if it can, or else begins a new one. Where only one
    thing can be written before it (`swap`), that is. A die may be written with the lane that it leads to: `R` stands
    for R1, R2 and R3.
    """
    for begun in dict.fromkeys((text, "")):
        stem = begun
        for __ in range(MOST_GIVEN):
            keys = [key for key in grow(game, view, seat, stem).keys if key.text]
            found = [key.text for key in keys if key.label == word or (key.label[:-1] == word and word.isalpha())]
            if not found and keys and all(key.text.startswith(f"{stem} {word} ".lstrip()) for key in keys):
                found = [f"{stem} {word}".lstrip()]  # nobody has to say it, so no key does
            if found:
                return tuple(found)
            if len(keys) != 1 or keys[0].label == keys[0].text == stem:
                break
            stem = keys[0].text
    return ()


def _next_parts(rests: Iterable[str]) -> list[str]:
    """Return what may be written next: whole words, their beginnings or first letters if these are too many."""
    found = {rest.split(" ")[0] for rest in rests}
    if len(found) > FEW_KEYS:
        found = {"".join(word.partition(">")[:2]) for word in found}
    words = sorted(found, key=_by_number)
    if len(words) <= MOST_KEYS:
        return words
    return sorted({word[:1] for word in words})


def _by_number(word: str) -> list[tuple[bool, int, str]]:
    """Return what sorts words with their numbers as numbers, before letters: 3, 7, 10, trick."""
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in _NUMBER.split(word) if part]


def _without_last(text: str) -> str:
    words = text.rstrip().rsplit(" ", 1)
    return words[0] if len(words) > 1 else ""


def _list(game: Game[Any, Any, Any], view: Any, seat: str) -> tuple[str, ...]:
    """Return the legal orders of a position, listed once; each time, of one that cannot be a key."""
    try:
        return _list_orders(game, view, seat)
    except TypeError:
        return _list_orders.__wrapped__(game, view, seat)


@lru_cache(maxsize=4)
def _list_orders(game: Game[Any, Any, Any], view: Any, seat: str) -> tuple[str, ...]:
    """Return the legal orders of a seat as texts.

    If they are too many to be listed, it is the cheapest order to each place.
    """
    orders = list(islice(game.legal_orders(view, seat), MOST_ORDERS + 1))
    if len(orders) > MOST_ORDERS:
        return tuple(dict.fromkeys(target.order for target in game.targets(view, seat)))
    return tuple(map(game.format_order, orders))
