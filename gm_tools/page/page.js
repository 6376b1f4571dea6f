// The page of a table comes to life: what stands in it without scripts is taken over by the modules, each with a story of its own.

import * as arrows from "./arrows.js";
import * as board from "./board.js";
import { start } from "./engine.js";
import * as files from "./files.js";
import * as order from "./order.js";
import * as posts from "./posts.js";
import * as proof from "./proof.js";
import * as sandbox from "./sandbox.js";
import * as turns from "./turns.js";
import { at, data, memory, say, wrap } from "./words.js";

// The deadline in the reader's own time, with the time left
function due() {
  const time = document.querySelector("#due time[datetime]");
  if (!time) return;
  const moment = new Date(time.dateTime);
  const own = navigator.languages.filter((name) => name.split("-")[0] === data.language); // of English there are several
  const when = new Intl.DateTimeFormat([...own, data.language], { dateStyle: "full", timeStyle: "short" }).format(moment);
  const hours = (moment - Date.now()) / 3_600_000;
  const [amount, unit] = Math.abs(hours) < 48 ? [hours, "hour"] : [hours / 24, "day"];
  const left = new Intl.RelativeTimeFormat(data.language, { numeric: "always" }).format(Math.trunc(amount), unit);
  const note = document.createElement("small");
  note.textContent = `${say("local", { when })} (${left})`;
  at("due").append(note);
}

// On a telephone the order is a sheet at the foot of the page, which opens and closes.
function sheet() {
  const root = document.documentElement;
  at("handle").addEventListener("click", () => {
    const isOpen = root.classList.toggle("open");
    at("handle").setAttribute("aria-expanded", String(isOpen));
    board.look();
  });
  at("text").addEventListener("focus", () => {
    root.classList.add("open");
    at("handle").setAttribute("aria-expanded", "true");
  });
}

// On a telephone the board stays in sight below the head of the page, however high that is.
function head() {
  const top = document.querySelector("header");
  new ResizeObserver(() => document.documentElement.style.setProperty("--head", `${top.offsetHeight}px`)).observe(top);
}

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
  at("how").scrollIntoView();
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
due();
head();
sheet();
if (!data.over) notation();
board.begin();
turns.begin();
arrows.begin();
notes();
posts.begin();
order.begin();
files.begin();
proof.begin();
sandbox.begin();
board.view("near");
// Whoever only looks, on a line that is paid by the byte, need not load an engine.
if (!data.over) {
  if (navigator.connection?.saveData) at("box").addEventListener("focusin", () => start().catch(() => {}), { once: true });
  else start().catch(() => {});
}
