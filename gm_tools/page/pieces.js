// The pieces on a board: which there are, how large they are drawn, how they move from one board to the next.

import { wordsOf } from "./names.js";

// Return the pieces on a board by their marks: where each stands (x, y), and where it is drawn (u, v); those that are laid over it do not count.
export function piecesOf(board) {
  const found = new Map();
  for (const piece of board?.querySelectorAll("g.piece") ?? []) {
    const [u, v] = placeOf(piece.getAttribute("transform"));
    const [x, y] = standOf(piece);
    const mark = piece.querySelector("text")?.textContent ?? "";
    if (!piece.closest(".layer")) found.set(mark, [...(found.get(mark) ?? []), { piece, x, y, u, v }]);
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
  return placeOf(piece.dataset.near ?? piece.dataset.place ?? piece.getAttribute("transform"));
}

const SMALL = 0.68; // how large a piece is, seen from near: a car is longer than it is wide
const LEAST = 12; // pixels that it takes at least, if there is room: its letter is read, and it leaves its neighbours their tiles
const SEEN = 12; // the same on the whole of a large board: its letter is 10 high then
const [FREE, ROUNDS, EDGE] = [1.12, 60, 0.7]; // how far apart pieces of size 1 are, how often they move, how far from the edge of the board they stay
const MORE = 1.3; // of the size that it is drawn at least, how large a piece is at most: it hides little of what can be reached round it
const OFF = [0.62, 0.48]; // how far the middle of a piece of size 1 is from a word that it does not hide, ahead and aside of it
const DISC = 0.66; // half of a figure's disc, in heights of its figure
const MARK = 0.25; // half of what a mark takes of a tile in a corner of which it stands
const RINGED = 1.5; // how much more room a ringed piece takes, that of who acts or, on the small map, the own one: no letter is hidden
const RAYS = 1.5; // how far the rays of a crash of size 1 reach
const STAR = 1.1; // how large a crash is for pieces of size 1: it is seen round those that stand on it
const [LED, HALF] = [0.9, 0.45]; // tiles, and sizes of a piece, further than which from its tile a line leads to it
const ROAD = 11; // pixels of a tile below which cars on the squares of a road are drawn so large
const FINE = 16; // parts of an arrow
const [TAG, CLOSE, BARE] = [11, 13, 0.4]; // pixels of the word beside the reader's piece; of a tile at least; tiles that stay free round it
const ASLANT = [0.45, 0.72]; // how far words aslant of a piece are from its middle, of how far one beside it is
const SLIDES = [0.4, 0.7, 1]; // how far one above or below it may be moved along, in halves of its length
const UNDER = 0.95; // tiles from the middle of a ringed piece within which the ring lies on a mark
const LETTER = 10; // pixels that the letters of pieces on one tile have at least

// Draw the pieces, and what lies beside them, as large as a tile if the board is seen from near; `scale` is the pixels of a tile.
// On the whole of a large board they are larger, so that they can be seen, and move apart if they are in each other's way.
export function fitPieces(board, isNear, scale, facts) {
  const all = [...board.querySelectorAll("g.piece,g[data-near]")];
  for (const one of all) one.dataset.place ??= one.getAttribute("transform");
  layMarks(board, isNear, facts.ruled);
  const laid = all.filter((one) => one.matches(".layer.over .piece")).map((one) => [letterOf(one), String(standOf(one))]);
  const apart = isNear || facts.ring || (!facts.ruled && scale > ROAD) ? new Map() : pushApart(all.filter((one) => one.matches(".piece") && !one.previousElementSibling?.matches(".end")), SEEN / scale, facts, facts.ruled ? [] : [...wordsOf(board, LETTER / scale), ...figuresOf(board, LETTER / scale)]);
  for (const one of all) {
    const placed = apart.get(one) ?? (isNear ? fromNear(one, one.dataset.place, scale) : fromFar(one, apart.size ? scale : SEEN, facts));
    if (one.matches(".piece") && !one.closest(".layer")) one.style.display = hasMoved(one, laid) ? "none" : "";
    if (one.getAttribute("transform") !== placed) one.setAttribute("transform", placed); // each one set is laid out anew
  }
  const moved = [...apart.keys()].filter((one) => !one.closest(".layer") && one.style.display !== "none");
  stack(board, moved.filter((one) => !one.matches(".own")));
  lead(board, moved);
}

// Return where a piece points to: how far right and down of each step.
function headingOf(piece) {
  const turn = (Number(piece.querySelector("g[transform^=rotate]")?.getAttribute("transform").match(/[-.\d]+/)[0] ?? 0) * Math.PI) / 180;
  return [Math.cos(turn), Math.sin(turn)];
}

const orders = new WeakMap(); // the pieces of boards in the order in which they were drawn

// Draw pieces that have moved in the order in which they are heading: a nose lies under the piece that it points at, wherever they are.
// All others stand in the order in which they were drawn, whoever was lifted over them before.
function stack(board, moved) {
  const now = [...board.querySelectorAll("g.piece")].filter((one) => !one.closest(".layer"));
  if (!orders.has(board)) orders.set(board, now);
  const [dx, dy] = [0, 1].map((axis) => moved.reduce((sum, one) => sum + headingOf(one)[axis], 0));
  const ahead = (one) => placeOf(one.getAttribute("transform")).reduce((sum, at, number) => sum + at * [dx, dy][number], 0);
  const isOther = (one) => !one.matches(".own") && !moved.includes(one);
  const order = [...orders.get(board).filter(isOther), ...moved.toSorted((one, other) => ahead(one) - ahead(other))];
  const others = now.filter((one) => !one.matches(".own")); // those are lifted over all that stands on the board
  if (others.every((one, number) => one === order[number])) return;
  const { parentNode, nextSibling } = others.at(-1);
  for (const one of order) parentNode.insertBefore(one, nextSibling); // null: at the end
}

// From near, what can be reached lies over the pieces, none of which is larger than its tile, on tiles below the reader's own with its
// ring; from far it lies below them: no mark hides who stands there.
function layMarks(board, isNear, isRuled) {
  const marks = ["pale", "reach"].map((name) => board.querySelector(`.layer.${name}`)).filter(Boolean);
  const above = isNear ? board.querySelector(".layer.tag") : board.querySelector("g.piece");
  if (!above) return;
  const ring = isNear && isRuled && board.querySelector(".layer.mine");
  // The heads of arrows, whose lines go below the marks, are over them.
  const tips = [...board.querySelectorAll(".tip")];
  for (const [order, next] of [[tips, above], [marks, ring || tips[0] || above]]) {
    if (order.some((one, at) => one.nextElementSibling !== (order[at + 1] ?? next))) next.before(...order);
  }
}

// Draw lines from the tiles of pieces to where they are drawn far from them, each with a dot in the piece's colour on the tile.
function lead(board, pieces) {
  const lines = pieces.flatMap((piece) => {
    const [[x, y], [u, v], size] = [standOf(piece), placeOf(piece.getAttribute("transform")), sizeOf(piece.getAttribute("transform"))];
    if (Math.hypot(u - x, v - y) <= Math.max(LED, HALF * size)) return [];
    const colour = piece.querySelectorAll("g[transform^=rotate] > path")[1].getAttribute("fill");
    return [`<path d="M${x} ${y}L${u} ${v}" class="lead case"/><path d="M${x} ${y}L${u} ${v}" class="lead"/><circle cx="${x}" cy="${y}" r=".4" fill="${colour}" class="lead-from"/>`];
  });
  let group = board.querySelector("g.leads");
  if (!group && lines.length) {
    group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "leads");
  }
  if (!group) return;
  group.innerHTML = lines.join("");
  const first = board.querySelector("g.piece");
  if (first.previousElementSibling !== group) first.before(group);
}

