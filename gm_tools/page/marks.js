// How a place that can be reached is marked: surely, by chance, badly. The ground stays to be seen, and so does who stands there.

import { wordsOf } from "./names.js";
import { sizeOf, standOf } from "./pieces.js";
import { at, data, fill, say } from "./words.js";

const CROSS = "M-.2 -.2l.4 .4M.2 -.2l-.4 .4";
const SHAPES = {
  sure: '<circle r=".2" class="spot sure"/>',
  chance: '<circle r=".2" class="spot chance"/>',
  off: `<path d="${CROSS}" class="cross case"/><path d="${CROSS}" class="cross"/>`,
  crash: '<circle r=".34" class="spot crash"/><path d="M-.15 -.15l.3 .3M.15 -.15l-.3 .3" class="cross"/>',
  occupied: '<circle r=".34" class="spot occupied"/><path d="M-.15 -.15l.3 .3M.15 -.15l-.3 .3" class="cross"/>',
};
const [RIM, ROUNDS] = [0.06, 12]; // of a mark with a figure; how often marks move apart
const PRICED = 0.28; // the radius of a mark with a figure in it
const DEAREST = 3; // what costs that or more has the palest tint
const DOT = '<circle r=".11" class="dot"/>'; // what it has instead where there is no room for the figure
const CORNER = 0.3; // how far from the middle of a tile a mark stands beside what lies there
const BESIDE = 0.6; // the same on a square of a road, which is larger than a tile
const [DISC, SIDES] = [0.4, [[1, -1], [-1, 1], [-1, -1], [1, 1], [-1.6, 0], [1.6, 0]]]; // half of what it hides there, and where it may stand
export const ON_SQUARE = 1.4; // how far from its middle a car on a square is at most
const [LARGER, SMALLER] = [1.8, 0.82]; // how large a mark is on a field, and in a corner
const ASIDE = 0.66; // the same beside a piece, in sizes of the piece

let reached = ""; // what the marks of what can be reached mean, as rows of the list
let isTiled = true; // whether they lie on tiles
let room = null; // for which rows the list has its height
let width = innerWidth; // of the window in which it has that

// Say below the board what the marks of the targets that are shown mean, what is counted in them, and what pale ones are; with an
// order on the board there is as much room for that as without, whichever of `all` targets it leaves. While these are not known (null)
// the list keeps the room that it has.
export function explain(shown, others, isPale, ruled, all) {
  isTiled = ruled;
  reached = rowsOf(shown, isPale, ruled, others);
  if (all) {
    const roles = new Set(all.map(({ role }) => role));
    const laid = roles.size ? ["path", ...(roles.has("off") || roles.has("chance") ? ["end", "branch", "off_end"] : [])] : [];
    reserve(rowsOf(all, all.length > 0, ruled) + laid.map((role) => data.marks[role]).join(""));
  }
  name();
}

function rowsOf(targets, isPale, ruled, others = []) {
  const roles = ["sure", "chance", "off", "crash", "occupied"].filter((role) => targets.some((target) => target.role === role));
  const isStill = targets.some(({ role, at: to, begin }) => role === "off" && String(to) === String(begin));
  const items = roles.map((role) => [{ role }, say(role === "off" && isStill ? "reach_still" : `reach_${role}`)]);
  const priced = [...targets, ...others].find(({ label, meaning, role }) => label && meaning && ["sure", "chance"].includes(role));
  if (priced) items.splice(1, 0, [priced, priced.meaning]);
  if (isPale) items.push([{ role: "sure", isPale }, say("reach_pale")]);
  const rows = items.map(([target, words]) => rowOf(target, words, target.isPale ? "pale" : "", !ruled));
  // A board that is shown once has no list of its own beside a small map: the few signs of it stand here too.
  const signs = document.documentElement.classList.contains("one-camera") ? at("mini").querySelectorAll(".signs li") : [];
  return rows.join("") + [...signs].map((sign) => sign.outerHTML).join("");
}

// Return a row of the list: a mark, and what it means; `kind` is a class of the mark.
function rowOf(target, words, kind, isField = false) {
  const sample = markOf({ ...target, at: [0, 0] }, { isField });
  return `<li><svg class="drawn ${kind}" viewBox="-.5 -.5 1 1" aria-hidden="true">${sample}</svg>${clean(words)}</li>`;
}

addEventListener("resize", () => {
  const rows = room;
  if (innerWidth !== width) room = null;
  width = innerWidth;
  reserve(rows);
  name();
});

// Have the list as high as these rows need, so that the board stands still, whichever of them an order leaves.
function reserve(rows) {
  const list = at("marks");
  if (rows === room) return; // to ask for the width of the window has the page laid out, with each key
  list.style.minHeight = "";
  room = rows;
  fillOnce(list, rows);
  list.style.minHeight = `${list.offsetHeight}px`;
}

// Name what is drawn, the marks of the order that lies on the board too; nothing is touched as long as those are the same.
export function name() {
  const known = new Set([...at("mini").querySelectorAll("[data-role]")].map((sign) => sign.dataset.role));
  const laid = at("stage").querySelector(".layer.over [data-marks]")?.dataset.marks.split(" ") ?? [];
  const isBare = Boolean(at("stage").querySelector(":is(.reach, .pale) .bare"));
  const rows = reached + (isBare ? rowOf({ role: "sure", label: " " }, say(isTiled ? "reach_bare" : "reach_unread"), "bare", !isTiled) : "") + laid.filter((role) => !known.has(role)).map((role) => data.marks[role] ?? "").join("");
  const list = at("marks");
  if (list.drawn !== rows) fillOnce(list, rows);
}

