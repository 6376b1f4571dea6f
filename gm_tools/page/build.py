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
from gm_tools.core.drawing import HARMFUL
from gm_tools.core.i18n import _, language
from gm_tools.core.sheets import ELSE
from gm_tools.page import pack, pyodide
from gm_tools.page.parts import guide, minor_titles, notation, parts, seats_data
from gm_tools.page.posts import PLACEHOLDER, PLACEHOLDER_SEAT, name_seat, order_posts
from gm_tools.page.words import translate_labels, translate_words
from gm_tools.render.drawing.layers import legend, table_of_marks
from gm_tools.render.forums import FORUMS
from gm_tools.render.html import escape, hash_of, navigation, page_name, style_of
from gm_tools.reports.base import Report, first_drawing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gm_tools.core.game import Game
    from gm_tools.reports.deeds import Deed

_HERE = Path(__file__).resolve().parent
LOG = "data/log.json"  # what happened in all turns, for the page to fetch when somebody asks for it
_PLACE = "page/"  # of the page's own files in a published folder
_BESIDE = ("worker.js", "bls.js", "start.zip")
_STYLES = (  # of what two say of one thing the later holds
    *("base", "head", "stage", "standings", "drawn", "order", "post", "more"),
    *("laptop", "telephone", "tablet", "keys", "sideways", "small"),
)
_MAIN = "page.js"
_LATER = ("worker.js", "bls.js")  # scripts that are no modules of the page: loaded when they are wanted
_IMPORT = re.compile(r'(?<=from "\./)(\w+\.js)(?=";)')
_POLICY = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'{cdn}; "
    "style-src 'self' {style}; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)


