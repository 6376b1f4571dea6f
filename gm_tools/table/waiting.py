"""Who wants to play: the list of a sign-up before a table is begun, and the waiting list of the table after that.

The first is a file beside the folder that the table will have, `dust.signup.toml`; the second lies in it,
`waiting.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.names import name_key
from gm_tools.core.problems import InputError
from gm_tools.core.tuples import NamedTuple
from gm_tools.table.record_file import read_rows, write_rows

FILE = "waiting.toml"


class Applicant(NamedTuple):
    """Somebody who wants to play, with the mark and the extra asked for (empty: any, none).

    `account` is the forum account (`phpbb/12`, empty if the thread does not say), `nick` the name that others see
    beside that of the account, `post` where he signed up first. `out` is the post in which he took that back, or `by
    hand`: he stays on file, so that reading the same thread again does not bring him back.
    """

    player: str
    mark: str = ""
    extra: str = ""
    account: str = ""
    nick: str = ""
    post: str = ""
    out: str = ""

    def is_called(self, name: str) -> bool:
        """Tell whether a name is that of the account or the nickname."""
        return name_key(name) in {name_key(self.player), name_key(self.nick or self.player)}


def list_file(folder: Path) -> Path:
    """Return where the list for a table is: in its folder if that is one, else beside it."""
    return folder / FILE if (folder / "table.toml").exists() else signup_file(folder)


def signup_file(folder: Path) -> Path:
    """Return the file of a sign-up for a table that is not begun yet: `turns/dust.signup.toml`."""
    return folder.with_name(f"{folder.name}.signup.toml")


def read_applicants(path: Path) -> tuple[Applicant, ...]:
    """Return who is on a list, those included who withdrew; nobody if there is no file.

    Raises InputError with file and key.
    """
    return read_rows(Applicant, path, "applicant")


def write_applicants(path: Path, applicants: Sequence[Applicant]) -> None:
    """Write a list, unless that would change nothing."""
    if tuple(applicants) != read_applicants(path):
        remark = "Who wants to play, in this order. The first on the list plays next."
        write_rows(path, "applicant", applicants, remark=remark)


def edit_list(
    before: Sequence[Applicant], added: Sequence[str], dropped: Sequence[str], marks: Sequence[str]
) -> tuple[Applicant, ...]:
    """Return a list with what the game master changed by hand: `PLAYER[:MARK[:EXTRA]]` added, names dropped.

    Raises InputError for a name that is not on the list, for what is no player, and for a mark that there is not.
    """
    people = list(before)
    for name in dropped:
        at = next((at for at, one in enumerate(people) if one.is_called(name) and not one.out), None)
        if at is None:
            listed = ", ".join(one.player for one in people if not one.out)
            raise InputError(_("{name} is not on the list", name=name), key="--drop", allowed=listed, status=1)
        people[at] = people[at]._replace(out="by hand")
    for word in added:
        player, mark, extra = (part.strip() for part in (*word.split(":"), "", "")[:3])
        if not player or word.count(":") > 2:
            raise InputError(
                _("--add: found {word!r}", word=word), allowed=_("PLAYER, PLAYER:MARK or PLAYER:MARK:EXTRA")
            )
        if mark and mark not in marks:
            raise InputError(_("--add: found the mark {mark!r}", mark=mark), allowed=" ".join(marks))
        old = next((one for one in people if one.is_called(player)), None)
        if old is None:
            people.append(Applicant(player, mark, extra, post="by hand"))
        else:
            at = people.index(old)
            people[at] = old._replace(mark=mark or old.mark, extra=extra or old.extra, out="")
    return tuple(people)


def next_applicant(folder: Path) -> Applicant:
    """Return the first on a table's waiting list; raise InputError if nobody waits."""
    path = folder / FILE
    first = next((one for one in read_applicants(path) if not one.out), None)
    if first is None:
        allowed = _("--player NAME, or gm signup TABLE FILE for those who sign up in the thread")
        raise InputError(_("nobody is on the waiting list"), file=str(path), allowed=allowed, status=1)
    return first


def take_off(folder: Path, player: str) -> None:
    """Take somebody who has a seat now off the table's waiting list; nothing happens if he is not on it."""
    path = folder / FILE
    write_applicants(path, [one for one in read_applicants(path) if not one.is_called(player)])
