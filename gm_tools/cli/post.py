"""`gm post`: the post about a turn, sent to the table's thread."""

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from gm_tools.cli.clipboard import PROGRAMS, copy_text
from gm_tools.cli.commands import command
from gm_tools.cli.common import note, now_of, tell, warn
from gm_tools.cli.options import Now, TableName, flag, option
from gm_tools.cli.tables import find_table
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.live.fetch import archived_threads, forum_of
from gm_tools.live.outbox import Outgoing, erratum_of, reply_posts, turn_of
from gm_tools.live.post import missing_secret, send_post, settle_unknown
from gm_tools.live.sites import check_thread
from gm_tools.posts import times
from gm_tools.posts.sent import plan_parts, sent_parts, was_posted
from gm_tools.posts.take_orders import take_orders
from gm_tools.render.forum_posts import separator
from gm_tools.render.template import Template
from gm_tools.reports.collected_orders import replies_of
from gm_tools.table import open_table
from gm_tools.table.files import read_input
from gm_tools.table.preferences import read_preferences
from gm_tools.table.settings import ThreadSettings, read_settings


@command(
    "gm post dust                                     show it, ask, and post it",
    "gm post dust --yes",
    'gm post dust --erratum --reason "B had moved twice"     as an answer to the post of the turn',
    "gm post dust --replies                           a reply for each player who has to answer",
    "gm post dust --arrived 1234                      it was posted, by hand or after all",
)
def post(
    table: TableName,
    turn: int | None = option("--turn", "N", "By default the last one.", default=None),
    erratum: bool = flag("--erratum", "What changed since it was posted, as an answer to it."),
    reason: str = option("--reason", "TEXT", "With --erratum: why, for the post."),
    replies: bool = flag("--replies", "A reply for each player who has to answer."),
    template: str = option("--template", "FILE", "Your own wording."),
    yes: bool = flag("--yes -y", "Do not ask."),
    arrived: str = option("--arrived", "ID", "The id of a post that was made by hand, or has arrived after all."),
    again: bool = flag("--again", "A part of which nobody knew has not arrived: send it again."),
    now: Now = "",
) -> None:
    """Post a turn to the table's thread, once.

    Posts by the interfaces of Discourse, NodeBB, Reddit and Discord (a webhook), after showing the post and asking,
    split as the forum needs it. What was posted is remembered in sent.toml: a second run posts nothing twice, and
    orders are counted from it. Where a forum has no interface, the text is put on the clipboard, and you are told where
    to paste it.

    Your token is read from the environment or the keyring: GM_TOKEN_FORUM_EXAMPLE_ORG (Discourse: USER:KEY),
    GM_TOKEN_OAUTH_REDDIT_COM, GM_WEBHOOK_DISCORD_COM_CHANNEL.
    """
    if sum((erratum, replies, turn is not None and replies)) > 1:
        raise InputError(_("one of --erratum and --replies at a time"))
    folder = find_table(table)
    settings = read_settings(folder)
    forum_of(settings)
    moment = now_of(now)
    template = template or read_preferences(folder).template
    wording = Template(template, read_input(template)) if template else None
    opened = open_table(folder)
    if replies:
        outcome = take_orders(folder, archived_threads(folder, settings, opened.turn + 1), moment)
        for warning in outcome.warnings:
            warn(warning)
        found = replies_of(outcome)
        for reply in found:
            if reply.private:
                warn(_("the reply to {player} is private: send it yourself", player=reply.to))
        wanted = reply_posts(opened, found)
    elif erratum:
        wanted = [erratum_of(opened, turn, reason, settings.profile or "text", wording)]
    else:
        wanted = [turn_of(opened, opened.turn if turn is None else turn, settings, wording)]
    if not wanted:
        note(_("nobody has to answer"))
        return
    for one in wanted:
        _post(folder, settings, one, times.from_epoch(moment), yes=yes, arrived=arrived, again=again)


def _post(
    folder: "Path", settings: "ThreadSettings", outgoing: Outgoing, now: str, *, yes: bool, arrived: str, again: bool
) -> None:
    """Post one thing: shown, asked for, sent, or given to be pasted."""
    begun = sent_parts(folder, outgoing.key)
    if arrived or again:
        if not begun and arrived:
            forum = forum_of(settings)
            plan_parts(folder, outgoing.key, outgoing.texts, forum, check_thread(forum, settings.address))
            begun = sent_parts(folder, outgoing.key)
        settle_unknown(folder, begun, arrived=arrived, now=now)
        begun = sent_parts(folder, outgoing.key)
        if arrived:
            note(_("remembered: {id}", id=arrived))
            return
    if was_posted(folder, outgoing.key):
        note(_("{what} was posted before: nothing was posted", what=outgoing.title))
        return
    variable = missing_secret(settings)
    texts = [one.text for one in begun if one.state == "waiting"] or outgoing.texts
    if variable:
        _hand_over(settings, texts, variable)
        return
    _show(texts)
    if not yes and not _confirm(len(texts), settings):
        note(_("nothing was posted"))
        return
    for one in send_post(folder, settings, outgoing.key, outgoing.texts, now, outgoing.answered):
        if one.state == "held":
            warn(_("part {part} waits for a moderator's approval", part=one.part))
        else:
            note(_("posted: {id}", id=one.id))


def _show(texts: "Sequence[str]") -> None:
    for at, text in enumerate(texts, 1):
        if len(texts) > 1:
            tell(separator(at, len(texts)))
        for line in text.split("\n"):
            tell(line)


def _confirm(count: int, settings: "ThreadSettings") -> bool:
    if not sys.stdin.isatty():
        raise InputError(_("nobody is there to be asked"), allowed=_("--yes, to post without asking"))
    return typer.confirm(_("Post this ({n} posts) to {address}?", n=count, address=settings.address), err=True)


def _hand_over(settings: "ThreadSettings", texts: "Sequence[str]", variable: str) -> None:
    """Give a post to be pasted: on the clipboard if somebody sits there, else on standard output."""
    _show(texts)
    if sys.stdout.isatty():
        if len(texts) > 1:
            note(_("{n} posts: copy and paste them one after the other", n=len(texts)))
        elif copy_text(texts[0]):
            note(_("it is on the clipboard"))
        else:
            programs = ", ".join(words[0] for words in PROGRAMS)
            note(_("copy it from here: no program for the clipboard works ({programs})", programs=programs))
    note(_("paste it here: {address}", address=settings.address))
    if variable != "-":
        note(_("to post it from here, set {variable}", variable=variable))
    note(_("then: gm post TABLE --arrived ID, with the id of the post, so that it is known as yours"))
