// The dice of a roll at the foot of the stage, as large as fingers are: on a board that is too large to be played on as a whole they
// would be small, or out of sight. While they are there, those on the board only show the roll, and what is left of it.

import { measure } from "./frames.js";
import { at } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const APART = 1.25; // from die to die, in dice

// Pin what can be tapped on a board to the foot of the stage, where the board leaves it room, or give it back to the board.
export function pin(board, isPinned) {
  const holder = document.getElementById("pinned");
  if (isPinned === Boolean(holder)) return;
  if (!isPinned) {
    const dice = [...holder.querySelectorAll("[data-tap]")];
    board.querySelectorAll("[data-pinned]").forEach((token, number) => {
      token.dataset.tap = dice[number].dataset.tap;
      delete token.dataset.pinned;
    });
    holder.remove();
    measure();
    return;
  }
  const tokens = [...board.querySelectorAll("[data-tap]")];
  if (!tokens.length) return;
  at("stage").append(row(tokens));
  measure();
}

function row(tokens) {
  const holder = document.createElementNS(SVG, "svg");
  holder.id = "pinned";
  holder.setAttribute("viewBox", `0 0 ${APART * tokens.length} ${APART}`);
  holder.setAttribute("aria-hidden", "true");
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("text-anchor", "middle");
  tokens.forEach((token, number) => {
    const copy = token.cloneNode(true);
    copy.style.display = ""; // on the board it is left out where it is too small, here it is large
    delete copy.dataset.needs;
    copy.setAttribute("transform", `translate(${APART * (number + 0.5)} ${APART / 2})`);
    group.append(copy);
    token.dataset.pinned = "1";
    delete token.dataset.tap;
  });
  holder.append(group);
  return holder;
}

// Have a card or a die look used, a die with its number among those of the order; without a number it is to be used.
export function spend(token, number) {
  if (String(number ?? "") === (token.dataset.spent ?? "")) return;
  token.querySelector(".turn")?.remove();
  if (number) token.dataset.spent = number;
  else delete token.dataset.spent;
  if (!number || document.documentElement.matches(".ring")) return;
  const turn = document.createElementNS(SVG, "g");
  turn.setAttribute("class", "turn");
  turn.innerHTML = `<circle cx=".3" cy=".3" r=".26" fill="#1668f0" stroke="#fff" stroke-width=".05"/><text x=".3" y=".43" font-size=".36" fill="#fff" font-weight="700">${number}</text>`;
  token.append(turn);
}

// Have those on the board look as those at the foot do: spent, or not next.
export function mirror() {
  const dice = document.querySelectorAll("#pinned [data-tap]");
  at("stage").querySelectorAll("[data-pinned]").forEach((token, number) => {
    token.classList.toggle("late", dice[number].matches(".late"));
    spend(token, dice[number].dataset.spent);
  });
}

// Return where the dice and cards stand that are drawn on a board to be tapped, in the units of its `ground`.
export function tokensOf(board, ground) {
  const tokens = [...board.querySelectorAll("[data-tap]")];
  const home = tokens.length && ground.getScreenCTM().inverse(); // which lays the page out anew
  return tokens.map((token) => {
    const { x, y, width, height } = token.getBBox();
    const place = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(home.multiply(token.getScreenCTM()));
    return [place.x, place.y];
  });
}
