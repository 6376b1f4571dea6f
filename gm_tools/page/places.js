// What can be reached: places, each with its ways, the first of which is what a tap writes; and which of them a pointer means.

import { meansOf } from "./tiles.js";
import { data } from "./words.js";

const FINGER = 22; // pixels round a finger within which a place counts as meant where tiles are smaller than that
const LEAST = 24; // pixels of what a finger takes without a slip
const [FIELD, SQUARE] = [0.8, 1.4]; // how far from its middle a field is meant, or a square of a road by a point beside the road
const BESIDE = 0.8; // how far from a piece its ways begin at most

let targets = [];
let open = null; // which targets an order so far can still come to; null: all
let written = ""; // the order so far
let isChosen = false; // whether those that are open were chosen: a marble, a shift
let going = new Map(); // by place, as far as it is known: the ways of orders that begin so, the best first
let all = null; // the places, as long as nothing changes

// A text up to its last "else", a blank behind it: what is written by hand, key or tap goes after that; empty if there is none.
const LEAD = new RegExp(`^[^]*(?<![\\p{L}\\p{N}_])(?:${data.else.join("|")})(?![\\p{L}\\p{N}_])`, "iu");
export const leadOf = (text) => (LEAD.test(text) ? `${text.match(LEAD)[0]} ` : "");
export const partOf = (text) => text.replace(LEAD, "").trim();

// Return what tells whether the order of a target begins with a text in capitals: with its last word whole, if some target's does.
export function goesOn(text) {
  const isWhole = targets.some(({ order }) => `${order.toUpperCase()} `.startsWith(`${text} `));
  return ({ order }) => `${order.toUpperCase()} `.startsWith(isWhole ? `${text} ` : text);
}

export const key = ([x, y]) => `${x} ${y}`;

export const isBad = ([best]) => data.harmful.includes(best.role);

// Return those targets that somebody may want to come to; all if nobody can want any.
export function wanted(found) {
  const good = found.filter((one) => !isBad([one]));
  return good.length ? good : found;
}

export function set(found) {
  [targets, open, all, going] = [found, null, null, new Map()];
}

// The ways of all orders that go on from what is written.
export function goOn(found) {
  [going, all] = [byPlace(found), null];
}

function byPlace(found) {
  const places = new Map();
  for (const target of found) {
    const place = key(target.at);
    if (places.has(place)) places.get(place).push(target);
    else places.set(place, [target]);
  }
  return places;
}

// Return what a piece can come to.
export const waysFrom = ({ x, y }) => targets.filter(({ begin, also }) => [begin, ...also].some((one) => one && Math.hypot(one[0] - x, one[1] - y) < BESIDE));

// Leave those targets that are open. `text` is the order so far; `chosen` tells that somebody wants these, and no others where they lead.
export function narrow(left, text, chosen) {
  [open, written, isChosen, all, going] = [left ? new Set(left) : null, text, chosen, null, new Map()];
}

export const isNarrowed = () => Boolean(open);

// Return what tells whether the order that is written, or one that goes on from it, comes to a place.
export function findAhead() {
  const found = new Set(written ? targets.filter(goesOn(written)).map(({ at }) => key(at)) : []);
  return (place) => found.has(key(place));
}

// Return all places, as `ways` and whether they are still open (`isOpen`).
export function list() {
  if (all) return all;
  all = [...byPlace(targets).values()].map((ways) => {
    const left = ways.filter((way) => !open || open.has(way));
    return { ways: isChosen && left.length ? left : sorted(ways), isOpen: left.length > 0 };
  });
  return all;
}

// What is written already goes on if that costs, risks and loses no more than the best way of all; or else that one comes first. A card
// that is written was chosen: it goes on wherever it leads.
function sorted(ways) {
  const [best] = ways;
  const isAsGood = ({ role, cost, chance, loss }) =>
    role === best.role && cost <= best.cost && chance >= best.chance && String(loss) === String(best.loss);
  const goesOn = ({ order }) => order.length > written.length && order.toUpperCase().startsWith(written);
  const known = going.get(key(best.at))?.find(isAsGood);
  const isLaid = ({ by }) => by && by.toUpperCase() === written.split(" ")[0];
  const longer = known ?? (written ? ways.find((way) => goesOn(way) && (isLaid(way) || isAsGood(way))) : null);
  const isSame = (way) => way === longer || (known && way.heading === known.heading && way.speed === known.speed);
  return longer ? [longer, ...ways.filter((way) => !isSame(way))] : ways;
}

// Return the ways of the place that is meant by a point on the board, null if there is none. A pointer means the tile that it is on;
// a finger on small tiles the nearest place, but none that is bad. `marked` are the ways of a mark that was hit, which may stand aside.
export function meant([x, y], { ruled, ring }, scale, isFinger, marked) {
  const places = list().map(({ ways }) => ways);
  const far = ([{ at: [u, v] }]) => Math.hypot(u - x, v - y);
  const nearest = (ways, least) => ways.filter((one) => far(one) < least).sort((one, other) => far(one) - far(other))[0];
  const isOn = meansOf([x, y], ring ? FIELD : SQUARE);
  const on = nearest(places.filter(([{ at: place }]) => isOn(place)), Infinity);
  const found = ruled ? (on ?? marked) : (marked ?? on);
  if (found || !isFinger || scale >= FINGER) return found ?? null;
  return nearest(places.filter((ways) => !isBad(ways)), Math.min(FINGER / scale, 2)) ?? null;
}

// Return the ways of all places that a finger means at a point without a slip, the nearest first.
export function under([x, y], scale) {
  const far = ([{ at: [u, v] }]) => Math.hypot(u - x, v - y);
  const near = list().filter(({ ways, isOpen }) => isOpen && !isBad(ways) && far(ways) * scale < LEAST / 2);
  return near.map(({ ways }) => ways).sort((one, other) => far(one) - far(other));
}

// Return how many times as near a board has to be seen for a finger to mean one place only.
export const closer = (scale) => Math.max(1, LEAST / scale);

// Return the ways of the places that are shown, or of those that are pale: what the order that is written so far does not come to.
export const waysOf = (isOpen) => list().filter((one) => one.isOpen === isOpen).map(({ ways }) => ways);
