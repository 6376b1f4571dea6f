// What goes on below the edge of a box that scrolls fades there, so that it is seen to go on.

import { at } from "./words.js";

const LEAST = 4; // pixels of which nothing is missed

export function begin() {
  for (const box of [at("standings"), at("box").querySelector(".scroll")]) watch(box);
}

function watch(box) {
  const tell = () => box.classList.toggle("goes-on", box.scrollHeight - box.clientHeight - box.scrollTop > LEAST);
  const sizes = new ResizeObserver(tell);
  const heed = () => {
    for (const one of [box, at("keys"), ...box.children]) sizes.observe(one);
  };
  box.addEventListener("scroll", tell, { passive: true });
  new MutationObserver(heed).observe(box, { childList: true });
  heed();
}
