// The order box: text, keys and taps write into the same field; what the engine says of it, `tried_order.js` shows.

import * as best from "./best.js";
import * as board from "./board.js";
import * as cards from "./cards.js";
import { call, loaded, start } from "./engine.js";
import { begin as beginKeys, keys } from "./keys.js";
import * as pad from "./pad.js";
import { goOn, leadOf, partOf } from "./places.js";
import * as past from "./past.js";
import * as posts from "./posts.js";
import * as seated from "./seat.js";
import { asking, empty, firstKeys, hand, isAwaiting, lacking, mayBeSecret, seat, secret, slot, table } from "./seat.js";
import * as steps from "./steps.js";
import * as taps from "./taps.js";
import * as tried from "./tried_order.js";
import * as turns from "./turns.js";
import * as walk from "./walk.js";
import { at, copyText, data, memory, readAddress, say, writeAddress } from "./words.js";

const PATIENCE = 500; // looks at whether an answer has come
const REST = 300; // milliseconds without a key, at least, after which it is asked what goes on from half an order
let [busy, again, timer] = [false, false, 0];

export function begin() {
  seated.begin({ typed, ask, clear });
  const kept = readAddress().get("order") ?? memory.get(slot());
  if (kept) at("text").value = kept;
  past.forget();
  at("box").addEventListener("submit", (event) => event.preventDefault());
  at("text").addEventListener("input", (event) => {
    const step = { historyUndo: -1, historyRedo: 1 }[event.inputType];
    if (step) {
      past.go(0); // the browser's own undo, by its menu or by a key in another field
      if (!elsewhere) goBack(step);
      return;
    }
    past.note(event);
    written();
  });
  at("text").addEventListener("focus", () => elsewhere?.focus());
  document.addEventListener("keyup", () => (elsewhere = null));
  at("mend").addEventListener("click", () => write(at("mend").dataset.order));
  at("else").addEventListener("click", () => write(`${at("text").value.trim()} else `, true));
  at("again").addEventListener("click", () => start().then(ask, () => {}));
  at("share-link").addEventListener("click", link);
  at("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) table.draft || posts.ask();
    else if (event.key === "Escape") write("");
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", undo);
  beginKeys(write, takeBack);
  tried.begin({ write, preview });
  best.begin({ write: writePart, preview });
  board.listen({ take: taps.tap, hover: taps.hover, press: pad.press });
  steps.begin((name) => call(name, seat(), partOf(at("text").value), hand()));
  taps.begin({ write: writePart, preview, standing: () => ({ seat: seat(), empty: lacking || empty(), isAwaiting: isAwaiting() || lacking !== "" }) });
  pad.begin({ write: taps.lay, choose: taps.shift, standing: () => ({ seat: seat(), text: partOf(at("text").value), hand: hand() }) });
  document.addEventListener("ready", () => {
    if (!at("text").value.trim()) tried.state("", lacking || empty());
    if (!seat()) ask();
    seated.survey();
  });
  document.addEventListener("broken", () => {
    seated.foresee();
    if (!at("text").value.trim()) posts.takeText("", mayBeSecret());
  });
  document.addEventListener("turned", () => {
    // On an earlier turn the box steps aside: what is laid over the board, and what can be reached, is of now.
    seated.mark();
    board.reach(seated.isReachKnown ? taps.reached() : null, turns.isNow());
    seated.describe();
    if (turns.isNow()) ask();
    else tried.redraw();
  });
  seated.foresee();
  if (at("text").value) ask();
  else clear();
}

// Draw an order that is only pointed at, by its overlay if that is known; nothing pointed at is what stands in the box.
let pointed = "";
async function preview(order, known = "") {
  pointed = order;
  if (!order) {
    tried.redraw();
    return;
  }
  if (!known && !loaded.done) return;
  const drawn = known || (await call("answer", seat(), order, hand())).overlay;
  if (pointed === order && turns.isNow()) board.preview(drawn);
}

// Writing: by a tap, a key, a mended order

function write(text, focus = false, isTapped = true) {
  if (!text) walk.leave();
  past.put(text, isTapped);
  if (focus) {
    at("text").focus();
    at("text").setSelectionRange(text.length, text.length);
  }
  written();
}

// To write an order is to be back at the current turn, which it is for.
function written() {
  turns.comeBack();
  typed();
}

// Go to the text before or after this one; the piece that was chosen for what is taken back is chosen again, as soon as the box is asked.
function goBack(step) {
  const was = at("text").value;
  if (!past.go(step)) return;
  write(at("text").value);
  if (step < 0) setTimeout(() => taps.chooseAgain(was));
}

// Take back one tap or one key; of what was typed leave what is `shorter`.
function takeBack(shorter) {
  if (taps.letGo()) return;
  if (!at("text").value && !past.has(-1) && cards.isTapped()) cards.takeBack();
  else if (past.isTap() || !at("text").value) goBack(-1);
  else write(shorter, false, false);
}

let elsewhere = null; // another field, while the key of its undo is down

// Undo and redo, wherever the focus is, but in another field
function undo(event) {
  elsewhere = null;
  const key = event.key.toLowerCase();
  const step = (event.ctrlKey || event.metaKey) && !event.altKey && (key === "y" || (key === "z" && event.shiftKey) ? 1 : key === "z" ? -1 : 0);
  if (!step) return;
  if (event.target !== at("text") && event.target.closest?.("input, textarea, dialog")) {
    elsewhere = event.target; // once the browser has undone all that was typed there, it would go on here
    return;
  }
  event.preventDefault();
  if (!table.over && turns.isNow()) goBack(step);
}

// Write the order that is being written: the orders before an "else" stay.
function writePart(order) {
  write(leadOf(at("text").value) + order);
}

// Ask the engine, now or when it is there

function typed() {
  pointed = ""; // what is being asked for may still come, and is not drawn then
  taps.restart();
  board.free();
  cards.stepAside();
  clearTimeout(timer);
  timer = setTimeout(ask);
  if (!table.keep) keep();
}

// A reload, or a closed telephone, does not lose an order; one that is secret, or says what is in a hand, is not kept.
function keep() {
  const text = at("text").value;
  memory.set(slot(), secret || table.hidden || posts.isSecret() ? "" : text.trim());
}

// Wait until it is known what there is to be said of the text in the box.
export async function settle() {
  const said = () => !busy && (at("verdict").dataset.order ?? "").trim() === at("text").value.trim();
  for (let tries = 0; !said() && tries < PATIENCE; tries += 1) await new Promise((done) => setTimeout(done, 20));
}

// Ask for what stands in the box now; while an answer is awaited only the newest text waits behind it.
async function ask() {
  if (busy) {
    again = true;
    return;
  }
  const text = at("text").value;
  if (!seat()) {
    clear();
    await takeUnsigned(text);
    return;
  }
  if (!text.trim()) {
    clear();
    if (!loaded.done && !loaded.failed) start().catch(() => {});
    return;
  }
  if (!loaded.done) {
    posts.takeText(text, mayBeSecret());
    tried.state("", say("unchecked"));
    if (loaded.failed) return; // to try again is the reader's own wish
  }
  busy = true;
  const now = asking;
  try {
    await start();
    const asked = performance.now();
    const slow = setTimeout(() => tried.state("", say("trying")), 300);
    const answer = await call("answer", seat(), text, hand()).finally(() => clearTimeout(slow));
    if (now === asking) show(answer, text);
    else again = true;
    document.documentElement.dataset.answered = (performance.now() - asked).toFixed(1);
  } catch (error) {
    if (loaded.done) {
      posts.takeText(text, mayBeSecret());
      tried.state("", error.message);
    }
  } finally {
    busy = false;
    if (again) {
      again = false;
      ask();
    }
  }
}

// Nobody has said who orders: whether that is secret is asked for a seat that is awaited; until it is known it may be.
async function takeUnsigned(text) {
  posts.takeText(text, table.hidden);
  const one = table.seats.find(({ asked }) => asked);
  if (!one || !table.hidden || !loaded.done) return;
  const answer = await call("answer", one.mark, text, "");
  if (!seat() && text === at("text").value) posts.takeText(text, answer.secret);
}

// Nothing is tried.
function clear() {
  tried.clear(lacking || empty());
  taps.narrow([]);
  steps.know([]);
  keys(firstKeys, "");
  posts.takeText("", loaded.failed ? mayBeSecret() : secret);
  document.dispatchEvent(new CustomEvent("answered", { detail: { text: "", state: "", taken: "" } }));
}

// Show what the engine says of a text, and go on from there: what it can still come to, the keys, the post.
function show(answer, text) {
  tried.show(answer, text);
  steps.know(answer.steps, answer.notes);
  taps.narrow(answer.reach ?? (answer.state === "half" || answer.readings.length ? null : []), answer.part);
  lookOn(answer, text);
  const isOver = answer.state === "legal"; // else the keys of the beginning are grey until something is erased
  keys(answer.keys.length ? answer.keys : firstKeys.map((one) => ({ ...one, text: "", isOver })), answer.undo, text);
  posts.take(answer, text);
  if (answer.secret) memory.set(slot(), "");
  document.dispatchEvent(new CustomEvent("answered", { detail: { text, state: answer.state, luck: answer.luck, taken: answer.taken, next: answer.needed ? answer.keys : null } }));
}

// Ask, in no hurry, for the best orders that go on from half an order: a tap writes one of them where none is better. The next key
// would wait for it: where that may take long, because what can be reached took long, it is asked for after as long a rest.
let rest = 0;
function lookOn({ state, reach, part }, text) {
  clearTimeout(rest);
  if (state !== "half" || !reach?.length) return;
  const [mark, known, now] = [seat(), hand(), asking];
  rest = setTimeout(async () => {
    const found = await call("begun", mark, part, known).catch(() => []);
    if (now !== asking || text !== at("text").value) return;
    goOn(found);
    document.documentElement.dataset.begun = text;
  }, Math.max(REST, Number(document.documentElement.dataset.reached ?? 0)));
}

async function link() {
  const was = location.href;
  writeAddress({ seat: seat(), order: posts.isSecret() ? null : at("text").value.trim(), turn: null });
  at("copied").textContent = say((await copyText(location.href)) ? "linked" : "press");
  history.replaceState(null, "", was);
}
