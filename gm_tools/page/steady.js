// What stands round the board keeps its height, so that the board stands still from turn to turn.

import { at } from "./words.js";

const BESIDE = matchMedia("(min-width: 901px)"); // where the standings stand below the board on one screen: see styles/stage.css

// Tell whether what stands below the board takes room from it.
export const isTight = () => BESIDE.matches;

export function begin() {
  const low = at("standings").closest(".low");
  hold([at("queue"), low]);
  // Another turn than the first that is shown never makes it higher: what has no room scrolls.
  document.addEventListener("presented", () => {
    if (isTight()) low.style.maxHeight = low.style.minHeight;
  });
  holdHead();
}

// Some elements are as high as they ever were in a window of this size.
function hold(elements) {
  const sizes = new ResizeObserver((entries) => {
    if (!isTight()) return;
    for (const { target } of entries) target.style.minHeight = `${target.getBoundingClientRect().height}px`;
  });
  for (const one of elements) sizes.observe(one);
  addEventListener("resize", () => {
    for (const one of elements) one.style.minHeight = one.style.maxHeight = "";
  });
}

// On an earlier turn the head of the page, which says less then, is as high as it is now.
function holdHead() {
  const top = document.querySelector("header");
  const isOld = () => document.documentElement.classList.contains("old");
  let height = 0;
  new ResizeObserver(() => {
    if (!isOld()) height = top.offsetHeight;
  }).observe(top);
  document.addEventListener("turned", () => {
    top.style.minHeight = isOld() ? `${height}px` : "";
  });
  addEventListener("resize", () => {
    top.style.minHeight = "";
  });
}
