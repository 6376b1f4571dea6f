"""Who acts when: a strip above a board, with the pieces of the round in their order and what each of them holds.

The round after it follows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from gm_tools.core.drawing import Drawing, Go, Point, Queue
from gm_tools.render.drawing.board_colours import BLACK, LEGAL, WHITE, mark_of
from gm_tools.render.drawing.elements import disc, escape, measure, number, stroke, text
from gm_tools.render.drawing.markers import piece

LETTERS = 0.95  # the height of the smallest letters of a strip, in its own units
_PAGE, _PIXELS = 44, 18  # how many units wide a strip is on a page, and pixels of a unit
_CHIP = 1.2
_ROW, _NEXT = 2.9, 2.3  # how high a row is: of this round, of the one after
_EDGE = 0.4
# From where a piece begins to what stands beside it; how much more its ring takes on each side if it acts
_BESIDE, _RING = (2.6, 0.3)
_APART = 0.3  # between two goes


def draw_strip(queue: Queue, wide: float) -> tuple[str, float]:
    """Return a strip `wide` units wide as SVG, and how high it is; its letters are `LETTERS` units high at least."""
    body: list[str] = []
    left = max(measure(words, LETTERS, bold=True) for words in (queue.title, queue.next_title)) + 2 * _EDGE
    x, y = left, 0.2 + _ROW / 2
    body.append(text(queue.title, (_EDGE, y), LETTERS, role="words", bold=True, anchor="start"))
    for go in queue.goes:
        if x > left and x + _length(go) > wide - _EDGE:
            x, y = left, y + _ROW
        body += _draw_go(go, (x, y))
        x += _length(go) + _APART
    y += _ROW / 2
    x = left
    if queue.next_pieces:
        y += _NEXT / 2
        body.append(text(queue.next_title, (_EDGE, y), LETTERS, role="words", bold=True, anchor="start"))
        pitch = min(2.1, (wide - left - _EDGE) / len(queue.next_pieces))
        end = left + pitch * (len(queue.next_pieces) - 1) + 0.8
        body.append(f'<path class="frame" d="M{number(left + 0.8)} {number(y)}H{number(end)}"/>')
        body += [
            piece(one, min(1.2, pitch / 1.6), (left + 0.8 + pitch * at, y)) for at, one in enumerate(queue.next_pieces)
        ]
        x, y = end + 1.6, y + _NEXT / 2
    if queue.words:
        if x == left or x + measure(queue.words, LETTERS) > wide - _EDGE:  # below the pieces
            x, y = left, y + 1.4
        at = y - (_NEXT / 2 if x > left else 0.7)
        body.append(text(queue.words, (x, at), LETTERS, role="ruler", anchor="start"))
    high = y + _EDGE / 2
    panel = f'<rect class="panel" width="{number(wide)}" height="{number(high)}" rx=".5"/>'
    return f'<g text-anchor="middle">{panel}{"".join(body)}</g>', high


def draw_queue(queue: Queue, least: int) -> str:
    """Return a strip as an element of a page, at `least` so many pixels wide: as the board that it stands below."""
    wide = max(_PAGE, least / _PIXELS)
    body, high = draw_strip(queue, wide)
    said = f"{queue.title}: {' '.join(go.piece.seat for go in queue.goes)}"
    size = f'width="{wide * _PIXELS:.0f}" height="{high * _PIXELS:.0f}" viewBox="0 0 {number(wide)} {number(high)}"'
    return f'<svg class="drawn" role="img" {size}><title>{escape(said)}</title>{body}</svg>'


def _length(go: Go) -> float:
    return _beside(go) + max(measure(go.note, LETTERS, bold=True), _CHIP * (len(go.chips) + bool(go.later)))


def _beside(go: Go) -> float:
    return _BESIDE + (2 * _RING if go.piece.is_next else 0)


def _draw_go(go: Go, at: Point) -> Iterator[str]:
    """Yield a piece, beside it how it stands over its chips; one that has acted is faint and ticked."""
    x, y = at
    note_at, beside = y - (0.75 if go.chips or go.later else 0), x + _beside(go)
    inside = piece(go.piece, 1.2, (x + 1.1 + (_RING if go.piece.is_next else 0), y))
    inside += text(go.note, (beside, note_at), LETTERS, role="words", bold=True, anchor="start")
    for number_, chip in enumerate((*go.chips, *go.later)):
        middle = beside + _CHIP * (number_ + 0.5), y + 0.62
        dashes = ' stroke-dasharray=".2 .16"' if number_ >= len(go.chips) else ""
        inside += disc(middle, 0.47 * _CHIP, f'fill="{WHITE}" stroke="{BLACK}" stroke-width=".1"{dashes}')
        inside += text(chip, middle, LETTERS, ink=BLACK, bold=True)
    yield f'<g class="gone" opacity=".38">{inside}</g>' if go.is_done else inside
    if go.is_done:
        tick = f"M{number(x + 1.35)} {number(y + 0.75)}l.3 .3l.6 -.7"
        yield stroke(tick, WHITE, 0.46) + stroke(tick, LEGAL, 0.25)


def list_queue(drawing: Drawing) -> str:
    """Return who acts when as an attribute that holds JSON, for a page that shows it in words and marks.

    Empty if nobody acts in turn.
    """
    queue = drawing.queue
    if queue is None:
        return ""
    goes = [
        {
            "mark": go.piece.seat,
            "role": mark_of(go.piece),
            "note": go.note,
            "chips": go.chips,
            "later": go.later,
            "done": go.is_done,
            "next": go.piece.is_next,
            "flipped": go.piece.state == "flipped",
        }
        for go in queue.goes
    ]
    then = [{"mark": one.seat, "role": mark_of(one), "flipped": one.state == "flipped"} for one in queue.next_pieces]
    data = {
        "title": queue.title,
        "goes": goes,
        "next_title": queue.next_title,
        "next": then,
        "words": queue.words,
    }
    return f' data-queue="{escape(json.dumps(data, ensure_ascii=False, separators=(",", ":")))}"'
