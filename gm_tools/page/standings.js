// The standings, a line a car: what each was ordered to do in the turn and what came of it, and whose order for the next one is in.

import { at, data, make, plain, say } from "./words.js";

const headed = (row) => row.querySelector("th b")?.textContent;

// Make of a table as reports have it one for the page: what each seat did stands in its last column, what says least is folded away.
// `deeds` are, by seat, its order, what came of it, and whether that was before the turn that is shown.
export function arrange(deeds = {}, turn = 0) {
  const table = at("standings").querySelector("table");
  if (!table || table.dataset.arranged) return;
  table.dataset.arranged = "1";
  const rows = [...table.tBodies[0].rows];
  // Where nothing is noted of any car its column is missing, in which its deed is to stand.
  if ("cut" in table.dataset) for (const row of [...rows, table.tHead.rows[0]]) row.append(make(row.parentElement === table.tHead ? "th" : "td", "", ""));
  const titles = [...table.tHead.rows[0].cells];
  const isThisTurn = titles.at(-1).textContent === say("thisturn");
  const notes = rows.map((row) => row.cells[row.cells.length - 1]);
  // What is noted of all cars alike says nothing of any of them.
  const isAlike = notes.length > 1 && notes.every((cell) => cell.textContent === notes[0].textContent && deeds[headed(cell.parentElement)]);
  for (const cell of notes) tell(cell, deeds[headed(cell.parentElement)], isThisTurn || isAlike);
  if (notes.every((cell) => !cell.textContent)) titles.at(-1).textContent = "";
  const isEarlier = Object.values(deeds).some(([, , earlier]) => earlier);
  if (Object.keys(deeds).length) titles.at(-1).textContent = say(isEarlier ? "lately" : "did", { turn });
  titles.at(-1).classList.add("deed");
  minor(table, titles, rows);
  const shown = titles.filter((title) => !title.classList.contains("minor")).length;
  table.style.setProperty("--columns", shown + 1); // and that of the orders for the next turn
}

// What a seat did, in one cell: its order as it is written, then the news. What the report has there stays, unless it `isSaid` by them, but for
// phrases that they have, too.
function tell(cell, [order, news] = [], isSaid = false) {
  const phrases = (news ?? "").replaceAll("✸ ", "").split(", ");
  const was = isSaid && (order || news) ? "" : cell.textContent.split(", ").filter((part) => !phrases.includes(part)).join(", ");
  const told = plain(news ?? "").split(/(✸(?:[^,]|,(?! ))*)/).filter(Boolean);
  cell.replaceChildren();
  if (order) cell.append(make("code", "", order), " ");
  cell.append(...told.map((part) => (part.startsWith("✸") ? make("strong", "", part) : part)));
  if (was) cell.append(...(order || news ? [" · "] : []), was);
  cell.classList.add("deed");
  cell.title = cell.textContent;
}

// Fold away the columns that say least.
function minor(table, titles, rows) {
  for (const [number, title] of titles.entries()) {
    const cells = rows.map((row) => row.cells[number]);
    if (data.minor.includes(title.textContent)) for (const cell of [title, ...cells]) cell.classList.add("minor");
  }
  if (!table.querySelector(".minor")) return;
  const button = make("button", "columns", say("columns"), () => {
    button.textContent = say(table.classList.toggle("full") ? "fewer" : "columns");
  });
  (table.closest(".box") ?? table).after(button);
}

// Mark the line of the `own` seat, of the one that is played (in the sandbox that may be another), and of the seats that are asked for an order for a turn whose is in and whose is awaited.
export function tagRows(mark, asked, turn, own = mark) {
  const standings = at("standings");
  for (const tag of standings.querySelectorAll(".tag")) tag.remove();
  for (const row of standings.querySelectorAll("tbody tr")) {
    const seat = headed(row);
    row.classList.toggle("me", seat === mark);
    if (seat === mark || seat === own) (row.querySelector("th:has(b) + td") ?? row.firstElementChild).append(tagOf(seat === own ? "you" : "youplay"));
    const one = asked.find(({ mark }) => mark === seat);
    if (asked.length) row.append(make("td", "tag next", ""));
    if (one) row.lastElementChild.append(one.bot && !one.in ? say("bot") : state(one.in));
  }
  const head = standings.querySelector("thead tr");
  if (asked.length) head?.append(Object.assign(make("th", "tag next", say("turn", { turn })), { scope: "col" }));
}

function tagOf(word) {
  const tag = make("span", "tag");
  tag.append(" ", make("b", word === "you" ? "you" : "you other", say(word))); // a space for those who listen
  return tag;
}

function state(isIn) {
  const sign = make("span", isIn ? "given" : "waits");
  const mark = make("b", "", isIn ? "✓" : "○");
  mark.setAttribute("aria-hidden", "true");
  sign.append(mark, ` ${say(isIn ? "isin" : "isawaited")}`);
  return sign;
}
