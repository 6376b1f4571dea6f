"""The forum that a command writes for: named by `--forum`, else as the table remembers it."""

from typing import Annotated

from gm_tools.cli.completion import complete_forums
from gm_tools.cli.options import option
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.core.text import did_you_mean
from gm_tools.render.forums import PROFILE_OF


def check_forum(name: str) -> str:
    """Return the profile that posts for a forum are written by, empty if none is named.

    Raises InputError with those that there are.
    """
    if name and name not in PROFILE_OF:
        message = _("no forum is called {name!r}{hint}", name=name, hint=did_you_mean(name, list(PROFILE_OF)))
        raise InputError(message, key="--forum", allowed=", ".join(PROFILE_OF))
    return PROFILE_OF.get(name, "")


MarkupOf = Annotated[
    str,
    option("--forum", "FORUM", "In its markup.", default=..., callback=check_forum, autocompletion=complete_forums),
]
