"""The page's engine without Pyodide: the same Python functions, called by CPython in a process beside the tests.

Pyodide takes two seconds to start on every page that is opened. Every day the page of the Rally that stays open has it, and whatever is about
loading it, in several games; in a long run every page has.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec, module_from_spec
from threading import Lock
from types import ModuleType
from typing import Any

from gm_tools.core.languages import speak

PATH = "/native-engine"
# Stands for the worker of a page: what it is told goes to the web space, which answers as `worker.js` would.
WORKER = f"""window.Worker = class {{
  constructor() {{
    [this.name, this.last, this.isOver] = [crypto.randomUUID(), Promise.resolve(), false];
  }}
  postMessage(message) {{
    this.last = this.last.then(async () => {{
      const body = JSON.stringify({{ engine: this.name, ...message }});
      const heard = message.begin ? {{ ready: true }} : await (await fetch('{PATH}', {{ method: 'POST', body }})).json();
      if (!this.isOver) this.onmessage({{ data: heard }});
    }});
  }}
  terminate() {{
    this.isOver = true;
  }}
}}"""


class NativeEngines:
    """A process that answers what the engines of pages are asked; it starts when the first of them is."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = Lock()

    def answer(self, question: bytes) -> bytes:
        """Return the answer to a message of `WORKER`, as JSON."""
        with self._turn:
            if self._process is None:
                command = (sys.executable, "-m", "tests.page.native")
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            process = self._process
            assert process.stdin
            assert process.stdout
            process.stdin.write(question + b"\n")
            process.stdin.flush()
            return process.stdout.readline()

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.communicate()


def _make_engine() -> ModuleType:
    """Return an engine with a table of its own: a worker holds one."""
    spec = find_spec("gm_tools.page.engine")
    assert spec
    assert spec.loader
    engine = module_from_spec(spec)
    spec.loader.exec_module(engine)
    return engine


def _call(engine: ModuleType, name: str, words: list[Any]) -> dict[str, Any]:
    """Return what `worker.js` says of a call."""
    told = [lambda *_: None] if name == "best" else []
    try:
        return {"value": json.loads(getattr(engine, name)(*words, *told))}
    except Exception as error:  # noqa: BLE001  (as in the worker: the page is told)
        return {"failed": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Answer a line of JSON with another one until there are no more."""
    engines: dict[str, tuple[ModuleType, str]] = {}  # with the language that each speaks
    for line in sys.stdin:
        message = json.loads(line)
        name, words = message["call"]["name"], message["call"]["words"]
        engine, language = engines.get(message["engine"]) or (_make_engine(), "")
        if name == "load":
            language = words[1]
        speak(language)
        engines[message["engine"]] = engine, language
        print(json.dumps({"to": message["to"], **_call(engine, name, words)}), flush=True)


if __name__ == "__main__":
    main()
