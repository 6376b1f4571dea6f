// The sandbox: all seats over several turns, forwards and back, clearly not the game. Its state is a link: orders and chance alone,
// and none in games that hide something.

import * as board from "./board.js";
import { load, play } from "./engine.js";
import * as order from "./order.js";
import * as turns from "./turns.js";
import { at, badge, copyText, data, make, memory, readAddress, say, writeAddress } from "./words.js";

let on = false;
let orders = {}; // of the turn to be played, by seat
let played = []; // what was played: the orders and the way of chance of each turn
let lines = []; // all that was played so, the newest first; of lines that begin alike the longest
let step = 0;
let steps = 0;
let shown = null;

export function begin() {
  at("try").hidden = data.over;
  at("try").addEventListener("click", () => (on ? leave() : enter()));
  document.addEventListener("answered", ({ detail: { text, state } }) => {
    if (!on) return;
    if (state === "legal") orders[at("seat").value] = text;
    else delete orders[at("seat").value];
    panel();
  });
  if (readAddress().get("sandbox")) restore(readAddress().get("sandbox"));
}

async function enter() {
  on = true;
  document.documentElement.classList.add("sandboxed");
  at("try").setAttribute("aria-checked", "true");
  if (turns.state.shown !== data.turn) await turns.step(data.turn);
  [orders, played, step, steps] = [{}, [], 0, 0];
  lines = kept();
  at("text").value = "";
  await go({ go: "to", step: 0 });
}

async function leave() {
  on = false;
  document.documentElement.classList.remove("sandboxed");
  at("try").setAttribute("aria-checked", "false");
  at("sandbox").hidden = true;
  writeAddress({ sandbox: null });
  await load();
  order.open({ seats: data.seats, hidden: data.hidden, over: data.over });
  await turns.step(data.turn);
  order.choose(at("seat").value);
}

// Have the engine play or go to a step, and show what is there.
async function go(command) {
  const answer = await play(command);
  if (answer.failed) {
    complain(answer.failed);
    return null;
  }
  if (answer.ways) return answer.ways;
  const before = board.current();
  const ahead = answer.step - step;
  ({ step, steps } = answer);
  shown = answer;
  turns.present({ ...answer, title: answer.title }, Math.abs(ahead) === 1 ? before : null);
  orders = {};
  const mark = at("seat").value;
  order.open({ seats: answer.seats, hidden: data.hidden, over: false, keep: true });
  at("seat").value = mark;
  order.choose(answer.seats.find((one) => one.mark === mark)?.asked ? mark : (answer.seats.find((one) => one.asked)?.mark ?? mark));
  panel();
  return null;
}

// Play a turn; `way` is how chance falls: a seed, and the draws that were chosen.
async function playTurn(way) {
  const given = { ...orders };
  played = [...played.slice(0, step), [given, way]];
  remember();
  await go({ go: "on", orders: given, ...way });
  keep();
}

// Lines of the sandbox: a turn played in another way is one more

const MOST_LINES = 12;
const slot = `lines ${data.table}`;
const isBegun = (line, whole) => JSON.stringify(whole.slice(0, line.length)) === JSON.stringify(line);

function remember() {
  if (lines.some((line) => isBegun(played, line))) return;
  lines = [played, ...lines.filter((line) => !isBegun(line, played))].slice(0, MOST_LINES);
  if (!data.hidden) memory.set(slot, JSON.stringify({ turn: data.turn, lines }));
}

function kept() {
  try {
    const held = JSON.parse(memory.get(slot));
    return held.turn === data.turn && !data.hidden ? held.lines : [];
  } catch {
    return [];
  }
}

async function replay(line) {
  await go({ go: "to", step: 0 });
  for (const [given, way] of line) {
    orders = { ...given };
    await playTurn(way);
  }
}

function others() {
  const buttons = lines
    .filter((line) => !isBegun(line, played))
    .map((line) => {
      const turn = ([given]) => Object.entries(given).map(([mark, text]) => `${mark} ${text}`).join(", ") || "…";
      const item = make("li");
      item.append(make("button", "", line.map(turn).join(" · "), () => replay(line)));
      return item;
    });
  if (!buttons.length) return [];
  const list = make("ol", "lines");
  list.append(...buttons);
  return [make("p", "hint", say("lines")), list];
}

function drawn() {
  return { seed: [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
}

// List what chance can make of the chosen seat's turn, to play the one that is wanted; for the others it is drawn.
async function branches() {
  const { seed } = drawn();
  const ways = await go({ go: "ways", orders: { ...orders }, seat: at("seat").value, seed });
  if (!ways) return;
  const list = make("ol", "ways");
  for (const { chance, lines, draws } of ways) {
    const item = make("li");
    const text = `${(100 * chance).toFixed(1)}% · ${lines.slice(0, 6).join(" · ")}${lines.length > 6 ? " …" : ""}`;
    item.append(make("button", "", text, () => playTurn({ seed, draws })));
    list.append(item);
  }
  at("sandbox").querySelector(".ways")?.remove();
  at("sandbox").append(list);
  list.scrollIntoView({ block: "nearest" });
}

function complain(text) {
  at("sandbox").querySelector(".hint").textContent = text;
}

function panel() {
  const place = at("sandbox");
  place.hidden = false;
  const bar = make("p", "row");
  const back = make("button", "", "◀", () => go({ go: "to", step: step - 1 }));
  const ahead = make("button", "", "▶", () => go({ go: "to", step: step + 1 }));
  back.disabled = step === 0;
  ahead.disabled = step >= steps;
  back.setAttribute("aria-label", say("stepback"));
  ahead.setAttribute("aria-label", say("stepon"));
  bar.append(back, ahead, say("step", { step, steps }));
  const given = make("p", "row");
  for (const one of shown?.seats.filter(({ asked }) => asked) ?? []) {
    const button = make("button", one.mark in orders ? "given" : "", "", () => order.choose(one.mark));
    button.append(badge(one), ` ${orders[one.mark] ?? "…"}`);
    given.append(button);
  }
  const actions = make("p", "row");
  actions.append(
    make("button", "", `${say("play")}: ${say("draw")}`, () => playTurn(drawn())),
    make("button", "", `${say("play")}: ${say("choose", { mark: at("seat").value })}`, branches),
  );
  // An order tells of the hand that it is given from, and an address goes into histories and to others: no link then.
  if (!data.hidden) actions.append(make("button", "", say("sandboxlink"), link));
  place.replaceChildren(bar, given, make("p", "hint", say("bots")), actions, ...others());
}

// The address holds what was ordered and how chance fell; nothing in games that hide something.
function keep() {
  if (data.hidden) return;
  writeAddress({ sandbox: btoa(JSON.stringify({ turn: data.turn, played })).replaceAll("+", "-").replaceAll("/", "_") });
}

async function link() {
  keep();
  at("copied").textContent = say((await copyText(location.href)) ? "linked" : "press");
}

async function restore(text) {
  if (data.hidden) return;
  let held;
  try {
    held = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return; // no link of this page
  }
  if (held?.turn !== data.turn || !Array.isArray(held.played)) return;
  await enter();
  await replay(held.played);
}
