// The post that carries an order into a thread: finished for the reader's forum, never an order that is secret.

import { at, copyText, data, make, memory, say, tell } from "./words.js";

let posts = {};
let known = ""; // the text that they were made of
let isAwaited = false; // whether the reader wants a copy of what stands in the box, of which the engine has not yet said anything
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
export function take(answer, text) {
  ({ posts, state, secret, progress = "" } = answer);
  known = text;
  at("asking").hidden = true;
  at("copied").textContent = "";
  name();
  if (isAwaited) ask();
}

// Take a text that no engine has looked at: it can be copied all the same.
export function takeText(text, isSecret) {
  const order = text.trim().replace(/`/g, "'");
  const plain = data.plain;
  const seat = at("seat").value;
  const named = seat && plain.named.replace(plain.mark, () => seat);
  const made = Object.entries(isSecret ? plain.private : plain.posts).map(([forum, post]) => [
    forum,
    post.replace(plain.named, () => named).replace(plain.order, () => order),
  ]);
  take({ posts: order ? Object.fromEntries(made) : {}, state: "", secret: isSecret }, text);
}

function name() {
  at("copy").querySelector("span").textContent = say(secret ? "copyprivate" : "copy");
  at("copy").querySelector("small").replaceChildren(at("forum").selectedOptions[0]?.text ?? "", make("i", "", secret ? "" : ` · ${say("byhand")}`));
  at("copy").classList.toggle("plain", state !== "legal");
  at("copy").disabled = !posts[at("forum").value];
  at("nothing").firstChild.textContent = `${say(secret ? "private" : "public")} `;
  at("nothing").classList.toggle("warn", secret);
  tell("is-secret", secret);
  at("share-link").hidden = secret;
}

// An order that is not legal, or was not checked, is copied only if that is meant; none before it is known, for the last one would be copied.
export function ask() {
  isAwaited = !at("copy").disabled && at("text").value !== known;
  if (at("copy").disabled || isAwaited) return;
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
