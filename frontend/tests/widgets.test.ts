import { describe, expect, it } from 'vitest';
import type { Line, Term } from '../src/lib/types';
import { besides, boxesOf, figureOf } from '../src/sheet/widgets/drawing';

const box = (n: number): Term => [`Case ${n}`, 6, 'YY-6.2'];
const arm = (now: number): Line => ({ type: 'pool', label: 'Bras', now, terms: [box(1), box(2), box(3)] });

describe('widgets of a sheet', () => {
  it('fill the boxes of a pool from the first', () => {
    expect(boxesOf(arm(18))).toEqual([0, 0, 0]);
    expect(boxesOf(arm(9))).toEqual([1, 0.5, 0]);
    expect(boxesOf(arm(0))).toEqual([1, 1, 1]);
    expect(boxesOf({ type: 'text', label: 'Note', text: '' })).toEqual([]);
  });

  it('leave out no line that a plan does not speak of', () => {
    const lines = [arm(1), arm(2), arm(3)];
    expect(besides(lines, [1])).toEqual([lines[0], lines[2]]);
    expect(besides(lines, [])).toEqual(lines);
  });

  it('know the figure of a line', () => {
    expect(figureOf(arm(4))).toBe(4);
    expect(figureOf({ type: 'stat', label: 'Force', terms: [box(1), box(2)] })).toBe(12);
    expect(figureOf({ type: 'mark', label: 'Sonné' })).toBeNull();
    expect(figureOf(undefined)).toBeNull();
  });
});
