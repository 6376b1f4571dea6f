// The best orders of a seat, worked out by a second engine in no hurry: pointing at one draws its way, a click writes it.
// Whoever wants to find orders without help switches them off, and this browser remembers it.

import { think } from "./engine.js";
import { onPointed } from "./pointing.js";
import { isTight } from "./steady.js";
import { at, fill, make, memory, plain, say } from "./words.js";

const COUNT = 5; // as many as the words `best2` to `best5` have names for
const [WHOLE, BESIDE_FIGURES] = [26, 20]; // signs up to which an order has a line for itself: beside words, which can go on in another, and beside figures
const [SECOND, MOST] = [15, 24]; // pixels more that a row has for a second line, and at most
const [SAID, KEPT] = [["said", "answer", "folds"], 150]; // what is said of an order, and pixels that stay free for it: so far the list stands still
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
  document.addEventListener("answered", spread);
  addEventListener("resize", spread);
  const sizes = new ResizeObserver(() => requestAnimationFrame(spread));
  for (const name of ["text", "means"]) sizes.observe(at(name));
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
  fill(place, [waiting(bar), keyOf({ notes: [""] })]);
  spread();
  const heard = (share) => {
    bar.value = share;
  };
  const answer = await think(heard, "best", mark, hand, COUNT).catch(() => ({ choices: [], columns: [] }));
  if (!isWanted()) return;
  at("best").hidden = !answer.choices.length;
  at("best-title").textContent = titleOf(answer);
  at("best").style.setProperty("--title", at("best-title").textContent.length);
  fill(place, [tableOf(answer), keyOf(answer)]);
  spread();
  document.documentElement.dataset.best = mark;
}

// The title says how many there are.
export function titleOf({ only, choices }) {
  return say(only ? "only" : choices.length > 1 ? `best${choices.length}` : "best");
}

// Beside the board the list stands still below the room that most of what is said of an order takes, and its rows have what is left.
function spread() {
  const [box, panel] = [at("best"), at("best").parentElement];
  const rows = isTight() ? box.querySelectorAll("tbody tr").length : 0;
  if (!rows || box.hidden) return;
  const style = getComputedStyle(panel);
  const [gap, ...edges] = [style.rowGap, style.paddingTop, style.paddingBottom].map(parseFloat);
  const high = (isCounted) => [...panel.children].reduce((sum, one) => sum + (isCounted(one) && one.offsetHeight ? one.offsetHeight + gap : 0), 0);
  const [said, hint] = [({ id }) => SAID.includes(id), ({ id }) => id === "hint"];
  const others = high((one) => !said(one) && !hint(one)) - rows * Number(box.dataset.more ?? 0);
  const free = panel.clientHeight - edges[0] - edges[1] + gap - others - Math.max(high(said), KEPT);
  const more = Math.max(0, Math.min(MOST, Math.floor(free / rows)));
  box.dataset.more = more;
  box.style.setProperty("--more", `${more}px`);
  box.style.setProperty("--above", `${Math.max(0, KEPT - high(said) - high(hint) + Math.min(0, free))}px`);
  box.classList.toggle("roomy", more >= SECOND);
}

// As many rows as there will be, so that nothing jumps.
function waiting(bar) {
  const [box, head, first] = [make("table", "waits"), make("thead"), make("th")];
  first.append(make("span", "", say("thinking")), bar);
  head.append(make("tr"));
  head.firstChild.append(first);
  const body = make("tbody");
  for (let number = 0; number < COUNT; number += 1) {
    body.append(make("tr"));
    body.lastChild.append(make("td"));
  }
  box.append(head, body);
  return box;
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
  key.addEventListener("toggle", spread);
  return key;
}

function told(cell, isText) {
  return Object.assign(make("td", isText ? "words" : "", cell), { title: !isText && isMean(cell) ? say("mean", { figure: cell }) : cell });
}

const isMean = (cell) => /^[\d/]*\d[.,]\d[\d.,/]*$/.test(cell);

// Return what can come of an order in a line: the worst, and where it ends.
function lineOf({ risks = [], grave = false, ends = [] }) {
  const line = make("span", "more");
  const [end] = ends.length === 1 ? ends : [];
  if (risks.length) line.append(make("b", grave ? "grave" : "", plain(risks[0])), " ");
  if (end) line.append(make("span", "", `${end.place} ${end.heading}`), " ", make("span", "", end.figures));
  else line.append(...ends.flatMap(({ chance, place }) => [make("span", "", `${chance} ${place}`), " "]));
  return line;
}

function rowOf({ order, cells, others, overlay, ...after }, columns) {
  const row = make("tr");
  const button = make("button", order.length > (columns.some(({ isText }) => isText) ? WHOLE : BESIDE_FIGURES) ? "mono" : "mono whole", order, () => choose.write(order)); // as large as the row
  if (others) button.title = say(others === 1 ? "alike1" : "alike", { n: others });
  const first = make("td");
  const line = lineOf(after);
  first.append(button, ...(line.hasChildNodes() ? [line] : []));
  row.append(first, ...cells.map((cell, number) => told(cell, columns[number].isText)));
  onPointed(row, () => choose.preview(order, overlay), () => choose.preview(""));
  row.addEventListener("click", ({ target }) => target === button || choose.write(order)); // its figures, too
  return row;
}
