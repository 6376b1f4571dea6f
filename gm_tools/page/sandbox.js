// The sandbox: all seats over several turns, forwards and back, clearly not the game. Its state is a link: orders and chance alone,
// and none in games that hide something.

import * as board from "./board.js";
import { call, load, play } from "./engine.js";
import * as order from "./order.js";
import { showIn } from "./pressed.js";
import * as seated from "./seat.js";
import * as turns from "./turns.js";
import { at, badge, copyText, data, make, memory, percent, plain, readAddress, say, writeAddress } from "./words.js";

let on = false;
let drafts = {}; // of the turn to be played, by seat: the text in its box, what was said of it, and whether chance has a part in it (luck)
let played = []; // what was played: the orders and the way of chance of each turn
let lines = []; // all that was played so, the newest first; of lines that begin alike the longest
let step = 0;
let steps = 0;
let shown = null;
let visit = 0; // how often it was entered or left: what is under way for an earlier visit comes to nothing
let hands = {}; // what the player said of hands, by seat: it never leaves the page
let shared = ""; // what is said of a link that plays its turns
let before = null; // what stood there when the sandbox was entered, and comes back when it is left

const seat = () => at("seat").value;

export function begin() {
  at("try").hidden = data.over;
  at("try").addEventListener("click", () => (on ? leave() : enter()));
  document.addEventListener("ready", () => {
    at("try").disabled = false;
  });
  document.addEventListener("broken", () => {
    at("try").disabled = true;
    if (on) close(); // it was opened while the engine was still being loaded
  });
  document.addEventListener("answered", ({ detail: { text, state, luck } }) => {
    if (!on || text.trim() !== at("text").value.trim()) return;
    drafts[seat()] = { text, state, luck };
    list();
    if (at("playing").querySelector(".warned")) foot();
    else offer(); // the button that plays stays: somebody may be pressing it
  });
  at("private").addEventListener("input", () => {
    if (on) hands[seat()] = at("private").value;
  });
  if (readAddress().get("sandbox")) restore(readAddress().get("sandbox"));
}

// The order in the box comes along: the sandbox is there to see what comes of it.
async function enter() {
  on = true;
  visit += 1;
  before = { mark: seat(), text: at("text").value, hand: at("private").value, turn: turns.state.shown, posed: board.pose() };
  await turns.comeBack();
  document.documentElement.classList.add("sandboxed");
  at("try").setAttribute("aria-checked", "true");
  at("playing").hidden = false;
  [drafts, played, step, steps, hands] = [{}, [], 0, 0, { [before.mark]: before.hand }];
  lines = kept();
  wait(say("opening"));
  await go({ go: "to", step: 0 }, true);
}

function close() {
  on = false;
  visit += 1;
  shared = "";
  document.documentElement.classList.remove("sandboxed");
  at("try").setAttribute("aria-checked", "false");
  at("sandbox").hidden = at("playing").hidden = true;
  writeAddress({ sandbox: null });
}

async function leave() {
  close();
  const left = seat();
  await load();
  const { text, hand, turn, posed } = before;
  const mark = seat() === left ? before.mark : seat(); // another one was chosen meanwhile
  seated.open({ seats: data.seats, hidden: data.hidden, over: data.over });
  await turns.step(turn);
  if (mark === before.mark) seated.choose(mark, text, hand);
  else seated.choose(mark);
  board.restore(posed);
}

