"""The page of a table: what everybody sees at once, without scripts, and the box that its scripts open.

All of it stands in the page itself (`page.html`): maps, standings, what happened, deadline, notation, links to every turn. The scripts
add to that: steps without loading, zoom, and the order box with the engine. The content security policy names what the page may
load: itself and, unless Pyodide lies beside it, the CDN. Files are asked for by name and digits of their hash, so that an old copy in
a cache is never taken for a new one, and kept as long as they are the same.
"""

from __future__ import annotations

from hashlib import sha256
from json import dumps
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from gm_tools.core.i18n import N_, _, language
from gm_tools.page import pack, pyodide
from gm_tools.page.parts import notation, parts, seats_data
from gm_tools.render.forums import FORUMS
from gm_tools.render.html import escape, hash_of, navigation, page_name, style_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.core.game import Game
    from gm_tools.reports.report import Report

_HERE = Path(__file__).resolve().parent
_PLACE = "page/"  # of the page's own files in a published folder
_BESIDE = ("page.css", "page.js", "worker.js", "start.zip")
_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'{cdn}; "
    "style-src 'self' {style}; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
_OVER = N_("The game is over: nothing is to be ordered.")


def files(package: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the page's files by their names in a published folder, the page itself left out.

    `package` are the files of Pyodide to put beside them (see pyodide.py); without them the page loads it from the CDN.
    """
    made = {f"{_PLACE}{name}": (_HERE / name).read_bytes() for name in _BESIDE}
    made[f"{_PLACE}engine.zip"] = pack.engine()
    return made | {f"{pyodide.FOLDER}{name}": data for name, data in (package or {}).items()}


def page(
    report: Report,
    game: Game[Any, Any, Any],
    beside: Mapping[str, bytes],
    snapshot: tuple[str, bytes],
    links: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the page of a table whose newest turn `report` is about; `beside` are `files()`, `snapshot` its name and bytes."""
    made = parts(report)
    style = style_of(report.blocks)
    turn = report.data["turn"]
    cdn = "" if f"{pyodide.FOLDER}pyodide.mjs" in beside else f" {pyodide.CDN}"
    markup = {
        "policy": _POLICY.format(cdn=cdn, style=hash_of(style)),
        "style": style,
        "css": _url(f"{_PLACE}page.css", beside),
        "script": _url(f"{_PLACE}page.js", beside),
        "due": _due(report),
        "first": "" if turn else " hidden",
        "maps": made.maps,
        "rest": made.rest,
        "notation": notation(game),
        "seats": "".join(_choice(seat["mark"], _seat_label(seat)) for seat in seats_data(report)),
        "forums": "".join(_choice(name, title) for name, title in _forums().items()),
        "navigation": "\n".join(navigation(report, links)),
        "data": _json(_data(report, game, beside, snapshot)),
    }
    texts = {
        "language": language(),
        "title": report.title,
        "turn": str(turn),
        "before": f"{page_name(max(turn - 1, 0))}.html",
        "before_label": _("Turn {turn}", turn=turn - 1),
        "closed": _(_OVER) if report.data["over"] else _labels()["closed"],
    }
    fields = {name: escape(text) for name, text in (_labels() | texts).items()} | markup
    return Template((_HERE / "page.html").read_text(encoding="utf-8")).substitute(fields)


def _labels() -> dict[str, str]:
    """Return the words that stand in `page.html`, by their names there."""
    return {
        "to_order": _("To the order box"),
        "earlier": _("Earlier turns"),
        "turn_shown": _("Turn shown"),
        "zoom": _("Size of the board"),
        "smaller": _("Smaller"),
        "larger": _("Larger"),
        "fit": _("As wide as the page"),
        "try_order": _("Try an order"),
        # What stands there before the scripts have opened the box, and so where they cannot.
        "closed": _(
            "Orders can be tried here with JavaScript, where this page comes from a web address (http or https), not from a file."
        ),
        "seat_label": _("Seat"),
        "own_hand": _("Your hand"),
        "paste_hand": _("Paste your private message, or write the cards of your hand"),
        "stays": _("It stays on this page: none of it is sent or stored."),
        "order_label": _("Order"),
        "unsure": _("Your hand is not known here: whether it has the card is not checked."),
        "forum_label": _("The post, for your forum"),
        "copy": _("Copy the post"),
        "post_label": _("The post"),
        "other": _("Another snapshot"),
        "choose": _("Choose the file of a snapshot, or drop it anywhere on this page"),
        "leave": _("Back to the published table"),
        "check_turn": _("Check this turn"),
        "paste_post": _(
            "Paste the lines about fairness from the post in the forum: without them, this page proves only itself"
        ),
        "notation_title": _("How orders are written"),
    }


def _words() -> dict[str, str]:
    """Return what the scripts say, by the names that they know it by; they fill in the fields themselves."""
    return {
        "loading": _("The engine is being loaded…"),
        "failed": _("The engine could not be loaded: {error}"),
        "trying": _("Trying…"),
        "legal": _("Legal"),
        "illegal": _("Not legal"),
        "unread": _("Not understood"),
        "empty": _("Type an order: its path is drawn on the board."),
        "mend": _("Write {order}"),
        "asked": _("Asked: {request}"),
        "idle": _("No order is needed from this seat now."),
        "over": _(_OVER),
        "copied": _("Copied."),
        "press": _("Selected: copy it with the keyboard or menu."),
        "turn": _("Turn {turn}"),
        "of": _("turn {turn} of {last}"),
        "dropped": _("Showing the file {file}."),
        "refused": _("The file {file} cannot be used: {error}"),
        "large": _("it is too large for a snapshot"),
        "local": _("{when} in your time"),
        "missing": _("Turn {turn} could not be loaded."),
        "checking": _("Turn {turn} is being checked…"),
        "proven": _("Turn {turn}: everything that was checked holds."),
        "disproven": _("Turn {turn}: something does not hold."),
        "unproven": _("Turn {turn} cannot be checked: {error}"),
    }


def _forums() -> dict[str, str]:
    return {name: forum.title for name, forum in FORUMS.items()}


def _choice(value: str, text: str) -> str:
    return f'<option value="{escape(value)}">{escape(text)}</option>'


def _seat_label(seat: Mapping[str, str]) -> str:
    return " ".join(dict.fromkeys((seat["mark"], seat["player"])))


def _due(report: Report) -> str:
    """Return the deadline of the next turn as a line of the page's head."""
    deadline = report.data.get("deadline")
    if not deadline:
        return ""
    if deadline["paused"]:
        message = _(
            "The deadline is paused; orders for turn {turn} were due: {when}", turn=deadline["turn"], when="{when}"
        )
        at = ""
    else:
        message = _("Orders for turn {turn} are due: {when}", turn=deadline["turn"], when="{when}")
        at = f' datetime="{escape(deadline["at"])}"'
    when = f"<time{at}>{escape(deadline['shown'])}</time>"
    return f'<p id="due">{escape(message).replace("{when}", when)}</p>'


def _data(
    report: Report, game: Game[Any, Any, Any], beside: Mapping[str, bytes], snapshot: tuple[str, bytes]
) -> dict[str, Any]:
    """Return what the scripts of the page are told."""
    base = pyodide.FOLDER if f"{pyodide.FOLDER}pyodide.mjs" in beside else pyodide.CDN
    start, engine = f"{_PLACE}start.zip", f"{_PLACE}engine.zip"
    checked = {f"{base}{name}": wanted for name, wanted in pyodide.FILES.items()}
    checked |= {_url(name, beside): pyodide.integrity(beside[name]) for name in (start, engine)}
    return {
        "language": language(),
        "table": report.data["table"],
        "turn": report.data["turn"],
        "over": report.data["over"],
        "hidden": game.private is not None,
        "proofs": "key" in report.data,
        "seats": seats_data(report),
        "snapshot": f"{snapshot[0]}?{_tag(snapshot[1])}",
        "worker": _url(f"{_PLACE}worker.js", beside),
        "begin": {
            "base": base,
            "files": checked,
            "start": _url(start, beside),
            "engine": _url(engine, beside),
            # Of the packages that Pyodide has beside Python's own library none is used.
            "lock": {"info": {"python": pyodide.PYTHON, "abi_version": pyodide.ABI, "arch": "wasm32"}, "packages": {}},
        },
        "words": _words(),
    }


def _url(name: str, beside: Mapping[str, bytes]) -> str:
    return f"{name}?{_tag(beside[name])}"


def _tag(data: bytes) -> str:
    """Return a few digits that differ where files do."""
    return sha256(data).hexdigest()[:12]


def _json(data: Mapping[str, Any]) -> str:
    """Return data as JSON that may stand in a page: nothing in it can end the element that it stands in."""
    return dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
