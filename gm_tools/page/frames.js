// Which part of a board is seen: as left, top, width and height in the units of its picture, edges and all.

import { at } from "./words.js";

const TILE = 17; // pixels of a tile below which a board has two cameras
const FIELD = 9; // the same of a board without rulers
const MOST = 40; // pixels of a tile above which the near camera shows more of the board instead
const ROOM = 3; // tiles that are shown round what has to be seen

export function whole({ margin, columns, rows, below }) {
  return [0, 0, columns + 2 * margin, rows + 2 * margin + below];
}

// Tell whether a board is so large that its whole is too small to play on. Squares of a road, and fields, are larger than tiles.
export function isLarge(facts) {
  const { clientWidth, clientHeight } = at("stage");
  const [, , wide, high] = whole(facts);
  return Math.min(clientWidth / wide, clientHeight / high) < (facts.ruled ? TILE : FIELD);
}

// Return the part that the near camera shows: some places, and of the way of an order what would be out of sight then.
// So the board stands still when an order is taken.
export function near(places, ways, facts) {
  const still = round(places, facts);
  const [left, top, wide, high] = held(widened(still), whole(facts));
  const isSeen = (x, y) => left <= x && x <= left + wide && top <= y && y <= top + high;
  const strays = ways.filter(([x, y]) => !isSeen(x + facts.margin, y + facts.margin));
  return strays.length ? round([...places, ...strays], facts) : still;
}

// Return the part of the board that holds some places.
function round(places, facts) {
  if (!places.length) return whole(facts);
  const { clientWidth, clientHeight } = at("stage");
  const most = facts.ruled ? MOST : (MOST * FIELD) / TILE;
  const [left, wide] = span(places.map(([x]) => x + facts.margin), clientWidth / most);
  const [top, high] = span(places.map(([, y]) => y + facts.margin), clientHeight / most);
  return [left, top, wide, high];
}

// Return where a part of the board begins that holds some places with room round them, and how long it is.
function span(places, least) {
  const [low, high] = [Math.min(...places) - ROOM, Math.max(...places) + ROOM];
  const more = Math.max(0, least - (high - low));
  return [low - more / 2, high - low + more];
}

// Return a part of the board widened to the stage's own form.
export function widened([left, top, wide, high]) {
  const { clientWidth, clientHeight } = at("stage");
  const form = clientWidth / Math.max(1, clientHeight);
  const [wider, higher] = wide / high < form ? [high * form, high] : [wide, wide / form];
  return [left - (wider - wide) / 2, top - (higher - high) / 2, wider, higher];
}

// Return a part of the board moved so that nothing beyond the board's edges is shown that need not be.
export function held([left, top, wide, high], [x, y, most, highest]) {
  return [hold(left, wide, x, most), hold(top, high, y, highest), wide, high];
}

function hold(low, long, first, most) {
  return long > most ? first + (most - long) / 2 : Math.min(Math.max(low, first), first + most - long);
}
