/** The table's map as something to draw: cells in blocks, of which only those in sight are in the page. Pure, tested. */
import type { Seen } from '../lib/types';
import { type Box, boxOf, type Cell, cellAt, centre, type Grid, keyOf, outline, SIDE, type View } from './grid';

/** What a map is made of; the table now, or as it stood. */
export type Shown = Pick<Seen, 'board' | 'ground' | 'people' | 'encounter' | 'zones' | 'backdrop'>;

export const BLOCK = 12; // cells of a block, either way

/** The same cells drawn one by one, and from afar as strips. */
export interface Drawn {
  near: string;
  far: string;
}

export interface Block {
  key: string;
  box: Box;
  /** For each kind of ground. */
  kinds: { kind: string; path: Drawn }[];
  /** Unseen, and covered. */
  dim: Drawn | null;
  fog: Drawn | null;
}

export interface Land {
  grid: Grid;
  /** The kind of each cell there is; without any the ground is open and has no edge. */
  cells: ReadonlyMap<string, string>;
  dark: ReadonlySet<string>;
  blocks: readonly Block[];
  box: Box | null;
  /** What kinds of ground are called, and their letters. */
  names: Record<string, string>;
  signs: Record<string, string>;
}

const PLAIN = '';

export function land(board: Seen['board'], ground: Seen['ground'] | undefined): Land {
  const grid: Grid = ground?.grid ?? board?.grid ?? 'square';
  const cells = new Map<string, string>();
  const places = new Map<string, Cell>();
  const dim = new Set<string>();
  const fog = new Set<string>();
  const add = (x: number, y: number, kind: string) => {
    const key = keyOf(x, y);
    cells.set(key, kind);
    places.set(key, [x, y]);
    return key;
  };
  if (board && !ground?.plots.length) {
    for (let row = 0; row < board.height; row++) {
      for (let column = 0; column < board.width; column++) add(...cellAt(grid, column, row), PLAIN);
    }
  }
  for (const plot of ground?.plots ?? []) {
    const key = add(plot.x, plot.y, plot.kind);
    if (plot.dark) dim.add(key);
  }
  for (const [row, columns] of (board?.fog ?? []).entries()) {
    for (let column = 0; column < columns.length; column++) {
      const key = keyOf(...cellAt(board?.grid ?? grid, column, row));
      if (columns[column] === '#' && cells.has(key)) fog.add(key);
    }
  }
  const blocks = blocked(grid, cells, places, dim, fog);
  const dark = new Set([...dim, ...fog]);
  const box = boxOf(grid, places.values());
  return { grid, cells, dark, blocks, box, names: { ...ground?.kinds }, signs: { ...ground?.signs } };
}

function blocked(
  grid: Grid,
  cells: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Cell>,
  dim: ReadonlySet<string>,
  fog: ReadonlySet<string>,
): Block[] {
  const groups = new Map<string, Cell[]>();
  for (const cell of places.values()) {
    const [px, py] = centre(grid, cell);
    const key = keyOf(Math.floor(px / BLOCK), Math.floor(py / BLOCK));
    const group = groups.get(key);
    if (group) group.push(cell);
    else groups.set(key, [cell]);
  }
  const draw = (inside: readonly Cell[]): Drawn => ({
    near: inside.map((cell) => outline(grid, cell)).join(''),
    far: strips(grid, inside),
  });
  const some = (inside: readonly Cell[]) => (inside.length ? draw(inside) : null);
  return [...groups].map(([key, inside]) => {
    const kinds = grouped(inside, ([x, y]) => cells.get(keyOf(x, y)) ?? PLAIN);
    return {
      key,
      box: boxOf(grid, inside, 1) as Box,
      kinds: [...kinds].map(([kind, cells]) => ({ kind, path: draw(cells) })),
      dim: some(inside.filter(([x, y]) => dim.has(keyOf(x, y)))),
      fog: some(inside.filter(([x, y]) => fog.has(keyOf(x, y)))),
    };
  });
}

function grouped<T, K>(items: readonly T[], by: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const item of items) {
    const group = found.get(by(item));
    if (group) group.push(item);
    else found.set(by(item), [item]);
  }
  return found;
}

/** Neighbours in a row as one strip: from afar nobody sees corners, and ten thousand of them are slow to draw. */
export function strips(grid: Grid, cells: readonly Cell[]): string {
  const rows = grouped(cells, ([, y]) => y);
  const half = grid === 'hex' ? (SIDE * 1.5) / 2 : 0.5;
  let path = '';
  for (const [y, row] of rows) {
    const xs = row.map(([x]) => x).sort((a, b) => a - b);
    for (let i = 0; i < xs.length; ) {
      let last = i;
      while (xs[last + 1] === (xs[last] ?? 0) + 1) last++;
      const [left, middle] = centre(grid, [xs[i] ?? 0, y]);
      path += `M${round(left - 0.5)} ${round(middle - half)}h${last - i + 1}v${round(half * 2)}h${i - last - 1}Z`;
      i = last + 1;
    }
  }
  return path;
}

const round = (n: number) => Math.round(n * 1000) / 1000;

/** The blocks of which something is in sight. */
export function inSight(blocks: readonly Block[], view: View, width: number, height: number): Block[] {
  const half = { x: width / 2 / view.scale, y: height / 2 / view.scale };
  return blocks.filter(
    ({ box }) =>
      box.right >= view.x - half.x &&
      box.left <= view.x + half.x &&
      box.bottom >= view.y - half.y &&
      box.top <= view.y + half.y,
  );
}
