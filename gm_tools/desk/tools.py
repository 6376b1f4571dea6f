"""What a table's page offers besides the evening.

Each tool is one command, made of the fields of its form as it would be typed.
"""

from __future__ import annotations

from collections.abc import Callable

from gm_tools.core.deadline_rules import RULES, Rule
from gm_tools.core.game import STRENGTHS
from gm_tools.core.i18n import N_
from gm_tools.core.tuples import NamedTuple
from gm_tools.desk.commands import Command
from gm_tools.render.forums import PROFILE_OF, PROFILES
from gm_tools.table.settings import ThreadSettings


class FormField(NamedTuple):
    """A field of a tool's form. `kind` is `text`, `seat`, `choice`, `tick` or `lines` (a word of the command each).

    `word` is what stands before its value in the command: `--every=`, or nothing for a value that stands alone. A
    tick's is the whole word. `choices` are offered beside nothing at all.
    """

    name: str
    title: str
    word: str = ""
    kind: str = "text"
    hint: str = ""
    choices: tuple[str, ...] = ()
    required: bool = False

    def words(self, given: str) -> list[str]:
        """Return the words that a value becomes; nothing for an empty one."""
        if self.kind == "tick":
            return [self.word] if given else []
        rows = given.split("\n") if self.kind == "lines" else [given]
        values = [row.strip() for row in rows if row.strip()]
        if self.kind == "choice" and values and values[0] not in self.choices:
            return []
        return [f"{self.word}{value}" for value in values]

    @property
    def is_loose(self) -> bool:
        """Tell whether its value stands alone in the command.

        All of those follow a double dash, so that none is an option.
        """
        return not self.word.startswith("-") and self.kind not in {"seat", "choice"}


class Tool(NamedTuple):
    """A form and its command: `words` before the table's name and after it.

    `is_long` work shows how far it is and can be stopped. Of long work that `is_drawn` the report is shown as a page,
    boards drawn, instead of the text that the command prints.
    """

    name: str
    title: str
    button: str
    words: tuple[str, ...]
    fields: tuple[FormField, ...] = ()
    after: tuple[str, ...] = ()
    is_long: bool = False
    is_drawn: bool = False

    def line(self, table: str) -> str:
        """Return the command of an empty form, as it would be typed."""
        return self.command(table, lambda _field: "").line

    def command(self, table: str, value: Callable[[FormField], str]) -> Command:
        """Return the command that the form makes, with the `value` of each field."""
        options = [word for field in self.fields if not field.is_loose for word in field.words(value(field))]
        loose = [word for field in self.fields if field.is_loose for word in field.words(value(field))]
        return Command((*self.words, table, *self.after, *options, *(("--", *loose) if loose else ())))


_SEAT = FormField("seat", N_("Seat"), kind="seat")
_SINCE = FormField("since", N_("Since which post or time"), "--since=", hint="57")
_REASON = FormField("reason", N_("Why, for the players"), "--reason=")


def _rule_field(rule: Rule) -> FormField:
    """Return the field of a rule for deadlines; one that is a yes or no is a choice of two words."""
    if rule.shown:
        return FormField(rule.name, rule.label, f"{rule.option}=", hint=rule.hint)
    return FormField(rule.name, rule.label, kind="choice", choices=tuple(rule.option.split("/")))


TOOLS = (
    Tool(
        "deadline",
        N_("Deadline"),
        N_("Set the deadline"),
        ("deadline",),
        (
            FormField("when", N_("When"), hint="2026-11-23 20:00 Europe/Berlin"),
            *map(_rule_field, RULES),
            FormField("extend", N_("Extend by"), "--extend=", hint="24h"),
            FormField("what", N_("Or"), kind="choice", choices=("--pause", "--resume", "--clear")),
        ),
    ),
    Tool(
        "thread",
        N_("Where it is played"),
        N_("Remember it"),
        ("thread",),
        (
            FormField("address", N_("Address of the thread"), hint="https://forum.example.org/viewtopic.php?t=77"),
            FormField("forum", N_("Forum"), "--forum=", "choice", choices=tuple(PROFILE_OF)),
            FormField("zone", N_("Time zone of its posts"), "--zone=", hint="Europe/Berlin"),
            FormField("hour", N_("Hour of deadlines"), "--hour=", hint="20:00"),
            FormField("page", N_("Where the page can be seen"), "--page=", hint="https://example.org/dust/"),
            FormField("remove", N_("Or remove"), "--remove=", "choice", choices=ThreadSettings._fields),
        ),
    ),
    Tool(
        "settings",
        N_("Settings"),
        N_("Remember them"),
        ("settings",),
        (
            FormField("forced", N_("A seat with one legal order"), "forced=", "choice", choices=("skip", "wait")),
            FormField("template", N_("File with the wording of posts"), "template=", hint="mine.txt"),
        ),
    ),
    Tool(
        "seat",
        N_("Seats"),
        N_("Change the seat"),
        ("seat",),
        (
            _SEAT,
            FormField("player", N_("New player"), "--player="),
            _SINCE,
            FormField("alias", N_("Another name"), "--alias="),
            FormField("bot", N_("Bot"), "--bot=", "choice", choices=(*STRENGTHS, "none")),
        ),
    ),
    Tool(
        "substitute",
        N_("A substitute from the waiting list"),
        N_("Give the seat to the first who waits"),
        ("seat",),
        (_SEAT, _SINCE),
        ("--substitute",),
    ),
    Tool(
        "waiting",
        N_("The waiting list"),
        N_("Change the list"),
        ("signup",),
        (
            FormField("add", N_("Put on the list"), "--add=", hint="Nina"),
            FormField("drop", N_("Take off the list"), "--drop=", hint="Bob"),
        ),
    ),
    Tool(
        "amend",
        N_("Put something right"),
        N_("Amend the position"),
        ("amend",),
        (
            FormField("changes", N_("What becomes what, a line each"), kind="lines", hint="cars.A.speed=5"),
            FormField("remove", N_("Keys to remove, a line each"), "--remove=", "lines", hint="cars.A.special"),
            _REASON._replace(required=True),
        ),
    ),
    Tool("undo", N_("Take the last turn back"), N_("Take it back"), ("undo",), (_REASON,)),
    Tool(
        "erratum",
        N_("Erratum"),
        N_("Write the erratum"),
        ("report",),
        (_REASON, FormField("forum", N_("Forum"), "--forum=", "choice", choices=tuple(PROFILES))),
        ("--erratum",),
    ),
    Tool(
        "plan",
        N_("What a seat could order"),
        N_("Look"),
        ("plan",),
        (
            _SEAT,
            FormField("turns", N_("How many turns ahead"), "--turns=", hint="1"),
            FormField("reach", N_("draw all that can be reached"), "--reach", "tick"),
            FormField("best", N_("a shortest way to the end, with proof"), "--best", "tick"),
        ),
        is_long=True,
        is_drawn=True,
    ),
    Tool("verify", N_("Check the records"), N_("Recompute every turn"), ("verify",), is_long=True),
    Tool(
        "publish",
        N_("Publish"),
        N_("Write the table's pages"),
        ("publish",),
        (
            FormField("folder", N_("Folder of the web space"), hint="public/dust", required=True),
            FormField("replay", N_("with the game so far as a moving picture"), "--replay", "tick"),
        ),
        is_long=True,
    ),
    Tool(
        "replay",
        N_("The game as a moving picture"),
        N_("Write it"),
        ("replay",),
        (FormField("file", N_("File"), hint="dust.gif", required=True),),
        is_long=True,
    ),
)
BY_NAME = {tool.name: tool for tool in TOOLS}
