"""`gm account`: whose forum account is which."""

from collections.abc import Sequence
from pathlib import Path

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, tell
from gm_tools.cli.completion import complete_seats
from gm_tools.cli.options import AsFormat, TableName, argument, flag, options
from gm_tools.cli.tables import find_table
from gm_tools.core.blocks import Column, Grid
from gm_tools.core.game import Seat
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.posts.accounts import Account
from gm_tools.posts.bind import bind_accounts, change_gm, is_of, list_accounts, unbind_accounts
from gm_tools.reports.base import Report


@command(
    "gm account dust                                whose account is which",
    "gm account dust --gm Gus --gm discord/991      the second is a webhook, by its id",
    "gm account dust --gm Gus --remove",
    "gm account dust Alice --bind phpbb/12",
    "gm account dust Alice --remove                 the next order collected binds her account again",
)
def account(
    table: TableName,
    seat: str = argument(
        "[SEAT]", "A seat: its mark, its player's name or an alias.", default="", autocompletion=complete_seats
    ),
    gm: list[str] = options("--gm", "NAME", "An account of the game master, by name or as FORUM/ID."),
    bind: list[str] = options("--bind", "FORUM/ID", "An account of the seat's player."),
    remove: bool = flag("--remove", "Remove what is named, instead of adding it."),
    markup: AsFormat = None,
) -> None:
    """Show or change whose forum account is which.

    Reports are counted from only if the game master's account posted them. A player's account is bound when the first
    order is collected from it; from then on another account under that name is not accepted. FORUM/ID is the kind of
    forum and the forum's own number of the account (in mail: the address), as gm collect shows it.
    """
    folder = find_table(table)
    if (
        (gm and (seat or bind))
        or (bind and not seat)
        or (seat and not bind and not remove)
        or (remove and not (gm or seat))
    ):
        raise InputError(
            _("an account is the game master's or a player's"),
            allowed=_(
                "--gm NAME or SEAT --bind FORUM/ID, each with or without --remove; SEAT --remove; or the table alone"
            ),
        )
    if gm:
        names = change_gm(folder, gm, remove=remove)
        tell(_("Accounts of the game master: {names}.", names=", ".join(names) or _("none")))
    elif seat:
        change = unbind_accounts if remove else bind_accounts
        player, left = change(folder, seat, bind)
        known = ", ".join(one.label for one in left) or _("none")
        tell(_("Accounts of {player}: {names}.", player=player, names=known))
    else:
        emit(_account_report(folder, *list_accounts(folder)), markup)


def _account_report(
    folder: Path, gm: "Sequence[str]", seats: "Sequence[Seat]", accounts: "Sequence[Account]"
) -> "Report":
    """Return whose accounts are known. Data: `gm` (names), `accounts` (name, source, site, id, gm, by_hand)."""
    rows = [(_("game master"), name, "") for name in gm]
    rows += [(_("game master"), one.name, one.label) for one in accounts if one.gm and one.id]
    rows += [
        (", ".join(seat.mark for seat in seats if is_of(one, seat)), one.name, one.label)
        for one in accounts
        if not one.gm and one.id
    ]
    columns = (Column(_("Seat")), Column(_("Name")), Column(_("Account")))
    title = _("{table}: accounts", table=folder.resolve().name)
    data = {"gm": list(gm), "accounts": [one._asdict() for one in accounts]}
    return Report("accounts", title, (Grid("", columns, tuple(rows), ()),), data)
