/** A map being drawn: rows of signs, what a brush does to them, and what can be taken back. Pure, tested. */

import type { Ground, Terrains } from '../lib/types';
import { type Cell, cellAt, cellUnder, centre, distance, type Grid, placeOf } from '../map/grid';

export type Rows = readonly string[];

/** Where there is no cell. */
export const NOWHERE = ' ';
export const MOST = 60; // columns or rows: more is slow to draw on a phone

const DEPTH = 100; // strokes that can be taken back

export const blank = (width: number, height: number, sign: string): Rows =>
  Array.from({ length: height }, () => sign.repeat(width));

/** The same as large as this; what is new is of this sign. */
export const resized = (rows: Rows, width: number, height: number, sign: string): Rows =>
  Array.from({ length: height }, (_, y) => (rows[y] ?? '').slice(0, width).padEnd(width, sign));

/** These cells of another sign; the same rows if nothing changes. */
export function painted(rows: Rows, grid: Grid, cells: readonly Cell[], sign: string): Rows {
  const found = rows.map((row) => [...row]);
  let changed = false;
  for (const cell of cells) {
    const [column, row] = placeOf(grid, cell);
    const line = found[row];
    if (!line || column < 0 || column >= line.length || line[column] === sign) continue;
    line[column] = sign;
    changed = true;
  }
  return changed ? found.map((line) => line.join('')) : rows;
}

/** The cells from one to another in a straight line, the first left out where there are others. */
export function between(grid: Grid, from: Cell, to: Cell): Cell[] {
  const many = distance(grid, from, to);
  const [[ax, ay], [bx, by]] = [centre(grid, from), centre(grid, to)];
  return Array.from({ length: Math.max(1, many) }, (_, i) => {
    const part = many ? (i + 1) / many : 1;
    return cellUnder(grid, ax + (bx - ax) * part, ay + (by - ay) * part);
  });
}

/** The map as one to look at. */
export function groundOf(rows: Rows, { grid, kinds }: Terrains): Ground {
  const of = new Map(kinds.map((kind) => [kind.sign, kind.id]));
  const plots = rows.flatMap((row, y) =>
    [...row].flatMap((sign, column) => {
      const kind = of.get(sign);
      const [x, py] = cellAt(grid, column, y);
      return kind === undefined ? [] : [{ x, y: py, kind, dark: false }];
    }),
  );
  const names = Object.fromEntries(kinds.map(({ id, name }) => [id, name]));
  return { grid, plots, kinds: names, signs: Object.fromEntries(kinds.map(({ id, sign }) => [id, sign])) };
}

/** A cell for each of those on every side: the first side at the left, the last at the right. */
export function apart(grid: Grid, cells: readonly Cell[], sides: readonly number[]): Cell[][] {
  const places = cells.map((cell) => ({ cell, at: placeOf(grid, cell) }));
  const [left, right] = [Math.min(...places.map(({ at }) => at[0])), Math.max(...places.map(({ at }) => at[0]))];
  const middle = (Math.min(...places.map(({ at }) => at[1])) + Math.max(...places.map(({ at }) => at[1]))) / 2;
  const free = new Set(places);
  return sides.map((many, n) => {
    const near = left + ((right - left) * (n + 0.2)) / Math.max(1, sides.length - 0.6);
    const order = [...free].sort((a, b) => far(a.at) - far(b.at));
    function far(at: readonly [number, number]): number {
      return Math.hypot(at[0] - near, at[1] - middle);
    }
    const taken = order.slice(0, many);
    for (const each of taken) free.delete(each);
    return taken.map(({ cell }) => cell);
  });
}

/** What was drawn, stroke by stroke. */
export class Strokes<T> {
  constructor(
    readonly now: T,
    readonly past: readonly T[] = [],
    readonly next: readonly T[] = [],
  ) {}

  draw(then: T): Strokes<T> {
    return then === this.now ? this : new Strokes(then, [...this.past, this.now].slice(-DEPTH));
  }

  undo(): Strokes<T> {
    const last = this.past.at(-1);
    return last === undefined ? this : new Strokes(last, this.past.slice(0, -1), [this.now, ...this.next]);
  }

  redo(): Strokes<T> {
    const [first, ...next] = this.next;
    return first === undefined ? this : new Strokes(first, [...this.past, this.now], next);
  }
}
