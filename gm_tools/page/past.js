// What stood in the order box before a key, a tap or an erasure wrote something else there: it can be brought back. What was typed
// since then the browser takes back itself.

import { at } from "./words.js";

const MOST = 50;

let past = [];
let written = "";

// Write a text into the box.
export function put(text) {
  const was = at("text").value;
  if (text !== was) past = [...past, was].slice(-MOST);
  at("text").value = written = text;
}

export function forget() {
  past = [];
}

// Return what can be brought back, null if there is nothing, or if somebody has typed since.
export const last = () => (at("text").value === written ? (past.at(-1) ?? null) : null);

// Bring it back, and return it.
export function pop() {
  at("text").value = written = past.pop();
  return written;
}
