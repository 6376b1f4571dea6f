// The tiles of a board: its rows and columns, or the squares of a road; which of them a point lies on.

import { say } from "./words.js";

let facts = { ruled: false, rows: 0, columns: 0 };
let squares = []; // of a road, as they are drawn
let names = []; // of places that have no row and column, each with its middle
let notes = []; // what is said of parts of the board, each with its left, top, right and bottom: words on it may be too small to be shown
const FIELD = 0.8; // how far from its middle a field is meant

export function know(board, found) {
  facts = found;
  squares = facts.ruled ? [] : [...board.querySelectorAll("path.square")];
  notes = JSON.parse(board.dataset.notes ?? "[]");
  names = (board.dataset.names ?? "").split(";").filter(Boolean).map((one) => one.split(" ")).map(([name, ...at]) => ({ name: name.replace(">", ""), at: at.map(Number) }));
}

// Return the row and the column of a point on a board that has such, null elsewhere.
export function tileOf([x, y]) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  return facts.ruled && row >= 0 && row < facts.rows && column >= 0 && column < facts.columns ? { row, column } : null;
}

// Return the name of the square or the field that a point lies on, as orders and reports call it; empty if it has none.
export function nameOf(point) {
  const isOn = meansOf(point, FIELD);
  const found = names.find(({ at }) => isOn(at));
  return found ? say(facts.ring ? "field" : "square", found) : "";
}

// Return what is said of the part of the board that a point lies on; empty if nothing is.
export const noteOf = ([x, y]) => notes.find(([, [left, top, right, bottom]]) => left <= x && x <= right && top <= y && y <= bottom)?.[0] ?? "";

// Hide the letters of squares that an order's way would cross: they stand aside in what lies `over` the board.
export function hideCrossed(over) {
  const middleOf = (text) => [Number(text.getAttribute("x")), Number(text.getAttribute("y")) - 0.36 * Number(text.getAttribute("font-size"))];
  const lettersOf = (part) => [...part.querySelectorAll(":scope > text")].map((text) => ({ text, at: middleOf(text) }));
  const aside = lettersOf(over).map(({ text, at }) => ({ letter: text.textContent, square: squareOf(at) }));
  for (const { text, at } of lettersOf(over.parentNode)) {
    text.style.visibility = aside.some(({ letter, square }) => square && letter === text.textContent && isIn(square, at)) ? "hidden" : "";
  }
}

const isIn = (square, [x, y]) => square.isPointInFill(new DOMPoint(x, y));

const squareOf = (point) => squares.find((one) => isIn(one, point));

// Return what the squares of a road take on the screen, and the tile of a point if there is one; `ground` is the group that holds the board.
export function boxesOf(ground, point) {
  const tile = point && tileOf(point);
  if (!tile) return { road: squares.map((one) => one.getBoundingClientRect()), tile: point && squareOf(point)?.getBoundingClientRect() };
  const { a, d, e, f } = ground.getScreenCTM();
  return { road: [], tile: new DOMRect(a * tile.column + e, d * tile.row + f, a, d) };
}

// Return what tells of a place whether it is meant by a point: on the same tile, or, where there is none, less than `near` away.
export function meansOf(point, near) {
  const [tile, square] = [tileOf(point), squareOf(point)];
  if (tile) return ([x, y]) => Math.floor(y) === tile.row && Math.floor(x) === tile.column;
  if (square) return (place) => isIn(square, place);
  return ([x, y]) => Math.hypot(x - point[0], y - point[1]) < near;
}
