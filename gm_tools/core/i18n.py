"""Languages: what people read is written in English and looked up in the catalogue of the language in use.

The catalogues are gettext's, one a language: `locale/de/LC_MESSAGES/gm_tools.po`. What is written to disk (turn files,
events, names of rules and options) and all notation is the same in every language; only what is shown to people comes
through here.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from gettext import NullTranslations

DOMAIN = "gm_tools"
LOCALE = Path(__file__).resolve().parent.parent / "locale"
ENGLISH = "en"

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
    """Return a message in the language in use, its fields filled in.

    >>> _("{count} moves needed, {given} given", count=5, given=4)
    '5 moves needed, 4 given'
    """
    if _catalogue is not None and message:  # gettext keeps its own notes under an empty message
        message = _catalogue.gettext(message)
    return message.format(**fields) if fields else message


def ngettext(one: str, many: str, n: int, /, **fields: Any) -> str:
    """Return the form of a message that a number wants, `{n}` and the fields filled in.

    >>> ngettext("{n} move needed", "{n} moves needed", 1)
    '1 move needed'
    """
    message = (one if n == 1 else many) if _catalogue is None else _catalogue.ngettext(one, many, n)
    return message.format(n=n, **fields)


def N_(message: str, /) -> str:  # noqa: N802  (the name that gettext's manual gives it)
    """Return a message as it is, so that the catalogues list it.

    It is for a constant that `_` looks up only where it is shown.
    """
    return message
