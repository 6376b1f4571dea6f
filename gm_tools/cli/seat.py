"""`gm seat`: a seat given to another player or to a bot."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import tell
from gm_tools.cli.options import SeatName, TableName, flag, option, options
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError
from gm_tools.posts.handover import hand_over
from gm_tools.posts.handover import substitute as give_to_first
from gm_tools.reports.collected_orders import make_safe
from gm_tools.table import open_table
from gm_tools.table.seats import add_aliases, set_bot
from gm_tools.table.table_file import check_bot


@command(
    "gm seat dust Bob --player Nina --since 57",
    'gm seat dust B --player Nina --alias "nina_99" --since "2026-11-21 20:00 UTC"',
    'gm seat dust Bob --alias "bob_the_builder"',
    "gm seat dust B --substitute                      the first on the waiting list, with a post to paste",
    "gm seat dust B --bot medium",
)
def seat(
    table: TableName,
    name: SeatName,
    player: str = option("--player", "NEW", "Who plays it from now on."),
    since: str = option("--since", "POST|TIME", "The post that says so: earlier ones count as before."),
    alias: list[str] = options("--alias", "NAME", "Another name of the player. May be repeated."),
    substitute: bool = flag("--substitute", "Give it to the first on the waiting list (gm signup)."),
    bot: str = option("--bot", "STRENGTH", "Have a bot play it: easy, medium, hard; none for no bot."),
) -> None:
    """Give a seat to another player or to a bot.

    With --alias alone its player is given another name. Its orders in hand stay. Posts before --since are still those
    of the player before; without it, all that is collected from now on is the new player's. A seat with a bot is not
    waited for: where it has no order in hand, the bot orders when the turn is resolved, from what the seat may know,
    and the report says so.
    """
    folder = find_table(table)
    if (
        bool(player) + bool(bot) + substitute > 1
        or (bot and (since or alias))
        or (since and not (player or substitute))
    ):
        raise InputError(
            _("a seat is given to a player or to a bot"),
            allowed="--player NEW [--since] [--alias], --substitute [--since] [--alias], --bot",
        )
    if not (player or bot or substitute or alias):
        raise InputError(_("nothing to change"), allowed="--player, --substitute, --bot, --alias")
    if alias and not (player or substitute):
        named = add_aliases(folder, name, tuple(alias)).after
        names = ", ".join(named.aliases)
        message = N_("Seat {seat}: {player} is also known as {names}.")
        tell(_(message, seat=named.mark, player=named.player, names=names))
        return
    if bot:
        check_bot(bot, "none")
        given = set_bot(folder, name, "" if bot == "none" else bot).after
        who = _("played by the bot {bot!r}", bot=given.bot) if given.bot else _("played by {name}", name=given.player)
        tell(_("Seat {seat} is {played} from now on.", seat=given.mark, played=who))
        return
    if substitute:
        replaced = give_to_first(folder, name, since, alias)
    else:
        replaced = hand_over(folder, name, player, since, alias)
    mark, player, before = replaced.after.mark, replaced.after.player, replaced.before.player
    tell(_("Seat {seat} is {player}'s, in place of {before}.", seat=mark, player=player, before=before))
    if substitute:
        turn = open_table(folder).turn + 1
        message = N_(
            "@{player}: a seat has come free for you: {seat}, replacing {before}. Please post your order for turn {turn}; write: Order: …"
        )
        tell("")
        tell(_(message, player=make_safe(player), seat=mark, before=make_safe(before), turn=turn))
