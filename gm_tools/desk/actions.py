"""What the buttons do: each runs one command, says what came of it, and goes on to the next page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.responses import JSONResponse, RedirectResponse, Response

from gm_tools.core import clock
from gm_tools.core.events import GM, PUBLIC
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.stage import seat_of
from gm_tools.desk.commands import Command, Done, run
from gm_tools.desk.evening import Evening, Filled, Settled
from gm_tools.desk.rewording import Rewording
from gm_tools.desk.tables import stamp
from gm_tools.desk.tools import BY_NAME, FormField
from gm_tools.desk.wording import forum_of, preview_post, reword, write_posts
from gm_tools.reports.next_step import post_step
from gm_tools.reports.status_post import status_post
from gm_tools.reports.turn_post import turn_post
from gm_tools.table import open_table
from gm_tools.table.bots import list_policies

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from starlette.requests import Request

    from gm_tools.desk.views import Desk
    from gm_tools.table import Table

Form = dict[str, list[Any]]
_MAIN = re.compile(r"<main>\n?(.*)</main>", re.DOTALL)
# What writes nothing may be done from a page that is older than the table.
_HARMLESS = frozenset({"paste", "forget", "try", "words"})


def resolve_command(evening: Evening, table: Table, *, is_preview: bool = False) -> Command:
    """Return the command that resolves the next turn, and only that one."""
    words = ["resolve", evening.name, "--preview" if is_preview else f"--turn={table.turn + 1}"]
    if evening.policy:
        words += ["--close", "--missing", evening.policy]
    return Command(tuple(words))


def act(desk: Desk, request: Request, form: Form) -> Response:
    """Do what a button of a table's pages says, unless the page is older than the table."""
    name, action = request.path_params["name"], text_of(form, "action")
    table, evening = desk.open(name)
    home = f"/table/{quote(name)}"
    if action not in _ACTIONS:
        raise InputError(_("the desk knows no {action!r}", action=action), allowed=", ".join(_ACTIONS))
    is_script = "application/json" in request.headers.get("accept", "")  # which copies the post and then goes there
    if action not in _HARMLESS and text_of(form, "stamp") != stamp(table.path):
        desk.said.append(
            _(
                "The table was changed after this page was made, by a command or in another window, so nothing was done. This is how it stands now."
            )
        )
        step = text_of(form, "step")
        address = f"{home}/{step if step.isalpha() else 'orders'}"
        return JSONResponse({"to": address, "text": ""}) if is_script else RedirectResponse(address, 303)
    step = _ACTIONS[action](desk, evening, table, form)
    address = step if step.startswith("/") else f"{home}/{step}"
    if is_script:
        return JSONResponse({"to": address, "text": _copy_post(evening, table.path) if step == "post" else ""})
    return RedirectResponse(address, 303)


def _copy_post(evening: Evening, path: Path) -> str:
    """Return the post of a table's last turn, the first of several."""
    table = open_table(path)
    forum = forum_of(evening, table)
    texts = write_posts(evening, table, turn_post(table, table.turn, PUBLIC), forum)
    return reword(evening, table.turn, forum, texts).texts[0]


def main_of(page: str) -> str:
    """Return what stands in the main part of a page that a command printed with `--format html`.

    It is empty if the command printed none.
    """
    found = _MAIN.search(page)
    return found[1] if found else ""


def text_of(form: Mapping[str, list[Any]], key: str) -> str:
    """Return a field of a form, empty if it is not there or a file."""
    value = form.get(key, [""])[0]
    return value.replace("\r\n", "\n") if isinstance(value, str) else ""


def run_here(desk: Desk, command: Command, *, with_output: bool = False, without: str = "") -> Done:
    """Run a command and have the next page say what it said, `without` a line; `with_output`: what it printed, too."""
    done = run(command, desk.place.folder)
    said = [done.out.strip()] * with_output + [line for line in strip_name(done.said).split("\n") if line != without]
    text = "\n".join(part for part in said if part)
    if done.status and not text:
        text = _("{command} failed", command=command.line)
    desk.said += [text] if text else []
    return done


