// The engine's thread: Pyodide with gm_tools in it. It is told {load} or {answer}, and answers each with what the Python
// functions of gm_tools/page/engine.py return. Every file is checked against its hash, wherever it comes from.
"use strict";

let python;

self.onmessage = async ({ data }) => {
  try {
    if (data.begin) {
      python = await begin(data.begin);
      postMessage({ ready: true });
    } else {
      const { name, words } = data.call;
      postMessage({ to: data.to, value: JSON.parse(python[name](...words)) });
    }
  } catch (error) {
    postMessage({ to: data.to, failed: String(error) });
  }
};

// Fetch everything at once, then start Python and put the engine into it.
async function begin({ files, start, engine, lock }) {
  const got = {};
  for (const [url, integrity] of Object.entries(files)) got[url] = fetch(url, { integrity });
  const [url] = Object.keys(files).filter((name) => name.endsWith("pyodide.mjs"));
  const base = url.slice(0, -"pyodide.mjs".length);
  // Pyodide fetches by name what is here already.
  const fetched = self.fetch;
  self.fetch = (wanted, options) => (wanted in got ? typed(got[wanted]) : fetched(wanted, options));
  const [{ loadPyodide }] = await Promise.all([module(got[url]), module(got[`${base}pyodide.asm.js`])]);
  const compiled = await bytes(got[start]);
  const pyodide = await loadPyodide({
    indexURL: base,
    lockFileContents: lock,
    // The modules that every start needs, compiled: Python looks there first.
    env: { PYTHONPATH: "/start.zip:/engine", PYTHONDONTWRITEBYTECODE: "1" },
    fsInit: async (disk) => disk.writeFile("/start.zip", compiled),
  });
  pyodide.unpackArchive(await bytes(got[engine]), "zip", { extractDir: "/engine" });
  return pyodide.pyimport("gm_tools.page.engine");
}

async function bytes(answer) {
  return new Uint8Array(await (await checked(answer)).arrayBuffer());
}

async function checked(answer) {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response;
}

// A module out of a file that was checked: what `import` fetches by itself, no worker can check.
async function module(answer) {
  const text = await (await checked(answer)).blob();
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

// Some web spaces do not know what a .wasm is, and then no browser compiles it while it comes.
async function typed(answer) {
  const response = await checked(answer);
  if (!response.url.endsWith(".wasm") || response.headers.get("Content-Type") === "application/wasm") return response;
  return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
}
