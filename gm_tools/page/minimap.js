// The small picture of the whole board beside the large one, with the frame of the camera.

import { enlarge } from "./pieces.js";
import { cut } from "./rulers.js";
import { at } from "./words.js";

const [SEEN, LEGIBLE] = [26, 11.7]; // pieces that would fill its width at most, pixels that one has at least

// Show the small picture of a board; `whole` is all of it, as left, top, width and height.
export function showMap(board, whole) {
  const map = at("small");
  const wide = whole[2];
  map.setAttribute("viewBox", whole.join(" "));
  map.style.aspectRatio = `${wide} / ${whole[3]}`;
  map.innerHTML = '<rect class="lens"/>';
  map.prepend(board.querySelector("g").cloneNode(true));
  enlarge(map, wide * Math.max(1 / SEEN, LEGIBLE / (map.clientWidth || SEEN * LEGIBLE)));
}

// Frame the part that the camera shows, if it does not show the whole.
export function frameMap(part, whole, isFramed) {
  const lens = at("small").querySelector(".lens");
  if (!lens) return;
  const inside = cut(part, whole);
  for (const [number, name] of ["x", "y", "width", "height"].entries()) lens.setAttribute(name, inside[number]);
  lens.style.display = isFramed ? "" : "none";
}
