"""What forums show, and what they break: one profile a forum, as data.

`forum_posts.py` writes posts by them, and knows no forum. `PROFILES` are those of forums and, for any other place, of
the two markups; these keep every blank of a map, so that a board comes back out of a post byte for byte. A new profile
is an entry of `FORUMS`, a forum that reads another's markup one of `PROFILE_OF`; commands and pages offer them by
these.

Facts, each the reason of a field below (defaults of the forum programs; a board's administrators can change some):

- BoardGameGeek drops a post from `<` on if no blank follows, and its preview does not show it: `‹` stands for `<`. Its
  code tag is `[c]`, its spoiler `[o]`, and it has no list.
- Reddit's older pages know no fences: code is indented by four blanks. `^` raises text there.
- Discord takes 2,000 characters, knows no tables, shows the picture of a bare address, and closes a block of code at
  any three backticks.
- phpBB 3.0 to 3.0.7, and others in their time, took away the blanks that begin a block of code; XenForo, Discord and
  many a program that reads saved pages take away blank lines at its start and its end: blanks there are written as
  non-breaking ones, for every forum.
- Discourse sets quotes, dots and dashes like a printer, and writes `(c)` and `(r)` as signs; it and NodeBB fold a long
  list away in a tag of their own, or not at all.
- Everywhere smilies hide in colons and brackets, `@` calls people, and bare addresses become links: an invisible ZERO
  WIDTH SPACE parts them.
"""

from __future__ import annotations

from gm_tools.core.tuples import NamedTuple

# Where an invisible blank goes, as a regular expression of places.
_ANYWHERE = r"(?<=[:;])(?=[^\s\d])|(?<=8)(?=-?\))|(?<=@)(?=\S)|(?<=\bwww)(?=\.)|(?<=o)(?=_o)"
_BBCODE = _ANYWHERE + r"|(?<=\[)"
_ACTING = r"(?<=[\[<])|(?<=@)(?=\S)|(?<=:)(?=//)|(?<=\bwww)(?=\.)"  # tags, calls and links, but no smilies
_PRINTER = _ANYWHERE + r"|(?<=\()(?=(?:c|r|p|tm)\))|(?<=[.!?,+-])(?=[.!?,-])"
_IMG = "[img]{}[/img]"
_MARKDOWN = "\\`*_[]#|~<>&$"


class Forum(NamedTuple):
    """How to write for one forum. Pairs are what opens and what closes; `{}` in a spoiler's is its label."""

    title: str
    limit: int  # characters a post may have; 0: as many as it takes
    heading: tuple[str, str] = ("[b]", "[/b]")
    part: tuple[str, str] = ("[b]", "[/b]")  # the heading of a part, which a line feed follows
    code: tuple[str, str] = ("[code]", "[/code]")  # on lines of their own; empty ones are no lines
    indent: str = ""  # before each line of code
    items: tuple[str, str, str] = ("[list]", "[*]", "[/list]")  # a list: its start, each line, its end
    spoiler: tuple[str, str] | None = None  # what folds a list away; None: the forum has nothing for it
    unfolded: int = 12  # lines of a list that are not folded away yet
    image: str = ""  # how a picture is shown by its address; empty: it cannot be, and the board stands as text
    tables: bool = False  # grids as tables of Markdown, else as code
    apart: str = ""  # a paragraph that keeps a list and a block of code after it apart
    escapes: str = ""  # characters that want a backslash in prose
    slashes: str = r"^[-+.)]"  # where else there are escapes: characters that want one in their place only
    entities: tuple[tuple[str, str], ...] = ()  # characters that are written as entities of HTML in prose
    breaks: str = _BBCODE  # where an invisible blank goes in prose
    code_breaks: str = r"(?<=\[)(?=/|code)"  # and in code
    swaps: tuple[tuple[str, str], ...] = ()  # characters that others stand for, everywhere
    exact: bool = False  # blanks in code stay as they are
    legend: int = 96  # columns of a legend's lines
    legend_gap: str = "   "  # between two signs in a line of it
    legend_apart: bool = True  # an empty line stands between a map and its legend
    spans: bool = False  # the signs in a legend are written as code


_FENCED = Forum(  # what those have in common that read Markdown
    "",
    0,
    heading=("## ", ""),
    part=("### ", "\n"),
    code=("```text", "```"),
    items=("", "- ", ""),
    tables=True,
    escapes=_MARKDOWN,
    breaks=_ANYWHERE,
    code_breaks="",
    legend_gap=" · ",
)
FORUMS = {
    "phpbb": Forum("phpBB", 60_000, image=_IMG, breaks=_BBCODE + r"|(?<=<)"),
    "xenforo": Forum("XenForo", 10_000, image=_IMG, spoiler=('[spoiler="{}"]', "[/spoiler]")),
    "vbulletin": Forum("vBulletin", 10_000, image=_IMG, breaks=_BBCODE + r"|(?<=<)"),
    "nodebb": _FENCED._replace(title="NodeBB", limit=32_767, image="![]({})"),
    "discourse": _FENCED._replace(
        title="Discourse",
        limit=32_000,
        image="![]({})",
        spoiler=('[details="{}"]\n', "\n[/details]"),
        escapes=_MARKDOWN + "\"'",
        breaks=_PRINTER,
    ),
    "bgg": Forum(
        "BoardGameGeek",
        60_000,
        image=_IMG,
        code=("[c]", "[/c]"),
        items=("", "• ", ""),
        spoiler=("[o]", "[/o]"),
        code_breaks=r"(?<=\[)",
        swaps=(("<", "‹"),),
    ),
    "reddit": _FENCED._replace(
        title="Reddit",
        limit=10_000,
        code=("", ""),
        indent="    ",
        apart="&#x200B;",
        escapes="\\`*_[]#|~<>&^",
        breaks=_ANYWHERE + r"|(?<=/[ur])(?=/)|(?<=\b[ur])(?=/)",
    ),
    "discord": _FENCED._replace(
        title="Discord",
        limit=2_000,
        image="{}",
        tables=False,
        escapes="\\`*_[]#|~<>",
        code_breaks="(?<=`)(?=`)",
    ),
}

# Every forum that a thread can be on, with the profile that posts for it are written by.
PROFILE_OF = {name: name for name in FORUMS} | {
    "mybb": "phpbb",
    "smf": "phpbb",
    "xmb": "phpbb",
    "invision": "bbcode",
    "vanilla": "markdown",
}
PROFILES = FORUMS | {
    "bbcode": Forum(
        "BBCode",
        0,
        breaks=_ACTING,
        code_breaks=r"(?<=\[)(?=/|code)|(?<=@)(?=everyone|here|channel|all)",  # nobody knows which forum it is for
        exact=True,
        legend_apart=False,
    ),
    "markdown": _FENCED._replace(
        title="Markdown",
        escapes="\\`*_[]#|~$",
        slashes=r"^[-+=:]|:(?=//)|(?<=\bwww)\.",
        entities=(("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")),
        breaks=r"(?<=@)(?=\S)",
        exact=True,
        legend=110,
        spans=True,
    ),
}
