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
  const gutter = document.getElementById("board-lines");
  const toFault = document.getElementById("to-fault");
  const save = form.querySelector("[value=save]");
  const under = document.getElementById("fault-here");
  const state = document.getElementById("board-state");
  const saved = board.value;
  let sound = ""; // the last text without a fault: bots play on that one

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
      const number = ++latest;
      const mine = new FormData(form);
      const answer = await request("/tracks/check", { method: "POST", body: mine });
      if (number !== latest || !answer.ok) return;
      found = await answer.json();
      // The picture is made by the desk, of a board's own words escaped; while there is none the last one stays.
      if (found.picture) {
        picture.innerHTML = found.picture;
        document.getElementById("board-name").textContent = found.name;
        document.getElementById("board-size").textContent = found.size;
      }
      list();
      mark();
      count();
      const isFaulty = found.faults.length > 0;
      if (!isFaulty) sound = mine.get("text");
      save.disabled = isFaulty;
      for (const button of form.querySelectorAll(".play [name=action]")) button.disabled = !sound || button.classList.contains("busy");
      document.getElementById("on-last").hidden = !isFaulty || !sound;
      toFault.hidden = !isFaulty;
      save.classList.toggle("go", !isFaulty); // one filled button a screen
      document.getElementById("fault-count").textContent = isFaulty ? found.summary : "";
    }, 250);
  }

  // The numbers of the lines, those with a fault in red, that of the cursor in blue.
  function count() {
    const wrong = new Set(found.faults.map((fault) => fault.line));
    const now = lineOf();
    const rows = board.value.split("\n").map((_text, at) => {
      const row = document.createElement("span");
      row.textContent = `${at + 1}\n`;
      row.className = wrong.has(at + 1) ? "wrong" : at + 1 === now ? "now" : "";
      return row;
    });
    gutter.replaceChildren(...rows);
    state.textContent = board.value === saved ? "" : state.dataset.words;
    stand(now);
  }

  // A fault stands under its line, in words with the one button that mends it: the one of the cursor's line, else the first; never on the cursor.
  function stand(now) {
    gutter.scrollTop = board.scrollTop;
    const here = found.faults.find((fault) => fault.line === now) ?? found.faults.find((fault) => fault.line);
    const row = here && gutter.children[here.line - 1];
    const isWritten = row && [1, 2].every((below) => now !== here.line + below || document.activeElement !== board);
    const top = row ? gutter.offsetTop + row.offsetTop + row.offsetHeight - board.scrollTop : 0;
    under.hidden = !isWritten || top < 0 || top > board.clientHeight - 30;
    if (under.hidden) return;
    under.style.top = `${top}px`;
    const shown = JSON.stringify([here, glyph()]);
    if (under.dataset.shown === shown) return; // its button may have the focus
    under.dataset.shown = shown;
    const column = document.createElement("b");
    column.textContent = under.dataset.words.replace("%", here.column || 1);
    under.replaceChildren(column, ` ${here.message} `, ...mending(here));
  }
  const lineOf = () => board.value.slice(0, board.selectionStart).split("\n").length;
  under.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the text, and the button where it is
  for (const kind of ["scroll", "focus", "blur"]) board.addEventListener(kind, () => stand(lineOf()));
  toFault.addEventListener("click", () => {
    const first = found.faults[0];
    select(Math.max(0, (first?.line || 1) - 1), (first?.column || 1) - 1);
  });

  function list() {
    const rows = found.faults.map((fault) => {
      const item = document.createElement("p");
      item.className = "fault";
      const go = Object.assign(document.createElement("button"), { type: "button", className: "lnk" });
      go.textContent = fault.line ? `${fault.line}:${fault.column || 1}` : "–";
      go.addEventListener("click", () => select(fault.line - 1, (fault.column || 1) - 1));
      item.append(go, ` ${fault.message}`);
      return item;
    });
    faults.replaceChildren(...rows);
    if (!rows.length) faults.textContent = found.summary;
  }

  // What mends a fault: a sign that no board has becomes the one that is painted with.
  function mending(fault) {
    const sign = board.value.split("\n")[fault.line - 1]?.[fault.column - 1] ?? " ";
    const isForeign = ![...form.querySelectorAll("[name=glyph]")].some((one) => one.value === sign) && !" |".includes(sign);
    if (!isForeign || !glyph()) return [];
    const write = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
    write.textContent = faults.dataset.write.replace("%", glyph());
    write.addEventListener("click", () => put(fault.line - 1, fault.column - 1, glyph()));
    return [write];
  }

  function select(line, column) {
    const lines = board.value.split("\n");
    const at = lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0);
    board.focus();
    board.setSelectionRange(at + column, at + Math.min(column + 1, lines[line]?.length ?? 0));
    board.scrollTop = (board.scrollHeight * Math.max(0, line - 8)) / lines.length;
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
    count();
    check();
  }

  // The picture

  function drawn() {
    const svg = picture.querySelector("svg[data-board]");
    if (!svg) return null;
    const [margin, columns, rows] = svg.dataset.board.split(" ").map(Number);
    return { svg, margin, columns, rows };
  }

  // A board of tiles is painted tile by tile; of another one its shapes say which sign of the file they are.
  const cells = () => [...picture.querySelectorAll("[data-cell]")];
  const cellOf = (shape) => {
    const [row, column] = shape.dataset.cell.split(" ").map(Number);
    return { row, column, shape };
  };
  const isSame = (one, other) => one?.row === other?.row && one?.column === other?.column;

  function tileAt(x, y) {
    const made = drawn();
    if (!made || !glyph()) return null;
    const shape = document.elementsFromPoint(x, y).find((one) => one.dataset?.cell);
    if (shape && picture.contains(shape)) return cellOf(shape);
    if (picture.querySelector("[data-cell]")) return null;
    const point = new DOMPoint(x, y).matrixTransform(made.svg.getScreenCTM().inverse());
    const tile = { row: Math.floor(point.y - made.margin), column: Math.floor(point.x - made.margin) };
    const isInside = tile.row >= 0 && tile.column >= 0 && tile.row <= made.rows && tile.column <= made.columns + 1;
    return isInside ? tile : null;
  }

  // The nearest shape to a sign of the file, in its row if there is one.
  function nearest(tile) {
    const far = (one) => 1000 * Math.abs(one.row - tile.row) + Math.abs(one.column - tile.column);
    return cells().map(cellOf).sort((one, other) => far(one) - far(other))[0];
  }

  function next(tile, [down, right]) {
    if (!picture.querySelector("[data-cell]")) return { row: Math.max(0, tile.row + down), column: Math.max(0, tile.column + right) };
    const ahead = cells().map(cellOf).filter((one) => (down ? Math.sign(one.row - tile.row) === down : one.row === tile.row && Math.sign(one.column - tile.column) === right));
    const far = (one) => 1000 * Math.abs(one.row - tile.row) + Math.abs(one.column - tile.column);
    return ahead.sort((one, other) => far(one) - far(other))[0] ?? tile;
  }

  function frame(made, tile, kind) {
    const shape = picture.querySelector(`[data-cell="${tile.row} ${tile.column}"]`);
    const isTile = !shape && !picture.querySelector("[data-cell]");
    if (!shape && !isTile) return;
    const one = shape ? shape.cloneNode() : document.createElementNS(SVG, "rect");
    if (isTile) {
      one.setAttribute("x", tile.column + made.margin);
      one.setAttribute("y", tile.row + made.margin);
      one.setAttribute("width", 1);
      one.setAttribute("height", 1);
    } else for (const name of ["data-cell", "fill", "stroke", "stroke-width"]) one.removeAttribute(name);
    one.setAttribute("class", `over ${kind}${shape ? " wide" : ""}`);
    (shape ? shape.parentNode : made.svg).append(one);
  }

  function mark() {
    const made = drawn();
    const start = mapStart(board.value.split("\n"));
    for (const old of picture.querySelectorAll(".over:not(.fresh)")) old.remove();
    if (!made || !glyph()) return;
    for (const fault of found.faults) {
      if (fault.line > start && fault.column) frame(made, nearestTile(fault.line - 1 - start, fault.column - 1), "wrong");
    }
    if (here) frame(made, here, "here");
  }

  function nearestTile(row, column) {
    return nearest({ row, column }) ?? { row, column };
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
    place.textContent = place.dataset.words.replace("%1", line + 1).replace("%2", column + 1);
  }

  // Where the cursor is in the text, the tile is framed.
  function follow() {
    const until = board.value.slice(0, board.selectionStart).split("\n");
    const [line, column] = [until.length - 1, until.at(-1).length];
    const start = mapStart(board.value.split("\n"));
    here = start >= 0 && line >= start ? { row: line - start, column } : null;
    if (here) here = nearestTile(here.row, here.column);
    tell(line, column);
    count();
    mark();
  }

  picture.addEventListener("pointerdown", (event) => {
    const tile = tileAt(event.clientX, event.clientY);
    if (!tile) return;
    event.preventDefault();
    picture.focus({ preventScroll: true });
    picture.setPointerCapture(event.pointerId);
    last = { ...tile, x: event.clientX, y: event.clientY };
    paint(tile);
  });
  picture.addEventListener("pointermove", (event) => {
    const under = tileAt(event.clientX, event.clientY);
    if (under) tell(mapStart(board.value.split("\n")) + under.row, under.column);
    if (!last) return;
    // A quick hand skips tiles: all between are painted.
    const [x, y] = [event.clientX - last.x, event.clientY - last.y];
    const steps = Math.max(1, Math.ceil(Math.hypot(x, y) / 2));
    for (let step = 1; step <= steps; step += 1) {
      const tile = tileAt(last.x + (x * step) / steps, last.y + (y * step) / steps);
      if (!tile || isSame(tile, last)) continue;
      Object.assign(last, tile);
      paint(tile);
    }
    Object.assign(last, { x: event.clientX, y: event.clientY });
  });
  for (const kind of ["pointerup", "pointercancel"]) picture.addEventListener(kind, () => (last = null));
  const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  picture.addEventListener("keydown", (event) => {
    const made = drawn();
    if (!made || !glyph()) return;
    here ??= nearestTile(0, 0);
    if (event.key in MOVES) {
      here = next(here, MOVES[event.key]);
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
  for (const one of form.querySelectorAll("[name=glyph]")) one.addEventListener("change", count);

  board.addEventListener("input", check);
  for (const kind of ["keyup", "click"]) board.addEventListener(kind, follow);
  board.addEventListener("input", count);
  count();
  if (board.value.trim()) check();

  // How fast the cars were: a bar a turn, a row a lap. The film knows the way of each piece in each turn, and in its title the lap.

  function speedsOf(svg, words) {
    const turns = [...svg.querySelectorAll("g.turn")].slice(1).map((turn) => {
      const ways = (turn.dataset.ways ?? "").split(";").filter(Boolean).map((text) => text.split(" ").map((pair) => pair.split(",").map(Number)));
      const tiles = ways.map((way) => way.slice(1).reduce((sum, [x, y], at) => sum + Math.round(Math.max(Math.abs(x - way[at][0]), Math.abs(y - way[at][1]))), 0));
      return { lap: turn.textContent.split(", ").at(-1), speed: tiles.length ? tiles.reduce((sum, one) => sum + one, 0) / tiles.length : 0 };
    });
    const laps = Map.groupBy ? Map.groupBy(turns, (turn) => turn.lap) : new Map();
    const table = document.createElement("table");
    table.className = "tab";
    const head = table.createTHead().insertRow();
    for (const text of [words.lap, words.turns, words.speed]) head.append(Object.assign(document.createElement("th"), { textContent: text, scope: "col" }));
    const body = table.createTBody();
    for (const [lap, driven] of laps) {
      if (!driven.some((turn) => turn.speed)) continue;
      const row = body.insertRow();
      row.append(Object.assign(document.createElement("th"), { textContent: lap, scope: "row" }));
      row.insertCell().textContent = driven.length;
      row.insertCell().textContent = (driven.reduce((sum, turn) => sum + turn.speed, 0) / driven.length).toFixed(1);
    }
    const graph = document.createElementNS(SVG, "svg");
    const most = Math.max(1, ...turns.map((turn) => turn.speed));
    graph.setAttribute("class", "speeds");
    graph.setAttribute("viewBox", `0 0 ${turns.length} 20`);
    graph.setAttribute("preserveAspectRatio", "none");
    graph.setAttribute("role", "img");
    graph.setAttribute("aria-label", `${words.speed}: ${turns.map((turn) => turn.speed.toFixed(1)).join(", ")}`);
    const order = [...laps.keys()];
    for (const [at, turn] of turns.entries()) {
      const bar = document.createElementNS(SVG, "rect");
      const high = (20 * turn.speed) / most;
      for (const [name, value] of Object.entries({ x: at + 0.1, y: 20 - high, width: 0.8, height: high })) bar.setAttribute(name, value);
      bar.classList.toggle("even", order.indexOf(turn.lap) % 2 === 1);
      graph.append(bar);
    }
    return [table, graph];
  }

  // Games by bots, while you watch

  for (const panel of form.querySelectorAll(".play")) {
    const button = panel.querySelector("[name=action]");
    const stop = panel.querySelector(".stop");
    const bar = panel.querySelector("progress");
    const far = panel.querySelector(".far");
    const shown = panel.querySelector(".shown");
    let job = -1;

    async function look() {
      const answer = await request(`/jobs/${job}/state`);
      if (!answer.ok) return;
      const state = await answer.json();
      if (state.count) [bar.value, bar.max] = [state.done, state.count];
      far.textContent = state.count ? `${state.done}/${state.count} ${state.what}` : "";
      if (panel.id === "fair") {
        const part = await request(`/tracks/fair/${job}`);
        if (part.ok) shown.innerHTML = await part.text(); // made by the desk
      }
      if (state.running) {
        setTimeout(look, 700);
        return;
      }
      release();
      bar.hidden = stop.hidden = true;
      if (state.film) {
        await showFilm(shown, `/jobs/${job}/picture`, panel.dataset);
        if (panel.dataset.speed) shown.append(...speedsOf(shown.querySelector("svg"), panel.dataset));
        const part = await request(`/tracks/fair/${job}`);
        if (part.ok) shown.insertAdjacentHTML("beforeend", await part.text()); // made by the desk
      } else if (panel.id === "laps" || !shown.querySelector(".dots")) shown.textContent = state.text;
    }

    function release() {
      button.classList.remove("busy");
      button.disabled = !sound;
    }

    button.addEventListener("click", async (event) => {
      event.preventDefault();
      const data = new FormData(form);
      data.set("action", button.value);
      data.set("text", sound);
      button.classList.add("busy");
      button.disabled = true;
      shown.replaceChildren();
      const answer = await request("/tracks/do", { method: "POST", body: data, headers: { accept: "application/json" } });
      if (!answer.ok) return release();
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
      await request("/jobs/stop", { method: "POST", body: data });
    });
  }
}
