// The log of the game: a line a turn with what it brought, and below it what happened, a line an event. A click leads to the turn, and
// to the place. It is fetched when somebody opens it.

import { lead } from "./events.js";
import * as turns from "./turns.js";
import { at, data, make, plain, say } from "./words.js";

let isFetched = false;

const list = () => at("log").querySelector("ol");

export function begin() {
  at("log").hidden = !data.turn;
  at("log").addEventListener("toggle", fetchAll);
  document.addEventListener("turned", mark);
}

async function fetchAll() {
  if (isFetched || !at("log").open) return;
  isFetched = true;
  try {
    const answer = await fetch(data.log, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    const entries = await answer.json();
    list().replaceChildren(...entries.reverse().map(entry)); // the newest first
    mark();
  } catch {
    isFetched = false; // the next time it is opened it may be there
    list().replaceChildren(make("li", "", say("nolog")));
  }
}

function entry({ turn, news, events }) {
  const item = make("li");
  const head = make("button", "", "", () => show(turn));
  head.dataset.turn = turn;
  head.append(make("b", "", say("turn", { turn })), ` ${plain(news.join(" "))}`);
  const lines = make("ul");
  for (const text of events.map(plain)) {
    lines.append(make("li", "", text, () => show(turn, text)));
  }
  item.append(head, lines);
  return item;
}

// Show a turn on the board, and the place of what happened in it.
async function show(turn, text = "") {
  if (turn !== turns.state.shown) await turns.step(turn);
  at("stage").scrollIntoView({ block: "nearest" });
  if (text) lead(text);
}

// The turn that is shown stands out.
function mark() {
  for (const head of list().querySelectorAll("button")) {
    if (Number(head.dataset.turn) === turns.state.shown) head.setAttribute("aria-current", "true");
    else head.removeAttribute("aria-current");
  }
}
