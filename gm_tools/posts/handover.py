"""Seats given away: to a player whom a post names, or to the first on the waiting list.

Posts before that stay another's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from gm_tools.posts.accounts import parse_account
from gm_tools.posts.bind import bind_accounts
from gm_tools.posts.captures import Replacement, read_captures, write_captures
from gm_tools.posts.times import parse_time
from gm_tools.table import open_table
from gm_tools.table.assign import nick_alias
from gm_tools.table.seats import Replaced, replace_player
from gm_tools.table.waiting import next_applicant, take_off


def hand_over(folder: Path, name: str, player: str, since: str = "", aliases: Sequence[str] = ()) -> Replaced:
    """Give a seat to a player, who is taken off the waiting list.

    Of posts, those before `since` (a post or a time) count as before. Raises InputError as `replace_player` does, and
    for what is no time; nothing is written then.
    """
    post = since.strip().lstrip("#")
    if post and not _could_be_post(post):
        post = parse_time(since, "--since")
    replaced = replace_player(folder, name, player, tuple(aliases))
    if post:
        captures = read_captures(folder)
        record = Replacement(replaced.before.mark, replaced.before.player, player, post)
        write_captures(folder, captures._replace(replaced=(*captures.replaced, record)))
    take_off(folder, player)
    return replaced


def substitute(folder: Path, name: str, since: str = "", aliases: Sequence[str] = ()) -> Replaced:
    """Give a seat to the first on the waiting list, with nickname and account.

    Raises InputError if nobody waits, else as `hand_over` does.
    """
    applicant = next_applicant(folder)
    table = open_table(folder)
    others = (other for seat in table.seats for other in (seat.mark, seat.player, *seat.aliases))
    nick = nick_alias(applicant, (*others, *table.gm))
    replaced = hand_over(folder, name, applicant.player, since, (*aliases, *nick))
    if parse_account(applicant.account):
        bind_accounts(folder, replaced.before.mark, [applicant.account])
    return replaced


def _could_be_post(word: str) -> bool:
    """Tell whether a word could be a post (its number, id, address or key), and not a time: an id holds a digit.

    >>> [_could_be_post(word) for word in ("57", "phpbb/77/12", "kx1abc", "yesterday", "2026-11-23T20:00", "20:00")]
    [True, True, True, False, False, False]
    """
    if word.startswith(("https://", "http://")):
        return word.isprintable() and " " not in word
    is_word = re.fullmatch(r"[\w./@+=~-]{1,400}", word) is not None and any(glyph.isdecimal() for glyph in word)
    return is_word and not re.match(r"\d{4}-\d", word)
