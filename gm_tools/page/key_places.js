// Where keys lie that have places of their own: as the directions that they mean do, or in rows of chips beside a pad.

const COLUMNS = 4; // of keys beside a pad: a chip goes in four directions
const CENTRE = "1 1"; // rows and columns of a cross, from 0
const CORNERS = ["0 0", "0 2", "2 0", "2 2"]; // what is no direction stands there first
const SPARE = ["0 3", CENTRE];
const CHIP = /^\+(\d)([NESW])$/;
const STEPS = /^[GD]?(0|[NESW]+)$/; // of a gear, which may be written with its sign, and of a draft
const GEAR = /^G(0|[NESW]+)$/;
const TAKEN = /^[123]$/; // a chip to take
const WAYS = { N: [-1, 0], S: [1, 0], E: [0, 1], W: [0, -1] };

// Keys that are given places lie in them, undo and erase in a column beside them.
export function asGiven(list) {
  const beside = Math.max(...list.map(({ place }) => place[1])) + 2;
  return [...list.map(({ place: [row, column] }) => [row + 1, column + 1]), [1, beside], [2, beside]];
}

// Keys beside a pad, and those that are a number with a direction, which stand in rows and columns of these, all others below them: undo
// and erase at the end of the last row or, where that has no room for both, in one of their own. Null if there are none such. Those that an
// order may begin with, `first`, keep their places while it is written, grey if they cannot follow: what can instead stands on chips that
// cannot, or below. Return the `keys` and their `places`, undo and erase last.
export function inRows(list, hasPad, first) {
  const base = first.some(isChip) || !list.some(isChip) ? first : list;
  const places = placesOf(base, hasPad);
  if (!places) return null;
  const keys = base.map((one) => list.find(isLike(one)) ?? deadOf(one, list));
  const free = [...keys.keys()].filter((number) => isChip(keys[number]) && !list.includes(keys[number]));
  const sides = places.splice(-2);
  let below = Math.max(...[...places, ...sides].map(([row]) => row)) * COLUMNS;
  for (const key of list.filter((one) => !base.some(isLike(one)))) {
    const number = free.shift() ?? keys.length;
    if (number === keys.length) places.push([Math.floor(below / COLUMNS) + 1, (below++ % COLUMNS) + 1]);
    keys[number] = key;
  }
  return { keys, places: [...places, ...sides] };
}

const isChip = ({ label }) => CHIP.test(label);
const isLike = (one) => ({ label }) => label === one.label;
const deadOf = (one, list) => ({ ...one, text: "", isOver: list[0]?.isOver });

function placesOf(list, hasPad) {
  const parts = list.map(({ label }) => label.match(CHIP));
  const known = parts.filter(Boolean);
  if (!known.length && !hasPad) return null;
  const [values, ways] = [1, 2].map((part) => [...new Set(known.map((one) => one[part]))].sort());
  let others = values.length * COLUMNS;
  const places = parts.map((one) => {
    const [row, column] = one ? [values.indexOf(one[1]), ways.indexOf(one[2])] : [Math.floor(others / COLUMNS), others % COLUMNS];
    if (!one) others += 1;
    return [row + 1, column + 1];
  });
  const left = COLUMNS - (others % COLUMNS);
  if (left < COLUMNS && left > 1) return [...places, ...[3, 4].map((column) => [Math.ceil(others / COLUMNS), column])];
  return [...places, ...["1/3", "3/5"].map((column) => [Math.ceil(others / COLUMNS) + 1, column])];
}

// Under a finger, keys of directions make a cross, of chips those with the value that is `wanted` or, without one such, the least: return
// the `keys` that it has with their `places`, undo and erase last, and the `values` of chips, the shown one as `value`. A key that a shorter
// one leads to, as N does to NN, is left out where that has its place. What else an order may begin with, `first`, stays where there is room,
// grey if it cannot follow. Null if there is no room for all.
export function inCross(list, wanted, first) {
  const values = [...new Set(list.map(({ label }) => label.match(CHIP)?.[1]).filter(Boolean))].sort();
  const value = values.includes(wanted) ? wanted : values[0];
  const held = new Map(values.length > 1 ? [[CENTRE, null]] : []);
  const others = [];
  for (const key of values.length ? foldGears(list) : list) {
    const chip = key.label.match(CHIP);
    if (chip && chip[1] !== value) continue;
    const cell = cellOf(chip ? chip[2] : key.label);
    if (cell && !held.has(cell)) held.set(cell, key);
    else if (![...held.values()].some((shorter) => shorter && key.label.startsWith(shorter.label))) others.push(key);
  }
  // Where no step leads on, a dead key says so: the cross stands still.
  if (!list.some(({ label }) => TAKEN.test(label))) {
    for (const way of Object.keys(WAYS)) if (!held.has(cellOf(way))) held.set(cellOf(way), { label: way, name: "", text: "", isOver: list[0]?.isOver });
  }
  const free = [...CORNERS, ...SPARE].filter((cell) => !held.has(cell));
  if (others.length > free.length) return null;
  const stay = first.filter((one) => !isChip(one) && !cellOf(one.label)).map((one) => others.find(isLike(one)) ?? deadOf(one, list));
  const all = [...stay, ...others.filter((one) => !stay.includes(one))];
  (all.length > free.length ? others : all).forEach((key, number) => held.set(free[number], key));
  if (values.length > 1) held.delete(CENTRE);
  return { values, value, keys: [...held.values()], places: [...[...held.keys()].map(placeOf), placeOf("1 3"), placeOf("2 3")], centre: placeOf(CENTRE) };
}

// Beside chips, which have the directions, gears that are written with their sign are one key: that sign.
function foldGears(list) {
  const [first] = list.filter(({ label }) => GEAR.test(label));
  const sign = first && { ...first, label: "G", text: first.text && `${first.text.slice(0, -first.label.length)}G` };
  return [...list.filter((key) => !GEAR.test(key.label)), ...(sign ? [sign] : [])];
}

// The cell of a cross in which steps lie ("EN" and "GEN": upper right), "0", which stays, and chips to take, side by side; of others none.
function cellOf(label) {
  if (TAKEN.test(label)) return `1 ${Number(label) - 1}`;
  const steps = label.match(STEPS)?.[1];
  if (!steps) return "";
  const [down, right] = [0, 1].map((axis) => [...steps].reduce((sum, way) => sum + (WAYS[way]?.[axis] ?? 0), 0));
  return `${1 + Math.sign(down)} ${1 + Math.sign(right)}`;
}

const placeOf = (cell) => cell.split(" ").map((number) => Number(number) + 1);
