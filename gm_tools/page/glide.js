// The camera's way from one part of the board to the next: it glides as long as the pieces move, so that the eye can follow.

import { MOVE } from "./pieces.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let way = null; // where the camera comes from, since when, and what draws the board again on the way

// Set out from a part of the board that is seen now; `draw` shows the board again, with what `towards` returns.
export function from(part, draw) {
  if (calm.matches) return;
  way = { part, begun: performance.now(), draw };
}

// Be there at once: whoever moves the camera by hand does not wait for it.
export function end() {
  way = null;
}

// Return the part of the board that is seen now on the way to another one, and go on if it is not reached yet.
export function towards(part) {
  if (!way) return part;
  const share = (performance.now() - way.begun) / MOVE;
  if (share >= 1) {
    end();
    return part;
  }
  cancelAnimationFrame(way.next);
  way.next = requestAnimationFrame(way.draw);
  const eased = share * share * (3 - 2 * share);
  return part.map((value, number) => way.part[number] + (value - way.part[number]) * eased);
}
