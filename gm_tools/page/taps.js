// Taps on the board: what is meant by one, what it writes, and which of the places that can be reached are left.

import * as board from "./board.js";
import { keys } from "./keys.js";
import { sizeOf } from "./pieces.js";
import { goesOn, isBad, key, partOf, waysFrom } from "./places.js";
import * as steps from "./steps.js";
import { meansOf, nameOf, noteOf, tileOf } from "./tiles.js";
import { refuse, stand } from "./tip.js";
import * as tried from "./tried_order.js";
import * as turns from "./turns.js";
import { at, data, say } from "./words.js";

const FEW = 3; // places between which a finger is asked to tap again
const SAME = 0.1; // tiles between a piece and a place that are the same, as they are drawn
const BESIDE = 1.4; // tiles from a piece that is chosen within which a tap on nothing means that piece
const CALM = 60; // milliseconds that a pointer rests on a place before its way is drawn

let targets = [];
let firstKeys = [];
let reach = []; // what an order so far can still come to, by the engine's word; null: nothing is known but its text
let written = ""; // the order so far, as the engine reads it
let picked = null; // the piece that was tapped, where a seat has several: only its ways are shown
let laid = { order: null, piece: null }; // what a tap has written last, and the piece that was chosen before it
let by = ""; // what was tapped on the pad: only what it moves to is shown
let cycle = { place: "", at: 0, ways: [] };
let isMagnified = false; // whether a tap on several places has shown them larger, until one of them is chosen
let hovered = "";
let aimed = null; // what the pointer was over last
let waiting = 0;
const act = { write: () => {}, preview: () => {}, standing: () => ({ seat: "", empty: "" }) };

export function begin(callbacks) {
  Object.assign(act, callbacks);
}

// What a seat can reach, and the keys that its order may begin with.
export function know(found, first) {
  [targets, firstKeys] = [found, first];
  pick(null);
}

export const reached = () => targets;

// What is written is no longer what was tapped.
export function restart() {
  by = hovered = ""; // what is pointed at is told anew
  clearTimeout(waiting);
  cycle = { place: "", at: 0, ways: [] };
  at("pointed").textContent = "";
  if (picked) pick(null);
}

// A tap on the pad writes the beginning of an order, and leaves on the board what that can come to.
export function shift(tap) {
  act.write(tap.order);
  by = tap.by;
}

// A tap on a card writes it, and, if a piece was tapped before that it moves to one place only, its whole order.
export function lay(order) {
  const piece = picked;
  const [only, ...others] = piece ? waysFrom(piece).filter(goesOn(order.toUpperCase())) : [];
  put(only && !others.length ? only.order : order);
  if (others.length) pick(piece);
}

function put(order) {
  laid = { order, piece: picked };
  act.write(order);
}

// What was written last is taken back: the piece that was chosen for it is chosen again.
export function chooseAgain(text) {
  if (laid.piece && laid.order === partOf(text)) pick(laid.piece);
}

// Choose no piece any more, and tell whether the last tap had chosen one.
export function letGo() {
  if (!picked || laid.order === partOf(at("text").value)) return false;
  pick(null);
  return true;
}

// Return what a tap would take: of a piece that is to be chosen its `own` ways, of a place that can be reached its `ways`, the `step`
// of the way that is drawn; else the `tile` that was meant, and whether it `isOwn`. Where the own
// piece hides a place beside it that is bad, that is taken on its mark alone.
function meaning({ found, piece = null, point = null, isOnMark = false }) {
  const { seat } = act.standing();
  if (!turns.isNow()) return {};
  const isChoice = piece && isOneOfMany(seat);
  const far = ([x, y]) => Math.hypot(x - point[0], y - point[1]);
  if (isChoice && point) {
    const own = waysFrom(piece);
    const isAimed = found && (far(found[0].at) + SAME < far([piece.x, piece.y]) || (picked && waysFrom(picked).includes(found[0])));
    if (own.length && !isAimed) return { own };
  }
  const tile = point && tileOf(point);
  const isOn = () => meansOf(point, Infinity)([piece.x, piece.y]) || far([piece.u, piece.v]) < sizeOf(piece.piece.getAttribute("transform")) / 2;
  const isOwn = piece?.mark === seat && !isChoice && isOn();
  const isMeant = found && (!isBad(found) || cycle.place === key(found[0].at)); // another tap takes its next way
  const step = point && !isMeant ? steps.stepAt(point) : 0;
  if (step && !isOnMark) return { step };
  const isBeside = isOwn && found && !meansOf([piece.x, piece.y], 0.5)(found[0].at); // two cars on a tile stand beside its middle
  return found && !(isBeside && isBad(found) && !isOnMark) ? { ways: found } : { tile, isOwn, isChoice };
}

