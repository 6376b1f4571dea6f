// What orders are made of, drawn: dice and cards on the board, a pad of its own beside the text (Tacara's table of shifts).
// A tap on one writes it; another tap on the same takes the next way to use it.

import { call, loaded } from "./engine.js";
import { markOf } from "./marks.js";
import { heapOf } from "./minimap.js";
import { sizeOf, standOf } from "./pieces.js";
import { mirror, spend } from "./pinned.js";
import { partOf } from "./places.js";
import { at, fill, reveal, say } from "./words.js";

const READ = 7; // pixels below which letters on the pad go away: its tips name the cars
const [FEW, AMONG] = [3, 11]; // chips on one shift that leave a corner to the mark there, and pixels of the letters of more, among which it lies
const [HEAP, SMALL] = [0.56, 0.4]; // how large a heap is, whose ring stays on its shift; chips of a crowd are smaller than that
const NEAR = 46; // pixels round a tap within which a target of the pad counts as meant

let ways = []; // the texts that came of the last tap, of which one stands in the box
let pressed = null; // the token of the last tap: of those of a name it is the first that is used
let begun = ""; // what stood in the box before it
let taps = []; // what the pad has to tap
let gone = ""; // what the order in the box takes of it, by the engine's word
let write = () => {};
let choose = () => {};
let standing = () => ({ seat: "", text: "", hand: "" });

export function begin(callbacks) {
  ({ write, choose, standing } = callbacks);
  at("pad").addEventListener("click", (event) => {
    const tap = nearest(event);
    if (tap) choose(tap);
  });
  new ResizeObserver(spots).observe(at("pad").firstElementChild); // on a telephone it is not seen before the sheet is open
  document.addEventListener("answered", ({ detail: { text, taken, next } }) => {
    gone = taken;
    mark(text, next);
  });
}

// Show the pad of a seat, if its game has one.
export function show({ pad = "", taps: found = [] }) {
  taps = found;
  reveal("pad", Boolean(pad));
  fill(at("pad").firstElementChild, pad);
  mark(at("text").value);
}

// The part of the pad's picture that is in its own units.
function ground() {
  return at("pad").querySelector("svg svg") ?? at("pad").querySelector("svg > g > g");
}

function nearest(event) {
  const matrix = ground().getScreenCTM();
  let found = null;
  let least = NEAR;
  for (const tap of taps) {
    const place = new DOMPoint(...tap.at).matrixTransform(matrix);
    const far = Math.hypot(place.x - event.clientX, place.y - event.clientY);
    if (far < least) [found, least] = [tap, far];
  }
  return found;
}

// Write what a card or a die stands for. A card that is tapped again goes back into the hand, with what it was to do; so does a die that
// can be used in one way only.
export async function press(token) {
  if (!loaded.done) return;
  const { seat, text, hand } = standing();
  if (token.dataset.spent && document.documentElement.matches(".ring") && !(ways.length > 1 && ways.includes(text))) {
    write(text.slice(0, text.lastIndexOf(partOf(text))));
    return;
  }
  if (token.dataset.spent && ways.length === 1 && ways[0] === text) { // there is no other way: it is taken back
    if (token === pressed) write(begun);
    return;
  }
  if (token.dataset.spent && ways.includes(text)) {
    const next = ways.indexOf(text) + 1;
    write(ways[next % ways.length]);
    at("pointed").textContent = say("again", { order: ways[(next + 1) % ways.length] });
    return;
  }
  const { texts: found } = await call("press", seat, text, hand, token.dataset.tap);
  if (!found.length) return;
  [ways, pressed, begun] = [found, token, text];
  write(found[0]);
  if (found.length > 1) at("pointed").textContent = say("again", { order: found[1] });
}

// Mark what the order uses already: so many tokens of a name as words that stand for it; of dice, of which an order uses as
// many as it can, those that none of the keys that come `next` writes; and the shift that it goes to.
export function mark(text, next = null) {
  const words = partOf(text).split(/\s+/);
  const used = new Map();
  const tokens = [...at("stage").querySelectorAll("[data-tap]")];
  for (const token of tokens.sort((one, other) => (other === pressed) - (one === pressed))) {
    const name = token.dataset.tap;
    const isOf = (word) => word === name || (/^\D+$/.test(name) && word.startsWith(name) && /^\d$/.test(word.slice(name.length)));
    const places = words.flatMap((word, number) => (isOf(word) ? [number + 1] : []));
    const all = places.length;
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    spend(token, places[count]);
    token.classList.toggle("late", Boolean(next) && count >= all && !next.some((one) => one.text && one.label.startsWith(name)));
  }
  mirror();
  spots();
}

