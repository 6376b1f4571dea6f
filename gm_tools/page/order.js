// The order box: text, keys and taps write into the same field; what the engine says of it, `tried_order.js` shows.

import * as best from "./best.js";
import * as board from "./board.js";
import { call, loaded, start } from "./engine.js";
import * as ownHand from "./hand.js";
import * as head from "./head.js";
import { begin as beginKeys, keys } from "./keys.js";
import * as pad from "./pad.js";
import { goOn, leadOf, partOf } from "./places.js";
import * as past from "./past.js";
import * as posts from "./posts.js";
import { tagRows } from "./standings.js";
import * as steps from "./steps.js";
import * as taps from "./taps.js";
import * as tried from "./tried_order.js";
import * as turns from "./turns.js";
import * as walk from "./walk.js";
import { at, copyText, data, memory, readAddress, say, writeAddress } from "./words.js";

let table = { seats: data.seats, hidden: data.hidden, over: data.over };
const PATIENCE = 500; // looks at whether an answer has come
const REST = 300; // milliseconds without a key, at least, after which it is asked what goes on from half an order
let [busy, again, timer] = [false, false, 0];
let firstKeys = [];
let secret = false; // whether the seat's orders are secret as things stand: the page knows it before the engine does (`sealed`)
let isReachKnown = false; // whether the engine has told what the seat can reach
let lacking = ""; // what has to be told before anything can be tapped
let isEarly = false; // whether a seat that is not awaited can try an order all the same
let holds = false; // whether the board shows a hand
let isTold = false; // whether the hand in its box was told by hand, and not remembered
let asking = 0; // what is asked for: an answer to what was asked for another seat, or before a turn of the sandbox, comes to nothing
const notable = { ready: () => {} };

const seat = () => at("seat").value;
const own = () => table.own ?? seat(); // whoever plays others in the sandbox stays who they are
const hand = () => (table.hidden ? at("private").value : "");
const isAwaiting = () => Boolean(seat()) && loaded.done && !isReachKnown;
const mayBeSecret = () => secret || (table.hidden && !loaded.done); // without an engine nobody knows
const slot = () => `order ${data.table} ${data.turn} ${seat()}`;

export function begin() {
  ownHand.begin(keepHand);
  open(table);
  at("private").value = ownHand.recall(seat());
  const wanted = readAddress();
  if (table.seats.some(({ mark }) => mark === wanted.get("seat"))) choose(wanted.get("seat"));
  const kept = wanted.get("order") ?? memory.get(slot());
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
    taps.restart();
    typed();
  });
  at("text").addEventListener("focus", () => elsewhere?.focus());
  document.addEventListener("keyup", () => (elsewhere = null));
  at("private").addEventListener("input", () => {
    isTold = true;
    typed();
    clearTimeout(notable.timer);
    notable.timer = setTimeout(survey, 300);
  });
  at("seat").addEventListener("change", () => introduce(seat()));
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
  beginKeys(write, () => goBack(-1));
  tried.begin({ write, preview });
  best.begin({ write: writePart, preview });
  board.listen({ take: taps.tap, hover: taps.hover, press: pad.press });
  steps.begin((name) => call(name, seat(), partOf(at("text").value), hand()));
  taps.begin({ write: writePart, preview, standing: () => ({ seat: seat(), sandboxed: table.keep, empty: empty(), isAwaiting: isAwaiting() }) });
  pad.begin({ write: taps.lay, choose: taps.shift, standing: () => ({ seat: seat(), text: partOf(at("text").value), hand: hand() }) });
  document.addEventListener("ready", () => {
    if (!at("text").value.trim()) tried.state("", lacking || empty());
    if (!seat()) ask();
    survey();
  });
  document.addEventListener("broken", () => {
    foresee();
    if (!at("text").value.trim()) posts.takeText("", mayBeSecret());
  });
  document.addEventListener("presented", tag);
  document.addEventListener("turned", () => {
    // On an earlier turn the box steps aside: what is laid over the board, and what can be reached, is of now.
    const isNow = turns.state.shown === data.turn;
    mark();
    board.reach(isReachKnown ? taps.reached() : null, isNow);
    describe();
    if (isNow) ask();
    else board.overlay("");
  });
  foresee();
  if (at("text").value) ask();
  else clear();
}

