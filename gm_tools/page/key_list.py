"""The list of all keys of the page, and of what a pointer does beside tapping."""

from __future__ import annotations

from html import escape

from gm_tools.core.i18n import _


def list_keys() -> str:
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