// What a tap on a place writes, at once or when it is known, the camera does not follow: another tap at the same spot means the same place.
const write = (order) => board.hold(() => put(order));

const cardsOf = (ways) => [...new Set(ways.map(({ by: card }) => card))];

// Tell whether a seat has several pieces, of which it chooses one.
const isOneOfMany = (seat) => (board.pieces().get(seat) ?? []).length > 1;

// A tap takes the best order to a place, another one its next way: heading, speed, what moves there. A tap on a piece that can be
// chosen shows what can move it, and where to. What cannot be reached is told.
export function tap(aim) {
  const { near = [] } = aim; // by keys one place is meant
  const { own, ways: found, step, tile, isOwn, isChoice } = meaning(aim);
  const { piece, point } = aim;
  if (own) choose(piece, own);
  else if (step) cut(step);
  else if (found && near.length > FEW && aim.closer > 1) magnify(aim);
  else if (found) take(found, aim.closer > 1 ? near : []);
  else if (point && noteOf(point)) {
    at("pointed").textContent = noteOf(point);
    stand(point);
  } else if (point && act.standing().isAwaiting) {
    at("pointed").textContent = act.standing().empty;
    stand(point);
  } else if (isOwn !== undefined && targets.length && point) {
    const was = picked;
    if (was) pick(null);
    if (was && Math.hypot(was.u - point[0], was.v - point[1]) < BESIDE) return; // it was meant, and is let go
    if (!isChoice) pass(tile, isOwn, point);
    else {
      at("pointed").textContent = say("stays", { mark: piece.mark });
      stand([piece.x, piece.y]);
    }
  }
}

// Where no order can end, but some pass, a tap writes the beginning that leads there.
async function pass(tile, isOwn, point) {
  const begun = isOwn ? null : await steps.pass(point);
  if (!begun) {
    refuse(tile, isOwn, point);
    return;
  }
  write(begun.text);
  document.addEventListener("answered", ({ detail: { text } }) => partOf(text) === begun.text && steps.arrive(begun.text, begun.place), { once: true });
}

// Where a finger is on many places, it is shown them larger first.
function magnify({ event, closer, point }) {
  board.zoomAt(closer, event.clientX, event.clientY);
  isMagnified = true;
  at("pointed").textContent = say("closer");
  stand(point);
}

// Take the best way to a place; where a finger is on a few others, too (`near`), another tap takes the best way to one of those.
function take(found, near = []) {
  const place = key(found[0].at);
  const isAgain = cycle.place === place;
  const others = near.filter(([best]) => key(best.at) !== place).map(([best]) => best);
  const all = [found[0], ...others, ...found.slice(1)];
  const [ways, next] = isAgain ? [cycle.ways, (cycle.at + 1) % cycle.ways.length] : [all, 0];
  if (isMagnified) board.reset();
  isMagnified = false;
  write(ways[next].order);
  cycle = { place, at: next, ways };
  tell(ways, next, { isTaken: true });
  stand(found[0].at);
}

// A tap on a step of the way that is drawn takes back what was written after it.
async function cut(step) {
  const begun = await steps.point(step);
  if (begun) write(begun);
}

// A tap on a piece chooses it, or no longer; where its card was tapped before, and brings it to one place only, that is its order.
function choose(piece, own) {
  const isAgain = picked && waysFrom(picked)[0] === own[0];
  const left = written ? own.filter(goesOn(written)) : [];
  if (!isAgain && left.length === 1 && left[0].order.toUpperCase() !== written) take(left);
  else {
    pick(isAgain ? null : piece);
    stand([piece.x, piece.y]);
  }
}

