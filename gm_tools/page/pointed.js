// What is said of a place on the board, and where that stands under a finger: beside the place. For a pointer tip.js finds a corner.

import { at, say } from "./words.js";

const APART = 28; // pixels between a place and what is said of it: the finger is there
const EDGE = 4; // pixels that it keeps off the edges of the board

export const coarse = matchMedia("(pointer: coarse)");

// Stand what is said by a place on the board, in the board's own units; above it, or below where there is no room.
export function stand([x, y]) {
  if (!coarse.matches) return;
  const { style } = at("pointed");
  style.inset = "";
  const place = new DOMPoint(x, y).matrixTransform(at("stage").querySelector("svg > g").lastElementChild.getScreenCTM());
  const stage = at("stage").getBoundingClientRect();
  const box = at("stage").parentElement.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = at("pointed");
  const left = Math.min(Math.max(place.x - wide / 2, stage.left + EDGE), stage.right - wide - EDGE);
  const above = place.y - APART - high;
  const top = above > stage.top + EDGE ? above : place.y + APART;
  style.inset = `${top - box.top}px auto auto ${left - box.left}px`;
}

// Say at a place why a tap on it writes nothing.
export function refuse(tile, isOwn, place) {
  at("pointed").textContent = isOwn ? say("here") : tile ? say("unreached", tile) : say("nowhere");
  at("stage").classList.remove("pointing");
  stand(place);
}
