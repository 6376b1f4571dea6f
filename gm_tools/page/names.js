// Names of lines on a board: each steps aside of what the page lays over it, as it does in pictures (gm_tools/render/drawing/gates.py).

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
