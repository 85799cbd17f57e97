/** Cells and where they lie on the paper: pure functions, tested. Hexagons stand on a point; x goes east, y south-east. */

export type Grid = 'hex' | 'square';
export type Cell = readonly [x: number, y: number];

/** The width of a cell is 1, of a square as of a hexagon; a hexagon's sides are then this long. */
export const SIDE = 1 / Math.sqrt(3);
const ROW = SIDE * 1.5;

export const keyOf = (x: number, y: number): string => `${x},${y}`;

/** The column and the row of a cell, as one counts them on a map: of hexagons, odd rows lie half a cell right. */
export function placeOf(grid: Grid, [x, y]: Cell): [column: number, row: number] {
  return grid === 'hex' ? [x + Math.floor(y / 2), y] : [x, y];
}

/** The cell at this column and row. */
export function cellAt(grid: Grid, column: number, row: number): Cell {
  return grid === 'hex' ? [column - Math.floor(row / 2), row] : [column, row];
}

/** The middle of a cell. */
export function centre(grid: Grid, [x, y]: Cell): [number, number] {
  return grid === 'hex' ? [x + y / 2, y * ROW] : [x, y];
}

/** The cell that lies under a point. */
export function cellUnder(grid: Grid, px: number, py: number): Cell {
  if (grid === 'square') return [Math.round(px) + 0, Math.round(py) + 0];
  const y = py / ROW;
  return rounded(px - y / 2, y);
}

function rounded(x: number, y: number): Cell {
  const z = -x - y;
  let rx = Math.round(x);
  let ry = Math.round(y);
  const rz = Math.round(z);
  const [dx, dy, dz] = [Math.abs(rx - x), Math.abs(ry - y), Math.abs(rz - z)];
  if (dx > dy && dx > dz) rx = -ry - rz;
  else if (dy > dz) ry = -rx - rz;
  return [rx + 0, ry + 0]; // no minus nought
}

/** How many cells from one to the other; of squares, a diagonal counts one. */
export function distance(grid: Grid, a: Cell, b: Cell): number {
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  if (grid === 'square') return Math.max(Math.abs(dx), Math.abs(dy));
  return (Math.abs(dx) + Math.abs(dy) + Math.abs(dx + dy)) / 2;
}

/** In a straight line, in cells. */
export function straight(grid: Grid, a: Cell, b: Cell): number {
  const [ax, ay] = centre(grid, a);
  const [bx, by] = centre(grid, b);
  return Math.hypot(ax - bx, ay - by);
}

