// The tip over the board, which tells of the place that is pointed at. It stands where it covers nothing of the order that is drawn, above
// all not the chances of its ends, and nothing that may be tapped next: under a finger beside the place, else at an edge of the stage.
// It goes with the next thing that is done, and what was said of a tap goes by itself.

import * as tiles from "./tiles.js";
import { at, say } from "./words.js";

const APART = 28; // pixels between a place and what is said of it: the finger is there
const [EDGE, RULER] = [8, 28]; // pixels that it keeps off the edges of the stage, and off its top and its left, where columns and rows are numbered
// What weighs more, each, than all that weighs less: ways and plates of the order; what may be tapped next; what else is drawn with them
const PLATES = ".plate";
const WAYS = ".layer.over path:not(.piece *)";
const KEPT = ":is(.layer.reach, .layer.pale) > g, [data-tap]";
const DRAWN = ".layer.over :is(text, circle, .piece), .layer.mine circle";
const WEIGHTS = [1000, 5, 1];
const PIECE = 8; // pixels from point to point of a way
const STAYS = 6000; // milliseconds

const coarse = matchMedia("(pointer: coarse)");

let isDue = false;
let pointer = null;
let place = null; // on the board, of which something is said
let timer = 0;

export function begin() {
  const due = () => {
    if (isDue || !at("pointed").textContent) return;
    isDue = true;
    requestAnimationFrame(settle);
  };
  const observer = new MutationObserver(due);
  observer.observe(at("pointed"), { childList: true });
  observer.observe(at("stage"), { childList: true, subtree: true, attributeFilter: ["viewBox"] });
  at("stage").addEventListener("pointermove", ({ clientX, clientY }) => {
    pointer = [clientX, clientY];
  });
  for (const kind of ["pointerdown", "wheel", "keydown"]) addEventListener(kind, drop, { capture: true, passive: true });
}

function drop() {
  clearTimeout(timer);
  at("pointed").textContent = "";
  place = null;
}

// The group that holds the board in its own units
const ground = () => at("stage").querySelector("svg > g").lastElementChild;

function settle() {
  isDue = false;
  const [tip, stage] = [at("pointed"), at("stage")];
  const [box, { width, height }] = [stage.getBoundingClientRect(), tip.getBoundingClientRect()];
  if (!width) return;
  const floor = (document.getElementById("pinned")?.getBoundingClientRect().top ?? box.bottom) - box.top; // the dice at the foot stay free
  const [low, right] = [floor - height - EDGE, box.width - width - EDGE];
  const all = [PLATES, KEPT, DRAWN].map((names) => [...stage.querySelectorAll(names)].map((one) => one.getBoundingClientRect()));
  const [order, kept, drawn] = all;
  order.push(...[...stage.querySelectorAll(WAYS)].flatMap(boxesOf));
  const { road, tile } = tiles.boxesOf(ground(), place);
  drawn.push(...road);
  if (tile) kept.push(tile);
  if (pointer && !coarse.matches) drawn.push(new DOMRect(pointer[0] - EDGE, pointer[1] - EDGE, 2 * EDGE, 2 * EDGE));
  const covers = ([x, y]) => {
    const [left, top] = [box.left + x, box.top + y];
    const isUnder = (one) => one.left < left + width && one.right > left && one.top < top + height && one.bottom > top;
    return all.reduce((sum, boxes, number) => sum + WEIGHTS[number] * boxes.filter(isUnder).length, 0);
  };
  const spots = [low, RULER, low / 3, (2 * low) / 3].flatMap((down) => [RULER, right, Math.max(RULER, right / 2)].map((over) => [over, down]));
  if (coarse.matches && place) spots.unshift(...beside({ ...box.toJSON(), height: floor }, width, height));
  const least = Math.min(...spots.map(covers));
  const [x, y] = spots.find((spot) => covers(spot) === least);
  tip.style.inset = `${stage.offsetTop + y}px auto auto ${stage.offsetLeft + x}px`;
}

// What a line takes on the screen: a way of straight edges in small pieces, anything else as a whole. The browser's own points of a line
// cost more than all else on the page; and a way is drawn several times, one line wider than the next.
function boxesOf(line) {
  const way = line.getAttribute("d");
  if (line.previousElementSibling?.getAttribute("d") === way) return [];
  if (!/^[ML\d. -]+$/.test(way)) return [line.getBoundingClientRect()];
  const { a, b, c, d, e, f } = line.getScreenCTM();
  const corners = way.slice(1).split(/[LM]/).map((corner) => corner.trim().split(/[ ,]+/).map(Number)).map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
  return corners.slice(1).flatMap(([x, y], number) => {
    const [u, v] = corners[number];
    const count = Math.ceil(Math.hypot(x - u, y - v) / PIECE) || 1;
    return Array.from({ length: count + 1 }, (_, at) => square(u + ((x - u) * at) / count, v + ((y - v) * at) / count));
  });
}

const square = (x, y) => ({ left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 });

// Where there is room for what is said of the place: above it, below, and at its sides.
function beside({ left, top, width: wide, height: high }, width, height) {
  const { x, y } = new DOMPoint(...place).matrixTransform(ground().getScreenCTM());
  const across = Math.min(Math.max(x - left - width / 2, RULER), wide - width - EDGE);
  const level = Math.min(Math.max(y - top - height / 2, RULER), high - height - EDGE);
  const spots = [[across, y - top - APART - height], [across, y - top + APART], [x - left - APART - width, level], [x - left + APART, level]];
  return spots.filter(([over, down]) => over >= RULER && over + width <= wide - EDGE && down >= RULER && down + height <= high - EDGE);
}

// Stand what is said by a place on the board, in the board's own units, for as long as it takes to read it.
export function stand(point) {
  place = point;
  clearTimeout(timer);
  timer = setTimeout(drop, STAYS);
  settle();
}

// Say at a place why a tap on it writes nothing.
export function refuse(tile, isOwn, point) {
  const name = tiles.nameOf(point);
  at("pointed").textContent = isOwn ? say("here") : tile ? say("unreached", tile) : name ? say("unreached_name", { name }) : say("nowhere");
  at("stage").classList.remove("pointing");
  stand(point);
}
