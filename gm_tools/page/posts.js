// The post that carries an order into a thread: finished for the reader's forum, never an order that is secret.

import { at, copyText, data, memory, say } from "./words.js";

let posts = {};
let state = ""; // what is known of the order: legal, illegal, half, unread, ambiguous; empty: nothing, it was not checked
let progress = ""; // how much of an order there is, in games that count its parts
let secret = false;

export function begin() {
  const forum = memory.get("forum");
  if ([...at("forum").options].some(({ value }) => value === forum)) at("forum").value = forum;
  at("forum").addEventListener("change", () => {
    memory.set("forum", at("forum").value);
    at("copied").textContent = "";
    name();
  });
  at("copy").addEventListener("click", () => ask());
  at("yes").addEventListener("click", copy);
  at("no").addEventListener("click", () => {
    at("asking").hidden = true;
    at("text").focus();
  });
  name();
}

// Take what the engine says of an order; without an engine only the text is known.
export function take(answer) {
  ({ posts, state, secret, progress = "" } = answer);
  at("asking").hidden = true;
  at("copied").textContent = "";
  name();
}

// Take a text that no engine has looked at: it can be copied all the same.
export function takeText(text, isSecret) {
  const order = text.trim().replace(/`/g, "'");
  const made = Object.entries(data.plain.posts).map(([forum, post]) => [forum, post.replace(data.plain.order, () => order)]);
  take({ posts: order ? Object.fromEntries(made) : {}, state: "", secret: isSecret });
}

function name() {
  at("copy").querySelector("span").textContent = say(secret ? "copyprivate" : "copy");
  at("copy").querySelector("small").textContent = at("forum").selectedOptions[0]?.text ?? "";
  at("copy").classList.toggle("plain", state !== "legal");
  at("copy").disabled = !posts[at("forum").value];
  at("nothing").firstChild.textContent = `${say(secret ? "private" : "public")} `;
  at("nothing").classList.toggle("warn", secret);
  at("share-link").hidden = secret;
}

// An order that is not legal, or was not checked, is copied only if that is meant.
export function ask() {
  if (at("copy").disabled) return;
  if (state === "legal") {
    copy();
    return;
  }
  at("asking").hidden = false;
  at("asking").querySelector("span").textContent = say(state === "half" && progress ? "doubt_part" : `doubt_${state}`, { progress });
  at("yes").focus();
}

async function copy() {
  at("asking").hidden = true;
  at("copied").textContent = say((await copyText(posts[at("forum").value])) ? "copied" : "press");
}

export function isSecret() {
  return secret;
}
