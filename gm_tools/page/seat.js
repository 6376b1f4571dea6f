// Who orders: the seat that is chosen, its hand, and what it can do, as far as the page knows it before anything is written.

import * as best from "./best.js";
import * as board from "./board.js";
import * as cards from "./cards.js";
import { call, loaded } from "./engine.js";
import * as ownHand from "./hand.js";
import * as head from "./head.js";
import { forget as forgetKeys, keys } from "./keys.js";
import * as pad from "./pad.js";
import * as past from "./past.js";
import * as posts from "./posts.js";
import { tagRows } from "./standings.js";
import * as taps from "./taps.js";
import * as tried from "./tried_order.js";
import * as turns from "./turns.js";
import { at, data, memory, readAddress, reveal, say, tell, writeAddress } from "./words.js";

export let table = { seats: data.seats, hidden: data.hidden, over: data.over };
export let firstKeys = [];
export let secret = false; // whether the seat's orders are secret as things stand: the page knows it before the engine does (`sealed`)
export let isReachKnown = false; // whether the engine has told what the seat can reach
export let lacking = ""; // what has to be told before anything can be tapped
export let asking = 0; // what is asked for: an answer to what was asked for another seat, or before a turn of the sandbox, comes to nothing
let isEarly = false; // whether a seat that is not awaited can try an order all the same
let holds = false; // whether the board shows a hand
let isTold = false; // whether the hand in its box was told by hand, and not remembered
let telling = 0;
let mayHold; // the cards that the hand may hold, and how many, where it is not known
const box = { typed: () => {}, ask: () => {}, clear: () => {} };

export const seat = () => at("seat").value;
const own = () => table.own ?? seat(); // whoever plays others in the sandbox stays who they are
export const hand = () => (table.hidden ? at("private").value : "");
export const isAwaiting = () => Boolean(seat()) && loaded.done && !isReachKnown;
export const mayBeSecret = () => secret || (table.hidden && !loaded.done); // without an engine nobody knows
export const slot = () => `order ${data.table} ${data.turn} ${seat()}`;

// `typed`, `ask` and `clear` are what the order box does when it holds something else, when that is to be tried, when nothing is.
export function begin(callbacks) {
  Object.assign(box, callbacks);
  ownHand.begin(keepHand);
  open(table);
  at("private").value = ownHand.recall(seat());
  const wanted = readAddress().get("seat");
  if (table.seats.some(({ mark }) => mark === wanted)) choose(wanted);
  at("private").addEventListener("input", () => {
    isTold = true;
    forgetMoves();
    wantCards();
    box.typed();
    clearTimeout(telling);
    telling = setTimeout(survey, cards.isTapped() ? 0 : 300);
  });
  at("seat").addEventListener("change", () => introduce(seat()));
  document.addEventListener("presented", tag);
}

// Show the cards that a hand may hold while it is wanted, and say what is wanted.
function wantCards(refused = "") {
  const isWanted = at("hidden").classList.contains("lacks");
  cards.show(mayHold, isWanted);
  if (isWanted) lacking = (refused ? "" : cards.progress(mayHold)) || say(refused ? "wronghand" : "needhand");
  return lacking;
}