// Fill the list with rows, each thing said once: an order may end in what can be reached, too.
function fillOnce(list, rows) {
  list.drawn = rows;
  fill(list, rows);
  const said = new Set();
  for (const row of [...list.children]) {
    const words = row.lastChild.textContent;
    if (said.has(words)) row.remove();
    said.add(words);
  }
}

// Return what tells of a place on a board what lies there: a sign or a letter, a piece; `isField` is one that is no tile.
export function groundOf(board, { ruled, ring }) {
  const key = (x, y) => (ruled ? `${Math.floor(x)} ${Math.floor(y)}` : `${x} ${y}`);
  const signs = new Set();
  const pieces = new Map();
  if (ruled) {
    for (const sign of board.querySelectorAll("g.sign")) signs.add(key(...standOf(sign)));
    for (const one of board.querySelectorAll("text.letter")) signs.add(key(Number(one.getAttribute("x")), Number(one.getAttribute("y")) - 0.5));
  }
  for (const piece of board.querySelectorAll("g.piece")) if (!piece.closest(".layer")) pieces.set(key(...standOf(piece)), piece);
  // The tiles at which an arrow's head comes from that corner in which a mark stands aside.
  const heads = [...board.querySelectorAll(".tip")].map((one) => one.dataset.to.split(" ").map(Number));
  const met = new Set(heads.filter(([, , dx, dy]) => dx < 0 && dy > 0).map(([x, y]) => key(x, y)));
  const isSquare = !ruled && !ring;
  const [stands, words] = isSquare ? [[...pieces.values()].map(standOf), wordsOf(board)] : [[], []];
  return ([x, y]) => ({
    piece: pieces.get(key(x, y)),
    isTaken: signs.has(key(x, y)),
    isField: !ruled,
    isSquare,
    away: met.has(key(x, y)) ? [-1, -1] : away([x, y], stands, words),
  });
}

// Return in which direction a mark on a square of a road leaves its letter and its name to be seen, and the car that stands there.
function away([x, y], stands, words) {
  const near = stands.find(([u, v]) => Math.hypot(u - x, v - y) < ON_SQUARE);
  if (!near) return SIDES.find(([dx, dy]) => !words.some(([u, v, wide, high]) => Math.abs(u - x - BESIDE * dx) < wide + DISC && Math.abs(v - y - BESIDE * dy) < high + DISC)) ?? SIDES[0];
  const far = Math.hypot(near[0] - x, near[1] - y) || 1;
  return [(1.2 * (x - near[0])) / far, (1.2 * (y - near[1])) / far + 0.5];
}

// Return the mark of a target as SVG: on its tile, in a corner of it if something lies there, `chosen` if the arrow keys are at it.
export function markOf(target, { piece, isTaken, isField, isSquare, isEnd = false, isAhead = false, away: [dx, dy] = [1, -1] }, chosen) {
  const [x, y] = target.at;
  const role = target.role in SHAPES ? target.role : "sure";
  const isGood = role === "sure" || role === "chance";
  const priced = target.label && isGood;
  const dear = priced ? ` cost${Math.min(Number(target.label) || 1, DEAREST)}` : "";
  const frame = isGood && !isField ? `<rect x="-.46" y="-.46" width=".92" height=".92" rx=".14" class="reached ${role}${piece || isTaken ? " under" : ""}${dear}"/>` : "";
  const shape = priced ? SHAPES[role].replace('r=".2"', `r="${PRICED}"`) : SHAPES[role];
  const label = priced ? `<text y=".14" font-size="${Math.min(0.42, 0.66 / target.label.length)}" class="price">${clean(target.label)}</text>${DOT}` : "";
  const lit = chosen ? '<circle r=".75" class="chosen"/>' : "";
  const size = piece ? Math.max(1, sizeOf(piece.getAttribute("transform"))) : 1;
  const far = isSquare ? BESIDE * (piece ? 1.6 : 1) : piece ? ASIDE * size * (isField ? 1 : 0.75) : CORNER;
  const moved = piece || isTaken || isSquare;
  const grown = isField ? LARGER : moved ? SMALLER : 1;
  const place = `transform="translate(${moved ? far * dx : 0} ${moved ? far * dy : 0}) scale(${grown})"`;
  return `<g transform="translate(${x} ${y})"${isAhead ? ' class="ahead"' : ""}${isEnd ? ' visibility="hidden"' : ""}>${lit}${frame}<g ${priced ? `class="mark${isField ? "" : " thin"}${piece ? " aside" : ""}" ` : ""}${place}>${shape}${label}</g></g>`;
}

function clean(text) {
  return String(text).replace(/[<>&"']/g, "");
}

// Push apart marks with figures on the fields of a ring, which have grown for their figures to be read, as far as they lie on each other.
export function spread(layers) {
  const found = layers.flatMap((layer) => [...layer.querySelectorAll(":scope > g:not([visibility]) .mark")].map((mark) => {
    const { a, e, f } = layer.getCTM().inverse().multiply(mark.getCTM());
    const circle = mark.querySelector("circle");
    return { mark, x: e, y: f, u: e, v: f, r: a * (circle.r.baseVal.value + RIM) };
  }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [number, one] of found.entries()) {
      for (const other of found.slice(number + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const far = Math.hypot(dx, dy);
        const step = (one.r + other.r - far) / 2;
        if (step <= 0 || !far) continue;
        for (const [each, way] of [[one, -1], [other, 1]]) [each.x, each.y] = [each.x + (way * step * dx) / far, each.y + (way * step * dy) / far];
      }
    }
  }
  for (const { mark, x, y, u, v } of found) {
    if (x !== u || y !== v) mark.setAttribute("transform", `translate(${(x - u).toFixed(3)} ${(y - v).toFixed(3)}) ${mark.getAttribute("transform")}`);
  }
}
