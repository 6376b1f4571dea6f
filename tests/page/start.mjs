// Runs start.py inside Pyodide: `node start.mjs PACKAGE ENGINE TABLES make OUT` or `… check ARCHIVE`.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , folder, engine, tables, what, archive] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const read = (path) => new Uint8Array(readFileSync(path));
const python = await loadPyodide({ env: { XDG_CACHE_HOME: "/dev/null" } });
python.unpackArchive(read(engine), "zip", { extractDir: "/engine" });
python.FS.writeFile("/engine/start.py", read(new URL("start.py", import.meta.url)));
python.FS.writeFile("/tables.json", read(tables));
if (what === "check") python.FS.writeFile("/start.zip", read(archive));
const said = python.runPython(`
import json, sys
from pathlib import Path
sys.path.insert(0, "/engine")
import start
start.exercise(json.loads(Path("/tables.json").read_text()))
` + (what === "make" ? 'Path("/start.zip").write_bytes(start.make_archive()); ""' : '" ".join(start.wrong(Path("/start.zip").read_bytes()))'));
if (what === "make") writeFileSync(archive, python.FS.readFile("/start.zip"));
else console.log(said);
