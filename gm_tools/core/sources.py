"""Where orders and draws come from.

That is a link, a post or a dice service, in the words of whoever entered them, or one of these words.
"""

from __future__ import annotations

from gm_tools.core.i18n import N_, _

BY_HAND = N_("by hand")  # as it stands in the files, in every language
BOT = N_("bot")
IMPLIED = "implied by: "
FORCED = f"{IMPLIED}the only legal order"


def shown_source(source: str) -> str:
    """Return a source for people: what the files say by themselves is put into the language in use."""
    if source == FORCED:
        return _("the only legal order")
    if source.startswith(IMPLIED):
        return _("implied by: {source}", source=shown_source(source.removeprefix(IMPLIED)))
    return _(source) if source in {BY_HAND, BOT} else source
