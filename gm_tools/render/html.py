"""A report as one page that needs nothing else: styles inside, no scripts, no request to anybody.

Light and dark as the reader's system is; drawn boards are as wide as there is room; a narrow window shows them as a
picture for a thread does, around the pieces, until they are brought closer; columns of a table that have no room there
stand below its rows; maps of text scroll sideways in a box of their own and are never wrapped, so that the page fits a
telephone. The map is text (it can be copied, and searched), the standings are a table. Turns link to the pages of
earlier turns by the names that `gm publish` gives them, and to `index.html`, the newest.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

from gm_tools.core.blocks import Block, Grid, Lines, Picture, explain_grids
from gm_tools.core.i18n import _, language
from gm_tools.render.drawing import MARKS, STYLE, draw, seat_marks
from gm_tools.render.drawing.elements import measure
from gm_tools.render.drawing.queue import draw_queue
from gm_tools.render.layout import (
    NOTHING,
    filled_rows,
    is_set,
    keep_columns,
    printable,
    prose,
    row_seats,
    without_blanks,
)
from gm_tools.render.text_colours import BOLD, DARK, LIGHT, MONO, Colours, seat_roles
from gm_tools.reports.base import Report

_SMALL = 640  # pixels up to which a board can be read on a telephone as it is
# A telephone's page: pixels that the columns of a table may take, the size of letters in them, and the gap between
_ROOM, _LETTER, _GAP = 326.0, 14.5, 13.0
_THIN = "\N{NARROW NO-BREAK SPACE}"
_WRAPPED = 8  # letters of a column of words that stand in a line at least
_LONG = 7  # lines that stand in two columns where there is room
_COUNTED = re.compile(r"\d+\. ")  # begins a line with a number of its own: no bullet stands before it
NEWEST = "index.html"
_NEAR = 10  # turns before one that are linked in the open, beside the first
# Nothing on the page may load or send anything, whatever is written in it.
POLICY = "default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'"
_NAMED = frozenset(("summary", "words", "result"))  # blocks that a page's script and styles find by name
_STYLE = """\
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;padding:1rem clamp(.75rem,3vw,2rem) 3rem;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
body>*{max-width:72rem;margin-inline:auto}
h1{font-size:clamp(1.35rem,1rem + 1.8vw,2rem);line-height:1.2;margin-block:.25rem;overflow-wrap:anywhere}
header p{margin:0 0 1.25rem}
h2{font-size:1.15rem;line-height:1.3;margin:0 0 .6rem;overflow-wrap:anywhere}
section{margin-block:1.75rem;container-type:inline-size}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible,.box:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.box{overflow-x:auto;width:fit-content;max-width:100%;border:1px solid var(--edge);border-radius:.5rem;background:linear-gradient(var(--ground) 0 0) left/1rem 100% no-repeat local,linear-gradient(var(--ground) 0 0) right/1rem 100% no-repeat local,linear-gradient(to right,#0005,#0000) left/.6rem 100% no-repeat,linear-gradient(to left,#0005,#0000) right/.6rem 100% no-repeat,var(--ground)}
pre{margin:0;padding:.75rem;width:max-content;font-family:MONO;font-size:.85rem;line-height:1.3;white-space:pre;direction:ltr;unicode-bidi:bidi-override;font-variant-ligatures:none;tab-size:1}
@media (max-width:600px){pre:not(.map){width:auto;white-space:pre-wrap;overflow-wrap:anywhere}}
.map{font-size:12px;font-size:calc(clamp(11px,calc((100cqi - 1.6rem)/var(--columns,80)/.61),18px)*var(--zoom,1));line-height:1.2}
.drawn{display:block;max-width:100%;height:auto}
.closer,.focused{display:none}
@media screen{@container (max-width:46rem){.closer{display:flex;align-items:center;gap:.5rem;width:fit-content;min-height:2.75rem;cursor:pointer}.closer input{width:1.25rem;height:1.25rem;margin:0}.closer:has(:checked)+.box>.drawn{width:60rem;max-width:none}.closer:has(:not(:checked))+.box{display:none}.closer:has(:not(:checked))~.focused{display:block}}}
details{margin-block-start:.6rem}
summary{width:fit-content;padding:.2rem .4rem;cursor:pointer;color:var(--muted)}
.legend{margin:.6rem 0 0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:.9rem;color:var(--muted)}
.legend li{overflow-wrap:anywhere}
code{font-family:MONO;font-size:.95em;white-space:pre-wrap}
.sign:not([class*=" "]){color:var(--text);background:var(--ground)}
.sign{padding:0 .3em;border-radius:.2em;border:1px solid var(--edge)}
table{border-collapse:collapse;width:max-content;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .75rem;text-align:start;vertical-align:baseline;border-block-end:1px solid var(--edge);max-width:24rem;overflow-wrap:break-word}
td{min-width:min(8ch,100%)}
tr:last-child>*{border-block-end:0}
thead th{font-size:.8rem;color:var(--muted);white-space:nowrap;vertical-align:bottom}
.n{text-align:end;min-width:0;white-space:nowrap}
@media screen{@container (max-width:30rem){main>section>.box>table{width:auto;font-size:.9rem}main>section>.box thead th{white-space:normal;font-size:.75rem}main>section>.box :is(th,td){padding:.35rem .4rem}main>section>.box td{min-width:0}
[data-kept]{display:grid;grid-template-columns:repeat(var(--kept),auto);justify-content:space-between;min-width:calc(100cqi - 2px)}[data-kept] :is(thead,tbody,tr){display:grid;grid-column:1/-1;grid-template-columns:subgrid}[data-kept] .late{display:none}[data-kept] :is(th,td){border:0}[data-kept] tr:not(tbody>:last-child){border-block-end:1px solid var(--edge)}.rest[hidden]{display:block;grid-column:1/-1;contain:inline-size;max-width:none;padding-block-start:0;color:var(--muted)}}}
tbody th b{display:inline-block;min-width:1.7em;padding:0 .35em;border-radius:.25em;text-align:center;font-family:MONO}
.told{margin:0;padding:.5rem 1rem .5rem 1.9rem;background:var(--ground);border:1px solid var(--edge);border-radius:.5rem}
@container (min-width:50rem){.long{columns:2;column-gap:2.5rem}}
.told.counted{list-style:none;padding-inline:1rem}
.told li{break-inside:avoid;padding-block:.12rem;overflow-wrap:anywhere}
.told li::marker{color:var(--muted)}
.to{white-space:nowrap}
section>p{margin:0;overflow-wrap:anywhere}
section.plain{margin-block:-.75rem 1.75rem}
small{color:var(--muted);font-size:.85em;white-space:nowrap}
nav ul{display:flex;flex-wrap:wrap;gap:.35rem;margin:0;padding:0;list-style:none}
nav li a{display:block;min-width:2.75rem;padding:.45rem .6rem;text-align:center;background:var(--ground);border:1px solid var(--edge);border-radius:.4rem;text-decoration:none}
nav li a:hover{text-decoration:underline}
@media (max-width:30rem){th,td{padding:.35rem .5rem}.told{padding-inline:1.5rem .75rem}section{margin-block:1.4rem}section.plain{margin-block-start:-.4rem}}
@media print{body{background:none;padding:0}.box{overflow:visible;border:0}nav{display:none}.map{font-size:7pt}}
""".replace("MONO", MONO)


def render(report: Report, links: Sequence[tuple[str, str]] = ()) -> str:
    """Return the report as a page. `links` are further files beside it, each with its name for people."""
    title = escape(report.title) or escape(_("Report"))
    style = style_of(report.blocks)
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{language()}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(hash_of(style))}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        '<link rel="icon" href="data:,">',  # else a browser asks the web space for one
        f"<title>{title}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        f"<header>\n<h1>{title}</h1>",
        *_before(report),
        "</header>",
        "<main>",
        *sections(report.blocks, drawn=True),
        "</main>",
        *navigation(report, links),
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Return text that a page shows as it is, in elements and in quoted attributes."""
    shown = printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return shown.replace('"', "&quot;").replace("'", "&#39;")


def sections(
    blocks: Sequence[Block], name: str = "block", among: Sequence[Block] = (), *, drawn: bool = False
) -> list[str]:
    """Return blocks as sections of a page, their headings being `block-1` and so on.

    Boards are shown as text, or `drawn` over their text. Marks of seats have the colours of the maps in `blocks` and in
    those that they are shown `among`.
    """
    roles = seat_roles((*blocks, *among)) | seat_marks((*blocks, *among))
    parts = []
    for at, block in enumerate(blocks):
        shown = block
        if isinstance(block, Lines) and block.name == "words":
            shown = _explain_shown(block, (*blocks, *among))
        part = _section(shown, f"{name}-{at + 1}", roles, drawn=drawn)
        if block.name in _NAMED:
            part = part.replace("<section", f'<section data-name="{block.name}"', 1)
        parts.append(part)
    return parts


def style_of(blocks: Sequence[Block]) -> str:
    """Return what goes into the style element of a page that shows these blocks."""
    widths = sorted({_columns(block) for block in blocks if isinstance(block, Picture)})
    rules = "".join(f'[data-columns="{width}"]{{--columns:{width}}}\n' for width in widths)
    counts = sorted({len(_choose_kept(without_blanks(block))) for block in blocks if isinstance(block, Grid)})
    rules += "".join(f'[data-kept="{count}"]{{--kept:{count}}}\n' for count in counts)
    drawn = STYLE if any(isinstance(block, Picture) and block.drawing for block in blocks) else ""
    return f"\n{_schemes()}{_STYLE}{rules}{drawn}"


def hash_of(text: str) -> str:
    """Return the source, as a content security policy names it, of an element's text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _schemes() -> str:
    """Return the colours as style rules: light, and dark for readers whose system is."""
    dark = "\n".join(role_rules(DARK))
    return "\n".join(role_rules(LIGHT)) + f"\n@media (prefers-color-scheme:dark){{\n{dark}\n}}\n"


def role_rules(colours: Colours) -> list[str]:
    """Return the style rules of the roles of text boards."""
    names = ("page", "ground", "text", "muted", "edge", "link")
    rules = [f":root{{{';'.join(f'--{name}:{getattr(colours, name)}' for name in names)}}}"]
    for role, (sign, ground) in colours.roles.items():
        background = f";background:{ground}" if ground else ""
        weight = ";font-weight:700" if role in BOLD and colours is LIGHT else ""
        rules.append(f".{role}{{color:{sign}{background}{weight}}}")
    return rules


def _section(block: Block, name: str, roles: Mapping[str, str], *, drawn: bool) -> str:
    title = escape(block.title)
    named = f' aria-labelledby="{name}"' if title else ""
    lines = ["<section>" if title else '<section class="plain">']  # a box in it is the region, named by its heading
    if title:
        lines.append(f'<h2 id="{name}">{title}</h2>')
    if isinstance(block, Picture) and block.drawing and drawn:
        drawn_board = draw(block.drawing, block.title)
        queue = block.drawing.queue
        strip = draw_queue(queue, _wide(drawn_board)) if queue is not None else ""
        near: list[str] = []
        if _wide(drawn_board) > _SMALL:
            words = escape(_("Show it closer"))
            lines.append(f'<label class="closer"><input type="checkbox"> {words}</label>')
            from gm_tools.render.thread_picture import draw_near  # not for a page's engine, which shows boards as text

            near = [f'<div class="box focused">{draw_near(block.drawing, block.title)}</div>']
        board = _box(named, _("Board")) + drawn_board + strip + "</div>"
        summary = "<summary>" + escape(_("As text")) + "</summary>"
        lines += [board, *near, "<details>", summary, *_picture(block, ""), "</details>"]
    elif isinstance(block, Picture):
        lines += _picture(block, named)
    elif isinstance(block, Grid):
        lines += _grid(block, named, roles, folded=drawn)
    else:
        text = prose(block.lines)
        links = [f'<a href="{escape(block.link)}">{escape(block.link)}</a>'] if block.link else []
        if is_set(text):
            shown = "\n".join(map(escape, text))
            lines.append(_box(named, _("Lines of text")) + f"<pre>\n{shown}\n</pre></div>")
            lines += [f"<p>{link}</p>" for link in links]
        elif len([*text, *links]) == 1:
            lines.append(f"<p>{(links or [_set_prose(text[0])])[0]}</p>")
        else:
            form = (" long" if len(text) > _LONG else "") + (" counted" if any(map(_COUNTED.match, text)) else "")
            items = [*map(_set_prose, text), *links]
            lines += [f'<ul class="told{form}">', *(f"<li>{item}</li>" for item in items), "</ul>"]
    return "\n".join([*lines, "</section>"])


def _explain_shown(words: Lines, blocks: Iterable[Block]) -> Lines:
    """Return what the words above columns mean, of those columns alone that are shown."""
    shown = (without_blanks(block) for block in blocks if isinstance(block, Grid))
    return words._replace(lines=(explain_grids(shown),))


def _wide(element: str) -> int:
    """Return how many pixels wide a drawn board is where there is room for it."""
    return int(element.partition(' width="')[2].partition('"')[0])


def _box(named: str, else_named: str) -> str:
    """Return the start of a box that scrolls sideways, by keyboard too."""
    label = named or f' aria-label="{else_named}"'
    return f'<div class="box" tabindex="0" role="region"{label}>'


def _picture(picture: Picture, named: str) -> list[str]:
    rows = ["".join(_span(span.text, span.role) for span in row) for row in picture.rows]
    # A line feed after <pre> is dropped: a first row that is blank would be lost.
    lines = [
        _box(named, _("Board"))
        + f'<pre class="map" data-columns="{_columns(picture)}">\n'
        + "\n".join(rows)
        + "</pre></div>"
    ]
    if picture.legend:
        label = escape(_("Legend"))
        lines.append(f'<ul class="legend" aria-label="{label}">')
        kinds = {glyph: span.role for row in picture.rows for span in row for glyph in span.text}
        lines += [f"<li>{_sign(sign, kinds.get(sign, ''))} {escape(meaning)}</li>" for sign, meaning in picture.legend]
        lines.append("</ul>")
    return lines


def _columns(picture: Picture) -> int:
    """Return how many columns a map takes, by which its signs are as large as there is room."""
    return max([20, *(sum(len(span.text) for span in row) for row in picture.rows)])


@lru_cache(maxsize=2048)  # a board is written anew with each key, of few pieces
def _span(text: str, role: str) -> str:
    return f'<span class="{role}">{escape(text)}</span>' if role in LIGHT.roles and text.strip() else escape(text)


def _sign(sign: str, role: str) -> str:
    """Return a sign as the legend names it, on the ground that it has on the map."""
    kind = f" {role}" if LIGHT.roles.get(role, ("", ""))[1] else ""
    return f'<code class="sign{kind}">{escape(sign)}</code>' if sign.strip() else escape(_("blank"))


def _set_prose(line: str) -> str:
    """Return a line of prose, the rule that ends it set back, arrows whole."""
    text, bracket, rule = line.rpartition(" [")
    if bracket and rule.endswith("]") and rule[:-1].replace(".", "").isalnum():
        return f"{_arrows(text)} <small>[{escape(rule)}</small>"
    return _arrows(line)


def _arrows(text: str) -> str:
    """Return text whose arrows (-> of two signs) no browser parts at the end of a line."""
    return escape(text).replace("-&gt;", '<span class="to">-&gt;</span>')


def _grid(grid: Grid, named: str, roles: Mapping[str, str], *, folded: bool) -> list[str]:
    """Return a grid as a table; `folded`, what has no room in a narrow window stands below its row there."""
    last = grid.columns[-1:]
    grid = without_blanks(grid)
    cut = "" if grid.columns[-1:] == last else " data-cut"  # a page looks for the notes in the last column
    kept = _choose_kept(grid) if folded else range(len(grid.columns))
    late = [at for at in range(len(grid.columns)) if at not in kept]
    kinds = [("n " * column.right + "late " * (at in late)).rstrip() for at, column in enumerate(grid.columns)]
    classes = [f' class="{kind}"' if kind else "" for kind in kinds]
    head = "".join(
        f'<th scope="col"{kind}>{escape(column.title)}</th>' for column, kind in zip(grid.columns, classes, strict=True)
    )
    fold = f' data-kept="{len(kept)}"' if late else ""
    lines = [_box(named, _("Table")) + f"<table{cut}{fold}>", f"<thead><tr>{head}</tr></thead>", "<tbody>"]
    for seat, row in zip(row_seats(grid), filled_rows(grid), strict=True):
        cells = [_THIN.join(cell) if column.is_spaced else cell for column, cell in zip(grid.columns, row, strict=True)]
        heads = cells.index(seat) if seat and seat in cells else -1
        shown = [
            f'<th scope="row">{_mark(cell, roles)}</th>' if number == heads else f"<td{kind}>{escape(cell)}</td>"
            for number, (cell, kind) in enumerate(zip(cells, classes, strict=True))
        ]
        rest = " · ".join(f"{grid.columns[at].title}: {cells[at]}" for at in late if cells[at] not in NOTHING)
        below = f'<td class="rest" hidden>{escape(rest)}</td>' if rest else ""
        lines.append(f"<tr>{''.join(shown)}{below}</tr>")
    return [*lines, "</tbody>", "</table></div>"]


def _choose_kept(grid: Grid) -> list[int]:
    """Return the columns of a table that have room on a telephone."""
    columns = zip(grid.columns, *map(list, filled_rows(grid)), strict=True)
    widths = []
    for column, *cells in columns:
        parts = [column.title, *(cells if column.right else (word for cell in cells for word in cell.split()))]
        least = (
            0.0
            if column.right
            else min(_WRAPPED * _LETTER * 0.64, max([0, *(measure(cell, _LETTER) for cell in cells)]))
        )
        widths.append(max(least, *(measure(part, _LETTER) for part in parts)))
    return keep_columns(grid.columns, widths, _GAP, _ROOM, range(len(widths)))


def _mark(seat: str, roles: Mapping[str, str]) -> str:
    """Return a seat's mark in the colour that it has on the map."""
    kind = f' class="{roles[seat]}"' if roles.get(seat) in LIGHT.roles or roles.get(seat) in MARKS else ""
    return f"<b{kind}>{escape(seat)}</b>"


def _before(report: Report) -> list[str]:
    """Return the link to the page of the turn before, for the head of the page."""
    turn = _turn(report)
    if not turn:
        return []
    text = escape(_("back to turn {turn}", turn=turn - 1))
    return [f'<p><a href="{page_name(turn - 1)}.html">{text}</a></p>']


def _turn(report: Report) -> int | None:
    """Return the turn that the page is about, None for a page about anything else."""
    turn = report.data.get("turn")
    return turn if report.kind == "turn" and isinstance(turn, int) else None


def navigation(report: Report, links: Sequence[tuple[str, str]]) -> list[str]:
    """Return the links to the newest turn and to those before this one: the last ones, the first, the others folded."""
    turn = _turn(report)
    lines: list[str] = []
    if turn is not None:
        title, newest = escape(_("Turns")), escape(_("newest"))
        lines += ['<nav aria-labelledby="turns">', f'<h2 id="turns">{title}</h2>', "<ul>"]
        lines.append(f'<li><a href="{NEWEST}">{newest}</a></li>')
        earlier = list(range(turn - 1, -1, -1))
        far = earlier[_NEAR:-1] if len(earlier) > _NEAR + 2 else []
        lines += [_link(number) for number in earlier if number not in far]
        lines.append("</ul>")
        if far:
            words = escape(_("turns {first} to {last}", first=far[-1], last=far[0]))
            lines += [f"<details>\n<summary>{words}</summary>\n<ul>", *map(_link, far), "</ul>\n</details>"]
        lines.append("</nav>")
    if links:
        shown = " · ".join(f'<a href="{escape(file)}">{escape(text)}</a>' for file, text in links)
        lines.append(f"<footer>\n<p>{shown}</p>\n</footer>")
    return lines


def _link(turn: int) -> str:
    label = escape(_("turn {turn}", turn=turn))
    return f'<li><a href="{page_name(turn)}.html" aria-label="{label}">{turn}</a></li>'


def page_name(turn: int) -> str:
    """Return the name, without its ending, of the files of a turn: `turn-007`."""
    return f"turn-{turn:03}"
