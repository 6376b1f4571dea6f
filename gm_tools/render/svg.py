"""A report's maps and tables as one picture, as for a thread.

A map of text, or lines, has every sign at its own place, so that no viewer's font moves a column. Light colours are
written at each sign; dark ones are a style for viewers that know what the reader's system likes. The standings are said
in words in `desc`, for those who hear pictures. A report without maps and tables shows its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_tools.core.blocks import Block, Grid, Lines, Picture, Span
from gm_tools.core.i18n import N_, _
from gm_tools.core.sha256 import sha256
from gm_tools.core.tuples import NamedTuple
from gm_tools.render import thread_picture
from gm_tools.render.drawing import MARKS, STYLE, bands, seat_marks
from gm_tools.render.drawing.board_colours import BLACK, FONT
from gm_tools.render.drawing.elements import escape
from gm_tools.render.layout import fill, grid_cells, legend_items, printable, prose, row_seats, width
from gm_tools.render.text_colours import BOLD, DARK, LIGHT, MONO, seat_roles
from gm_tools.reports.base import Report

CELL, ROW = 8, 16  # a sign's place in pixels
_SIZE = 13.3  # of letters: monospaced ones are six tenths of it wide
MARGIN = 20
_LEAST = 60  # columns that legends and headings may fill at least
_HEADING = "heading"
_RULE = "─"
_ASIDE = 3  # how much wider the plate of a seat's mark is than the mark, on each side
_RIM = f' stroke="{BLACK}" stroke-width=".8"'


class _Line(NamedTuple):
    """A line of the picture: runs of text with their roles, and the room above it, in pixels."""

    spans: Sequence[Span]
    above: int = 0


def render(report: Report) -> str:
    """Return the report as an SVG document.

    Drawn boards and tables are as on a picture for a thread, maps of text and lines in columns.
    """
    drawn: list[Block] = [block for block in report.blocks if not isinstance(block, Lines)]
    maps = [block for block in drawn if isinstance(block, Picture)]
    if drawn and (not maps or any(block.drawing for block in maps)):
        return _as_in_thread(report)
    blocks = drawn or list(report.blocks)
    roles = seat_roles(blocks) | seat_marks(blocks)
    columns = max([_LEAST, *(_columns(block) for block in blocks)])
    body, bottom = _set([_Line((Span(line, _HEADING),)) for line in _wrap(report.title, columns)], MARGIN)
    for block in blocks:
        part, bottom = _set(_block(block, columns, roles), bottom)
        body += part
    return document(report.title, _description(blocks), (columns * CELL + 2 * MARGIN, bottom + MARGIN), body)


def _as_in_thread(report: Report) -> str:
    body, high = thread_picture.draw_report(report)
    inside, dark = "".join(body), ""
    for name in ("text", "muted", "page"):
        ink = getattr(LIGHT, name)
        inside = inside.replace(f'fill="{ink}"', f'class="{name}" fill="{ink}"')
        dark += f".{name}{{fill:{getattr(DARK, name)}}}"
    inside = f'<style>{STYLE}</style><g font-family="{escape(FONT)}">{inside}</g>'
    shown = [block for block in report.blocks if block.name == "summary" or not isinstance(block, Lines)]
    return document(report.title, _description(shown), (thread_picture.WIDE, round(high)), [inside], dark)


def document(title: str, said: str, size: tuple[int, int], body: Iterable[str], style: str = "") -> str:
    """Return an SVG document of some size: a title, what it shows in words, its body, more rules of the dark scheme.

    The same content has the same ids, other content has others: such documents can stand in one page.
    """
    wide, high = size
    room = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    body = list(body)
    own = sha256("\n".join([title, said, room, style, *body]).encode(errors="replace")).hexdigest()[:12]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {room} role="img" aria-labelledby="title-{own} desc-{own}">',
            f'<title id="title-{own}">{escape(title)}</title>',
            f'<desc id="desc-{own}">{escape(said)}</desc>',
            f"<style>{thread_picture.FITTED}@media (prefers-color-scheme:dark){{{_dark()}{style}}}</style>",
            f'<rect class="ground" width="100%" height="100%" fill="{LIGHT.ground}"/>',
            f'<g font-family="{MONO}" font-size="{_SIZE}">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def draw_map(picture: Picture, top: int) -> tuple[list[str], tuple[int, int]]:
    """Return a map of text with its title and legend, from `top` on, and the room that it takes (width, height)."""
    columns = max(_LEAST, _columns(picture))
    body, bottom = _set(_block(picture, columns, {}), top)
    return body, (columns * CELL + 2 * MARGIN, bottom - top)


def _set(lines: Iterable[_Line], top: int) -> tuple[list[str], int]:
    """Return lines as SVG, one under the other from `top` on, and where the last one ends."""
    body: list[str] = []
    baseline = top
    for line in lines:
        baseline += line.above + ROW
        body += _row(line.spans, baseline)
    return body, baseline


def _columns(block: Block) -> int:
    if isinstance(block, Picture):
        return max((width("".join(span.text for span in row)) for row in block.rows), default=0)
    if isinstance(block, Grid):
        return width("  ".join(grid_cells(block)[0]))
    return max(map(width, prose(block.lines)), default=0)


def _block(block: Block, columns: int, roles: Mapping[str, str]) -> Iterator[_Line]:
    above = ROW
    for line in _wrap(block.title, columns):
        yield _Line((Span(line, _HEADING),), above)
        above = 0
    first = ROW // 4 if block.title else ROW
    if isinstance(block, Picture):
        yield from _space_out(block.rows, first)
        legend = fill(legend_items(block.legend), "   ", columns)
        yield from _space_out([(Span(line, "note"),) for line in legend], ROW // 2)
    elif isinstance(block, Grid):
        yield from _space_out(_grid(block, roles), first)
    else:
        yield from _space_out([(Span(line),) for line in prose(block.lines)], first)


def _space_out(rows: Iterable[Sequence[Span]], above: int) -> Iterator[_Line]:
    """Yield rows as lines, with some room above the first."""
    for at, row in enumerate(rows):
        yield _Line(row, 0 if at else above)


def _grid(grid: Grid, roles: Mapping[str, str]) -> Iterator[Sequence[Span]]:
    """Yield the lines of a grid; the mark of the seat that a row is about has the colour that it has on the map."""
    titles, *rows = grid_cells(grid)
    yield (Span("  ".join(titles), "note"),)
    yield (Span("  ".join(_RULE * width(title) for title in titles), "edge"),)
    for seat, cells in zip(row_seats(grid), rows, strict=True):
        spans: list[Span] = []
        for cell in cells:
            if seat in roles and cell.strip() == seat:
                before, mark, after = cell.partition(seat)
                spans += [Span(before), Span(mark, roles[seat]), Span(after + "  ")]
            else:
                spans.append(Span(cell + "  "))
        yield spans


def _wrap(text: str, columns: int) -> list[str]:
    """Return a title in lines that fit, long words cut."""
    words = [
        word[at : at + columns // 2]
        for word in printable(text).split(" ")
        for at in range(0, max(len(word), 1), columns // 2)
    ]
    return fill(words, " ", columns) if text else []


def _row(spans: Sequence[Span], baseline: int) -> Iterator[str]:
    """Yield a line's grounds, then its signs."""
    texts: list[str] = []
    column = 0
    for span in spans:
        text = printable(span.text)
        wide = width(text)
        sign, ground = LIGHT.roles.get(span.role) or MARKS.get(span.role, (LIGHT.text, ""))
        if span.role == "edge":
            sign = LIGHT.edge
        if ground and wide and text.strip():
            more, rim = (_ASIDE, _RIM) if span.role in MARKS else (0, "")
            box = MARGIN + column * CELL - more, baseline - ROW + 4, wide * CELL + 2 * more, ROW
            place = 'x="{}" y="{}" width="{}" height="{}"'.format(*box)
            yield f'<rect class="on-{span.role}" {place} fill="{ground}"{rim}/>{bands(span.role, box)}'
        is_bold = span.role in BOLD or span.role == _HEADING or span.role in MARKS
        weight = ' font-weight="700"' if is_bold else ""
        kind = span.role if span.role in MARKS or span.role in LIGHT.roles or span.role == "edge" else "text"
        for places, run in _runs(text, column):
            texts.append(f'<text class="{kind}" x="{places}" y="{baseline}" fill="{sign}"{weight}>{escape(run)}</text>')
        column += wide
    yield from texts