// Seats, hand and box as the table that is tried on has them.
export function open(of) {
  table = of;
  at("box").hidden = table.over;
  at("closed").hidden = !table.over;
  document.documentElement.classList.toggle("isover", table.over);
  if (table.over) at("closed").textContent = say("over");
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
export function describe() {
  const one = table.seats.find(({ mark }) => mark === seat());
  reveal("hidden", table.hidden && Boolean(one)); // nobody has no hand
  head.greet(one, table, introduce);
  head.entitle(turns.isNow() ? one : null);
  if (!one || table.over) return;
  mark();
  tag();
}

export function mark() {
  const isFirst = !table.keep && turns.isNow(); // of the sandbox nothing is foreseen
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
  tagRows(table.over ? "" : seat(), turns.isNow() ? table.seats.filter((one) => one.asked) : [], turns.state.turn + 1, table.over ? "" : own());
}

// Choose a seat; by default its box holds what was written for it before, and its hand is not known.
export function choose(mark, text, hand = table.keep ? (table.hand?.(mark) ?? "") : ownHand.recall(mark)) {
  at("seat").value = mark;
  if (mark) at("seat").querySelector('option[value=""]')?.remove();
  at("private").value = hand;
  isTold = false;
  turns.know("");
  at("text").value = text ?? (table.keep ? (table.draft?.(mark) ?? "") : (memory.get(slot()) ?? ""));
  past.forget();
  forget();
  describe();
  if (loaded.done) survey();
  box.typed();
  document.dispatchEvent(new Event("chosen"));
}

// Nothing of another seat or hand, or of the position before, can be pressed or tapped until it is known what this one can do.
function forgetMoves() {
  asking += 1; // an answer that is on its way is about what was before
  delete document.documentElement.dataset.surveyed;
  isReachKnown = false;
  forgetKeys();
  taps.know([], []);
  best.hide();
  board.reach(table.seats.find(({ mark }) => mark === seat())?.asked && !lacking ? null : []); // who is not asked comes nowhere
}

// Nothing of them is told either.
function forget() {
  isEarly = false;
  foresee();
  forgetMoves();
  at("refused").textContent = "";
  box.clear();
}

// A hand that is wanted is asked for, on a telephone in sight.
function lack(isWanted) {
  at("hidden").classList.toggle("lacks", isWanted);
  tell("lacks-hand", isWanted);
}

// What a hand that is remembered needs room for: nothing moves when the engine has read it.
const roomFor = () => (table.keep ? null : ownHand.roomOf(seat()));

// That a hand is wanted, an order secret, and which keys there are is known before the engine says so: told later it would move the board.
export function foresee() {
  const { asked } = table.seats.find(({ mark }) => mark === seat()) ?? {};
  const isWanted = table.hidden && Boolean(asked) && !hand();
  secret = table.hidden && (table.sealed ?? data.sealed); // the sandbox hides hands where it begins alone, which is where the game is
  lack(isWanted);
  const room = hand() ? roomFor() : null;
  tell("reads-hand", Boolean(room));
  const means = (table.means ?? data.means)[seat()] ?? { keys: [] };
  mayHold = means.cards;
  lacking = "";
  wantCards();
  firstKeys = loaded.failed ? [] : (room?.keys ?? means.keys); // without an engine no key could go on from the first one
  pad.show(means);
  keys(firstKeys, "");
  board.expect(room?.board ?? "");
}

// Ask what the seat can begin with, and what it can reach; then, in no hurry, for the best orders.
export async function survey() {
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
  lack(Boolean(found.why));
  mayHold = found.cards;
  lacking = "";
  const refused = cards.isTapped() ? "" : found.refused; // half a hand of taps is none that is wrong
  wantCards(refused);
  at("refused").textContent = refused;
  if (!at("text").value.trim()) tried.state("", lacking || empty());
  if (found.why) board.expect(""); // the hand for which room was left is taken back
  board.reach(targets, turns.isNow());
  if (found.how) at("hint").textContent = found.how;
  pad.show(found);
  if (!at("text").value.trim()) {
    keys(firstKeys, "");
    posts.takeText("", secret);
  }
  if (found.known || holds) { // a hand that is not known any more is not drawn any more
    const drawn = await call("show", mark, known);
    if (now !== asking) return; // the board holds what it did
    holds = found.known;
    if (!table.keep) turns.know(drawn.board);
    if (turns.isNow()) board.show(drawn.board);
    board.reach(targets, turns.isNow());
    pad.mark(at("text").value);
    box.ask();
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

// What is said while there is no order, or nobody to give it.
export function empty() {
  const one = table.seats.find(({ mark }) => mark === seat());
  if (!one) return say("first");
  if (isAwaiting()) return say("working");
  if (one.asked) return say(taps.reached().length ? "empty" : "unplaced");
  return say(table.keep ? "none" : isEarly ? "early" : "unneeded");
}
