// Which part of a board is seen: as left, top, width and height in the units of its picture, edges and all.

import { at, data } from "./words.js";

const TILE = 17; // pixels of a tile below which a board has two cameras
const FIELD = 9; // the same of a board without rulers
const SMALL = data.hidden ? 8 : 5; // the same of a board that leaves out what lies at its foot: a hand that no box says, too, has to be seen
const HANDS = 10; // rows at the foot that are more than one hand
export const ASIDE = 11.4; // tiles that a hand takes beside a board: two cards side by side
const MOST = 40; // pixels of a tile above which the near camera shows more of the board instead
const ACROSS = 8; // tiles that stay in sight side by side, however near one looks
const ROOM = 3; // tiles that are shown round what has to be seen
const LITTLE = 1.1; // the same, beside the numbers of rows and columns, where tiles are too small for a finger with more
const FINGER = 22; // pixels of a tile that a finger takes
const INSIDE = 1; // tiles from the edge of what is shown within which nothing counts as seen well
export const STRIPS = [24, 18]; // pixels that numbers of rows, and of columns, take along the edges of what is shown of a board

let size = null; // of the stage, without and with the dice at its foot, until it has another: to ask for it lays out anew whatever was changed before

// Return the width of the stage, the height that a board has on it, and that with the room of the dice at its foot.
function stage() {
  if (size) return size;
  const { clientWidth, clientHeight } = at("stage");
  const foot = parseFloat(getComputedStyle(at("stage")).getPropertyValue("--foot")) || 0; // what its dice take: see styles/stage.css
  size = [clientWidth, clientHeight - foot, clientHeight];
  return size;
}

// What stands beside the stage has been written anew: its size is asked for again.
export function measure() {
  size = null;
}

// Tell whenever the stage has another size, and how many times as wide and as high it is; nothing of that if the window has another, too.
export function watch(told) {
  let known = "";
  new ResizeObserver(() => {
    const [was, window] = [stage(), `${innerWidth} ${innerHeight}`];
    size = null;
    told(known === window && was.every(Boolean) ? stage().map((long, number) => long / was[number]) : null);
    known = window;
  }).observe(at("stage"));
}

// Return how many pixels a unit takes where so many of them are seen side by side.
export const pixels = (wide) => stage()[0] / wide;

let expected = ""; // the facts of a board with more at its foot, which is to come

// Expect a board to come; tell whether that is news.
export function expect(text) {
  const was = expected;
  expected = text;
  return was !== text;
}

// Return what has to be known of a board to place things on it, with the foot of one that is to come.
export function read(board) {
  const known = board.dataset.board.split(" ");
  const [margin, columns, rows, ruled, below, foot] = (known.length < 6 && expected ? expected.split(" ") : known).map(Number);
  return { margin, columns, rows, below, foot, ruled: Boolean(ruled) };
}

// Tell whether a hand at the foot of a board lies beside it on the stage: where that is wide, the board is larger then. Only a ring has one;
// at the foot of a road lies the order of play.
export function isAside({ margin, columns, rows, below, foot = 0, ring = true }, given) {
  if (!ring || !foot || foot >= HANDS) return false;
  const [across, down] = given ?? stage();
  const high = rows + 2 * margin + below;
  const scale = Math.min(across / (columns + 2 * margin + ASIDE), down / (high - foot));
  return scale > Math.max(SMALL, down / high);
}

// What lies at the foot of a board, a hand of cards that are keys of the box, too, is left out where the board would be small with it.
export function whole({ margin, columns, rows, below, foot = 0, ring }, given) {
  const [wide, high] = [columns + 2 * margin, rows + 2 * margin + below];
  if (!foot) return [0, 0, wide, high];
  const [across, down] = given ?? stage();
  if (isAside({ margin, columns, rows, below, foot, ring }, [across, down])) return [0, 0, wide + ASIDE, high - foot];
  const isSmall = foot > 0 && down / high < Math.min(SMALL, across / wide);
  return [0, 0, wide, isSmall ? high - foot - margin : high];
}

// Return how high a board is that is seen as a whole, on a stage as wide as the window and so high at most: nothing at its foot is seen in part.
export function heightOf(board, most) {
  const [, , wide, high] = whole(read(board), [innerWidth, most]);
  return Math.min(most, (innerWidth * high) / wide);
}

// Tell whether a board is so large that its whole, with its foot, is too small to play on. Squares of a road, and fields, are larger than tiles.
export function isLarge(facts) {
  const [across, , down] = stage();
  const [, , wide, high] = whole({ ...facts, foot: 0 });
  return Math.min(across / wide, down / high) < (facts.ruled ? TILE : FIELD);
}

