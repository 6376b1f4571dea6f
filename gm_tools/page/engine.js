// The engine: a worker made from a file that the page fetches, so that the page's content security policy holds for it too.
// One works for the order box; a second one, which may take its time, looks for the best orders.

import { at, data, reveal, say } from "./words.js";

const PATIENCE = 45; // seconds without a byte, or of starting, after which the page gives up and offers to try again
const begun = performance.now();

export const loaded = { done: false, failed: false }; // whether a first engine answers; whether it did not come, and is not tried again unasked

// Why there is no engine: a sentence for people, and what exactly went wrong.
class NoEngine extends Error {
  constructor(sentence, detail) {
    super(sentence);
    this.detail = detail;
  }
}

class Engine {
  constructor(told) {
    this.told = told; // what is told of the loading: bytes that have come, bytes in all
    this.calls = new Map();
    this.sent = 0;
    this.worker = null;
    this.heard = () => {}; // how much of what is asked has been done, if the answer takes its time
  }

  async begin() {
    const absolute = (url) => new URL(url, document.baseURI).href;
    const { base, files, packed, library, start, engine, lock } = data.begin;
    const script = await fetch(data.worker);
    if (!script.ok) throw new Error(`${data.worker}: ${script.status}`);
    const url = URL.createObjectURL(new Blob([await script.text()], { type: "text/javascript" }));
    this.worker = new Worker(url, { type: "module" });
    try {
      await new Promise((resolve, reject) => {
        let timer = 0;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => reject(new NoEngine(say("slow", { n: PATIENCE }), "")), PATIENCE * 1000);
        };
        wait();
        this.worker.onerror = (event) => reject(new Error(event.message || data.worker));
        this.worker.onmessage = ({ data: message }) => {
          if (message.progress) {
            wait();
            this.told(...message.progress);
          } else if (message.ready) {
            clearTimeout(timer);
            resolve();
          } else if (message.broken) {
            clearTimeout(timer);
            reject(new Error(message.broken));
          } else this.hear(message);
        };
        this.worker.postMessage({
          begin: {
            base: absolute(base),
            files: Object.fromEntries(Object.entries(files).map(([file, facts]) => [absolute(file), facts])),
            packed: Object.fromEntries(
              Object.entries(packed).map(([file, [name, ...facts]]) => [absolute(file), [absolute(name), ...facts]]),
            ),
            library: [absolute(library[0]), ...library.slice(1)],
            start: absolute(start),
            engine: absolute(engine),
            lock,
          },
        });
      });
    } catch (error) {
      this.worker.terminate();
      throw error;
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  hear(message) {
    if ("share" in message) {
      this.heard(message.share);
      return;
    }
    const { done, failed } = this.calls.get(message.to);
    this.calls.delete(message.to);
    if (message.failed) {
      console.error(message.failed); // for whoever can mend it; people are told in a sentence
      failed(Object.assign(new Error(say("fault")), { detail: message.failed }));
    }
    else done(message.value);
  }

  // Call a function of gm_tools/page/engine.py; the answer is what its JSON says.
  call(name, ...words) {
    return new Promise((done, failed) => {
      this.sent += 1;
      this.calls.set(this.sent, { done, failed });
      this.worker.postMessage({ to: this.sent, call: { name, words } });
    });
  }
}

let text = null; // the snapshot that both engines have
let first = null; // the promise of the engine of the box
let second = null; // the promise of the one that looks for the best orders
let commands = []; // what was played in the sandbox since

async function snapshot() {
  if (text === null) {
    const answer = await fetch(data.snapshot);
    if (!answer.ok) throw new Error(`${data.snapshot}: ${answer.status}`);
    text = await answer.text();
  }
  return text;
}

async function raise(told) {
  const engine = new Engine(told);
  try {
    const [held] = await Promise.all([snapshot(), engine.begin()]);
    const answer = await engine.call("load", held, data.language);
    if (answer.failed) throw new Error(answer.failed);
    return engine;
  } catch (error) {
    engine.worker?.terminate();
    throw error instanceof NoEngine ? error : new NoEngine(say("failed"), error.detail ?? error.message);
  }
}

// Return the engine of the order box, started if it is not yet; what goes wrong is shown, and the next call tries again.
export function start() {
  first ??= raise(showProgress).then(
    async (engine) => {
      await engine.call("warm_up"); // here it is a part of the loading; later a key or a seat would wait for it
      loaded.done = true;
      loaded.failed = false;
      reveal("loading", false);
      document.documentElement.dataset.ready = Math.round(performance.now() - begun);
      document.dispatchEvent(new Event("ready"));
      return engine;
    },
    (error) => {
      first = null;
      loaded.failed = true;
      reveal("loading", false);
      showFailure(error);
      document.dispatchEvent(new Event("broken"));
      throw error;
    },
  );
  if (!loaded.done) {
    reveal("broken", false);
    reveal("loading", true);
    if (!at("loaded").textContent) at("loaded").textContent = say("loading");
  }
  return first;
}

export async function call(name, ...words) {
  return (await start()).call(name, ...words);
}

// Call the engine that may take its time: only the newest question is worth an answer. `heard` is told how much has been done.
export async function think(heard, name, ...words) {
  await start();
  second ??= raise(() => {}).then(async (engine) => {
    for (const command of commands) await engine.call("play", command);
    return engine;
  });
  const engine = await second;
  engine.heard = heard;
  return engine.call(name, ...words);
}

// Have both engines take another snapshot; the answer says if they cannot.
export async function load(other) {
  const wanted = other ?? (await fetch(data.snapshot).then((answer) => answer.text()));
  const answer = await call("load", wanted, data.language);
  if (answer.failed) return answer;
  text = wanted;
  commands = [];
  drop();
  return answer;
}

// Play on in the sandbox, in both engines.
export async function play(command) {
  const said = JSON.stringify(command);
  const answer = await call("play", said);
  if (!answer.failed && !answer.ways) {
    commands.push(said);
    drop();
  }
  return answer;
}

// The second engine's position is not that of the first any more: it is given up, with what it is thinking of.
function drop() {
  second?.then((engine) => engine.worker.terminate());
  second = null;
}

function showProgress(got, all) {
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(data.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  at("progress").value = got / all;
  at("loaded").textContent = got < all ? say("loaded", { got: megabytes(got), all: megabytes(all) }) : say("starting");
}

// Say that there is no engine, and what to do; what exactly went wrong is for whoever can mend it.
function showFailure({ message, detail }) {
  reveal("broken", true);
  at("broken").querySelector("p").textContent = `${message} ${say("without")}`;
  at("broken").querySelector("details").hidden = !detail;
  at("broken").querySelector("small").textContent = detail;
}
