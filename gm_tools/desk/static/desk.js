// The desk's little script: copying, commands under the pointer, keys, the editor's picture. Every button works without it.
"use strict";

const live = document.getElementById("live");

// Ask the desk. If it was closed that is said, and what is on the page stays there to be copied.
const gone = () => (document.getElementById("gone").hidden = false);

async function request(address, options) {
  const answer = await fetch(address, options).catch((error) => {
    gone();
    throw error;
  });
  if (answer.status === 403) gone(); // another one has its place
  return answer;
}

// Before a form leaves the page: is the desk still there? Else what was typed would go with the page. The form must wait for the answer.
for (const form of document.querySelectorAll("form[method=post]:not([data-copies])")) {
  form.addEventListener("submit", (event) => {
    const asked = new XMLHttpRequest();
    asked.open("HEAD", "/static/desk.js", false);
    try {
      asked.send();
    } catch {}
    if (asked.status && asked.status < 400) return;
    event.preventDefault();
    gone();
  });
}

async function copy(text) {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    isCopied = document.execCommand("copy");
    area.remove();
  }
  if (isCopied) live.textContent = text.length > 80 ? `✓ ${text.slice(0, 80)}…` : `✓ ${text}`;
  return isCopied;
}

// Resolve and copy (a field called action hides the form's own): what was resolved is copied, and then shown. Without a script the page of the post is next, with its button.
for (const form of document.querySelectorAll("form[data-copies]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    form.querySelector("button").disabled = true;
    const answer = await request(form.getAttribute("action"), { method: "POST", body: new FormData(form), headers: { accept: "application/json" } });
    const type = answer.headers.get("content-type") ?? "";
    if (!type.startsWith("application/json")) {
      document.documentElement.innerHTML = await answer.text(); // a page of the desk that says what is wrong
      return;
    }
    const found = await answer.json();
    const isCopied = found.text !== "" && (await copy(found.text));
    location.assign(found.to + (isCopied ? "#copied" : ""));
  });
}
if (location.hash === "#copied") {
  document.querySelector("[data-copy-from=post-1]")?.classList.add("done");
  history.replaceState(null, "", location.pathname);
}

// On a telephone orders, thread and board are looked at one by one.
const tabs = document.querySelector(".tabs");
if (tabs) {
  const show = (name) => {
    document.body.dataset.tab = name;
    for (const one of tabs.children) one.setAttribute("aria-pressed", one.dataset.tab === name);
  };
  tabs.hidden = false;
  show("orders");
  tabs.addEventListener("click", (event) => event.target.dataset.tab && show(event.target.dataset.tab));
}

document.addEventListener("click", (event) => {
  const one = event.target.closest("[data-copy],[data-copy-from]");
  if (!one) return;
  const from = one.dataset.copyFrom;
  copy(from ? document.getElementById(from).value : one.dataset.copy);
  if (one.matches(".btn,.lnk")) one.classList.add("done");
});

// What a button would run or copy stands at the end of its row: of the first one, until another is pointed at.
for (const place of document.querySelectorAll(".acts span.cmd")) place.textContent = place.title = place.closest(".acts").querySelector("[data-line]")?.dataset.line ?? "";
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const one = event.target.closest("[data-line]");
    const place = one?.closest(".acts, .foot")?.querySelector(":scope > .cmd");
    if (!place) return;
    place.textContent = one.dataset.line;
    if ("copy" in place.dataset) place.dataset.copy = one.dataset.line;
    else place.title = one.dataset.line;
  });
}

// Saved pages may be dropped anywhere: the browser would leave the desk to show them.
const files = document.querySelector("input[name=files]");
for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
if (files) {
  document.addEventListener("drop", (event) => {
    if (event.dataTransfer?.files.length) files.files = event.dataTransfer.files;
  });
}

// A decision and its post light up together; J and K go on, 1 to 5 choose.
let chosen = -1;
const asks = [...document.querySelectorAll(".ask")];

const isWide = matchMedia("(min-width: 1100px)"); // thread and decisions scroll apart

function choose(number, moves = true) {
  if (!asks.length) return;
  chosen = (number + asks.length) % asks.length;
  const seat = asks[chosen].dataset.seat;
  for (const one of document.querySelectorAll(".ask,.post")) one.classList.toggle("on", one.dataset.seat === seat);
  if (!moves) return;
  asks[chosen].scrollIntoView({ block: "nearest" });
  if (isWide.matches) document.querySelector(".post.on")?.scrollIntoView({ block: "nearest" });
}

if (asks.length) choose(0, false);
for (const one of document.querySelectorAll(".ask .wait")) one.addEventListener("click", () => choose(chosen + 1));
for (const [number, one] of asks.entries()) one.addEventListener("pointerdown", () => choose(number));
for (const post of document.querySelectorAll(".post")) {
  post.addEventListener("click", () => {
    const number = asks.findIndex((one) => one.dataset.seat === post.dataset.seat);
    if (number >= 0) choose(number);
  });
}
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input,textarea,select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.target === document.body) document.querySelector("main .btn.go")?.click();
  else if (event.key === "j") choose(chosen + 1);
  else if (event.key === "k") choose(chosen - 1);
  else if (/^[1-5]$/.test(event.key) && chosen >= 0) {
    const buttons = asks[chosen].querySelectorAll(":scope > .acts > form > .btn, :scope > .acts > .btn, :scope > .acts > .type > summary");
    const button = buttons[Number(event.key) - 1];
    button?.focus();
    button?.click();
  } else return;
  event.preventDefault();
});