// Have the engine play or go to a step, and show what is there. What was typed meanwhile stays; `keeps` what stood there before, too.
// `line` is what is played then, if it can be. Nothing is returned of what cannot be done.
async function go(command, keeps = false, line = null) {
  const [typed, now] = [at("text").value, visit];
  const isHere = at("playing").contains(document.activeElement);
  at("playing").inert = true;
  const answer = await play(command)
    .catch((error) => ({ failed: error.message }))
    .finally(() => {
      at("playing").inert = false;
    });
  if (now !== visit) return null;
  if (answer.failed) {
    complain(answer.failed);
    return null;
  }
  if (answer.ways) return answer;
  if (line) {
    played = line;
    remember();
  }
  const mark = seat();
  const [text, hand] = [at("text").value, at("private").value];
  const old = board.current();
  const ahead = answer.step - step;
  ({ step, steps } = answer);
  shown = answer;
  // Before anything is played the last turn of the game is still what happened.
  const isGame = !answer.step && !document.documentElement.classList.contains("away");
  turns.present(isGame ? turns.now() : answer, Math.abs(ahead) === 1 ? old : null);
  // Orders with which a turn was played once stand there again; they are legal.
  drafts = Object.fromEntries(Object.entries(played[step]?.[0] ?? {}).map(([one, order]) => [one, { text: order, state: "legal" }]));
  if (keeps || text !== typed) drafts[mark] = { text, state: "" };
  // After a turn all hands are known: the player's own, and others that were made up.
  const told = { draft: (one) => drafts[one]?.text ?? "", hand: (one) => (step ? "" : (hands[one] ?? "")) };
  seated.open({ seats: answer.seats, hidden: data.hidden && !step, over: false, means: answer.means, ...told, keep: true, own: before.mark });
  const asked = answer.seats.filter((one) => one.asked).map((one) => one.mark);
  seated.choose((keeps && mark) || asked.includes(mark) || !asked.length ? mark : asked[0], undefined, keeps ? hand : undefined);
  panel();
  if (isHere) at("playing").querySelector(".main").focus({ preventScroll: true });
  return answer;
}

// Return the orders of the turn to be played, null if one of them is none and the player has not said that a bot may go instead.
async function given(again) {
  await order.settle();
  const asked = shown.seats.filter((one) => one.asked).map(({ mark }) => mark);
  const [legal, others] = [{}, []];
  for (const mark of asked) {
    const now = { text: mark === seat() ? at("text").value : (drafts[mark]?.text ?? "") };
    const { text, state: said } = drafts[mark]?.text === now.text ? drafts[mark] : now;
    const state = said || (text.trim() && (await call("answer", mark, text, data.hidden && !step ? (hands[mark] ?? "") : "")).state);
    if (state === "legal") legal[mark] = text;
    else if (text.trim()) others.push([mark, text.trim()]);
  }
  if (!others.length) return legal;
  question(others, () => again(legal));
  return null;
}

// Play a turn; `way` is how chance falls: a seed, and the draws that were chosen.
async function playTurn(orders, way) {
  if (await go({ go: "on", orders, ...way }, false, [...played.slice(0, step), [orders, way]])) keep();
}

async function playDrawn(orders) {
  const wanted = orders ?? (await given(playDrawn));
  if (wanted) await playTurn(wanted, drawn());
}

// Lines of the sandbox: a turn played in another way is one more

const MOST_LINES = 12;
const slot = `lines ${data.table}`;
const isBegun = (line, whole) => JSON.stringify(whole.slice(0, line.length)) === JSON.stringify(line);

function remember() {
  if (lines.some((line) => isBegun(played, line))) return;
  lines = [played, ...lines.filter((line) => !isBegun(line, played))].slice(0, MOST_LINES);
  if (!data.hidden) memory.set(slot, JSON.stringify({ turn: data.turn, lines }));
}

function kept() {
  try {
    const held = JSON.parse(memory.get(slot));
    return held.turn === data.turn && !data.hidden ? held.lines : [];
  } catch {
    return [];
  }
}

// Play a line again from the beginning, and tell how far it has come: a turn may take a while.
async function replay(line) {
  const now = visit;
  wait(say("opening"));
  await go({ go: "to", step: 0 });
  for (const [number, [orders, way]] of line.entries()) {
    if (now !== visit) return;
    wait(say("replaying", { turn: number + 1, all: line.length }), number / line.length);
    await playTurn(orders, way);
  }
}

