// Turns: a step fetches the page of a turn and takes its board and sections over; each turn has an address of its own.

import * as board from "./board.js";
import { group } from "./events.js";
import * as head from "./head.js";
import { arrange } from "./standings.js";
import { at, data, fill, make, memory, readAddress, say, writeAddress } from "./words.js";

const turns = new Map();
let wanted = data.turn;
let posed = null; // how the camera stood when the current turn was left
let plain = null; // the board of the current turn as everybody sees it

export const state = { shown: data.turn, turn: data.turn }; // of the game; in the sandbox `turn` runs ahead

export const isNow = () => state.shown === data.turn;
const isElsewhere = () => document.documentElement.matches(".sandboxed, .away"); // in a sandbox, or at another table

const file = (turn) => (turn === data.turn ? "index.html" : `turn-${String(turn).padStart(3, "0")}.html`);

export function begin() {
  turns.set(data.turn, {
    turn: data.turn,
    stage: data.stage,
    over: data.over,
    deeds: data.deeds,
    board: at("stage").querySelector("svg"),
    standings: [...at("standings").childNodes],
    rest: [...at("rest").childNodes],
    maps: [...at("maps").childNodes],
    legend: at("mini").querySelector(".signs")?.outerHTML ?? "",
  });
  plain = turns.get(data.turn).board;
  present(turns.get(data.turn));
  watch();
  if (!data.turn) return;
  at("turn").hidden = at("shown").hidden = false;
  slide();
  at("steps").addEventListener("click", (event) => {
    const by = { back: -1, on: 1 }[event.target.id];
    if (!by || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(by);
  });
  at("now").addEventListener("click", () => step(data.turn));
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -data.turn, End: data.turn }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || isElsewhere()) return;
    if (event.target.closest("input, textarea, select, #stage, .box")) return;
    event.preventDefault();
    go(by);
  });
  window.addEventListener("popstate", address); // a link within the page, an address that is changed by hand, Back
  links(data.turn);
  since();
  address();
}

// Go on or back from the turn that was asked for last, though it may not be shown yet.
const go = (by) => step(Math.min(Math.max(wanted + by, 0), data.turn));

// Drawn along, the slider shows every turn that it comes by, and leaves one step for the browser's Back.
function slide() {
  let isSliding = false;
  at("turn").addEventListener("input", () => {
    step(Number(at("turn").value), isSliding);
    isSliding = true;
  });
  at("turn").addEventListener("change", () => {
    isSliding = false;
  });
}

// A page that stays open looks for a newer one when somebody comes back to it, and now and then; behind others its tab says so.
function watch() {
  document.addEventListener("visibilitychange", look);
  setInterval(look, 300_000);
}

async function look() {
  if (at("newer") || (document.hidden && navigator.connection?.saveData)) return;
  try {
    const answer = await fetch("index.html", { cache: "no-cache" });
    const page = parse(await answer.text());
    const { turn, snapshot } = JSON.parse(page.getElementById("data").textContent);
    if (snapshot === data.snapshot) return;
    const text = turn > data.turn ? say("newer", { turn }) : say("changed");
    const link = make("button", "since", text, () => location.reload());
    link.id = "newer";
    at("news").prepend(link);
    head.entitle();
  } catch {
    // no network, or a page that is being written: the next look will tell
  }
}

function address() {
  if (isElsewhere()) return;
  const text = readAddress().get("turn");
  const turn = text === null ? data.turn : Number(text);
  if (Number.isInteger(turn) && turn >= 0 && turn <= data.turn && turn !== wanted) step(turn);
}

// Say how many turns there were since the last visit, with a way to the first of them.
function since() {
  const name = `seen ${data.table}`;
  const seen = Number(memory.get(name) ?? data.turn);
  memory.set(name, String(data.turn));
  const more = data.turn - seen;
  if (!(more > 0)) return;
  const link = make("button", "since", more === 1 ? say("since1") : say("since", { n: more }), async () => {
    for (let turn = seen; turn <= data.turn; turn += 1) {
      await step(turn);
      if (turn < data.turn) await new Promise((done) => setTimeout(done, 1000));
      if (wanted !== turn) return; // somebody went elsewhere
    }
  });
  at("news").prepend(link);
}

