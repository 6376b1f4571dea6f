// What a mouse or fingers do on the stage: a tap, a drag, a pinch, or only pointing.

import { isAimedBefore } from "./pointing.js";

const STILL = 6; // pixels that a pointer may stray and still taps

let pointers = new Map(); // where those are that are down, by their ids
let [pinched, moved] = [0, false]; // how far two were apart, and whether any has been dragged

// Hear what is done on the stage; `turned()` is when what lies on it moved by itself.
export function begin(stage, { turned, tap, drag, pinch, hover }) {
  stage.addEventListener("pointerdown", (event) => {
    if (event.button || isAimedBefore(event, turned())) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    moved = pointers.size > 1;
  });
  stage.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) {
      if (event.pointerType === "mouse") hover(event);
      return;
    }
    const [x, y] = pointers.get(event.pointerId);
    const [right, down] = [event.clientX - x, event.clientY - y];
    if (pointers.size === 2) {
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      const [[a, b], [c, d]] = [...pointers.values()];
      const far = Math.hypot(a - c, b - d);
      if (pinched) pinch(far / pinched, (a + c) / 2, (b + d) / 2);
      pinched = far;
      return;
    }
    if (!moved && Math.hypot(right, down) < STILL) return;
    if (!moved) hover(null); // what was pointed at is left behind
    moved = true;
    if (drag(right, down)) pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  stage.addEventListener("pointerup", (event) => {
    const was = pointers.delete(event.pointerId);
    pinched = 0;
    if (was && !moved && !pointers.size) tap(event);
  });
  stage.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  stage.addEventListener("pointerleave", () => hover(null));
}

// Let go of every pointer: what it does from now on is no tap and no drag.
export const release = () => pointers.clear();
