// A turn checked: what its public file says is computed again from the key, here, and compared with what was pasted of its post.

import { call } from "./engine.js";
import * as turns from "./turns.js";
import { at, data, make, say } from "./words.js";

const MARKS = { true: "✓", false: "✗", null: "–" }; // null: not checked, or not to be shown by this

export function begin() {
  at("check").hidden = at("check-link").hidden = !data.proofs;
  at("prove").addEventListener("click", prove);
  at("check-link").addEventListener("click", () => {
    at("check").open = true;
  });
}

// Tell whether a signature is that of a round of drand quicknet. What checks it is loaded now, by its hash: few pages need it.
async function isSigned(round, signature) {
  const { url, integrity, key } = data.bls;
  const answer = await fetch(url, { integrity });
  const script = URL.createObjectURL(new Blob([await answer.text()], { type: "text/javascript" }));
  try {
    return (await import(script)).verify(round, signature, key);
  } finally {
    URL.revokeObjectURL(script);
  }
}

async function prove() {
  const turn = turns.state.shown;
  at("checked").textContent = say("checking", { turn });
  at("proven").replaceChildren();
  try {
    const answer = await fetch(`data/turn-${String(turn).padStart(3, "0")}.proof.json`, { cache: "no-store" }); // what lies there now
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    const { round, signature } = JSON.parse(text);
    const beacon = round ? String(await isSigned(round, signature)) : "";
    const { failed, lines } = await call("check", text, at("pasted").value, beacon);
    if (failed) throw new Error(failed);
    const items = lines.map(({ holds, text }) => {
      const item = make("li", "", `${MARKS[holds]} ${text}`);
      item.dataset.holds = holds;
      return item;
    });
    at("proven").replaceChildren(...items);
    const all = lines.every(({ holds }) => holds !== false);
    at("checked").textContent = say(all ? "proven" : "disproven", { turn });
    at("check-link").classList.toggle("holds", all);
  } catch (error) {
    at("checked").textContent = say("unproven", { turn, error: error.message });
  }
}
