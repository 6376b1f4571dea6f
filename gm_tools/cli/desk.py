"""`gm desk`: a game master's evening in a browser."""

from pathlib import Path

from gm_tools.cli.commands import command
from gm_tools.cli.common import note
from gm_tools.cli.options import argument, flag, option
from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError


@command(
    "gm desk                     the tables in this folder, or in ./turns",
    "gm desk ~/games",
    "gm desk --demo              an example table to play with; it is gone when the desk is closed",
    "gm desk --port 8710 --no-browser",
)
def desk(
    folder: str = argument("FOLDER", "The folder of the tables.", default="."),
    port: int = option("--port", "N", "By default any free one.", default=0, min=0, max=65535),
    browser: bool = flag("--browser/--no-browser", "Open the address in the browser; by default it is.", default=True),
    demo: bool = flag("--demo", "Open an example table to play with."),
) -> None:
    """Open the desk: what the commands do, in your own browser.

    Reads a thread, settles orders, shows a turn before it is resolved, writes the post. It serves this machine only,
    needs no network, and writes the same table files as the commands: both can be used in turn. Ctrl-C closes it.
    """
    try:
        from gm_tools.desk.server import serve
        from gm_tools.desk.tables import find_place
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {
            "starlette",
            "uvicorn",
            "jinja2",
            "python_multipart",
            "multipart",
        }:
            raise
        message = _("the desk needs {module}, which is not installed", module=error.name)
        raise InputError(message, allowed=_('pip install "gm-tools[desk]"')) from None

    def tell(address: str) -> None:
        note(_("the desk is open at {address} (Ctrl-C closes it)", address=address))
        if browser:
            from webbrowser import open as open_browser

            open_browser(address)

    if demo:
        from gm_tools.desk.demo import demo_place

        with demo_place() as place:
            serve(place, port, tell)
    else:
        serve(find_place(Path(folder)), port, tell)