// A form shows the command that it makes, as it is filled in.
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

function commandOf(form) {
  const words = [form.dataset.command];
  const loose = [];
  for (const one of [...form.elements].filter((each) => "word" in each.dataset)) {
    const values = one.type === "checkbox" ? (one.checked ? [""] : []) : one.tagName === "TEXTAREA" ? one.value.split("\n") : [one.value];
    for (const value of values) {
      if (one.type !== "checkbox" && !value.trim()) continue;
      const before = one.dataset.word.split(" ");
      ("loose" in one.dataset ? loose : words).push(...before.slice(0, -1), quoted(before.at(-1) + value.trim()));
    }
  }
  return [...words, ...(loose.length ? ["--", ...loose] : [])].join(" ");
}

for (const form of document.querySelectorAll("form[data-command]")) {
  const line = form.querySelector("code.cmd") ?? form.parentElement.querySelector("code.cmd");
  const show = () => {
    line.textContent = line.dataset.copy = commandOf(form);
  };
  for (const one of form.elements) one.addEventListener("input", show);
  show();
}

// A new table's track is drawn, and checked for as many players as there are lines.
const beginning = document.getElementById("new");
if (beginning) {
  const picture = document.getElementById("track-picture");
  const faults = document.getElementById("track-faults");
  const look = async () => {
    const seats = beginning.seats.value.split("\n").filter((line) => line.trim()).length;
    const asked = new URLSearchParams({ game: beginning.game.value, track: beginning.track.value, seats });
    const answer = await request(`/new/track?${asked}`);
    if (!answer.ok) return;
    const found = await answer.json();
    picture.innerHTML = found.picture; // made by the desk, words escaped
    faults.className = found.faults.length ? "wide fault" : "wide";
    faults.textContent = found.faults.map((fault) => fault.message).join("\n") || picture.dataset.fine;
  };
  beginning.track.addEventListener("change", look);
  beginning.seats.addEventListener("change", look);
  look();
}

// Whether all turns verify is said once it is known: that takes a command.
for (const place of document.querySelectorAll("[data-proof]")) {
  const ask = async () => {
    const answer = await request(place.dataset.proof);
    if (answer.status === 202) setTimeout(ask, 300);
    else if (answer.ok) place.insertAdjacentHTML("afterbegin", await answer.text()); // made by the desk, words escaped
  };
  ask();
}

for (const one of document.querySelectorAll("select[data-submit]")) {
  one.addEventListener("change", () => one.form.submit());
}
const waiting = document.querySelector("[data-reload]");
if (waiting) setTimeout(() => location.reload(), Number(waiting.dataset.reload));

// Boards of a long list are drawn when they come into sight.
const inSight = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      request(target.dataset.drawn)
        .then((answer) => (answer.ok ? answer.json() : { picture: "" }))
        .then((found) => target.insertAdjacentHTML("beforeend", found.picture)); // made by the desk, words escaped
    }
  },
  { rootMargin: "200px" },
);
for (const one of document.querySelectorAll("[data-drawn]")) inSight.observe(one);

// The slider drives: between two turns the pieces go their ways.
function waysOf(ways, pieces) {
  const at = (piece) => piece.getAttribute("transform").match(/translate\((\S+) (\S+)\)/).slice(1, 3).map(Number);
  return (ways ?? "")
    .split(";")
    .filter(Boolean)
    .map((text) => text.split(" ").map((pair) => pair.split(",").map(Number)))
    .map((points) => {
      const [x, y] = points.at(-1);
      return { points, piece: pieces.find((piece) => Math.hypot(at(piece)[0] - x, at(piece)[1] - y) < 0.01) };
    })
    .filter((way) => way.piece)
    .map((way) => ({ ...way, rest: way.piece.getAttribute("transform") }));
}

function drive(ways, part) {
  for (const { points, piece, rest } of ways) {
    const lengths = points.slice(1).map(([x, y], at) => Math.hypot(x - points[at][0], y - points[at][1]));
    let left = lengths.reduce((sum, one) => sum + one, 0) * part;
    let at = 0;
    while (at < lengths.length - 1 && left > lengths[at]) left -= lengths[at++];
    const share = lengths[at] ? Math.min(1, left / lengths[at]) : 1;
    const [from, to] = [points[at], points[at + 1] ?? points[at]];
    const place = part >= 1 ? points.at(-1) : [0, 1].map((k) => from[k] + (to[k] - from[k]) * share);
    piece.setAttribute("transform", rest.replace(/translate\([^)]*\)/, `translate(${place[0]} ${place[1]})`));
  }
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Arrow keys go from turn to turn, and not by the small steps of a hand that pulls.
function goByTurns(slider) {
  slider.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    slider.value = by > 0 ? Math.floor(Number(slider.value) + 1.001) : Math.ceil(Number(slider.value) - 1.001);
    slider.dispatchEvent(new Event("input"));
  });
}

