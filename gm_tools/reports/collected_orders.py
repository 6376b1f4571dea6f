"""What is shown of collecting: one table, a reply to paste for each problem, notes.

The public view holds no order at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Block, Lines
from gm_tools.core.deadline import unread_reminder
from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import N_, _, ngettext
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.statements import first_words
from gm_tools.posts.thread import PRIVATE, Post
from gm_tools.posts.times import show_time
from gm_tools.render.layout import printable
from gm_tools.reports.base import Report, posted_data, some_lines, text_grid

if TYPE_CHECKING:
    from gm_tools.posts.collect import Outcome
    from gm_tools.posts.state import Ask, State

_BREAK = "\u200b"  # an invisible blank: a bracket or an @ behind which it stands is only a character
KINDS = {
    "guess": N_("guess"),
    "word": N_("word"),
    "invalid": N_("invalid"),
    "illegal": N_("illegal"),
    "ambiguous": N_("ambiguous"),
    "changed": N_("changed"),
    "seat": N_("ambiguous"),
    "late": N_("perhaps late"),
}
TIERS = {"exact": N_("exact"), "normalised": N_("normalised"), "guessed": N_("guessed")}
STATES = {"in": N_("in"), "missing": N_("missing")}
_REPLIES = {  # to each kind of problem; all others are of orders that cannot be read
    "ambiguous": N_("{problem}. Which of them counts? Please post it alone."),
    "changed": N_("{problem}. Please post your order again instead of editing a post."),
    "word": N_('is "{posted}" your order, or only a word? To order it, write: Order: {order}'),
    "illegal": N_("your order {posted} ({place}) is not legal: {problem}."),
    "seat": N_("your order {posted} ({place}): {problem}."),
}
_COMPLETE = frozenset({"ambiguous", "changed", "word", "seat"})  # replies that ask for an order already, or for none
_MOST_BEHIND = 3  # posts of a player whose order is in hand that are quoted
_DECIDES = frozenset({"guess", "word", "illegal", "changed", "late"})  # what --accept can settle


class SeatRow(NamedTuple):
    """A line of the table.

    `state` is `in`, `missing`, `posted` (no order in what the player wrote), `asked` or `retracted`. `wants` tells that
    the game master has to look.

    `has_order` is what everybody may know: an order is in hand, legal or not. `key` is the post's (`phpbb/77/1234`),
    `posted` the order as it stands there, and `accepts` tells that --accept settles what waits; `readings` are the
    orders of a post that holds different ones, or that was changed; `kind` is one word for what waits, as a key of
    `KINDS`.
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
    key: str = ""
    posted: str = ""
    accepts: bool = False
    readings: tuple[str, ...] = ()
    kind: str = ""


class Reply(NamedTuple):
    """A reply to a player; `private` tells that others may not read it.

    Either it answers a message that they have not seen, or something is hidden in this game at this moment, and what is
    wrong with an order may hang on that.
    """

    seat: str
    to: str
    post: str
    text: str
    private: bool


def rows_of(outcome: Outcome) -> list[SeatRow]:
    """Return a line for each seat that is awaited or has ordered something, in the order of seats."""
    players = {seat.mark: seat.player for seat in outcome.table.seats}
    rows = []
    for state in outcome.states:
        is_awaited = state.seat in outcome.reader.awaited
        if is_awaited or state.entries or state.ahead or state.asks or state.retracted is not None:
            rows.append(_row(outcome, state, players[state.seat], is_awaited=is_awaited))
    return rows


