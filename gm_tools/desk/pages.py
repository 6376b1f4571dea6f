"""The pages of one table: the evening's four steps, and the table itself."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from gm_tools.core import clock
from gm_tools.core.deadline import state_line
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.stage import viewer_of
from gm_tools.desk import actions
from gm_tools.desk.commands import Command
from gm_tools.desk.evening import Evening, words_of
from gm_tools.desk.jobs import NoPage
from gm_tools.desk.look import board, news_of, post_sections, report_sections
from gm_tools.desk.tables import picture_of, public_board, stamp
from gm_tools.desk.thread_view import Decision, Shown, list_decisions, read_thread
from gm_tools.desk.tools import TOOLS
from gm_tools.desk.wording import PostTexts, describe_draws, forum_of, reword, write_posts
from gm_tools.live.outbox import turn_key
from gm_tools.live.post import missing_secret
from gm_tools.posts.sent import read_sent
from gm_tools.render import render_file
from gm_tools.render.forum_posts import render
from gm_tools.render.forums import FORUMS
from gm_tools.render.layout import printable
from gm_tools.reports.before_after import compare_standings
from gm_tools.reports.hands import hand_report
from gm_tools.reports.status_post import status_post
from gm_tools.reports.turn_post import turn_post
from gm_tools.table.asked_file import read_asked
from gm_tools.table.bots import list_policies
from gm_tools.table.deadline_file import read_deadline
from gm_tools.table.hands_sent import hands_due
from gm_tools.table.preferences import read_preferences
from gm_tools.table.waiting import FILE as WAITING
from gm_tools.table.waiting import read_applicants

if TYPE_CHECKING:
    from starlette.requests import Request

    from gm_tools.desk.views import Desk
    from gm_tools.table import Table


def show_step(desk: Desk, request: Request) -> Response:
    """Return a page of a table."""
    name, step = request.path_params["name"], request.path_params["step"]
    table, evening = desk.open(name)
    due = read_deadline(table.path)
    over = table.game.is_over(table.position)
    values: dict[str, Any] = {
        "evening": evening,
        "table": table,
        "turn": table.turn + 1,
        "over": over,
        "due": state_line(due, table.turn + 1, clock.now()) if due is not None and not over else "",
        "stamp": stamp(table.path),
        "step": step,
        "done": _list_done(evening, table),
        "seats": table.players,
    }
    makers = {"thread": _thread, "orders": _orders, "preview": _preview, "post": _post, "game": _game}
    if step not in makers:
        raise NoPage
    return desk.page(step, **values, **makers[step](desk, evening, table, request))


def _list_done(evening: Evening, table: Table) -> set[str]:
    """Return the steps of the evening that are behind us.

    All orders are settled once the turn was previewed with them.
    """
    is_previewed = bool(evening.preview) and evening.preview_stamp == stamp(table.path)
    done = {"thread"} if evening.has_thread else set()
    return done | {"orders", "preview"} if is_previewed else done


def show_picture(desk: Desk, request: Request) -> Response:
    """Return the picture of a turn for the thread, as `gm report --format png` makes it."""
    table, __ = desk.open(request.path_params["name"])
    turn = request.path_params["turn"]
    if turn > table.turn:
        raise NoPage
    return Response(render_file(turn_post(table, turn, PUBLIC), "png"), media_type="image/png")


def show_proof(desk: Desk, request: Request) -> Response:
    """Return whether every turn so far can be recomputed, as a part of a page; 202 while that is being done."""
    table, evening = desk.open(request.path_params["name"])
    now = stamp(table.path)
    if evening.proof is None or evening.proof[0] != now:
        command = Command(("verify", evening.name))
        evening.proof = now, desk.jobs.begin(command, f"/table/{quote(evening.name)}/post")
    job = desk.jobs.find(evening.proof[1])
    if job.is_running:
        return Response(status_code=202)
    return desk.part("proof", job=job, turn=table.turn, said=job.text.partition("\n\n")[0])


def show_board(desk: Desk, request: Request) -> Response:
    """Return the board of a turn as a part of a page, as a viewer may know it."""
    table, __ = desk.open(request.path_params["name"])
    viewer = viewer_of(table, request.query_params.get("viewer", PUBLIC))
    turn = request.path_params["turn"]
    if turn > table.turn:
        raise NoPage
    return HTMLResponse(board(picture_of(turn_post(table, turn, viewer))))


def _read(evening: Evening, table: Table) -> tuple[list[Shown], str, list[Decision]]:
    """Return the posts, what is wrong with the files, and what waits for the game master.

    There is nothing before there is a thread.
    """
    if not evening.has_thread:
        return [], "", []
    return *read_thread(evening, table), list_decisions(evening, read_asked(table.path, table.turn + 1))


def _thread(desk: Desk, evening: Evening, table: Table, _request: Request) -> dict[str, Any]:
    shown, fault, __ = _read(evening, table)
    return {
        "posts": shown,
        "fault": fault,
        "address": table.thread.address,
        "example": desk.place.example if not evening.files else "",
        "line": f"gm collect {evening.word} FILE…",
        "forget_line": shlex.join(("rm", "-r", str(evening.folder.relative_to(desk.place.folder)))),
    }


def _orders(_desk: Desk, evening: Evening, table: Table, _request: Request) -> dict[str, Any]:
    shown, fault, decisions = _read(evening, table)
    data = status_post(table, GM, clock.now()).data
    ordered = {one["seat"]: one for one in data["orders"]}
    rows = {row["seat"]: row for row in evening.rows()}
    awaited = [
        {
            **one,
            "order": ordered.get(one["seat"], {}).get("text", ""),
            "source": ordered.get(one["seat"], {}).get("source", ""),
            "problems": ordered.get(one["seat"], {}).get("problems", []),
            "tier": rows.get(one["seat"], {}).get("tier", ""),
            "wants": any(decision.seat == one["seat"] for decision in decisions),
            "verdict": rows.get(one["seat"], {}).get("verdict", ""),
            "settled": _undo_command(evening, table, one["seat"]),
            "is_changed": one["seat"] in data.get("changed_after_preview", ()),
        }
        for one in data["awaited"]
    ]
    return {
        "posts": shown,
        "fault": fault,
        "decisions": decisions,
        "near": [_name_seat(evening, **one) for one in evening.found.get("near", ())],
        "awaited": awaited,
        "count": sum(one["in"] for one in awaited),
        "missing": sum(not one["in"] and not one["wants"] for one in awaited),
        "ready": data["ready"],
        "reminders": {
            _("Reminders to paste"): data.get("reminders", ()),
            _("Reminders to send in private"): data.get("private_reminders", ()),
        },
        "is_unread": evening.has_thread and not evening.found,
        "notes": [*words_of(evening.said), *map(evening.tidy, evening.found.get("notes", ()))],
        "picture": public_board(table.path, table.turn),
        "earlier": [one["seat"] for one in awaited if one["in"] and not rows.get(one["seat"], {}).get("key")],
        "policies": list_policies(table.game),
        "policy": evening.policy,
        "line": actions.resolve_command(evening, table, is_preview=True).line,
    }


def _name_seat(evening: Evening, seat: str, name: str) -> dict[str, str]:
    """Return an author whose name is near a player's, and the command that makes it another name of that player."""
    line = Command(("seat", evening.name, seat, f"--alias={name}")).line
    return {"seat": seat, "name": name, "shown": printable(name), "line": printable(line)}