// Seats, hand and box as the table that is tried on has them.
export function open(of) {
  table = of;
  at("box").hidden = table.over;
  at("closed").hidden = !table.over;
  document.documentElement.classList.toggle("isover", table.over);
  if (table.over) at("closed").textContent = say("over");
  at("hidden").hidden = !table.hidden;
  if (table.hidden) at("hidden").open = true;
  const choices = table.seats.map(({ mark, player }) => new Option(mark === player ? mark : `${mark} ${player}`, mark));
  const was = seat();
  at("seat").replaceChildren(...choices);
  const asked = table.seats.find((one) => one.asked) ?? table.seats[0];
  const chosen = [table.viewer, memory.get(`seat ${data.table}`), ...(table.keep ? [was, asked?.mark] : [])];
  const known = chosen.find((mark) => table.seats.some((one) => one.mark === mark)) ?? "";
  if (!known) at("seat").prepend(new Option(say("who"), ""));
  at("seat").value = known;
  describe();
  head.wait(table.seats);
}

// Say in full words who is asked for what.
function describe() {
  const one = table.seats.find(({ mark }) => mark === seat());
  head.greet(one, table, introduce);
  head.entitle(turns.state.shown === data.turn ? one : null);
  if (!one || table.over) return;
  mark();
  tag();
}

function mark() {
  const isFirst = !table.keep && turns.state.shown === data.turn; // of the sandbox nothing is foreseen
  board.mark(seat(), seat() === own() ? "you" : "youplay", isFirst ? (data.reach[seat()] ?? roomFor()?.ahead ?? []) : []);
}

// The reader says who they are: this browser remembers it, and so does an address that names a seat; not what is tried in the sandbox.
function introduce(mark) {
  if (!table.keep) memory.set(`seat ${data.table}`, mark);
  if (!table.keep && readAddress().get("seat")) writeAddress({ seat: mark });
  choose(mark);
}

// The lines of the standings that are shown; on an earlier turn nobody is awaited.
function tag() {
  const isNow = turns.state.shown === data.turn;
  tagRows(table.over ? "" : seat(), isNow ? table.seats.filter((one) => one.asked) : [], turns.state.turn + 1, table.over ? "" : own());
}

// Choose a seat; by default its box holds what was written for it before, and its hand is not known.
export function choose(mark, text, hand = table.keep ? (table.hand?.(mark) ?? "") : ownHand.recall(mark)) {
  at("seat").value = mark;
  if (mark) at("seat").querySelector('option[value=""]')?.remove();
  delete document.documentElement.dataset.surveyed;
  isReachKnown = false;
  at("private").value = hand;
  isTold = false;
  turns.know("");
  at("text").value = text ?? (table.keep ? (table.draft?.(mark) ?? "") : (memory.get(slot()) ?? ""));
  past.forget();
  forget();
  describe();
  if (loaded.done) survey();
  typed();
  document.dispatchEvent(new Event("chosen"));
}

// Nothing of another seat, or of the position before, can be pressed or is told until it is known what this one can do.
function forget() {
  asking += 1;
  isEarly = false;
  foresee();
  at("refused").textContent = "";
  taps.know([], []);
  board.reach(table.seats.find(({ mark }) => mark === seat())?.asked && !lacking ? null : []); // who is not asked comes nowhere
  best.hide();
  clear();
}

// What a hand that is remembered needs room for: nothing moves when the engine has read it.
const roomFor = () => (table.keep ? null : ownHand.roomOf(seat()));

// That a hand is wanted, an order secret, and which keys there are is known before the engine says so: told later it would move the board.
function foresee() {
  const { asked } = table.seats.find(({ mark }) => mark === seat()) ?? {};
  const isWanted = table.hidden && Boolean(asked) && !hand();
  secret = table.hidden && (table.keep || data.sealed);
  lacking = isWanted ? say("needhand") : "";
  at("hidden").classList.toggle("lacks", isWanted);
  const room = hand() ? roomFor() : null;
  at("hidden").classList.toggle("read", Boolean(room));
  const means = (table.means ?? data.means)[seat()] ?? { keys: [] };
  firstKeys = loaded.failed ? [] : (room?.keys ?? means.keys); // without an engine no key could go on from the first one
  pad.show(means);
  keys(firstKeys, "");
  board.expect(room?.board ?? "");
}

