"""Languages: what people read is written in English and looked up in the catalogue of the language in use.

The catalogues are gettext's, one a language: `locale/de/LC_MESSAGES/gm_tools.po`. What is written to disk (turn files,
events, names of rules and options) and all notation is the same in every language; only what is shown to people comes
through here.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from gettext import NullTranslations

DOMAIN = "gm_tools"
LOCALE = Path(__file__).resolve().parent.parent / "locale"
ENGLISH = "en"

_PLAIN = re.compile(r"[\w@%+=:,./-]+")
_COMMAND = re.compile(r"(\bgm [a-z]+(?: --[a-z-]+)* \{)(\w+)\}")  # and the field that is its first word

_catalogue: NullTranslations | None = None
_language = ENGLISH


def languages() -> tuple[str, ...]:
    """Return the languages there are, English first: `("en", "de")`."""
    return (ENGLISH, *sorted(path.parent.name for path in LOCALE.glob("*/LC_MESSAGES")))


def language() -> str:
    """Return the language in use."""
    return _language


def use(name: str) -> None:
    """Use a language from here on.

    Raises LookupError if there is none of that name, and OSError if its catalogue is not compiled. `core/languages.py`
    says that to people.
    """
    global _catalogue, _language
    if name == _language:
        return
    if name not in languages():
        raise LookupError(name)
    if name == ENGLISH:
        _catalogue, _language = None, name
        return
    from gettext import translation

    _catalogue, _language = translation(DOMAIN, str(LOCALE), [name]), name


@contextmanager
def keep_language() -> Iterator[None]:
    """Go back to the language in use now at the end."""
    global _catalogue, _language
    before = _catalogue, _language
    try:
        yield
    finally:
        _catalogue, _language = before


def _(message: str, /, **fields: Any) -> str:
    """Return a message in the language in use, its fields filled in; the first of a command is one word of a shell.

    >>> _("{count} moves needed, {given} given", count=5, given=4)
    '5 moves needed, 4 given'
    >>> _("{table}: gm resolve {table}", table="Our race")
    "Our race: gm resolve 'Our race'"
    """
    if _catalogue is not None and message:  # gettext keeps its own notes under an empty message
        message = _catalogue.gettext(message)
    return _fill(message, fields) if fields else message


def ngettext(one: str, many: str, n: int, /, **fields: Any) -> str:
    """Return the form of a message that a number wants, `{n}` and the fields filled in.

    >>> ngettext("{n} move needed", "{n} moves needed", 1)
    '1 move needed'
    """
    message = (one if n == 1 else many) if _catalogue is None else _catalogue.ngettext(one, many, n)
    return _fill(message, {"n": n, **fields})


def _fill(message: str, fields: dict[str, Any]) -> str:
    if "gm " in message:
        typed = {f"{found[2]}_typed": as_typed(str(fields[found[2]])) for found in _COMMAND.finditer(message)}
        message, fields = _COMMAND.sub(r"\1\2_typed}", message), fields | typed
    return message.format(**fields)


def as_typed(word: str) -> str:
    """Return a word as it is typed in a shell: in quotes if it holds a blank or another sign of the shell's.

    >>> as_typed("dust"), as_typed("Our race"), as_typed("Dünen")
    ('dust', "'Our race'", 'Dünen')
    """
    return word if _PLAIN.fullmatch(word) else "'" + word.replace("'", "'\"'\"'") + "'"


def N_(message: str, /) -> str:  # noqa: N802  (the name that gettext's manual gives it)
    """Return a message as it is, so that the catalogues list it.

    It is for a constant that `_` looks up only where it is shown.
    """
    return message
