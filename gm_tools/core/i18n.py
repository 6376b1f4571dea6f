"""Languages: what people are told is written in English and looked up in the catalogue of the language in use.

The catalogues are gettext's, one a language: `locale/de/LC_MESSAGES/gm_tools.po`. What is written to disk (turn files, events, names of
rules and options) and all notation is the same in every language; only what is shown to people comes through here.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from gettext import NullTranslations

DOMAIN = "gm_tools"
LOCALE = Path(__file__).resolve().parent.parent / "locale"
ENGLISH = "en"

_catalogue: NullTranslations | None = None
_language = ENGLISH
_asked = False  # whether somebody asked for it


def languages() -> tuple[str, ...]:
    """Return the languages there are, English first: `("en", "de")`."""
    return (ENGLISH, *sorted(path.parent.name for path in LOCALE.glob("*/LC_MESSAGES")))


def language() -> str:
    """Return the language in use."""
    return _language


def speak(name: str) -> None:
    """Use a language from here on; with no name English, until a table prefers another; raise InputError with those there are."""
    global _asked  # noqa: PLW0603  (a process speaks one language at a time, as in gettext itself)
    _use(name or ENGLISH)
    _asked = bool(name)


def prefer(name: str) -> None:
    """Use a table's own language, if it has one and nobody asked for another."""
    if name and not _asked:
        _use(name)


def _use(name: str) -> None:
    global _catalogue, _language  # a process speaks one language at a time, as in gettext itself
    if name == _language:
        return
    from gm_tools.core.problems import InputError  # which says what is wrong in the language in use

    if name not in languages():
        raise InputError(_("found {value!r}", value=name), key="language", allowed=", ".join(languages()))
    if name == ENGLISH:
        _catalogue, _language = None, name
        return
    from gettext import translation

    try:
        _catalogue, _language = translation(DOMAIN, str(LOCALE), [name]), name
    except OSError:
        message = N_(
            "the catalogue of {name!r} is not compiled; install gm_tools again (`pip install -e .` in a checkout)"
        )
        raise InputError(_(message, name=name), key="language") from None


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak a language for a while; raise InputError with those there are."""
    global _catalogue, _language
    before = _catalogue, _language
    _use(name)
    try:
        yield
    finally:
        _catalogue, _language = before


def in_english() -> AbstractContextManager[None]:
    """Speak English for a while: for what is written to disk, which is the same in every language."""
    return speaking(ENGLISH)


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
    """Return a message as it is: a constant that is looked up by `_` only where it is shown, and has to be in the catalogues."""
    return message
