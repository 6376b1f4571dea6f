// The keys below the order box: what may come next, undo and erase. Each writes the whole order into the box.

import { isTapped } from "./cards.js";
import { asGiven, inCross, inRows } from "./key_places.js";
import * as past from "./past.js";
import { showIn } from "./pressed.js";
import { at, make, reveal, say, tell } from "./words.js";

// The windows of telephones and tablets: keys lie under a thumb there, see styles/keys.css.
const FINGERS = matchMedia("(max-width: 599px), (max-width: 900px) and (min-height: 501px), (min-width: 600px) and (max-height: 500px)");
const MOST = 8; // keys in a row elsewhere
const UNDO = "↶";
const LEAST = 36; // pixels of a key, where fingers need no more
let room = Infinity; // how many have room in a row
let value = ""; // of the chips that a cross of keys has
let write = () => {};
let takeBack = () => {};
let first = []; // the keys that an order may begin with
let shown = { list: [], drawn: [], undo: "", of: "" }; // of the list those are drawn that have room
let later = { text: "", labels: [] }; // what was pressed before the keys that go on from the text in the box were there

export function begin(...callbacks) {
  [write, takeBack] = callbacks;
  new ResizeObserver(([{ contentRect }]) => {
    const [own, key] = [at("keys"), at("keys").firstElementChild].map((one) => one && getComputedStyle(one));
    if (!contentRect.width) return;
    if (key?.gridRowStart === "auto") { // keys that have places of their own say nothing of those that flow
      const gap = parseFloat(own.columnGap);
      room = Math.floor((contentRect.width + gap) / ((parseFloat(key.minWidth) || LEAST) + gap));
    }
    spread();
  }).observe(at("keys"));
  FINGERS.addEventListener("change", draw);
  document.addEventListener("turned", forget);
  addEventListener("resize", fit); // another window has other letters in keys that are as wide
}

// Stand the keys in rows that are as long as each other, however many have room in one: undo and erase, which are the last, are never
// alone there.
function spread() {
  const [count, most] = [at("keys").childElementCount, Math.min(MOST, room)];
  const rows = Math.ceil(count / most);
  at("keys").style.setProperty("--across", rows > 1 ? Math.ceil(count / rows) : most);
  fit();
}

// Where a row has no room for all words as they are, its keys are as wide as each other, and words that are wider than their key as small
// as they have to be to keep off its edges.
function fit() {
  const words = [...at("keys").querySelectorAll("span, small")];
  if (!words.length) return;
  for (const { style } of words) style.fontSize = "";
  at("keys").style.removeProperty("--narrowest");
  if (at("keys").scrollWidth > at("keys").clientWidth) at("keys").style.setProperty("--narrowest", "0px");
  const wide = words.filter((one) => one.scrollWidth > one.clientWidth);
  const sizes = wide.map((one) => (parseFloat(getComputedStyle(one).fontSize) * one.clientWidth) / one.scrollWidth);
  wide.forEach(({ style }, number) => (style.fontSize = `${Math.floor(10 * sizes[number]) / 10}px`));
}

// Show the keys of a list, each with the text that it makes of the order `of`, none if it cannot follow; `undo` is that order without its
// last part. The undo key takes back one tap or key, of what was typed that part; in an empty box it brings back what was erased. Where
// nothing can be written, it does not stand there alone.
// A key of an order that is over (`isOver`), after which no key can follow, keeps its room and is not seen.
export function keys(list, undo, of = "") {
  showIn(at("keys"), () => {
    shown = { list, drawn: list, undo, of: of.trim() };
    if (!shown.of) first = list;
    draw();
    goOn();
  });
}

// A finger is faster than an answer: a key of an older order goes on from the one in the box as soon as it is known how.
function press(label, made) {
  const text = at("text").value.trim();
  if (text === shown.of) {
    follow(label, made);
    return;
  }
  if (later.text !== text) later = { text, labels: [] };
  later.labels.push(label);
}

// Nothing of what was pressed is wanted any more: another seat, hand or turn has other keys, whatever stands in the box.
export function forget() {
  later = { text: "", labels: [] };
}

