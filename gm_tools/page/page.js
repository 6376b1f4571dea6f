// The page of a table comes to life: what stands in it without scripts is taken over by the modules, each with a story of its own.

import * as arrows from "./arrows.js";
import * as board from "./board.js";
import * as camera from "./camera.js";
import { start } from "./engine.js";
import * as files from "./files.js";
import { heightOf } from "./frames.js";
import * as head from "./head.js";
import * as log from "./log.js";
import * as order from "./order.js";
import * as posts from "./posts.js";
import * as proof from "./proof.js";
import * as rest from "./rest.js";
import * as sandbox from "./sandbox.js";
import * as steady from "./steady.js";
import * as tip from "./tip.js";
import * as triedOrder from "./tried_order.js";
import * as turns from "./turns.js";
import { at, data, memory, wrap } from "./words.js";

const SWIPE = 24; // pixels that a finger goes up or down the handle to open or shut the sheet
const [BOARD, BELOW, RING, HIGHEST] = [0.3, 0.25, 0.4, 0.55]; // shares of a telephone's height: of a board, of one with the order of play below it, of a ring, at least; of a board at most
const NEARLY = 0.95; // of the height that a board can use: for less no list of marks is cut
const CLEAR = 5; // pixels between what is seen whole and the sheet: as far as .under in styles/telephone.css keeps the rest off
const UPRIGHT = matchMedia("(min-width:600px) and (max-width:900px) and (min-height:801px)"); // a tablet, as styles/tablet.css has it
const GAP = 8; // pixels between the board's panel and the standings below it
const TOLD = 130; // pixels that the standings take there at least: their tabs, their titles, a row or two
const LEAST = 100; // pixels of the height of a board, whatever else there is to be shown

// On a telephone the order is a sheet at the foot of the page, which a tap or a swipe on its handle opens and shuts.
function sheet() {
  const root = document.documentElement;
  let begun = 0; // where a pointer came down
  const open = (isOpen) => {
    root.classList.toggle("open", isOpen);
    at("handle").setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) at("text").blur(); // a tap on it opens the sheet again, and the telephone's own keys go
    board.look();
  };
  const toggle = () => open(!root.classList.contains("open"));
  at("handle").addEventListener("pointerdown", (event) => {
    at("handle").setPointerCapture(event.pointerId);
    begun = event.clientY;
  });
  at("handle").addEventListener("pointerup", ({ clientY }) => {
    if (Math.abs(clientY - begun) > SWIPE) open(clientY < begun);
    else toggle();
  });
  // No click follows a touch: it would press what has moved under the finger meanwhile.
  at("handle").addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
  at("handle").addEventListener("click", ({ detail }) => detail || toggle()); // by a key: of a pointer the first has done it
  at("text").addEventListener("focus", () => open(true));
  // What stands below the board can be drawn up above the shut sheet, however high that is.
  new ResizeObserver(() => {
    if (root.classList.contains("open")) return;
    for (const { style } of [document.body, document.querySelector(".stagebox")]) style.setProperty("--sheet", `${at("order").offsetHeight}px`);
  }).observe(at("order"));
  room();
}

