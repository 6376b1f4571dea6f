"""A game from its start to now as one moving picture, a turn a second: an SVG that moves by itself, a GIF or a WebP.

All pictures show the same part of the board at the same size, so that nothing jumps. What is the same in all of them
stands once in the SVG, and GIF and WebP keep only what changes.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from gm_tools.core.drawing import look_at
from gm_tools.render.drawing import draw_layers, list_ways, pack
from gm_tools.render.drawing.board_colours import ACTING, BLACK, NAMED, PIECES
from gm_tools.render.drawing.elements import measure, text
from gm_tools.render.fitting import shorten, wrap_words
from gm_tools.render.layout import printable
from gm_tools.render.png import needs_extra, rasterize
from gm_tools.render.text_colours import LIGHT
from gm_tools.render.thread_picture import MARGIN, WIDE, frame, least_letter, place_board
from gm_tools.render.thread_table import LETTER

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from PIL.Image import Image

    from gm_tools.reports.stills import Still

SECOND, LAST = 1000, 3000  # milliseconds of a turn, and of the last one
KINDS = ("gif", "webp", "svg")
_TITLE = 26.0  # the size of its letters
_HEAD = 50
_COLOURS = 96
_SIZE = 28.0  # pixels that a tile takes at most


def align(stills: Sequence[Still]) -> list[Still]:
    """Return stills whose boards all show the same part at the same size, without legends."""
    boards = [still.drawing for still in stills]
    points = [piece.at for board in boards for piece in board.pieces]
    points += [point for board in boards for trail in board.trails for point in trail.points]
    rows = max(board.rows for board in boards)
    window = look_at(boards[0]._replace(rows=rows), points, 3).window
    return [still._replace(drawing=still.drawing._replace(rows=rows, window=window, legend=())) for still in stills]


def moving_svg(stills: Sequence[Still]) -> str:
    """Return a replay as an SVG document that moves by itself; what all turns share stands in it once."""
    aligned = align(stills)
    whole = SECOND * (len(stills) - 1) + LAST
    least = least_letter(aligned[0].drawing, _SIZE)
    parts = [list(draw_layers(still.drawing, least)) for still in aligned]
    board = "".join(_weave(parts, [_turn_on(at, whole) for at in range(len(aligned))]))
    body, size = pack(aligned[0].drawing, board, least)
    titles = "".join(
        f'<g class="turn" visibility="hidden"{list_ways(still.drawing)}>{_title(still)}{_turn_on(at, whole)}</g>'
        for at, still in enumerate(aligned)
    )
    return _document(titles, body, size)


def _weave(parts: Sequence[Sequence[str]], shows: Sequence[str]) -> Iterator[str]:
    """Yield the parts of all turns from the ground up.

    A part that all turns share comes once; between these stand the parts of each turn, hidden but for its second.
    """
    shared = [part for part in parts[0] if all(each.count(part) == 1 for each in parts)]
    common = set(shared)
    if any(
        [part for part in each if part in common] != shared for each in parts
    ):  # they lie above each other differently
        shared, common = [], set()
    gaps = [list(_split(each, common)) for each in parts]
    for at in range(len(shared) + 1):
        for turn, (gap, show) in enumerate(zip(gaps, shows, strict=True)):
            if gap[at]:
                yield f'<g data-turn="{turn}" visibility="hidden">{gap[at]}{show}</g>'
        yield from shared[at : at + 1]


def _split(parts: Sequence[str], common: Collection[str]) -> Iterator[str]:
    """Yield what lies between the common parts, each stretch as one text."""
    own: list[str] = []
    for part in parts:
        if part in common:
            yield "".join(own)
            own = []
        else:
            own.append(part)
    yield "".join(own)


def _turn_on(at: int, whole: int) -> str:
    """Return what shows a turn in its second only."""
    is_last = SECOND * at + LAST == whole
    moments = [
        *([("hidden", 0)] if at else []),
        ("visible", SECOND * at / whole),
        *([] if is_last else [("hidden", SECOND * (at + 1) / whole)]),
    ]
    values = ";".join(value for value, __ in moments)
    times = ";".join(f"{moment:.5f}" if moment else "0" for __, moment in moments)
    return (
        f'<animate attributeName="visibility" values="{values}" keyTimes="{times}" calcMode="discrete" dur="{whole}ms" '
        'repeatCount="indefinite"/>'
    )


def _title(still: Still) -> str:
    """Return what is said over a turn: in large letters, else in two lines, of which only the end may be cut off."""
    room, words = WIDE - 2 * MARGIN, printable(still.title)
    size = _TITLE
    lines = [words]
    if measure(words, size, bold=True) > room:
        size = LETTER
        first, *rest = wrap_words(words, size, room)
        lines = [first, *([shorten(" ".join(rest), size, room, bold=True)] if rest else [])]
    middles = (_HEAD / 2 + 4 + 1.2 * size * (at - (len(lines) - 1) / 2) for at in range(len(lines)))
    return "".join(
        text(line, (MARGIN, middle), size, ink=LIGHT.text, bold=True, anchor="start")
        for line, middle in zip(lines, middles, strict=True)
    )


def _document(title: str, body: str, size: tuple[float, float], least: float = 0) -> str:
    board, bottom = place_board(body, size, _HEAD, _SIZE)
    return frame([title, board], max(round(bottom + MARGIN), least))


def still_svg(still: Still, tallest: Still | None = None) -> str:
    """Return one aligned turn as an SVG document, as high as that of the `tallest`.

    The pieces that have finished stand below the board.
    """
    high = float(still_svg(tallest).partition(' height="')[2].partition('"')[0]) if tallest else 0.0
    least = least_letter(still.drawing, _SIZE)
    body, size = pack(still.drawing, "".join(draw_layers(still.drawing, least)), least)
    return _document(_title(still), body, size, high)


def moving_picture(
    stills: Sequence[Still], kind: str, progress: Callable[[int, int], None] = lambda _done, _count: None
) -> bytes:
    """Return a replay as `gif`, `webp` or `svg`; raise InputError without the extra `png` for the first two."""
    if kind == "svg":
        return moving_svg(stills).encode()
    try:
        from PIL import Image
    except ImportError:
        raise needs_extra() from None
    images = []
    aligned = align(stills)
    tallest = max(aligned, key=lambda still: len(still.drawing.parked))
    for at, still in enumerate(aligned):
        progress(at, len(stills))
        with Image.open(BytesIO(rasterize(still_svg(still, tallest), 1))) as image:
            images.append(image.convert("RGB"))
    progress(len(stills), len(stills))
    shown = [SECOND] * (len(images) - 1) + [LAST]
    few = [image.quantize(palette=_palette(images), dither=Image.Dither.NONE) for image in images]
    out = BytesIO()
    if kind == "gif":
        how: dict[str, Any] = {
            "disposal": 1,
            "optimize": True,
        }  # what stays between corners that change weighs nothing, either
    else:
        few = [image.convert("RGB") for image in few]
        how = {"lossless": True, "quality": 60, "method": 3}
    few[0].save(out, kind.upper(), save_all=True, append_images=few[1:], duration=shown, loop=0, **how)
    return out.getvalue()


def _palette(images: Sequence[Image]) -> Image:
    """Return one palette for all turns, so that pixels that stay the same take no space.

    The pieces' own colours come first, then the most frequent ones.
    """
    from PIL import Image

    wide, high = images[0].size
    model = Image.new("RGB", (wide, 3 * high))
    for at, which in enumerate((0, len(images) // 2, -1)):
        model.paste(images[which], (0, at * high))
    few = model.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    own = [int(colour[at : at + 2], 16) for colour in (*PIECES, *NAMED.values(), BLACK, ACTING) for at in (1, 3, 5)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*own, *(few.getpalette() or [])[: 3 * _COLOURS]])
    return palette
