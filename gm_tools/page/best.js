// The best orders of a seat, worked out by a second engine in no hurry: pointing at one draws its way, a click writes it.
// Whoever wants to find orders without help switches them off, and this browser remembers it.

import { think } from "./engine.js";
import { onPointed } from "./pointing.js";
import { at, fill, make, memory, say } from "./words.js";

const COUNT = 5; // as many as the words `best2` to `best5` have names for
const [WHOLE, BESIDE_FIGURES] = [26, 20]; // signs up to which an order has a line for itself: beside words, which can go on in another, and beside figures
const choose = { write: () => {}, preview: () => {} }; // what is done with one
let asked = null; // whose orders are asked for, until they are looked for

export function begin(callbacks) {
  Object.assign(choose, callbacks);
  at("helps").addEventListener("click", () => {
    memory.set("help", isOn() ? "off" : "");
    paint();
    look();
  });
  paint();
}

const isOn = () => memory.get("help") !== "off";

function paint() {
  at("helps").setAttribute("aria-checked", String(isOn()));
  at("best").classList.toggle("off", !isOn());
}

export function hide() {
  at("best").hidden = true;
  asked = null;
}

// Show the best orders of a seat with a hand; `isWanted` tells whether they are still asked for once they are found.
export function show(...wanted) {
  at("best").hidden = false;
  asked = wanted;
  look();
}

// Look for what is asked for, unless no help is wanted.
async function look() {
  if (!asked || !isOn()) return;
  const [mark, hand, isWanted] = asked;
  asked = null;
  at("best-title").textContent = say("best");
  const place = at("best").lastElementChild;
  const bar = make("progress");
  bar.setAttribute("aria-label", say("thinking"));
  fill(place, [make("p", "hint", say("thinking")), bar]);
  const heard = (share) => {
    bar.value = share;
  };
  const answer = await think(heard, "best", mark, hand, COUNT).catch(() => ({ choices: [], columns: [] }));
  if (!isWanted()) return;
  at("best").hidden = !answer.choices.length;
  at("best-title").textContent = titleOf(answer);
  fill(place, [tableOf(answer), keyOf(answer)]);
  document.documentElement.dataset.best = mark;
}

// The title says how many there are.
export function titleOf({ only, choices }) {
  return say(only ? "only" : choices.length > 1 ? `best${choices.length}` : "best");
}

function tableOf({ columns, choices }) {
  const head = make("tr");
  const titles = [{ title: say("order"), meaning: "" }, ...columns];
  head.append(...titles.map(({ title, meaning, isText }) => Object.assign(make("th", isText ? "words" : "", title), { scope: "col", title: meaning })));
  const [thead, tbody, box] = [make("thead"), make("tbody"), make("table")];
  thead.append(head);
  tbody.append(...choices.map((one) => rowOf(one, columns)));
  box.append(thead, tbody);
  return box;
}

// What the orders are ranked by and what their figures mean, for a pointer, a key and a finger alike
function keyOf({ notes = [] }) {
  const key = make("details", "fold");
  key.append(make("summary", "", say("ranked")), ...notes.map((note) => make("p", "hint", note)));
  key.hidden = !notes.length;
  return key;
}

function told(cell, isText) {
  return Object.assign(make("td", isText ? "words" : "", cell), { title: !isText && isMean(cell) ? say("mean", { figure: cell }) : cell });
}

const isMean = (cell) => /^[\d/]*\d[.,]\d[\d.,/]*$/.test(cell);

function rowOf({ order, cells, others, overlay }, columns) {
  const row = make("tr");
  const button = make("button", order.length > (columns.some(({ isText }) => isText) ? WHOLE : BESIDE_FIGURES) ? "mono" : "mono whole", order, () => choose.write(order)); // as large as the row
  if (others) button.title = say(others === 1 ? "alike1" : "alike", { n: others });
  const first = make("td");
  first.append(button);
  row.append(first, ...cells.map((cell, number) => told(cell, columns[number].isText)));
  onPointed(row, () => choose.preview(order, overlay), () => choose.preview(""));
  row.addEventListener("click", ({ target }) => target === button || choose.write(order)); // its figures, too
  return row;
}
