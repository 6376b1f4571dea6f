// Numbers of rows and columns along the edges of what the camera shows.

import { pixels, STRIPS } from "./frames.js";

const SVG = "http://www.w3.org/2000/svg";
const [LEAST, READ] = [10, 9]; // pixels that a number grows to, and below which it is too small to be read
const [DIGIT, HIGH, BESIDE] = [0.64, 0.75, 0.3]; // how wide and how high a digit is, in sizes; tiles of the margin that stay free

// Return what of a part of the board lies within its whole; both begin with left and top, and go on with width and height.
export function cut([left, top, wide, high], [x, y, most, highest]) {
  const [a, b] = [Math.max(x, left), Math.max(y, top)];
  return [a, b, Math.max(0, Math.min(x + most, left + wide) - a), Math.max(0, Math.min(y + highest, top + high) - b)];
}

// Mark the rulers round the board, with which its `ground` begins.
export function knowEdge(ground) {
  let edge = ground.firstElementChild;
  for (; edge?.matches("text.ruler"); edge = edge.nextElementSibling) edge.classList.add("edge-ruler");
}

// Thin the rulers round the board where they would be too small to be read: every other number stays and grows as far as the edge of
// the board leaves room for it. Those that have none go away.
export function thinRulers(board, scale, { margin, columns, rows }) {
  const sides = new Map();
  for (const one of board.querySelectorAll(".edge-ruler")) {
    for (const [key, name] of [["x", "x"], ["y", "y"], ["size", "font-size"]]) one.dataset[key] ??= one.getAttribute(name);
    const [x, y] = [Number(one.dataset.x), Number(one.dataset.y)];
    const side = x < 0 ? "left" : x > columns ? "right" : y < 0 ? "top" : "bottom";
    sides.set(side, [...(sides.get(side) ?? []), one]);
  }
  const plates = [...board.querySelectorAll(".plate")].filter((one) => !one.closest(".layer") && one.style.display !== "none").map(boxOf);
  for (const [side, numbers] of sides) {
    const isSmall = Number(numbers[0].dataset.size) * scale < READ;
    const isUpright = side === "left" || side === "right";
    const size = LEAST / scale;
    const room = isUpright ? DIGIT * Math.max(...numbers.map((one) => one.textContent.length)) : HIGH;
    const fits = size * room < margin - BESIDE;
    numbers.forEach((one, number) => {
      place(one, isSmall && fits ? size : 0, isUpright ? (side === "left" ? -margin / 2 : columns + margin / 2) : null, side === "top" ? -margin / 2 : rows + margin / 2);
      one.style.display = (isSmall && (number % 2 || !fits)) || plates.some((plate) => lieOn(plate, one)) ? "none" : "";
    });
  }
}

// Return the middle of a plate with a name, and half of its width and of its height, as it has grown.
function boxOf(plate) {
  const [x, y, wide, high] = ["x", "y", "width", "height"].map((name) => Number(plate.firstElementChild.getAttribute(name)));
  const half = Number(plate.style.getPropertyValue("--grown") || 1) / 2;
  return [x + wide / 2, y + high / 2, half * wide, half * high];
}

// Tell whether a plate and a number lie on each other: the number stands on the other side of the board, too.
function lieOn([x, y, half, high], number) {
  const [u, baseline, size] = ["x", "y", "font-size"].map((name) => Number(number.getAttribute(name)));
  return Math.abs(u - x) < half + 0.5 * DIGIT * number.textContent.length * size && Math.abs(baseline - 0.36 * size - y) < high + 0.5 * HIGH * size;
}

// Draw a number of a ruler at a size in the middle of the board's margin; a size of 0 puts it back where it was.
function place(one, size, x, y) {
  const baseline = Number(one.dataset.y) + 0.36 * (size - Number(one.dataset.size));
  one.setAttribute("font-size", size || one.dataset.size);
  one.setAttribute("x", (size && x) || one.dataset.x);
  one.setAttribute("y", size ? (x === null ? y + 0.36 * size : baseline) : one.dataset.y);
}

function plate(box) {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("class", "tick-ground");
  for (const [number, name] of ["x", "y", "width", "height"].entries()) rect.setAttribute(name, box[number]);
  return rect;
}

// Number the rows and columns along the edges of what is shown; the rulers of the whole board are out of sight then.
// `hot` are the points whose row and column stand out.
export function drawRulers(layer, [left, top, wide, high], { margin, columns, rows, ruled }, zoom, hot) {
  const lines = [];
  const scale = pixels(wide);
  const moved = left > 0.1 || top > 0.1 || left + wide < columns + 2 * margin - 0.1;
  if (ruled && moved && zoom * scale > 12) {
    const size = 12 / scale;
    // A ground of their own: nobody takes a number for a sign of the board.
    const [across, down] = STRIPS.map((long) => long / scale);
    lines.push(plate([left, top, wide, down]), plate([left, top + down, across, high]));
    const every = scale > 22 ? 1 : 5;
    const add = (number, x, y, isHot) => {
      const text = document.createElementNS(SVG, "text");
      text.textContent = number;
      text.setAttribute("x", x);
      text.setAttribute("y", y);
      text.setAttribute("font-size", size);
      text.setAttribute("stroke-width", size / 4);
      text.setAttribute("class", isHot ? "tick hot" : "tick");
      lines.push(text);
    };
    for (let column = 0; column < columns; column += every) {
      const x = column + 0.5 + margin;
      const half = 0.5 * DIGIT * String(column).length * size; // a number that the edge cuts is another number
      if (x - half > left + across && x + half < left + wide) add(column, x, top + 1.1 * size, hot.some((p) => Math.floor(p[0]) === column));
    }
    for (let row = 0; row < rows; row += every) {
      const y = row + 0.5 + margin;
      if (y > top + 2 * size && y + 0.5 * HIGH * size < top + high) add(row, left + 1.1 * size, y + 0.36 * size, hot.some((p) => Math.floor(p[1]) === row));
    }
  }
  layer.replaceChildren(...lines);
}
