"""A game from its start to now as one moving picture, a turn a second: an SVG that moves by itself, a GIF or a WebP.

All pictures show the same part of the board at the same size, so that nothing jumps. What is the same in all of them
stands once in the SVG, and GIF and WebP keep only what changes.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from gm_tools.core.drawing import look_at
from gm_tools.render.drawing import draw_layers, draw_parked, list_ways, pack
from gm_tools.render.drawing.board_colours import ACTING, BLACK, NAMED, PIECES
from gm_tools.render.drawing.elements import measure, text
from gm_tools.render.fitting import shorten, wrap_words
from gm_tools.render.layout import printable
from gm_tools.render.png import needs_extra, rasterize
from gm_tools.render.text_colours import DARK, LIGHT
from gm_tools.render.thread_picture import FITTED, MARGIN, WIDE, frame, least_letter, place_board
from gm_tools.render.thread_table import LETTER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PIL.Image import Image

    from gm_tools.reports.stills import Still

SECOND, LAST = 1000, 3000  # milliseconds of a turn, and of the last one
KINDS = ("gif", "webp", "svg")
_TITLE = 26.0  # the size of its letters
_HEAD = 50
_COLOURS = 96
_SIZE = 28.0  # pixels that a tile takes at most
# A browser draws boards in dark colours where its reader likes that: what is round them is dark then, too.
_DARK = f"<style>{FITTED}@media (prefers-color-scheme:dark){{.ground{{fill:{DARK.ground}}}.text{{fill:{DARK.text}}}}}</style>"


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
    board = "".join(_weave([list(draw_layers(still.drawing, least)) for still in aligned], whole))
    parked = _weave([list(draw_parked(still.drawing, least)) for still in aligned], whole)
    tallest = max((still.drawing for still in aligned), key=lambda drawing: len(drawing.parked))
    body, size = pack(tallest, board, least, parked)
    titles = "".join(
        f'<g class="turn" visibility="hidden"{list_ways(still.drawing)}>{_title(still)}{_show(whole, [at])}</g>'
        for at, still in enumerate(aligned)
    )
    return _document(titles, body, size)


def _weave(parts: Sequence[Sequence[str]], whole: int) -> Iterator[str]:
    """Yield the parts of all turns from the ground up, each in the order of its turn.

    What turns share stands there once, hidden but for their seconds; what all of them share is never hidden.
    """
    woven: list[tuple[str, tuple[int, ...]]] = []  # each part with the turns that show it
    for turn, own in enumerate(parts):
        merged = []
        pairs = SequenceMatcher(None, [part for part, __ in woven], own, autojunk=False)
        for kind, begin, end, first, last in pairs.get_opcodes():
            if kind == "equal":
                merged += [(part, (*turns, turn)) for part, turns in woven[begin:end]]
            else:
                merged += [*woven[begin:end], *((part, (turn,)) for part in own[first:last])]
        woven = merged
    for turns, group in groupby(woven, lambda one: one[1]):
        body = "".join(part for part, __ in group)
        yield body if len(turns) == len(parts) else f'<g visibility="hidden">{body}{_show(whole, turns)}</g>'


def _show(whole: int, turns: Sequence[int]) -> str:
    """Return what shows an element in the seconds of some turns only."""
    moments = {0: "hidden"}
    for at in turns:
        moments[SECOND * at] = "visible"
        moments[SECOND * at + (LAST if SECOND * at + LAST == whole else SECOND)] = "hidden"
    moments.pop(whole, None)
    kept = [
        at
        for at, before in zip(moments, [None, *moments], strict=False)
        if before is None or moments[at] != moments[before]
    ]
    values = ";".join(moments[at] for at in kept)
    times = ";".join(f"{at / whole:.5f}" if at else "0" for at in kept)
    return (
        f'<animate attributeName="visibility" values="{values}" keyTimes="{times}" calcMode="discrete" dur="{whole}ms" '
        'repeatCount="indefinite"/>'
    )


def _title(still: Still) -> str:
    """Return what is said over a turn: in letters as large as have room, else in two lines.

    Only the end of the second may be cut off.
    """
    room, words = WIDE - 2 * MARGIN, printable(still.title)
    size = min(_TITLE, room / measure(words, 1, bold=True))
    lines = [words]
    if size < LETTER:
        size = LETTER
        first, *rest = wrap_words(words, size, room)
        lines = [first, *([shorten(" ".join(rest), size, room, bold=True)] if rest else [])]
    middles = (_HEAD / 2 + 4 + 1.2 * size * (at - (len(lines) - 1) / 2) for at in range(len(lines)))
    return "".join(
        text(line, (MARGIN, middle), size, ink=LIGHT.text, bold=True, anchor="start", more=' class="text"')
        for line, middle in zip(lines, middles, strict=True)
    )


def _document(title: str, body: str, size: tuple[float, float]) -> str:
    board, bottom = place_board(body, size, _HEAD, _SIZE)
    return frame([_DARK, title, board], round(bottom + MARGIN))


def still_svg(still: Still, tallest: Still | None = None) -> str:
    """Return one aligned turn as an SVG document, as high as that of the `tallest`.

    The pieces that have finished stand below the board.
    """
    least = least_letter(still.drawing, _SIZE)
    board = "".join(draw_layers(still.drawing, least))
    body, size = pack((tallest or still).drawing, board, least, draw_parked(still.drawing, least))
    return _document(_title(still), body, size)


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
        # What stays between corners that change weighs nothing, either
        how: dict[str, Any] = {"disposal": 1, "optimize": True}
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
