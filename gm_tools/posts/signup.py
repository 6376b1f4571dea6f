"""Sign-ups read out of a thread: who wants to play, who has withdrawn, and what has to be asked.

Only a sentence that says nothing else counts: `I'm in!`, `Sign up: T turbo`, `count me out`. "I'm in Berlin" and "Can I
join?" are shown to the game master, and never taken.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gm_tools.core.i18n import _
from gm_tools.core.names import name_key, show_invisible
from gm_tools.core.text import drop_invisible, normalize_glyphs
from gm_tools.core.tuples import NamedTuple
from gm_tools.posts.accounts import Account, add_accounts, parse_account
from gm_tools.posts.changes import may_change
from gm_tools.posts.passages import is_correction
from gm_tools.table.files import lock_folder, remove
from gm_tools.table.waiting import FILE as WAITING
from gm_tools.table.waiting import Applicant, signup_file, write_applicants

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from gm_tools.posts.thread import Post
    from gm_tools.table.assign import SeatChoice, Seating

_FORMAL = re.compile(r"^[*_ ]*(?:sign[ -]?up|anmeldung)\s*:\s*(?P<rest>.*)$", re.IGNORECASE)
_IN = re.compile(
    r"^(?:(?:please|pls|hey|hi|hello|ok|okay|yes|sure|great|oh|ja|gerne)[,!]? )*(?:"
    r"(?:sign|count|put|deal) me (?:up|in|down)|sign me|[/!]?(?:sign[ -]?up|signing up|join|in)|i(?:'| a)?m in|"
    r"i(?:'ll| will) (?:play|join|race|drive|take part)|i(?:'d| would) (?:like|love) to (?:play|join|race|drive|take part)|"
    r"i want (?:to (?:play|join|race|drive)|in)|me too|i (?:sign up|join)|"
    r"ich bin (?:auch )?dabei|bin (?:auch )?dabei|dabei|ich (?:mache?|fahre?|spiele?) (?:auch )?mit|anmeldung|ich melde mich an"
    r")(?P<rest>(?:[ ,].*)?)$"
)
_OUT = re.compile(
    r"^(?:(?:please|pls|sorry|ok|okay|leider)[,!]? )*(?:(?:sign|count|take|strike) me (?:out|off)|(?:remove|drop|delete) me|[/!]?(?:out|withdraw)|"
    r"i(?:'| a)?m out|i (?:withdraw|must withdraw|have to withdraw|would like to withdraw)|i'd like to withdraw|ich bin (?:doch )?raus|bin raus|abmeldung|ich melde mich ab)"
    r"(?: (?:from )?(?:the|this|your) list)?(?: (?:sorry|after all|again|leider|doch|please|bitte))*$"
)
_ABOUT = re.compile(
    r"\b(?:sign|join|play|race|in|out|count me|withdraw|dabei|mit(?:machen|fahren|spielen)|raus|ab|an)\b"
)
_FILLERS = frozenset(
    """
    please pls too as with the a an car seat mark letter colour color special and for want thanks thx would like
    take taking i'd i'll mich als mit wagen platz farbe bitte auch danke und den das die again
    """.split()  # noqa: SIM905  (a list would take a line a word)
)


class SignupPost(NamedTuple):
    """What a post says about signing up: `in`, `out`, `unclear`, or nothing at all.

    The mark and the extra asked for come with it.
    """

    says: str = ""
    mark: str = ""
    extra: str = ""


class SignupReading(NamedTuple):
    """What came of a thread: the list after it, posts to look at, posts that say nothing about signing up."""

    applicants: tuple[Applicant, ...]
    unclear: tuple[str, ...]
    others: tuple[str, ...]


def read_signup(text: str, choice: SeatChoice) -> SignupPost:
    """Return what a post says about signing up.

    Its last clear sentence counts, whatever else stands around it.

    >>> from gm_tools.table.assign import SeatChoice
    >>> read_signup("Nice track! I'm in, with turbo please.", SeatChoice(tuple("ABC"), ("turbo",), named=False))
    SignupPost(says='in', mark='', extra='turbo')
    >>> choice = SeatChoice(tuple("ABC"))
    >>> read_signup("I'm in Berlin this week.", choice).says, read_signup("Sign me up as B", choice).mark
    ('unclear', 'B')
    """
    found = SignupPost()
    asked: SignupPost | None = None
    plain = normalize_glyphs(drop_invisible(text))
    for line in (re.sub(r"\[/?\w+[^\]\n]*\]", " ", line) for line in plain.splitlines()):
        formal = _FORMAL.match(line.strip())
        if formal is not None:
            before, asked = asked, _read_wishes(formal["rest"], choice, is_formal=True)
            found = asked if before in {None, asked} else SignupPost("unclear")
            continue
        for sentence in re.findall(r"[^.!?;]+[.!?;]*", line):
            found = _read_sentence(sentence, choice, found)
    return found


def _read_sentence(sentence: str, choice: SeatChoice, before: SignupPost) -> SignupPost:
    """Return what is known after a sentence; an unclear one leaves what was said clearly before."""
    is_question = sentence.rstrip().endswith("?")
    words = " ".join(sentence.strip().strip(".!?;:)(*_ ").split())
    low = words.casefold()
    signs_in, signs_out = _IN.match(low), _OUT.match(low.replace(",", ""))
    if signs_out and not is_question:
        return SignupPost("out")
    if signs_in and not is_question:
        asked = _read_wishes(words[signs_in.start("rest") :], choice, is_formal=False)
        if asked.says == "in":
            return asked
    elif before.says == "in" and not is_question:
        more = _read_wishes(words, choice, is_formal=False)
        if more.says == "in":  # "I'm in! A turbo": a sentence of nothing but a mark and an extra
            return SignupPost("in", more.mark or before.mark, more.extra or before.extra)
        extras = {one.casefold() for one in choice.extras}
        if len(words.split()) <= 4 and not extras.isdisjoint(re.findall(r"\w+", low)):
            return SignupPost("unclear")  # "I'm in! S turbo", where no seat has the mark S
    if before.says in {"in", "out"}:
        return SignupPost("unclear") if may_change(words) or is_correction(words) else before
    return SignupPost("unclear") if signs_in or (_ABOUT.search(low) and len(low) < 120) else before


def _read_wishes(rest: str, choice: SeatChoice, *, is_formal: bool) -> SignupPost:
    """Return the mark and the extra in what follows a sign-up; unclear if it holds any other word."""
    mark = extra = ""
    for raw in re.split(r"[\s,:;/]+", rest):
        word = raw.strip("\"'.!()*")
        is_mark = word in choice.marks and not mark
        is_near = is_formal and word.upper() in choice.marks  # `Sign up: a turbo`
        if not word or (word.casefold() in _FILLERS and not (is_near or (is_mark and not word.islower()))):
            continue
        known = next((one for one in choice.extras if one.casefold() == word.casefold()), "")
        if is_mark:
            mark = word
        elif (known or (is_formal and choice.named)) and not extra:
            extra = known or word
        else:
            return SignupPost("unclear")
    return SignupPost("in", mark, extra)


def apply_posts(
    before: Sequence[Applicant],
    posts: Iterable[Post],
    choice: SeatChoice,
    *,
    seated: Collection[str],
    gm: Collection[str],
) -> SignupReading:
    """Return the list after the posts of a thread, in the order of posts; reading the same posts again changes nothing.

    `seated` are the names of those who have a seat, `gm` those of the game master: neither can sign up. Posts by bots,
    those that wait for approval, and those of a second account under a name that is on the list are shown, not taken.
    """
    left_out = {name_key(name) for name in (*seated, *gm)}
    bound = {name_key(one.player): one.account for one in before if one.account}
    unclear: list[str] = []
    others: list[str] = []
    said_by: dict[str, list[tuple[Post, SignupPost]]] = {}
    places: dict[str, int] = {}
    for at, post in enumerate(posts):
        places.setdefault(post.link, at)
        if post.deleted or name_key(post.author) in left_out or name_key(post.nick or post.author) in left_out:
            continue
        said = read_signup(post.text, choice)
        where = _("{place}: {words}", place=post.place, words=show_invisible(" ".join(post.text.split())[:80]))
        account, name = _account_of(post), name_key(post.author)
        if not said.says:
            others.append(where)
        elif post.automated or post.held or post.doubt:
            why = _("a bot or a webhook") if post.automated else post.doubt or _("it waits for approval")
            unclear.append(f"{where} ({why})")
        elif bound.setdefault(name, account) != account:
            unclear.append(_("{where} (another account under this name)", where=where))
        elif said.says == "unclear":
            unclear.append(where)
        else:
            said_by.setdefault(account or name, []).append((post, said))
    people = {one.account or name_key(one.player): one for one in before}
    found = {key: _outcome(row, people.get(key)) for key, row in said_by.items()}
    for key, one in sorted(found.items(), key=lambda item: places.get(item[1].post, -1)):
        if key in people and one.post != people[key].post and not one.out:
            del people[key]  # who comes back is the last again
        people[key] = one
    return SignupReading(tuple(people.values()), tuple(unclear), tuple(others))


def _outcome(row: Sequence[tuple[Post, SignupPost]], old: Applicant | None) -> Applicant:
    """Return the entry of somebody after all his posts, which are the same whether they were read before or not."""
    last_out = max((at for at, (__, said) in enumerate(row) if said.says == "out"), default=-1)
    joined = row[last_out + 1 :]
    first = (joined or row)[0][0]
    entry = Applicant(first.author, "", "", _account_of(first), first.nick, first.link)
    if old is not None and not old.out and last_out < 0 and first.link != old.post:
        entry = old  # signed up on a page that is not here: the place in the row stays
    for _post, said in joined:
        entry = entry._replace(mark=said.mark or entry.mark, extra=said.extra or entry.extra)
    if not joined:
        return (old or entry)._replace(out=row[last_out][0].link)
    return entry._replace(out=old.out) if old is not None and old.post == entry.post else entry


def _account_of(post: Post) -> str:
    return f"{post.source}/{post.author_id}" if post.author_id else ""


def end_signup(folder: Path, seating: Seating) -> None:
    """Write down who waits for a seat at a table that has begun, and bind the accounts of those who play.

    The list has done its work then.
    """
    with lock_folder(folder):
        if seating.waiting:
            write_applicants(folder / WAITING, seating.waiting)
        rows = ((one.player, *(parse_account(one.account) or ("", ""))) for one in seating.playing)
        add_accounts(folder, [Account(name, source, "", number) for name, source, number in rows if number])
    remove(signup_file(folder))
