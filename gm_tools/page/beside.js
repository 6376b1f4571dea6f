// A hand that is drawn at the foot of a board, laid beside it: a few cards in a column, more of them two side by side, above them whose they
// are. Other hands that are known lie on their plates, and stay there.

const [GAP, HEAD] = [0.8, 3.4]; // tiles between board and cards; that the words take above them
const FEW = 3; // cards of a column
const [HIGH, APART, BELOW] = [1.42, 1.15, 0.45]; // a card in its breadths, from card to card, tiles between two rows of them

// Lay the hand of a board beside it, or back at its foot.
export function lay(board, { columns, rows, foot }, isAside) {
  if (Boolean(board.dataset.aside) === isAside) return;
  board.dataset.aside = isAside ? "1" : "";
  const top = rows - foot;
  const yOf = (card) => Number((card.dataset.foot ?? card.getAttribute("transform")).match(/translate\(\S+ (\S+)\)/)[1]);
  const cards = [...board.querySelectorAll("[data-tap]")].filter((card) => yOf(card) > top);
  const words = [...board.querySelectorAll("text[data-room]")].filter((one) => Number(one.getAttribute("y")) > top);
  for (const one of cards) one.dataset.foot ??= one.getAttribute("transform");
  const size = Number(cards[0]?.dataset.foot.match(/scale\((\S+)\)/)[1] ?? 0);
  const across = cards.length > FEW ? 2 : 1;
  const step = size * HIGH + BELOW;
  const [left, first] = [columns + GAP, (top - HEAD - Math.ceil(cards.length / across) * step) / 2];
  cards.forEach((card, number) => {
    const [x, y] = [left + size * (0.5 + APART * (number % across)), first + HEAD + (size * HIGH) / 2 + step * Math.floor(number / across)];
    card.setAttribute("transform", isAside ? `translate(${x} ${y}) scale(${size})` : card.dataset.foot);
  });
  if (!words.length) return;
  const [x, y] = ["x", "y"].map((name) => Number(words[0].getAttribute(name)));
  for (const one of words) one.setAttribute("transform", isAside ? `translate(${left - x} ${first + 1 - y})` : "translate(0 0)");
}