def _row(outcome: Outcome, state: State, player: str, *, is_awaited: bool) -> SeatRow:
    # What was put in hand by hand, or from posts that are not here.
    other = ", ".join(
        posted.text
        for posted in outcome.table.hand
        if posted.seat == state.seat and posted.turn <= outcome.turn and posted.only in {0, outcome.turn}
    )
    if state.asks:
        return _asked_row(state, player, _in_hand(state) or other)
    row = SeatRow(state.seat, player, "", "", "", "", "missing", wants=False)
    later = _list_later(state)
    if state.entries:
        entry = state.entries[-1]
        by_hand = state.seat in outcome.by_hand
        words = [_("kept as it was set by hand") if by_hand else _("in hand")]
        words += [_("cleaned: {what}", what=", ".join(entry.found.cleaned))] if entry.found.cleaned else []
        words += [_("a guess, accepted")] if entry.found.tier == "guessed" else []
        words += [] if is_awaited else [_("no order due now")]
        words += [entry.edited.told] if entry.edited.told and not state.remarks else []
        words += _kept_behind(outcome, state)
        row = row._replace(
            order=_in_hand(state), tier=entry.found.tier, post=entry.post.place, state="in", has_order=True
        )._replace(key=entry.post.key, posted=entry.found.posted)
    elif state.silent is not None and is_awaited and not other and state.retracted is None and not later:
        said = first_words(state.silent)
        message = (
            N_("no order found in {place}: {words!r}") if said else N_("no order found in {place}: it has no text")
        )
        words = [_(message, place=state.silent.place, words=said)]
        row = row._replace(post=state.silent.place, state="posted")
    elif state.retracted is not None:
        words = [_("retracted"), *([_("{order} stays in hand", order=other)] if other else [])]
        row = row._replace(post=state.retracted.place, state="retracted", has_order=bool(other))
    else:
        words = [_("in hand before")] if other else [_("missing")] if is_awaited else [_("no order due now")]
        if other:
            row = row._replace(order=other, state="in", has_order=True)
        elif later:
            row = row._replace(post=state.ahead[-1].post.place)
    return row._replace(verdict="; ".join([*words, *later, *state.remarks]))


def _list_words_behind(outcome: Outcome) -> list[str]:
    """Return what players say behind orders in hand: no list of words finds all that may change one."""
    lines = []
    for state in outcome.states:
        said = [(post.place, words) for post, words in state.behind if any(map(str.isalnum, words))]
        if not state.entries or state.asks or not said:
            continue
        more = len(said) - _MOST_BEHIND
        quoted = [_("{place} goes on: {words!r}", place=place, words=words) for place, words in said[-_MOST_BEHIND:]]
        skipped = [ngettext("{n} more post since then", "{n} more posts since then", more)] if more > 0 else []
        lines.append(f"{state.seat}: " + "; ".join([*skipped, *quoted]))
    return lines


def _kept_behind(outcome: Outcome, state: State) -> list[str]:
    """Return which order counts where the first legal one does, and not the last (TAC: T3.5).

    How its player replaces it is said, too.
    """
    rule, first, last = outcome.table.game.first_order_rule, state.entries[0].found, state.entries[-1].found
    if not rule or first is last or first.problems:
        return []
    return [
        _(
            "{first} was posted first and counts as long as it is legal [{rule}]; {order} is kept behind it. To replace it, the player must retract both, then post {order} again",
            first=first.text,
            rule=rule,
            order=last.text,
        )
    ]


def _asked_row(state: State, player: str, in_hand: str) -> SeatRow:
    """Return the line of a seat that the game master has to look at; `in_hand` is what is ordered for it meanwhile."""
    entries, asks = state.entries, state.asks
    ask = asks[-1]
    found = ask.found if ask.kind not in {"ambiguous", "late"} else None
    order = (found.guess or found.text or found.posted) if found is not None else _in_hand(state)
    words = list(dict.fromkeys(one.text for one in asks))
    offer = ""
    is_in_doubt = ask.text == ask.post.doubt
    if ask.kind in _DECIDES or is_in_doubt or (ask.kind == "ambiguous" and ask.found and ask.found.guess):
        offer = _offer(state.seat, ask)
        words.append(offer)
    if ask.kind == "illegal":
        words.append(_("in hand as posted"))
    elif in_hand and ask.kind == "ambiguous" and ask.found is None:
        message = N_('{order} stays in hand; if it is meant, type: gm order TABLE {seat} "{order}"')
        words.append(_(message, order=in_hand, seat=state.seat))
    elif in_hand and not (entries and ask.kind == "changed"):
        words.append(_("{order} stays in hand", order=in_hand))
    tier = found.tier if found is not None else entries[-1].found.tier if entries else ""
    verdict = "; ".join([_(KINDS[ask.kind]) + f": {words[0]}", *words[1:], *_list_later(state), *state.remarks])
    has_order = bool(in_hand) or ask.kind == "illegal"
    row = SeatRow(state.seat, player, order, tier, ask.post.place, verdict, "asked", wants=True, has_order=has_order)
    posted = ask.found.posted if ask.found is not None else ""
    readings = ask.found.readings if ask.found is not None else ask.now
    return row._replace(key=ask.post.key, posted=posted, accepts="--accept" in offer, readings=readings, kind=ask.kind)


