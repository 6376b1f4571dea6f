// The mown stripes of the ground go on beyond the edges of a board, as far as a stage of any form shows it.

const BEYOND = 4; // how far, in sides of the board

// Draw the stripes of a board anew, wider than its `whole`, each where it was: the first of them begins in the corner, half as wide as
// they are apart, and leans as all do.
export function mow(board, [, , wide, high]) {
  const stripes = board.querySelector(".mown");
  const [, , end, top, x, y] = stripes?.getAttribute("d").match(/[-\d.]+/g).map(Number) ?? [];
  if (!end) return;
  const [half, lean, beyond] = [end, (x - end) / (y - top), BEYOND * Math.max(wide, high)];
  const [above, below] = [-beyond, high + beyond];
  const first = Math.floor((-beyond - Math.abs(lean) * below) / (2 * half));
  const last = Math.ceil((wide + beyond + Math.abs(lean) * below) / (2 * half));
  const bands = Array.from({ length: last - first }, (_, at) => 2 * half * (first + at));
  const band = (left) => [[left, above], [left + half, above], [left + half, below], [left, below]].map(([u, v]) => `${(u + lean * v).toFixed(2)} ${v}`).join("L");
  stripes.setAttribute("d", bands.map((left) => `M${band(left)}Z`).join(""));
}