// Have the current turn shown by a board that knows a seat's hand, or by none such, whenever somebody comes back to it.
export function know(board) {
  turns.get(data.turn).board = board || plain;
}

// Show a turn; `isPassing` leaves no step of its own for the browser's Back.
export async function step(turn, isPassing = false) {
  wanted = turn;
  at("turn").value = turn;
  if (!turns.has(turn)) {
    try {
      turns.set(turn, await read(turn));
    } catch {
      at("shown").textContent = say("missing", { turn });
      return;
    }
  }
  if (wanted !== turn) return; // another one was asked for meanwhile
  const near = Math.abs(turn - state.shown) === 1;
  const before = near ? board.current() : null;
  if (isNow()) posed = board.pose();
  state.shown = turn;
  present(turns.get(turn), before);
  links(turn);
  writeAddress({ turn: turn === data.turn ? null : turn }, !isPassing); // an entry of its own: Back goes back through the turns
  document.dispatchEvent(new Event("turned"));
  if (turn === data.turn) board.restore(posed);
}

// Be at the current turn, or on the way there.
export async function comeBack() {
  if (wanted !== data.turn) await step(data.turn);
}

// Return the turn that the page was published for, as it is shown.
export const now = () => turns.get(data.turn);

let shownTexts = ""; // the boards as text of what is shown

export function texts() {
  return shownTexts;
}

// Show a turn, or a position of the sandbox: its board, standings and events.
export function present({ board: drawn, legend, standings, rest, maps, deeds, ...named }, before = null) {
  state.turn = named.turn;
  head.name(named);
  at("mini").querySelector(".signs")?.remove();
  at("mini").insertAdjacentHTML("beforeend", legend);
  if (drawn) board.show(drawn, before);
  fill(at("standings"), standings);
  fill(at("rest"), rest);
  if (maps) fill(at("maps"), maps);
  shownTexts = maps;
  arrange(deeds, named.turn);
  group();
  document.dispatchEvent(new Event("presented"));
}

// Return a page of the publication. Its own style, which the policy of this page forbids, is left out, and so is what only that style
// shows: what stands below a row of a table in a narrow window.
function parse(text) {
  const page = new DOMParser().parseFromString(text.replace(/<style>[^<]*<\/style>/, ""), "text/html");
  for (const cell of page.querySelectorAll("td.rest")) cell.remove();
  return page;
}

async function read(turn) {
  const answer = await fetch(file(turn));
  if (!answer.ok) throw new Error(answer.status);
  const page = parse(await answer.text());
  const drawn = document.adoptNode(page.querySelector("svg.drawn"));
  const sections = [...page.querySelectorAll("main > section")].map((section) => document.adoptNode(section));
  const isMap = (section) => Boolean(section?.querySelector(".map"));
  const maps = sections.filter((one, number) => isMap(one) || (one.className === "plain" && isMap(sections[number - 1])));
  for (const part of maps.flatMap((one) => [...one.querySelectorAll(".closer, .box:has(> svg), .box:empty")])) part.remove();
  const others = sections.filter((one) => !maps.includes(one));
  const standings = others.find((one) => one.querySelector("tbody th[scope=row]"));
  return {
    turn,
    stage: page.querySelector("h1").textContent.replace(`${data.table}: `, ""),
    isOld: true,
    deeds: JSON.parse(page.querySelector("template[data-deeds]")?.dataset.deeds ?? "{}"),
    legend: page.querySelector("template[data-deeds]")?.innerHTML ?? "",
    board: drawn,
    standings: standings ? [standings] : [],
    rest: others.filter((one) => one !== standings),
    maps,
  };
}

function links(turn) {
  for (const [name, to] of [
    ["back", turn - 1],
    ["on", turn + 1],
  ]) {
    at(name).hidden = to < 0 || to > data.turn;
    at(name).href = file(to);
  }
  at("shown").textContent = say("of", { turn, last: data.turn });
  at("shown").dataset.widest = say("of", { turn: data.turn, last: data.turn }); // the slider stays where it is while it is drawn
  const isOld = turn !== data.turn;
  at("note").hidden = !isOld;
  at("note").querySelector("span").textContent = isOld ? say("looking", { turn }) : "";
  document.documentElement.classList.toggle("old", isOld);
}
