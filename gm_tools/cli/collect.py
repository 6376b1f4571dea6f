"""The commands about threads and who posts in them: `collect`, `seat`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_tools.cli.app import app, examples
from gm_tools.cli.common import emit, find_table, progress, tell, warn
from gm_tools.cli.options import AsFormat, AsJson, Lang, SeatName, TableName
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gm_tools.core.times import Moment
    from gm_tools.posts.thread import Page

_LEFT_OUT = frozenset({".css", ".js", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".ico", ".webp", ".woff", ".woff2"})


def _list_forms(value: bool) -> None:
    """Print the forms of pasted text that are read, each with an example."""
    if value:
        from gm_tools.posts.formats.pasted_headings import ALL

        for form in ALL:
            typer.echo(_(form.name))
            typer.echo("".join(f"    {line}\n" for line in form.example.split("\n")))
        raise typer.Exit


@app.command(
    epilog=examples(
        "gm collect --forms",
        "gm collect dust page-1.html page-2.html",
        'gm collect dust saved/ --deadline "2026-11-23 20:00 Europe/Berlin"',
        "gm collect dust message.txt --from Alice",
        "gm collect dust thread.json --since 57 --accept A",
        "gm collect dust - --show < page.html",
    )
)
def collect(
    table: TableName,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Saved pages, exports, folders; - for stdin.")],
    show: Annotated[bool, typer.Option("--show", help="Print the posts as they were read, and do nothing.")] = False,
    since: Annotated[
        str,
        typer.Option("--since", metavar="POST|TIME", help="Count posts after it; by default after the last report."),
    ] = "",
    deadline: Annotated[
        str,
        typer.Option(
            "--deadline", metavar="TIME", help="Count posts until then; by default the table's, grace included."
        ),
    ] = "",
    zone: Annotated[
        str, typer.Option("--zone", metavar="ZONE", help="The zone of times that name none; by default the deadline's.")
    ] = "",
    sender: Annotated[str, typer.Option("--from", metavar="NAME", help="The files are messages by this player.")] = "",
    accept: Annotated[
        list[str] | None,
        typer.Option("--accept", metavar="SEAT", help="Take this seat's guess, or what a changed post says now."),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="NAME|POST", help="Leave out an author, or a post.")
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="Show only whose order is in.")] = False,
    _forms: Annotated[
        bool,
        typer.Option(
            "--forms", is_eager=True, callback=_list_forms, help="List the forms of pasted text that are read."
        ),
    ] = False,
    markup: AsFormat = None,
    json: AsJson = False,
    _lang: Lang = "",
) -> None:
    """Take the orders of a saved thread in hand.

    Reads pages of phpBB, XenForo, vBulletin and NodeBB, exports of Discourse, NodeBB, Reddit, Discord and BoardGameGeek,
    e-mails and pasted text (--forms lists its forms); what a file is, is told from what stands in it. The last order before the deadline
    counts. Guesses, changed posts and all else that wants the game master is said, with a reply to paste (exit status
    1); nothing of it is taken by itself, and collecting again changes nothing.
    """
    from gm_tools.posts import times
    from gm_tools.posts.thread import threads_of

    folder = find_table(table)
    pages = list(_pages(files, sender, _names(folder)))
    threads = threads_of(pages)
    if show:
        from gm_tools.posts.thread import dump_thread
        from gm_tools.reports.collect import show_report

        posts = tuple(post for thread in threads for post in thread.posts)
        spoken = times.parse_zone(zone, "--zone") if zone else "UTC"
        title = ", ".join(dict.fromkeys(thread.title or thread.source for thread in threads))
        _warn(warning for thread in threads for warning in thread.warnings)
        emit(
            show_report(title, posts, {"threads": [dump_thread(thread) for thread in threads]}, spoken),
            markup,
            json=json,
        )
        return
    from gm_tools.posts.collect import collect as collect_orders
    from gm_tools.posts.window import Bounds
    from gm_tools.reports.collect import collect_report, wants_gm

    until, note = _deadline(folder, deadline)
    bounds = Bounds(
        since,
        times.last_second(until) if until is not None else "",
        times.parse_zone(zone, "--zone") if zone else until.zone if until is not None else "UTC",
        tuple(ignore or ()),
    )
    outcome = collect_orders(folder, threads, bounds, accept or ())
    outcome = outcome._replace(notes=(*note, *outcome.notes))
    _warn(outcome.warnings)
    emit(collect_report(outcome, public=public), markup, json=json)
    if wants_gm(outcome):
        raise typer.Exit(1)


def _deadline(folder: Path, text: str) -> "tuple[Moment | None, tuple[str, ...]]":
    """Return until when posts count, and what is said of it: as typed, else the table's deadline for the next turn, with its grace."""
    from gm_tools.core.times import parse_moment, show_moment
    from gm_tools.table.deadline_file import read_deadline
    from gm_tools.table.store import open_table

    if text:
        return (None, ()) if text == "none" else (parse_moment(text, "--deadline"), ())
    due = read_deadline(folder)
    if due is None or due.last is None or due.at is None or due.turn != open_table(folder).turn + 1:
        return None, ()
    if due.paused is not None:
        return None, (_("time stands still: posts count whenever they were made"),)
    if due.last != due.at:
        line = _("posts count until the table's deadline and the grace after it: {at}", at=show_moment(due.last))
    else:
        line = _("posts count until the table's deadline: {at}", at=show_moment(due.at))
    return due.last, (line,)


