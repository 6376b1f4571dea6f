"""Guides to hand out: for players, for the game master, for whoever draws a board, and on what can be checked.

They are reports like any other, made for one table: its name, its seats and orders that are legal at it now stand in
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gm_tools.core.blocks import Lines
from gm_tools.core.events import PUBLIC
from gm_tools.core.i18n import N_, _, as_typed
from gm_tools.core.stage import Stage
from gm_tools.core.tuples import NamedTuple
from gm_tools.reports.base import Report
from gm_tools.table.bots import list_policies

GUIDES = ("player", "gm", "board", "fair")
_SAVING = {
    "phpbb": N_("phpBB: open each page of the topic and save it with Ctrl-S (web page, HTML only)."),
    "xenforo": N_("XenForo: open each page of the thread and save it with Ctrl-S (web page, HTML only)."),
    "vbulletin": N_("vBulletin: open each page of the thread and save it with Ctrl-S (web page, HTML only)."),
    "nodebb": N_(
        "NodeBB: open the topic, scroll to its end and save it with Ctrl-S; or save what /api/topic/NUMBER shows."
    ),
    "discourse": N_("Discourse: put .json behind the address of the topic and save what you see."),
    "reddit": N_("Reddit: put .json behind the address of the thread and save what you see."),
    "discord": N_("Discord: export the channel as JSON (or as HTML) with DiscordChatExporter."),
    "bgg": N_("BoardGameGeek: save what boardgamegeek.com/xmlapi2/thread?id=NUMBER shows."),
}
_ANY = N_(
    "Save each page of the thread with Ctrl-S (web page, HTML only), or copy the posts into a text file (gm collect --forms)."
)


class Chain(NamedTuple):
    """How a table's draws are made: from a chain of keys (else from one seed), with a beacon or without."""

    keys: bool = False
    beacon: bool = False


ONE_SEED = Chain()
HERE = "#"  # the address of the page for a guide that stands on it


def guide_report(which: str, stage: Stage, forum: str = "", page: str = "", chain: Chain = ONE_SEED) -> Report:
    """Return one of `GUIDES` for a table or a snapshot, for a forum of `FORUMS` (empty: any). Data: `guide`, `lines`.

    `page` is the address at which players try their orders, `HERE` on that page itself; `chain` is how the draws are
    made.
    """
    blocks = tuple({"player": _player, "gm": _gm, "board": _board, "fair": _fair}[which](stage, forum, page, chain))
    titles = {
        "player": N_("{table}: how to play by post"),
        "gm": N_("{table}: the game master's evening"),
        "board": N_("{game}: how to draw a board"),
        "fair": N_("{table}: what you can check"),
    }
    title = _(titles[which], table=stage.name, game=_(stage.game.title))
    data = {"guide": which, "table": stage.name, "lines": [line for block in blocks for line in block.lines]}
    return Report("guide", title, blocks, data)


def example_order(stage: Stage) -> tuple[str, str]:
    """Return a seat that is awaited and an order that is legal for it now, as everybody may know it.

    Both are empty if there is none.
    """
    game = stage.game
    view = game.view(stage.position, PUBLIC)
    if game.is_over(view) or game.dump_position(view) != game.dump_position(stage.position):
        return "", ""
    for seat in game.awaited(view):
        order = next(islice(game.legal_orders(view, seat), 1), None)
        if order is not None:
            return seat, game.format_order(order)
    return "", ""


def _player(stage: Stage, forum: str, page: str, _chain: Chain) -> Iterator[Lines]:
    del forum
    seat, order = example_order(stage)
    player = next((one.player for one in stage.seats if one.mark == seat), "")
    lines = [_(stage.game.how_to_order)] if stage.game.how_to_order else []
    if order:
        lines.append(_("A legal order for {player} just now: {order}", player=player, order=order))
    lines.append(_("Put it on a line of its own that begins with Order: and write whatever you like around it."))
    yield Lines(_("Your order"), tuple(lines))
    lines = [
        _("Post again: your last order before the deadline counts. Do not edit a post; an edit may come too late."),
        _(
            "Or write both, the better one first: ORDER else ORDER. The first that is legal when the turn comes is used."
        ),
        _('Take an order back with "Please cancel my order." Quotes and struck text are not read as orders.'),
        _(
            "If something is wrong with your order, the game master answers with the rule and the order as it should have been."
        ),
    ]
    yield Lines(_("If you change your mind"), tuple(lines))
    later = _("If you cannot post for a while, say so in the thread: the game master can extend the deadline.")
    if page == HERE:  # who reads this sees the box for an order, and the notation beside it
        yield Lines(_("More"), (later,))
        return
    if page:
        yield Lines(_("Try it"), (_("On this page you can see what an order does before you post it:"),), page)
    else:
        lines = [_("Ask the game master for the snapshot of the table, and you can try orders on your own computer:")]
        lines.append(f'gm try {as_typed(f"{stage.name}.toml")} {seat or "SEAT"} "{order or "ORDER"}"')
        yield Lines(_("Try it"), tuple(lines))
    yield Lines(_("More"), (_("The whole notation: gm rules {game}", game=stage.game.name), later))