function others() {
  const buttons = lines
    .filter((line) => !isBegun(line, played))
    .map((line) => {
      const turn = ([orders]) => Object.entries(orders).map(([mark, text]) => `${mark} ${text}`).join(", ") || "…";
      const item = make("li");
      item.append(make("button", "", line.map(turn).join(" · "), () => replay(line)));
      return item;
    });
  if (!buttons.length) return [];
  const list = make("ol", "lines");
  list.append(...buttons);
  return [make("p", "hint", say("lines")), list];
}

function drawn() {
  const seed = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return data.hidden ? { seed, hands: { ...hands } } : { seed };
}

// List what chance can make of the chosen seat's turn, to play the one that is wanted; for the others it is drawn.
async function branches(orders) {
  const wanted = orders ?? (await given(branches));
  if (!wanted) return;
  const way = drawn();
  const ways = (await go({ go: "ways", orders: wanted, seat: acting(), ...way }))?.ways;
  if (!ways) return;
  if (ways.length < 2) {
    complain(say("nochance", { mark: acting() }));
    at("playing").querySelector(".luck").hidden = true;
    return;
  }
  const list = make("ol", "ways");
  for (const { chance, lines, draws } of ways) {
    const item = make("li");
    const text = `${percent(chance)} · ${lines.slice(0, 6).map(plain).join(" · ")}${lines.length > 6 ? " …" : ""}`;
    item.append(make("button", "", text, () => playTurn(wanted, { ...way, draws })));
    list.append(item);
  }
  at("sandbox").querySelector(".ways")?.remove();
  at("sandbox").prepend(list); // right below the order, in sight without scrolling
  list.scrollIntoView({ block: "nearest" });
}

// Say what cannot be done, but for a hand that is wrong: it stands beside it what is.
function complain(text) {
  panel();
  if (text === at("refused").textContent) at("private").focus();
  else at("playing").prepend(make("p", "warned", text));
}

// Ask whether bots may play where the order is none that can be carried out.
function question(others, go) {
  const ask = make("p", "warned", others.map(([mark, text]) => refusal(mark, text)).join(" "));
  ask.setAttribute("role", "alert");
  const yes = make("button", "", say("letbot", { mark: others.map(([mark]) => mark).join(", ") }), go);
  const no = make("button", "", say("backtoorder"), () => {
    panel();
    if (others[0][0] !== seat()) seated.choose(others[0][0]);
    at("text").focus();
  });
  const row = make("p", "row");
  row.append(yes, no);
  at("playing").replaceChildren(ask, row);
  yes.focus();
}

// A bar while something takes its time
function wait(text, share = null) {
  const bar = make("progress");
  bar.setAttribute("aria-label", text);
  if (share !== null) bar.value = share;
  at("playing").replaceChildren(make("p", "hint", text), bar);
  tell(text);
}

// Say at the top of the page what is shown, and what is under way.
function tell(text = "") {
  at("unreal").querySelector("small").textContent = text || shared;
}

// The seats with their orders in the box; what plays a turn stands at its foot, always in sight.
function panel() {
  list();
  foot();
  tell();
}

function list() {
  const place = at("sandbox");
  place.hidden = false;
  const seats = make("p", "row");
  const awaited = shown?.seats.filter(({ asked }) => asked) ?? [];
  for (const one of awaited) {
    const { text = "", state } = drafts[one.mark] ?? {};
    const button = make("button", state === "legal" ? "given" : "", "", () => seated.choose(one.mark));
    button.append(badge(one), ` ${text.trim() || say("bot")}`);
    seats.append(button);
  }
  const madeUp = data.hidden ? [make("p", "hint", say("madeup"))] : [];
  // An order tells of the hand that it is given from, and an address goes into histories and to others: no link then.
  const [linked, unlinked] = [() => make("button", "link", say("sandboxlink"), link), () => make("p", "hint", say("nolink"))];
  const links = played.length ? [(data.hidden ? unlinked : linked)()] : [];
  showIn(place, () => place.replaceChildren(make("p", "", say(...about(awaited))), ...madeUp, seats, ...links, ...others()));
}

