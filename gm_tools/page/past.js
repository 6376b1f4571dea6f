// What stood in the order box before, one text after the other, by whatever hand it came there: undo and redo go from one to the next.
// The browser's own undo knows what was typed alone, and would mix that with what keys and taps have written: it is not used.

import { at } from "./words.js";

const MOST = 50;
const PAUSE = 800; // milliseconds without a letter after which what is typed is another text

let texts = [""];
let now = 0;
let typing = { kind: "", at: 0 };

// Write a text into the box.
export function put(text) {
  at("text").value = text;
  keep();
}

// Take what was typed; letters typed in one go are one text.
export function note({ inputType: kind = "" }) {
  const isRun = kind && kind === typing.kind && performance.now() - typing.at < PAUSE && now === texts.length - 1;
  if (isRun) texts[now] = at("text").value;
  else keep();
  typing = { kind, at: performance.now() };
}

function keep() {
  typing.kind = "";
  const text = at("text").value;
  if (text === texts[now]) return;
  texts = [...texts.slice(0, now + 1), text].slice(-MOST);
  now = texts.length - 1;
}

// What stands in the box now is the first text.
export function forget() {
  [texts, now, typing.kind] = [[at("text").value], 0, ""];
}

export const has = (step) => texts[now + step] !== undefined;

// Write the text before (-1), the one after (1), or the one that is to stand there (0), into the box; tell whether there is such.
export function go(step) {
  if (!has(step)) return false;
  now += step;
  typing.kind = "";
  at("text").value = texts[now];
  return true;
}