def _undo_command(evening: Evening, table: Table, seat: str) -> str:
    """Return the command that takes back what the game master has decided for a seat this turn, empty if he has not."""
    found = evening.settled.get(seat)
    return found.undo(evening.name, seat).typed if found is not None and found.turn == table.turn + 1 else ""


def _preview(_desk: Desk, evening: Evening, table: Table, request: Request) -> dict[str, Any]:
    now = stamp(table.path)
    is_fresh = evening.preview_stamp == now
    data = status_post(table, GM, clock.now()).data
    players = table.players
    forum = forum_of(evening, table, request.query_params.get("forum", ""))
    post = evening.preview_post if is_fresh else None
    wording = (
        reword(evening, table.turn + 1, forum, write_posts(evening, table, post, forum)) if post else PostTexts(())
    )
    return {
        "look": post_sections(post) if post else "",
        "title": post.title if post else "",
        "news": news_of(post) if post else (),
        "wording": wording,
        "draws": describe_draws(post.data["luck"]()) if post and "luck" in post.data else "",
        "forum": forum,
        "forums": {name: one.title for name, one in FORUMS.items()},
        "can_post": bool(post) and not wording.changes and not _posting(table)["lacks"],
        "changed": [players[seat] for seat in data.get("changed_after_preview", ())],
        "preview": Markup(evening.preview) if is_fresh else "",  # noqa: S704  (made by gm resolve --format html, which escapes)
        "preview_said": list(words_of(evening.preview_said)) if is_fresh else [],
        "before": public_board(table.path, table.turn),
        "changes_by_seat": compare_standings(turn_post(table, table.turn, PUBLIC), post) if post else None,
        "ready": data["ready"],
        "policies": list_policies(table.game),
        "policy": evening.policy,
        "line": actions.resolve_command(evening, table, is_preview=True).line,
        "resolve_line": actions.resolve_command(evening, table).line,
    }