// What a button plays: the slider goes on by itself, a turn in 600 ms: the way is driven, then one can look. In jumps for who wants less motion.
function play(slider, button, pause, seek) {
  const words = button.textContent;
  const [drives, rests] = [450, 150];
  let running = 0;
  function stop() {
    cancelAnimationFrame(running);
    running = 0;
    button.textContent = words;
  }
  function start() {
    if (Number(slider.value) >= Number(slider.max)) slider.value = 0;
    button.textContent = pause;
    let turn = Math.floor(Number(slider.value) + 1e-6);
    let begun = performance.now() - (Number(slider.value) - turn) * drives;
    const step = async (now) => {
      const part = Math.max(0, Math.min(1, (now - begun) / drives));
      slider.value = turn + (calm.matches ? Math.floor(part) : part * part * (3 - 2 * part));
      await seek();
      if (!running) return;
      if (now - begun > drives + (calm.matches ? 2 : 1) * rests) {
        turn += 1;
        begun = now;
      }
      if (turn >= Number(slider.max)) stop();
      else running = requestAnimationFrame(step);
    };
    running = requestAnimationFrame(step);
  }
  button.addEventListener("click", () => (running ? stop() : start()));
  goByTurns(slider);
  slider.addEventListener("input", () => {
    stop();
    seek();
  });
  return { start, stop };
}

// A moving picture with a slider: played, the pieces go their ways, a turn in 600 ms; any turn by hand. Who wants less motion gets jumps.
async function showFilm(place, address, words) {
  const answer = await request(address);
  if (!answer.ok) return;
  const text = (await answer.text()).replace(/<style>[^<]*<\/style>/g, ""); // the desk has the same in a file of its own
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  const second = 1000;
  const turns = [...svg.querySelectorAll("g.turn")];
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: turns.length - 1, step: 0.02, value: 0 });
  slider.setAttribute("aria-label", words.turn);
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: words.play });
  const row = document.createElement("p");
  row.className = "slide";
  row.append(button, slider);
  place.replaceChildren(svg, row);
  svg.pauseAnimations();
  let shown = -1;
  let ways = [];
  const seek = () => {
    const turn = Math.ceil(Number(slider.value) - 1e-6);
    slider.setAttribute("aria-valuetext", `${words.turn} ${turn}`);
    if (turn !== shown) {
      drive(ways, 1);
      svg.setCurrentTime((turn * second + second / 2) / 1000);
      ways = waysOf(turns[turn].dataset.ways, [...svg.querySelectorAll(`[data-turn="${turn}"] g.piece`)]);
      shown = turn;
    }
    drive(ways, Number(slider.value) - turn + 1);
  };
  seek();
  const player = play(slider, button, words.pause, seek);
  if (!calm.matches) player.start();
}

for (const one of document.querySelectorAll("[data-film]")) {
  showFilm(one, one.dataset.film, { turn: one.dataset.label, play: one.dataset.play, pause: one.dataset.pause });
}

for (const row of document.querySelectorAll("p.slide")) {
  const slider = row.querySelector("input");
  const output = row.querySelector("output");
  const report = document.querySelector("#preview") ?? row.closest(".report");
  const boards = new Map();
  let svg = [...report.querySelectorAll("svg[data-board]")].find((one) => !one.closest(".tried"));
  if (!svg) {
    row.hidden = true;
    continue;
  }
  if (!row.dataset.boards) svg.before(row); // the slider stands on the board that it drives
  let shown = Number(slider.value);
  boards.set(shown, { svg, ways: waysOf(svg.dataset.ways, [...svg.querySelectorAll("g.piece")]) });

  async function boardOf(turn) {
    if (!boards.has(turn)) {
      const answer = await request(`${row.dataset.boards}${turn}?viewer=${row.dataset.viewer}`);
      if (!answer.ok) return null;
      const made = document.createElement("div");
      made.innerHTML = await answer.text(); // made by the desk, words escaped
      const found = made.querySelector("svg");
      boards.set(turn, found && { svg: found, ways: waysOf(found.dataset.ways, [...found.querySelectorAll("g.piece")]) });
    }
    return boards.get(turn);
  }

  async function seek() {
    const value = Number(slider.value);
    const turn = Math.ceil(value - 1e-6);
    const here = row.dataset.boards ? await boardOf(turn) : boards.get(shown);
    if (!here || Number(slider.value) !== value) return;
    if (here.svg !== svg) svg.replaceWith(here.svg);
    svg = here.svg;
    drive(here.ways, row.dataset.boards ? value - turn + 1 : value - shown + 1);
    if (output) output.textContent = turn;
  }
  const button = row.querySelector("button");
  if (button) play(slider, button, button.dataset.pause, seek);
  else {
    goByTurns(slider);
    slider.addEventListener("input", seek);
  }
}
