// Pointing at something, by a pointer or the focus. What comes to be under a pointer that rests is pointed at, too: browsers do not tell of that reliably.

const PATIENCE = 1000; // milliseconds after which whoever has not moved the pointer has seen what is under it now

let place = null; // where a mouse is
let moved = -Infinity; // when it came there

addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
  place = pointerType === "mouse" ? [clientX, clientY] : null;
  moved = performance.now();
}, { capture: true, passive: true });

// Tell whether a mouse was aimed before something else came to be under it at a moment, and is pressed right after.
export const isAimedBefore = ({ pointerType }, moment) => pointerType === "mouse" && moved < moment && performance.now() - moment < PATIENCE;

// Have it heard when an element, which need not be on the page yet, is pointed at, and when it no longer is.
export function onPointed(element, begin, end) {
  for (const kind of ["mouseenter", "focusin"]) element.addEventListener(kind, begin);
  for (const kind of ["mouseleave", "focusout"]) element.addEventListener(kind, end);
  requestAnimationFrame(() => {
    if (place && element.isConnected && element.contains(document.elementFromPoint(...place))) begin();
  });
}