def _runs(text: str, column: int) -> Iterator[tuple[str, str]]:
    """Yield the words of a text with the places of their signs.

    Words in Latin letters have a list of places. Signs that are wide, combined, joined or beyond U+FFFF are counted
    differently by different viewers: each of them stands for itself.
    """
    run, places = "", [0]
    for glyph, at in _clusters(text, column):
        plain = len(glyph) == 1 and (glyph < "\u0250" or glyph == _RULE)
        if run and (glyph.isspace() or not plain):
            yield _places(places), run
            run = ""
        if glyph.isspace():
            continue
        if not plain:
            yield _places([at]), glyph
            continue
        places = [*places, at] if run else [at]
        run += glyph
    if run:
        yield _places(places), run


def _places(columns: Iterable[int]) -> str:
    return " ".join(str(MARGIN + column * CELL) for column in columns)


def _clusters(text: str, column: int) -> Iterator[tuple[str, int]]:
    """Yield each sign, with what combines with it, and its column."""
    cluster, at = "", column
    for glyph in text:
        if cluster and width(glyph) == 0:
            cluster += glyph
            continue
        if cluster:
            yield cluster, at
            at += width(cluster)
        cluster = glyph
    if cluster:
        yield cluster, at


def _description(blocks: Iterable[Block]) -> str:
    """Return what the picture shows in words: which maps, and every row of the tables."""
    said: list[str] = []
    for block in blocks:
        if isinstance(block, Picture):
            text = N_("{title}: a drawn board.") if block.drawing else N_("{title}: a map of text.")
            said.append(_(text, title=block.title or _("Board")))
        elif isinstance(block, Grid):
            titles = [column.title for column in block.columns]
            rows = [
                ", ".join(f"{title} {cell}" for title, cell in zip(titles, row, strict=False) if cell.strip())
                for row in block.rows
            ]
            said.append((block.title or _("Table")) + f": {'; '.join(rows)}.")
        else:
            said += block.lines
    return " ".join(said)


def _dark() -> str:
    """Return the dark scheme as style rules."""
    rules = [f".ground{{fill:{DARK.ground}}}", f".text{{fill:{DARK.text}}}", f".edge{{fill:{DARK.edge}}}"]
    for role, (sign, ground) in DARK.roles.items():
        rules.append(f".{role}{{fill:{sign}}}")
        if ground:
            rules.append(f".on-{role}{{fill:{ground}}}")
    return "".join(rules)