def _post(_desk: Desk, evening: Evening, table: Table, request: Request) -> dict[str, Any]:
    forum = forum_of(evening, table, request.query_params.get("forum", ""))
    viewer = viewer_of(table, request.query_params.get("viewer", PUBLIC))
    report = turn_post(table, table.turn, viewer)
    texts = write_posts(evening, table, report, forum)
    return {
        "viewer": viewer,
        "report": report_sections(report),
        "look": post_sections(report),
        "title": report.title,
        "news": news_of(report),
        "wording": reword(evening, table.turn, forum, texts) if viewer == PUBLIC else PostTexts(texts),
        "forums": {name: forum.title for name, forum in FORUMS.items()},
        "forum": forum,
        "hands": _hands(table, forum),
        **_posting(table),
        "line": f"gm report {evening.word} --forum {forum}" + (f" --viewer {viewer}" if viewer != PUBLIC else ""),
    }


def _hands(table: Table, forum: str) -> list[dict[str, str]]:
    """Return the private messages that are to be sent."""
    players, due = table.players, hands_due(table)
    return [{"seat": seat, "player": players[seat], "text": render(hand_report(table, seat), forum)} for seat in due]


def _posting(table: Table) -> dict[str, Any]:
    """Return what is known of posting to the table's thread.

    The keys are its `address`, what it `lacks` (`-`: an interface), and what was `sent`.
    """
    settings = table.thread
    key = turn_key(table, table.turn)
    try:
        lacks = missing_secret(settings) if settings.address else "-"
    except InputError:
        lacks = "-"  # nobody knows what the forum runs on
    sent = [one for one in read_sent(table.path) if one.key == key and one.id]
    return {"address": settings.address, "lacks": lacks, "sent": sent}


def _game(_desk: Desk, evening: Evening, table: Table, request: Request) -> dict[str, Any]:
    number = request.query_params.get("turn", "")
    turn = int(number) if number.isdecimal() and int(number) <= table.turn else table.turn
    viewer = viewer_of(table, request.query_params.get("viewer", PUBLIC))
    report = turn_post(table, turn, viewer)
    return {
        "report": report_sections(report),
        "title": report.title,
        "shown": turn,
        "viewer": viewer,
        "filled": evening.filled,
        "tried": Markup(evening.tried),  # noqa: S704
        "tried_said": list(words_of(evening.tried_said)),
        "printed": evening.printed,
        "tools": TOOLS,
        "awaited": next(iter(table.game.awaited(table.position)), ""),
        "known": {
            "thread": table.thread._asdict(),
            "settings": read_preferences(table.path)._asdict(),
        },
        "waiting": [one.player for one in read_applicants(table.path / WAITING) if not one.out],
        "line": f"gm report {evening.word} --turn {turn}",
    }
