// Letters on a board, at the size at which it is shown: those that have to be read grow where they would be too small; what may go,
// because the page says it elsewhere too, goes away there.

const [LEAST, READ] = [10, 9]; // pixels that letters grow to, and below which what may go goes away
const [MOST, ON_TILE, MARKED] = [1.93, 1.3, 1.6]; // how many times as large as it was drawn a letter is at most; on a tile, which is small itself, one that stands alone, and a mark with a figure, in a corner no less than in the middle
const CLOSEST = 0.68; // of their breadth at most: how close letters come before words are cut
const FIGURE = 1.3; // as `MOST`, of a mark on a square of a road, which leaves room for a letter
const FURTHER = 0.16; // of its distance, so many times as it grows, that a mark moves away from the letter of a piece: half of what its edge comes nearer
const NAME = 2.1; // as `MOST`, of a plate with a name or a chance
const [NEAR, LOUD] = [0.6, 14]; // of its size, how large a plate is that is seen from near; pixels of its letters there at most, beside an order's ends

// Fit the letters of a board, or of what lies over it: each can be read, or goes away. `scale` is the pixels of a tile, `ruled` tells whether
// the board is made of tiles.
export function fitLetters(part, scale, ruled) {
  for (const one of part.querySelectorAll("[data-needs]")) one.style.display = Number(one.dataset.needs) * scale < READ ? "none" : "";
  for (const text of part.querySelectorAll("[data-middle]")) putBack(text, scale);
  const isRoad = !ruled && !document.documentElement.matches(".ring");
  const read = new Map(); // whether the letters on tiles are, by what they are
  const resized = []; // texts with a room of their own
  for (const text of part.querySelectorAll("text:not(.edge-ruler, .tick)")) {
    text.dataset.size ??= text.getAttribute("font-size");
    const holder = text.closest(".count, .plate, .mark");
    const drawn = Number(text.dataset.size) * scaleOf(text.parentNode) * scale;
    const more = Math.max(1, (holder?.matches(".mark.aside") ? READ : LEAST) / drawn); // beside a piece, whose letter is free, no more than that
    if (holder?.matches(".plate")) {
      growPlate(holder, more);
      if (holder.closest(".over")) holder.style.setProperty("--near", Math.min(NEAR, LOUD / drawn).toFixed(3));
      continue;
    }
    const most = !ruled ? (isRoad && holder?.matches(".mark") ? FIGURE : MOST) : holder?.matches(".mark") ? MARKED / scaleOf(holder) : text.matches(".letter, .sign text") ? ON_TILE : MOST;
    const isRead = drawn * most >= READ && !(Number(text.dataset.needs) * scale < READ);
    if (text.matches(".sign text")) read.set(text.textContent, isRead || read.get(text.textContent) === true);
    text.style.display = isRead || text.closest(".piece") ? "" : "none";
    if (text.dataset.instead) text.style.display = isRead && Number(text.dataset.instead) * scale < READ ? "inline" : "none";
    const grown = isRead ? Math.min(more, most) : 1;
    // A mark whose figure has no room shows that it has one, as large as a mark may be that lies on no letter of a piece.
    if (holder?.matches(".mark")) holder.classList.toggle("bare", !isRead);
    if (holder) grow(holder, !isRead && ruled && holder.matches(".mark:not(.aside)") ? most : grown);
    else if (resize(text, Number(text.dataset.size) * grown) && text.dataset.room) resized.push(text);
  }
  fit(resized);
  for (const text of part.querySelectorAll("[data-uncut]")) {
    if (text.textContent !== (text.dataset.whole ?? text.textContent)) text.style.display = "none"; // a picture says it, too
  }
  if (part.localName === "svg") matchKey(read);
}

// The samples of signs beside the board have letters where those on the board are read: `read` tells it of each.
function matchKey(read) {
  for (const text of document.querySelectorAll("li[data-role] .sign text")) text.classList.toggle("unread", read.get(text.textContent) === false);
}

