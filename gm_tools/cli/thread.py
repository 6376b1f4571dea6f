"""`gm thread`: where a table is played."""

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit_lines
from gm_tools.cli.options import AsFormat, Forum, Hour, TableName, Zone, argument, option, options
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.table import open_table
from gm_tools.table.settings import ThreadSettings, change_settings, read_settings


@command(
    "gm thread dust                                   what is set",
    'gm thread dust "https://forum.example.org/viewtopic.php?t=77" --forum phpbb --zone Europe/Berlin --hour 20:00',
    "gm thread dust --hour 21:00",
    "gm thread dust --remove zone",
)
def thread(
    table: TableName,
    address: str = argument("[URL]", "The address of the thread.", default=""),
    forum: Forum = "",
    zone: Zone = "",
    hour: Hour = "",
    page: str = option("--page", "URL", "Where gm publish's folder is to be seen; posts name it."),
    remove: list[str] = options("--remove", "SETTING", "Remove address, forum, zone, hour or page. May be repeated."),
    markup: AsFormat = None,
) -> None:
    """Set or show where a table is played: thread, forum, zone.

    The settings are in table.toml, and every command uses them: gm report writes for the forum, gm collect reads times
    in the zone, gm deadline completes a day, gm fetch and gm post know the thread. Passwords, cookies and tokens are
    never part of a table.

    What a table remembers besides (the template of its posts, whether a seat with one legal order is waited for) is set
    by gm settings.
    """
    folder = find_table(table)
    given = {"address": address, "forum": forum, "zone": zone, "hour": hour, "page": page}
    changes = {key: value for key, value in given.items() if value}
    for name in remove:
        if name not in ThreadSettings._fields or name in changes:
            raise InputError(
                _("found {value!r}", value=name), key="--remove", allowed=", ".join(ThreadSettings._fields)
            )
        changes[name] = ""
    name = open_table(folder).name
    settings = change_settings(folder, **changes) if changes else read_settings(folder)
    nothing = _("not set")
    lines = (
        _("Thread: {address}", address=settings.address or nothing),
        _("Forum: {forum}", forum=settings.forum or nothing),
        _("Zone: {zone}", zone=settings.zone or nothing),
        _("Hour of deadlines: {hour}", hour=settings.hour or nothing),
        *((_("Page: {address}", address=settings.page),) if settings.page else ()),
    )
    emit_lines("thread-settings", lines, {"table": name, **settings._asdict()}, markup)