// Between board and shut sheet everything is seen whole: the bar with the turns and the headline always, what stands below it as long as the
// board keeps its share of the window; the rest is the board's. What is written takes nothing from the board, and what is said of it: a
// sheet that needs more room then covers what stands below the board, which can be drawn up.
function room() {
  const root = document.documentElement;
  const [top, bar, inner] = ["header", ".bar", ".scroll"].map((name) => document.querySelector(name));
  const below = [bar, at("queue"), at("marks")];
  let told = 0; // what the standings take below the board, where a tablet has room for them
  let most = Infinity; // so high is the board at most: what is written never makes it higher
  let isWritten = false; // whether anything was written since the board has its height
  const setTold = (height) => at("told").style.setProperty("--told", `${Math.max(0, height)}px`);
  const share = () => {
    if (root.matches(".open, .old, .isover") || getComputedStyle(at("order")).position !== "fixed") return;
    isWritten ||= most < Infinity && Boolean(at("text").value);
    const [isRing, isWhole] = [".ring", ".one-camera"].map((kind) => root.matches(kind));
    const clear = isRing ? 0 : CLEAR; // the fields of a ring are small: it needs each pixel
    const free = innerHeight - top.offsetHeight - at("order").offsetHeight - (inner.scrollHeight - inner.clientHeight) - clear;
    const sums = below.map((_, last, all) => all.slice(0, last + 1).reduce((sum, one) => sum + one.offsetHeight, 0));
    if (told && most < Infinity) setTold(Math.min(told, free - sums.at(-1) - GAP - most));
    if (isWritten) return;
    const fit = (height) => (isWhole ? heightOf(document.querySelector("#stage > svg"), height) : height);
    const highest = fit(isRing ? innerWidth : innerHeight * HIGHEST);
    const usual = isRing ? RING : isWhole && UPRIGHT.matches ? HIGHEST : at("queue").hidden ? BOARD : BELOW;
    const least = Math.min(innerHeight * usual, highest * NEARLY);
    const needed = Math.max(sums[0], ...sums.filter((sum) => free + clear - sum >= least));
    for (const [number, one] of below.entries()) one.classList.toggle("under", sums[number] > needed);
    if (most === Infinity) {
      at("told").style.removeProperty("--told");
      const spare = UPRIGHT.matches && !isRing ? free - needed - GAP - least : 0;
      told = spare < TOLD ? 0 : Math.min(heightOfStandings(), spare); // none of them at all is better than their titles alone
      if (told) setTold(told);
    }
    const height = Math.max(LEAST, fit(Math.min(free - needed - (told && told + GAP), most, highest)));
    for (const { style } of below) style.setProperty("--spare", `${free - needed - height}px`);
    if (height === most) return;
    most = height;
    for (const { style } of [at("stage"), at("order")]) style.setProperty("--room", `${height}px`);
  };
  // Of an open sheet nobody knows how high it is when it is shut: the board stands still as long as the window stays as it is.
  const anew = (isResized = false) => {
    [most, isWritten] = [Infinity, false];
    if (isResized || !root.matches(".open")) for (const { style } of [at("stage"), at("order")]) style.removeProperty("--room");
    share();
  };
  const sizes = new ResizeObserver(share);
  for (const one of [top, ...below, at("order")]) sizes.observe(one);
  new MutationObserver(() => anew()).observe(root, { attributeFilter: ["data-surveyed"] });
  document.addEventListener("chosen", () => anew()); // a head and a sheet of another height, long before the engine has surveyed it
  addEventListener("resize", () => anew(true));
}

// Return how high the standings are with their tabs, all lines in sight.
const heightOfStandings = () => at("told").offsetHeight - at("standings").clientHeight + at("standings").scrollHeight;

// Notes that this browser keeps for its owner
function notes() {
  const name = `notes ${data.table}`;
  const field = at("noted");
  field.value = memory.get(name) ?? "";
  at("notes").hidden = false;
  at("notes").open = Boolean(field.value);
  field.addEventListener("input", () => memory.set(name, field.value));
}

function explain() {
  at("how").open = true;
  document.documentElement.classList.add("open");
  triedOrder.showNotation();
  at("how").querySelector("summary").focus({ preventScroll: true });
}

// Whoever types has the notation beside the box; without scripts it stands at the end of the page.
function notation() {
  at("short").append(at("notation"));
  at("sheet").hidden = true;
  const rules = document.querySelector('a[href="#sheet"]');
  rules.href = "#how";
  rules.addEventListener("click", (event) => {
    event.preventDefault(); // the address says which turn, seat and order are shown, and nothing else
    explain();
  });
  at("why").addEventListener("click", ({ target }) => target.closest(".ref") && explain());
}

for (const text of document.querySelectorAll("main pre:not(.map)")) wrap(text);
document.documentElement.classList.add("scripted");
head.begin();
sheet();
if (!data.over) notation();
board.begin();
camera.begin();
steady.begin();
rest.begin();
tip.begin();
turns.begin();
log.begin();
arrows.begin();
notes();
posts.begin();
order.begin();
files.begin();
proof.begin();
sandbox.begin();
// Whoever only looks, on a line that is paid by the byte, need not load an engine.
if (!data.over) {
  if (navigator.connection?.saveData) at("box").addEventListener("focusin", () => start().catch(() => {}), { once: true });
  else start().catch(() => {});
}
