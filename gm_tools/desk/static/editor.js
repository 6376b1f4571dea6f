// The editor: text and picture are one thing. What is typed is checked as the command would check it, and drawn; what is painted is typed.
"use strict";

{
  const board = document.getElementById("board-text");
  const form = board.form;
  const faults = document.getElementById("faults");
  const picture = document.getElementById("board-picture");
  const place = document.getElementById("board-place");
  const SVG = "http://www.w3.org/2000/svg";
  const before = []; // texts to go back to
  let timer = 0;
  let latest = 0;
  let found = { faults: [] };
  let last = null; // the tile painted last, while the hand is down
  let here = null; // the tile that is framed, row and column from 0

  const glyph = () => form.elements.glyph?.value ?? "";

  // Where the map begins: below the second line of the fence.
  function mapStart(lines) {
    const first = lines.findIndex((line) => line.trimEnd() === "+++");
    const second = lines.findIndex((line, at) => at > first && line.trimEnd() === "+++");
    return first < 0 || second < 0 ? -1 : second + 1;
  }

  function check() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (last) return check(); // not under the hand that paints: a new picture may lie elsewhere
      const mine = ++latest;
      const answer = await fetch("/tracks/check", { method: "POST", body: new FormData(form) });
      if (mine !== latest || !answer.ok) return;
      found = await answer.json();
      // The picture is made by the desk, of a board's own words escaped; while there is none the last one stays.
      if (found.picture) picture.innerHTML = found.picture;
      list();
      mark();
      for (const button of form.querySelectorAll("[name=action]")) button.disabled = found.faults.length > 0;
    }, 250);
  }

  function list() {
    const rows = found.faults.map((fault) => {
      const item = document.createElement("p");
      item.className = "fault";
      const go = Object.assign(document.createElement("button"), { type: "button", className: "lnk" });
      go.textContent = fault.line ? `${fault.line}:${fault.column || 1}` : "–";
      go.addEventListener("click", () => select(fault.line - 1, (fault.column || 1) - 1));
      item.append(go, ` ${fault.message} `);
      if (fault.line && fault.column && glyph()) {
        const write = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
        write.textContent = faults.dataset.write.replace("%", glyph());
        write.addEventListener("click", () => put(fault.line - 1, fault.column - 1, glyph()));
        item.append(write);
      }
      return item;
    });
    faults.replaceChildren(...rows);
    if (!rows.length) faults.textContent = faults.dataset.fine;
  }

  function select(line, column) {
    const lines = board.value.split("\n");
    const at = lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
    board.focus();
    board.setSelectionRange(at + column, at + Math.min(column + 1, lines[line]?.length ?? 0));
    follow();
  }

  function put(line, column, sign) {
    const lines = board.value.split("\n");
    while (lines.length <= line) lines.push("");
    const row = lines[line].padEnd(column + 1);
    if (row[column] === sign) return;
    lines[line] = (row.slice(0, column) + sign + row.slice(column + 1)).trimEnd();
    before.push(board.value);
    if (before.length > 500) before.shift();
    board.value = lines.join("\n");
    check();
  }

  // The picture

  function drawn() {
    const svg = picture.querySelector("svg[data-board]");
    if (!svg) return null;
    const [margin, columns, rows] = svg.dataset.board.split(" ").map(Number);
    return { svg, margin, columns, rows };
  }

  function tileAt(event) {
    const made = drawn();
    if (!made || !glyph()) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(made.svg.getScreenCTM().inverse());
    const tile = { row: Math.floor(point.y - made.margin), column: Math.floor(point.x - made.margin) };
    const isInside = tile.row >= 0 && tile.column >= 0 && tile.row <= made.rows && tile.column <= made.columns + 1;
    return isInside ? tile : null;
  }

  function frame(made, tile, kind) {
    const rect = document.createElementNS(SVG, "rect");
    rect.setAttribute("class", `over ${kind}`);
    rect.setAttribute("x", tile.column + made.margin);
    rect.setAttribute("y", tile.row + made.margin);
    rect.setAttribute("width", 1);
    rect.setAttribute("height", 1);
    made.svg.append(rect);
  }

  function mark() {
    const made = drawn();
    const start = mapStart(board.value.split("\n"));
    for (const old of picture.querySelectorAll(".over:not(.fresh)")) old.remove();
    if (!made || !glyph()) return;
    for (const fault of found.faults) {
      if (fault.line > start && fault.column) frame(made, { row: fault.line - 1 - start, column: fault.column - 1 }, "wrong");
    }
    if (here) frame(made, here, "here");
  }

  function paint(tile) {
    const start = mapStart(board.value.split("\n"));
    if (start < 0) return;
    put(start + tile.row, tile.column, glyph());
    here = tile;
    tell(start + tile.row, tile.column);
    const made = drawn();
    if (made) frame(made, tile, "fresh");
    mark();
  }

  function tell(line, column) {
    place.textContent = `${line + 1}:${column + 1}`;
  }

  // Where the cursor is in the text, the tile is framed.
  function follow() {
    const until = board.value.slice(0, board.selectionStart).split("\n");
    const [line, column] = [until.length - 1, until.at(-1).length];
    const start = mapStart(board.value.split("\n"));
    here = start >= 0 && line >= start ? { row: line - start, column } : null;
    tell(line, column);
    mark();
  }

  picture.addEventListener("pointerdown", (event) => {
    const tile = tileAt(event);
    if (!tile) return;
    event.preventDefault();
    picture.focus({ preventScroll: true });
    picture.setPointerCapture(event.pointerId);
    last = tile;
    paint(tile);
  });
  picture.addEventListener("pointermove", (event) => {
    const tile = tileAt(event);
    if (!tile) return;
    const start = mapStart(board.value.split("\n"));
    tell(start + tile.row, tile.column);
    if (!last || (tile.row === last.row && tile.column === last.column)) return;
    // A quick hand skips tiles: all between are painted.
    const steps = Math.max(Math.abs(tile.row - last.row), Math.abs(tile.column - last.column));
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      paint({
        row: Math.round(last.row + (tile.row - last.row) * part),
        column: Math.round(last.column + (tile.column - last.column) * part),
      });
    }
    last = tile;
  });
  for (const kind of ["pointerup", "pointercancel"]) picture.addEventListener(kind, () => (last = null));
  const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  picture.addEventListener("keydown", (event) => {
    const made = drawn();
    if (!made || !glyph()) return;
    here ??= { row: 0, column: 0 };
    if (event.key in MOVES) {
      const [down, right] = MOVES[event.key];
      here = { row: Math.max(0, here.row + down), column: Math.max(0, here.column + right) };
      tell(mapStart(board.value.split("\n")) + here.row, here.column);
      mark();
    } else if (event.key === "Enter" || event.key === " ") paint(here);
    else return;
    event.preventDefault();
  });
  document.getElementById("unpaint")?.addEventListener("click", () => {
    if (!before.length) return;
    board.value = before.pop();
    check();
  });
  for (const one of form.querySelectorAll("[name=glyph]")) one.addEventListener("change", list);

  board.addEventListener("input", check);
  for (const kind of ["keyup", "click"]) board.addEventListener(kind, follow);
  if (board.value.trim()) check();

  // Games by bots, while you watch

  for (const panel of form.querySelectorAll(".play")) {
    const button = panel.querySelector("[name=action]");
    const stop = panel.querySelector(".stop");
    const bar = panel.querySelector("progress");
    const far = panel.querySelector(".far");
    const shown = panel.querySelector(".shown");
    let job = -1;

    async function look() {
      const answer = await fetch(`/jobs/${job}/state`);
      if (!answer.ok) return;
      const state = await answer.json();
      if (state.count) [bar.value, bar.max] = [state.done, state.count];
      far.textContent = state.count ? `${state.done}/${state.count} ${state.what}` : "";
      if (panel.id === "fair") {
        const part = await fetch(`/tracks/fair/${job}`);
        if (part.ok) shown.innerHTML = await part.text(); // made by the desk
      }
      if (state.running) {
        setTimeout(look, 700);
        return;
      }
      button.disabled = false;
      bar.hidden = stop.hidden = true;
      if (state.film) showFilm(shown, `/jobs/${job}/picture`, panel.dataset);
      else if (panel.id === "laps" || !shown.querySelector(".dots")) shown.textContent = state.text;
    }

    button.addEventListener("click", async (event) => {
      event.preventDefault();
      const data = new FormData(form);
      data.set("action", button.value);
      button.disabled = true;
      shown.replaceChildren();
      const answer = await fetch("/tracks/do", { method: "POST", body: data, headers: { accept: "application/json" } });
      if (!answer.ok) {
        button.disabled = false;
        return;
      }
      const begun = await answer.json();
      job = begun.job;
      const line = panel.querySelector("code.cmd");
      line.textContent = line.dataset.copy = begun.line;
      bar.hidden = stop.hidden = false;
      bar.removeAttribute("value");
      look();
    });
    stop.addEventListener("click", async () => {
      const data = new FormData();
      data.set("number", job);
      await fetch("/jobs/stop", { method: "POST", body: data });
    });
  }
}
