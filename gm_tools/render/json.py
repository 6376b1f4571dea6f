"""A report as JSON, for programs: the contract of every `--json`.

A document is one object in ASCII (other characters escaped), its keys in the order given here:

- `format`: `gm-tools/` and the kind of document.
- `version`: of this contract, a whole number. It goes up when a key is renamed, removed or means something else;
  new keys may come without it.
- `title`: one line of text.
- the keys of the kind, see below.
- `blocks`: what the other formats show, a list of objects with `kind` and `title`: `picture`: `rows`, each a list of
  `[text, role]` pairs (the texts of a row joined are the line; blanks are geometry), `legend`, a list of `[sign,
  meaning]`; `grid`: `columns`, objects with `title` and `right`, `rows`, lists of texts, `seats`, the seat each row is
  about or empty; `lines`: `lines`, a list of texts. `name` says what a block is, if others look for it: `board` …

`turn`, `trial`, `plan` and `status` begin with `table`, `game`, `rules_version`, `viewer`, `headline`, `over` and
`seats` (objects with `mark` and `player`). Problems are objects with `kind`, `rule`, `message`, `seat`, `line`,
`column`, `suggestion`; lines and columns count from 1, 0 is unknown.

- `turn` (new, resolve, report, amend): `turn`, `language` (of the words in it), `events` (as in turn files, without
  their audience), `again` (only if the turn was taken back and resolved again: `times`, `orders`, `draws`, `results`,
  `gone`, `new`), `amendments` (objects with `reason`, `was` and `changes` by dotted key), `entered` (pairs: kind of
  draw, source), `standings` (`place`, `seat`, `player` and the game's figures), `awaited` (`seat`, `player`, `request`,
  `rule`), `position` (as in turn files); `alternatives` (which alternative of an order was used: `seat`, `alternative`;
  for who may know them `order`, `text`), `missed` (for whom the game master closed the turn: `seat`, `policy`,
  `refused`, `count` of turns so far), `bots` (who was played by one: `seat`, `bot`); where they are shown,
  `commitment`, `hidden`, `seed`, `key`, `hidden_key`, `known_key`, `beacon` and `digest` (how chance can be checked),
  `luck` (of this turn, as in `luck` below), and `deadline` (of the next turn: `turn`, `at`, `zone`, `shown`, `paused`;
  `at` in UTC).
- `trial` (try): `seat`, `text` (as given), `order` (canonical, empty if unreadable), `legal`, `problems`, `mended`
  (`text` with the first suggestion in its place; else empty), `branches` (ways of chance followed), `covered` (their
  probability together, a fraction as text), `alternative` (the one tried, from 1; 0: there are not several, or none is
  legal), `alternatives` (`text`, `order`, `problems`), `later` (`turn`, `text`, `alternatives`).
- `plan`: `seat`, `request`, `turns` (looked ahead), `complete` (every order that does something else is counted),
  `count`, `choices` (best first: `order`, `worth`, and what the game says of it).
- `status`: `turn`, `awaited` (as above, and `in`), `orders` (`seat`, `text`, `source`, `problems`, `alternative`),
  `later` (orders in hand for later: `seat`, `text`, `source`, `turn` named or 0, `outdated`), `missed` (turns missed so
  far by seat), `ready` (no order is missing; for the game master: nor faulty); if it is set, `deadline` (as above, and
  `state`: none, open, grace, over or paused; for the game master `every` and `grace`); for the game master `reminders`
  (texts to paste) and `private_reminders` (texts for one player alone) and `next` (what to do now, with the command).
- `order`: `table`, `turn`, `seat`, `player`, `text`, `taken` (in hand now), `awaited`, `order`, `problems`, `warnings`
  (what would be wrong with an order ahead as things stand), `replaced` (texts), `behind` (the text of the order in hand
  that the game lets count before this one; empty if there is none), `alternative`, `alternatives` and `later` (as
  above), `outdated` (turns named that are past).
- `deadline`: `table`, `turn` (the next), `deadline` (as in a status for the game master; empty if there is none).
- `collect`: `table`, `turn`, `wants` (something waits for the game master), `rows` (`seat`, `player`, `order`, `tier`,
  `post`, `verdict`, `state`, `wants`, `has_order`, `key` of the post, `posted` as written there, `accepts`: --accept
  settles it), `replies` (`seat`, `to`, `post`, `text`, `private`), `notes`, `warnings`, `taken` and `dropped` (`seat`,
  `text`, `source`); in public only `table`, `turn` and `rows` of `seat`, `player`, `state`.
- `thread` (collect --show): `threads` (`source`, `id`, `title`, `warnings`, `posts`: `key`, `source`, `thread`, `id`,
  `number`, `author`, `posted`, `edited`, `text`, `quotes`, `struck`, `smilies`, `permalink`, `sha256`, `file`,
  `deleted`, `earlier`).
- `games`: `games` (objects: `name`, `title`, `rules_version`, `options`).
- `rules`: `game`, `rules_version`, `seat_extra`, `sheet`, `options`.
- `tracks`: `tracks` (objects: `game`, `track`, `title`, `rows`, `columns`).
- `track`: `game`, `track`, `file` (its text).
- `check` (tracks --check): `file`, `faults` (problems).
- `undo`: `table`, `turn`, `amendment`, `orders`; if one came back, `deadline` (as in a turn).
- `verify`: `table`, `files`, `seeded`, `findings` (objects: `turn`, `file`, `message`), `carried_out` (how many files
  were computed again), `draws`, `recomputed` (how many of them from the seed or the keys), `chained`, `turns`, `keys`
  (of how many turns), `shut` (draws still hidden), `rounds` (how many turns drawn with a round of the beacon),
  `without` (turns drawn without it), `waiting` (only if nothing is drawn yet: the round that the set-up waits for),
  `checkable` (its signatures could be checked), `entered` (by hand; objects: `turn`, `kind`, `label`, `value`,
  `source`), `bots` (objects: `turn`, `seat`, `bot`, `order`, `recomputed`), `orders` (how many), `missed` (objects:
  `turn`, `seat`, `policy`), `amendments` (objects: `turn`, `amendment`, `reason`), `undone` (objects: `turn`,
  `amendment`, `file`), `handovers` (objects: `turn`, `seat`, `before`, `after`), `seats` (how many); with --posts
  `posts` (`findings`, also above, `digests`, `turns` of `of` that they are for, `orders` of `ordered` that were found,
  `notes`).
- `waiting` (new, report; before the set-up is drawn): `table`, `game`, `rules_version`, `seats`, `options`,
  `commitment`, `hidden`, `round` (of the beacon), `at` (seconds since 1970) and `digest`.
- `branches` (resolve --preview before the round of a beacon): as `turn` begins, and `turn`, `branches` (objects:
  `probability`, a fraction as text, `draws`: kind, label, value) and `complete`.
- `luck`: `table`, `turn` (the last), `luck` (objects: `seat`, empty for the whole table, `kind`, `outcome`, `drawn` of
  `draws`, `expected`, `chance` of a count as far from that or farther).
- `reveal`: `table`, `commitment`, `seed`.
- `history`: `table`, `undone` (turns taken back: `turn`, `amendment`, `file`, `reason`), `turns` (objects: `turn`,
  `amendment`, `file`, `sha256`, `orders`, `headline`, `reason`).
- `publish`: `table`, `folder`, `written` and `removed` (names of files in it).
- `simulate`: what it depends on: `game`, `rules_version`, `track`, `options`, `bots`, `seed`, `max_turns`, `seats`
  (`mark`, `extra`, `bot`), `games` (how many); `unfinished` (how many were broken off); `verdict` (`fair`: yes, nearly,
  no or unknown, `fun`: yes, no or unknown, `reasons`: texts); `by_slot`, `by_bot`, `by_extra` (objects: `name`,
  `games`, `wins`, a shared one in parts, `share`, `low` and `high` of its 95% interval, `even`: the share if all were
  alike; empty if there is only one); `fairness` (`statistic`, `degrees`, `p` of the chi-square test of the start slots,
  or null); `late` (games decided in their last third: `hits`, `of`, `share`, `low`, `high`); `figures` (by name:
  `mean`, `low` and `high` or null, `least`, `quartiles`, `most`): `turns`, `won_at`, `leads`, `overtakes` and the
  game's own counts; `tiles` (by count: objects `at`, as in turn files, and `count` in all games).
- `erratum` (report --erratum): `turn` (the last one now), `erratum_to` (the turn put right), `reasons`, `changes`
  (objects: `seat`, `what`, `posted`, `now`), `gone` and `new` (lines that are not so any more, and those that are now).
- `conform`: `passed`, `failed`, `cases` (objects: `file`, `id`, `rules`, `passed`, `differences`).

The documents are made from what the viewer may know, as all reports are.
"""

from __future__ import annotations

from json import dumps
from typing import Any

from gm_tools.core.blocks import Block, Grid, Picture
from gm_tools.reports.base import Report

VERSION = 1


def render(report: Report) -> str:
    """Return the report as a JSON document, indented by two."""
    data = {key: value() if callable(value) else value for key, value in report.data.items()}
    document = {"format": f"gm-tools/{report.kind}", "version": VERSION, "title": report.title, **data}
    document["blocks"] = [_plain(block) | ({"name": block.name} if block.name else {}) for block in report.blocks]
    return dumps(document, indent=2) + "\n"


def _plain(block: Block) -> dict[str, Any]:
    if isinstance(block, Picture):
        rows = [[[span.text, span.role] for span in row] for row in block.rows]
        return {"kind": "picture", "title": block.title, "rows": rows, "legend": block.legend}
    if isinstance(block, Grid):
        columns = [{"title": column.title, "right": column.right} for column in block.columns]
        return {"kind": "grid", "title": block.title, "columns": columns, "rows": block.rows, "seats": block.seats}
    return {"kind": "lines", "title": block.title, "lines": block.lines}
