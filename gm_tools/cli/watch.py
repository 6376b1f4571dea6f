"""`gm watch`: one run of all that a table needs now, for a timer."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gm_tools.cli.collecting import CollectOptions, take_orders
from gm_tools.cli.commands import command
from gm_tools.cli.common import emit_lines, now_of, progress_bar
from gm_tools.cli.options import AsFormat, Now, TableName, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.deadline import state
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.times import Duration, Moment, later, parse_duration
from gm_tools.live.fetch import archived_threads
from gm_tools.live.fetch import fetch as fetch_pages
from gm_tools.live.log import append_log
from gm_tools.live.outbox import Outgoing, notice_of, reminder_of, turn_key, turn_of
from gm_tools.live.post import missing_secret, send_post
from gm_tools.page.publication import publish_table
from gm_tools.posts import times
from gm_tools.posts.sent import read_sent
from gm_tools.render import render
from gm_tools.reports.collect import wants_gm
from gm_tools.reports.status_post import status_post
from gm_tools.table import open_table
from gm_tools.table.beacon import RoundNamed, WaitForBeacon, named_round
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.files import write_atomic
from gm_tools.table.resolve import resolve as resolve_next
from gm_tools.table.settings import read_settings

if TYPE_CHECKING:
    from gm_tools.table import Table


@command(
    "gm watch dust                                    fetch and collect",
    "gm watch dust --publish public/dust --remind 12h",
    "gm watch dust --remind 12h --resolve             and end the turn when all orders are in, or the time is over",
)
def watch(
    table: TableName,
    publish: str = option("--publish", "DIR", "Publish the table there, and whose order is in."),
    remind: str = option("--remind", "TIME", "Post one reminder this long before the deadline."),
    resolve: bool = flag("--resolve", "Resolve when all orders are in or the deadline is over, and post the turn."),
    now: Now = "",
    markup: AsFormat = None,
) -> None:
    """Do once what a table needs now, for a timer.

    Fetches the thread and collects; with --publish shows whose order is in; with --remind posts one reminder for each deadline; with --resolve
    resolves the turn and posts it. What is not asked for does not happen. While anything waits for the game master, no turn is
    resolved. A second run does nothing twice. What was done is in the table's watch.log.

    Exit status: 0 fine, 1 something waits for the game master, 2 wrong use, 3 the forum could not be reached.
    """
    folder = find_table(table)
    before = parse_duration(remind, "--remind") if remind else None
    run = _Run(folder, now_of(now))
    try:
        run.read()
        if publish:
            run.publish(Path(publish))
        if before is not None:
            run.remind(before)
        if resolve:
            run.resolve()
    except InputError as error:
        run.did.append(_("stopped: {error}", error=error))
        raise
    finally:
        append_log(folder, run.time, run.did)
    lines = (*run.did, *run.waiting) or (_("nothing new"),)
    data = {"table": open_table(folder).name, "did": run.did, "waiting": run.waiting}
    emit_lines("watch", lines, data, markup)
    if run.waiting:
        raise typer.Exit(1)


class _Run:
    """One run: `did` is what it has done, `waiting` what the game master has to look at."""

    def __init__(self, folder: Path, now: int) -> None:
        self.folder, self.now, self.time = folder, now, times.from_epoch(now)
        self.settings = read_settings(folder)
        self.did: list[str] = []
        self.waiting: list[str] = []
        self.has_resolved = False

    @property
    def table(self) -> "Table":
        """Return the table as it is now."""
        return open_table(self.folder)

    def read(self) -> None:
        """Fetch and collect."""
        turn = self.table.turn + 1
        result = fetch_pages(self.folder, self.settings, turn, self.time)
        if result.posts:
            self.did.append(ngettext("fetched {n} new post", "fetched {n} new posts", result.posts))
        self.waiting += result.notes
        if self.table.game.is_over(self.table.position):
            return
        outcome = take_orders(self.folder, archived_threads(self.folder, self.settings, turn), CollectOptions(self.now))
        if outcome.taken:
            seats = ", ".join(dict.fromkeys(one.seat for one in outcome.taken))
            self.did.append(_("took orders from {seats}", seats=seats))
        if outcome.dropped:
            seats = ", ".join(dict.fromkeys(one.seat for one in outcome.dropped))
            self.did.append(_("dropped orders from {seats}", seats=seats))
        if wants_gm(outcome):
            self.waiting.append(_("something in the thread needs you: gm collect {table}", table=outcome.table.name))

    def publish(self, path: Path) -> None:
        """Publish the table, and beside it whose order is in."""
        written, removed = publish_table(self.table, path, watch=progress_bar(_("turns")))
        status = status_post(self.table, PUBLIC, self.now)
        for name, form in (("status.html", "html"), ("status.json", "json")):
            data = render(status, form).encode()
            file = path / name
            if not file.is_file() or file.read_bytes() != data:
                write_atomic(file, data)
                written.append(name)
        if written or removed:
            self.did.append(_("published {n} files", n=len(written) + len(removed)))

    def remind(self, before: Duration) -> None:
        """Post a reminder for those who are missing, once for each deadline."""
        table, due = self.table, read_deadline(self.folder)
        if due is None or due.at is None or state(due, table.turn + 1, self.now) != "open":
            return
        if later(Moment(self.now, due.at.zone), before).seconds < due.at.seconds:
            return
        lines = status_post(table, GM, self.now).data.get("reminders", [])
        if lines:
            at = times.from_epoch(due.at.seconds)
            self._post(reminder_of(table, lines, at))

    def resolve(self) -> None:
        """Resolve the turn if all orders are in or its time is over, and post it; a post that was begun is finished."""
        table = self.table
        if not self.waiting and not table.game.is_over(table.position):
            self._resolve_turn(table)
        self._post_turn()

    def _resolve_turn(self, table: "Table") -> None:
        turn, due = table.turn + 1, read_deadline(self.folder)
        how = state(due, turn, self.now)
        if how == "paused":
            return
        is_ready = status_post(table, GM, self.now).data["ready"]
        if not is_ready and how != "over":
            return
        try:
            resolved = resolve_next(self.folder, close=not is_ready, turn=turn, now=self.now)
        except RoundNamed as named:
            self._post(notice_of(table, named.notice))
            return
        except WaitForBeacon as wait:
            if not named_round(due, turn):
                self.waiting.append(str(wait))
            return
        words = _("resolved turn {turn}", turn=turn) if is_ready else _("closed turn {turn}: its time is up", turn=turn)
        if not resolved.again:
            self.has_resolved = True
            self.did.append(words)

    def _post_turn(self) -> None:
        """Post the last turn, if turns of this table are posted from here."""
        table = self.table
        sent = read_sent(self.folder)
        key = turn_key(table, table.turn)
        is_ours = any(one.key.startswith("turn-") for one in sent) or self.has_resolved
        is_done = any(one.key == key for one in sent) and all(
            one.state in {"sent", "held"} for one in sent if one.key == key
        )
        if table.turn and is_ours and not is_done:
            self._post(turn_of(table, table.turn, self.settings))

    def _post(self, outgoing: Outgoing) -> None:
        variable = missing_secret(self.settings)
        known = [one for one in read_sent(self.folder) if one.key == outgoing.key]
        if known and all(one.state in {"sent", "held"} for one in known):
            return
        if variable:
            hint = (
                _("this forum has no interface") if variable == "-" else _("{variable} is not set", variable=variable)
            )
            self.waiting.append(_("{what} is to be posted by hand ({why}): gm post", what=outgoing.title, why=hint))
            return
        for part in send_post(self.folder, self.settings, outgoing.key, outgoing.texts, self.time, outgoing.answered):
            self.did.append(_("posted {what}, part {part}", what=outgoing.title, part=part.part))
            if part.state == "held":
                self.waiting.append(_("part {part} waits for a moderator's approval", part=part.part))
