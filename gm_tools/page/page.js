// The page of a table: steps from turn to turn, zoom, the order box. What Python says comes from the worker as HTML that the
// renderers of gm_tools have escaped; all else is set as text.
"use strict";

const data = JSON.parse(at("data").textContent);
const published = { title: at("title").textContent, maps: [...at("maps").childNodes], rest: [...at("rest").childNodes] };
const begun = performance.now();

function at(name) {
  return document.getElementById(name);
}

function say(name, fields = {}) {
  return data.words[name].replace(/\{(\w+)\}/g, (whole, field) => (field in fields ? String(fields[field]) : whole));
}

// What a browser remembers for its owner: the seat and the forum. Nothing else is kept.
const memory = {
  get: (name) => {
    try {
      return localStorage.getItem(`gm-tools ${name}`);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      localStorage.setItem(`gm-tools ${name}`, value);
    } catch {
      // a browser that keeps nothing
    }
  },
};

// Maps: size, and where the way of an order is

const sizes = [0.5, 0.65, 0.8, 1, 1.25, 1.6, 2, 2.6];
let size = sizes.indexOf(1);

function zoom(step) {
  size = step ? Math.min(Math.max(size + step, 0), sizes.length - 1) : sizes.indexOf(1);
  const boxes = [...document.querySelectorAll(":is(#maps, #way) .box")];
  const middles = boxes.map((box) => [
    (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
    (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
  ]);
  document.documentElement.style.setProperty("--zoom", sizes[size]);
  boxes.forEach((box, number) => {
    box.scrollLeft = middles[number][0] * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middles[number][1] * box.scrollHeight - box.clientHeight / 2;
  });
  for (const button of at("zoom").children) {
    const to = size + Number(button.dataset.zoom);
    button.disabled = to < 0 || to >= sizes.length;
  }
}

// Show pieces of HTML or nodes in an element.
function fill(element, pieces) {
  if (typeof pieces === "string") {
    const made = document.createElement("template");
    made.innerHTML = pieces;
    pieces = [...made.content.childNodes];
  }
  element.replaceChildren(...pieces);
  // In the order box a map is no landmark of the page: its name may be that of the board's.
  for (const box of at("order").querySelectorAll(".box")) box.setAttribute("role", "group");
  for (const text of element.querySelectorAll("pre:not(.map)")) wrap(text);
  for (const map of element.querySelectorAll(".map")) map.style.setProperty("--columns", map.dataset.columns);
}

// Have the lines of a text wrap, each by itself; an order stays whole above the caret that points into it.
function wrap(text) {
  if (text.firstElementChild) return; // it was shown before
  const lines = text.textContent.replace(/\n$/, "").split("\n");
  const spans = lines.map((line, number) => {
    const span = document.createElement("span");
    span.textContent = line;
    const points = [line, lines[number + 1] ?? ""].some((one) => one.trim() === "^");
    span.className = points ? "text-line" : "text-line wraps";
    // What is set in columns, or set back, goes on further in.
    if (/^ |\S {2}/.test(line)) span.style.setProperty("--hang", `${line.search(/\S/) + 2}ch`);
    return span;
  });
  text.replaceChildren(...spans);
}

// Show maps, scrolled as the ones before them were, so that they stand still while an order is typed.
function showMaps(pieces, place = "maps") {
  const before = [...at(place).querySelectorAll(".box")].map((box) => [box.scrollLeft, box.scrollTop]);
  fill(at(place), pieces);
  at(place)
    .querySelectorAll(".box")
    .forEach((box, number) => {
      if (before[number]) [box.scrollLeft, box.scrollTop] = before[number];
      reveal(box);
    });
}

// The board of the turn, with the way of the order on it; where there is no room for both beside each other, the way stands in the box.
const wide = matchMedia("(min-width: 70rem)");

function board() {
  const plain = table.maps ?? turns.get(shown).maps;
  const onBoard = tried && wide.matches && (table.maps || shown === data.turn);
  showMaps(onBoard ? tried : plain);
  showMaps(wide.matches ? "" : tried, "way");
  // What the board's own legend says need not be said again.
  const known = new Set([...document.querySelectorAll("#maps .legend li")].map((sign) => sign.textContent));
  for (const sign of document.querySelectorAll("#way .legend li")) sign.hidden = known.has(sign.textContent);
}

// Scroll a map so that the way of an order is seen, without moving the page.
function reveal(box) {
  const marks = [...box.querySelectorAll(".path, .crash")].map((mark) => mark.getBoundingClientRect());
  if (!marks.length) return;
  const frame = box.getBoundingClientRect();
  for (const [low, high, scroll, length] of [
    ["left", "right", "scrollLeft", box.clientWidth],
    ["top", "bottom", "scrollTop", box.clientHeight],
  ]) {
    const start = Math.min(...marks.map((mark) => mark[low])) - frame[low];
    const end = Math.max(...marks.map((mark) => mark[high])) - frame[low];
    if (start < 0 || end > length) box[scroll] += (start + end - length) / 2;
  }
}

// Turns: a step fetches the page of a turn and takes its sections over

let shown = data.turn;
let wanted = data.turn;
const turns = new Map([[data.turn, published]]);

async function step(turn) {
  wanted = turn;
  at("turn").value = turn;
  if (!turns.has(turn)) {
    try {
      const answer = await fetch(`turn-${String(turn).padStart(3, "0")}.html`);
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const sections = [...page.querySelectorAll("main > section")].map((section) => document.adoptNode(section));
      turns.set(turn, { title: page.querySelector("h1").textContent, ...parted(sections) });
    } catch {
      at("shown").textContent = say("missing", { turn });
      return;
    }
  }
  if (wanted !== turn) return; // another one was asked for meanwhile
  shown = turn;
  const { title, rest } = turns.get(turn);
  at("title").textContent = title;
  board();
  fill(at("rest"), rest);
  link("back", turn - 1);
  link("on", turn + 1);
  at("shown").textContent = say("of", { turn, last: data.turn });
}

// Part the sections of a turn's page as gm_tools/page/parts.py does: maps with what is noted under them, tables, lines.
function parted(sections) {
  const is = (section, what) => Boolean(section?.querySelector(what));
  const maps = sections.filter(
    (one, number) => is(one, ".map") || (one.className === "plain" && is(sections[number - 1], ".map")),
  );
  const others = sections.filter((one) => !maps.includes(one));
  return { maps, rest: [...others.filter((one) => is(one, "table")), ...others.filter((one) => !is(one, "table"))] };
}

function link(name, turn) {
  const there = turn >= 0 && turn <= data.turn;
  at(name).hidden = !there;
  at(name).textContent = say("turn", { turn });
  at(name).href = turn === data.turn ? "index.html" : `turn-${String(turn).padStart(3, "0")}.html`;
  at(name).dataset.turn = turn;
}

// The engine: a worker made from a file that the page fetches, so that the page's content security policy holds for it too

let worker = null;
let ready = false;
let sent = 0;
const calls = new Map();

async function begin() {
  const absolute = (url) => new URL(url, document.baseURI).href;
  const { base, files, start, engine, lock } = data.begin;
  const script = await fetch(data.worker);
  if (!script.ok) throw new Error(`${data.worker}: ${script.status}`);
  const url = URL.createObjectURL(new Blob([await script.text()], { type: "text/javascript" }));
  worker = new Worker(url, { type: "module" });
  await new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || data.worker));
    worker.onmessage = ({ data: message }) => {
      if (message.ready) resolve();
      else if (message.broken) reject(new Error(message.broken));
      else {
        const { done, failed } = calls.get(message.to);
        calls.delete(message.to);
        if (message.failed) failed(new Error(message.failed));
        else done(message.value);
      }
    };
    worker.postMessage({
      begin: {
        base: absolute(base),
        files: Object.fromEntries(Object.entries(files).map(([file, hash]) => [absolute(file), hash])),
        start: absolute(start),
        engine: absolute(engine),
        lock,
      },
    });
  });
  URL.revokeObjectURL(url);
}

