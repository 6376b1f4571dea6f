"""Where orders and draws come from.

That is a link, a post or a dice service, in the words of whoever entered them, or one of these words.
"""

from __future__ import annotations

from gm_tools.core.i18n import N_, _

BY_HAND = N_("by hand")  # as it stands in the files, in every language
BOT = N_("bot")
IMPLIED = "implied by: "
_PASTED = "text//"
FORCED = f"{IMPLIED}the only legal order"


def shown_source(source: str) -> str:
    """Return a source for people: what the files say by themselves is put into the language in use.

    A post in pasted text has no address but a digest of what it says.

    >>> shown_source("text//1137d8695b3ab0cf"), shown_source("post 7")
    ('a message', 'post 7')
    """
    if source == FORCED:
        return _("the only legal order")
    if source.startswith(IMPLIED):
        return _("implied by: {source}", source=shown_source(source.removeprefix(IMPLIED)))
    if source.startswith(_PASTED):
        return _("a message")
    return _(source) if source in {BY_HAND, BOT} else source
