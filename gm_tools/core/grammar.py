"""Order grammars: `grammars/<game>.lark` read once a process, and its errors said in a player's words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from gm_tools.core.data import folder
from gm_tools.core.problems import Problem
from gm_tools.core.text import either
from gm_tools.core.words import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lark import Lark

LONGEST = 4000  # characters; no game has an order of a tenth of that


@cache
def load(game: str, transformer: Callable[[], Any]) -> Lark:
    """Return the LALR parser of `grammars/<game>.lark`, its trees turned into orders by `transformer()` as it reads."""
    from lark import Lark

    text = (folder("grammars") / f"{game}.lark").read_text(encoding="utf-8")
    # A table that was worked out once is read back in a fifteenth of the time; lark itself sees whether it still fits.
    return Lark(
        text, parser="lalr", transformer=transformer(), maybe_placeholders=False, cache=_table_file(game) or False
    )


def _table_file(game: str) -> str:
    """Return where the grammar's table may be kept: a folder that nobody but this user can write to, else nowhere.

    lark keeps it as a pickle, which must not be read from a place where others can leave one (such as /tmp).
    """
    import os
    from pathlib import Path

    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        place = (Path(home) if home else Path.home() / ".cache") / "gm_tools"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = place.stat()
    except (OSError, RuntimeError):
        return ""
    is_private = not hasattr(os, "getuid") or (state.st_uid == os.getuid() and not state.st_mode & 0o022)
    return str(place / f"{game}.table") if is_private and os.access(place, os.W_OK) else ""


def read(
    parser: Lark,
    text: str,
    *,
    rule: str,
    words: Mapping[str, str],
    mend: Callable[[str, int], Iterable[str]] = lambda _text, _at: (),
) -> Any:
    """Return what the parser makes of `text`, or a Problem (`invalid`, with `rule`) that a player understands.

    `words` says for each terminal of the grammar what it is in a player's words, marked for the catalogues (terminals left out are not
    offered). `mend` proposes other texts for a fault at a place (from 0), likeliest first: the first that can be read
    becomes the suggestion; one-edit repairs are tried after them.
    """
    from lark import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

    if len(text) > LONGEST:
        return Problem(
            "invalid",
            rule,
            tr("{count} characters are too long for an order (at most {most})", count=len(text), most=LONGEST),
        )
    try:
        return parser.parse(text)
    except UnexpectedInput as error:
        at = len(text)
        found = tr("the end of the order")
        expected: Iterable[str] = ()
        if isinstance(error, UnexpectedCharacters):
            at, found = error.pos_in_stream or 0, repr(text[error.pos_in_stream or 0])
            expected = error.allowed or ()
        elif isinstance(error, UnexpectedToken):
            expected = error.accepts or error.expected
            if error.token.type != "$END":
                at, found = error.token.start_pos or 0, repr(str(error.token))
        elif isinstance(error, UnexpectedEOF):
            expected = error.expected
        wanted = sorted({tr(words[name]) for name in expected if name in words})
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) + 1) + 1
        message = tr("{found} cannot stand here", found=found)
        if wanted:
            message = tr("{found} cannot stand here; here can stand {wanted}", found=found, wanted=either(wanted))
        return Problem("invalid", rule, message, "", line, column, _mended(parser, text, at, mend))


def _mended(parser: Lark, text: str, at: int, mend: Callable[[str, int], Iterable[str]]) -> str:
    """Return the first proposal that can be read: the game's own, then one character dropped near the fault."""
    from lark import UnexpectedInput

    drops = [text[:i] + text[i + 1 :] for i in (at, at - 1) if 0 <= i < len(text)]
    for proposal in [*mend(text, at), *drops]:
        if not proposal.strip():
            continue
        try:
            parser.parse(proposal)
        except UnexpectedInput:
            continue
        return proposal.strip()
    return ""
