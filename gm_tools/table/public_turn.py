"""A turn as everybody may have it, to be checked without the table: in a browser, from what a page publishes and a post says.

It holds the key, the public views before and after, the orders as they were carried out, and the draws. Where a game hides
something, the turn cannot be carried out again by others: then only its key is checked, until the keys of what is hidden are open.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.beacon import address_of, mix
from gm_tools.core.draws import Draw
from gm_tools.core.events import PUBLIC, dump_event, seen
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.keys import TurnKeys
from gm_tools.core.problems import InputError, Problem
from gm_tools.table.carry_out import carry_out, draws_from
from gm_tools.table.digests import digests_in, turn_digest
from gm_tools.table.keys import leads_to
from gm_tools.table.store import read_turn
from gm_tools.table.values import differing, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gm_tools.core.game import Game
    from gm_tools.table.store import Table

_KEY = re.compile(r"\b[0-9a-f]{64}\b")
SHOWN = 4  # differences that are named; one is enough to doubt


class Checked(NamedTuple):
    """One thing that was checked of a turn, in words, and whether it holds."""

    holds: bool
    text: str


def public_turn(table: Table, number: int) -> dict[str, Any]:
    """Return a turn as everybody may have it; empty for a table without a chain of keys."""
    turn = read_turn(table, number)
    digest = turn_digest(table, number)
    if not turn.key:
        return {}
    game = table.game
    made: dict[str, Any] = {
        "commitment": table.commitment,
        "turn": number,
        "key": turn.key,
        "round": turn.round,
        "signature": turn.signature,
        "digest": digest.line() if digest is not None else "",
    }
    if turn.before is None or game.private is not None or game.hidden_draws:
        return made
    return made | {
        "before": plain(game.dump_position(game.view(turn.before, PUBLIC))),
        "after": plain(game.dump_position(game.view(turn.after, PUBLIC))),
        "orders": [{"seat": row.seat, "order": row.canonical, "missed": bool(row.missed)} for row in turn.orders],
        "draws": [plain(draw._asdict()) for draw in turn.draws],
        "events": [_plain_event(event) for event in seen(turn.events, PUBLIC)],
    }


def check_turn(game: Game[Any, Any, Any], board: Any, made: Mapping[str, Any], posted: str) -> list[Checked]:
    """Return what holds of a public turn: its key, its draws, and what came of its orders.

    `posted` is what a player pasted of the turn's post in the forum: its key and digest are compared. Raises InputError if `made` is no
    public turn.
    """
    try:
        return [
            *_check_key(made, posted),
            *(_carry_out_again(game, board, made) if "before" in made else _hidden(made)),
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(_("not a turn that was published by gm publish"), key=str(error)) from None


def _check_key(made: Mapping[str, Any], posted: str) -> Iterator[Checked]:
    turn, key = int(made["turn"]), str(made["key"])
    if leads_to(key, turn, 0, str(made["commitment"])):
        yield Checked(True, _("The key of turn {turn} leads to the key in the first post.", turn=turn))
    else:
        yield Checked(False, _("The key of turn {turn} does not lead to the key in the first post.", turn=turn))
    known = set(_KEY.findall(posted))
    if known:
        is_same = key in known
        message = N_("It matches the key in the post.") if is_same else N_("It does not match the key in the post.")
        yield Checked(is_same, _(message))
    for digest in digests_in(posted):
        is_same = digest.line() == made["digest"]
        message = (
            N_("The digest matches the one in the post.")
            if is_same
            else N_("The digest does not match the one in the post.")
        )
        yield Checked(is_same, _(message))
    if made["round"]:
        message = N_("The signature of round {number} of the beacon is in the draws; look it up: {address}")
        yield Checked(True, _(message, number=made["round"], address=address_of(int(made["round"]))))


def _hidden(made: Mapping[str, Any]) -> Iterator[Checked]:
    if made["turn"]:
        yield Checked(True, _("The result of the turn is checked by gm verify once nothing is hidden any more."))


def _carry_out_again(game: Game[Any, Any, Any], board: Any, made: Mapping[str, Any]) -> Iterator[Checked]:
    """Yield what comes of the orders with the draws that the key makes, against what was published."""
    before = game.load_position(made["before"], board)
    orders: dict[str, Any] = {}
    for row in made["orders"]:
        order = game.parse_order(row["order"])
        wrong = order.message if isinstance(order, Problem) else ""
        if not wrong and not row["missed"]:
            wrong = "; ".join(problem.message for problem in game.check(before, row["seat"], order))
        if wrong:
            yield Checked(False, _("The order of {seat} is not legal: {why}", seat=row["seat"], why=wrong))
            return
        orders[row["seat"]] = order
    recorded = [Draw(**draw) for draw in made["draws"]]
    script: dict[str, list[Any]] = {}
    for draw in recorded:
        if draw.entered:
            script.setdefault(draw.kind, []).append(draw.value)
    keys = mix(TurnKeys(bytes.fromhex(made["key"]), None), made["signature"])
    source = next((draw.source for draw in recorded if draw.entered), "")
    missed = [row["seat"] for row in made["orders"] if row["missed"]]
    resolution, drawn = carry_out(game, before, orders, missed, draws_from(game, keys, script, source))
    yield Checked(
        True,
        ngettext(
            "{n} order is legal in the position before.", "{n} orders are legal in the position before.", len(orders)
        ),
    )
    made_again = {draw.label: plain(draw.value) for draw in drawn}
    wrong_draws = differing({draw.label: plain(draw.value) for draw in recorded}, made_again, "draws")
    by_key = sum(not draw.entered for draw in drawn)
    if wrong_draws:
        yield Checked(False, _("The draws do not match the key: {lines}", lines="; ".join(wrong_draws[:SHOWN])))
    else:
        message = ngettext("{n} draw comes from the key", "{n} draws come from the key", by_key)
        yield Checked(True, _("{draws}; {entered} entered by hand.", draws=message, entered=len(drawn) - by_key))
    events = [_plain_event(event) for event in seen(resolution.events, PUBLIC)]
    after = plain(game.dump_position(game.view(resolution.position, PUBLIC)))
    unlike = [*differing(made["events"], events, "events"), *differing(made["after"], after, "position")]
    if unlike:
        yield Checked(
            False, _("What was published does not follow from the orders: {lines}", lines="; ".join(unlike[:SHOWN]))
        )
    else:
        yield Checked(True, _("The orders and draws lead to the events and the position that were published."))


def _plain_event(event: Any) -> Any:
    return plain(dump_event(event._replace(audience=None, twin=None)))
