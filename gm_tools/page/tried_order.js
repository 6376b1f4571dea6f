// An order that is tried: what the engine says of it (`tried_order.py` makes that), each thing in a place of its own, and its way on the board.

import * as board from "./board.js";
import { leadRows } from "./events.js";
import * as turns from "./turns.js";
import { at, fill, make, rule, say, withRules } from "./words.js";

let drawn = ["", []]; // the overlay of the order in the box, and the places of its steps

// Say in a line how it stands with the text in the box; `kind` gives the line its colour.
export function state(kind, text) {
  const line = at("state");
  if (kind) at("verdict").dataset.state = line.dataset.state = kind;
  else {
    delete line.dataset.state;
    delete at("verdict").dataset.state;
  }
  line.textContent = text;
}

// Draw the order in the box again, where another one was pointed at.
export function redraw() {
  board.overlay(...drawn);
}

// Show no order, and say so.
export function clear(text) {
  drawn = ["", []];
  board.overlay("");
  board.light([]);
  fill(at("answer"), "");
  fill(at("faults"), "");
  fill(at("maps"), turns.texts());
  at("verdict").dataset.order = "";
  for (const name of ["mend", "unsure", "risk", "share", "else"]) at(name).hidden = true;
  at("refused").textContent = at("reason").textContent = "";
  state("", text);
}

// Show what the engine says of a text.
export function show(answer, text) {
  const [isLegal, isHalf] = [answer.state === "legal", answer.state === "half"];
  state(answer.state, say(answer.state));
  at("verdict").dataset.order = text;
  at("reason").textContent = isHalf || isLegal ? "" : answer.reason;
  if (isLegal) at("reason").append(...withRules(answer.costs.join(" · ")));
  if (answer.rule && !isHalf) at("reason").append(" ", rule(`[${answer.rule}]`));
  fill(at("faults"), answer.faults.length > 2 && !isHalf ? [make("pre", "", answer.faults.slice(1, 3).join("\n"))] : []);
  if (answer.needed && isHalf) at("reason").textContent = say("moves", answer);
  at("share").hidden = !(isHalf && answer.needed);
  at("share").value = answer.needed ? answer.given / answer.needed : 0;
  // Half a parenthesis is not an order: the way of the last one stays, marked as old, until there is one again.
  const old = !answer.overlay && (answer.state === "unread" || isHalf);
  at("stage").classList.toggle("stale", old);
  if (!old) drawn = [answer.overlay, answer.steps];
  redraw();
  if (answer.maps) fill(at("maps"), answer.maps);
  fill(at("answer"), isHalf ? "" : answer.rest);
  leadRows(at("answer"));
  board.light([]);
  at("mend").hidden = isHalf || !answer.mended;
  at("mend").textContent = say("mend", { order: answer.mended });
  at("mend").dataset.order = answer.mended;
  at("else").hidden = !isLegal;
  at("refused").textContent = answer.refused;
  at("unsure").hidden = !isLegal || !answer.unsure;
  risk(isHalf ? { risks: [], ends: [] } : answer);
}

// Risk in one sentence and one bar
function risk({ risks, ends }) {
  at("risk").hidden = !risks.length;
  if (!risks.length) return;
  const strong = make("strong", "", risks[0]);
  at("risk").querySelector("p").replaceChildren(`${say("risk")} `, strong, risks.slice(1).map((one) => `, ${one}`).join(""));
  const bars = ends.map(({ chance, role }) => {
    const bar = make("i", role);
    bar.style.flexGrow = chance;
    return bar;
  });
  at("risk").querySelector(".bars").replaceChildren(...bars);
}