// A crash is as large on the whole of a board as the pieces on it ask for, and stays within its edges.
function fromFar(one, scale, { columns, rows, margin }) {
  const { place } = one.dataset;
  if (!one.matches(".crash")) return place;
  const size = Math.max(sizeOf(place), (STAR * SEEN) / scale);
  const least = RAYS * size - margin;
  const [x, y] = placeOf(place).map((at, axis) => Math.max(least, Math.min([columns, rows][axis] - least, at)));
  return `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size.toFixed(3)})`;
}

export const letterOf = (piece) => piece.querySelector("text")?.textContent;

// Tell whether what lies over the board shows a piece elsewhere only: one that leaves room for the end of an order.
function hasMoved(piece, laid) {
  const same = laid.filter(([letter]) => letter === letterOf(piece));
  return same.length > 0 && same.every(([, place]) => place !== String(standOf(piece)));
}

// Return where pieces are drawn that are so large at least: each as near to its place as the others, and `words` (boxes), leave room. Those
// that have finished stand in a row below the board, where there is room for them.
export function pushApart(pieces, least, { columns, rows, margin }, words = []) {
  const found = pieces.flatMap((piece) => {
    const { place } = piece.dataset;
    const [x, y] = placeOf(place);
    if (y > rows + margin) return [];
    const size = Math.max(Math.min(sizeOf(place), MORE * least), least);
    return [{ piece, x, y, size, ahead: headingOf(piece), room: size * (piece.querySelector(".acts, .mine-ring") ? RINGED : 1), over: Boolean(piece.closest(".layer")) }];
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    found.forEach((one, number) => {
      for (const other of found.slice(number + 1)) {
        const need = (FREE * (one.room + other.room)) / 2;
        const far = Math.hypot(other.x - one.x, other.y - one.y);
        if (one.over !== other.over || far > need - 0.01) continue;
        moved = true;
        const [dx, dy] = far > 0.01 ? [(other.x - one.x) / far, (other.y - one.y) / far] : [Math.cos(number), Math.sin(number)];
        const step = 0.52 * (need - far);
        [one.x, one.y, other.x, other.y] = [one.x - step * dx, one.y - step * dy, other.x + step * dx, other.y + step * dy];
      }
      for (const word of words) moved = pushOff(one, word) || moved;
      const edge = EDGE * one.size; // beyond it are the rulers
      one.x = Math.min(Math.max(one.x, edge), columns - edge);
      one.y = Math.min(Math.max(one.y, edge), rows - edge);
    });
    if (!moved) break;
  }
  return new Map(found.map(({ piece, x, y, size }) => [piece, `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size.toFixed(3)})`]));
}

// Return the boxes of figures on what can be reached, `least` tiles high: no piece hides them.
function figuresOf(board, least) {
  return [...board.querySelectorAll(":is(.reach,.pale) > g:not([visibility]) > .mark")].map((mark) => {
    const [[x, y], [u, v]] = [mark.parentNode, mark].map((one) => placeOf(one.getAttribute("transform")));
    return [x + u, y + v, DISC * least, DISC * least];
  });
}

// Return the boxes of the marks of what can be reached: beside what lies on a tile they stand in its corner.
export function marksOf(board) {
  return [...board.querySelectorAll(":is(.reach,.pale) > g:not([visibility]) > g:last-child")].map((mark) => {
    const [[x, y], [u, v]] = [mark.parentNode, mark].map((one) => placeOf(one.getAttribute("transform")));
    return [x + u, y + v, MARK, MARK];
  });
}

// Push a piece off a word that it hides, along it or aside; tell whether it did.
function pushOff(one, [u, v, wide, high]) {
  const [dx, dy] = [one.x - u, one.y - v];
  const [nearX, nearY] = [dx - Math.max(-wide, Math.min(wide, dx)), dy - Math.max(-high, Math.min(high, dy))];
  const far = Math.hypot(nearX, nearY);
  const [x, y] = far > 0.01 ? [nearX / far, nearY / far] : [0, -1];
  const [ahead, aside] = [x * one.ahead[0] + y * one.ahead[1], x * one.ahead[1] - y * one.ahead[0]];
  const need = one.size * Math.hypot(OFF[0] * ahead, OFF[1] * aside);
  if (far > need - 0.01) return false;
  [one.x, one.y] = [one.x + 0.52 * (need - far) * x, one.y + 0.52 * (need - far) * y];
  return true;
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

const bodies = new WeakMap(); // the boxes of pieces in their own units: they stay as they are

// Return the box that a piece takes on the board: its middle, and half of its width and of its height.
export function boxOf({ piece, u, v }) {
  if (!bodies.has(piece)) bodies.set(piece, piece.getBBox());
  const [{ x, y, width, height }, size] = [bodies.get(piece), sizeOf(piece.getAttribute("transform"))];
  return [u + size * (x + width / 2), v + size * (y + height / 2), (size * width) / 2, (size * height) / 2];
}

// Bring pieces over all that stands on the board, below what is laid over it (`layer`), and their `rings` right below them: those hide
// neither where a piece points nor that it lies on its roof.
export function lift(pieces, layer, rings) {
  let above = layer;
  for (const one of [...pieces.toReversed().map(({ piece }) => piece), rings]) {
    if (above.previousElementSibling !== one) above.before(one);
    above = one;
  }
}

// Return a ring round each piece, as SVG: those of two do not cross, and a piece that is drawn large has a broad one.
export function drawRings(pieces) {
  const room = ([x, y]) => Math.min(...pieces.map((one) => Math.hypot(one.u - x, one.v - y)).filter(Boolean)) / 2 - 0.06;
  return pieces.map(({ piece, u: x, v: y }) => {
    const size = sizeOf(piece.getAttribute("transform"));
    const [r, more] = [Math.min(0.72 * size + 0.1, room([x, y])), Math.max(1, size)];
    const circle = (name) => `<circle r="${r / more}" class="${name}"/>`;
    return `<g><g transform="translate(${x} ${y}) scale(${more})">${circle("mine-case")}${circle("mine-ring")}</g></g>`;
  });
}

// Return what marks the tiles of pieces in a layer, or lies under their rings, as SVG: it is drawn once more over them.
export function drawMarks(pieces, layer) {
  const isUnder = (one) => {
    const [[x, y], [dx, dy]] = [one, one.lastElementChild].map((each) => placeOf(each.getAttribute("transform")));
    const isShown = !one.hasAttribute("visibility");
    return pieces.some((piece) => (piece.x === x && piece.y === y) || (isShown && Math.hypot(piece.u - x - dx, piece.v - y - dy) < UNDER));
  };
  const marks = [...layer.children].filter(isUnder);
  return marks.map((one) => `<g class="on-own" transform="${one.getAttribute("transform")}">${one.lastElementChild.outerHTML.replace(/ style="[^"]*"/g, "")}</g>`).join("");
}

const arrows = new WeakMap(); // points of the arrows of boards: they stay where they are

// Return points of the arrows of a board, near enough to each other that no word has room between them, and where its last moves began.
export function pointsOf(board) {
  if (!arrows.has(board)) {
    const paths = [...board.querySelectorAll(".points > path, .tip > path")];
    const begins = [...board.querySelectorAll(".went circle")].map((one) => ["cx", "cy"].map((name) => Number(one.getAttribute(name))));
    arrows.set(board, [...begins, ...paths.flatMap((path) => {
      const part = path.getTotalLength() / FINE;
      return Array.from({ length: FINE + 1 }, (_, at) => path.getPointAtLength(part * at)).map(({ x, y }) => [x, y]);
    })]);
  }
  return arrows.get(board);
}

// Return a plate with a word beside the reader's piece, in the part that is seen (left, top, right, bottom), where it hides nothing of what
// is `taken` (places, and boxes as `boxOf` has them) and is nearer to none of the `others`, as SVG; empty where there is no room for it, or
// where tiles are too small.
export function tag({ piece, u, v }, others, taken, [left, top, right, bottom], scale, word) {
  const size = TAG / scale;
  const [half, high] = [size * (0.32 * word.length + 0.5), 0.72 * size];
  const far = 0.78 * sizeOf(piece.getAttribute("transform")) + 0.5;
  const aslant = ASLANT.map((part) => [part * far + half, part * far + high]).flatMap(([x, y]) => [[x, -y], [x, y], [-x, -y], [-x, y]]);
  const straight = [[0, -far - high], [0, far + high], [-far - half, 0], [far + half, 0]];
  const slid = SLIDES.flatMap((part) => [-far - high, far + high].flatMap((y) => [[part * half, y], [-part * half, y]]));
  const places = [...straight, ...slid, ...aslant].map(([x, y]) => [u + x, v + y]);
  const isSeen = ([x, y]) => x - half >= left && x + half <= right && y - high >= top && y + high <= bottom;
  const isFree = ([x, y]) => taken.every(([a, b, wide = BARE, tall = BARE]) => Math.abs(a - x) > half + wide || Math.abs(b - y) > high + tall);
  const isOwn = ([x, y]) => others.every((other) => Math.hypot(other.u - x, other.v - y) > Math.hypot(u - x, v - y));
  const place = scale < CLOSE ? undefined : places.filter(isSeen).find((at) => isFree(at) && isOwn(at));
  if (!place) return "";
  const [x, y] = place;
  return `<g class="you"><rect x="${x - half}" y="${y - high}" width="${2 * half}" height="${2 * high}" rx="${high}"/><text x="${x}" y="${y + 0.36 * size}" font-size="${size}">${word}</text></g>`;
}

// Draw the pieces of a board at least so large.
export function enlarge(board, least) {
  for (const piece of board.querySelectorAll("g.piece")) {
    const place = piece.getAttribute("transform");
    piece.setAttribute("transform", place.replace(/scale\(\S+\)/, `scale(${Math.max(sizeOf(place), least)})`));
  }
}

export const MOVE = 700; // milliseconds that a piece takes from where it stood before to where it stands now

// Move the pieces of a board from where they stand on the one before, along the way that they took, each with its ring, if `rings` has one.
export function animate(board, before, rings) {
  const was = piecesOf(before);
  const ways = (board.dataset.ways ?? "").split(";").filter(Boolean).map((text) => text.split(" ").map((pair) => pair.split(",").map(Number)));
  for (const [mark, all] of piecesOf(board)) {
    all.forEach(({ piece, x, y, u, v }, number) => {
      const from = was.get(mark)?.[number];
      if (!from || (from.x === x && from.y === y)) return;
      const scale = sizeOf(piece.getAttribute("transform"));
      const driven = ways.find((way) => Math.hypot(way[0][0] - from.x, way[0][1] - from.y) < 0.5 && Math.hypot(way.at(-1)[0] - x, way.at(-1)[1] - y) < 0.5);
      const points = driven ? [...driven.slice(0, -1), [u, v]] : [[from.u, from.v], [u, v]];
      const frames = points.map(([a, b]) => ({ transform: `translate(${a}px, ${b}px) scale(${scale})` }));
      const pace = { duration: MOVE, easing: "ease-in-out" };
      piece.animate(frames, pace);
      rings.get(piece)?.animate(points.map(([a, b]) => ({ transform: `translate(${a - u}px, ${b - v}px)` })), pace);
    });
  }
}

// Tell whether a board is a disc: half of a ring does not show who can come to whom, so it is always seen whole.
export function isRing(svg) {
  const columns = Number(svg.dataset.board.split(" ")[1]);
  return [...svg.querySelectorAll("circle")].some((one) => one.r.baseVal.value > columns / 4);
}
