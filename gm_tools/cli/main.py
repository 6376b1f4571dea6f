"""The entry point: runs the command that was asked for, turns what people did wrong into messages."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import TextIO

from gm_tools.cli.commands import app
from gm_tools.cli.common import shield_texts
from gm_tools.core.problems import InputError

_BROKEN_PIPE, _INTERRUPTED = 141, 130  # as a shell tells of a process that SIGPIPE or SIGINT has ended


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `gm`; always ends in SystemExit: 0 fine, 1 the game says no, 2 wrong use.

    A bug is an exception and leaves its traceback; everything that people can do wrong is a message on stderr.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        _prepare()
    if words[:1] in (["order"], ["try"]):
        words = shield_texts(words)
    try:
        try:
            if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # see start.py
                signal.signal(signal.SIGINT, signal.default_int_handler)
            app(words, prog_name="gm")
        except InputError as error:
            _quit(str(error), error.status)
        except SystemExit as end:
            if isinstance(end.__context__, BrokenPipeError):  # Typer ends with 1, which is the game's no
                raise end.__context__ from None
            raise
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:  # Typer tells of one while a command runs
        raise SystemExit(_INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever read the output has seen enough. Python's own way is kept, an error: the signal's default would end
        # the process whatever went away, and so a browser could end the desk, a program for the clipboard the command
        # that calls it.
        _drop_what_is_left(sys.stdout, sys.stderr)
        raise SystemExit(_BROKEN_PIPE) from None
    except OSError as error:
        # The disk is full, a file may not be read: not a bug.
        _drop_what_is_left(sys.stdout)
        _quit(": ".join(str(part) for part in (error.filename, error.strerror or error) if part), 2)
    finally:
        if arguments is None:
            # The process ends: looking through all that was imported for rubbish would take a sixth of its time.
            gc.freeze()


def _prepare() -> None:
    """Make output safe: nothing that somebody posted may fail to print."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        _reconfigure(stream)


def _open_what_is_closed() -> None:
    """Let nothing stand in for a closed stream (`2>&-`).

    Python has none then, and the next file opened would get its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115  (no path to speak of; open to the end)
            os.set_inheritable(nothing.fileno(), True)  # as the ones that workers get otherwise
            setattr(sys, name, nothing)


def _reconfigure(stream: TextIO) -> None:
    """Let a stream replace what it cannot show; files and pipes are UTF-8 whatever the locale says."""
    from io import TextIOWrapper

    if isinstance(stream, TextIOWrapper):
        if stream.isatty() or "PYTHONIOENCODING" in os.environ:
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")


def _drop_what_is_left(*streams: TextIO) -> None:
    """Send what is left in the buffers nowhere, so that the interpreter does not complain of it at its end."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123  (no path to speak of)
        for stream in streams:
            os.dup2(nowhere.fileno(), stream.fileno())


def _quit(message: str, status: int) -> None:
    from gm_tools.render.layout import printable

    sys.stderr.write("\n".join(map(printable, f"gm: {message}".split("\n"))) + "\n")
    raise SystemExit(status)


if __name__ == "__main__":
    main()
