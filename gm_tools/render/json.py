"""A report as JSON, for programs: the contract of every `--json`.

A document is one object in ASCII (other characters escaped), its keys in the order given here:

- `format`: `gm-tools/` and the kind of document: `turn`, `trial`, `status`, `games`, `tracks`, `history` …
- `version`: of this contract, a whole number. It goes up when a key is renamed, removed or means something else;
  new keys may come without it.
- `title`: one line of text.
- the keys of the kind, as their maker in `gm_tools/report.py` or `gm_tools/cli/` describes them.
- `blocks`: what the other formats show, a list of objects with `kind` and `title`:
  `picture`: `rows`, each a list of `[text, role]` pairs (the texts of a row joined are the line; blanks are geometry), `legend`, a list of
  `[sign, meaning]`; `grid`: `columns`, objects with `title` and `right`, `rows`, lists of texts, `seats`, the seat each row is about or
  empty; `lines`: `lines`, a list of texts.

The documents are made from what the viewer may know, as all reports are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm_tools.core.blocks import Grid, Picture

if TYPE_CHECKING:
    from gm_tools.core.blocks import Block
    from gm_tools.report import Report

VERSION = 1


def render(report: Report) -> str:
    """Return the report as a JSON document, indented by two."""
    from json import dumps

    document = {"format": f"gm-tools/{report.kind}", "version": VERSION, "title": report.title, **report.data}
    document["blocks"] = [_plain(block) for block in report.blocks]
    return dumps(document, indent=2) + "\n"


def _plain(block: Block) -> dict[str, Any]:
    if isinstance(block, Picture):
        rows = [[[span.text, span.role] for span in row] for row in block.rows]
        legend = [list(entry) for entry in block.legend]
        return {"kind": "picture", "title": block.title, "rows": rows, "legend": legend}
    if isinstance(block, Grid):
        columns = [{"title": column.title, "right": column.right} for column in block.columns]
        rows_of_text = [list(row) for row in block.rows]
        return {
            "kind": "grid",
            "title": block.title,
            "columns": columns,
            "rows": rows_of_text,
            "seats": list(block.seats),
        }
    return {"kind": "lines", "title": block.title, "lines": list(block.lines)}
