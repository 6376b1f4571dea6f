"""Letters on drawn boards: each can be read on every surface that it may lie on, by day and by night."""

from __future__ import annotations

import re

import pytest

from gm_tools.core.drawing import Area, Drawing
from gm_tools.core.paths import folder
from gm_tools.games import find
from gm_tools.games.rally.drawing import draw_track
from gm_tools.render.drawing import draw_layers
from gm_tools.render.drawing.board_colours import _GROUNDS, BLUE, INKS, STYLE, contrast
from gm_tools.render.drawing.markers import SIGNS, badge
from gm_tools.render.drawing.surfaces import _RINGS

READ = 4.5  # as WCAG 2 asks of letters
# What is written on what: roles of letters, and of the surfaces below them
PAIRS = {
    "letter": ("plain", "grass", "yellow_band", "red_band", "pits", "field"),
    "carved": ("wood", "tray"),
    "ruler": ("ground", "mown"),
    "words": ("ground", "mown", "panel", "panel_next"),
    "said": ("panel", "panel_next"),
    "good": ("panel", "panel_next"),
}
GRAIN = float(re.findall(r"\.grain{fill-opacity:([.\d]+)}", STYLE)[0])


def blend(ground: str, over: str, share: float) -> str:
    """Return a colour under another one that hides a share of it."""
    parts = ((int(ground[at : at + 2], 16), int(over[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in parts)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_letters_can_be_read_on_every_surface(scheme: int) -> None:
    def colour(role: str) -> str:
        return _GROUNDS[role][scheme]

    pairs = {(ink, role): contrast(colour(ink), colour(role)) for ink, roles in PAIRS.items() for role in roles}
    middle = blend(colour("wood"), colour("grain"), 1 - (1 - GRAIN) ** _RINGS)  # where all rings lie on each other
    pairs["carved", "grain"] = contrast(colour("carved"), middle)
    for sign, role in (("unknown", "sand"), ("repair", "repair")):
        (ink,) = re.findall(r'<text[^>]*fill="(#\w+)"', SIGNS[sign])
        pairs[sign, role] = contrast(ink, colour(role))
    pairs["pump", "pump"] = contrast("#ffffff", BLUE)
    pairs.update({(name, name): contrast(*both) for name, both in INKS.items()})
    assert {pair: round(found, 2) for pair, found in pairs.items() if found < READ} == {}


@pytest.mark.parametrize("least", [0, 0.9])
def test_no_line_of_hatched_tiles_strikes_a_letter_through(least: float) -> None:
    cells = tuple((row, column) for row in range(6) for column in range(14))
    for role in PAIRS["letter"][1:5]:
        board = Drawing(14, 6, (Area(role, cells, "r"), Area("closed", cells[:42])))
        svg = "".join(draw_layers(board, least))
        letters = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*class="letter"', svg)
        plates = re.findall(rf'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" class="{role}"', svg)
        under = [(float(x), float(y), float(r)) for x, y, r in plates]
        hatched = [tuple(map(float, one)) for one in letters if float(one[1]) < 3]
        assert len(under) == len(hatched) == 6
        assert svg.index('class="hatch"') < svg.index(f'" class="{role}"/><text')
        for (x, y, size), (a, b, radius) in zip(hatched, under, strict=True):
            assert abs(x - a) + 0.25 * size < radius
            assert b - radius < y - 0.6 * size
            assert y < b + radius


def test_a_checkpoint_is_numbered_once_on_ground_on_which_that_is_read() -> None:
    for path in sorted((folder("tracks") / "rally").glob("*.txt")):
        drawing = draw_track(find("rally").parse_board(path.read_text(encoding="utf-8")))
        said = re.findall(r"<text[^>]*>(\d)<", "".join(draw_layers(drawing)))
        assert sorted(said) == [one.text for one in drawing.labels], path.stem


@pytest.mark.parametrize("role", SIGNS)
def test_a_sign_beside_a_piece_is_seen_on_its_plate(role: str) -> None:
    drawn = badge((0.5, 0.5), role)
    (plate,) = re.findall(r'<circle [^>]*fill="(#\w+)" stroke="#14181c" stroke-width=".07"/>', drawn)
    inks = set(re.findall(r'(?:fill|stroke)="(#\w{6})"', SIGNS[role]))
    assert max(contrast(ink, plate) for ink in inks) >= 3
