// The own hand, as its player told it. If its player wishes, this browser remembers it for the turns to come; it never leaves the browser.

import { at, data, memory, say } from "./words.js";

const WISH = "remember hands";
const slot = (mark) => `hand ${data.table} ${mark}`;
const isWanted = () => at("remember").getAttribute("aria-checked") === "true";

// `told` is called when the wish changes, for the hand that is known now to be kept.
export function begin(told) {
  show(memory.get(WISH) === "yes");
  at("remember").addEventListener("click", () => {
    show(!isWanted());
    memory.set(WISH, isWanted() ? "yes" : "");
    if (isWanted()) told();
    else memory.drop("hand ");
  });
}

function show(isOn) {
  at("remember").setAttribute("aria-checked", String(isOn));
  at("stays").textContent = say(isOn ? "kept" : "unkept");
}

// Keep what a seat has told of its hand: the text, the cards that were read in it, and what the page needs room for with it. An empty
// text is forgotten.
export function keep(mark, text, cards, room) {
  if (isWanted()) memory.set(slot(mark), text ? JSON.stringify([data.turn, text, cards, room]) : "");
}

// Return what the page needs room for with the hand that is remembered of a seat, null if there is none.
export const roomOf = (mark) => (recall(mark) ? (JSON.parse(memory.get(slot(mark)))[3] ?? null) : null);

// Return what a seat has told of its hand, without the cards that it has laid since; empty if it holds another hand by now, or if it
// does not come out.
export function recall(mark) {
  const kept = isWanted() && data.hands[mark] ? memory.get(slot(mark)) : null;
  if (!kept) return "";
  const [turn, text, cards] = JSON.parse(kept);
  const [dealt, orders] = data.hands[mark];
  if (turn === data.turn) return text;
  if (turn < dealt || turn > data.turn) return "";
  for (const [laid, order] of orders) {
    const card = laid > turn && order.split(" ").find((word) => cards.includes(word));
    if (card) cards.splice(cards.indexOf(card), 1);
    else if (laid > turn) return "";
  }
  return cards.join(" ");
}
