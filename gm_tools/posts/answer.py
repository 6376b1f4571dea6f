"""What is shown of collecting: one table, a reply to paste for each problem, notes. The public view holds no order at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.events import PUBLIC
from gm_tools.posts.thread import PRIVATE
from gm_tools.report import Report

if TYPE_CHECKING:
    from gm_tools.posts.collect import Ask, Outcome, State
    from gm_tools.posts.thread import Post

_BREAK = "\u200b"  # an invisible blank: a bracket or an @ behind which it stands is only a character
_DECIDES = frozenset({"guess", "word", "illegal", "changed"})  # what --accept can settle


class Row(NamedTuple):
    """A line of the table. `state` is `in`, `missing`, `asked` or `retracted`; `wants` tells that the game master has to look.

    `has_order` is what everybody may know: an order is in hand, legal or not.
    """

    seat: str
    player: str
    order: str
    tier: str
    post: str
    verdict: str
    state: str
    wants: bool
    has_order: bool = False


class Reply(NamedTuple):
    """A reply to a player; `private` tells that others may not read it.

    Either it answers a message that they have not seen, or something is hidden in this game at this moment, and what is wrong
    with an order may hang on that.
    """

    seat: str
    to: str
    post: str
    text: str
    private: bool


def rows_of(outcome: Outcome) -> list[Row]:
    """Return a line for each seat that is awaited or has ordered something, in the order of seats."""
    players = {seat.mark: seat.player for seat in outcome.table.seats}
    rows = []
    for state in outcome.states:
        is_awaited = state.seat in outcome.judge.awaited
        if is_awaited or state.entries or state.asks or state.retracted is not None:
            rows.append(_row(outcome, state, players[state.seat], is_awaited=is_awaited))
    return rows


def _row(outcome: Outcome, state: State, player: str, *, is_awaited: bool) -> Row:
    entries, asks = state.entries, state.asks
    remarks = list(state.remarks)
    in_hand = ", ".join(entry.found.text for entry in entries)
    if asks:
        ask = asks[-1]
        found = ask.found
        shown = (
            (found.guess or found.text or found.posted) if found is not None and ask.kind != "ambiguous" else in_hand
        )
        words = [one.text for one in asks]
        if ask.kind in _DECIDES:
            words.append(_offer(state.seat, ask))
        if entries and ask.kind not in {"illegal", "changed"}:
            words.append(f"in hand stays {in_hand}")
        elif ask.kind == "illegal":
            words.append("in hand as posted")
        tier = (
            found.tier if found is not None and ask.kind != "ambiguous" else entries[-1].found.tier if entries else ""
        )
        return Row(
            state.seat,
            player,
            shown,
            tier,
            ask.post.place,
            "; ".join([f"{ask.kind}: {words[0]}", *words[1:], *remarks]),
            "asked",
            wants=True,
            has_order=bool(entries) or ask.kind == "illegal",
        )
    if entries:
        entry = entries[-1]
        verdict = ["left as it was set by hand" if state.seat in outcome.by_hand else "in hand"]
        verdict += [f"cleaned: {', '.join(entry.found.cleaned)}"] if entry.found.cleaned else []
        verdict += ["a guess, accepted"] if entry.found.tier == "guessed" else []
        verdict += [] if is_awaited else ["not awaited now"]
        verdict += [entry.edited] if entry.edited and not remarks else []
        return Row(
            state.seat,
            player,
            in_hand,
            entry.found.tier,
            entry.post.place,
            "; ".join([*verdict, *remarks]),
            "in",
            wants=False,
            has_order=True,
        )
    if state.retracted is not None:
        return Row(
            state.seat,
            player,
            "",
            "",
            state.retracted.place,
            "; ".join(["retracted", *remarks]),
            "retracted",
            wants=False,
        )
    other = [posted.text for posted in outcome.table.hand if posted.seat == state.seat and posted.turn <= outcome.turn]
    if other:
        return Row(
            state.seat,
            player,
            ", ".join(other),
            "",
            "",
            "; ".join(["in hand before", *remarks]),
            "in",
            wants=False,
            has_order=True,
        )
    return Row(state.seat, player, "", "", "", "; ".join(["missing", *remarks]), "missing", wants=False)


def _offer(seat: str, ask: Ask) -> str:
    """Return what the game master can do about a problem."""
    if ask.kind == "changed":
        return f"--accept {seat} takes what it says now"
    if ask.found is not None and ask.found.guess:
        return f"--accept {seat} takes {ask.found.guess}"
    return "the player must post another"


def replies_of(outcome: Outcome) -> list[Reply]:
    """Return a reply for each problem that its player can put right. It quotes nothing but the player's own words."""
    game, position = outcome.table.game, outcome.table.position
    hides = game.dump_position(game.view(position, PUBLIC)) != game.dump_position(position)
    return [
        Reply(state.seat, ask.post.author, ask.post.link, _reply(ask), hides or ask.post.source in PRIVATE)
        for state in outcome.states
        for ask in state.asks
    ]


