"""What a post says of its turn if that was taken back and resolved again.

It says in short what changed against the time before. Both reports are made for one viewer, from views, so that nothing
is said that the viewer may not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Lines
from gm_tools.core.events import GM
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.reports.erratum import changes, told_changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gm_tools.core.draws import Draw
    from gm_tools.core.game import Game
    from gm_tools.reports.base import Report, Scene
    from gm_tools.table.turn_file import Used

SHOWN = 8  # results that are said; the rest is counted


def again_block(
    game: Game[Any, Any, Any],
    before: Report,
    now: Report,
    orders: Sequence[str],
    draws: Sequence[str],
    times: int,
    reason: str = "",
) -> tuple[Lines, dict[str, Any]]:
    """Return what changed in a turn that was taken back `times` times, as a block of its post and for programs.

    `before` is the report of the turn as it was when it was last taken back, with the game master's `reason`, `now` as
    it is; `orders` are the lines about changed orders, `draws` the kinds of draws that differ.
    """
    found = list(changes(game, before, now))
    gone, new = told_changes(before, now)
    results = [": ".join(part for part in (one.seat, one.what, f"{one.posted} -> {one.now}") if part) for one in found]
    head = ngettext(
        "This turn was taken back and resolved again.", "This turn was taken back {n} times and resolved again.", times
    )
    lines = [
        head,
        *([_("Reason: {reason}", reason=reason)] if reason else []),
        *(_("Order changed: {order}", order=order) for order in orders),
    ]
    if draws:
        lines.append(_("Draws that differ: {kinds}", kinds=", ".join(draws)))
    lines += [_("Result changed: {result}", result=result) for result in results[:SHOWN]]
    if len(results) > SHOWN:
        more = len(results) - SHOWN
        lines.append(ngettext("and {n} more difference", "and {n} more differences", more))
    if not results and (gone or new):
        lines.append(_("The results are the same as before, but were reached in a different way."))
    elif not (results or orders or draws):
        lines.append(_("Nothing came out differently."))
    data: dict[str, Any] = {
        "times": times,
        **({"reason": reason} if reason else {}),
        "orders": list(orders),
        "draws": list(draws),
        "results": [change._asdict() for change in found],
        "gone": list(gone),
        "new": list(new),
    }
    return Lines(_("Resolved again"), tuple(lines)), data


def changed_orders(scene: Scene, before: Iterable[Used], now: Iterable[Used]) -> list[str]:
    """Return a line for each seat whose order is not as it was; the orders themselves for those who may know them.

    >>> changed_orders(scene, before, now)                                                           # doctest: +SKIP
    ['Bob (B): r1 -> r2', 'Carol (C)']
    """
    old, new = ({order.seat: order for order in orders} for orders in (before, now))
    lines = []
    for seat in dict.fromkeys((*old, *new)):
        was, is_ = old.get(seat), new.get(seat)
        if was is not None and is_ is not None and _outcome_key(was) == _outcome_key(is_):
            continue
        who = scene.name_seat(seat)
        if scene.viewer in {GM, seat}:
            who = _(N_("{who}: {was} -> {now}"), who=who, was=_text(was), now=_text(is_))
        lines.append(who)
    return lines


def _outcome_key(order: Used) -> tuple[str, str, str]:
    return order.canonical, order.missed, order.bot


def _text(order: Used | None) -> str:
    if order is None:
        return _("none")
    return f"{order.canonical} ({order.missed or order.bot})" if order.missed or order.bot else order.canonical


def differing_draws(before: Iterable[Draw], now: Iterable[Draw]) -> list[str]:
    """Return the kinds of draws that did not come out as before, or were not made before.

    A value is never told: a deal is secret.
    """
    old, new = (_by_label(draws) for draws in (before, now))
    return sorted({(new.get(label) or old[label])[0] for label in {**old, **new} if old.get(label) != new.get(label)})


def _by_label(draws: Iterable[Draw]) -> dict[str, tuple[Any, ...]]:
    return {draw.label: (draw.kind, str(draw.value), draw.source, draw.entered) for draw in draws}
