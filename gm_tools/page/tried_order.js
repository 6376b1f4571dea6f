// An order that is tried: what the engine says of it (`tried_order.py` makes that), each thing in a place of its own, and its way on the board.

import * as board from "./board.js";
import { foldsOf, rowsOf } from "./ends.js";
import { onPointed } from "./pointing.js";
import * as turns from "./turns.js";
import { at, fill, make, plain, reveal, rule, rulesIn, say } from "./words.js";

const NO_RISK = { risks: [], shares: [], sure: [], worst: "", grave: false, assumed: "" };
const ROOM = 0.06; // of a bar, in which a figure has room
const REASON = /^[A-Z]{3,}(_[A-Z]+)*: /; // the rulebook's own name for a reason: DISTANCE, LAST
const choose = { write: () => {}, preview: () => {} }; // what is done with a reading

export function begin(callbacks) {
  Object.assign(choose, callbacks);
  document.addEventListener("answered", hint);
  const sizes = new ResizeObserver(hint);
  at("how").addEventListener("toggle", () => {
    hint();
    if (at("how").open) showNotation();
  });
  for (const name of ["text", "best", "box", "means"]) sizes.observe(at(name));
}

// Bring how orders are written to the top of its panel; the board stays where it is.
export function showNotation() {
  const panel = at("how").closest(".scroll");
  panel.scrollTop += at("how").getBoundingClientRect().top - panel.getBoundingClientRect().top;
  at("how").querySelector("summary").scrollIntoView({ block: "nearest" });
}

let drawn = ["", []]; // the overlay of the order in the box, the places of its steps, and its end if there is only one
let written = ""; // the order that it is of

// Say in a line how it stands with the text in the box; `kind` gives the line its colour.
export function state(kind, text) {
  const line = at("state");
  for (const { dataset } of [at("box"), at("verdict"), line]) {
    if (kind) dataset.state = kind;
    else delete dataset.state;
  }
  line.textContent = text;
}

// Draw the order in the box again, where another one was pointed at, or none was drawn: on an earlier turn there is none.
export function redraw() {
  if (turns.isNow()) board.overlay(...drawn);
  else board.overlay("");
}

// Show no order, and say so.
export function clear(text) {
  drawn = ["", []];
  at("stage").classList.remove("done");
  board.overlay("");
  board.light([]);
  fill(at("answer"), "");
  fill(at("longer"), "");
  fill(at("faults"), "");
  fill(at("maps"), turns.texts());
  at("verdict").dataset.order = "";
  for (const name of ["why", "share", "else"]) at(name).hidden = true;
  for (const name of ["mend", "readings"]) reveal(name, false);
  risk(NO_RISK);
  at("reason").textContent = "";
  state("", text);
}

// Show what the engine says of a text. An order that surely costs something is legal, and its first line says what.
export function show(answer, text) {
  const [isLegal, isHalf] = [answer.state === "legal", answer.state === "half"];
  const [cost, ...more] = isLegal ? answer.sure : [];
  const assumed = isLegal ? answer.assumed : "";
  state(answer.state, cost ? say("costly", { cost: plain(cost) }) : assumed ? say("possible", { assumed }) : say(answer.isnext ? "second" : answer.state));
  if (at("verdict").dataset.order !== text) at("why").open = false;
  at("verdict").dataset.order = text;
  const told = isLegal ? [...more, ...answer.costs] : isHalf ? [] : [answer.reason.replace(REASON, "")];
  at("reason").replaceChildren(...(answer.needed && isHalf ? [answer.progress] : told.map(plain)).map((part, number) => make("span", "", (number ? " · " : "") + part)));
  rules([...answer.sure, ...answer.risks, ...told, answer.rule && !isHalf ? `[${answer.rule}]` : "", ...(isHalf ? [] : [answer.rest, ...answer.folds.flat(), ...answer.ends.map(({ more }) => more)])]);
  fill(at("faults"), answer.faults.length > 2 && !isHalf ? [make("pre", "", answer.faults.slice(1, 3).join("\n"))] : []);
  at("share").hidden = !(isHalf && answer.needed);
  at("share").value = answer.needed ? answer.given / answer.needed : 0;
  // Half a parenthesis is not an order: the way of what it goes on with stays, marked as old, until there is an order again.
  const old = isHalf && !answer.overlay && (text.startsWith(written) || written.startsWith(text));
  at("stage").classList.toggle("stale", old);
  at("stage").classList.toggle("done", isLegal);
  if (!old) {
    [drawn, written] = [[answer.overlay, answer.steps, answer.end], text];
    fill(at("maps"), (turns.isNow() && answer.maps) || turns.texts());
  }
  redraw();
  fill(at("answer"), isHalf ? "" : answer.rest);
  at("answer").prepend(...rowsOf(isLegal ? answer.ends : []));
  fill(at("longer"), foldsOf(isLegal ? answer.folds : []));
  board.light([]);
  reveal("mend", !isHalf && Boolean(answer.mended) && !answer.readings.length);
  at("mend").textContent = say("mend", { order: answer.mended });
  at("mend").dataset.order = answer.mended;
  readings(answer.readings);
  at("else").hidden = !isLegal || answer.final;
  risk(isLegal ? answer : NO_RISK);
}

