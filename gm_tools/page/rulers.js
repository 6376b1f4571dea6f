// Numbers of rows and columns along the edges of what the camera shows.

import { at } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

// Return what of a part of the board lies within its whole; both begin with left and top, and go on with width and height.
export function cut([left, top, wide, high], [x, y, most, highest]) {
  const [a, b] = [Math.max(x, left), Math.max(y, top)];
  return [a, b, Math.max(0, Math.min(x + most, left + wide) - a), Math.max(0, Math.min(y + highest, top + high) - b)];
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
  const scale = at("stage").clientWidth / wide;
  const moved = left > 0.1 || top > 0.1 || left + wide < columns + 2 * margin - 0.1;
  if (ruled && moved && zoom * scale > 12) {
    const size = 12 / scale;
    // A ground of their own: nobody takes a number for a sign of the board.
    lines.push(plate([left, top, wide, 1.5 * size]), plate([left, top + 1.5 * size, 2 * size, high]));
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
      if (x > left + 2 * size && x < left + wide) add(column, x, top + 1.1 * size, hot.some((p) => Math.floor(p[0]) === column));
    }
    for (let row = 0; row < rows; row += every) {
      const y = row + 0.5 + margin;
      if (y > top + 2 * size && y < top + high) add(row, left + 1.1 * size, y + 0.36 * size, hot.some((p) => Math.floor(p[1]) === row));
    }
  }
  layer.replaceChildren(...lines);
}
