"""The settings of a table's thread, `[thread]` in `table.toml`: forum, address, zone, hour of deadlines.

They are told once, and used by every command.
"""

import re
from pathlib import Path
from typing import Annotated

from gm_tools.core.i18n import N_, _
from gm_tools.core.problems import InputError, at_key, in_file
from gm_tools.core.record import Field, dump, load, refuse
from gm_tools.core.times import parse_moment
from gm_tools.core.toml import parse_toml, section, take
from gm_tools.core.tuples import NamedTuple
from gm_tools.render.forums import PROFILE_OF
from gm_tools.table.files import encode, lock_folder, read_text, write_atomic
from gm_tools.table.toml_edit import set_value

FILE = "table.toml"
KEY = "thread"

_ADDRESSES = N_("an address that begins with https:// or http://, without a user name or a password in it")
_LONGEST = 1000


def check_address(value: str) -> str:
    """Return the address of a thread; raise InputError unless it is a web address that holds no password.

    >>> check_address("https://forum.example.org/viewtopic.php?t=77#p5")
    'https://forum.example.org/viewtopic.php?t=77'
    """
    from urllib.parse import urlsplit  # its import costs every command that opens a table

    address = value.strip().partition("#")[0]
    try:
        parts = urlsplit(address)
        is_web = parts.scheme in {"http", "https"} and bool(parts.hostname) and "@" not in parts.netloc
        is_web = is_web and (parts.port is None or parts.port > 0)
    except ValueError:
        is_web = False
    plain = address.isascii() and address.isprintable() and not set(address) & set(" \\<>\"'")
    if address and not (is_web and plain and len(address) <= _LONGEST):
        raise refuse(value, _(_ADDRESSES))
    return address


def check_page(value: str) -> str:
    """Return the address of the folder that the table is published in, with a slash at its end.

    Raises InputError if it is none.

    >>> check_page("https://example.org/dust")
    'https://example.org/dust/'
    """
    address = check_address(value)
    if not re.fullmatch(r"[A-Za-z0-9._~:/%@+-]*", address):  # what no markup of a forum ends an address at
        raise refuse(value, _("the address of the folder that gm publish writes, such as https://example.org/dust/"))
    return address.removesuffix("/") + "/" if address else ""


def check_forum(value: str) -> str:
    """Return the name of a forum; raise InputError with those there are."""
    if value and value not in PROFILE_OF:
        raise refuse(value, ", ".join(PROFILE_OF))
    return value


def check_hour(value: str) -> str:
    """Return an hour of the day, `20:00`; raise InputError if it is none."""
    if value and not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", value, re.ASCII):
        raise refuse(value, _("an hour of the day: 20:00"))
    return value


def check_zone(value: str) -> str:
    """Return a zone as moments have it; raise InputError if there is no such zone."""
    if not value:
        return value
    try:
        return parse_moment(f"2026-01-15 12:00 {value}").zone
    except InputError:
        raise refuse(value, _("a zone: Europe/Berlin, +01:00, UTC")) from None


class ThreadSettings(NamedTuple):
    """Where a table is played.

    `address` is the thread's, `forum` the forum's kind, `zone` that of its times, `hour` that of its deadlines, `page`
    the table's page. What is empty is not set.
    """

    address: Annotated[str, Field(check=check_address)] = ""
    forum: Annotated[str, Field(check=check_forum)] = ""
    zone: Annotated[str, Field(check=check_zone)] = ""
    hour: Annotated[str, Field(check=check_hour)] = ""
    page: Annotated[str, Field(check=check_page)] = ""

    @property
    def profile(self) -> str:
        """Return the profile that posts are written by (render/forums.py), empty if no forum is set."""
        return PROFILE_OF.get(self.forum, "")


def read_settings(folder: "Path") -> ThreadSettings:
    """Return the settings in `table.toml`; raise InputError with file and key."""
    path = folder / FILE
    text = read_text(path)
    if KEY not in text:
        return ThreadSettings()
    with in_file(path):
        data = take(parse_toml(text), KEY, dict, {})
        with at_key(KEY):
            return load(ThreadSettings, data)


def change_settings(folder: "Path", **changes: str) -> ThreadSettings:
    """Change settings, the rest of `table.toml` as it is, and return all; an empty value removes one.

    Raises InputError for a value that cannot be one, with the option that it was given for.
    """
    checked = settings_of(**changes)
    with lock_folder(folder):
        old = read_settings(folder)
        settings = old._replace(**{key: getattr(checked, key) for key in changes})
        if settings != old:
            path = folder / FILE
            text = read_text(path)
            for key in changes:
                text = set_value(text, (KEY, key), getattr(settings, key) or None)
            write_atomic(path, encode(text, path))
    return settings


def settings_of(**values: str) -> ThreadSettings:
    """Return settings as they were typed, checked; raise InputError with the option that a value was given for."""
    try:
        return load(ThreadSettings, {key: value.strip() for key, value in values.items()})
    except InputError as error:
        error.key = "--thread" if error.key == "address" else f"--{error.key}"
        raise


def format_settings(settings: ThreadSettings) -> list[str]:
    """Return the lines of the section `[thread]`, none if nothing is set."""
    return list(section(KEY, dump(settings))) if settings != ThreadSettings() else []


def complete_moment(text: str, settings: ThreadSettings) -> str:
    """Return a time that was typed, with the hour and the zone of the settings where it has none.

    >>> complete_moment("2026-11-23", ThreadSettings(zone="Europe/Berlin", hour="20:00"))
    '2026-11-23 20:00 Europe/Berlin'
    """
    words = text.strip()
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", words, re.ASCII) and settings.hour:
        words = f"{words} {settings.hour}"
    is_bare = re.fullmatch(r"\d{4}-\d{2}-\d{2}[ T]+\d{1,2}:\d{2}(:\d{2})?", words, re.ASCII)
    return f"{words} {settings.zone}" if is_bare and settings.zone else words
