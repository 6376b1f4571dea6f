"""The clipboard of the desktop, by whatever program is there for it."""

import shutil
import subprocess

_PROGRAMS = (
    ("wl-copy",),
    ("xclip", "-selection", "clipboard"),
    ("xsel", "--clipboard", "--input"),
    ("pbcopy",),
    ("clip.exe",),
)


def copy_text(text: str) -> bool:
    """Put a text on the clipboard; tell whether that was possible."""
    for program in _PROGRAMS:
        path = shutil.which(program[0])
        if path is None:
            continue
        try:
            done = subprocess.run([path, *program[1:]], input=text.encode(), check=False, timeout=5)  # noqa: S603  (our own words)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return True
    return False