def _in_hand(state: State) -> str:
    return ", ".join(entry.found.text for entry in state.entries)


def _list_later(state: State) -> list[str]:
    """Return what is in hand for later turns."""
    return [
        _("in hand for turn {turn}: {order}", turn=entry.found.turn, order=entry.found.text) for entry in state.ahead
    ]


def _offer(seat: str, ask: Ask) -> str:
    """Return what the game master can do about a problem."""
    if ask.post.doubt:
        return _("--accept {seat} takes the text as written by {author}", seat=seat, author=ask.post.author)
    if ask.kind == "changed" or (ask.kind == "late" and ask.found is None):
        return _("--accept {seat} takes the post as it reads now", seat=seat)
    if ask.found is not None and ask.found.guess:
        return _("--accept {seat} takes {order}", seat=seat, order=ask.found.guess)
    return _("the player must post another")


def replies_of(outcome: Outcome) -> list[Reply]:
    """Return a reply for each problem that its player can put right. It quotes nothing but the player's own words."""
    game, position = outcome.table.game, outcome.table.position
    hides = game.dump_position(game.view(position, PUBLIC)) != game.dump_position(position)
    return [
        Reply(state.seat, ask.post.author, ask.post.link, _reply(ask), hides or ask.post.source in PRIVATE)
        for state in outcome.states
        for ask in state.asks
        if not ask.post.doubt and ask.kind != "late"  # nothing that its player wrote is in doubt
    ]


def hints_of(outcome: Outcome) -> list[Reply]:
    """Return a line to paste for each player who is asked for an order and has posted without one.

    None was found in that player's posts.
    """
    silent = {row.seat for row in rows_of(outcome) if row.state == "posted"}
    hints = []
    for state in outcome.states:
        post = state.silent
        if state.seat in silent and post is not None and not post.doubt:
            is_private = post.source in PRIVATE
            place = "" if is_private else make_safe(post.bare_place)
            line = unread_reminder(make_safe(post.author), place, outcome.turn, None, asked=False)
            hints.append(Reply(state.seat, post.author, post.link, line, is_private))
    return hints


def _reply(ask: Ask) -> str:
    found = ask.found
    message = _REPLIES.get(ask.kind, N_("your order {posted} ({place}) {problem}.") if found else "{problem}.")
    if ask.kind == "guess" and found is not None and not found.problems:
        message = N_('is "{posted}" ({place}) meant as your order?')
    posted, guess = (make_safe(found.posted), make_safe(found.guess)) if found is not None else ("", "")
    words = _(message, posted=posted, place=make_safe(ask.post.bare_place), problem=make_safe(ask.text), order=guess)
    if ask.kind not in _COMPLETE:
        again = N_("If you mean {order}, write: Order: {order}") if guess else N_("Please post the order you mean.")
        words += " " + _(again, order=guess)
    return f"@{make_safe(ask.post.author)}: {words}"


def make_safe(text: str) -> str:
    """Return text that no forum takes for markup, a mention or anything but characters, on one line.

    >>> make_safe("[b]@all") == "[\u200bb]@\u200ball"
    True
    """
    flat = printable(" ".join(text.split()))[:300]
    for sign in "[<@`*_~|":
        if sign in flat and not (sign in "*_|" and flat.count(sign) == 1):
            flat = flat.replace(sign, sign + _BREAK)
    return flat


def wants_gm(outcome: Outcome) -> bool:
    """Tell whether anything waits for the game master."""
    return bool(outcome.strangers) or any(row.wants for row in rows_of(outcome))