def _reply(ask: Ask) -> str:
    found = ask.found
    posted = safe(found.posted) if found is not None else ""
    again = "Please post the order you mean."
    write = (
        f" If you mean {safe(found.guess)}, write: Order: {safe(found.guess)}"
        if found is not None and found.guess
        else f" {again}"
    )
    match ask.kind:
        case "ambiguous":
            words = f"{safe(ask.text)}. Which of them counts? Please post it alone."
        case "changed":
            words = f"{safe(ask.text)}. Please post your order anew instead of changing a post."
        case "word":
            words = f'is "{posted}" your order, or only a word? To order it, write: Order: {safe(found.guess) if found is not None else ""}'
        case "illegal":
            words = f"your order {posted} ({safe(ask.post.place.partition(' by ')[0])}) is not legal: {safe(ask.text)}.{write}"
        case "seat":
            words = f"your order {posted} ({safe(ask.post.place.partition(' by ')[0])}): {safe(ask.text)}."
        case _:
            words = f"your order {posted} ({safe(ask.post.place.partition(' by ')[0])}) {safe(ask.text)}.{write}"
    return f"@{safe(ask.post.author)}: {words}"


def safe(text: str) -> str:
    """Return text that no forum takes for markup, a mention or anything but characters, on one line.

    >>> safe("[b]@all") == "[\u200bb]@\u200ball"
    True
    """
    from gm_tools.render.layout import printable

    flat = printable(" ".join(text.split()))[:300]
    for mark in "[<@`*_~|":
        if mark in flat and not (mark in "*_|" and flat.count(mark) == 1):
            flat = flat.replace(mark, mark + _BREAK)
    return flat


def wants_gm(outcome: Outcome) -> bool:
    """Tell whether anything waits for the game master."""
    return bool(outcome.strangers) or any(row.wants for row in rows_of(outcome))


def collect_report(outcome: Outcome, *, public: bool = False) -> Report:
    """Return what is shown of collecting.

    Data: `table`, `turn`, `wants` (something waits for the game master), `rows` (seat, player, order, tier, post, verdict, state,
    wants), `replies` (seat, to, post, text, private), `notes`, `warnings`, `taken` and `dropped` (seat, text, source). In public
    there are only `rows` of seat, player and state: whose order is in.
    """
    rows = rows_of(outcome)
    title = f"{outcome.table.name}: orders for turn {outcome.turn}"
    if public:
        plain = [
            {"seat": row.seat, "player": row.player, "state": "in" if row.has_order else "missing"} for row in rows
        ]
        grid = Grid(
            "",
            (Column("Seat"), Column("Player"), Column("Order")),
            tuple(tuple(row.values()) for row in plain),
            tuple(row.seat for row in rows),
        )
        return Report("collect", title, (grid,), {"table": outcome.table.name, "turn": outcome.turn, "rows": plain})
    blocks: list[Block] = []
    if rows:
        columns = tuple(map(Column, ("Seat", "Player", "Order", "Tier", "Post", "Verdict")))
        blocks.append(Grid("", columns, tuple(row[:6] for row in rows), tuple(row.seat for row in rows)))
    replies = replies_of(outcome)
    open_replies = tuple(reply.text for reply in replies if not reply.private)
    private = tuple(reply.text for reply in replies if reply.private)
    blocks += [Lines("Replies to paste", open_replies)] if open_replies else []
    blocks += [Lines("Replies to send privately", private)] if private else []
    notes = [*outcome.strangers, *outcome.notes]
    blocks += [Lines("Notes", tuple(notes))] if notes else []
    data: dict[str, Any] = {
        "table": outcome.table.name,
        "turn": outcome.turn,
        "wants": wants_gm(outcome),
        "rows": [row._asdict() for row in rows],
        "replies": [reply._asdict() for reply in replies],
        "notes": notes,
        "warnings": list(outcome.warnings),
        "taken": [_plain(posted) for posted in outcome.taken],
        "dropped": [_plain(posted) for posted in outcome.dropped],
    }
    return Report("collect", title, tuple(blocks), data)


def _plain(posted: Any) -> dict[str, str]:
    return {"seat": posted.seat, "text": posted.text, "source": posted.source}


def show_report(name: str, posts: tuple[Post, ...], data: dict[str, Any]) -> Report:
    """Return posts as they were read, for `--show`. Data: `threads` (source, id, title, posts, warnings)."""
    blocks = []
    for post in posts:
        facts = [
            post.posted or "time unknown",
            *([f"edited {post.edited}"] if post.edited else []),
            *(["deleted"] if post.deleted else []),
            post.link,
        ]
        lines = [*facts[:1], *facts[1:], *(post.text.split("\n") if post.text else ())]
        lines += [f"(quote left out) {line}" for quote in post.quotes for line in quote.split("\n")[:1]]
        lines += [f"(struck out) {line}" for one in post.struck for line in one.split("\n")[:1]]
        blocks.append(Lines(f"{post.place}", tuple(lines)))
    return Report("thread", name, tuple(blocks), data)
