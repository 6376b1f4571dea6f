// What moves the camera over the board: buttons, wheel, keys, the small picture; and the list of all keys of the page.

import * as board from "./board.js";
import { at } from "./words.js";

const STEP = 1.25; // of a button or a key
const NOTCH = 1.15; // of the wheel

export function begin() {
  at("stage").addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      if (event.deltaY) board.zoomAt(event.deltaY < 0 ? NOTCH : 1 / NOTCH, event.clientX, event.clientY);
    },
    { passive: false },
  );
  at("view").addEventListener("click", ({ target }) => {
    if (!target.dataset.view) return;
    board.view(target.dataset.view);
    if (target.checkVisibility({ visibilityProperty: true })) return;
    (target.nextElementSibling ?? target.previousElementSibling).focus(); // on a telephone the one button gives way to the other
  });
  at("small").addEventListener("click", board.swap);
  at("nearer").addEventListener("click", () => board.magnify(STEP));
  at("farther").addEventListener("click", () => board.magnify(1 / STEP));
  at("zooms").hidden = false;
  at("help").addEventListener("click", help);
  at("shut").addEventListener("click", () => at("shortcuts").close());
  document.addEventListener("keydown", keyed);
}

function help() {
  at("shortcuts").showModal();
}

// These keys are for the board wherever the focus is, but where somebody writes.
function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, dialog")) return;
  const actions = {
    "+": () => board.magnify(STEP),
    "=": () => board.magnify(STEP),
    "-": () => board.magnify(1 / STEP),
    0: board.reset,
    z: board.swap,
    "?": help,
  };
  const act = actions[event.key.toLowerCase()];
  if (!act) return;
  act();
  event.preventDefault();
}
