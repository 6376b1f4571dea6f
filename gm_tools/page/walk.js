// The board by keys: the arrow keys go to what a tap could mean, the nearest in a direction, and Enter taps it. That is each place that
// can be reached, each own piece where a seat has several, each step of the way that is drawn.

import * as places from "./places.js";
import { at } from "./words.js";

const SAME = 0.1; // how near two things are that are one place
const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let chosen = null; // the point that the keys are at
let show = { pieces: () => [], way: () => [], changed: () => {}, take: () => {}, hover: () => {} };

export function begin(callbacks) {
  show = callbacks;
  at("stage").addEventListener("keydown", keyed);
}

export function restart() {
  chosen = null;
}

// Nothing is chosen on the board any more.
export function leave() {
  restart();
  show.changed();
  show.hover(null);
}

const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

export const isAt = (place) => Boolean(chosen) && far(chosen, place) < SAME;

// Return what the keys go to: its place, what it means to a tap. What is at one place is one thing.
function stops() {
  const open = places.list().filter(({ ways: [best], isOpen }) => isOpen || isAt(best.at));
  const found = open.map(({ ways }) => ({ place: ways[0].at, found: ways }));
  const near = (point) => found.find(({ place }) => far(place, point) < SAME);
  for (const piece of show.pieces()) {
    const point = [piece.x, piece.y];
    if (!near(point)) found.push({ place: point });
    Object.assign(near(point), { piece, point });
  }
  for (const point of show.way().slice(1, -1)) if (!near(point)) found.push({ place: point, point });
  return found;
}

// The first press goes to the first place; at the edge it is the same place again.
function go(arrow) {
  const all = stops();
  const [dx, dy] = AHEAD[arrow];
  const [x, y] = chosen ?? all[0]?.found?.[0].begin ?? [0, 0];
  let [found, least] = [all.find(({ place }) => isAt(place)) ?? all[0], Infinity];
  for (const one of all) {
    const [right, down] = [one.place[0] - x, one.place[1] - y];
    const ahead = right * dx + down * dy;
    const length = ahead + 2 * (Math.abs(right * dy) + Math.abs(down * dx));
    if (ahead > SAME && length < least) [found, least] = [one, length];
  }
  if (!found) return;
  chosen = found.place;
  show.changed();
  show.hover({ ...found, isKeyed: true });
}

function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && chosen) leave();
  const there = event.key === "Enter" && stops().find(({ place }) => isAt(place));
  if (event.key in AHEAD && stops().length) go(event.key);
  else if (there) show.take(there);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