function call(name, ...words) {
  return new Promise((done, failed) => {
    sent += 1;
    calls.set(sent, { done, failed });
    worker.postMessage({ to: sent, call: { name, words } });
  });
}

let engine = null; // the promise of an engine with a table in it

function start() {
  engine ??= (async () => {
    state("", say("loading"), true);
    try {
      const [text] = await Promise.all([fetch(data.snapshot).then((answer) => answer.text()), begin()]);
      const loaded = await call("load", text, data.language);
      if (loaded.failed) throw new Error(loaded.failed);
      ready = true;
      document.documentElement.dataset.ready = Math.round(performance.now() - begun);
      state("", say("empty"));
      // What the first answer takes longer for is done before it is asked for.
      call("answer", at("seat").value, "?", "").then(() => {
        document.documentElement.dataset.warm = Math.round(performance.now() - begun);
      });
    } catch (error) {
      worker?.terminate();
      engine = null; // the next key tries again
      state("", say("failed", { error: error.message }));
      throw error;
    }
  })();
  return engine;
}

// The order box

let table = { seats: data.seats, hidden: data.hidden, over: data.over };
let tried = ""; // the maps of the last trial, as HTML
let posts = {};
let busy = false;
let again = false;
let timer = 0;

function state(kind, text, turning = false) {
  const line = at("state");
  if (kind) line.dataset.state = kind;
  else delete line.dataset.state;
  line.textContent = text;
  line.classList.toggle("busy", turning);
}

