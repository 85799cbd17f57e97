/** Ways over a map in words and lines: pure functions, tested. */
import { ACROSS, type Cell, centre, distance, type Grid, keyOf } from './grid';
import type { Costs } from './ways';

/** The eight winds, clockwise from the north. */
export const WINDS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Wind = (typeof WINDS)[number];

/** Which wind leads best from one cell to another. */
export function windTo(grid: Grid, from: Cell, to: Cell): Wind {
  const [ax, ay] = centre(grid, from);
  const [bx, by] = centre(grid, to);
  const turn = Math.atan2(bx - ax, ay - by) / (Math.PI / 4); // eighths of a turn, clockwise from the north
  return WINDS[(Math.round(turn) + 8) % 8] ?? 'n';
}

const DIAGONALS: readonly Cell[] = [
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
];
const around = (grid: Grid): readonly Cell[] => (grid === 'square' ? [...ACROSS.square, ...DIAGONALS] : ACROSS.hex);

/**
 * The cells a move passes, the one it begins on and its goal included. What a cell costs is what its cheapest
 * neighbour costs and something more, so the way back leads from each cell to the cheapest beside it. Where that leads
 * nowhere (somebody one may pass stands between) the line is straight.
 */
export function pathTo(grid: Grid, costs: Costs, from: Cell, to: Cell): Cell[] {
  const found: Cell[] = [to];
  let here = to;
  while (keyOf(...here) !== keyOf(...from)) {
    const paid = costs.get(keyOf(...here));
    if (typeof paid !== 'number' || found.length > costs.size) return [from, to];
    const beside = around(grid).map(([dx, dy]): Cell => [here[0] + dx, here[1] + dy]);
    const start = beside.find((cell) => keyOf(...cell) === keyOf(...from));
    const cheaper = beside
      .map((cell) => [cell, costs.get(keyOf(...cell))] as const)
      .filter((each): each is [Cell, number] => typeof each[1] === 'number' && each[1] < paid)
      .sort((a, b) => a[1] - b[1] || bent(grid, a[0], from, to) - bent(grid, b[0], from, to))[0]?.[0];
    const next = start ?? cheaper;
    if (!next) return [from, to];
    found.unshift(next);
    here = next;
  }
  return found;
}

/** How far a cell lies from the straight line between two others. */
function bent(grid: Grid, cell: Cell, from: Cell, to: Cell): number {
  const [[ax, ay], [bx, by], [x, y]] = [centre(grid, from), centre(grid, to), centre(grid, cell)];
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / Math.max(distance(grid, from, to), 1);
}

export const lineOf = (grid: Grid, cells: readonly Cell[]): string =>
  cells.map((cell, i) => `${i ? 'L' : 'M'}${centre(grid, cell).join(' ')}`).join('');
