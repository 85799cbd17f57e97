/** A grid laid over a picture by two points of it: pure functions, tested. */
import type { Picture } from '../lib/types';
import { type Grid, SIDE } from './grid';

/** In pixels of the picture. */
export type Point = readonly [x: number, y: number];

/** How a picture lies under a map, and how large a board covers what of it is whole cells. */
export interface Laying {
  x: number;
  y: number;
  width: number;
  columns: number;
  rows: number;
}

const LEAST = 8; // pixels of a cell
const MOST = 100; // columns or rows of a board
const ROW = SIDE * 1.5;

const NEARLY = 0.08; // of a cell: nobody taps a corner to the pixel

const whole = (n: number) => Math.max(1, Math.min(MOST, Math.floor(n + NEARLY)));
/** How far the first line lies from the edge; a cell of which nearly all is there counts. */
const rest = (n: number) => (n % 1 > 1 - NEARLY ? (n % 1) - 1 : n % 1);

/** So many cells across the whole picture, from its corner on. */
export function across(grid: Grid, picture: Picture, columns: number): Laying {
  const high = (columns * picture.height) / picture.width;
  if (grid === 'square') return { x: -0.5, y: -0.5, width: columns, columns: whole(columns), rows: whole(high) };
  const rows = whole((high - 2 * SIDE) / ROW + 1);
  return { x: -0.5, y: -SIDE, width: columns, columns: whole(columns - (rows > 1 ? 0.5 : 0)), rows };
}

/**
 * By two points with so many cells between them: of squares, two corners; of hexagons, the middles of two in one row.
 * Null: they are too near each other.
 */
export function laid(grid: Grid, picture: Picture, [a, b]: readonly [Point, Point], cells: number): Laying | null {
  const dx = Math.abs(a[0] - b[0]);
  const dy = Math.abs(a[1] - b[1]);
  const cell = (grid === 'hex' ? Math.hypot(dx, dy) : Math.max(dx, dy)) / cells;
  if (cell < LEAST) return null;
  const [left, top] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  const width = picture.width / cell;
  const high = picture.height / cell;
  if (grid === 'square') {
    const [restX, restY] = [rest(left / cell), rest(top / cell)];
    return { x: -0.5 - restX, y: -0.5 - restY, width, columns: whole(width - restX), rows: whole(high - restY) };
  }
  const [fromX, fromY] = a[0] <= b[0] ? a : b; // the middle of the one on the left
  const x = -((fromX / cell) % 1);
  const y = -((fromY / cell) % (2 * ROW)); // rows are alike two by two
  const rows = whole((high + y - SIDE) / ROW + 1);
  return { x, y, width, columns: whole(width + x - 0.5 + (rows > 1 ? 0 : 0.5)), rows };
}
