// Who acts when, above a board on which seats act one after the other: the round that is played, what each holds, the round after.

import { at, badge, make, say } from "./words.js";

// Show the order of play that a board carries with it; boards of other games carry none.
export function show(board) {
  const line = at("queue");
  line.hidden = !board.dataset.queue;
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
}

function draw(go) {
  const item = wrapped("li", mark(go));
  item.className = go.done ? "acted" : go.next ? "acts" : "";
  item.append(make("span", "", go.note), ...go.chips.map((chip) => make("i", "", chip)));
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