function typed(after = 60) {
  clearTimeout(timer);
  timer = setTimeout(ask, after);
}

// Ask for what stands in the box now; while an answer is awaited only the newest text waits behind it.
async function ask() {
  if (busy) {
    again = true;
    return;
  }
  if (!at("text").value.trim()) {
    tried = "";
    fill(at("answer"), "");
    at("mend").hidden = at("post").hidden = at("unsure").hidden = true;
    at("refused").textContent = "";
    if (ready) state("", say("empty"));
    board();
    return;
  }
  busy = true;
  try {
    await start();
    const asked = performance.now();
    const slow = setTimeout(() => state("", say("trying"), true), 300);
    const hand = table.hidden ? at("private").value : "";
    show(await call("answer", at("seat").value, at("text").value, hand).finally(() => clearTimeout(slow)));
    document.documentElement.dataset.answered = (performance.now() - asked).toFixed(1);
  } catch (error) {
    state("", ready ? error.message : say("failed", { error: error.message }));
  } finally {
    busy = false;
    if (again) {
      again = false;
      ask();
    }
  }
}

function show(answer) {
  state(answer.state, say(answer.state));
  // Half a parenthesis is not an order: the way of the last one stays, marked as old, until there is one again.
  const old = answer.state === "unread" && !answer.maps;
  for (const place of ["maps", "way"]) at(place).classList.toggle("old", old);
  if (!old) tried = answer.maps;
  if (!table.maps && shown !== data.turn) step(data.turn);
  else board();
  fill(at("answer"), answer.rest);
  at("mend").hidden = !answer.mended;
  at("mend").textContent = say("mend", { order: answer.mended });
  at("mend").dataset.order = answer.mended;
  at("refused").textContent = answer.refused;
  at("unsure").hidden = answer.state !== "legal" || !answer.unsure;
  posts = answer.posts;
  at("post").hidden = answer.state === "unread";
  post();
}

function post() {
  at("posted").value = posts[at("forum").value] ?? "";
  at("copied").textContent = "";
}

async function copy() {
  const field = at("posted");
  try {
    await navigator.clipboard.writeText(field.value);
    at("copied").textContent = say("copied");
  } catch {
    field.focus();
    field.select();
    at("copied").textContent = document.execCommand("copy") ? say("copied") : say("press");
  }
}

function seat() {
  const { asked } = table.seats.find(({ mark }) => mark === at("seat").value) ?? {};
  at("asked").textContent = asked ? say("asked", { request: asked }) : say("idle");
}

// Seats, hand and box as the table that is tried on has them.
function open() {
  at("box").hidden = table.over;
  at("closed").hidden = !table.over;
  if (table.over) at("closed").textContent = say("over");
  at("hidden").hidden = !table.hidden;
  if (table.hidden) at("hidden").open = true;
  const choices = table.seats.map(({ mark, player }) => new Option(mark === player ? mark : `${mark} ${player}`, mark));
  at("seat").replaceChildren(...choices);
  const asked = table.seats.filter((one) => one.asked).map(({ mark }) => mark);
  const chosen = [table.viewer, memory.get(`seat ${data.table}`), asked[0]];
  at("seat").value = chosen.find((mark) => table.seats.some((one) => one.mark === mark)) ?? table.seats[0]?.mark;
  seat();
}

// Another snapshot

async function take(file) {
  if (!file) return;
  const refuse = (error) => {
    at("dropped").textContent = say("refused", { file: file.name, error });
  };
  if (file.size > 1_000_000) {
    refuse(say("large"));
    return;
  }
  try {
    if (!ready) at("dropped").textContent = say("loading");
    await start();
    const loaded = await call("load", await file.text(), data.language);
    if (loaded.failed) {
      refuse(loaded.failed);
      return;
    }
    table = await call("shown");
    at("dropped").textContent = say("dropped", { file: file.name });
    at("leave").hidden = false;
    appear(table);
  } catch (error) {
    refuse(error.message);
  }
}

function appear({ title, rest: pieces, notation }) {
  const away = !at("leave").hidden;
  document.documentElement.classList.toggle("away", away);
  at("check").hidden = away || !data.proofs;
  tried = "";
  at("title").textContent = title;
  fill(at("rest"), pieces);
  if (notation) fill(at("notation"), notation);
  at("private").value = "";
  at("text").value = "";
  open();
  ask();
}

