// The pieces on a board: which there are, how large they are drawn, how they move from one board to the next.

// Return the pieces on a board by their marks: where each stands; those that are laid over it do not count.
export function piecesOf(board) {
  const found = new Map();
  for (const piece of board?.querySelectorAll("g.piece") ?? []) {
    const [, x, y] = piece.getAttribute("transform").match(/translate\((\S+) (\S+)\)/).map(Number);
    const mark = piece.querySelector("text")?.textContent ?? "";
    if (!piece.closest(".layer")) found.set(mark, [...(found.get(mark) ?? []), { piece, x, y }]);
  }
  return found;
}

// Return how large a piece is drawn by its `transform`.
export function sizeOf(transform) {
  return Number(transform.match(/scale\((\S+)\)/)?.[1] ?? 1);
}

// Return where something is drawn, by its `transform`.
function placeOf(transform) {
  return transform.match(/translate\((\S+) (\S+)\)/).slice(1).map(Number);
}

// Return where a piece stands: of several on a tile each is drawn a little aside, where its letter can be read.
export function standOf(piece) {
  return placeOf(piece.dataset.near ?? piece.getAttribute("transform"));
}

const SMALL = 0.68; // how large a piece is, seen from near: a car is longer than it is wide
const LEAST = 19; // pixels that it takes at least, if there is room
const LETTER = 10; // pixels that the letters of pieces on one tile have at least

// Draw the pieces, and what lies beside them, as large as a tile if the board is seen from near; `scale` is the pixels of a tile.
// On the whole of a large board they are larger, so that they can be seen.
export function fitPieces(board, isNear, scale) {
  for (const one of board.querySelectorAll("g.piece,g[data-near]")) {
    const place = (one.dataset.place ??= one.getAttribute("transform"));
    const placed = isNear ? fromNear(one, place, scale) : place;
    if (one.getAttribute("transform") !== placed) one.setAttribute("transform", placed); // each one set is laid out anew
  }
}

function fromNear(one, place, scale) {
  const { near } = one.dataset;
  if (!near) return place.replace(/scale\(\S+\)/, `scale(${Math.min(sizeOf(place), Math.max(SMALL, LEAST / scale))})`);
  if (!one.matches(".piece")) return near;
  const [[x, y], size] = [placeOf(near), sizeOf(near)];
  const more = Math.max(1, Math.min(sizeOf(place) / size, LETTER / (0.86 * size * scale)));
  const [u, v] = [Math.floor(x) + 0.5, Math.floor(y) + 0.5];
  return `translate(${u + (x - u) * more} ${v + (y - v) * more}) scale(${size * more})`;
}

// Draw the pieces of a board at least so large.
export function enlarge(board, least) {
  for (const piece of board.querySelectorAll("g.piece")) {
    const place = piece.getAttribute("transform");
    piece.setAttribute("transform", place.replace(/scale\(\S+\)/, `scale(${Math.max(sizeOf(place), least)})`));
  }
}

// Move the pieces of a board from where they stand on the one before, along the way that they took.
export function animate(board, before) {
  const was = piecesOf(before);
  const ways = (board.dataset.ways ?? "").split(";").filter(Boolean).map((text) => text.split(" ").map((pair) => pair.split(",").map(Number)));
  for (const [mark, all] of piecesOf(board)) {
    all.forEach(({ piece, x, y }, number) => {
      const from = was.get(mark)?.[number];
      if (!from || (from.x === x && from.y === y)) return;
      const scale = sizeOf(piece.getAttribute("transform"));
      const driven = ways.find((way) => Math.hypot(way[0][0] - from.x, way[0][1] - from.y) < 0.5 && Math.hypot(way.at(-1)[0] - x, way.at(-1)[1] - y) < 0.5);
      const points = driven ? [...driven.slice(0, -1), [x, y]] : [[from.x, from.y], [x, y]];
      const frames = points.map(([a, b]) => ({ transform: `translate(${a}px, ${b}px) scale(${scale})` }));
      piece.animate(frames, { duration: 700, easing: "ease-in-out" });
    });
  }
}

// Tell whether a board is a disc: half of a ring does not show who can come to whom, so it is always seen whole.
export function isRing(svg, columns) {
  return [...svg.querySelectorAll("circle")].some((one) => one.r.baseVal.value > columns / 4);
}
