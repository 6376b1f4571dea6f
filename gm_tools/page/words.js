// What all modules of the page share: its elements, its words, what the browser remembers for its owner.

export const data = JSON.parse(document.getElementById("data").textContent);

export function at(name) {
  return document.getElementById(name);
}

// Return a sentence of the page's language, its fields filled in.
export function say(name, fields = {}) {
  return data.words[name].replace(/\{(\w+)\}/g, (whole, field) => (field in fields ? String(fields[field]) : whole));
}

// Return a share of 1 in percent to a tenth, as the language writes it (in reports: `core/text.py`).
export function percent(share) {
  return new Intl.NumberFormat(data.language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share);
}

// What a browser remembers: the seat, the forum, the turn seen last, an order that is not posted yet. A hand of cards only if that
// is its player's wish (`hand.js`).
export const memory = {
  get: (name) => {
    try {
      return localStorage.getItem(`gm-tools ${name}`);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      if (value) localStorage.setItem(`gm-tools ${name}`, value);
      else localStorage.removeItem(`gm-tools ${name}`);
    } catch {
      // a browser that keeps nothing
    }
  },
  // Forget all that has a name which begins so, at every table.
  drop: (begin) => {
    try {
      for (const name of Object.keys(localStorage)) if (name.startsWith(`gm-tools ${begin}`)) localStorage.removeItem(name);
    } catch {
      // a browser that keeps nothing
    }
  },
};

// Show pieces of HTML (which the renderers of gm_tools have escaped) or nodes in an element.
export function fill(element, pieces) {
  if (typeof pieces === "string") {
    const made = document.createElement("template");
    made.innerHTML = pieces;
    pieces = [...made.content.childNodes];
  }
  element.replaceChildren(...pieces);
  dropRules(element);
  // In the order box a table is no landmark of the page.
  for (const box of at("order").querySelectorAll(".box")) box.setAttribute("role", "group");
  for (const text of element.querySelectorAll("pre:not(.map)")) wrap(text);
  for (const map of element.querySelectorAll(".map")) map.style.setProperty("--columns", map.dataset.columns);
}

// Have the lines of a text wrap, each by itself; an order stays whole above the caret that points into it.
export function wrap(text) {
  if (text.firstElementChild) return; // it was shown before
  const lines = text.textContent.replace(/\n$/, "").split("\n");
  const spans = lines.map((line, number) => {
    const span = document.createElement("span");
    span.textContent = line;
    const points = [line, lines[number + 1] ?? ""].some((one) => one.trim() === "^");
    span.className = points ? "text-line" : "text-line wraps";
    // What is set in columns, or set back, goes on further in.
    if (/^ |\S {2}/.test(line)) span.style.setProperty("--hang", `${line.search(/\S/) + 2}ch`);
    return span;
  });
  text.replaceChildren(...spans);
}

// Return a new element with a class, a text and what is done when it is clicked.
export function make(kind, name = "", text = "", click = null) {
  const element = document.createElement(kind);
  if (name) element.className = name;
  if (text) element.textContent = text;
  if (click) element.addEventListener("click", click);
  if (kind === "button") element.type = "button";
  return element;
}

// Return a rule's number, small, as a button that leads to the rules in short.
export function rule(name) {
  const button = make("button", "ref");
  button.append(make("small", "rule", name));
  return button;
}

// Who reads what happened, or what comes of an order, wants to know that: the numbers of its rules go, and its arrows are drawn. Maps stay as they are.
function dropRules(element) {
  for (const arrow of element.querySelectorAll(".to")) arrow.replaceWith(arrow.textContent);
  element.normalize();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (/\[|->/.test(text.data) && !text.parentElement.closest(".map")) text.data = plain(text.data);
  }
  for (const small of element.querySelectorAll("small:not(:has(*))")) if (!small.textContent.trim()) small.remove();
}

const RULES = /\s?\[([A-Z]+\d[\d.]*(?:, [A-Z]+\d[\d.]*)*)\]/g;

// Return a text as it reads on the page: without the numbers of rules, and with one sign for an arrow, which begins no line.
export function plain(text) {
  return text.replace(RULES, "").replaceAll(" ->", "\u00a0→").replaceAll("->", "→");
}

// Return the numbers of the rules that a text names.
export function rulesIn(text) {
  return [...text.matchAll(RULES)].flatMap(([, names]) => names.split(", "));
}

// Say on the whole page how something in it stands: style sheets ask for that class elsewhere. Asked by `:has()`, each key that is pressed
// would have most of the page styled anew.
export function tell(name, isSo) {
  document.documentElement.classList.toggle(name, isSo);
}

// Show a thing or hide it, and tell the page.
export function reveal(name, isShown) {
  at(name).hidden = !isShown;
  tell(`has-${name}`, isShown);
}

// Return the mark of a seat in the colour of its piece.
export function badge({ mark, role }) {
  return make("b", `badge ${role}`, mark);
}

// Put a text into the clipboard; where that is not allowed, select it for the keyboard. Tell whether it is there.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = at("posted");
    field.value = text;
    field.hidden = false;
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

// Addresses: what the page shows, as the fragment of its address

export function readAddress() {
  return new URLSearchParams(location.hash.slice(1));
}

// Change fields of the address; `isNew` makes an entry of the browser's history of it.
export function writeAddress(fields, isNew = false) {
  const now = readAddress();
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === "") now.delete(name);
    else now.set(name, value);
  }
  const text = String(now);
  const wanted = text ? `#${text}` : location.pathname + location.search;
  if (location.hash.slice(1) === text) return;
  if (isNew) history.pushState(null, "", wanted);
  else history.replaceState(null, "", wanted);
}
