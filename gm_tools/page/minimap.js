// The small picture of the whole board beside the large one, with the frame of the camera.

import { enlarge, letterOf, pushApart, sizeOf, standOf } from "./pieces.js";
import { cut } from "./rulers.js";
import { at } from "./words.js";

const [SEEN, LEGIBLE] = [26, 11.7]; // pieces that would fill its width at most, pixels that one has at least
const [CLOSE, FEW] = [1.4, 3]; // sizes of a piece within which two hide each other's letters; so many of these move apart, more are a heap

const RING = '<circle r=".94" class="mine-case"/><circle r=".94" class="mine-ring"/>';
let [shown, seat] = [null, ""]; // the board, as `showMap` has it; the seat whose pieces are marked
let lens = [[], [], false]; // as `frameMap` has it
let due = 0; // the frame before which it is drawn: to ask for its width at once has the page laid out while the rest of it is still written

// Show the small picture of a board; `whole` is all of it, as left, top, width and height.
export function showMap(board, whole, facts) {
  shown = [board.querySelector("g").cloneNode(true), whole, facts];
  at("small").setAttribute("viewBox", whole.join(" "));
  at("small").style.aspectRatio = `${whole[2]} / ${whole[3]}`;
  paintSoon();
}

// Mark the pieces of a seat, which stand above all others.
export function markMap(mark) {
  if (mark === seat) return;
  seat = mark;
  if (shown) paintSoon();
}

function paintSoon() {
  due ||= requestAnimationFrame(() => {
    due = 0;
    paint();
    frameMap(...lens);
  });
}

function paint() {
  const [map, [board, whole, facts]] = [at("small"), shown];
  const wide = whole[2];
  map.innerHTML = '<rect class="lens"/>';
  const drawn = board.cloneNode(true);
  const [over, ground] = [drawn, drawn.lastElementChild].map((one) => one.cloneNode());
  over.append(ground);
  map.prepend(drawn);
  map.append(over); // neither signs nor the frame of the camera hide a letter
  const pieces = [...map.querySelectorAll("g.piece")];
  const own = pieces.filter((one) => letterOf(one) === seat);
  ground.append(...pieces.filter((one) => !own.includes(one)), ...own);
  const least = wide * Math.max(1 / SEEN, LEGIBLE / (map.clientWidth || SEEN * LEGIBLE));
  enlarge(map, least);
  if (facts.ring) return;
  for (const one of own) {
    one.classList.add("own");
    one.insertAdjacentHTML("afterbegin", RING);
  }
  gather(map, least, facts);
}

// Show pieces that would hide each other's letters as one heap with its number, which says who they are when it is pointed at. A few of them
// move apart instead, and so do the reader's own. Those that have finished and left the board have no room below it.
function gather(map, least, { rows, margin, ...facts }) {
  for (const one of map.querySelectorAll("g.piece")) if (standOf(one)[1] > rows + margin) one.remove();
  const groups = [...map.querySelectorAll("g.piece:not(.own)")].map((piece) => ({ all: [piece], at: standOf(piece), size: sizeOf(piece.getAttribute("transform")) }));
  for (let pair = findClose(groups); pair; pair = findClose(groups)) {
    const [one, other] = pair;
    const [more, less] = [one.all.length, other.all.length];
    one.at = one.at.map((place, number) => (place * more + other.at[number] * less) / (more + less));
    one.all.push(...groups.splice(groups.indexOf(other), 1)[0].all);
  }
  const shown = [...groups.flatMap(({ all, at: place }) => (all.length > FEW ? [putHeap(all, place, least)] : all)), ...map.querySelectorAll(".own")];
  for (const one of shown) one.dataset.place = one.getAttribute("transform");
  for (const [one, place] of pushApart(shown, least, { rows, margin, ...facts })) one.setAttribute("transform", place);
}

// Return the two groups of pieces that are closest to each other, if they are too close.
function findClose(groups) {
  const pairs = groups.flatMap((one, number) => groups.slice(number + 1).map((other) => ({ pair: [one, other], far: Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) / Math.max(one.size, other.size) })));
  return pairs.reduce((best, one) => (one.far < best.far ? one : best), { pair: null, far: CLOSE }).pair;
}

function putHeap(pieces, place, size) {
  const heap = heapOf(pieces, place, size);
  for (const one of pieces) one.remove();
  return heap;
}

// Return what is drawn in place of pieces, with their number.
export function heapOf(pieces, [x, y], size) {
  const heap = pieces[0].cloneNode();
  heap.classList.add("heap");
  heap.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
  heap.innerHTML = `<title>${pieces.map((one) => one.textContent).join(" ")}</title><circle r=".74"/><text y=".3" font-size=".86">${pieces.length}</text>`;
  pieces.at(-1).after(heap);
  return heap;
}

// Frame the part that the camera shows, if it does not show the whole.
export function frameMap(part, whole, isFramed) {
  lens = [part, whole, isFramed];
  const frame = at("small").querySelector(".lens");
  if (!frame) return;
  const inside = cut(part, whole);
  for (const [number, name] of ["x", "y", "width", "height"].entries()) frame.setAttribute(name, inside[number]);
  frame.style.display = isFramed ? "" : "none";
  at("small").classList.toggle("again", !isFramed);
}