def _could_be_post(word: str) -> bool:
    """Tell whether a word could be a post (its number, id, address or key), and not a time: an id holds a digit.

    >>> [_could_be_post(word) for word in ("57", "phpbb/77/12", "kx1abc", "yesterday", "2026-11-23T20:00", "20:00")]
    [True, True, True, False, False, False]
    """
    if word.startswith(("https://", "http://")):
        return word.isprintable() and " " not in word
    is_word = re.fullmatch(r"[\w./@+=~-]{1,400}", word) is not None and any(glyph.isdecimal() for glyph in word)
    return is_word and not re.match(r"\d{4}-\d", word)


def _warn(warnings: "Iterator[str] | Sequence[str]") -> None:
    for warning in warnings:
        warn(warning)


def _names(folder: Path) -> list[str]:
    """Return the names and marks of the seats of a table."""
    from gm_tools.table.store import open_table

    return [name for seat in open_table(folder).seats for name in (seat.mark, seat.player, *seat.aliases)]


def _pages(files: "Sequence[str]", sender: str, names: "Sequence[str]") -> "Iterator[Page]":
    """Yield the pages of all files. In a folder, a file that is none is left out, and that is said."""
    from gm_tools.posts.formats.detect import read_pages

    named = [(name, path, inside) for name in files for path, inside in _paths(name)]
    for name, path, inside in progress(named, _("files")):
        try:
            yield from read_pages(_bytes(name, path), str(path) if name != "-" else _("standard input"), sender, names)
        except InputError as error:
            if not inside:
                raise
            warn(_("left out: {error}", error=error))


def _paths(name: str) -> "list[tuple[Path, bool]]":
    """Return the files that a word means: itself, or those of a folder."""
    path = Path(name)
    if name == "-" or not path.is_dir():
        return [(path, False)]
    inside = [one for one in sorted(path.iterdir()) if one.is_file() and not one.name.startswith(".")]
    inside = [one for one in inside if one.suffix.lower() not in _LEFT_OUT]
    if not inside:
        raise InputError(_("holds no files"), file=name, allowed=_("a folder of saved pages"))
    return [(one, True) for one in inside]


def _bytes(name: str, path: Path) -> bytes:
    from gm_tools.posts.formats.detect import LARGEST
    from gm_tools.table.files import read_bytes

    if name == "-":
        import sys

        return sys.stdin.buffer.read(LARGEST + 1)
    if path.exists() and path.stat().st_size > LARGEST:
        raise InputError(
            _("is {size} MB long", size=path.stat().st_size // 1_000_000),
            file=str(path),
            allowed=_("at most {size} MB", size=LARGEST // 1_000_000),
        )
    return read_bytes(path)


@app.command(
    epilog=examples(
        "gm seat dust Bob --player Nina --since 57",
        'gm seat dust B --player Nina --alias "nina_99" --since "2026-11-21 20:00 UTC"',
        "gm seat dust B --bot medium",
    )
)
def seat(
    table: TableName,
    name: SeatName,
    player: Annotated[str, typer.Option("--player", metavar="NEW", help="Who plays it from now on.")] = "",
    since: Annotated[
        str, typer.Option("--since", metavar="POST|TIME", help="The post that says so: earlier ones count as before.")
    ] = "",
    alias: Annotated[
        list[str] | None, typer.Option("--alias", metavar="NAME", help="Another name of the new player.")
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", metavar="STRENGTH", help="Have a bot play it: easy, medium, hard; none for no bot.")
    ] = "",
    _lang: Lang = "",
) -> None:
    """Give a seat to another player, or to a bot.

    What is in hand for it stays. Posts before --since are still those of the player before; without it, all that is
    collected from now on is the new player's. A seat with a bot is not waited for: where it has no order in hand, the bot
    orders when the turn is resolved, from what the seat may know, and the report says so.
    """
    from gm_tools.posts.captures import Replacement, read_captures, write_captures
    from gm_tools.posts.times import parse_time
    from gm_tools.table.seats import replace_player, set_bot
    from gm_tools.table.table_file import check_bot

    folder = find_table(table)
    if bool(player) == bool(bot) or (bot and (since or alias)):
        raise InputError(
            _("a seat is given to a player or to a bot"), allowed="--player NEW [--since] [--alias], --bot"
        )
    if bot:
        check_bot(bot, "none")
        given = set_bot(folder, name, "" if bot == "none" else bot).after
        who = _("played by the bot {bot!r}", bot=given.bot) if given.bot else _("played by {name}", name=given.player)
        tell(_("Seat {seat} is {played} from now on.", seat=given.mark, played=who))
        return
    post = since.strip().lstrip("#")
    if post and not _could_be_post(post):
        post = parse_time(since, "--since")
    replaced = replace_player(folder, name, player, tuple(alias or ()))
    if post:
        captures = read_captures(folder)
        record = Replacement(replaced.before.mark, replaced.before.player, player, post)
        write_captures(folder, captures._replace(replaced=(*captures.replaced, record)))
    seat_of, before = replaced.before.mark, replaced.before.player
    tell(_("Seat {seat} is {player}'s, in place of {before}.", seat=seat_of, player=player, before=before))
