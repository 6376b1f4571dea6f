// Another snapshot: a file that is chosen, or dropped on the page, to try orders on.

import { load, start, call } from "./engine.js";
import * as seated from "./seat.js";
import * as turns from "./turns.js";
import { at, data, fill, say } from "./words.js";

let sheet = [];

export function begin() {
  sheet = [...at("notation").childNodes];
  at("other").hidden = false;
  at("leave").addEventListener("click", leave);
  at("file").addEventListener("change", () => take(at("file").files[0]));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.documentElement.classList.add("drop");
  });
  for (const end of ["dragleave", "drop"]) {
    document.addEventListener(end, () => document.documentElement.classList.remove("drop"));
  }
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
}

async function take(file) {
  if (!file) return;
  const refuse = (error) => {
    at("dropped").textContent = say("refused", { file: file.name, error });
  };
  if (file.size > 1_000_000) {
    refuse(say("large"));
    return;
  }
  try {
    await start();
    const loaded = await load(await file.text());
    if (loaded.failed) {
      refuse(loaded.failed);
      return;
    }
    const shown = await call("show");
    at("dropped").textContent = say("dropped", { file: file.name });
    at("leave").hidden = false;
    await turns.comeBack();
    document.documentElement.classList.add("away");
    appear(shown, { ...shown, keep: true, sealed: true }); // until the engine says whether it is
  } catch (error) {
    refuse(error.message);
  }
}

function appear(shown, table) {
  turns.present(shown);
  if (shown.notation) fill(at("notation"), shown.notation);
  at("private").value = at("text").value = "";
  seated.open(table);
  seated.choose(at("seat").value);
}

async function leave() {
  await load();
  at("leave").hidden = true;
  at("dropped").textContent = "";
  document.documentElement.classList.remove("away");
  fill(at("notation"), sheet);
  seated.open({ seats: data.seats, hidden: data.hidden, over: data.over });
  await turns.step(data.turn);
  seated.choose(at("seat").value);
}
