// Names and other words on a board: where they stand, and how names of lines step aside of what the page lays over them, as they do in
// pictures (gm_tools/render/drawing/gates.py).

// Put the names of a board where they lie under nothing that is `taken` (middles, and half of the width and of the height) and on no
// other name, as far as there is such a place; else where they stood.
export function stepAside(board, taken) {
  const placed = [];
  for (const plate of board.querySelectorAll(".plate[data-others]")) {
    const { x, y, halfWide, halfHigh } = sizeUp(plate);
    const hits = ([u, v]) => [placed, taken].map((all) => all.filter(([a, b, wide, high]) => Math.abs(a - u) < wide + halfWide && Math.abs(b - v) < high + halfHigh).length);
    const places = [[x, y], ...plate.dataset.others.split(",").map((move) => move.split(" ").map(Number)).map(([dx, dy]) => [x + dx, y + dy])];
    const costs = places.map(hits);
    const least = costs.reduce((best, [names, marks], at) => (names < costs[best][0] || (names === costs[best][0] && marks < costs[best][1]) ? at : best), 0);
    placed.push([...places[least], halfWide, halfHigh]);
    move(plate, places[least][0] - x, places[least][1] - y);
  }
}

// Return the middle of a plate where it was drawn, and half of its width and of its height, as large as it is shown.
function sizeUp(plate) {
  const [rect] = plate.children;
  const [left, top, wide, high] = ["x", "y", "width", "height"].map((name) => Number(rect.dataset[name] ?? rect.getAttribute(name)));
  const grown = plate.closest(".near") ? NEAR : Number(plate.style.getPropertyValue("--grown") || 1);
  return { x: left + wide / 2, y: top + high / 2, halfWide: (wide * grown) / 2, halfHigh: (high * grown) / 2 };
}

// Return where what is to be read stands on a board beside its pieces: the boxes (middle, half of the width and of the height) of names
// of lines, of panels and of words, nearly, so that nothing is laid out anew: those are `least` tiles high at least, or too small to be
// shown (see letters.js). Letters that stand all over an area are none of them.
export function wordsOf(board, least = 0) {
  const seen = (kind) => [...board.querySelectorAll(kind)].filter((one) => one.style.display !== "none" && !one.closest(".piece,.layer"));
  const plates = seen(".plate").map(sizeUp).map(({ x, y, halfWide, halfHigh }) => [x, y, halfWide, halfHigh]);
  const panels = seen(".panel").map(boxOfPanel).map(([left, top, wide, high]) => [left + wide / 2, top + high / 2, wide / 2, high / 2]);
  const words = seen("text:not(.letter,.edge-ruler,.tick,.plate text,.sign text)").filter(({ dataset }) => !(Number(dataset.needs) < SHOWN * least));
  return [...plates, ...panels, ...words.map((text) => boxOfWord(text, least))];
}

// Leave out the names of squares, and what is written along the start, that the edge of what is seen (left, top, right, bottom) or a piece (its box) cuts: half of a number is
// another number. Letters are `least` tiles high at least.
export function hideCut(board, [left, top, right, bottom], least, pieces) {
  for (const text of board.querySelectorAll("text")) {
    const isTurned = text.parentNode.getAttribute("transform")?.includes("rotate(-90"); // the word at the start
    if (!isTurned && !/^\d+\.\d+$/.test(text.textContent)) continue;
    const [x, y, wide, high] = boxOfWord(text, least);
    const isWhole = x - wide >= left && x + wide <= right && y - high >= top && y + high <= bottom && !pieces.some(([u, v, half, tall]) => Math.abs(u - x) < half + CUT * wide && Math.abs(v - y) < tall + CUT * high);
    const shown = isWhole ? "" : "hidden";
    if (text.style.visibility !== shown) text.style.visibility = shown;
  }
  hidePanels(board, [left, top, right, bottom]);
}

const boxOfPanel = (panel) => ["x", "y", "width", "height"].map((name) => Number(panel.getAttribute(name)));

// Leave out the panels that the edge cuts, with the words, dice and cars on them: half a die is none.
function hidePanels(board, [left, top, right, bottom]) {
  for (const panel of board.querySelectorAll("rect:is(.panel,.panel_next)")) {
    const [x, y, wide, high] = boxOfPanel(panel);
    const isSeen = x < right && x + wide > left && y < bottom && y + high > top;
    const isCut = isSeen && (x < left - SLIP || x + wide > right + SLIP || y < top - SLIP || y + high > bottom + SLIP);
    if (!isCut && !panel.style.visibility) continue;
    const things = [...panel.parentNode.querySelectorAll(":scope>:is(text,g[transform])")].filter((one) => {
      const [u, v] = one.getAttribute("transform")?.match(/[-.\d]+/g) ?? ["x", "y"].map((name) => one.getAttribute(name));
      return u > x && u < x + wide && v > y && v < y + high;
    });
    for (const { style } of [panel, ...things]) style.visibility = isCut ? "hidden" : "";
  }
}

const SLIP = 0.3; // tiles of a panel beyond the edge that nobody misses

const CUT = 0.6; // how much of a half of a name stays free where no digit of it is hidden
const [HALF, SHOWN] = [0.34, 0.9]; // of a letter's breadth, of its height; of what it grows to, below which it is left out

function boxOfWord(text, least) {
  const [x, y, own] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  const size = Math.max(own, least);
  const half = HALF * size * text.textContent.length;
  const [u, v] = [x + (text.getAttribute("text-anchor") === "start" ? half : 0), y - 0.36 * own];
  const group = text.parentNode;
  const isOnGround = group.parentNode.parentNode?.localName === "svg"; // whose units these are
  const place = isOnGround ? null : group.getAttribute("transform")?.match(/translate\((\S+) (\S+)\)( rotate)?/);
  if (!place) return [u, v, half, size / 2];
  const [dx, dy] = place.slice(1, 3).map(Number);
  return place[3] ? [dx, dy, size / 2, half] : [dx + u, dy + v, half, size / 2]; // words that are turned stand upright, round their middle
}

const NEAR = 0.6; // how large plates are on a board that is seen from near, as styles/drawn.css has them

function move(plate, dx, dy) {
  for (const one of plate.children) {
    for (const [name, by] of [["x", dx], ["y", dy]]) {
      one.dataset[name] ??= one.getAttribute(name);
      const place = (Number(one.dataset[name]) + by).toFixed(2);
      if (Number(one.getAttribute(name)) !== Number(place)) one.setAttribute(name, place);
    }
  }
}
