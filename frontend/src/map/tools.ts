/** What the game master does to a map: pure functions, tested. */
import type { Board, Ground } from '../lib/types';
import { type Cell, cellAt, distance, placeOf } from './grid';

/** rules: the game's own moves; put: set down anywhere; fog, clear: paint. */
export type Tool = 'rules' | 'put' | 'fog' | 'clear';

/** Whether a cell lies on a board. */
export function holds(board: Board, cell: Cell): boolean {
  const [column, row] = placeOf(board.grid, cell);
  return column >= 0 && row >= 0 && column < board.width && row < board.height;
}

/** The cells of a board under a brush of this size; 1 is a single cell. */
export function covered(at: Cell, brush: number, board: Board | null): Cell[] {
  if (!board) return [];
  const found: Cell[] = [];
  const far = brush - 1;
  for (let y = at[1] - far; y <= at[1] + far; y++) {
    for (let x = at[0] - far; x <= at[0] + far; x++) {
      if (distance(board.grid, at, [x, y]) <= far && holds(board, [x, y])) found.push([x, y]);
    }
  }
  return found;
}

/** Every cell of a board. */
export function everyCell({ grid, width, height }: Board): [number, number][] {
  return Array.from({ length: width * height }, (_, i) => {
    const [x, y] = cellAt(grid, i % width, Math.floor(i / width));
    return [x, y];
  });
}

const MOST = 100; // of columns and of rows

/** How large a board must be to cover the map of the rules. */
export function sizeFor(ground: Ground): { width: number; height: number } {
  const places = ground.plots.map(({ x, y }) => placeOf(ground.grid, [x, y]));
  const most = (axis: 0 | 1) => Math.min(MOST, Math.max(0, ...places.map((place) => place[axis])) + 1);
  return { width: most(0), height: most(1) };
}
