// A press lasts from the finger's coming down to the click that it becomes: what is shown anew meanwhile would take its button away.

const SETTLED = 50; // milliseconds after which a finger that was lifted has become a click, if it does
let held = null;
const waiting = new Map();

addEventListener("pointerdown", ({ target }) => (held = target), true);
addEventListener("pointerup", () => setTimeout(letGo, SETTLED), true);
for (const kind of ["click", "pointercancel"]) addEventListener(kind, () => setTimeout(letGo), true);

function letGo() {
  held = null;
  const shows = [...waiting.values()];
  waiting.clear();
  for (const show of shows) show();
}

// Show something in a place: at once, or when the press that is on it has been a click.
export function showIn(place, show) {
  if (held && place.contains(held)) waiting.set(place, show);
  else show();
}
