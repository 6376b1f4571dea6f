// Who acts when, above a board on which seats act one after the other: the round that is played, what each holds, the round after.

import { isTight } from "./steady.js";
import { at, badge, make, reveal, say } from "./words.js";

const LEAST = 0.8; // of its size: no letter is smaller than ten pixels then

new ResizeObserver(fit).observe(at("queue"));

// Below the board's bar it is one line, as small as that asks for, so that the board stands still from turn to turn: where that is too
// small, and on a telephone, the chips of each stand below its shift.
function fit() {
  const line = at("queue");
  line.classList.remove("long");
  line.classList.toggle("close", !isTight());
  line.style.removeProperty("--fit");
  if (line.hidden || !isTight()) return;
  line.classList.toggle("close", shareOf(line) < LEAST);
  const share = shareOf(line);
  line.classList.toggle("long", share < LEAST);
  if (share >= LEAST && share < 1) line.style.setProperty("--fit", share);
}

// Return how large the parts of the line may be to stand side by side.
function shareOf(line) {
  const widths = [...line.children].map((part) => part.getBoundingClientRect().width).filter(Boolean);
  const { paddingLeft, paddingRight, columnGap } = getComputedStyle(line); // what is too long fills the padding at its end
  const free = line.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - (widths.length - 1) * parseFloat(columnGap);
  return free / widths.reduce((sum, width) => sum + width, 0) - 0.003;
}

// Show the order of play that a board carries with it; boards of other games carry none.
export function show(board) {
  const line = at("queue");
  reveal("queue", Boolean(board.dataset.queue));
  if (line.hidden) return;
  const { title, goes, next_title: nextTitle, next, words } = JSON.parse(board.dataset.queue);
  const now = make("ol", "goes");
  now.append(...goes.map(draw));
  const parts = [wrapped("div", make("small", "", title), now)];
  if (next.length) {
    const after = make("ol", "after");
    after.append(...next.map((one) => wrapped("li", mark(one))));
    parts.push(wrapped("div", make("small", "", nextTitle), after));
  }
  if (words) parts.push(make("small", "words", words));
  line.replaceChildren(...parts);
  fit();
}

function draw(go) {
  const item = wrapped("li", mark(go));
  item.className = go.done ? "acted" : go.next ? "acts" : "";
  const chips = wrapped("span", ...go.chips.map((chip) => make("i", "", chip)));
  chips.className = "chips";
  if (go.later) {
    const chip = make("i", "later", go.later);
    chip.title = say("later");
    chips.append(chip);
  }
  item.append(make("span", "", go.note), chips);
  if (go.done) {
    const tick = make("em", "", "✓");
    tick.title = say("acted");
    item.append(tick);
  }
  return item;
}

function mark(one) {
  const shown = badge(one);
  if (!one.flipped) return shown;
  const lies = make("s", "", "!");
  lies.title = say("flipped");
  shown.append(lies);
  return shown;
}

function wrapped(kind, ...elements) {
  const item = make(kind);
  item.append(...elements);
  return item;
}
