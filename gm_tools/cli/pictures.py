"""The files of pictures that a command names: looked at before anything is drawn, which may take long."""

import os
from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.render.moving import KINDS


def check_file(file: str, key: str = "") -> None:
    """Raise InputError, with the option that named it, if nothing can be written to a file."""
    path = Path(file)
    folder = path.resolve().parent
    if not folder.is_dir():
        raise InputError(_("its folder does not exist"), file=file, key=key)
    if path.exists() and not path.is_file():
        raise InputError(_("is a folder or a device"), file=file, key=key, allowed=_("the name of a file"))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(_("its folder is not writable"), file=file, key=key)


def film_kind(file: str, key: str) -> str:
    """Return which kind of moving picture a file is to be, by its ending; raise InputError with those there are."""
    ending = Path(file).suffix
    if ending.lower().removeprefix(".") not in KINDS:
        raise InputError(
            _("found {found!r}", found=ending or file), key=key, allowed=", ".join(f".{one}" for one in KINDS)
        )
    return ending.lower().removeprefix(".")
