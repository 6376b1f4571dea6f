"""The legend below a board: what its areas, signs and marks mean, each beside a tile that shows it."""

from __future__ import annotations

from collections.abc import Iterator

from gm_tools.core.drawing import Drawing, Piece, Shape, Target, Trail
from gm_tools.render.drawing.board_colours import AREAS, BLACK, LEGAL, NAMED, WHITE
from gm_tools.render.drawing.elements import measure, number, text
from gm_tools.render.drawing.labels import halve
from gm_tools.render.drawing.markers import LOCK, SIGNS, draw_sign, piece
from gm_tools.render.drawing.surfaces import chequers, ripples, shape
from gm_tools.render.drawing.ways import target, trail

_SAMPLED = 0.8  # tiles that a letter in a sample is high
_SAMPLES = {"sure", "chance", "off", "crash", "occupied"}


def draw_legend(drawing: Drawing, room: float, size: float, pitch: float, least: float = 0) -> tuple[str, int]:
    """Return the legend, and how many lines it takes, each `pitch` tiles high.

    Letters of signs are left out where the board leaves them out: where they cannot be `least` tiles high.
    """
    x, line, out = 0.0, 0, []
    for role, name in shown_legend(drawing):
        begin = 1.7 * size
        words = [name] if begin + measure(name, size) <= room else halve(name)
        wide = begin + max(measure(part, size) for part in words)
        if x and x + wide > room:
            x, line = 0.0, line + 1
        y = line * pitch
        out.append(
            f'<g transform="translate({number(x)} {number(y)}) scale({number(1.25 * size)})">{sample(role, least)}</g>'
        )
        for at, part in enumerate(words):
            place = x + begin, y + 0.65 * size + at * pitch
            out.append(text(part, place, size, role="ruler", anchor="start"))
        x += wide + 1.2 * size
        line += len(words) - 1
    return "".join(out), line + 1 if out else 0


def shown_legend(drawing: Drawing) -> Iterator[tuple[str, str]]:
    """Yield the part of the legend that is about what can be seen in the window; nothing is said twice."""
    left, top, right, bottom = drawing.window or (0, 0, drawing.columns, drawing.rows)
    places: dict[str, list[tuple[float, float]]] = {}
    for area in drawing.areas:
        places.setdefault(area.role, []).extend(area.cells)
    for one in drawing.signs:
        places.setdefault(one.role, []).append(one.cell)
    said: set[str] = set()
    for role, name in drawing.legend:
        cells = [cell for one in role.split() for cell in places.get(one, ())]
        is_seen = not cells or any(top <= row < bottom and left <= column < right for row, column in cells)
        if is_seen and name not in said:
            yield role, name
            said.add(name)


def sample(role: str, least: float = 0) -> str:
    """Return what a role looks like as SVG in a square of one tile: an area, a sign, a colour, or the bare ground.

    Of two roles each has half of it. `least` is as in `draw_legend`.
    """
    if " " in role:
        one, other = (f'<g transform="scale(.66)">{sample(part, least)}</g>' for part in role.split())
        return f'{one}<g transform="translate(.34 .34)">{other}</g>'
    if role in _SAMPLES:
        return "".join(target(Target((0.5, 0.5), "", role)))
    if role == "leg":  # a target with the letter of a leg in it
        return "".join(target(Target((0.5, 0.5), "", "sure", "V"), least=0.8))
    if role == "end":  # the plate that stands for an end of chance
        plate = f'<rect x="-.1" y=".15" width="1.2" height=".7" rx=".25" fill="{WHITE}" stroke="{LEGAL}" stroke-width=".1"/>'
        return plate + text("%", (0.5, 0.5), 0.5, ink=LEGAL, bold=True)
    if role in ("reach", "reach_first"):
        square = Shape(role, ((0.05, 0.15), (0.95, 0.15), (0.95, 0.85), (0.05, 0.85)))
        return f'<rect width="1" height="1" fill="{NAMED["green"]}"/>' + "".join(shape(square))
    if role == "put":
        return "".join(trail(Trail(0, ((0, 0.5), (1, 0.5)), put=True), 1))
    if role == "start":  # of a colour, with its hole empty
        parts = (Shape("red", ((0.5, 0.5),), radius=0.5), Shape("field", ((0.5, 0.5),), radius=0.33))
        return "".join(part for one in parts for part in shape(one))
    if role == "can":
        return text("✓", (0.5, 0.5), 1, role="good", bold=True)
    if role == "began":
        ring = "".join(trail(Trail(0, ((0, 0),), "orange", is_pointed=True), 1))
        return f'<g transform="translate(.5 .5) scale(.66)">{ring}</g>'
    if role == "locked":  # what the ball bears, large enough to be read
        return f'<g transform="translate(.5 .5) scale(1.9) translate(-.42 -.43)">{LOCK}</g>'
    if role == "fresh":
        return piece(Piece("", 0, (0.5, 0.5), colour="green", state=role), 0.55).replace(' class="piece"', "")
    if role in NAMED:
        return f'<rect fill="{NAMED[role]}" stroke="{BLACK}" stroke-width=".04" width="1" height="1" rx=".15"/>'
    ground = role if role in AREAS else "sand" if role in ("unknown", "bag", "flat_bag") else "track"
    rim = 'stroke="currentColor" stroke-opacity=".5" stroke-width=".06"'  # a wall is as dark as a dark page
    tile = f'<rect class="{ground}" x=".03" y=".03" width=".94" height=".94" rx=".15" {rim}/>'
    if ground == "sand":
        tile += f'<path class="ripple" d="{ripples([(0, 0)])}"/>'
    if role == "finish":
        tile += chequers([(0, 0)])
    if role == "pit_line":
        tile = (
            '<rect class="track" width="1" height="1" rx=".15"/><rect class="pit_line" x=".38" width=".24" height="1"/>'
        )
    if role in SIGNS or role == "bank":
        drawn = draw_sign(role if role in SIGNS else "bank_left", max(_SAMPLED, least))
        tile += f'<g class="sign" transform="translate(.5 .5)">{drawn}</g>'
    return tile