def strip_name(said: str) -> str:
    r"""Return what a command said without the name that it puts before each line.

    >>> strip_name("gm: warning: no order\ngm: the table is in turns/dust")
    'warning: no order\nthe table is in turns/dust'
    """
    return re.sub(r"^gm: ", "", said, flags=re.MULTILINE)


def _seat(table: Table, form: Form) -> str:
    """Return the mark of the seat that a form is about."""
    return seat_of(table, text_of(form, "seat")).mark


def _paste(desk: Desk, evening: Evening, _table: Table, form: Form) -> str:
    before = len(evening.files)
    for value in form.get("files", []):
        if not isinstance(value, str) and value[1]:
            evening.add_file(*value)
    if text_of(form, "text").strip():
        evening.add_file("pasted.txt", text_of(form, "text").encode())
    if len(evening.files) == before:
        desk.said.append(_("There was nothing to read: paste the thread's text, or drop its saved pages."))
        return "thread"
    return _read_again(desk, evening, _table, form)


def _read_again(desk: Desk, evening: Evening, _table: Table, _form: Form, *words: str) -> str:
    if not evening.has_thread:
        return "orders"
    fault = evening.collect(*words)
    if fault:
        desk.said.append(fault)
    return "thread" if fault else "orders"


def _forget(_desk: Desk, evening: Evening, _table: Table, _form: Form) -> str:
    evening.clear()
    return "thread"


