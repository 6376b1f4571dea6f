// The stage: a board as SVG, two cameras on it, what an order lays over it, what can be reached, taps.

import * as beside from "./beside.js";
import * as frames from "./frames.js";
import * as gestures from "./gestures.js";
import * as glide from "./glide.js";
import { mow } from "./grass.js";
import { fitLetters, platesOf } from "./letters.js";
import { explain, groundOf, markOf, ON_SQUARE, name as nameMarks, spread } from "./marks.js";
import { frameMap, markMap, showMap } from "./minimap.js";
import { hideCut, stepAside, wordsOf } from "./names.js";
import { animate, boxOf, drawMarks, drawRings, fitPieces, isRing, lift, marksOf, piecesOf, pointsOf, standOf, tag } from "./pieces.js";
import { pin, tokensOf } from "./pinned.js";
import * as places from "./places.js";
import * as queue from "./queue.js";
import { drawRulers, knowEdge, thinRulers } from "./rulers.js";
import * as tiles from "./tiles.js";
import * as walk from "./walk.js";
import { at, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [POINTER, FINGER] = [12, 22]; // pixels round the middle of a piece within which it counts as meant

const MARKED = 0.46; // half of the tile that a mark takes
const [NEAR, CLOSE] = [24, 12]; // tiles

let svg = null; // the board that is shown
let facts = { margin: 0, columns: 1, rows: 1, below: 0, ruled: false, ring: false };
let layers = {}; // what lies over the board, from below: hint, pale, reach, tag, own, over, rulers; and below the own pieces their rings, mine
let [camera, zoom] = ["near", 1];
let scale = 1; // pixels of a tile
let middle = null; // of a board that was dragged or zoomed into
let last = null; // what the near camera showed of the board before, where it stays if it can
let held = null; // what it showed when a place was tapped: another tap at the same spot means the same place
let isMine = false; // whether the camera was moved by hand, or put back, since the board or the seat came: then it stays there
let turned = -Infinity; // when it moved by itself, to what can be reached
let [targets, known] = [[], null]; // what can be reached, as far as it is shown; all of it (null: nobody knows yet)
let foreseen = []; // some of them, the outermost too, that are known before the engine is there: the camera holds them from the first
let end = null; // where the order ends
let path = []; // the points of the order's way
let ways = []; // these, and what is written beside its ends: what the near camera shows
let [seat, word] = [null, "you"]; // the seat whose pieces have rings, and what is written beside one
let rings = new Map(); // those round my pieces
let told = { take: () => {}, hover: () => {}, press: () => {} };

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const dark = matchMedia("(prefers-color-scheme: dark)");

export function listen(callbacks) {
  told = { ...told, ...callbacks };
}

// Show a board; `before` is one whose pieces move from where they stand there.
export function show(board, before = null) {
  const template = document.createElement("template");
  if (typeof board === "string") template.innerHTML = board;
  const found = typeof board === "string" ? template.content.querySelector("svg") : board.cloneNode(true);
  if (!found) return;
  const told = { ...frames.read(found), ring: isRing(found) };
  const was = svg && ["margin", "columns", "rows"].every((name) => facts[name] === told[name]) ? stand() : null;
  [targets, foreseen, path, ways, end] = [[], [], [], [], null]; // of the board before: the camera does not hold them on another turn
  [svg, facts] = [found, told];
  tiles.know(svg, facts);
  document.documentElement.classList.toggle("ring", facts.ring);
  const root = svg.querySelector("g");
  if (!svg.dataset.bare) root.lastElementChild.remove(); // the legend, which stands beside the board
  svg.dataset.bare = "1";
  for (const name of ["width", "height"]) svg.removeAttribute(name);
  knowEdge(ground());
  showMap(svg, whole(), facts);
  mow(svg, whole());
  layers = {};
  for (const name of ["mine", "hint", "pale", "reach", "tag", "own", "over"]) {
    layers[name] = document.createElementNS(SVG, "g");
    layers[name].setAttribute("class", `layer ${name}`);
    ground().append(layers[name]);
  }
  queue.show(svg);
  at("stage").replaceChildren(svg);
  layers.rulers = document.createElementNS(SVG, "g");
  layers.rulers.setAttribute("text-anchor", "middle");
  svg.append(layers.rulers);
  keep(was);
  isMine = false;
  look();
  spots();
  paint(); // which asks for a colour: by now the board is laid out anyway
  if (before && !calm.matches) animate(svg, before, rings);
}

// Leave room for a board that is to come, of which only its facts are known (as `data-board`); none is to come any more if that is empty.
export const expect = (text) => frames.expect(text) && (facts = { ...facts, ...frames.read(svg) });

// What the camera shows of a board, for the next one to be shown alike.
function stand() {
  return { part: frame(), near: camera === "near" && isLarge() ? base() : null, isFollowed: isInSight() };
}

const own = () => pieces().get(seat) ?? [];
const isInSight = () => own().some(({ x, y }) => frames.isSeen([x, y], frame(), facts));

// Have the camera stay where it is from one turn to the next as long as the own piece is in sight; else it glides along with it.
function keep(was) {
  [last, held] = [was?.near ?? null, null];
  if (!was) [middle, zoom] = [null, 1];
  else if (middle && was.isFollowed && !isInSight()) {
    middle = own().length ? [own()[0].x + facts.margin, own()[0].y + facts.margin] : null;
  }
  if (was) glide.from(was.part, look);
}

// The stage beyond the edges of the board has the ground's colour, by day and by night.
const paint = () => (at("stage").style.background = svg ? getComputedStyle(svg.querySelector("rect.ground")).fill : "");

// The group that holds the board in its own units.
const ground = () => svg.querySelector("g").lastElementChild;

export const pieces = () => piecesOf(svg);

// Cameras

const whole = () => frames.whole(facts);

// Return the part that the near camera shows: my piece, what I can reach unharmed, dice that can be tapped, the way of my order, who acts not far away.
function near() {
  const reached = places.wanted(known ? targets : foreseen).map((target) => target.at);
  return held ?? frames.near([...own().map(({ x, y }) => [x, y]), ...reached, ...tokensOf(svg, ground()), ...actors()], ways, facts, last);
}

// Return where others stand near my pieces where one acts after the other: whose turn it is, and all that are close if I can come nowhere.
function actors() {
  const all = svg.dataset.queue ? [...pieces().values()].flat() : [];
  const isFree = !(known ? targets : foreseen).length;
  const far = ({ x, y }) => Math.min(...own().map((one) => Math.hypot(one.x - x, one.y - y)));
  return all.filter((one) => far(one) < (one.piece.querySelector(".acts") ? NEAR : isFree ? CLOSE : 0)).map(({ x, y }) => [x, y]);
}

// Tell whether the board has two cameras.
const isLarge = () => !facts.ring && frames.isLarge(facts) && pieces().has(seat);

export function view(name) {
  frames.measure(); // a sheet may have been shut, or a window turned, just now
  camera = name;
  middle = last = held = null;
  [zoom, isMine] = [1, false];
  glide.end();
  look();
}

// Return how the camera stands, for `restore` to put it back there if nobody has chosen the other camera meanwhile.
export const pose = () => ({ camera, zoom, middle, part: base() });

export function restore(was) {
  if (was.camera !== camera) return;
  [zoom, middle, held, isMine] = [was.zoom, was.middle, null, true];
  last = camera === "near" && isLarge() ? was.part : null;
  look();
}

// Something else is written than what was tapped: the camera moves on from where it stands, if the way asks for that.
export function free() {
  [last, held] = [held ?? last, null];
}

export function magnify(step, x = null, y = null) {
  glide.end();
  isMine = true;
  const [left, top, wide, high] = frame();
  const was = zoom;
  const [least, most] = frames.zooms(base(), whole());
  zoom = Math.min(Math.max(zoom * step, least), most);
  if (zoom === least && least < 1) return view("whole");
  if (Math.abs(zoom - 1) < 1e-6) [middle, zoom] = [null, 1];
  else {
    const [u, v] = x === null ? [left + wide / 2, top + high / 2] : [x, y];
    middle = [u + ((left + wide / 2 - u) * was) / zoom, v + ((top + high / 2 - v) * was) / zoom];
  }
  look();
}

// Change to the other camera, or back to the one there is.
export const swap = () => view(camera === "near" ? "whole" : "near");

export const reset = () => view(camera); // shows the camera's own part of the board again

// Zoom at a place of the window.
export function zoomAt(step, u, v) {
  const place = new DOMPoint(u, v).matrixTransform(svg.getScreenCTM().inverse());
  magnify(step, place.x, place.y);
}

// Turn the camera to a place that it does not show.
export function turnTo([x, y]) {
  const [left, top, wide, high] = frame();
  const [u, v] = [x + facts.margin, y + facts.margin];
  if (left < u && u < left + wide && top < v && v < top + high) return;
  glide.from(frame(), look);
  middle = [u, v];
  look();
}

const base = () => (camera === "near" && isLarge() ? near() : whole());

// Return the part of the board that fills the stage, as left, top, width, height: the camera's, widened to the stage's own form.
function frame() {
  const [left, top, wide, high] = frames.held(frames.widened(base()), whole());
  const [u, v] = middle ?? [left + wide / 2, top + high / 2];
  return frames.held([u - wide / zoom / 2, v - high / zoom / 2, wide / zoom, high / zoom], whole());
}

export function look() {
  if (!svg) return;
  const [large, was] = [isLarge(), document.documentElement.classList.contains("one-camera")];
  document.documentElement.classList.toggle("one-camera", !large);
  at("view").hidden = !large && zoom === 1;
  pin(svg, large && camera === "near");
  beside.lay(svg, facts, frames.isAside(facts));
  for (const button of at("view").children) button.setAttribute("aria-pressed", String(button.dataset.view === camera && zoom === 1 && !middle));
  const part = glide.towards(frame());
  svg.setAttribute("viewBox", part.join(" "));
  drawRulers(layers.rulers, part, facts, zoom, [ways[0], end].filter(Boolean));
  fit(part, was === large);
  if (isRoad()) hideCut(svg, seen(), 10 / scale, [...pieces().values()].flat().map(boxOf));
  const isPart = (camera === "near" && large) || zoom > 1;
  frameMap(part, whole(), isPart);
  [at("farther").ariaDisabled, at("nearer").ariaDisabled] = [!isPart, zoom >= frames.zooms(base(), whole())[1]].map(String);
}

// Pieces are drawn large on a large board, so that they can be seen; seen from near they take little more than their tile.
function fit([, , wide], isOther = false) {
  const [isNear, was] = [facts.ruled && wide < whole()[2] * 0.75, svg.classList.contains("near")];
  svg.classList.toggle("near", isNear);
  scale = frames.pixels(wide);
  fitPieces(svg, isNear, scale, facts);
  fitLetters(svg, scale, facts.ruled);
  if (facts.ring) spread([layers.reach, layers.pale]);
  thinRulers(svg, scale, facts);
  if (was === isNear && !isOther) {
    ring();
    nameMarks();
  } else spots(); // the list of marks says more of a board that is shown once
}

// What lies over the board

// Lay an order's way over the board: `text` is SVG made by gm_tools/render/drawing/layers.py, `points` its way.
export function overlay(text, points = [], place = null) {
  const tried = svg.classList.contains("tried");
  draw("over", text);
  path = points;
  ways = [...path, ...platesOf(layers.over)];
  end = place ?? points.at(-1);
  if (svg.classList.toggle("tried", Boolean(text)) !== tried || isRoad()) spots();
  if (text && zoom === 1 && !held) middle = null;
  look();
}

// Lay a way over the board that is only pointed at: the camera stays.
export function preview(text) {
  draw("over", text);
  svg.classList.toggle("tried", Boolean(text));
  fit(frame());
}

export function draw(name, text) {
  if (!svg || layers[name].drawn === text) return;
  layers[name].drawn = text;
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = text;
  layers[name].replaceChildren(...holder.childNodes);
  fitLetters(layers[name], scale, facts.ruled);
  if (facts.ring && name === "pale") spread([layers.reach, layers.pale]);
  if (name === "over") for (const fitIn of [tiles.hideCrossed, nameMarks]) fitIn(layers.over);
}

// Mark the piece of the seat, and the places in which what is told of took place.
export function mark(mine, said = "you", ahead = []) {
  const isOther = mine !== seat;
  [seat, word, foreseen] = [mine, said, ahead];
  if (isOther) {
    markMap(mine);
    reset();
    spots();
    frames.measure(); // the list of marks has taken its room
    look();
  }
  ring();
}

function ring() {
  if (!svg) return;
  const mine = own();
  const all = [...pieces().values()].flat();
  for (const { piece } of all) piece.classList.toggle("own", mine.some((one) => one.piece === piece));
  lift(mine, layers.hint, layers.mine);
  stepAside(svg, [...all.map(boxOf), ...targets.map(({ at: [x, y] }) => [x, y, MARKED, MARKED])]);
  const tyres = isRoad() ? [...svg.querySelectorAll("g.sign")].map(standOf) : [];
  const others = all.filter(({ piece }) => !piece.matches(".own"));
  const taken = [...others.map(boxOf), ...tyres, ...targets.map((target) => target.at), ...marksOf(svg), ...ways, ...pointsOf(svg), ...wordsOf(svg)];
  const ringed = mine.filter(mayGo);
  draw("mine", drawRings(ringed).join(""));
  draw("tag", drawMarks(mine, layers.reach) + (mine.length === 1 ? tag(mine[0], others, taken, seen(), scale, say(word)) : ""));
  rings = new Map(ringed.map(({ piece }, number) => [piece, layers.mine.children[number]]));
}

// Tell whether a piece of a seat may still go: of several, once it is known what they can come to, those alone that come anywhere.
const mayGo = (one) => own().length === 1 || (targets.length ? places.waysFrom(one).length > 0 : !one.piece.querySelector(".lock"));

// Return the part of the board that is seen, without what numbers of rows and columns hide, in its own units: left, top, right, bottom.
function seen() {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const [left, top] = [x - facts.margin, y - facts.margin];
  const [across, down] = frames.STRIPS.map((long) => (facts.ruled ? long / scale : 0));
  return [left + across, top + down, left + width, top + height];
}

export const light = (places) => draw("hint", places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.5" class="lit"/>`).join(""));
export const lightSeats = (marks) => light(marks.flatMap((mark) => pieces().get(mark) ?? []).map(({ x, y }) => [x, y]));

// Show what can be reached (null: nobody knows yet). What is not shown, on another turn, has room for what is said of it all the same.
export function reach(found, isShown = true) {
  const was = svg && frame();
  if (was && isInSight() && camera === "near" && isLarge() && zoom === 1 && !middle) last = held ?? was;
  [targets, known] = [(isShown && found) || [], found];
  places.set(targets);
  walk.restart();
  const part = svg && frame();
  if (!isMine && !places.wanted(targets).every(({ at: place }) => frames.isSeen(place, part, facts))) [middle, zoom] = [null, 1];
  spots();
  frames.measure(); // the list of marks takes its room now, before the camera is set
  look();
  if (was && String(was) !== String(frame())) turned = performance.now();
}

// Leave those targets that an order so far can still come to: see places.js.
export function narrow(left, text, isChosen) {
  places.narrow(left, text, isChosen);
  spots();
}

// Mark what can be reached.
function spots() {
  if (!svg) return;
  const [lie, isAhead] = [groundOf(svg, facts), places.findAhead()];
  const [shown, others] = [true, false].map((isOpen) => places.waysOf(isOpen).map(([best]) => best));
  draw("reach", shown.map((best) => markOf(best, { ...lie(best.at), isEnd: isEnd(best.at), isAhead: isAhead(best.at) }, walk.isAt(best.at))).join(""));
  draw("pale", others.map((best) => markOf(best, lie(best.at))).join(""));
  svg.classList.toggle("narrowed", places.isNarrowed());
  svg.classList.toggle("aims", targets.length > 0);
  ring();
  const isDone = at("stage").classList.contains("done") || (!places.isNarrowed() && svg.classList.contains("tried"));
  explain(shown, others, others.length > 0 || (shown.length > 0 && isDone), facts.ruled, known ?? (foreseen.length ? foreseen : null));
}

const isRoad = () => !facts.ruled && !facts.ring;

// Tell whether the order on the board ends on a square of a road: the piece is drawn there, and a mark beside it would only crowd it.
function isEnd([x, y]) {
  return isRoad() && svg.classList.contains("tried") && Boolean(end) && Math.hypot(end[0] - x, end[1] - y) < ON_SQUARE;
}

// Taps, keys, hovering

// Return where on the board an event took place, in the board's own units.
function point(event) {
  const matrix = ground().getScreenCTM().inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return [x, y];
}

// Return the middle of the space under a pointer; on a board without rows and columns where something stands or can be reached, if near.
export function placeOf(event) {
  const [x, y] = point(event);
  if (facts.ruled) return [Math.floor(x) + 0.5, Math.floor(y) + 0.5];
  const known = [...[...pieces().values()].flat().map((one) => [one.x, one.y]), ...targets.map((target) => target.at)];
  const near = known.find(([u, v]) => Math.hypot(u - x, v - y) < 0.8);
  return near ?? [Math.round(x * 2) / 2, Math.round(y * 2) / 2];
}

// Return what a pointer means: the ways of a place, if it can be reached, and whether it is on their mark; the piece; the point.
function aimed(event) {
  const mark = event.target.closest?.(".reach > g, .pale > g");
  const hit = mark ? places.waysOf(Boolean(mark.closest(".reach")))[[...mark.parentNode.children].indexOf(mark)] : undefined;
  const [isFinger, scale] = [event.pointerType === "touch", ground().getScreenCTM().a];
  const [x, y] = point(event);
  const found = places.meant([x, y], facts, scale, isFinger, hit);
  const room = Math.max(0.7, (isFinger ? FINGER : POINTER) / scale);
  const far = (one) => Math.min(Math.hypot(one.x - x, one.y - y), Math.hypot(one.u - x, one.v - y));
  const all = [...pieces()].flatMap(([name, list]) => list.map((one) => ({ mark: name, ...one })));
  const piece = all.filter((one) => far(one) < room).sort((one, other) => far(one) - far(other))[0];
  return { found, piece, point: [x, y], isOnMark: Boolean(found) && found === hit, event, near: isFinger ? places.under([x, y], scale) : [], closer: places.closer(scale) };
}

function tapped(event) {
  const token = event.target.closest?.("[data-tap]");
  if (token) told.press(token);
  else told.take(aimed(event));
}

// Move the board by some pixels, where the camera shows a part of it; tell whether it does.
function drag(right, down) {
  if (zoom <= 1 && !(camera === "near" && isLarge())) return false;
  glide.end();
  isMine = true;
  const scale = svg.getScreenCTM().a;
  const [left, top, wide, high] = frame();
  middle = [left + wide / 2 - right / scale, top + high / 2 - down / scale];
  look();
  return true;
}

// Write something, and have the camera stand still.
export function hold(write) {
  const part = base();
  write();
  held = part;
}

export function begin() {
  gestures.begin(at("stage"), { turned: () => turned, tap: tapped, drag, pinch: zoomAt, hover: (event) => told.hover(event && aimed(event)) });
  walk.begin({
    pieces: () => (own().length > 1 ? own().filter((one) => places.waysFrom(one).length).map((one) => ({ mark: seat, ...one })) : []),
    way: () => path,
    changed: spots,
    take: (aim) => told.take(aim),
    hover: (aim) => told.hover(aim),
  });
  dark.addEventListener("change", paint);
  frames.watch(stretch);
}

// Where something beside the stage alone has another size its tiles stay where they are, and as large as they are.
function stretch(by) {
  if (!by) last = held = null;
  else if (svg && zoom === 1 && !middle) {
    const [left, top, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    const part = [left, top, wide * by[0], high * by[1]];
    if (!held) last = part;
    else if (ways.every((place) => frames.isSeen(place, part, facts))) held = part; // a longer verdict moves nothing from under the finger
  }
  look();
}

// Return the board that is shown, for the next one to move its pieces from.
export const current = () => svg;
