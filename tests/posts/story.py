"""One thread, written for this project, in BBCode: 24 posts of a race with everything in them that goes wrong in threads."""

from __future__ import annotations

from typing import NamedTuple

from gm_tools.core.game import Seat

TITLE = "Dust, a race by posts"
THREAD = "77"
PAGE = 12  # posts on a page
DEADLINE = "2026-11-23 20:00 UTC"
SEATS = (
    Seat("A", "Alice", ("al1ce",)),
    Seat("O", "Bob"),
    Seat("C", "Carol"),
    Seat("D", "Dan"),
    Seat("E", "Émile"),
    Seat("F", "Fay"),
    Seat("G", "Fay"),
    Seat("H", "Hank"),
    Seat("I", "Ida"),
    Seat("J", "Jon"),
    Seat("K", "Kim"),
    Seat("N", "Lee"),
    Seat("M", "Max"),
)
SIGNATURES = {"Alice": "Order: BBBBBB", "Bob": "[b]all alarm, no harm[/b]\nB(5M)", "Dan": "A(A+1)(8M)"}
SMILIES = (":D", ";)", ":)")


class Told(NamedTuple):
    """A post of the story; `minute` is the time in minutes after the first post, `edited` likewise (0: never).

    `account` is the id of an account that is not the author's usual one.
    """

    number: int
    author: str
    minute: int
    text: str
    edited: int = 0
    deleted: bool = False
    account: int = 0
    is_bot: bool = False

    @property
    def id(self) -> int:
        return 1000 + 7 * self.number


REPORT = """[b]dust: turn 0, before the start line[/b]

[b]Grid[/b]
[code]
  ****A*|***
 ****O**|****
AMMRMM  |  B(5M)
(6M)
[/code]

[b]Standings[/b]
[code]
#  Car  Player  Lap
-  ---  ------  ---
1  A    Alice     0
[/code]
"""

STORY = (
    Told(1, "Gus", 0, "Welcome! An order looks like this: [b]A(2M)RM(R+1)[/b]. Post yours before the deadline.\n\n:D"),
    Told(2, "al1ce", 10, "I am in.\n\nmall\nslam\n\nCall to [i]arm[/i]s :D"),
    Told(3, "Gus", 60, REPORT),
    Told(4, "Alice", 70, "Let's see.\n\nOrder: (6M)"),
    Told(5, "Bob", 90, "[order](5M)R[/order] :D"),
    Told(6, "Carol", 100, "[quote=Alice]Let's see.\n\nOrder: (6M)[/quote]\nToo slow for me:\n\n（6Ｍ）"),
    Told(
        7,
        "Dan",
        120,
        "[quote=Carol][quote=Alice]Order: (6M)[/quote]\nToo slow for me:[/quote]\nHere is mine.\n[code]MMMLMM[/code]",
    ),
    Told(8, "Zoe", 130, "May I watch?\n\nOrder: (6M)"),
    Told(9, "Émile", 140, "Order: [s]A(7M)[/s] (6M)"),
    Told(10, "ALICE", 200, "New order: [b]A[/b](7M)", 205),
    Told(11, "Bob", 210, "Order: B(5M)", 0, True),
    Told(12, "Bob", 220, "[quote=Fay]go[/quote]\ngo go go ;)\n\nmall"),
    Told(13, "Fay", 230, "Both of mine:\n\nF: (6M)\nG: A(7M)"),
    Told(14, "Hank", 240, "Order: (6M)\n\nOrder: A(7M)"),
    Told(15, "Ida", 250, "Order: (4M)(R+1)"),
    Told(16, "Jon", 260, "Order: A(4M)RM(R+1"),
    Told(17, "Kim", 270, "Order: (6M)"),
    Told(18, "Kim", 280, "I retract my order."),
    Told(
        19,
        "Bob",
        290,
        "[quote=Kim][quote=Fay][quote=Hank]Order: A(7M)[/quote]F: (6M)[/quote]I retract my order.[/quote]\nWhy?",
    ),
    Told(20, "Lee", 300, "Turn 2: (6M)"),
    Told(21, "Max", 310, "[b]A[/b][color=red](7M)[/color] ;)"),
    Told(22, "Carol", 320, "Order: (5M)L", 3900),
    Told(23, "Alice", 330, "I'd go to the mall, arm in arm. [url=https://example.org/]Bar[/url]!"),
    Told(24, "Dan", 3800, "Order: B(5M)"),
)
