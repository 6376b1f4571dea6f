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
    const [said] = error.message.trim().split("\n").slice(-1); // of a Python error the line that says what it is
    postMessage(data.begin ? { broken: said } : { to: data.to, failed: said });
  }
};

// Fetch everything at once, then start Python and put the engine into it.
async function begin({ base, files, start, engine, lock }) {
  const got = {};
  for (const [url, integrity] of Object.entries(files)) {
    got[url] = fetch(url, { integrity }).catch(() => {
      throw new Error(url); // not there, or not what was published: a browser tells no script which
    });
    got[url].catch(() => {}); // whoever waits for it is told
  }
  // Pyodide fetches by name what is here already; there is nothing else that it could want.
  self.fetch = (url) => typed(got[url]);
  const [{ loadPyodide }] = await Promise.all(["pyodide.mjs", "pyodide.asm.js"].map((name) => module(got[base + name])));
  const compiled = await bytes(got[start]);
  const pyodide = await loadPyodide({
    indexURL: base,
    lockFileContents: lock,
    // Where Python looks first: the modules that every start needs, compiled, then the engine. No cache is written.
    env: { PYTHONPATH: "/start.zip:/engine", PYTHONDONTWRITEBYTECODE: "1", XDG_CACHE_HOME: "/dev/null" },
    fsInit: async (disk) => {
      disk.writeFile("/start.zip", compiled);
      disk.mkdir("/engine");
    },
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
