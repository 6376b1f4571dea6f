// The cards that a hand may hold, while it is not told: a tap on one puts it into the hand's box, as typing it does. It takes no engine.

import { at, make, say, tell } from "./words.js";

const LONG = 5; // letters of a word that a key has room for

let tapped = ""; // the hand that taps have told

const wordsOf = (text) => text.split(/[\s,]+/).filter(Boolean);

const isOf = ({ label, word }, text) => [label, word].some((one) => one.toLowerCase() === text.toLowerCase());

// Show the cards of a hand that holds `count`; none is shown of a hand that is known, or of a text that is more than cards.
export function show({ kinds, count } = { kinds: [], count: 0 }, isWanted = true) {
  const given = wordsOf(at("private").value);
  const isCards = given.every((text) => kinds.some((kind) => isOf(kind, text)));
  at("cards").hidden = !isWanted || !kinds.length || !isCards;
  const buttons = kinds.map((kind) => {
    const { label, copies } = kind;
    const held = given.filter((text) => isOf(kind, text)).length;
    const button = make("button", "", "", () => give([...given, label]));
    button.append(make("span", "", label), ...(held > 1 ? [make("small", "", `× ${held}`)] : []));
    for (const [name, isSo] of Object.entries({ word: label.length > 2, long: label.length > LONG, held })) {
      button.classList.toggle(name, Boolean(isSo));
    }
    button.disabled = given.length >= count || held >= copies;
    return button;
  });
  const back = make("button", "side", "", takeBack);
  back.append(make("span", "", "↶"), make("small", "", say("undo")));
  back.disabled = !given.length;
  const focus = [...at("cards").children].indexOf(document.activeElement);
  at("cards").replaceChildren(...buttons, back);
  if (focus >= 0) at("cards").children[focus]?.focus();
  at("hidden").classList.toggle("begun", given.length > 0);
  at("given").textContent = `${given.length}/${count}`;
  if (given.length) at("private").scrollLeft = at("private").scrollWidth; // the card that was tapped last is in sight
  stepAside();
}

// On a small page the cards step aside when an order is written.
export function stepAside() {
  const isAsking = !at("cards").hidden && at("broken").hidden && !at("text").value.trim();
  tell("asks-cards", isAsking);
}

// What is to be said while cards are wanted: how many are there; empty if none can be tapped.
export function progress({ count } = { count: 0 }) {
  const given = wordsOf(at("private").value).length;
  return at("cards").hidden || given > count ? "" : say("tapcards", { given, count });
}

// Whether the hand in its box was told by taps, the last of which can be taken back.
export const isTapped = () => tapped !== "" && at("private").value === tapped;

export const takeBack = () => give(wordsOf(at("private").value).slice(0, -1));

function give(words) {
  tapped = words.join(" ");
  at("private").value = tapped;
  at("private").dispatchEvent(new Event("input"));
}
