"""One run of all that a table needs now, nobody at the keyboard: fetch, collect, publish, remind, resolve, post."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gm_tools.core.deadline import state
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import _, ngettext
from gm_tools.core.problems import InputError
from gm_tools.core.times import Duration, Moment, add_span
from gm_tools.live.fetch import archived_threads
from gm_tools.live.fetch import fetch as fetch_pages
from gm_tools.live.outbox import Outgoing, notice_of, reminder_of, turn_key, turn_of
from gm_tools.live.post import missing_secret, send_post
from gm_tools.page.publication import publish_table
from gm_tools.posts import times
from gm_tools.posts.sent import read_sent, was_posted
from gm_tools.posts.take_orders import take_orders
from gm_tools.render import render
from gm_tools.reports.collected_orders import wants_gm
from gm_tools.reports.status_post import status_post
from gm_tools.table import Table, open_table, resolve_turn
from gm_tools.table.beacon import RoundNamed, WaitForBeacon, named_round
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.files import encode, exists, lock_folder, read_text, write_atomic
from gm_tools.table.settings import read_settings

_LOG = "watch.log"  # what runs without a person did at a table
_MOST_LINES = 5000  # of the log, that are kept


class WatchRun:
    """One run of `gm watch`.

    `did` is what it has done, `waiting` what the game master has to look at, `warnings` what was odd in the thread.
    `now` is in seconds since 1970.
    """

    def __init__(self, folder: Path, now: int) -> None:
        self.folder, self.now, self.time = folder, now, times.from_epoch(now)
        self.settings = read_settings(folder)
        self.did: list[str] = []
        self.waiting: list[str] = []
        self.warnings: tuple[str, ...] = ()
        self.has_resolved = False

    @property
    def table(self) -> Table:
        """Return the table as it is now."""
        return open_table(self.folder)

    def run(
        self, publish: Path | None, remind: Duration | None, progress: Callable[[int, int], None], *, to_end: bool
    ) -> None:
        """Do what is asked for, and log what was done.

        That is to publish in a folder, to remind so long before the deadline, to resolve the turn and post it. Orders
        are collected in any case. Raises InputError (WebError) where it has to stop; what was done before is done.
        """
        try:
            self._read()
            if publish is not None:
                self._publish(publish, progress)
            if remind is not None:
                self._remind(remind)
            if to_end:
                self._resolve()
                self._post_turn()
        except InputError as error:
            self.did.append(_("stopped: {error}", error=error))
            raise
        finally:
            _append_log(self.folder, self.time, self.did)

    def _read(self) -> None:
        """Fetch and collect."""
        turn = self.table.turn + 1
        result = fetch_pages(self.folder, self.settings, turn, self.time)
        if result.posts:
            self.did.append(ngettext("fetched {n} new post", "fetched {n} new posts", result.posts))
        self.waiting += result.notes
        if self.table.game.is_over(self.table.position):
            return
        outcome = take_orders(self.folder, archived_threads(self.folder, self.settings, turn), self.now)
        self.warnings = outcome.warnings
        if outcome.taken:
            seats = ", ".join(dict.fromkeys(one.seat for one in outcome.taken))
            self.did.append(_("took orders from {seats}", seats=seats))
        if outcome.dropped:
            seats = ", ".join(dict.fromkeys(one.seat for one in outcome.dropped))
            self.did.append(_("dropped orders from {seats}", seats=seats))
        if wants_gm(outcome):
            self.waiting.append(_("something in the thread needs you: gm collect {table}", table=outcome.table.name))

    def _publish(self, path: Path, progress: Callable[[int, int], None]) -> None:
        """Publish the table, and beside it whose order is in."""
        written, removed = publish_table(self.table, path, watch=progress)
        status = status_post(self.table, PUBLIC, self.now)
        for name, form in (("status.html", "html"), ("status.json", "json")):
            data = render(status, form).encode()
            file = path / name
            if not file.is_file() or file.read_bytes() != data:
                write_atomic(file, data)
                written.append(name)
        if written or removed:
            self.did.append(_("published {n} files", n=len(written) + len(removed)))

    def _remind(self, before: Duration) -> None:
        """Post a reminder for those who are missing, once for each deadline."""
        table, due = self.table, read_deadline(self.folder)
        if due is None or due.at is None or state(due, table.turn + 1, self.now) != "open":
            return
        if add_span(Moment(self.now, due.at.zone), before).seconds < due.at.seconds:
            return
        lines = status_post(table, GM, self.now).data.get("reminders", [])
        if lines:
            self._post(reminder_of(table, lines, times.from_epoch(due.at.seconds)))

    def _resolve(self) -> None:
        """Resolve the turn if all orders are in or its time is over, and nothing waits for the game master."""
        table = self.table
        if self.waiting or table.game.is_over(table.position):
            return
        turn, due = table.turn + 1, read_deadline(self.folder)
        how = state(due, turn, self.now)
        if how == "paused":
            return
        is_ready = status_post(table, GM, self.now).data["ready"]
        if not is_ready and how != "over":
            return
        try:
            resolved = resolve_turn(self.folder, close=not is_ready, turn=turn, now=self.now)
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
        """Post the last turn, if turns of this table are posted from here; a post that was begun is finished."""
        table = self.table
        is_ours = self.has_resolved or any(one.key.startswith("turn-") for one in read_sent(self.folder))
        if table.turn and is_ours and not was_posted(self.folder, turn_key(table, table.turn)):
            self._post(turn_of(table, table.turn, self.settings))

    def _post(self, outgoing: Outgoing) -> None:
        if was_posted(self.folder, outgoing.key):
            return
        variable = missing_secret(self.settings)
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


def _append_log(folder: Path, time: str, lines: Sequence[str]) -> None:
    """Add lines to the log of a table, the time in front; nothing is written if there is nothing to say."""
    if not lines:
        return
    path = folder / _LOG
    with lock_folder(folder):
        known = read_text(path).splitlines() if exists(path) else []
        known += [f"{time} {' '.join(line.split())}" for line in lines]
        write_atomic(path, encode("\n".join(known[-_MOST_LINES:]) + "\n", path), mode=0o600)