def _accept(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    seat = _seat(table, form)
    _keep(evening, table, seat)
    return _read_again(desk, evening, table, form, "--accept", seat)


def _keep(evening: Evening, table: Table, seat: str) -> None:
    """Remember what a seat has in hand before the game master decides."""
    rows = status_post(table, GM, clock.now()).data["orders"]
    text, source = next(((row["text"], row["source"]) for row in rows if row["seat"] == seat), ("", ""))
    before = evening.settled.get(seat)
    if before is None or before.turn != table.turn + 1:  # of several decisions the first is what one goes back to
        evening.settled[seat] = Settled(table.turn + 1, text, source)


def _take_back(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    """Put in hand again what was there before the game master decided, and read the thread again, which asks again."""
    seat = _seat(table, form)
    before = evening.settled.pop(seat, None)
    if before is not None and before.turn == table.turn + 1:
        run_here(desk, before.undo(evening.name, seat), with_output=True)
    return _read_again(desk, evening, table, form)


def _ask(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    run_here(desk, Command(("ask", evening.name, _seat(table, form))))
    return "orders"


def _alias(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    """Give a seat's player another name, that of an author of the thread, and read the thread again."""
    seat = _seat(table, form)
    run_here(desk, Command(("seat", evening.name, seat, f"--alias={text_of(form, 'name')}")), with_output=True)
    return _read_again(desk, evening, table, form)


def _order(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    """Put an order in hand as the game master has typed it, and read the thread again."""
    seat = _seat(table, form)
    text = text_of(form, "order")
    if not text.strip():
        desk.said.append(_("There is no order: type it as the player wrote it."))
        return "orders"
    _keep(evening, table, seat)
    run_here(desk, Command(("order", evening.name, seat, "-"), text), with_output=True)
    return _read_again(desk, evening, table, form)


def _drop(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    command = Command(("order", evening.name, _seat(table, form), "--drop"))
    run_here(desk, command, with_output=True)
    return "orders"


def _preview(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    policy = text_of(form, "policy")
    evening.policy = policy if policy in list_policies(table.game) else ""
    command = resolve_command(evening, table, is_preview=True)
    done = run(command._replace(words=(*command.words, "--format", "html")), desk.place.folder)
    evening.preview = main_of(done.out) if done.status == 0 else ""
    evening.preview_said = strip_name(done.said)
    evening.preview_post = preview_post(open_table(table.path), evening.policy) if evening.preview else None
    evening.preview_stamp = stamp(table.path)
    return "preview"


def _words(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    """Keep the words of the post as the game master has changed them in the preview."""
    forum = forum_of(evening, table)
    if evening.preview_post is None or evening.preview_stamp != stamp(table.path):
        desk.said.append(_("The table has changed: preview the turn again, then change the words."))
        return "preview"
    written = write_posts(evening, table, evening.preview_post, forum)
    wanted = tuple(text_of({"words": [text]}, "words") for text in form.get("words", []))
    evening.words.pop((table.turn + 1, forum), None)
    if wanted != written and len(wanted) == len(written):
        evening.words[table.turn + 1, forum] = Rewording(written, wanted)
    return "preview"


def _resolve(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    command = resolve_command(evening, table)
    shell = post_step(evening.name, table.thread)  # what is next in a shell: here it is the next page
    if run_here(desk, command, without=shell).status:
        return "preview"
    if text_of(form, "then") == "post":
        run_here(desk, Command(("post", evening.name, "--yes")))
        return "post"
    desk.said.append(_("Turn {turn} is resolved: post it now.", turn=table.turn + 1))
    return "post"


def _fetch(desk: Desk, evening: Evening, _table: Table, _form: Form) -> str:
    fault = evening.fetch()
    desk.said += [fault] if fault else []
    return "thread" if fault else "orders"


def _post_it(desk: Desk, evening: Evening, _table: Table, form: Form) -> str:
    """Send the post to the thread, or remember that it was posted by hand."""
    arrived = text_of(form, "arrived").strip()
    run_here(desk, Command(("post", evening.name, f"--arrived={arrived}" if arrived else "--yes")))
    return "post"


def _note_sent(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    """Note that private messages were sent: to one seat, or to all that had to be written to."""
    seat = text_of(form, "seat")
    words = (seat_of(table, seat).mark,) if seat else ()
    run_here(desk, Command(("hands", evening.name, *words, "--sent")))
    return "post"


def _tool(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    """Do what a tool of the table's page does; long work goes on beside the desk."""
    tool = BY_NAME[text_of(form, "action")]

    def value(field: FormField) -> str:
        given = text_of(form, field.name)
        return seat_of(table, given).mark if field.kind == "seat" else given

    command = tool.command(evening.name, value)
    if tool.is_long:
        run_as = command._replace(words=(*command.words, "--format", "html")) if tool.is_drawn else command
        return f"/jobs/{desk.jobs.begin(run_as, f'/table/{quote(evening.name)}/game', command.line)}"
    done = run(command, desk.place.folder)
    evening.printed = done.out.strip() if done.status == 0 else ""
    evening.filled = Filled(tool.name, {key: text_of(form, key) for key in form}) if done.status else Filled()
    said = strip_name(done.said) or ("" if done.out.strip() else _("Done."))
    desk.said += [said] if said else []
    return "game"


def _try(desk: Desk, evening: Evening, table: Table, form: Form) -> str:
    seat = _seat(table, form)
    command = Command(("try", evening.name, seat, "-", "--format", "html"), text_of(form, "order"))
    done = run(command, desk.place.folder)
    evening.filled = Filled("try", {"seat": seat, "order": text_of(form, "order")})
    evening.tried = main_of(done.out).replace("block-", "tried-")  # it stands beside the turn's own blocks
    evening.tried_said = strip_name(done.said)
    return "game"


_ACTIONS: dict[str, Callable[[Desk, Evening, Table, Form], str]] = {
    "paste": _paste,
    "again": _read_again,
    "forget": _forget,
    "accept": _accept,
    "take-back": _take_back,
    "ask": _ask,
    "alias": _alias,
    "order": _order,
    "drop": _drop,
    "preview": _preview,
    "words": _words,
    "resolve": _resolve,
    "try": _try,
    "fetch": _fetch,
    "post": _post_it,
    "sent": _note_sent,
    **dict.fromkeys(BY_NAME, _tool),
}