const HEX_CORNERS: readonly (readonly [number, number])[] = [
  [0, -SIDE],
  [0.5, -SIDE / 2],
  [0.5, SIDE / 2],
  [0, SIDE],
  [-0.5, SIDE / 2],
  [-0.5, -SIDE / 2],
];
const SQUARE_CORNERS: readonly (readonly [number, number])[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

const short = (n: number) => Math.round(n * 1000) / 1000;

/** The outline of a cell as a path, drawn in by `inset`. */
export function outline(grid: Grid, cell: Cell, inset = 0): string {
  const [cx, cy] = centre(grid, cell);
  const corners = grid === 'hex' ? HEX_CORNERS : SQUARE_CORNERS;
  const part = 1 - inset * 2;
  return `M${corners.map(([x, y]) => `${short(cx + x * part)} ${short(cy + y * part)}`).join('L')}Z`;
}

/** The neighbour across each side, in the order of the corners where the sides begin. */
export const ACROSS: Record<Grid, readonly Cell[]> = {
  hex: [
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
  ],
  square: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
};

/** The line around all these cells together. */
export function contour(grid: Grid, cells: readonly Cell[]): string {
  const inside = new Set(cells.map(([x, y]) => keyOf(x, y)));
  const corners = grid === 'hex' ? HEX_CORNERS : SQUARE_CORNERS;
  let path = '';
  for (const [x, y] of cells) {
    const [cx, cy] = centre(grid, [x, y]);
    for (const [i, [dx, dy]] of ACROSS[grid].entries()) {
      if (inside.has(keyOf(x + dx, y + dy))) continue;
      const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
      if (a && b) path += `M${short(cx + a[0])} ${short(cy + a[1])}L${short(cx + b[0])} ${short(cy + b[1])}`;
    }
  }
  return path;
}

/** Six keys around a hexagon, clockwise from the west; for squares the four of every game and the four diagonals. */
const HEX_KEYS: Record<string, Cell> = {
  KeyQ: [-1, 0],
  KeyW: [0, -1],
  KeyE: [1, -1],
  KeyD: [1, 0],
  KeyS: [0, 1],
  KeyA: [-1, 1],
};
const SQUARE_KEYS: Record<string, Cell> = {
  KeyW: [0, -1],
  KeyS: [0, 1],
  KeyA: [-1, 0],
  KeyD: [1, 0],
  KeyQ: [-1, -1],
  KeyE: [1, -1],
  KeyZ: [-1, 1],
  KeyC: [1, 1],
};

export function keysOf(grid: Grid): Record<string, Cell> {
  return grid === 'hex' ? HEX_KEYS : SQUARE_KEYS;
}

/** One step by a key, by its place on the keyboard: « Q » in the United States is « A » in France. Null: no such step. */
export function stepped(grid: Grid, [x, y]: Cell, code: string): Cell | null {
  const step = keysOf(grid)[code];
  if (step) return [x + step[0], y + step[1]];
  switch (code) {
    case 'ArrowLeft':
      return [x - 1, y];
    case 'ArrowRight':
      return [x + 1, y];
    case 'ArrowUp':
      return grid === 'hex' && y % 2 === 0 ? [x + 1, y - 1] : [x, y - 1]; // straight up and down, as far as it goes
    case 'ArrowDown':
      return grid === 'hex' && y % 2 !== 0 ? [x - 1, y + 1] : [x, y + 1];
  }
  return null;
}

/** What is in sight: the middle of the window in cells, and how many pixels wide a cell is. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SMALLEST = 3;
const LARGEST = 120;

const within = (scale: number, least = SMALLEST): number => Math.min(LARGEST, Math.max(least, scale));

/** The view that shows all of a box. */
export function fitted(box: Box, width: number, height: number, most = 64): View {
  const wide = Math.max(1, box.right - box.left);
  const high = Math.max(1, box.bottom - box.top);
  const scale = Math.min(most, within(Math.min(width / wide, height / high)));
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale };
}

/** The same scale, moved so that as little as can be of the window lies off the paper. */
export function held(view: View, box: Box, width: number, height: number): View {
  const along = (at: number, low: number, high: number, room: number) =>
    high - low <= room ? (low + high) / 2 : Math.min(Math.max(at, low + room / 2), high - room / 2);
  return {
    ...view,
    x: along(view.x, box.left, box.right, width / view.scale),
    y: along(view.y, box.top, box.bottom, height / view.scale),
  };
}

/** Nearer or farther, with what lies under a point of the window staying there. */
export function zoomed(view: View, factor: number, px: number, py: number, width: number, height: number): View {
  const scale = within(view.scale * factor);
  const dx = px - width / 2;
  const dy = py - height / 2;
  return {
    x: view.x + dx / view.scale - dx / scale,
    y: view.y + dy / view.scale - dy / scale,
    scale,
  };
}

/** The point of the paper under a point of the window. */
export function pointAt(view: View, px: number, py: number, width: number, height: number): [number, number] {
  return [view.x + (px - width / 2) / view.scale, view.y + (py - height / 2) / view.scale];
}

export function boxOf(grid: Grid, cells: Iterable<Cell>, margin = 1): Box | null {
  let box: Box | null = null;
  for (const cell of cells) {
    const [x, y] = centre(grid, cell);
    box ??= { left: x, right: x, top: y, bottom: y };
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  if (!box) return null;
  return { left: box.left - margin, right: box.right + margin, top: box.top - margin, bottom: box.bottom + margin };
}
