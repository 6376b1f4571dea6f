"""`gm verify`: every turn recomputed."""

import typer

from gm_tools.cli.commands import command
from gm_tools.cli.common import emit, progress_bar
from gm_tools.cli.options import AsJson, TableName, options
from gm_tools.cli.tables import find_table
from gm_tools.cli.thread_files import read_threads
from gm_tools.core.i18n import _
from gm_tools.posts.proof import compare_posts
from gm_tools.reports.audit import audit_report
from gm_tools.table import audit


@command(
    "gm verify dust",
    "gm verify dust --json",
    "gm verify dust --posts saved/    and hold the turn files against what the thread says",
)
def verify(
    table: TableName,
    posts: list[str] = options("--posts", "THREAD", "A saved thread, or a folder of its pages. May be repeated."),
    json: AsJson = False,
) -> None:
    """Recompute every turn from the one before, and say what was done.

    Says which turn and what differs (exit status 1); then how many draws were recomputed, from the keys or the seed,
    and which were entered by hand, which turns were drawn without a round of the beacon, which orders bots gave, what
    was missed, amended, taken back or previewed before it was resolved, whose orders changed after a preview, and which
    seats changed hands. The draws of a turn are recomputed from the key in its post; only what is still hidden needs
    the game master's secret.toml, and with it what this prints is the game master's alone. With --posts, the digests in
    the game master's posts and the orders in the players' are compared with the turn files: a history that was
    rewritten afterwards comes to light.
    """
    folder = find_table(table)
    found = audit(folder, progress_bar(_("files")))
    proof = compare_posts(folder, read_threads(posts, folder=folder)) if posts else None
    if proof is not None:
        findings = sorted((*found.findings, *proof.findings), key=lambda finding: finding.turn)
        found = found._replace(findings=tuple(findings))
    emit(audit_report(folder.name, found, proof), json=json)
    if found.findings:
        raise typer.Exit(1)