// Ask what the seat can begin with, and what it can reach; then, in no hurry, for the best orders.
async function survey() {
  if (!seat()) return;
  const [mark, known, now] = [seat(), hand(), asking];
  const begun = performance.now();
  const found = await call("keys", mark, known);
  if (now !== asking || known !== hand()) return;
  if (found.refused && !isTold && known && !table.keep) { // what was remembered is another hand by now
    at("private").value = "";
    foresee();
    return survey();
  }
  document.documentElement.dataset.reached = Math.round(performance.now() - begun);
  ({ keys: firstKeys, secret, early: isEarly } = found);
  const { targets } = found;
  isReachKnown = true;
  taps.know(targets, firstKeys);
  if (found.why) at("private").placeholder = say("example", { order: found.example });
  lacking = found.why ? say(found.refused ? "wronghand" : "needhand") : "";
  at("refused").textContent = found.refused;
  at("hidden").classList.toggle("lacks", Boolean(found.why)); // on a telephone it stays in sight while it is wanted
  if (!at("text").value.trim()) tried.state("", lacking || empty());
  if (found.why) board.expect(""); // the hand for which room was left is taken back
  board.reach(targets, turns.state.shown === data.turn);
  if (found.how) at("hint").textContent = found.how;
  pad.show(found);
  if (!at("text").value.trim()) {
    keys(firstKeys, "");
    posts.takeText("", secret);
  }
  if (found.known || holds) { // a hand that is not known any more is not drawn any more
    holds = found.known;
    const drawn = await call("show", mark, known);
    if (now !== asking) return;
    if (!table.keep) turns.know(drawn.board);
    if (turns.state.shown === data.turn) board.show(drawn.board);
    board.reach(targets, turns.state.shown === data.turn);
    pad.mark(at("text").value);
    ask();
  }
  if (isTold) keepHand();
  document.documentElement.dataset.surveyed = mark;
  suggest(mark, known, Boolean(found.why), () => now === asking && known === hand());
}

// Keep the hand in its box for the turns to come, as far as it was understood.
function keepHand() {
  if (table.keep || !table.hidden || (hand() && !holds)) return;
  const cards = [...at("stage").querySelectorAll("[data-tap]")].map((card) => card.dataset.tap);
  const kinds = new Map(taps.reached().map((one) => [`${one.role} ${Boolean(one.label && one.meaning)}`, one]));
  const ahead = [...kinds.values()].map(({ at: place, role, label, meaning, begin }) => ({ at: place, role, label, meaning, begin }));
  const known = firstKeys.map((key) => ({ ...key, text: "" }));
  ownHand.keep(seat(), hand(), cards, { board: board.current().dataset.board, ahead, keys: known });
}

// A second engine takes as much again: not on a line that is paid by the byte, not where memory is short.
function suggest(mark, known, lacks, isWanted) {
  const { asked } = table.seats.find((one) => one.mark === mark) ?? {};
  const isPoor = navigator.connection?.saveData || navigator.deviceMemory < 2;
  if (!asked || lacks || isPoor) best.hide();
  else best.show(mark, known, isWanted);
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
  if (pointed === order && (table.keep || turns.state.shown === data.turn)) board.preview(drawn);
}

// Writing: by a tap, a key, a mended order

function write(text, focus = false) {
  taps.restart();
  if (!text) walk.leave();
  past.put(text);
  if (focus) {
    at("text").focus();
    at("text").setSelectionRange(text.length, text.length);
  }
  pointed = "";
  typed();
}

const goBack = (step) => past.go(step) && write(at("text").value);

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
  if (!table.over && (table.keep || turns.state.shown === data.turn)) goBack(step);
}

// Write the order that is being written: the orders before an "else" stay.
function writePart(order) {
  write(leadOf(at("text").value) + order);
}

// Ask the engine, now or when it is there

function typed() {
  taps.restart();
  board.free();
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

// What is said while there is no order, or nobody to give it.
function empty() {
  const one = table.seats.find(({ mark }) => mark === seat());
  if (!one) return say("first");
  if (isAwaiting()) return say("working");
  if (one.asked) return say("empty");
  return say(table.keep ? "none" : isEarly ? "early" : "unneeded");
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
  if (!table.keep && turns.state.shown !== data.turn) turns.step(data.turn);
  tried.show(answer, text);
  steps.know(answer.steps, answer.notes);
  taps.narrow(answer.reach ?? (answer.state === "half" ? null : []), answer.part);
  lookOn(answer, text);
  keys(answer.keys.length ? answer.keys : firstKeys.map((one) => ({ ...one, text: "" })), answer.undo, text);
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
