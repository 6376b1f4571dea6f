// A turn checked: what its public file says is computed again from the key, here, and compared with what was pasted of its post.

import { call } from "./engine.js";
import * as turns from "./turns.js";
import { at, data, make, say } from "./words.js";

export function begin() {
  at("check").hidden = at("check-link").hidden = !data.proofs;
  at("prove").addEventListener("click", prove);
  at("check-link").addEventListener("click", () => {
    at("check").open = true;
  });
}

async function prove() {
  const turn = turns.state.shown;
  at("checked").textContent = say("checking", { turn });
  at("proven").replaceChildren();
  try {
    const answer = await fetch(`data/turn-${String(turn).padStart(3, "0")}.proof.json`);
    if (!answer.ok) throw new Error(answer.status);
    const { failed, lines } = await call("check", await answer.text(), at("pasted").value);
    if (failed) throw new Error(failed);
    const items = lines.map(({ holds, text }) => {
      const item = make("li", "", `${holds ? "✓" : "✗"} ${text}`);
      item.dataset.holds = holds;
      return item;
    });
    at("proven").replaceChildren(...items);
    const all = lines.every(({ holds }) => holds);
    at("checked").textContent = say(all ? "proven" : "disproven", { turn });
    at("check-link").classList.toggle("holds", all);
  } catch (error) {
    at("checked").textContent = say("unproven", { turn, error: error.message });
  }
}
