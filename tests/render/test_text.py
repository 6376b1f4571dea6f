"""Plain text and the two markups, to the letter."""

from __future__ import annotations

from gm_tools.render import render
from gm_tools.reports.base import Report
from tests.render.samples import REPORT

# ~ stands for a blank that ends a line of a map, ¤ for a ZERO WIDTH SPACE.

TEXT = """\
dust: turn 6
============

Track after turn 6
------------------
  **A[red]=
 :car:%~~

* asphalt   = finish line

Standings
---------
#  Car  Player
-  ---  ------
1  A    Alice
2  B    [b]Bob

What happened
-------------
A: (4M): to row 0
B slips [N9.1]

illegal [N2.2]: 5 moves needed
  A(4M)
   ^
""".replace("~", " ")

MARKDOWN = """\
## dust: turn 6

### Track after turn 6

```text
  **A[red]=
 :car:%~~
```

`*` asphalt · `=` finish line

### Standings

| \\# | Car | Player |
| ---: | --- | --- |
| 1 | A | Alice |
| 2 | B | \\[b\\]Bob |

### What happened

- A: (4M): to row 0
- B slips \\[N9.1\\]

```text
illegal [N2.2]: 5 moves needed
  A(4M)
   ^
```
""".replace("~", " ")

BBCODE = """\
[b]dust: turn 6[/b]

[b]Track after turn 6[/b]
[code]
  **A[red]=
 :car:%~~
[/code]
* asphalt   = finish line

[b]Standings[/b]
[code]
#  Car  Player
-  ---  ------
1  A    Alice
2  B    [b]Bob
[/code]

[b]What happened[/b]
[list]
[*]A: (4M): to row 0
[*]B slips [¤N9.1]
[/list]

[code]
illegal [N2.2]: 5 moves needed
  A(4M)
   ^
[/code]
""".replace("~", " ").replace("¤", "\u200b")


def test_a_report_is_rendered_as_plain_text() -> None:
    assert render(REPORT, "text") == TEXT


def test_a_report_is_rendered_as_markdown() -> None:
    assert render(REPORT, "markdown") == MARKDOWN


def test_a_report_is_rendered_as_bbcode() -> None:
    assert render(REPORT, "bbcode") == BBCODE


def test_an_empty_report_is_an_empty_line() -> None:
    empty = Report("turn", "", (), {})
    assert [render(empty, markup) for markup in ("text", "markdown", "bbcode")] == ["\n", "\n", "\n"]
