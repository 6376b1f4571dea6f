"""The page of a table: what everybody sees at once, without scripts, and the box that its scripts open.

All of it stands in the page itself (`page.html`): maps, standings, what happened, deadline, notation, links to every
turn. The scripts add to that: steps without loading, zoom, and the order box with the engine. The content security
policy names what the page may load: itself and, unless Pyodide lies beside it, the CDN. Files are asked for by name and
digits of their hash, so that an old copy in a cache is never taken for a new one, and kept as long as they are the
same.
"""

from __future__ import annotations

import re
from hashlib import sha256
from json import dumps
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from gm_tools.core.beacon import PUBLIC_KEY
from gm_tools.core.drawing import TARGET_NAMES
from gm_tools.core.i18n import N_, _, language
from gm_tools.core.sheets import ELSE
from gm_tools.core.times import DATE, DAYS
from gm_tools.page import pack, pyodide
from gm_tools.page.key_list import list_keys
from gm_tools.page.parts import guide, minor_titles, notation, parts, seats_data
from gm_tools.page.posts import PLACEHOLDER, order_posts
from gm_tools.render.drawing.layers import legend, table_of_marks
from gm_tools.render.forums import FORUMS
from gm_tools.render.html import escape, hash_of, navigation, page_name, style_of
from gm_tools.reports.report import Report, first_drawing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gm_tools.core.game import Game
    from gm_tools.reports.deeds import Deed

_HERE = Path(__file__).resolve().parent
LOG = "data/log.json"  # what happened in all turns, for the page to fetch when somebody asks for it
_PLACE = "page/"  # of the page's own files in a published folder
_BESIDE = ("page.css", "worker.js", "bls.js", "start.zip")
_MAIN = "page.js"
_LATER = ("worker.js", "bls.js")  # scripts that are no modules of the page: loaded when they are wanted
_IMPORT = re.compile(r'(?<=from "\./)(\w+\.js)(?=";)')
_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'{cdn}; "
    "style-src 'self' {style}; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
_SENT = N_("Nothing is sent: you paste it yourself.")
_OVER = N_("The game is over: no orders are needed.")


