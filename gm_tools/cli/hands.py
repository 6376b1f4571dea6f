"""`gm hands`: private messages for players."""

from json import dumps
from pathlib import Path

from gm_tools.cli.commands import command
from gm_tools.cli.common import note, tell
from gm_tools.cli.forum import MarkupOf
from gm_tools.cli.options import AsJson, TableName, argument, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.core.stage import seat_of
from gm_tools.render import forum_posts
from gm_tools.reports.hands import hand_report
from gm_tools.table import open_table
from gm_tools.table.files import encode, write_together
from gm_tools.table.hands_sent import hands_due, mark_sent, read_sent


@command(
    "gm hands cards",
    "gm hands cards --forum phpbb --board",
    "gm hands cards --out messages/                a file for each player",
    "gm hands cards --sent                         once they are sent",
)
def hands(
    table: TableName,
    seats: list[str] = argument("[SEAT]...", "By default all that have to be written to.", default=[]),
    everybody: bool = flag("--all", "Also those who know it all already."),
    board: bool = flag("--board", "With the board and all that is public."),
    forum: MarkupOf = "",
    out: str = option("--out", "FOLDER", "Write a file for each seat there."),
    sent: bool = flag("--sent", "Note that they were sent, and print nothing."),
    json: AsJson = False,
) -> None:
    """Print the private messages of all players.

    Each is for its player alone: paste it into the forum's form for private messages. gm status says when messages are
    to be sent; --sent notes that they were. Only hands are shown, unless you want the --board as well.
    """
    if sent and (out or json):
        allowed = _("--sent alone, once they are sent")
        raise InputError(_("--sent prints and writes nothing"), key="--out" if out else "--json", allowed=allowed)
    folder = find_table(table)
    opened = open_table(folder)
    named = [seat_of(opened, name).mark for name in seats]
    if sent:
        mark_sent(folder, named)
        note(_("noted: the messages were sent"))
        return
    due = hands_due(opened)
    chosen = named or [seat.mark for seat in opened.seats if not seat.bot and (everybody or seat.mark in due)]
    if not opened.game.private_events:
        raise InputError(_("{game} hides nothing: there are no private messages", game=opened.game.name), status=1)
    if not chosen:
        turns = ", ".join(f"{seat} {turn}" for seat, turn in read_sent(folder).items())
        note(_("all messages have been sent (seat and turn: {turns}); --all prints them again", turns=turns))
        return
    style = forum or opened.thread.profile or "text"
    messages = {seat: hand_report(opened, seat, board=board) for seat in chosen}
    if json:
        rows = [
            {"seat": seat, "player": opened.players[seat], "message": forum_posts.render(one, style)}
            for seat, one in messages.items()
        ]
        data = {"kind": "hands", "table": opened.name, "turn": opened.turn, "messages": rows}
        print(dumps(data, indent=2, ensure_ascii=False))
        return
    texts = {seat: forum_posts.render(message, style) for seat, message in messages.items()}
    if out:
        place = Path(out)
        written = {f"{opened.name}-{seat}.txt": encode(text, place) for seat, text in texts.items()}
        write_together(place, written, mode=0o600)
        for name in written:
            tell(str(place / name))
        texts = {}
    for seat, text in texts.items():
        heading = N_("======== for {player} ({seat}) alone: copy what is below this line ========")
        tell(_(heading, player=opened.players[seat], seat=seat))
        print(text)
    note(_("when they are sent: gm hands {table} --sent", table=table))
