// Own marks on the board: arrows and rings that only this browser shows, drawn with the right button or a finger that is held down.

import * as board from "./board.js";
import { release } from "./gestures.js";
import { state } from "./turns.js";
import { at, data, memory } from "./words.js";

const HOLD = 500; // milliseconds after which a finger draws
const STILL = 8; // pixels that it may tremble meanwhile

let from = null; // the place where the arrow begins that is being drawn
let timer = 0; // of a finger that may be held down
let begun = [0, 0];

const slot = () => `marks ${data.table} ${state.shown}`;

function drawn() {
  try {
    return JSON.parse(memory.get(slot()) ?? "[]");
  } catch {
    return []; // somebody else's
  }
}

export function begin() {
  const stage = at("stage");
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", (event) => {
    if (from) show([...drawn(), [from, board.placeOf(event)]]);
    else if (Math.hypot(event.clientX - begun[0], event.clientY - begun[1]) > STILL) clearTimeout(timer);
  });
  stage.addEventListener("pointerup", (event) => {
    clearTimeout(timer);
    if (from) toggle([from, board.placeOf(event)]);
    from = null;
  });
  stage.addEventListener("pointercancel", () => {
    clearTimeout(timer);
    from = null;
    show();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.closest("input, textarea, select")) keep([]);
  });
  at("wipe").addEventListener("click", () => keep([]));
  document.addEventListener("presented", () => show());
  show();
}

function down(event) {
  clearTimeout(timer);
  from = null;
  if (event.button === 2) from = board.placeOf(event);
  else if (event.pointerType === "touch" && event.isPrimary) {
    begun = [event.clientX, event.clientY];
    timer = setTimeout(() => {
      release();
      from = board.placeOf(event);
      show([...drawn(), [from, from]]);
    }, HOLD);
  }
}

// Draw a mark, or take the same one away again.
function toggle(mark) {
  const text = JSON.stringify(mark);
  const others = drawn().filter((one) => JSON.stringify(one) !== text);
  keep(others.length < drawn().length ? others : [...others, mark]);
}

function keep(marks) {
  memory.set(slot(), marks.length ? JSON.stringify(marks) : "");
  show();
}

function show(marks = drawn()) {
  at("wipe").hidden = !marks.length;
  board.draw("own", marks.map(shape).join(""));
}

// Return an arrow as SVG; one that ends where it begins is a ring round the place.
function shape([[x, y], [u, v]]) {
  const far = Math.hypot(u - x, v - y);
  if (far < 0.5) return twice((kind) => `<circle cx="${x}" cy="${y}" r=".66" class="${kind}"/>`);
  const [dx, dy] = [(u - x) / far, (v - y) / far];
  const along = (step, aside = 0) => `${(u + dx * step - dy * aside).toFixed(2)} ${(v + dy * step + dx * aside).toFixed(2)}`;
  const way = `M${along(0.3 - far)}L${along(-0.1)}M${along(-0.65, 0.42)}L${along(-0.1)}L${along(-0.65, -0.42)}`;
  return twice((kind) => `<path d="${way}" class="${kind}"/>`);
}

function twice(draw) {
  return draw("arrow case") + draw("arrow");
}
