// The tip over the board, which tells of the place that is pointed at (pointed.js): for a pointer it stands in the first corner of the
// stage in which it covers nothing of the order that is drawn, above all not the chances of its ends.

import { coarse } from "./pointed.js";
import { at } from "./words.js";

const [EDGE, RULER] = [8, 28]; // pixels from the edges of the stage, and from its top, where the columns are numbered
const DRAWN = ".layer.over :is(.plate, text, circle, .piece), .layer.mine circle, #pinned";

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