// What there is to do: no seat is to be chosen where only one is asked for an order, or none.
function about(awaited) {
  if (shown?.over) return ["botsover"];
  return awaited.length > 1 || !shown ? ["bots"] : [`bots${awaited.length}`, { mark: awaited[0]?.mark }];
}

function foot() {
  const bar = make("p", "row");
  const back = make("button", "", "◀", () => go({ go: "to", step: step - 1 }));
  const ahead = make("button", "", "▶", () => go({ go: "to", step: step + 1 }));
  back.disabled = step === 0;
  ahead.disabled = step >= steps;
  back.setAttribute("aria-label", say("stepback"));
  ahead.setAttribute("aria-label", say("stepon"));
  const where = make("span");
  where.append(make("span", "whole", say("step", { step, steps })), make("span", "brief", say("way", { n: step, all: steps })));
  where.lastElementChild.ariaHidden = "true"; // the same in a few letters, for a telephone
  bar.append(back, where, ahead);
  bar.hidden = !steps;
  const actions = make("p", "row");
  const main = make("button", "main", say("play"), () => once(main, () => playDrawn()));
  const luck = make("button", "luck", "", () => once(luck, () => branches()));
  main.disabled = Boolean(shown?.over);
  actions.append(main, luck);
  at("playing").replaceChildren(bar, actions);
  offer();
}

// Offer to choose how chance falls where an order is written that can come out in more than one way.
function offer() {
  const luck = at("playing").querySelector(".luck");
  if (!luck) return;
  const { state, luck: isOpen } = drafts[acting()] ?? {};
  luck.hidden = state !== "legal" || !isOpen;
  if (!at("playing").ariaBusy) luck.textContent = choice();
  grey();
}

const refusal = (mark, text) => say("notplayed", { mark, text: text.trim() });

// Grey what plays a turn, and say why, as long as an order is known to be none that can be played; pressed all the same it asks for a bot.
function grey() {
  const asked = shown?.seats.filter((one) => one.asked).map(({ mark }) => mark) ?? [];
  const bad = asked.filter((mark) => drafts[mark]?.text.trim() && drafts[mark].state && drafts[mark].state !== "legal");
  for (const button of at("playing").querySelectorAll(".main, .luck")) {
    button.ariaDisabled = String(bad.length > 0);
    button.title = bad.map((mark) => refusal(mark, drafts[mark].text)).join(" ");
  }
}

// Do what a button asks for, which says so meanwhile; taps on it until that is done are none.
async function once(button, work) {
  if (at("playing").ariaBusy) return;
  const was = button.textContent;
  at("playing").ariaBusy = "true";
  button.textContent = say("playingnow");
  try {
    await work();
  } finally {
    at("playing").ariaBusy = null;
    button.textContent = was;
  }
}

const choice = () => say("choose", { mark: acting() });

// The seat whose chance is chosen: the one whose order is written, or else one that acts.
function acting() {
  const asked = shown?.seats.filter((one) => one.asked).map(({ mark }) => mark) ?? [];
  return asked.includes(seat()) ? seat() : (asked[0] ?? seat());
}

// The address holds what was ordered and how chance fell; nothing in games that hide something.
function keep() {
  if (data.hidden) return;
  writeAddress({ sandbox: btoa(JSON.stringify({ turn: data.turn, played })).replaceAll("+", "-").replaceAll("/", "_") });
}

async function link({ target }) {
  keep();
  target.textContent = say((await copyText(location.href)) ? "linked" : "press");
}

async function restore(text) {
  if (data.hidden) return;
  let held;
  try {
    held = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return; // no link of this page
  }
  if (held?.turn !== data.turn || !Array.isArray(held.played)) return;
  shared = say("shared");
  await enter();
  if (on) await replay(held.played);
}