// A letter that stands beside the name of its square takes the middle where names are too small to be read.
function putBack(text, scale) {
  const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  text.dataset.beside ??= `${x} ${y - 0.36 * size}`;
  const [u, v, needed] = text.dataset.middle.split(" ").map(Number);
  const [a, b] = needed * scale < READ ? [u, v] : text.dataset.beside.split(" ").map(Number);
  text.setAttribute("x", a);
  text.setAttribute("y", (b + 0.36 * size).toFixed(3));
}

// Return how many times as large as its own units an element of a board was drawn, in tiles.
function scaleOf(element) {
  let scale = 1;
  for (let one = element; one && one.localName === "g"; one = one.parentNode) {
    scale *= Number((one.dataset.at ?? one.getAttribute("transform"))?.match(/scale\(([^ )]+)\)/)?.[1] ?? 1);
  }
  return scale;
}

// Give a text another size, with its middle line where it was; tell whether it had another one.
function resize(text, size) {
  const was = Number(text.getAttribute("font-size"));
  if (Math.abs(size - was) < 0.005) return false;
  text.setAttribute("font-size", size.toFixed(3));
  text.setAttribute("y", (Number(text.getAttribute("y")) + 0.36 * (size - was)).toFixed(3));
  return true;
}

// A number on a disc of its own, or in a mark, grows with it; a mark that stands aside of a piece goes on aside as it grows.
function grow(badge, more) {
  badge.dataset.at ??= badge.getAttribute("transform");
  const further = badge.matches(".aside") ? 1 + FURTHER * (more - 1) : 1;
  const at = further > 1 ? badge.dataset.at.replace(/translate\((\S+) (\S+)\)/, (_, x, y) => `translate(${x * further} ${y * further})`) : badge.dataset.at;
  const placed = more > 1 ? `${at} scale(${more.toFixed(3)})` : at;
  if (badge.getAttribute("transform") !== placed) badge.setAttribute("transform", placed);
}

// Return the point that a plate grows from, across and down, in parts of it: by itself its middle.
const originOf = (plate) => (plate.dataset.origin ?? ".5 .5").split(" ").map(Number);

// A plate grows with what stands on it, or goes away where it would hide too much of the board.
function growPlate(plate, more) {
  plate.style.display = more > NAME && !plate.closest(".near") ? "none" : "";
  plate.style.setProperty("--grown", more.toFixed(3));
  plate.style.transformOrigin = originOf(plate).map((part) => `${100 * part}%`).join(" ");
}

// Give texts that have become too long their room: letters move closer, then the end is cut off, as when they were drawn. They are measured
// without the room that they were given: letters that are stretched to a length are never shorter than that, and all but the first would go.
// All are written, then all are measured: each time that one is measured after another was written the whole page is styled anew.
function fit(texts) {
  for (const text of texts) {
    text.dataset.whole ??= text.textContent;
    text.textContent = text.dataset.whole;
    for (const name of ["textLength", "lengthAdjust"]) text.removeAttribute(name);
  }
  const long = texts.filter((text) => /\D/.test(text.dataset.whole) && text.getComputedTextLength() * CLOSEST > text.dataset.room); // half of a number is another one
  for (const text of long) text.textContent += "…";
  const begun = long.map(beginningOf);
  long.forEach((text, number) => {
    text.textContent = `${begun[number]}…`;
  });
  for (const text of texts.filter((one) => one.getComputedTextLength() > one.dataset.room)) {
    text.setAttribute("textLength", text.dataset.room);
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

// Return as much of a text, which ends with "…", as has room with that.
function beginningOf(text) {
  const { whole, room } = text.dataset;
  const dots = text.getSubStringLength(whole.length, 1);
  const begins = Array.from({ length: whole.length - 1 }, (_, at) => whole.slice(0, whole.length - 1 - at).trimEnd());
  return begins.find((begin) => (text.getSubStringLength(0, begin.length) + dots) * CLOSEST <= room) ?? whole[0];
}

// Return corners of what is written beside an order's ends, as large as it is seen from near: drawn smaller towards a point of its own.
export function platesOf(layer) {
  return [...layer.querySelectorAll(".plate > rect")].flatMap((plate) => {
    const { x, y, width, height } = plate.getBBox();
    const [across, down] = originOf(plate.parentNode).map((part) => (1 - NEAR) * part);
    return [0, NEAR].map((part) => [x + (across + part) * width, y + (down + part) * height]);
  });
}
