"""Write `gm_tools/page/bls.js` anew: `python -m tests.page.make_bls [NODE_MODULES]`. Wants the npm packages in `PACKAGES`.

Noble-curves, cut down to what checks a round of drand, as one module: pages need nothing from elsewhere for it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TOP = HERE.parent.parent
MODULES = TOP / ".cache" / "page" / "node_modules"
SCRIPT = TOP / "gm_tools" / "page" / "bls.js"
PACKAGES = ("@noble/curves@1.9.7", "@noble/hashes@1.8.0", "esbuild@0.28.2")


def is_there(modules: Path = MODULES) -> bool:
    """Tell whether the packages are in a folder of npm's."""
    return all((modules / name.rpartition("@")[0]).is_dir() for name in PACKAGES)


def make(modules: Path = MODULES) -> str:
    """Return the module, made of the packages in a folder of npm's, with their licence at its top."""
    licence = (modules / "@noble" / "curves" / "LICENSE").read_text(encoding="utf-8").strip()
    words = [modules / ".bin" / "esbuild", HERE / "bls_entry.mjs", "--bundle", "--minify", "--format=esm"]
    words += ["--charset=ascii", "--legal-comments=none", "--target=es2020"]
    done = subprocess.run(
        list(map(str, words)),
        check=True,
        capture_output=True,
        text=True,
        env={"NODE_PATH": str(modules), "PATH": "/usr/local/bin:/usr/bin:/bin"},
    )
    names = ", ".join(PACKAGES[:2])
    return f"/* {names}, made by python -m tests.page.make_bls\n\n{licence}\n*/\n{done.stdout.strip()}\n"


if __name__ == "__main__":
    SCRIPT.write_text(make(Path(sys.argv[1]) if len(sys.argv) > 1 else MODULES), encoding="utf-8")
    print(f"{SCRIPT}: {SCRIPT.stat().st_size} bytes")
