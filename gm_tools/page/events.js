// What happened, a line a seat, the news first: what is about several seats, or about nobody, is what everybody looks for.

import * as board from "./board.js";
import { onPointed } from "./pointing.js";
import { at, data, make, say } from "./words.js";

const FEW = 6; // lines up to which a list stays as it is

export function group() {
  for (const list of at("rest").querySelectorAll("ul.told")) if (!list.dataset.grouped) regroup(list);
  for (const line of at("rest").querySelectorAll("section > p:only-of-type")) leadFrom(line, line.textContent); // the only thing that happened
  for (const row of at("standings").querySelectorAll("tbody tr")) {
    const mark = row.querySelector("th b")?.textContent;
    if (!mark) continue;
    onPointed(row, () => board.lightSeats([mark]), () => board.light([]));
    row.tabIndex = 0;
    row.querySelector("th:has(b)").title = say("find");
    row.addEventListener("click", () => show(mark));
    row.addEventListener("keydown", ({ key, target }) => key === "Enter" && target === row && show(mark));
  }
  // How an order is written stands beside its box already.
  for (const line of at("rest").querySelectorAll(":is(p, li)")) if (!data.over && line.textContent === at("hint").textContent) line.hidden = true;
  headlines();
}

// Turn the board to a car, and have its tile blink.
function show(mark) {
  const [piece] = board.pieces().get(mark) ?? [];
  if (!piece) return;
  board.turnTo([piece.x, piece.y]);
  board.lightSeats([mark]);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const one of at("stage").querySelectorAll(".lit")) one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350, iterations: 3 });
}

function seatOf(text) {
  const found = text.match(/^(\S+?):? /);
  return found && data.seats.some(({ mark }) => mark === found[1]) && !/^\S+ \S+ \S{1,3} crash/.test(text) ? found[1] : "";
}

function regroup(list) {
  list.dataset.grouped = "1";
  const lines = [...list.children];
  const groups = new Map();
  const news = [];
  for (const line of lines) {
    const seat = seatOf(line.textContent);
    if (!seat || seatsIn(line.textContent).some((mark) => mark !== seat)) news.push(line);
    else groups.set(seat, [...(groups.get(seat) ?? []), line]);
  }
  if (lines.length > FEW) {
    for (const line of news) line.classList.add("news");
    const folded = [...groups].map(([, [first, ...others]]) => {
      if (!others.length) return first;
      const more = make("details");
      const inner = make("ul");
      inner.append(...others);
      more.append(make("summary", "", say("more", { n: others.length })), inner);
      first.append(" ", more);
      return first;
    });
    list.replaceChildren(...news, ...folded);
    list.classList.remove("long");
  }
  for (const line of list.querySelectorAll("li")) leadFrom(line, line.firstChild?.textContent ?? line.textContent);
}

// A line of what happened lights its place while it is pointed at, by a pointer or the focus, and leads there.
function leadFrom(line, text) {
  if (!placeIn(text) && !seatsIn(text).length) return;
  onPointed(line, () => hint(text), () => board.light([]));
  line.tabIndex = 0;
  line.addEventListener("click", ({ target }) => target.closest("details") || lead(text));
  line.addEventListener("keydown", ({ key, target }) => key === "Enter" && target === line && lead(text));
}

// Return the seats that a text names, by their marks or their players. What is written in capitals alone between two colons is an
// order: its letters are nobody's marks.
function seatsIn(text) {
  const [first, order, ...others] = text.split(": ");
  const words = order === undefined || /[a-zäöü]/.test(order) ? text : [first, ...others].join(": ");
  const has = (word) => word && ` ${words.replace(/[.,:;()]/g, " ")} `.includes(` ${word} `);
  return data.seats.filter(({ mark, player }) => has(mark) || has(player)).map(({ mark }) => mark);
}

// Return the place that a text names, in the board's own units, null if it names none.
function placeIn(text) {
  const names = at("stage").querySelector("svg.drawn")?.dataset.names;
  if (names) return named(text, new Map(names.split(";").map((one) => [one.split(" ")[0], one.split(" ").slice(1).map(Number)])));
  const tile = new RegExp(say("tile", { row: "(?<row>\\d+)", column: "(?<column>\\d+)" }), "i"); // as the games name one
  const place = text.match(tile)?.groups;
  return place ? [Number(place.column) + 0.5, Number(place.row) + 0.5] : null;
}

// Return the last place that a text has by its name: where a move ends, of a marble by the letter of its house too.
function named(text, places) {
  const words = text.split(/[\s,;:()]+/).map((word) => word.replace(/^.*>(\d+)$/, ">$1").replace(/^(.).*>(\D)$/, "$1>$2").replace(/\.$/, ""));
  return places.get(words.findLast((word) => places.has(word))) ?? null;
}

// Light the place that a line names, or else, unless they stand elsewhere now, the pieces of its seats.
export function hint(text, isNow = true) {
  const place = placeIn(text);
  if (place) board.light([place]);
  else board.lightSeats(isNow ? seatsIn(text) : []);
}

// Turn the board to the place that a line names, or else to the pieces of its seats, and light it.
export function lead(text) {
  const [piece] = seatsIn(text).flatMap((mark) => board.pieces().get(mark) ?? []);
  const place = placeIn(text) ?? (piece && [piece.x, piece.y]);
  if (place) board.turnTo(place);
  hint(text);
}

// A row of an outcome leads to its place on the board: its first cell is a button, and pointing at the row lights the place.
export function leadRows(answer) {
  for (const row of answer.querySelectorAll("tbody tr")) {
    const place = [...row.cells].map((cell) => placeIn(cell.textContent)).find(Boolean);
    if (!place) continue;
    const show = () => {
      board.turnTo(place);
      board.light([place]);
    };
    const button = make("button", "find", `${row.cells[0].textContent} ◎`, show);
    button.title = say("find");
    row.cells[0].replaceChildren(button);
    onPointed(row, () => board.light([place]), () => board.light([]));
  }
}

// What a short word above a column means, seen or folded away as the column is.
function meaning(text) {
  const titles = [...at("standings").querySelectorAll("thead th")];
  const column = titles.find((title) => text.startsWith(`${title.textContent}: `));
  return make("span", column?.classList.contains("minor") ? "minor" : "", text);
}

// What the turn brought, in a line or two, stands over the board, at the end who came where, and how the game ended in the box of the
// order; what the short words in the standings mean, below them.
function headlines() {
  const linesOf = (name) => [...at("rest").querySelectorAll(`[data-name=${name}] :is(p, li)`)].map((line) => line.textContent.trim());
  const result = linesOf("result");
  const places = result.filter((line) => /^\d+\. /.test(line)).map((line) => line.replace(" ", "\u00a0"));
  const isListed = places[0]?.startsWith("1."); // of two players the winner is named in a sentence, and not in the list
  const lines = isListed ? [places.join(" · ")] : places.length ? result.slice(0, 1) : linesOf("summary");
  at("news").querySelector(".headline")?.remove();
  if (lines.length) {
    const line = make("span", "headline");
    for (const text of lines) line.append(...(line.hasChildNodes() ? [" "] : []), make("span", "", text));
    line.title = lines.join("\n");
    at("news").append(line);
  }
  at("order").querySelector("[data-name=result]")?.remove();
  const told = at("rest").querySelector("[data-name=result]");
  if (told) at("closed").after(told); // no order is needed any more: its box tells who has won
  const words = at("rest").querySelector("[data-name=words]");
  if (words) at("standings").append(words);
  const line = words?.querySelector("p:not(:has(span))");
  if (line) line.replaceChildren(...line.textContent.split(" · ").map(meaning));
}
