// The steps of ways: which one of the way that is drawn is meant by a point, what is written up to it; and what leads to a place that
// orders only pass.

import * as board from "./board.js";
import { meansOf } from "./tiles.js";
import { stand } from "./tip.js";
import { at, say } from "./words.js";

const NEAR = 1; // how far from its middle a step of the way is meant where there are no tiles
const SQUARE = 1.4; // the same of a square of a road that could be passed

let way = [];
let notes = []; // what is spent or left at each of its points, in words
let found = null; // what can be cut, a promise; null: nobody has asked
let passed = null; // what leads to places on the way, the same
let ask = async () => [];

export function begin(callback) {
  ask = callback;
}

// The way of the order in the box, as it is drawn, and what is told of its points.
export function know(points, told = []) {
  [way, notes, found, passed] = [points, told, null, null];
}

const far = ([x, y], [u, v]) => Math.hypot(u - x, v - y);

// Return the number of the step that is meant, between where the way begins and where it ends; 0 if there is none.
export function stepAt(point) {
  if (at("stage").classList.contains("stale")) return 0;
  const inner = way.slice(1, -1).filter(meansOf(point, NEAR)).sort((one, other) => far(one, point) - far(other, point));
  return inner.length ? way.indexOf(inner[0]) : 0;
}

// Light a step, and say what was written when the order had come to it, if it `isMeant` still when that is known; return it, null if
// the order cannot be cut there.
export async function point(step, isMeant = () => true) {
  const [place, asked] = [way[step], way];
  found ??= ask("cuts");
  const cut = (await found)[step] ?? null;
  if (asked !== way || !isMeant()) return null;
  board.light([place]);
  tell(say("step_at", { n: step, all: way.length - 1 }), cut, notes[step], !cut && say("through"));
  stand(place);
  return cut;
}

const tell = (...words) => {
  at("pointed").textContent = words.filter(Boolean).join(" · ");
};

// Tell what is written, at the place to which it leads.
export function arrive(text, place) {
  tell(text, notes.at(-1));
  stand(place);
}

// Return the beginning of an order that leads to a point where none can end, and its place; null if none passes there, and if something
// else was written meanwhile.
export async function pass(point) {
  const asked = way;
  passed ??= ask("waypoints");
  const near = (await passed).filter(([place]) => meansOf(point, SQUARE)(place)).sort(([one], [other]) => far(one, point) - far(other, point));
  return asked === way && near.length ? { place: near[0][0], text: near[0][1] } : null;
}