// A shut sheet leaves out whole parts of what is said of a legal order, the last first, where it has no room for all: none is cut.
function leaveOut() {
  const [verdict, reason] = [at("verdict"), at("reason")];
  const parts = [at("worst"), reason, ...reason.children];
  for (const part of parts) part.classList.remove("spare");
  if (verdict.dataset.state !== "legal") return;
  while (parts.length && verdict.scrollHeight > verdict.clientHeight + 1) parts.pop().classList.add("spare");
  if (parts.length === 2) reason.classList.add("spare"); // nor what stands before its first part
}

// How an order is written stands there as long as there is room for it, and none that is legal.
function hint() {
  const [words, box] = [at("hint"), at("hint").closest(".scroll")];
  words.hidden = !words.textContent || at("verdict").dataset.state === "legal";
  leaveOut();
  words.hidden ||= at("how").open || box.scrollHeight > box.clientHeight; // opened, the notation says it at length
}

// Which rules it is about stands folded behind what is said.
function rules(texts) {
  const found = [...new Set(texts.flatMap(rulesIn))];
  at("why").hidden = !found.length;
  at("why").lastElementChild.replaceChildren(...found.map(rule));
}

// An order that can be read in several ways: each is a button, and pointing at it draws it.
function readings(texts) {
  const buttons = texts.map((text) => {
    const button = make("button", "mono", text, () => choose.write(text));
    onPointed(button, () => choose.preview(text), () => choose.preview(""));
    return button;
  });
  reveal("readings", texts.length > 0);
  at("readings").replaceChildren(...buttons);
}

// Risk in one sentence and one bar: all ways of chance, those that are bad first. The worst stands beside the verdict, too, where a shut
// sheet has no room for more, and gives verdict and box their colour, wherever they stand.
function risk({ risks, shares, sure, worst, grave, assumed }) {
  reveal("risk", risks.length > 0);
  at("box").dataset.risk = at("verdict").dataset.risk = grave ? "grave" : risks.length || sure.length || assumed ? "some" : "";
  at("worst").textContent = plain(worst); // of what is not sure: that is said of the order
  at("worst").classList.toggle("lesser", sure.length > 0);
  if (!risks.length) return;
  const [strong, sentence] = [make("strong", "", plain(risks[0])), at("risk").querySelector("p")];
  sentence.replaceChildren(`${say("risk")} `, strong, risks.slice(1).map((one) => `; ${plain(one)}`).join(""));
  const bars = shares.map(({ chance, role, label }) => {
    const bar = make("i", role, chance > ROOM ? label : "");
    bar.style.flexGrow = chance;
    return bar;
  });
  const isSandy = shares.some(({ role }) => role === "bags");
  at("risk").querySelector(".bars").replaceChildren(...bars);
  at("risk").querySelector(".bars").hidden = at("risk").querySelector(".hint").hidden = bars.length < 2;
  at("risk").querySelector(".hint").textContent = say(isSandy ? "barbags" : "bar");
}
