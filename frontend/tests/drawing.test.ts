import { describe, expect, it } from 'vitest';
import { cellAt } from '../src/map/grid';
import { apart, between, blank, groundOf, painted, resized, Strokes } from '../src/master/drawing';

const kinds = [
  { id: 'plain', name: 'Plaine', sign: '.' },
  { id: 'wood', name: 'Bois', sign: 'f' },
];

describe('a map being drawn', () => {
  it('takes a brush on squares and hexagons, and holes', () => {
    const rows = blank(3, 2, '.');
    expect(
      painted(
        rows,
        'square',
        [
          [1, 1],
          [9, 9],
          [-1, 0],
        ],
        'f',
      ),
    ).toEqual(['...', '.f.']);
    expect(painted(blank(3, 3, '.'), 'hex', [cellAt('hex', 2, 2)], ' ')).toEqual(['...', '...', '.. ']);
    expect(painted(rows, 'square', [[0, 0]], '.')).toBe(rows);
  });

  it('leaves no gap behind a quick hand', () => {
    expect(between('square', [0, 0], [3, 0])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(between('hex', [2, 2], [2, 2])).toEqual([[2, 2]]);
    expect(between('hex', [0, 0], [0, 4])).toHaveLength(4);
  });

  it('is made larger and smaller', () => {
    expect(resized(['ff', 'ff'], 3, 1, '.')).toEqual(['ff.']);
    expect(resized(['f'], 2, 2, '.')).toEqual(['f.', '..']);
  });

  it('is shown without its holes', () => {
    const ground = groundOf(['.f', ' .'], { grid: 'hex', kinds });
    expect(ground.plots.map(({ x, y, kind }) => [x, y, kind])).toEqual([
      [0, 0, 'plain'],
      [1, 0, 'wood'],
      [1, 1, 'plain'],
    ]);
  });

  it('goes back and forth, and forgets what was taken back once something else is drawn', () => {
    const drawn = new Strokes('a').draw('b').draw('c');
    expect(drawn.draw('c')).toBe(drawn);
    expect([drawn.undo().now, drawn.undo().undo().now, drawn.undo().redo().now]).toEqual(['b', 'a', 'c']);
    expect(drawn.undo().draw('d').redo().now).toBe('d');
    expect(new Strokes('a').undo().redo().now).toBe('a');
  });

  it('sets sides apart, nobody on the cell of another', () => {
    const cells = Array.from({ length: 60 }, (_, i) => cellAt('square', i % 12, Math.floor(i / 12)));
    const [ours = [], theirs = []] = apart('square', cells, [3, 4]);
    expect(ours).toHaveLength(3);
    expect(Math.max(...ours.map(([x]) => x))).toBeLessThan(Math.min(...theirs.map(([x]) => x)) - 2);
    expect(new Set([...ours, ...theirs].map(String)).size).toBe(7);
  });
});
