// The steps of the way that is drawn: which one is meant by a point, what is written up to it.

import * as board from "./board.js";
import { key } from "./places.js";
import { stand } from "./tip.js";
import { at, say } from "./words.js";

const NEAR = 1; // how far from its middle a step is meant where there are no tiles

let way = [];
let found = null; // what can be cut, a promise; null: nobody has asked
let ask = async () => [];

export function begin(callback) {
  ask = callback;
}

// The way of the order in the box, as it is drawn.
export function know(points) {
  [way, found] = [points, null];
}

// Return the number of the step that is meant, between where the way begins and where it ends; 0 if there is none.
export function stepAt(point) {
  if (at("stage").classList.contains("stale")) return 0;
  const tile = board.tileOf(point);
  const far = ([x, y]) => Math.hypot(x - point[0], y - point[1]);
  const isMeant = (place) => (tile ? key(Object.values(tile)) === key(Object.values(board.tileOf(place) ?? {})) : far(place) < NEAR);
  const inner = way.slice(1, -1).filter(isMeant).sort((one, other) => far(one) - far(other));
  return inner.length ? way.indexOf(inner[0]) : 0;
}

// Light a step, and say what was written when the order had come to it, if it `isMeant` still when that is known; return it, null if
// the order cannot be cut there.
export async function point(step, isMeant = () => true) {
  const [place, asked] = [way[step], way];
  found ??= ask();
  const cut = (await found)[step] ?? null;
  if (asked !== way || !isMeant()) return null;
  board.light([place]);
  at("pointed").textContent = cut ? [say("step_at", { n: step, all: way.length - 1 }), cut.text, cut.progress].filter(Boolean).join(" · ") : say("through");
  stand(place);
  return cut;
}
