// The head of the page: which turn orders are wanted for, when they are due, who the reader is and what is asked of them.

import { at, badge, data, make, memory, say } from "./words.js";

const MINUTE = 60_000;
const [MOST, FEW] = [10, 6]; // marks that stand in a line of their own; of more so many, and how many more there are
const GAP = 2; // pixels between marks
const ON_ITS_SIDE = matchMedia("(min-width:600px) and (max-height:500px)"); // a telephone, as the style sheet has it
let waiting = []; // the seats that are awaited
let reader = ""; // the seat of who reads
let drawn = 0; // the frame before which marks and sign are drawn anew
const UNITS = [["day", 1440, 2880], ["hour", 60, 120], ["minute", 1, 0]]; // each with its minutes, and from how many on it is used

export function begin() {
  due();
  // On a telephone the board stays in sight below the head of the page, however high that is.
  const top = document.querySelector("header");
  new ResizeObserver(() => document.documentElement.style.setProperty("--head", `${top.offsetHeight}px`)).observe(top);
  const room = new ResizeObserver(drawSoon);
  for (const one of [at("awaited"), top.querySelector(".grow")]) room.observe(one);
}

// The deadline in the reader's own time, with the time left; that of the game master's zone is told to who points at it.
function due() {
  const time = document.querySelector("#due time[datetime]");
  if (!time) return;
  const moment = new Date(time.dateTime);
  const own = inOwnZone(moment);
  at("due").title = `${own} · ${time.textContent}`;
  time.setAttribute("aria-label", at("due").title);
  time.textContent = own;
  if ("paused" in at("due").dataset) return; // nobody knows how much is left
  const left = make("small", "left");
  at("due").append(left);
  const tell = () => {
    const minutes = (moment - Date.now()) / MINUTE;
    const [unit, size] = UNITS.find(([, , from]) => Math.abs(minutes) >= from);
    left.textContent = new Intl.RelativeTimeFormat(data.language, { numeric: "always" }).format(Math.trunc(minutes / size), unit);
  };
  tell();
  setInterval(tell, MINUTE);
}

// Return a moment in the reader's own zone, written as reports and posts write it.
function inOwnZone(moment) {
  const two = (number) => String(number).padStart(2, "0");
  const day = say("days").split(" ").at(moment.getDay() - 1);
  const date = say("date", { year: moment.getFullYear(), month: two(moment.getMonth() + 1), day: two(moment.getDate()) });
  const zone = new Intl.DateTimeFormat(data.language, { timeZoneName: "short" }).formatToParts(moment).find(({ type }) => type === "timeZoneName").value;
  return `${day} ${date} ${two(moment.getHours())}:${two(moment.getMinutes())} ${zone}`;
}

// Say which turn is shown: the one that orders are wanted for, an earlier one, or that the game is over. `stage` is how far the game is.
export function name({ turn, stage, over, isOld = false }) {
  const where = stage.replace(say("numbered", { number: turn }), "");
  at("title").textContent = isOld ? say("after", { turn }) : over ? where.replace(/^./, (letter) => letter.toUpperCase()) : say("turn", { turn: turn + 1 });
  at("where").textContent = over && !isOld ? "" : where;
  at("table").firstElementChild.textContent = over && !isOld ? data.table : `${data.table} · `;
}

const isAwaited = (one) => Boolean(one.asked && !one.in && !one.bot);

// Say who is awaited.
export function wait(seats) {
  waiting = seats.filter(isAwaited);
  at("awaited").hidden = !waiting.length;
  at("awaited").querySelector("small").textContent = say("waiting", { n: waiting.length, all: seats.filter((one) => one.asked && !one.bot).length });
  own();
  drawSoon();
}

// What has to be measured, or asked for its colour, is so before the next frame: at once it would have the page laid out each time.
function drawSoon() {
  drawn ||= requestAnimationFrame(() => {
    drawn = 0;
    sign();
    list();
  });
}

// That the reader alone is awaited their own line says, too.
const own = () => at("awaited").classList.toggle("own", waiting.length === 1 && waiting[0].mark === reader);