function spots() {
  const board = ground();
  if (!board) return;
  for (const one of board.querySelectorAll(".spots")) one.remove();
  const [layer, below] = [0, 1].map(() => document.createElementNS("http://www.w3.org/2000/svg", "g"));
  for (const one of [layer, below]) one.setAttribute("class", "spots");
  const taken = taps.find(({ order }) => order === gone);
  for (const heap of board.querySelectorAll(".heap")) heap.remove();
  const pieces = [...board.querySelectorAll("g.piece")];
  const crowds = crowdsOf(pieces);
  gather(board, crowds.values());
  for (const tap of taps) {
    const [x, y] = tap.at;
    const here = crowds.get(String(tap.at)) ?? [];
    const isTaken = here.length > 0;
    const cars = isTaken ? ` · ${say("carshere", { cars: here.map((piece) => piece.querySelector("text")?.textContent).sort().join(", ") })}` : "";
    const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
    place.innerHTML = tap === taken ? `<circle cx="${x}" cy="${y}" r=".46" class="spot taken"/>` : markOf({ at: tap.at, role: tap.role, label: tap.label }, { isTaken, away: here.length > FEW && !here[0].style.display ? [0, 0] : undefined });
    place.append(Object.assign(document.createElementNS("http://www.w3.org/2000/svg", "title"), { textContent: `${tap.note} (${tap.order})${cars}` }));
    layer.append(place);
  }
  // Frames lie below the chips: those of a crowd stand in them.
  for (const frame of layer.querySelectorAll(".reached")) {
    frame.setAttribute("transform", frame.parentElement.getAttribute("transform"));
    below.append(frame);
  }
  pieces[0]?.before(below);
  board.append(layer);
  at("pad").firstElementChild.title = say("pad");
  const legs = taps.some(({ label }) => label) ? say("legs") : "";
  at("pad").lastElementChild.textContent = taken ? say("shifted", { shift: taken.by }) : legs || say("pad");
}

// Return the chips on the pad by the middle of their shift. Small ones are those of many, which stand in a ring round it, some on others.
function crowdsOf(pieces) {
  const isSmall = (piece) => sizeOf(piece.getAttribute("transform")) < SMALL;
  const crowds = new Map();
  for (const piece of pieces) {
    const shift = String(middleOf(isSmall(piece) ? pieces.filter(isSmall) : [piece]));
    crowds.set(shift, [...(crowds.get(shift) ?? []), piece]);
  }
  return crowds;
}

function middleOf(chips) {
  const places = chips.map(standOf);
  return [0, 1].map((axis) => Math.floor(places.reduce((sum, place) => sum + place[axis], 0) / places.length) + 0.5);
}

// Leave out letters that cannot be read at the size at which the pad is shown, if it is: of a crowd of which one has such, its number is
// shown instead.
function gather(board, crowds) {
  const size = board.getScreenCTM()?.a;
  if (!size || !board.checkVisibility()) return;
  for (const crowd of crowds) {
    const least = Math.min(...crowd.map((piece) => heightOf(piece, size)));
    const isHeap = crowd.length > 1 && least < (crowd.length > FEW ? AMONG : READ);
    for (const { style } of crowd) style.display = "";
    for (const letter of crowd.flatMap((piece) => [...piece.querySelectorAll("text")])) letter.style.display = least < READ ? "none" : "";
    if (!isHeap) continue;
    const heap = heapOf(crowd, middleOf(crowd), HEAP);
    heap.prepend(...crowd.flatMap((piece) => [...piece.querySelectorAll(".acts")].map((ring) => ring.cloneNode(true))));
    for (const { style } of crowd) style.display = "none";
  }
}

// The pixels that the letter on a piece is high, `size` of which are a unit of the pad.
const heightOf = (piece, size) => Number(piece.querySelector("text").getAttribute("font-size")) * sizeOf(piece.getAttribute("transform")) * size;