function goOn() {
  const text = at("text").value.trim();
  if (later.text !== text) later.labels = []; // something else was written since
  if (shown.of !== text || !later.labels.length) return;
  const [label, ...labels] = later.labels;
  const made = label === UNDO ? past.undone(shown.undo) : [...shown.drawn, ...shown.list].find((one) => one.label === label)?.text;
  later = { text: made?.trim(), labels: made || label === UNDO ? labels : [] }; // what cannot follow ends it
  if (made || label === UNDO) follow(label, made);
}

const follow = (label, made) => (label === UNDO ? takeBack(made) : write(made));

function draw() {
  const { list, undo } = shown;
  const isCompass = list.some(({ place }) => place);
  const cross = FINGERS.matches && list.length && !at("pad").hidden && !isCompass ? inCross(list, value, first) : null;
  const rows = isCompass || cross || !list.length ? null : inRows(list, !at("pad").hidden, first.length ? first : list);
  shown.drawn = (cross ?? rows)?.keys ?? list;
  const buttons = shown.drawn.map((key) => keyOf(key, cross));
  const text = at("text").value;
  const isBehind = past.has(-1) || at("stage").querySelector(".chosen") || isTapped(); // what was erased, a piece that was chosen, a hand
  if (buttons.length) {
    const back = make("button", "side", "", () => (at("text").value ? press(UNDO, undo) : takeBack(""))); // a key may have been pressed since
    back.append(make("span", "", UNDO), make("small", "", say("undo")));
    const clear = make("button", "side", "", () => write(""));
    clear.append(make("span", "", "⌫"), make("small", "", say("clear")));
    back.disabled = !text && !isBehind;
    clear.disabled = !text;
    buttons.push(back, clear);
  }
  const places = isCompass ? asGiven(list) : (cross ?? rows)?.places;
  if (places) buttons.forEach(({ style }, number) => ([style.gridRow, style.gridColumn] = places[number]));
  reveal("keys", buttons.length > 0);
  tell("has-cross", Boolean(cross));
  tell("has-compass", isCompass || Boolean(cross));
  at("keys").classList.toggle("words", !places && list.some(({ label, name }) => label.length > 2 || name.length > 7)); // else they stand in one row
  at("keys").classList.toggle("chips", Boolean(places) && !isCompass && !cross);
  at("keys").classList.toggle("cross", Boolean(cross));
  at("keys").classList.toggle("compass", isCompass || Boolean(cross));
  if (cross?.values.length > 1) buttons.unshift(valueKey(cross, list));
  at("keys").replaceChildren(...buttons);
  spread();
}

// A key that adds to the order; in a cross that says which chips its keys are, it does not say it again.
function keyOf({ label, name, text, isOver }, cross) {
  const button = make("button", "", "", () => press(label, text));
  button.append(make("span", "", label));
  if (name && !(cross?.values.length > 1 && label.startsWith("+"))) button.append(make("small", "", name));
  button.disabled = !text;
  if (isOver) button.style.visibility = "hidden";
  if (text && text === at("text").value) button.setAttribute("aria-current", "true");
  return button;
}

// The key in the middle of a cross: it says of which value the chips round it are, and has them be of the next one.
function valueKey({ values, value: now, centre }, list) {
  const next = values[(values.indexOf(now) + 1) % values.length];
  const button = make("button", "values", "", () => {
    value = next;
    draw();
    at("keys").querySelector(".values").focus();
  });
  const row = make("span");
  row.append(...values.map((one) => make(one === now ? "b" : "i", "", one)));
  button.append(row, make("small", "", list.find(({ label }) => label.startsWith("+")).name));
  button.title = say("values", { now: `+${now}`, next: `+${next}` }); // which describes it: its name is what is seen on it
  [button.style.gridRow, button.style.gridColumn] = centre;
  button.disabled = list.every(({ text }) => !text);
  if (list.every(({ isOver }) => isOver)) button.style.visibility = "hidden";
  return button;
}
