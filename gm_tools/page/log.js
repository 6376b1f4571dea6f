// The log of the game, in the place of the standings: a line a turn with what it brought, and below it what happened, a line an event.
// A line leads to its turn, and to its place, which is lit while it is pointed at. It is fetched when somebody opens it.

import * as board from "./board.js";
import { hint, lead } from "./events.js";
import { onPointed } from "./pointing.js";
import * as turns from "./turns.js";
import { at, data, make, plain, say } from "./words.js";

let isFetched = false;

export function begin() {
  at("tabs").hidden = !data.turn;
  for (const tab of at("tabs").children) tab.addEventListener("click", () => open(tab));
  at("log").addEventListener("focusin", ({ target }) => stop(target));
  at("log").addEventListener("keydown", go);
  document.addEventListener("turned", mark);
}

function open(tab) {
  at("told").classList.toggle("log", tab.dataset.shelf === "log");
  for (const one of at("tabs").children) one.setAttribute("aria-pressed", String(one === tab));
  if (tab.dataset.shelf === "log") fetchAll();
}

async function fetchAll() {
  if (isFetched) return;
  isFetched = true;
  try {
    const answer = await fetch(data.log, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    const entries = await answer.json();
    at("log").replaceChildren(...entries.reverse().map(entry)); // the newest first
    mark();
  } catch {
    isFetched = false; // the next time it is opened it may be there
    at("log").replaceChildren(make("li", "", say("nolog")));
  }
}

// What the turn before has told in the same words (a score that stays) is not told again; where that leaves no news, one line is enough.
function entry({ turn, news: all, events }, number, entries) {
  const item = make("li");
  const news = all.filter((one) => !entries[number + 1]?.news.includes(one));
  item.classList.toggle("brief", !news.length && events.length === 1);
  const head = line(turn, "");
  head.dataset.turn = turn;
  head.append(make("b", "", say("turn", { turn })), ` ${plain(news.join(" "))}`);
  const lines = make("ul");
  for (const text of events.map(plain)) {
    const one = make("li");
    one.append(line(turn, text));
    lines.append(one);
  }
  item.append(head, lines);
  return item;
}

function line(turn, text) {
  const button = make("button", "", text, () => show(turn, text));
  button.tabIndex = -1;
  // Where its pieces stood in another turn the board does not show.
  const begin = () => text && hint(text, turn === turns.state.shown);
  onPointed(button, begin, () => board.light([]));
  return button;
}

// Show a turn on the board, and the place of what happened in it.
async function show(turn, text) {
  if (turn !== turns.state.shown) await turns.step(turn);
  at("stage").scrollIntoView({ block: "nearest" });
  if (text) lead(text);
}

// The turn that is shown stands out, and is where the Tab key comes in.
function mark() {
  for (const head of at("log").querySelectorAll("[data-turn]")) {
    if (Number(head.dataset.turn) === turns.state.shown) head.setAttribute("aria-current", "true");
    else head.removeAttribute("aria-current");
  }
  const current = at("log").querySelector("[aria-current]");
  if (current && !at("log").contains(document.activeElement)) stop(current);
}

// Of hundreds of lines the Tab key stops at one.
function stop(button) {
  for (const one of at("log").querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
  button.tabIndex = 0;
}

// The arrow keys go from line to line.
function go(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const all = [...at("log").querySelectorAll("button")];
  all[all.indexOf(document.activeElement) + by]?.focus();
}
