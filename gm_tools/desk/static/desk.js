// The desk's little script: copying, commands under the pointer, keys, the editor's picture. Every button works without it.
"use strict";

const live = document.getElementById("live");

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  live.textContent = text.length > 80 ? `✓ ${text.slice(0, 80)}…` : `✓ ${text}`;
}

document.addEventListener("click", (event) => {
  const one = event.target.closest("[data-copy],[data-copy-from]");
  if (!one) return;
  const from = one.dataset.copyFrom;
  copy(from ? document.getElementById(from).value : one.dataset.copy);
  if (from) one.classList.add("done");
});

// What a button would run or copy stands at the end of its row.
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const one = event.target.closest("[data-line]");
    const place = one?.closest(".acts")?.querySelector("span.cmd");
    if (place) place.textContent = one.dataset.line;
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
  for (const one of form.querySelectorAll("[data-word]")) {
    const values = one.type === "checkbox" ? (one.checked ? [""] : []) : one.tagName === "TEXTAREA" ? one.value.split("\n") : [one.value];
    for (const value of values) {
      if (one.type !== "checkbox" && !value.trim()) continue;
      ("loose" in one.dataset ? loose : words).push(quoted(one.dataset.word + value.trim()));
    }
  }
  return [...words, ...(loose.length ? ["--", ...loose] : [])].join(" ");
}

for (const form of document.querySelectorAll("form[data-command]")) {
  const line = form.querySelector("code.cmd");
  const show = () => {
    line.textContent = line.dataset.copy = commandOf(form);
  };
  form.addEventListener("input", show);
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
    const answer = await fetch(`/new/track?${asked}`);
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

for (const one of document.querySelectorAll("select[data-submit]")) {
  one.addEventListener("change", () => one.form.submit());
}
const waiting = document.querySelector("[data-reload]");
if (waiting) setTimeout(() => location.reload(), Number(waiting.dataset.reload));

// A moving picture with a slider: a turn a second by itself, any turn by hand.
async function showFilm(place, address, words) {
  const answer = await fetch(address);
  if (!answer.ok) return;
  const text = (await answer.text()).replace(/<style>[^<]*<\/style>/g, ""); // the desk has the same in a file of its own
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  const second = 1000;
  const dur = Number.parseInt(svg.querySelector("animate")?.getAttribute("dur") ?? "3000", 10);
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, value: 0 });
  slider.max = Math.round((dur - 3 * second) / second);
  slider.setAttribute("aria-label", words.turn);
  const play = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: words.play });
  const row = document.createElement("p");
  row.className = "slide";
  row.append(play, slider);
  place.replaceChildren(svg, row);
  svg.pauseAnimations();
  let timer = 0;
  const seek = () => svg.setCurrentTime(Number(slider.value) + 0.5);
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = words.play;
  };
  const start = () => {
    if (slider.value === slider.max) slider.value = 0;
    play.textContent = words.pause;
    timer = setInterval(() => {
      slider.value = Number(slider.value) + 1;
      seek();
      if (slider.value === slider.max) stop();
    }, 400);
  };
  play.addEventListener("click", () => (timer ? stop() : start()));
  slider.addEventListener("input", () => {
    stop();
    seek();
  });
  seek();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) start();
}

for (const one of document.querySelectorAll("[data-film]")) {
  showFilm(one, one.dataset.film, { turn: one.dataset.label, play: one.dataset.play, pause: one.dataset.pause });
}

// Boards of a long list are drawn when they come into sight.
const inSight = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      fetch(target.dataset.drawn)
        .then((answer) => (answer.ok ? answer.json() : { picture: "" }))
        .then((found) => target.insertAdjacentHTML("beforeend", found.picture)); // made by the desk, words escaped
    }
  },
  { rootMargin: "200px" },
);
for (const one of document.querySelectorAll("[data-drawn]")) inSight.observe(one);

// The slider drives: between two turns the pieces go their ways.
function waysOf(svg) {
  const pieces = [...svg.querySelectorAll("g.piece")];
  const at = (piece) => piece.getAttribute("transform").match(/translate\((\S+) (\S+)\)/).slice(1, 3).map(Number);
  return (svg.dataset.ways ?? "")
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

for (const row of document.querySelectorAll("p.slide")) {
  const slider = row.querySelector("input");
  const output = row.querySelector("output");
  const report = document.querySelector("#preview") ?? row.closest(".report");
  const boards = new Map();
  let svg = [...report.querySelectorAll("svg[data-board]")].at(0);
  if (!svg) {
    row.hidden = true;
    continue;
  }
  let shown = Number(slider.value);
  boards.set(shown, { svg, ways: waysOf(svg) });

  async function boardOf(turn) {
    if (!boards.has(turn)) {
      const answer = await fetch(`${row.dataset.boards}${turn}?viewer=${row.dataset.viewer}`);
      if (!answer.ok) return null;
      const made = document.createElement("div");
      made.innerHTML = await answer.text(); // made by the desk, words escaped
      const found = made.querySelector("svg");
      boards.set(turn, found && { svg: found, ways: waysOf(found) });
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
  slider.addEventListener("input", seek);

  const play = row.querySelector("button");
  let timer = 0;
  play?.addEventListener("click", () => {
    const words = play.textContent;
    play.textContent = play.dataset.pause;
    play.dataset.pause = words;
    if (timer) {
      clearInterval(timer);
      timer = 0;
      return;
    }
    if (slider.value === slider.max) slider.value = 0;
    timer = setInterval(async () => {
      slider.value = Number(slider.value) + 0.04;
      await seek();
      if (slider.value === slider.max && timer) play.click();
    }, 40);
  });
}
