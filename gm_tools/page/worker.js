// The engine's thread: Pyodide with gm_tools in it. It is told {begin} or {call}, and answers each call with what the Python
// functions of gm_tools/page/engine.py return. Every file is checked against its hash, wherever it comes from.
"use strict";

let pyodide;
let python;
let library; // all of Python's: hardly anything asks for a module of it that does not come with the start
let turn = Promise.resolve(); // one thing is done after the other
const load = self.fetch.bind(self); // Pyodide is given another one, which knows only what has been loaded

self.onmessage = ({ data }) => {
  turn = turn.then(() => hear(data));
};

async function hear(data) {
  try {
    if (data.begin) {
      python = await begin(data.begin);
      postMessage({ ready: true });
    } else {
      const { name, words } = data.call;
      if (name === "best") words.push((done, all) => postMessage({ to: data.to, share: done / all }));
      postMessage({ to: data.to, value: JSON.parse(await inPython(() => python[name](...words))) });
    }
  } catch (error) {
    const [said] = String(error.message).trim().split("\n").slice(-1); // of a Python error the line that says what it is
    postMessage(data.begin ? { broken: said } : { to: data.to, failed: said });
  }
}

// Do something in Python; where that asks for a module that is not here, fetch the whole library, and do it anew.
async function inPython(work) {
  try {
    return work();
  } catch (error) {
    if (error.type !== "ModuleNotFoundError" || !library) throw error;
    const all = new Uint8Array(await read(...library, () => {}));
    library = null;
    pyodide.FS.writeFile(pyodide.runPython("import sys; next(path for path in sys.path if path.endswith('.zip'))"), all);
    pyodide.runPython("import importlib; importlib.invalidate_caches()");
    return work();
  }
}

// Fetch everything at once, then start Python and put the engine into it.
async function begin({ base, files, packed, library: whole, start, engine, lock }) {
  library = whole;
  // Of each file how many bytes have come over the line, of how many; before its answer begins, of as many as were published.
  const line = Object.fromEntries(Object.entries(files).map(([url, [, size]]) => [url, [0, packed[url]?.[2] ?? size]]));
  const count = (url, come, all) => {
    line[url] = [come, all];
    postMessage({ progress: Object.values(line).reduce(([sum, total], [some, each]) => [sum + some, total + each], [0, 0]) });
  };
  const got = {};
  for (const [url, [integrity, size]] of Object.entries(files)) {
    got[url] = get(url, integrity, size, packed[url], (...far) => count(url, ...far));
    got[url].catch(() => {}); // whoever waits for it is told
  }
  // Pyodide fetches by name what is here already; there is nothing else that it could want. It says nothing of a file that did
  // not come and waits for ever: so whatever is missing ends the waiting here.
  self.fetch = async (url) => {
    const type = String(url).endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(await got[url], { headers: { "Content-Type": type } });
  };
  return Promise.race([run({ base, got, start, engine, lock }), missing(Object.values(got))]);
}

async function missing(files) {
  await Promise.all(files);
  return new Promise(() => {}); // all came
}

async function run({ base, got, start, engine, lock }) {
  const [{ loadPyodide }] = await Promise.all(["pyodide.mjs", "pyodide.asm.js"].map((name) => module(got[base + name])));
  pyodide = await loadPyodide({
    indexURL: base,
    stdLibURL: start, // of the library the modules that starts need, compiled: half as many bytes
    lockFileContents: lock,
    env: { PYTHONPATH: "/engine", PYTHONDONTWRITEBYTECODE: "1", XDG_CACHE_HOME: "/dev/null" }, // no cache is written
    fsInit: async (disk) => disk.mkdir("/engine"),
  });
  pyodide.unpackArchive(new Uint8Array(await got[engine]), "zip", { extractDir: "/engine" });
  return inPython(() => pyodide.pyimport("gm_tools.page.engine"));
}

// Return the bytes of a file; if it lies there compressed, too, that is what comes over the line, and the file itself if not.
async function get(url, integrity, size, packed, count) {
  if (packed && self.DecompressionStream) {
    try {
      const [name, hash, length] = packed;
      const bytes = await read(name, `${hash} ${integrity}`, length, count);
      if (bytes.byteLength === size) return bytes; // some web spaces unpack it on the way
      return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    } catch {
      // a web space that does not have it
    }
  }
  return read(url, integrity, size, count);
}

// Return the bytes of a file once they have its hash, or one of several. A browser that checks the hash itself hands nothing out before all is there:
// where scripts can check it, they do, and can tell how much has come: a web space that compresses a file on the way says how long it is then.
async function read(url, integrity, size, told) {
  const checks = self.crypto?.subtle;
  const answer = await load(url, checks ? {} : { integrity }).catch(() => {
    throw new Error(url); // not there, or not what was published: a browser tells no script which
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const sent = Number(answer.headers.get("Content-Length")) || size;
  const parts = [];
  let come = 0;
  told(0, sent);
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    come += value.length;
    told((sent * Math.min(come, size)) / size, sent);
  }
  const bytes = await new Blob(parts).arrayBuffer();
  if (checks) {
    const digest = new Uint8Array(await checks.digest("SHA-256", bytes));
    if (!integrity.split(" ").includes(`sha256-${btoa(String.fromCharCode(...digest))}`)) throw new Error(url);
  }
  return bytes;
}

// A module out of a file that was checked: what `import` fetches by itself, no worker can check.
async function module(bytes) {
  const url = URL.createObjectURL(new Blob([await bytes], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