// Return the part that the near camera shows: some places, and of the way of an order what would be out of sight then.
// So the board stands still when an order is taken, and from turn to turn as well: what was shown before (`last`, if anything) stays
// as long as the places are in sight; else it moves to them, as large as it was if they have room in it.
export function near(places, ways, facts, last) {
  const still = stay(places, facts, last) ?? round(places, facts);
  const strays = ways.filter((place) => !isSeen(place, still, facts) || isUnderRulers(place, still, facts));
  return strays.length ? grow(still, strays, facts) : still;
}

// Return a part of the board that is larger by no more than some places need that it does not show.
function grow([left, top, wide, high], places, { margin }) {
  const reach = (from, long, all) => {
    const [low, end] = [Math.min(from, ...all.map((one) => one - ROOM)), Math.max(from + long, ...all.map((one) => one + ROOM))];
    return [low, end - low];
  };
  const [[x, across], [y, down]] = [reach(left, wide, places.map(([u]) => u + margin)), reach(top, high, places.map(([, v]) => v + margin))];
  return [x, y, across, down];
}

function stay(places, facts, last) {
  if (!last || !places.length) return null;
  if (places.every((place) => isSeen(place, last, facts, INSIDE))) return last;
  const [, , wide, high] = widened(last);
  const [, , needed, higher] = round(places, facts);
  if (needed > wide || higher > high) return null;
  const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2 + facts.margin;
  return [middle(places.map(([x]) => x)) - wide / 2, middle(places.map(([, y]) => y)) - high / 2, wide, high];
}

// Tell whether a place is seen in a part of the board once that fills the stage, `inside` tiles away from its edges at least.
export function isSeen([x, y], part, facts, inside = 0) {
  const [left, top, wide, high] = held(widened(part), whole(facts));
  const [u, v] = [x + facts.margin, y + facts.margin];
  return left + inside <= u && u <= left + wide - inside && top + inside <= v && v <= top + high - inside;
}

// Tell whether numbers of rows or columns would lie on a place; at the edges of the board nothing can be done about that.
function isUnderRulers([x, y], part, facts) {
  const [left, top, wide] = held(widened(part), whole(facts));
  const [across, down] = STRIPS.map((long) => (facts.ruled ? long / pixels(wide) : 0));
  return (left > 0 && x + facts.margin < left + across) || (top > 0 && y + facts.margin < top + down);
}

// Return the part of the board that holds some places, with less room round them if its tiles are too small for a finger with more.
function round(places, facts) {
  if (!places.length) return whole(facts);
  const part = withRoom(places, facts, [[ROOM, ROOM], [ROOM, ROOM]]);
  return facts.ruled && pixels(widened(part)[2]) < FINGER ? withRoom(places, facts, STRIPS.map((long) => [LITTLE + long / FINGER, LITTLE])) : part;
}

function withRoom(places, facts, [beside, above]) {
  const [across, down] = stage();
  const most = facts.ruled ? MOST : (MOST * FIELD) / TILE;
  const [left, wide] = span(places.map(([x]) => x + facts.margin), beside, across / most);
  const [top, high] = span(places.map(([, y]) => y + facts.margin), above, down / most);
  return [left, top, wide, high];
}

// Return where a part of the board begins that holds some places with room round them, and how long it is.
function span(places, [before, after], least) {
  const [low, high] = [Math.min(...places) - before, Math.max(...places) + after];
  const more = Math.max(0, least - (high - low));
  return [low - more / 2, high - low + more];
}

// Return a part of the board widened to the stage's own form.
export function widened([left, top, wide, high]) {
  const [across, down] = stage();
  const form = across / Math.max(1, down);
  const [wider, higher] = wide / high < form ? [high * form, high] : [wide, wide / form];
  return [left - (wider - wide) / 2, top - (higher - high) / 2, wider, higher];
}

// Return how small and how large a part of the board can be shown: from all of the board to few tiles.
export function zooms(part, whole) {
  const long = widened(part)[2];
  return [Math.min(long / widened(whole)[2], 1), Math.max(long / ACROSS, 1)];
}

// Return a part of the board moved so that nothing beyond the board's edges is shown that need not be.
export function held([left, top, wide, high], [x, y, most, highest]) {
  return [hold(left, wide, x, most), hold(top, high, y, highest), wide, high];
}

function hold(low, long, first, most) {
  return long > most ? first + (most - long) / 2 : Math.min(Math.max(low, first), first + most - long);
}
