// What stood in the order box before, one text after the other, by whatever hand it came there: undo and redo go from one to the next.
// The browser's own undo knows what was typed alone, and would mix that with what keys and taps have written: it is not used.

import { at } from "./words.js";

const MOST = 50;
const PAUSE = 800; // milliseconds without a letter after which what is typed is another text

let texts = [{ text: "", isTapped: false }]; // each with whether a tap or a key has written it, and not the keyboard
let now = 0;
let typing = { kind: "", at: 0 };

// Write a text into the box, by a tap or a key that can be taken back as a whole.
export function put(text, isTapped = true) {
  at("text").value = text;
  keep(isTapped);
}

// Take what was typed; letters typed in one go are one text.
export function note({ inputType: kind = "" }) {
  const isRun = kind && kind === typing.kind && performance.now() - typing.at < PAUSE && now === texts.length - 1;
  if (isRun) texts[now].text = at("text").value;
  else keep(false);
  typing = { kind, at: performance.now() };
}

function keep(isTapped) {
  typing.kind = "";
  const text = at("text").value;
  if (text === texts[now].text) return;
  texts = [...texts.slice(0, now + 1), { text, isTapped }].slice(-MOST);
  now = texts.length - 1;
}

// What stands in the box now is the first text.
export function forget() {
  [texts, now, typing.kind] = [[{ text: at("text").value, isTapped: false }], 0, ""];
}

// Return what the undo key leaves: of a tap or a key what stood there before, of what was typed `shorter`, a part less.
export const undone = (shorter) => (isTap() ? texts[now - 1].text : shorter);

export const isTap = () => texts[now].isTapped && has(-1);

export const has = (step) => texts[now + step] !== undefined;

// Write the text before (-1), the one after (1), or the one that is to stand there (0), into the box; tell whether there is such.
export function go(step) {
  if (!has(step)) return false;
  now += step;
  typing.kind = "";
  at("text").value = texts[now].text;
  return true;
}
