// The tip over the board, which tells of the place that is pointed at. Under a finger it stands beside that place; for a pointer in the
// first corner of the stage in which it covers nothing of the order that is drawn, above all not the chances of its ends.

import { at, say } from "./words.js";

const APART = 28; // pixels between a place and what is said of it: the finger is there
const [EDGE, RULER] = [8, 28]; // pixels that it keeps off the edges of the stage, and off its top, where the columns are numbered
const DRAWN = ".layer.over :is(.plate, text, circle, .piece), .layer.mine circle, #pinned";

const coarse = matchMedia("(pointer: coarse)");

let isDue = false;
let pointer = null;

export function begin() {
  const observer = new MutationObserver(() => {
    if (isDue || coarse.matches || !at("pointed").textContent) return;
    isDue = true;
    requestAnimationFrame(settle);
  });
  observer.observe(at("pointed"), { childList: true });
  observer.observe(at("stage"), { childList: true, subtree: true });
  at("stage").addEventListener("pointermove", ({ clientX, clientY }) => {
    pointer = [clientX, clientY];
  });
}

function settle() {
  isDue = false;
  const [tip, stage] = [at("pointed"), at("stage")];
  const [box, { width, height }] = [stage.getBoundingClientRect(), tip.getBoundingClientRect()];
  const [low, right] = [box.height - height - EDGE, box.width - width - EDGE];
  const drawn = [...stage.querySelectorAll(DRAWN)].map((one) => one.getBoundingClientRect());
  if (pointer) drawn.push(new DOMRect(pointer[0] - EDGE, pointer[1] - EDGE, 2 * EDGE, 2 * EDGE));
  const covers = ([x, y]) => drawn.filter((one) => one.left < box.left + x + width && one.right > box.left + x && one.top < box.top + y + height && one.bottom > box.top + y).length;
  const corners = [[EDGE, low], [right, low], [EDGE, RULER], [right, RULER]];
  const least = Math.min(...corners.map(covers));
  const [x, y] = corners.find((corner) => covers(corner) === least);
  tip.style.inset = `${stage.offsetTop + y}px auto auto ${stage.offsetLeft + x}px`;
}

// Stand what is said by a place on the board, in the board's own units; above it, or below where there is no room.
export function stand([x, y]) {
  if (!coarse.matches) return;
  const { style } = at("pointed");
  style.inset = "";
  const place = new DOMPoint(x, y).matrixTransform(at("stage").querySelector("svg > g").lastElementChild.getScreenCTM());
  const stage = at("stage").getBoundingClientRect();
  const box = at("stage").parentElement.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = at("pointed");
  const left = Math.min(Math.max(place.x - wide / 2, stage.left + EDGE), stage.right - wide - EDGE);
  const above = place.y - APART - high;
  const top = above > stage.top + EDGE ? above : place.y + APART;
  style.inset = `${top - box.top}px auto auto ${left - box.left}px`;
}

// Say at a place why a tap on it writes nothing.
export function refuse(tile, isOwn, place) {
  at("pointed").textContent = isOwn ? say("here") : tile ? say("unreached", tile) : say("nowhere");
  at("stage").classList.remove("pointing");
  stand(place);
}
