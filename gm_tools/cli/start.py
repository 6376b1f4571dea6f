"""The start of `gm`: until all is imported, Ctrl-C ends the process as it ends any other, without a traceback."""

import signal

# Who has started this in the background may have Ctrl-C ignored.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from gm_tools.cli.main import main  # what takes its time

__all__ = ["main"]
