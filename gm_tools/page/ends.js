// The ends of an order that is tried, a row each, and what is said of it at length, folded.

import * as board from "./board.js";
import { leadRows } from "./events.js";
import { onPointed } from "./pointing.js";
import { fill, make, plain, say } from "./words.js";

const MOST = 4; // rows that stand there; the others are folded behind them

// Return the ends as a list: how likely, where, heading where, with what; a row unfolds to all there is to say of it, and shows its place.
export function rowsOf(ends) {
  if (!ends.length) return [];
  const few = ends.length > MOST ? ends.slice(0, MOST - 1) : ends;
  const list = make("ul", "ends");
  list.setAttribute("aria-label", say("ends"));
  list.append(...few.map(row));
  const others = ends.slice(few.length);
  if (others.length) {
    const more = make("details", "others");
    const inner = make("ul", "ends");
    inner.append(...others.map(row));
    more.append(make("summary", "", say("more", { n: others.length })), inner);
    const item = make("li");
    item.append(more);
    list.append(item);
  }
  return [list];
}

function row({ chance, role, at: place, place: where, heading, figures, more }) {
  const item = make("li");
  const box = make("details", `end ${role}`);
  const head = make("summary");
  const [speed, most] = figures.split("/");
  const number = make("span", "figures", speed);
  if (most) number.append(make("i", "", `/${most}`));
  head.append(make("b", "", chance), " ", make("span", "place", where), " ", make("span", "", heading), " ", number);
  head.title = plain(more);
  onPointed(head, () => board.light([place]), () => board.light([]));
  head.addEventListener("click", () => {
    board.turnTo(place);
    board.light([place]);
  });
  box.append(head, make("p", "", plain(more)));
  item.append(box);
  return item;
}

// Return what is said at length, each under its title, folded.
export function foldsOf(folds) {
  return folds.map(([title, text]) => {
    const all = make("details", "fold");
    const box = make("div");
    fill(box, text);
    box.querySelector("h2, h3")?.remove();
    all.append(make("summary", "", title), box);
    leadRows(box);
    return all;
  });
}