def _gm(stage: Stage, forum: str, page: str, _chain: Chain) -> Iterator[Lines]:
    name = as_typed(stage.name)
    post = f"gm report {name}" + (f" --forum {forum}" if forum else "")
    seat, order = example_order(stage)
    yield Lines(
        _("1. Save the thread"),
        (
            _(_SAVING.get(forum, _ANY)),
            _("Save it soon after the deadline: an edit of the last post may leave no mark."),
        ),
    )
    yield Lines(
        _("2. Collect the orders"),
        (
            f"gm collect {name} thread.html",
            _(
                "Anything unclear is listed with a reply to paste. None of it is used until the player posts again, or you use --accept SEAT."
            ),
            f"gm status {name}",
            _('The last line says what to do next; under "To paste" are reminders for those who are missing.'),
        ),
    )
    if order:
        yield Lines(_("An order by hand"), (f'gm order {name} {seat} "{order}" --source "post 12"',))
    lines = [
        f"gm resolve {name}",
        _("If somebody is missing and the time is up:"),
        f"gm resolve {name} --close --missing {list_policies(stage.game)[0]}",
    ]
    yield Lines(_("3. Resolve the turn"), tuple(lines))
    lines = [
        post,
        _("Copy each post into the thread. gm thread {table} --forum phpbb remembers the forum.", table=stage.name),
    ]
    if stage.game.private_events:
        lines += [
            f"gm hands {name} --all" + (f" --forum {forum}" if forum else ""),
            _("These go to the players privately."),
        ]
    if page:
        lines.append(f"gm publish {name} public/")
    yield Lines(_("4. Post"), tuple(lines))
    yield Lines(
        _("When something went wrong"),
        (
            f'gm undo {name} --reason "an order was overlooked"',
            _("takes the last turn back; its orders are in hand again, and the next post says so."),
            f"gm deadline {name} --extend 24h",
            _("gives everybody more time."),
        ),
    )


def _board(stage: Stage, forum: str, page: str, _chain: Chain) -> Iterator[Lines]:
    del forum, page
    game = stage.game.name
    yield Lines(
        _("1. Begin with a board that works"),
        (
            f"gm tracks --new mine --game {game}",
            _(
                "writes mine.txt: a +++ line, a few settings, another +++ line, then the board in characters. Lines with # explain the settings."
            ),
        ),
    )
    yield Lines(
        _("2. Draw"),
        (
            _("Use any text editor with a fixed-width font. Blanks count: each character is a place."),
            _("What the signs mean: gm rules {game}", game=game),
        ),
    )
    yield Lines(
        _("3. Check"),
        (
            f"gm tracks --check mine.txt --game {game}",
            _("names every fault by line and column and draws it at its place."),
        ),
    )
    yield Lines(
        _("4. Let bots play on it"),
        (
            f"gm simulate --track mine.txt --game {game} --games 4",
            _("says who wins from which start, how often the lead changes, and where it goes wrong."),
        ),
    )


def _fair(stage: Stage, forum: str, page: str, chain: Chain) -> Iterator[Lines]:
    del forum
    name = as_typed(stage.name)
    taken_back = _(
        "Turns that were taken back, amendments, and draws that the game master saw in advance are named in the posts."
    )
    if not chain.keys:
        committed = _(
            "All dice, cards and other draws come from a secret that the first post commits to: nobody can change it afterwards."
        )
        label = _("Each draw has a label of its own: it comes out the same however often a turn is tried.")
        yield Lines(_("What is proven"), (committed, label, taken_back))
        checks = [
            f"gm verify {name}",
            _("recomputes every turn from the files of the table, and says what was recomputed and what was not."),
            _("The game master publishes the secret when the game is over: gm reveal {table}", table=stage.name),
        ]
    else:
        yield Lines(_("What is proven"), (*_proven_by_keys(stage, chain), taken_back))
        checks = [
            f"gm verify {name}",
            _(
                "proves every turn so far, at any time, without the secret, and says what was recomputed and what was not."
            ),
            f"gm verify {name} --posts thread.html",
            _(
                "also reads the saved pages of the thread, and finds files that were changed after they were posted, and orders that are not as they were posted."
            ),
            f"gm luck {name}",
            _("counts what was drawn against what was to be expected."),
        ]
    if page and chain.keys:
        checks.append(_('Without any program: the page recomputes a turn in your browser, under "Check this turn".'))
    yield Lines(_("How to check it"), tuple(checks), page if chain.keys and page != HERE else "")
    honest = _(
        "That the game master collected every order honestly. For that, look at the thread: every order is public, or was sent to the game master."
    )
    yield Lines(_("What is not proven"), (honest, *(_unproven_by_keys(chain) if chain.keys else ())))


def _proven_by_keys(stage: Stage, chain: Chain) -> Iterator[str]:
    """Yield what the keys in the posts prove."""
    yield _(
        "The dice, cards and other draws of a turn are made from the key of that turn. All keys lead to the one in the first post: nobody can change any of them."
    )
    if chain.beacon:
        yield _(
            "With the key goes a round of a public beacon (drand), which the deadline names: before it is out nobody knows the draws, the game master included."
        )
    yield _("The post of a turn carries its key: the turn is proven at once, and tells nothing of the next one.")
    if stage.game.hidden_draws:
        yield _(
            "What stays hidden has keys of its own. They are posted when the rules open it, at the latest at the end."
        )
    yield _(
        "The line that begins with turn-007.toml or the like fixes the file of the turn and all before it: a history that is rewritten has another one."
    )


def _unproven_by_keys(chain: Chain) -> Iterator[str]:
    """Yield what no key can prove."""
    yield _("That a game which is given up was not given up because of its dice.")
    if chain.beacon:
        yield _("In a turn drawn without the beacon, the game master knew the draws before. Its post says so.")
        return
    yield _("That the game master, who knows the draws in advance, has told nobody and has not made use of them.")
    yield _("That he did not try many secrets before the first post, and take the one whose draws he liked.")