def collect_report(outcome: Outcome, *, public: bool = False) -> Report:
    """Return what is shown of collecting.

    Data: `table`, `turn`, `wants` (something waits for the game master), `rows` (seat, player, order, tier, post,
    verdict, state, wants, has_order, key, posted, accepts, readings, kind), `late` (seat, key of the post, posted:
    orders that came too late), `near` (name, seat: whose name an author's is near), `replies` (seat, to, post, text,
    private), `notes`, `behind` (words behind orders in hand), `warnings`, `start` (the report that posts count from),
    `bound` (accounts that were bound: name, source, site, id, gm, by_hand), `taken` and `dropped` (seat, text, source).
    In public there are only `rows` of seat, player and state: whose order is in.
    """
    rows = rows_of(outcome)
    title = _("{table}: orders for turn {turn}", table=outcome.table.name, turn=outcome.turn)
    if public:
        known = [(row.seat, row.player, "in" if row.has_order else "missing") for row in rows]
        plain = [{"seat": seat, "player": player, "state": state} for seat, player, state in known]
        cells = ((seat, player, _(STATES[state])) for seat, player, state in known)
        grid = text_grid((_("Seat"), _("Player"), _("Order")), cells, (row.seat for row in rows))
        return Report("collect", title, (grid,), {"table": outcome.table.name, "turn": outcome.turn, "rows": plain})
    blocks: list[Block] = []
    if rows:
        titles = (_("Seat"), _("Player"), _("Order"), _("Tier"), _("Post"), _("Verdict"))
        shown_rows = ((*row[:3], _(TIERS[row.tier]) if row.tier else "", *row[4:6]) for row in rows)
        blocks.append(text_grid(titles, shown_rows, (row.seat for row in rows)))
    replies = [*replies_of(outcome), *hints_of(outcome)]
    blocks += some_lines(_("Replies to paste"), (reply.text for reply in replies if not reply.private), "replies")
    blocks += some_lines(_("Replies to send privately"), (reply.text for reply in replies if reply.private), "replies")
    if outcome.start is not None:
        blocks.append(Lines("", (_("Posts count from {place} on.", place=outcome.start.place),)))
    bound = [_("{name} is bound to {account}", name=one.name, account=one.label) for one in outcome.bound if one.id]
    notes = [*outcome.strangers, *outcome.notes]
    behind = _list_words_behind(outcome)
    blocks += some_lines(_("Accounts bound"), bound) + some_lines(_("Notes"), notes)
    blocks += some_lines(_("Said with the orders"), behind)
    data: dict[str, Any] = {
        "table": outcome.table.name,
        "turn": outcome.turn,
        "wants": wants_gm(outcome),
        "rows": [row._asdict() for row in rows],
        "replies": [reply._asdict() for reply in replies],
        "late": [{"seat": one.seat, "key": one.post.key, "posted": one.posted} for one in outcome.late],
        "near": [one._asdict() for one in outcome.near],
        "notes": notes,
        "behind": behind,
        "warnings": list(outcome.warnings),
        "start": outcome.start.link if outcome.start is not None else "",
        "bound": [one._asdict() for one in outcome.bound],
        "taken": [posted_data(posted) for posted in outcome.taken],
        "dropped": [posted_data(posted) for posted in outcome.dropped],
    }
    return Report("collect", title, tuple(blocks), data)


def show_report(name: str, posts: tuple[Post, ...], data: dict[str, Any], zone: str) -> Report:
    """Return posts as they were read, for `--show`, times in `zone`.

    Data: `threads` (source, id, title, posts, warnings).
    """
    blocks = []
    for post in posts:
        facts = [
            show_time(post.posted, zone) if post.posted else _("time unknown"),
            *([_("edited {time}", time=show_time(post.edited, zone))] if post.edited else []),
            *([_("deleted")] if post.deleted else []),
            post.link,
        ]
        lines = [*facts, *(post.text.split("\n") if post.text else ())]
        lines += [_("(quote left out) {line}", line=line) for quote in post.quotes for line in quote.split("\n")[:1]]
        lines += [_("(struck out) {line}", line=line) for one in post.struck for line in one.split("\n")[:1]]
        blocks.append(Lines(post.place, tuple(lines)))
    return Report("thread", name, tuple(blocks), data)
