// How a place that can be reached is marked: surely, by chance, badly; beside a piece that stands there.

import { sizeOf } from "./pieces.js";
import { at, fill, say } from "./words.js";

const SHAPES = {
  "sure-taken": '<circle r=".62" class="held case"/><circle r=".62" class="held"/>', // a piece stands there, and stays to be seen
  "chance-taken": '<circle r=".62" class="held case"/><circle r=".62" class="held maybe"/>',
  sure: '<circle r=".33" class="spot sure"/>',
  chance: '<circle r=".33" class="spot chance"/>',
  off: '<path d="M-.24 -.24l.48 .48M.24 -.24l-.48 .48" class="cross case"/><path d="M-.24 -.24l.48 .48M.24 -.24l-.48 .48" class="cross"/>',
  crash: '<circle r=".42" class="spot crash"/><path d="M-.2 -.2l.4 .4M.2 -.2l-.4 .4" class="cross"/>',
};
const ASIDE = 0.62; // how far a mark steps to the right and up, in sizes of the piece that it would hide

// Say in a corner of the board what the marks of these targets mean, and what is counted in them.
export function explain(targets) {
  const roles = ["sure", "chance", "off", "crash"].filter((role) => targets.some((target) => target.role === role));
  const items = roles.map((role) => [{ role }, say(`reach_${role}`)]);
  const priced = targets.find(({ label, meaning, role }) => label && meaning && role === "sure");
  if (priced) items.splice(1, 0, [priced, priced.meaning]);
  const rows = items.map(([target, words]) => {
    const sample = markOf({ ...target, at: [0, 0] });
    return `<li><svg class="drawn" viewBox="-.4 -.4 .8 .8" aria-hidden="true">${sample}</svg>${clean(words)}</li>`;
  });
  fill(at("marks"), rows.join(""));
}

// Return the mark of a target as SVG; `piece` stands on its place, if any does.
export function markOf(target, piece, chosen) {
  const [x, y] = target.at;
  const priced = target.label && !piece && ["sure", "chance"].includes(target.role);
  const label = priced ? `<text y=".17" font-size=".46" class="price">${clean(target.label)}</text>` : "";
  const shape = piece ? beside(target.role, piece) : (SHAPES[target.role] ?? SHAPES.sure);
  const lit = chosen ? '<circle r=".75" class="chosen"/>' : "";
  return `<g transform="translate(${x} ${y})">${lit}${shape}${label}</g>`;
}

// The mark of a place on which a piece stands: a ring round it, or, small, at its shoulder; the piece stays to be seen.
function beside(role, piece) {
  const round = SHAPES[`${role}-taken`];
  if (round || !SHAPES[role]) return round ?? SHAPES["sure-taken"];
  const aside = ASIDE * Math.max(1, sizeOf(piece.getAttribute("transform")));
  return `<g transform="translate(${aside} ${-aside}) scale(.6)">${SHAPES[role]}</g>`;
}

function clean(text) {
  return String(text).replace(/[<>&"']/g, "");
}
