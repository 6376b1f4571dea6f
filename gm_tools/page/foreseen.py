"""What a page knows before its engine does of the places that seats can reach and of the keys of their orders.

Its camera holds the places from its first frame on, and the keys, the pad and the list of marks have their room:
nothing moves when the engine answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gm_tools.core.drawing import HARMFUL, Target
from gm_tools.core.game import Game
from gm_tools.core.growth import grow
from gm_tools.core.problems import InputError
from gm_tools.page.tried_order import spell_cards, spell_keys, spell_pad

_KEPT = ("at", "role", "label", "meaning", "begin")  # what the scripts ask of them


def foresee_reach(game: Game[Any, Any, Any], view: Any) -> dict[str, list[dict[str, Any]]]:
    """Return a few of the targets of each seat that is awaited, by seat: the outermost, and one of each kind of mark.

    `view` is what everybody sees; seats whose hand must be known for it are left out.
    """
    found = {}
    for seat in sorted(game.awaited(view)):
        try:
            targets = game.targets(view, seat)
        except InputError:  # a hand that is not known
            continue
        if targets:
            found[seat] = [{name: getattr(one, name) for name in _KEPT} for one in _choose(targets)]
    return found


def foresee_means(game: Game[Any, Any, Any], view: Any, seats: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the `keys` and the `pad` that awaited seats begin an order with, by seat; none of them can follow yet.

    `view` is what all of these seats see. Of one whose hand must be known for it, the `cards` that it may hold are
    returned instead.
    """
    found: dict[str, dict[str, Any]] = {}
    for seat in sorted(seats):
        cards = spell_cards(game, view, seat)
        try:
            if cards["kinds"]:
                game.targets(view, seat)  # which tells a hand that is not known from one that plays nothing
            keys = spell_keys(game, view, seat, grow(game, view, seat, "").keys)
            pad = game.draw_pad(view, seat)
        except InputError:  # a hand that is not known
            found[seat] = {"keys": [], "pad": "", "cards": cards}
        else:
            found[seat] = {"keys": [{**key, "text": ""} for key in keys], "pad": spell_pad(pad) if pad else ""}
    return found


def _choose(targets: Sequence[Target]) -> Iterable[Target]:
    """Return the outermost targets that do no harm, and those that have the list of marks say something more."""
    first: dict[object, Target] = {}
    for one in targets:
        first.setdefault((one.role, bool(one.label and one.meaning), one.at == one.begin), one)
    wanted = [one for one in targets if one.role not in HARMFUL] or targets
    edges = (choose(wanted, key=lambda one: one.at[axis]) for choose in (min, max) for axis in (0, 1))
    return dict.fromkeys((*edges, *first.values()))
