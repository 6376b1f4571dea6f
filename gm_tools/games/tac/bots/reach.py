"""The board with every field where a ball can end by a card of this hand (`gm plan --reach`)."""

from __future__ import annotations

from gm_tools.core.blocks import Block, Column, Grid, Lines
from gm_tools.core.drawing import show_targets
from gm_tools.core.i18n import _
from gm_tools.games.tac.balls import colour_at
from gm_tools.games.tac.bots.targets import QUIET, ends_of, targets
from gm_tools.games.tac.check import check_hands, legal_uses
from gm_tools.games.tac.drawing import draw_game
from gm_tools.games.tac.position import Position
from gm_tools.games.tac.report import board_picture

# Three characters at most: a cell of the picture
_SHORT = {"trick": "tr", "tac": "tac", "warrior": "wa", "angel": "an"}


def ends(view: Position) -> dict[str, set[int]]:
    """Return the fields where a ball can come to lie, by the card laid, cards in the order of the deck."""
    fields: dict[str, set[int]] = {}
    for action, cells in legal_uses(view):
        if action.verb not in QUIET:
            fields.setdefault(action.laid, set()).update(field for field in ends_of(view, action) if cells[field])
    return fields


def reach_blocks(view: Position, seat: str) -> tuple[Block, ...]:
    """Return the board with all ends of the moves of the hand that is played from, and the fields by card.

    Raises InputError if the hand is not known.
    """
    if view.phase != "play":
        text = _("Cards are being swapped: no ball moves now.")
        return board_picture(view, _("Board"))._replace(draw=lambda: draw_game(view)), Lines("", (text,))
    check_hands(view, seat)
    by_card = ends(view)
    marks: dict[int, str] = {}
    for card, fields in by_card.items():
        for field in fields:
            marks[field] = ">>" if field in marks else ">" + _SHORT.get(card, card)
    for field in marks:
        if view.cells[field]:
            marks[field] = "x" + view.letters[colour_at(view.cells, field)]
    letter = view.letters[view.turn]
    legend = (
        (">5", _("a ball can end here, with that card (tr: trick, ta: tac, wa: warrior, an: angel)")),
        (">>", _("by several cards")),
        (f"x{letter}", _("a ball that can be thrown or exchanged is there now")),
    )
    names = view.track.names
    rows = tuple((card, " ".join(names[field] for field in sorted(fields))) for card, fields in by_card.items())
    picture = board_picture(view, _("Where a ball can end with a card of {seat}", seat=letter), marks, legend)
    drawing = show_targets(draw_game(view), targets(view, seat))
    picture = picture._replace(draw=lambda: drawing)
    if not rows:
        return picture, Lines("", (_("No card of this hand moves a ball now."),))
    return picture, Grid("", (Column(_("Card")), Column(_("Fields"))), rows)