// Leave a piece's own ways only, and the cards that can move it; of none: all.
function pick(piece) {
  const was = picked;
  picked = piece;
  if (!was && !piece) return;
  const cards = new Set(piece ? cardsOf(waysFrom(piece)) : []);
  narrow(reach, written);
  ring();
  for (const token of at("stage").querySelectorAll("[data-tap]")) {
    token.classList.toggle("unfit", Boolean(piece) && !cards.has(token.dataset.tap));
  }
  const isEmpty = !at("text").value.trim();
  const said = !piece ? "" : isEmpty ? say("cards", { mark: piece.mark, cards: [...cards].join(", ") }) : say("aim", { mark: piece.mark });
  at("pointed").textContent = isEmpty ? "" : said;
  if (!isEmpty) return;
  keys(firstKeys.map((one) => (piece && !cards.has(one.label) ? { ...one, text: "" } : one)), "");
  tried.state("", said || act.standing().empty);
}

// Pointing at a place shows the way of its order, and says which of several it is.
export function hover(aim) {
  aimed = aim;
  const { own, ways: found, step, isOwn, isChoice } = aim ? meaning(aim) : {};
  const ball = own && aim.isKeyed ? aim.piece : null;
  const name = !found && !step && !ball && aim?.point ? nameOf(aim.point) || noteOf(aim.point) : "";
  const place = found ? key(found[0].at) : step ? `step ${step}` : ball ? `ball ${aim.point}` : name;
  if (!step || place !== hovered) showHand(own || found);
  if (isOwn === false && !isChoice && targets.length) steps.pass(aim.point).then((begun) => begun && aim === aimed && showHand(true));
  if (place === hovered) return;
  if (/^(step|ball)/.test(hovered)) ring();
  hovered = place;
  if (step) steps.point(step, () => place === hovered).then((cut) => cut && showHand(true));
  const isTaken = place === cycle.place;
  if (ball) {
    board.light([aim.point]);
    at("pointed").textContent = say("cards", { mark: ball.mark, cards: cardsOf(own).join(", ") });
  } else if (found) tell(isTaken ? cycle.ways : found, isTaken ? cycle.at : 0, { isTaken, isKeyed: aim.isKeyed });
  else at("pointed").textContent = name;
  at("stage").classList.toggle("pointing", Boolean(found) && !isTaken);
  clearTimeout(waiting);
  waiting = setTimeout(() => act.preview(found && !isTaken ? found[0].order : ""), found ? CALM : 0);
}

// A hand over what a tap takes, and over nothing else
const showHand = (isTaken) => at("stage").classList.toggle("pick", Boolean(isTaken));

// Say what a tap takes, and of what it has taken (its order stands in the box) what another tap would; who goes from place to place by
// keys hears where that is, too.
function tell(found, number, { isTaken = false, isKeyed = false } = {}) {
  const { order, note, at: place, cost } = found[number];
  const next = found[(number + 1) % found.length];
  const again = isTaken && found.length > 1 ? say(next.cost > cost ? "again_dearer" : "again", next) : "";
  const tile = isKeyed && tileOf(place);
  const which = found.length > 1 ? say("way", { n: number + 1, all: found.length }) : "";
  at("pointed").textContent = [tile && say("tile", tile), which, (isKeyed || !again) && order, note !== order && note, again].filter(Boolean).join(" · ");
  at("stage").classList.remove("pointing");
}

// Leave of what can be reached what the order so far can still come to: by the engine's word, or by the orders that begin so.
export function narrow(told, part = partOf(at("text").value)) {
  [reach, written] = [told, part.toUpperCase()];
  const still = new Set((reach ?? []).map(key));
  const all = picked ? waysFrom(picked) : targets;
  let left = all;
  if (by) left = left.filter((target) => target.by === by);
  else if (reach) left = still.size ? left.filter(({ at: to }) => still.has(key(to))) : left;
  else if (written) left = left.filter(goesOn(written));
  if (picked && !left.length) left = all; // what is written is another piece's
  const isAsked = Boolean(by || picked || at("text").value.trim()); // of an empty box nothing is narrowed, whatever was erased
  board.narrow(isAsked && left.length ? left : null, written, Boolean(by || picked));
  if (picked) ring();
}

// A ring round the piece that is chosen, and round no other
function ring() {
  if (picked) board.draw("hint", `<circle cx="${picked.u}" cy="${picked.v}" r="1.3" class="chosen"/>`);
  else board.light([]);
}
