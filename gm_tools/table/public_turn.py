"""A turn as everybody may have it, to be checked without the table.

A browser does so from what a page publishes and a post says. It holds the key, the positions before and after, the
orders as they were carried out, and the draws. Where a game hides something, the positions are what everybody knows,
and the turn is carried out on them if that does: a card that is played moves the same balls, whoever holds what. The
rest follows when the key of what was hidden is open: then the positions are whole, and the deck is drawn again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gm_tools.core.beacon import address_of, mix
from gm_tools.core.draws import Draw
from gm_tools.core.events import GM, PUBLIC, dump_event, view_events
from gm_tools.core.game import Game
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.keys import TurnKeys, wind
from gm_tools.core.problems import InputError, Problem
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.carry_out import carry_out, draws_from, entered_by_hand
from gm_tools.table.digests import digests_in, turn_digest
from gm_tools.table.keys import Opened, leads_to
from gm_tools.table.store import Turn, read_turn
from gm_tools.table.table_file import Table
from gm_tools.table.values import list_differences, to_plain

_KEY = re.compile(r"\b[0-9a-f]{64}\b")
SHOWN = 4  # differences that are named; one is enough to doubt


class Checked(NamedTuple):
    """One thing that was checked of a turn, in words, and whether it holds; None: it was not checked, or cannot be."""

    holds: bool | None
    text: str


def public_turn(table: Table, number: int, opened: Opened | None = None) -> dict[str, Any]:
    """Return a turn as everybody may have it; empty for a table without a chain of keys.

    `opened` is the hidden key that the table's turns have opened last (`opened.newest_opening`).
    """
    turn = read_turn(table, number)
    record = turn.record
    digest = turn_digest(table, number)
    if not record.key:
        return {}
    made: dict[str, Any] = {
        "commitment": table.commitment,
        "turn": number,
        "key": record.key,
        "has_beacon": bool(table.beacon),
        "round": record.round,
        "signature": record.signature,
        "digest": digest.line() if digest is not None else "",
    }
    if turn.before is None:
        return made
    game = table.game
    if game.private is None and not game.hidden_draws:
        return made | _content(table, turn, PUBLIC)
    if opened is not None and number <= opened.turn:
        key = opened.at(number)
        return made | {"hidden": table.hidden, "hidden_key": key.hex() if key else ""} | _content(table, turn, GM)
    return made | _known_content(table, turn)


def _content(table: Table, turn: Turn, viewer: str) -> dict[str, Any]:
    """Return what a turn is carried out again with, as a viewer knows it."""
    game = table.game
    return {
        "viewer": viewer,
        "before": to_plain(game.dump_position(game.view(turn.before, viewer))),
        "after": to_plain(game.dump_position(game.view(turn.after, viewer))),
        "orders": [
            {"seat": row.seat, "order": row.canonical, "missed": row.missed, "bot": row.bot}
            for row in turn.record.orders
        ],
        "draws": [to_plain(draw._asdict()) for draw in turn.record.draws],
        "events": [_plain_event(event) for event in view_events(turn.record.events, viewer)],
    }


def _known_content(table: Table, turn: Turn) -> dict[str, Any]:
    """Return a turn of a game that hides something as far as everybody knows it.

    The content is empty where what everybody knows is not enough to carry the turn out.
    """
    game = table.game
    view = game.view(turn.before, PUBLIC)
    orders = [(row.seat, game.parse_order(row.canonical)) for row in turn.record.orders]
    is_hidden = any(draw.kind in game.hidden_draws for draw in turn.record.draws)
    if is_hidden or any(isinstance(order, Problem) or game.is_secret(view, seat, order) for seat, order in orders):
        return {}
    made = {"key": turn.record.key, "signature": turn.record.signature} | _content(table, turn, PUBLIC)
    try:
        found = list(_carry_out_again(game, table.board, made))
    except (InputError, ValueError, KeyError, IndexError, TypeError):
        return {}  # it wants to know what is hidden
    return made if all(line.holds for line in found) else {}


def check_turn(
    game: Game[Any, Any, Any], board: Any, made: Mapping[str, Any], posted: str, beacon: bool | None = None
) -> list[Checked]:
    """Return what holds of a public turn: its key, its draws, and what came of its orders.

    What is not shown by that is said, too. `posted` is what a player pasted of the turn's post in the forum: its key
    and digest are compared. `beacon` tells whether the signature is that of the round, None if nobody has checked it.
    Raises InputError if `made` is no public turn.
    """
    try:
        return [
            *_check_key(made, posted),
            *_check_beacon(made, beacon),
            *(_carry_out_again(game, board, made) if "before" in made else ()),
            *_list_unproven(game, made, posted),
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(_("not a turn that was published by gm publish"), key=str(error)) from None


def _check_key(made: Mapping[str, Any], posted: str) -> Iterator[Checked]:
    turn, key = int(made["turn"]), str(made["key"])
    if leads_to(key, turn, 0, str(made["commitment"])):
        yield Checked(True, _("The key of turn {turn} leads to the key in the first post.", turn=turn))
    else:
        yield Checked(False, _("The key of turn {turn} does not lead to the key in the first post.", turn=turn))
    if made.get("hidden_key"):
        is_right = wind(bytes.fromhex(made["hidden_key"]), turn + 1).hex() == made["hidden"]
        message = N_("The key of what was hidden leads to the first post, too.")
        if not is_right:
            message = N_("The key of what was hidden does not lead to the first post.")
        yield Checked(is_right, _(message))
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


def _check_beacon(made: Mapping[str, Any], beacon: bool | None) -> Iterator[Checked]:
    if not made["round"]:
        return
    message = N_("The signature of round {number} of the beacon is in the draws; look it up: {address}")
    if beacon is not None:
        message = N_("The signature in the draws is that of round {number} of drand quicknet.")
        if not beacon:
            message = N_("The signature in the draws is not that of round {number} of drand quicknet: {address}")
    yield Checked(beacon, _(message, number=made["round"], address=address_of(int(made["round"]))))


def _list_unproven(game: Game[Any, Any, Any], made: Mapping[str, Any], posted: str) -> Iterator[Checked]:
    """Yield what this check does not show, in words."""
    if not posted.strip():
        yield Checked(None, _("Nothing of the post was pasted: this shows only that the page agrees with itself."))
    if "before" in made:
        yield Checked(None, _("That the orders are those which the players posted, the thread shows."))
        if made["viewer"] == PUBLIC and (game.private is not None or game.hidden_draws):
            yield Checked(None, _("What the hands held is not shown yet: it is hidden until the rules open it."))
    elif made["turn"]:
        yield Checked(
            None, _("What came of the turn is not shown yet: it depends on what is hidden until the rules open it.")
        )
    if made["has_beacon"] and not made["round"]:
        yield Checked(None, _("The turn was drawn without the beacon: the game master could know its draws before."))
    elif not made["has_beacon"]:
        yield Checked(None, _("The table has no beacon: the game master could know the draws before."))


def _carry_out_again(game: Game[Any, Any, Any], board: Any, made: Mapping[str, Any]) -> Iterator[Checked]:
    """Yield what comes of the orders with the draws that the key makes, against what was published."""
    viewer = made["viewer"]
    if viewer not in {PUBLIC, GM}:
        raise ValueError(viewer)
    before = game.load_position(made["before"], board)
    orders: dict[str, Any] = {}
    for row in made["orders"]:
        order = game.parse_order(row["order"])
        wrong = order.message if isinstance(order, Problem) else ""
        if not wrong and row["missed"] and not row["bot"]:
            default = game.default_order(before, row["seat"], row["missed"])
            if default is None or game.format_order(default) != row["order"]:
                wrong = _("it is not what {policy!r} makes of a missing order", policy=row["missed"])
        elif not wrong:
            wrong = "; ".join(problem.message for problem in game.check(before, row["seat"], order))
        if wrong:
            yield Checked(False, _("The order of {seat} is not legal: {why}", seat=row["seat"], why=wrong))
            return
        orders[row["seat"]] = order
    recorded = [Draw(**draw) for draw in made["draws"]]
    hidden = bytes.fromhex(made["hidden_key"]) if made.get("hidden_key") else None
    keys = mix(TurnKeys(bytes.fromhex(made["key"]), hidden), made["signature"])
    missed = [row["seat"] for row in made["orders"] if row["missed"]]
    resolution, drawn = carry_out(game, before, orders, missed, draws_from(game, keys, *entered_by_hand(recorded)))
    yield Checked(
        True,
        ngettext(
            "{n} order is legal in the position before.", "{n} orders are legal in the position before.", len(orders)
        ),
    )
    made_again = {draw.label: to_plain(draw.value) for draw in drawn}
    wrong_draws = list_differences({draw.label: to_plain(draw.value) for draw in recorded}, made_again, "draws")
    by_key = sum(not draw.entered for draw in drawn)
    if wrong_draws:
        yield Checked(False, _("The draws do not match the key: {lines}", lines="; ".join(wrong_draws[:SHOWN])))
    else:
        message = ngettext("{n} draw comes from the key", "{n} draws come from the key", by_key)
        yield Checked(True, _("{draws}; {entered} entered by hand.", draws=message, entered=len(drawn) - by_key))
    events = [_plain_event(event) for event in view_events(resolution.events, viewer)]
    after = to_plain(game.dump_position(game.view(resolution.position, viewer)))
    unlike = [*list_differences(made["events"], events, "events"), *list_differences(made["after"], after, "position")]
    if unlike:
        yield Checked(
            False, _("What was published does not follow from the orders: {lines}", lines="; ".join(unlike[:SHOWN]))
        )
    else:
        yield Checked(True, _("The orders and draws lead to the events and the position that were published."))


def _plain_event(event: Any) -> Any:
    return to_plain(dump_event(event._replace(audience=None, twin=None)))
