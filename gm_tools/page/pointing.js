// Pointing at something, by a pointer or the focus. What comes to be under a pointer that rests is pointed at, too: browsers do not tell of that reliably.

let place = null; // where a mouse is

addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
  place = pointerType === "mouse" ? [clientX, clientY] : null;
}, { capture: true, passive: true });

// Have it heard when an element, which need not be on the page yet, is pointed at, and when it no longer is.
export function onPointed(element, begin, end) {
  for (const kind of ["mouseenter", "focusin"]) element.addEventListener(kind, begin);
  for (const kind of ["mouseleave", "focusout"]) element.addEventListener(kind, end);
  requestAnimationFrame(() => {
    if (place && element.isConnected && element.contains(document.elementFromPoint(...place))) begin();
  });
}
