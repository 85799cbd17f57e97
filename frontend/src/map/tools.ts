/** What the game master does to a map: pure functions, tested. */
import type { Board } from '../lib/types';
import { type Cell, distance, type Grid } from './grid';

/** rules: the game's own moves; put: set down anywhere; fog, clear: paint. */
export type Tool = 'rules' | 'put' | 'fog' | 'clear';

/** The cells of a board under a brush of this size; 1 is a single cell. */
export function covered(grid: Grid, at: Cell, brush: number, board: Board | null): Cell[] {
  if (!board) return [];
  const found: Cell[] = [];
  const far = brush - 1;
  for (let y = at[1] - far; y <= at[1] + far; y++) {
    for (let x = at[0] - far; x <= at[0] + far; x++) {
      if (distance(grid, at, [x, y]) > far || x < 0 || y < 0 || x >= board.width || y >= board.height) continue;
      found.push([x, y]);
    }
  }
  return found;
}

/** Every cell of a board. */
export function everyCell(board: Board): [number, number][] {
  return Array.from({ length: board.width * board.height }, (_, i) => [i % board.width, Math.floor(i / board.width)]);
}
