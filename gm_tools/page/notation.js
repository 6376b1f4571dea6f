// How orders are written, set for a narrow column: the text has its columns made of blanks for a terminal, which cannot wrap.

const CELL = /(?<=\S {2,})\S/g; // where something stands in a column of its own
const DOT = "\u00a0· "; // it ends a line, and begins none
const LONGEST = 30; // characters that a word at the margin takes, with the gap behind it; what has a gap further on is a sentence

// Set a text anew: sentences flow, what is explained stands before its explanation.
export function set(text) {
  const blocks = text.textContent.replace(/\n$/, "").split(/\n\s*\n/);
  text.replaceChildren(...blocks.flatMap((block) => pieces(block.split("\n"))));
}

// Return the parts of a block: sentences, then what is explained by them, or words at the margin with what they mean.
function pieces(lines) {
  const isLabelled = isLabel(lines);
  const first = isLabelled ? 0 : lines.findIndex((line) => line.startsWith(" "));
  const rowed = first < 0 ? [] : lines.slice(first);
  const sentences = lines.slice(0, lines.length - rowed.length).join(" ");
  return [...(sentences ? [span("sentences", sentences)] : []), ...(rowed.length ? [table(rows(rowed, columnOf(rowed)))] : [])];
}

function isLabel(lines) {
  const column = columnOf(lines);
  return !lines[0].startsWith(" ") && column <= LONGEST && lines[0].slice(0, column).endsWith("  ");
}

// Return the column in which most explanations begin (Infinity: these lines are sentences).
function columnOf(lines) {
  const counts = new Map();
  for (const line of lines) {
    const indent = line.search(/\S/);
    const found = [...line.matchAll(CELL)].map((one) => one.index);
    for (const column of indent > 2 ? [indent, ...found] : found) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const [[column]] = [...counts, [Infinity, 0]].sort(([one, some], [other, more]) => more - some || one - other);
  return column;
}

// Return pairs: what is explained, and how; a line that begins in the column of the explanations goes on with the one before.
function rows(lines, column) {
  const made = [];
  const isRow = lines[0].startsWith(" "); // a row may explain several words; what a label means is one list
  for (const line of lines) {
    const key = line.slice(0, column).trim();
    const [told, ...others] = line.slice(column).trim().split(/ {3,}/);
    const last = made.at(-1);
    if (key || !last) made.push([key, told]);
    else last[1] += (/^\S /.test(told) && last[1].includes(DOT) ? DOT : " ") + told;
    while (others.length) {
      const [, name, words] = /^(.*\S) {2}(.*)$/.exec(others[0]) ?? [];
      if (isRow && name) made.push([name, words, others.shift()]);
      else if (isRow && others.length === 2) made.push(others.splice(0, 2));
      else made.at(-1)[1] += DOT + others.shift();
    }
  }
  return made;
}

function table(pairs) {
  const made = span("pairs");
  made.append(...pairs.flatMap(([name, words]) => [span("name", name), span("words", words)]));
  return made;
}

function span(name, text = "") {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}