const sheet = [...at("notation").childNodes];

async function leave() {
  const text = await (await fetch(data.snapshot)).text();
  await call("load", text, data.language);
  table = { seats: data.seats, hidden: data.hidden, over: data.over };
  at("leave").hidden = true;
  at("dropped").textContent = "";
  fill(at("notation"), sheet);
  appear(published);
  step(data.turn);
}

// A turn checked: what its public file says is computed again from the key, here, and compared with what was pasted of its post

async function prove() {
  const turn = shown;
  at("verdict").textContent = say("checking", { turn });
  at("proven").replaceChildren();
  try {
    await start();
    const answer = await fetch(`data/turn-${String(turn).padStart(3, "0")}.proof.json`);
    if (!answer.ok) throw new Error(answer.status);
    const { failed, lines } = await call("check", await answer.text(), at("pasted").value);
    if (failed) throw new Error(failed);
    const items = lines.map(({ holds, text }) => {
      const item = document.createElement("li");
      item.dataset.holds = holds;
      item.textContent = `${holds ? "✓" : "✗"} ${text}`;
      return item;
    });
    at("proven").replaceChildren(...items);
    at("verdict").textContent = say(lines.every(({ holds }) => holds) ? "proven" : "disproven", { turn });
  } catch (error) {
    at("verdict").textContent = say("unproven", { turn, error: error.message });
  }
}

// The deadline in the reader's own time

function due() {
  const time = document.querySelector("#due time[datetime]");
  if (!time) return;
  const moment = new Date(time.dateTime);
  const own = navigator.languages.filter((name) => name.split("-")[0] === data.language); // of English there are several
  const when = new Intl.DateTimeFormat([...own, data.language], { dateStyle: "full", timeStyle: "short" }).format(moment);
  const hours = (moment - Date.now()) / 3_600_000;
  const [amount, unit] = Math.abs(hours) < 48 ? [hours, "hour"] : [hours / 24, "day"];
  const left = new Intl.RelativeTimeFormat(data.language, { numeric: "always" }).format(Math.trunc(amount), unit);
  const note = document.createElement("small");
  note.textContent = `${say("local", { when })} (${left})`;
  at("due").append(note);
}

// Everything is there: the page comes to life

for (const text of document.querySelectorAll("main pre:not(.map)")) wrap(text);
document.documentElement.classList.add("scripted");
due();
at("zoom").hidden = false;
at("zoom").addEventListener("click", ({ target }) => target.dataset.zoom && zoom(Number(target.dataset.zoom)));
at("maps").addEventListener("keydown", (event) => {
  const change = { "+": 1, "=": 1, "-": -1, 0: 0 }[event.key];
  if (change === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  zoom(change);
});
zoom(0);
wide.addEventListener("change", board);
if (data.turn > 0) {
  at("turn").hidden = at("shown").hidden = false;
  at("turn").addEventListener("input", () => step(Number(at("turn").value)));
  at("steps").addEventListener("click", (event) => {
    const turn = event.target.dataset?.turn;
    if (turn === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    step(Number(turn));
  });
  link("back", data.turn - 1);
  link("on", data.turn + 1);
  at("shown").textContent = say("of", { turn: data.turn, last: data.turn });
}
open();
at("other").hidden = false;
const forum = memory.get("forum");
if ([...at("forum").options].some(({ value }) => value === forum)) at("forum").value = forum;
at("box").addEventListener("submit", (event) => event.preventDefault());
at("text").addEventListener("input", () => typed());
at("private").addEventListener("input", () => typed());
at("seat").addEventListener("change", () => {
  memory.set(`seat ${data.table}`, at("seat").value);
  at("private").value = tried = "";
  seat();
  typed(0);
});
at("forum").addEventListener("change", () => {
  memory.set("forum", at("forum").value);
  post();
});
at("mend").addEventListener("click", () => {
  at("text").value = at("mend").dataset.order;
  at("text").focus();
  typed(0);
});
at("copy").addEventListener("click", copy);
at("leave").addEventListener("click", leave);
at("prove").addEventListener("click", prove);
at("file").addEventListener("change", () => take(at("file").files[0]));
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.documentElement.classList.add("drop");
});
for (const end of ["dragleave", "drop"]) {
  document.addEventListener(end, () => document.documentElement.classList.remove("drop"));
}
document.addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
at("check").hidden = !data.proofs;
// Whoever only looks, on a line that is paid by the byte, need not load an engine.
if (!table.over) {
  if (navigator.connection?.saveData) at("box").addEventListener("focusin", () => start().catch(() => {}), { once: true });
  else start().catch(() => {});
}