def files(game: str, package: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the files of a game's page by their names in a published folder, the page itself left out.

    `package` are the files of Pyodide to put beside them (see pyodide.py); without them the page loads it from the CDN.
    """
    made = {f"{_PLACE}{name}": (_HERE / name).read_bytes() for name in _BESIDE}
    made |= {f"{_PLACE}{name}": data for name, data in scripts().items()}
    made[f"{_PLACE}page.css"] = _style()
    made[f"{_PLACE}engine.zip"] = pack.engine(game)
    beside = {f"{pyodide.FOLDER}{name}": data for name, data in (package or {}).items()}
    packed = {f"{pyodide.FOLDER}{name}.gz": pyodide.pack(package[name]) for name in pyodide.PACKED} if package else {}
    return made | beside | packed


def scripts() -> dict[str, bytes]:
    """Return the page's modules by their names; each imports the others under the digits of them all.

    A browser that has an old module in its cache therefore never mixes it with new ones.
    """
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in sorted(_HERE.glob("*.js")) if path.name not in _LATER
    }
    tag = _tag("".join(texts.values()).encode())
    return {name: _IMPORT.sub(rf"\1?{tag}", text).encode() for name, text in texts.items()}


def _style() -> bytes:
    """Return the page's style: its files one after the other, without comments and line ends."""
    text = "".join((_HERE / "styles" / f"{name}.css").read_text(encoding="utf-8") for name in _STYLES)
    return re.sub(r"\s*\n\s*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).encode()


def page(
    report: Report,
    game: Game[Any, Any, Any],
    beside: Mapping[str, bytes],
    snapshot: tuple[str, bytes],
    links: Sequence[tuple[str, str]] = (),
    guides: Sequence[Report] = (),
    more: Mapping[str, object] | None = None,
) -> str:
    """Return the page of a table whose newest turn `report` is about.

    `beside` are the files that `files()` returns, `snapshot` is the name and the bytes of the snapshot. The `guides`
    stand folded below the notation. `more` are other values for the scripts: the seats as far as the table knows more
    of them, what each did last, the turns that told its hand, its reach and keys.
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
        "shortcuts": _list_keys(),
        "guides": "\n".join(map(guide, guides)),
        "seats": "".join(_choice(seat["mark"], _seat_label(seat)) for seat in seats_data(report)),
        "forums": "".join(_choice(name, forum.title) for name, forum in FORUMS.items()),
        "navigation": "\n".join(navigation(report, links)),
        "data": _json(
            _data(report, game, beside, snapshot)
            | {"seats": seats_data(report), "deeds": {}, "hands": {}, "reach": {}, "means": {}, "sealed": True}
            | dict(more or {})
        ),
    }
    texts = {
        "language": language(),
        "title": report.title,
        "headline": _title(report),
        "where": report.data["headline"],
        "table": report.data["table"],
        "how_to_order": next(
            (one["how"] for one in report.data["awaited"] if one.get("how")),
            _(game.how_to_order) if game.how_to_order else "",
        ),
        "turn": str(turn),
        "before": f"{page_name(max(turn - 1, 0))}.html",
    }
    labels = translate_labels(is_over=report.data["over"])
    fields = {name: escape(text) for name, text in (labels | texts).items()} | markup
    return Template((_HERE / "page.html").read_text(encoding="utf-8")).substitute(fields)


def with_deeds(turn_page: bytes, report: Report, done: Mapping[str, Deed]) -> bytes:
    """Return the page of a turn, with what each seat did and what the marks on its board mean.

    The page of the table takes both over when it shows that turn.
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
    turn, table = report.data["turn"], report.data["table"]
    base = pyodide.FOLDER if f"{pyodide.FOLDER}pyodide.mjs" in beside else pyodide.CDN
    start, engine, bls = f"{_PLACE}start.zip", f"{_PLACE}engine.zip", f"{_PLACE}bls.js"
    checked = {f"{base}{name}": [wanted, pyodide.SIZES[name]] for name, wanted in pyodide.FILES.items()}
    library = [f"{base}{pyodide.LIBRARY}", *checked.pop(f"{base}{pyodide.LIBRARY}")]
    checked |= {_url(name, beside): [pyodide.integrity(beside[name]), len(beside[name])] for name in (start, engine)}
    zipped = {name: f"{name}.gz" for name in checked if f"{name}.gz" in beside}
    packed = {name: [file, pyodide.integrity(beside[file]), len(beside[file])] for name, file in zipped.items()}
    return {
        "language": language(),
        "table": table,
        "turn": turn,
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
            "library": library,
            "start": _url(start, beside),
            "engine": _url(engine, beside),
            # Of the packages that Pyodide has beside Python's own library none is used.
            "lock": {"info": {"python": pyodide.PYTHON, "abi_version": pyodide.ABI, "arch": "wasm32"}, "packages": {}},
        },
        "else": ELSE,
        "harmful": HARMFUL,
        "plain": {
            "order": PLACEHOLDER,
            "mark": PLACEHOLDER_SEAT,
            "named": name_seat(PLACEHOLDER_SEAT),
            "posts": order_posts(PLACEHOLDER, turn + 1),
            "private": order_posts(PLACEHOLDER, turn + 1, PLACEHOLDER_SEAT, table),
        },
        "marks": table_of_marks(),
        "words": translate_words(),
    }


def _url(name: str, beside: Mapping[str, bytes]) -> str:
    return f"{name}?{_tag(beside[name])}"


def _tag(data: bytes) -> str:
    """Return a few digits that differ where files do."""
    return sha256(data).hexdigest()[:12]


def _json(data: Mapping[str, Any]) -> str:
    """Return data as JSON that may stand in a page: nothing in it can end the element that it stands in."""
    return dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _list_keys() -> str:
    """Return the keys of the page and what they do, as HTML."""
    rows = (
        (_("arrows, Enter"), _("on the board: go to a place, a piece or a step of the way; tap it")),
        ("+ − 0", _("zoom in, out, and back; the mouse wheel does it, too")),
        ("Z", _("change between your move and the whole board")),
        ("← → Home End", _("elsewhere: one turn back or on, to the first, to the newest")),
        (_("Ctrl+Enter"), _("in the order box: copy the order")),
        (_("Ctrl+Z, Ctrl+Y"), _("undo what a key, a tap or Esc has replaced in the order box, and redo it")),
        (_("right button"), _("draw an arrow of your own, or mark a place; once more takes it away")),
        ("Esc", _("in the order box: erase the order; elsewhere: erase your own arrows")),
        ("?", _("this list")),
    )
    return f"<dl>{''.join(f'<dt><kbd>{escape(key)}</kbd></dt><dd>{escape(what)}</dd>' for key, what in rows)}</dl>"