// Show as many of those who are awaited as there is room for in the line of the head, and how many more there are.
function list() {
  const [line, space] = [at("awaited").querySelector("span"), document.querySelector(".top>.grow")];
  const rest = make("b", "rest", `+${waiting.length}`);
  line.replaceChildren(rest);
  const [room, wide] = [at("awaited").offsetWidth + space.offsetWidth, rest.offsetWidth + GAP];
  const all = waiting.map(badge);
  line.replaceChildren(...all);
  const ends = all.map((one) => one.offsetLeft + one.offsetWidth - line.offsetLeft);
  const fitting = (ends.at(-1) ?? 0) <= room ? all.length : ends.filter((end) => end + wide <= room).length;
  const isInLine = space.getClientRects().length > 0; // upright a telephone has a line for them alone
  const least = isInLine ? (ON_ITS_SIDE.matches ? 0 : FEW) : all.length > MOST ? FEW : all.length;
  const shown = all.slice(0, isInLine ? Math.max(fitting, least) : least);
  const others = waiting.slice(shown.length).map(({ mark }) => mark);
  Object.assign(rest, { textContent: `+${others.length}`, title: others.join(" ") });
  line.replaceChildren(...shown, ...(shown.length && others.length ? [rest] : []));
}

// Say in full words who the reader is (in the sandbox: whom they play), and what is asked; of a stranger ask who it is.
export function greet(one, { seats, over, keep: isSandbox }, choose) {
  reader = one?.mark;
  own();
  at("duty").hidden = over || !one;
  at("who").hidden = over || Boolean(one);
  if (over) return;
  if (!one) {
    const buttons = seats.map((seat) => {
      const button = make("button", "", "", () => choose(seat.mark));
      button.append(badge(seat));
      if (seats.length <= FEW && seat.player !== seat.mark) button.append(make("span", "", seat.player));
      button.title = seat.player;
      if (seat.player !== seat.mark) button.setAttribute("aria-label", `${seat.mark} ${seat.player}`);
      return button;
    });
    at("who").querySelector("span").replaceChildren(...buttons);
    return;
  }
  const { mark, player, asked, role } = one;
  at("me").textContent = mark;
  at("me").className = `badge ${role}`;
  const [what, more] = split(asked);
  const sentence = isSandbox ? (asked ? "playing" : "resting") : asked ? (one.in ? "given" : "duty") : "idle";
  at("must").textContent = say(sentence, { player, request: what });
  at("asked").textContent = one.in ? asked : more;
  at("duty").title = [at("must").textContent, at("asked").textContent].filter(Boolean).join(" · ");
  at("duty").classList.toggle("due", isAwaited(one));
  drawSoon();
}

let entitled = null; // the seat of the title

// The title of the tab: whose turn it is, for who has said who they are; a number, as on other tabs, says that there is something new.
export function entitle(one = entitled) {
  entitled = one;
  const isMine = one && isAwaited(one) && memory.get(`seat ${data.table}`) === one.mark;
  const title = [isMine && say("yours"), `${data.table}: ${at("title").textContent}`].filter(Boolean).join(" · ");
  document.title = at("newer") ? `(1) ${title}` : title;
}

// The seat's mark in its colour is the sign of the tab; an amber dot says that it is awaited.
function sign() {
  if (!reader || at("duty").hidden) return;
  const { color, backgroundColor } = getComputedStyle(at("me"));
  const letter = reader.replace(/[<>&"']/g, "").slice(0, 2);
  const dot = at("duty").matches(".due") ? '<circle cx="26" cy="6" r="6" fill="#f2a900" stroke="#14181c" stroke-width="2"/>' : "";
  const drawn = `<rect width="32" height="32" rx="7" fill="${backgroundColor}"/><text x="16" y="24" font-size="22" font-family="sans-serif" font-weight="700" text-anchor="middle" fill="${color}">${letter}</text>${dot}`;
  at("icon").href = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawn}</svg>`)}`;
}

function split(text) {
  const parts = text.split("; ");
  const [what, ...more] = parts.length > 1 ? parts : text.split(", ");
  return [what, more.join(", ")];
}