def files(game: str, package: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the files of a game's page by their names in a published folder, the page itself left out.

    `package` are the files of Pyodide to put beside them (see pyodide.py); without them the page loads it from the CDN.
    """
    made = {f"{_PLACE}{name}": (_HERE / name).read_bytes() for name in _BESIDE}
    made |= {f"{_PLACE}{name}": data for name, data in scripts().items()}
    made[f"{_PLACE}engine.zip"] = pack.engine(game)
    beside = {f"{pyodide.FOLDER}{name}": data for name, data in (package or {}).items()}
    packed = {f"{pyodide.FOLDER}{name}.gz": pyodide.pack(package[name]) for name in pyodide.PACKED} if package else {}
    return made | beside | packed


def scripts() -> dict[str, bytes]:
    """Return the page's modules by their names; each imports the others under the digits of them all.

    So a browser that has an old one in its cache never mixes it with new ones.
    """
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in sorted(_HERE.glob("*.js")) if path.name not in _LATER
    }
    tag = _tag("".join(texts.values()).encode())
    return {name: _IMPORT.sub(rf"\1?{tag}", text).encode() for name, text in texts.items()}


def page(
    report: Report,
    game: Game[Any, Any, Any],
    beside: Mapping[str, bytes],
    snapshot: tuple[str, bytes],
    links: Sequence[tuple[str, str]] = (),
    guides: Sequence[Report] = (),
    ordered: Collection[str] = (),
    done: Mapping[str, Deed] | None = None,
) -> str:
    """Return the page of a table whose newest turn `report` is about.

    `beside` are `files()`, `snapshot` its name and bytes. The `guides` stand folded below the notation. `ordered` are
    the seats whose order for the next turn is in hand, `done` what each did last.
    """
    style = style_of(report.blocks)
    turn = report.data["turn"]
    cdn = "" if f"{pyodide.FOLDER}pyodide.mjs" in beside else f" {pyodide.CDN}"
    main = f"{_PLACE}{_MAIN}"
    tag = scripts_tag(beside[main])
    own = (name for name in sorted(beside) if name.endswith(".js") and name.startswith(_PLACE))
    modules = [f"{name}?{tag}" for name in own if name.removeprefix(_PLACE) not in (_MAIN, *_LATER)]
    markup = {
        "policy": _POLICY.format(cdn=cdn, style=hash_of(style)),
        "style": style,
        "css": _url(f"{_PLACE}page.css", beside),
        "script": f"{main}?{tag}",
        "preload": "\n".join(f'<link rel="modulepreload" href="{name}">' for name in modules),
        "due": _due(report),
        "first": "" if turn else " hidden",
        **parts(report),
        "notation": notation(game),
        "shortcuts": list_keys(),
        "guides": "\n".join(map(guide, guides)),
        "seats": "".join(_choice(seat["mark"], _seat_label(seat)) for seat in seats_data(report)),
        "forums": "".join(_choice(name, forum.title) for name, forum in FORUMS.items()),
        "navigation": "\n".join(navigation(report, links)),
        "data": _json(
            _data(report, game, beside, snapshot) | {"seats": seats_data(report, ordered), "deeds": done or {}}
        ),
    }
    texts = {
        "language": language(),
        "title": report.title,
        "headline": _title(report),
        "where": report.data["headline"],
        "table": report.data["table"],
        "how_to_order": _(game.how_to_order) if game.how_to_order else "",
        "turn": str(turn),
        "before": f"{page_name(max(turn - 1, 0))}.html",
        "closed": _(_OVER) if report.data["over"] else _labels()["closed"],
    }
    fields = {name: escape(text) for name, text in (_labels() | texts).items()} | markup
    return Template((_HERE / "page.html").read_text(encoding="utf-8")).substitute(fields)


def with_deeds(turn_page: bytes, report: Report, done: Mapping[str, Deed]) -> bytes:
    """Return the page of a turn, with what each seat did and what the marks on its board mean.

    The page of the table takes these over.
    """
    told = escape(_json(done))
    drawing = first_drawing(report.blocks)
    marks = legend(drawing) if drawing else ""
    return turn_page.replace(b"</main>", f'<template data-deeds="{told}">{marks}</template>\n</main>'.encode(), 1)


def scripts_tag(main: bytes) -> str:
    """Return the digits under which a published main module imports the others."""
    found = re.search(rb"\.js\?(\w+)\"", main)
    assert found is not None, "the main module imports others"
    return found[1].decode()


def capitalize(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def _title(report: Report) -> str:
    """Return which turn orders are wanted for, or that the game is over."""
    if report.data["over"]:
        return capitalize(report.data["headline"])
    return _("Turn {turn}", turn=report.data["turn"] + 1)


def _labels() -> dict[str, str]:
    """Return the words that stand in `page.html`, by their names there."""
    return {
        "to_order": _("To the order box"),
        "who": _("Who are you?"),
        "rules": _("Rules"),
        "board_label": _("Board and standings"),
        "stage_label": _("Board: go to a place or a piece with the arrow keys, then press Enter"),
        "view": _("View"),
        "zoom": _("Zoom"),
        "zoom_in": _("Zoom in"),
        "zoom_out": _("Zoom out"),
        "keys_help": _("Keys of this page"),
        "close": _("Close"),
        "marks": _("What the marks mean"),
        "near": _("My move"),
        "whole": _("Whole board"),
        "earlier": _("Earlier turns"),
        "back_label": _("One turn back"),
        "on_label": _("One turn on"),
        "turn_shown": _("Turn shown"),
        "now": _("Back to now"),
        "your_order": _("Your order"),
        "handle": _("Open or close the order sheet"),
        # What stands there before the scripts have opened the box, and so where they cannot.
        "closed": _(
            "To try orders here, turn on JavaScript and open this page from a web address (http or https), not from a file."
        ),
        "seat_label": _("Seat"),
        "sandbox": _("Sandbox"),
        "unreal": _("Sandbox: not the game"),
        "sandbox_hint": _("Play on with all seats to see what could happen: none of it counts in the game"),
        "loading_label": _("How much of the engine is loaded"),
        "again": _("Try again"),
        "failure": _("What went wrong"),
        "own_hand": _("Your hand"),
        "paste_hand": _("Paste your private message, or write the cards of your hand"),
        "stays": _("It stays on this page: none of it is sent or stored."),
        "order_label": _("Order"),
        "keys_label": _("What may come next"),
        "verdict_rules": _("which rules?"),
        "unsure": _("Your hand is not known here, so there is no check that you hold the card."),
        "add_else": _("+ Second order (else)"),
        "best": _("Best five"),
        "helps": _("Show the best orders that the engine finds"),
        "forum_label": _("The post, for your forum"),
        "copy_anyway": _("Copy it anyway"),
        "cancel": _("Cancel"),
        "nothing_sent": _(_SENT),
        "link": _("Copy link"),
        "post_label": _("The post"),
        "other": _("Another snapshot"),
        "choose": _("Choose the file of a snapshot, or drop it anywhere on this page"),
        "leave": _("Back to the published table"),
        "check_turn": _("Check this turn"),
        "paste_post": _(
            "Paste the lines about fairness from the post in the forum: without them, this page proves only itself"
        ),
        "more": _("What happened, and how orders are written"),
        "shelves": _("Below the board"),
        "standings_tab": _("Standings"),
        "log": _("The game so far"),
        "notes": _("Your notes"),
        "notes_hint": _("Only this browser keeps them; nobody else can see them."),
        "wipe": _("Erase your own arrows and rings (Esc)"),
        "marks_hint": _(
            "Your own arrows and rings: draw on the board with the right mouse button, or hold a finger down. Only you see them."
        ),
        "as_text": _("The board as text"),
        "notation_title": _("How orders are written"),
    }


def _words() -> dict[str, str]:
    """Return what the scripts say, by the names that they know it by; they fill in the fields themselves."""
    return {
        "duty": _("You are {player}: order {request}"),
        "idle": _("You are {player}: no order is needed now"),
        "playing": _("Playing {player}: order {request}"),
        "resting": _("Playing {player}: no order is needed now"),
        "yours": _("Your turn"),
        "you": _("you"),
        "youplay": _("you play"),
        "isawaited": _("awaited"),
        "isin": _("in"),
        "thisturn": _("This turn"),
        "did": _("Turn {turn}: what happened"),
        "lately": _("What each did last"),
        "columns": _("All columns"),
        "fewer": _("Fewer columns"),
        "ends": _("Where it ends"),
        "given": _("You are {player}: your order is in"),
        "who": _("Who are you?"),
        "first": _("Say first who you are: choose your seat."),
        "date": _(DATE),
        "days": " ".join(map(_, DAYS)),  # Monday first
        "waiting": _("Awaited, {n} of {all}"),
        "turn": _("Turn {turn}"),
        "after": _("After turn {turn}"),
        "numbered": _("turn {number}, ", number="{turn}"),
        "fault": _("This could not be worked out: it is a fault of the page. Reload it, or try something else."),
        "loading": _("The engine is being loaded…"),
        "loaded": _("Loading the engine: {got} of {all} MB"),
        "starting": _("Starting the engine…"),
        "failed": _("Orders cannot be checked: the engine could not be loaded."),
        "slow": _("Orders cannot be checked: nothing of the engine has come for {n} seconds."),
        "without": _(
            "You can still read how orders are written, type yours and copy it. If trying again does not help, tell the game master."
        ),
        "trying": _("Trying…"),
        "legal": _("Legal"),
        "illegal": _("Not legal"),
        "costly": _("Legal, but {cost}"),
        "ambiguous": _("Can be read in two ways: which one?"),
        "bar": _("The wider an outcome, the likelier it is."),
        "barbags": _("Wider is likelier; numbers count sandbags hit."),
        "ranked": _("How they are ranked, and what the figures mean"),
        "unread": _("Not understood"),
        "half": _("Not finished yet"),
        "second": _("Write the second order"),
        "empty": _("Type an order, or tap a place on the board."),
        "none": _("No order is needed now."),
        "unneeded": _("No order is needed now; you can try one in the sandbox."),
        "early": _("No order is needed now; you can write one for later."),
        "unchecked": _("Not checked"),
        "example": _("for example {order}"),
        "mend": _("Write {order}"),
        "clear": _("erase"),
        "undo": _("undo"),
        "risk": _("Risk:"),
        "order": _("Order"),
        "over": _(_OVER),
        "copy": _("Copy order for the forum"),
        "copyprivate": _("Copy private message to the game master"),
        "private": _("This order is secret: send it to the game master alone, do not post it."),
        "public": _(_SENT),
        "doubt": _("This order is not legal. Copy it anyway?"),
        "doubtful": _("This order was not checked. Copy it anyway?"),
        "copied": _("Copied."),
        "linked": _("The link is copied."),
        "press": _("Selected: copy it with the keyboard or menu."),
        "of": _("after turn {turn} of {last}"),
        "looking": _("Looking back at the table after turn {turn}. Orders are for the current turn."),
        "since": _("{n} turns since your last visit"),
        "since1": _("One turn since your last visit"),
        "newer": _("Turn {turn} is out: show it"),
        **{f"reach_{role}": _(name) for role, name in TARGET_NAMES.items()},
        "shifted": _("shift after this: {shift}"),
        "reach_still": _("only by leaving the track (its own tile, too)"),
        "reach_pale": _("not with what is written"),
        "acted": _("has acted"),
        "flipped": _("flipped"),
        "legs": _("H, V: only with this leg first"),
        "changed": _("This page has changed: reload it"),
        "more": _("{n} more"),
        "dropped": _("Showing the file {file}."),
        "refused": _("The file {file} cannot be used: {error}"),
        "large": _("it is too large for a snapshot"),
        "missing": _("Turn {turn} could not be loaded."),
        "nolog": _("The earlier turns could not be loaded."),
        "checking": _("Turn {turn} is being checked…"),
        "proven": _("Turn {turn}: every check passed."),
        "disproven": _("Turn {turn}: a check failed."),
        "unproven": _("Turn {turn} cannot be checked: {error}"),
        "play": _("Play this turn"),
        "choose": _("Choose what chance brings {mark}"),
        "nochance": _("Nothing in the turn of {mark} is left to chance."),
        "opening": _("Opening the sandbox…"),
        "shared": _("This link plays what somebody tried out."),
        "replaying": _("Playing turn {turn} of {all} again…"),
        "notplayed": _("{mark}: “{text}” is not an order that can be played."),
        "letbot": _("Let a bot play {mark}"),
        "backtoorder": _("Back to the order"),
        "bot": _("bot"),
        "stepback": _("One turn back"),
        "stepon": _("One turn on"),
        "step": _("{step} of {steps} turns played here"),
        "bots": _("Sandbox: choose a seat to write its order; bots play the others. Nothing here counts in the game."),
        "playingnow": _("Playing…"),
        "madeup": _("Hands that you do not know are made up, of cards that nobody has shown."),
        "sandboxlink": _("Copy link"),
        "lines": _("Other lines that you played:"),
        "find": _("Show this place on the board"),
        "mean": _("{figure}: on average", figure="{figure}"),
        "alike": _("{n} other orders come to the same"),
        "alike1": _("one other order comes to the same"),
        "thinking": _("Looking for the best orders…"),
        "way": _("{n} of {all}"),
        "closer": _("Several places lie here: tap yours now."),
        "tile": _("Row {row}, column {column}"),
        "step_at": _("Step {n} of {all}"),
        "through": _("cannot be cut here"),
        "needhand": _(
            "Paste the private message with your hand above: keys, reachable places and best orders need it."
        ),
        "wronghand": _("Correct your hand above: keys, reachable places and best orders need it."),
        "stays": _("None of your cards can move this ball of {mark}."),
        "unreached": _("Row {row}, column {column} cannot be reached this turn."),
        "nowhere": _("This place cannot be reached this turn."),
        "here": _("You are here: choose a place where you can end."),
        "aim": _("Ball of {mark}: tap where it should go."),
        "cards": _("Ball of {mark}: choose {cards}, or tap where it should go."),
    }


def _choice(value: str, text: str) -> str:
    return f'<option value="{escape(value)}">{escape(text)}</option>'


def _seat_label(seat: Mapping[str, str]) -> str:
    return " ".join(dict.fromkeys((seat["mark"], seat["player"])))


def _due(report: Report) -> str:
    """Return the deadline of the next turn as a line of the page's head."""
    deadline = report.data.get("deadline")
    if not deadline:
        return ""
    label, paused = (_("Paused; was due"), " data-paused") if deadline["paused"] else (_("Due"), "")
    when = f'<time datetime="{escape(deadline["at"])}">{escape(deadline["shown"])}</time>'
    return f'<p id="due" class="fact"{paused}><small>{escape(label)}</small><b>{when}</b></p>'


def _data(
    report: Report, game: Game[Any, Any, Any], beside: Mapping[str, bytes], snapshot: tuple[str, bytes]
) -> dict[str, Any]:
    """Return what the scripts of the page are told."""
    base = pyodide.FOLDER if f"{pyodide.FOLDER}pyodide.mjs" in beside else pyodide.CDN
    start, engine, bls = f"{_PLACE}start.zip", f"{_PLACE}engine.zip", f"{_PLACE}bls.js"
    checked = {f"{base}{name}": [wanted, pyodide.SIZES[name]] for name, wanted in pyodide.FILES.items()}
    checked |= {_url(name, beside): [pyodide.integrity(beside[name]), len(beside[name])] for name in (start, engine)}
    zipped = {name: f"{name}.gz" for name in checked if f"{name}.gz" in beside}
    packed = {name: [file, pyodide.integrity(beside[file]), len(beside[file])] for name, file in zipped.items()}
    return {
        "language": language(),
        "table": report.data["table"],
        "turn": report.data["turn"],
        "stage": report.data["headline"],
        "over": report.data["over"],
        "minor": minor_titles(report),
        "hidden": game.private is not None,
        "proofs": "key" in report.data,
        "log": LOG,
        "snapshot": f"{snapshot[0]}?{_tag(snapshot[1])}",
        "bls": {"url": _url(bls, beside), "integrity": pyodide.integrity(beside[bls]), "key": PUBLIC_KEY},
        "worker": _url(f"{_PLACE}worker.js", beside),
        "begin": {
            "base": base,
            "files": checked,
            "packed": packed,
            "start": _url(start, beside),
            "engine": _url(engine, beside),
            # Of the packages that Pyodide has beside Python's own library none is used.
            "lock": {"info": {"python": pyodide.PYTHON, "abi_version": pyodide.ABI, "arch": "wasm32"}, "packages": {}},
        },
        "else": ELSE,
        "plain": {"order": PLACEHOLDER, "posts": order_posts(PLACEHOLDER, report.data["turn"] + 1)},
        "marks": table_of_marks(),
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
